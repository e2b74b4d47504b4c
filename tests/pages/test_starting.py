"""The server listens before what pages compute with is loaded, and the first page says that it starts."""

import subprocess
import sys
import threading

import pytest
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

    from pages.components.starting import wait_until_loaded  # noqa: PLC0415

    wait_until_loaded()
    st.write("loaded")


def test_a_page_says_that_it_starts_until_all_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(starting, "_LOADED", threading.Event())
    monkeypatch.setattr("streamlit.caption", told.append)
    assert [text.value for text in AppTest.from_function(shows_waiting).run().markdown] == ["loaded"]
    assert told == ["Tally is starting ..."]
    starting._LOADED.set()
    AppTest.from_function(shows_waiting).run()
    assert len(told) == 1
