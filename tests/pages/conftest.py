"""The real pages over the scripted service, run by Streamlit's own test driver."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from pages.components import load_runner, process
from tests.pages.scripted_service import ScriptedService

APP = Path(__file__).parent.parent.parent / "app.py"


@contextmanager
def served(made: object, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Within it the pages are over this service, with nothing left of another one before or after. A page is drawn when
    its files have been read, however busy the machine is: the test driver ticks no fragments, which draw it again.
    """
    monkeypatch.setattr(load_runner, "AT_ONCE_SECONDS", 120.0)
    caches = (process.service, process.runner, process.loads, process.ways)
    monkeypatch.setattr(process, "build_service", lambda: made)
    for cached in caches:
        cached.clear()
    yield
    for cached in caches:
        cached.clear()


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Iterator[ScriptedService]:
    made = ScriptedService()
    with served(made, monkeypatch):
        st.cache_data.clear()  # all apps of the test driver are of one session, which keeps pictures by conversation
        yield made


@pytest.fixture
def app(service: ScriptedService) -> AppTest:
    """The app as it opens: no data, no question."""
    return AppTest.from_file(str(APP), default_timeout=120).run()


def texts(app: AppTest) -> str:
    """All words on the page."""
    shown = [*app.title, *app.header, *app.subheader, *app.markdown, *app.caption]
    shown += [*app.error, *app.warning, *app.success, *app.info, *app.text]
    return "\n".join(str(element.value) for element in shown)


def until_answered(app: AppTest, service: ScriptedService, turns: int) -> AppTest:
    """The page after the worker has finished; the test driver does not tick fragments by itself."""
    conversation_id = app.query_params["c"]
    job = process.runner().job(conversation_id)
    assert job is not None
    assert job.finished.wait(120), "the turn did not end"
    assert len(service.turns(conversation_id)) == turns
    return app.run()
