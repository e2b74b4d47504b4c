"""The server listens before what pages compute with is loaded, and the first page says that it starts."""

import subprocess
import sys
import threading
from typing import Any

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from pages.components import starting


def loaded_by(module: str) -> set[str]:
    """The modules that a new process has loaded after importing this one."""
    program = f"import sys, {module}; print('\\n'.join(sys.modules))"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)  # our own
    return set(ran.stdout.split())


def test_the_server_and_the_command_start_without_what_answers() -> None:
    assert not {"agent.service", "langgraph", "pandas"} & (loaded_by("app") | loaded_by("agent.command"))


def test_no_page_loads_what_only_a_test_of_statistics_or_a_picture_needs() -> None:
    assert not {"scipy.stats", "matplotlib", "seaborn", "statsmodels", "nbformat", "openai"} & loaded_by("pages.chat")


def shows_waiting() -> None:
    import streamlit as st  # noqa: PLC0415 - the body of a script

    from pages.components.starting import is_loaded, show_first_until_loaded, wait_until_loaded  # noqa: PLC0415

    if "is_other_page" in st.session_state:
        wait_until_loaded()
    elif not is_loaded():
        show_first_until_loaded()
    st.write("loaded")


class Loading:
    """What is loaded by the time that it was waited for."""

    ident = 1

    def __init__(self, loaded: threading.Event) -> None:
        self._loaded = loaded

    def join(self) -> None:
        self._loaded.set()


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is drawn on a process that has not loaded yet, before the page itself."""
    told: list[str] = []
    loaded = threading.Event()
    monkeypatch.setattr(starting, "_LOADED", loaded)
    monkeypatch.setattr(starting, "_THREAD", Loading(loaded))
    monkeypatch.setattr("streamlit.caption", told.append)
    draw = st.file_uploader

    def draw_and_tell(label: str, **named: Any) -> Any:
        told.append("files")
        return draw(label, **named)

    monkeypatch.setattr("streamlit.file_uploader", draw_and_tell)
    return told


def test_a_page_says_that_it_starts_until_all_is_loaded(drawn: list[str]) -> None:
    app = AppTest.from_function(shows_waiting)
    app.session_state["is_other_page"] = True
    assert [text.value for text in app.run().markdown] == ["loaded"]
    assert drawn == ["Tally is starting ..."]
    app.run()
    assert len(drawn) == 1


def test_the_first_page_takes_files_before_all_is_loaded(drawn: list[str]) -> None:
    app = AppTest.from_function(shows_waiting).run()
    assert [text.value for text in app.markdown] == ["loaded"]
    assert drawn == ["files"]


@pytest.mark.parametrize(
    ("variable", "value"),
    [("TALLY_SIGN_IN", "on"), ("CHECKPOINTER", "sqlite:kept.db"), ("TALLY_MAX_ACTS", "none")],
)
def test_whoever_may_see_something_else_is_shown_no_place_for_files(
    drawn: list[str], monkeypatch: pytest.MonkeyPatch, variable: str, value: str
) -> None:
    monkeypatch.setenv(variable, value)
    AppTest.from_function(shows_waiting).run()
    assert drawn == ["Tally is starting ..."]


def test_a_conversation_that_the_address_names_is_waited_for(drawn: list[str]) -> None:
    app = AppTest.from_function(shows_waiting)
    app.query_params["c"] = "one"
    app.run()
    assert drawn == ["Tally is starting ..."]
