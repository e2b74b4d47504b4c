"""Pictures that a program drew, and results that cannot be drawn: the page stays whole."""

import base64
import logging

import pytest
from streamlit.testing.v1 import AppTest

from agent.state import Artifact
from tests.cases import some
from tests.pages.conftest import texts
from tests.pages.scripted_service import ScriptedService
from tests.pages.scripted_turns import HOSTILE, PNG
from tests.pages.test_chat import ask, with_sample
from tests.pages.test_other_pages import at

ENCODED = base64.b64encode(PNG).decode("ascii")
PICTURE = {"png": ENCODED, "width": 1, "height": 1}
OLD_PICTURE = {
    "data": [],
    "layout": {"images": [{"source": f"data:image/png;base64,{ENCODED}"}], "meta": {"made_by": "code"}},
}


def with_figure(app: AppTest, service: ScriptedService, payload: object, title: str = "Bars") -> AppTest:
    """The chat page after an answer whose figure has this payload, with the table beside it."""
    ask(with_sample(app), service, "a chart")
    results = service._results[app.query_params["c"]]
    for name, artifact in results.items():
        if artifact["kind"] == "figure":
            results[name] = Artifact(**{**artifact, "payload": payload, "title": title})
    return app.run()


@pytest.mark.parametrize("payload", [PICTURE, OLD_PICTURE], ids=["picture", "kept by an earlier version"])
def test_a_picture_of_a_program_is_shown_as_a_picture_with_its_words(
    app: AppTest, service: ScriptedService, payload: object
) -> None:
    with_figure(app, service, payload)
    assert not app.exception and not app.get("plotly_chart")
    (shown,) = app.get("image")
    assert shown.proto.imgs[0].alt == "Bars. Bars of the mean amount."
    assert any("Mark" in frame.value.columns or "region" in frame.value.columns for frame in app.dataframe)


def test_a_chart_without_data_says_so(app: AppTest, service: ScriptedService) -> None:
    with_figure(app, service, {"data": [], "layout": {}})
    assert not app.exception and "This chart holds no data." in texts(app)


@pytest.mark.parametrize(
    "payload",
    some([None, {}, {"data": 7, "layout": {}}, {"data": [{"type": "no such trace"}], "layout": {}},
          {"png": "not base64!"}, {"png": base64.b64encode(b"no picture").decode()}], every=3),
    ids=["nothing", "empty", "no list", "unknown trace", "no base64", "no picture"],
)  # fmt: skip
def test_a_result_that_cannot_be_drawn_is_named_in_its_place_and_the_page_stays(
    app: AppTest, service: ScriptedService, payload: object, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        with_figure(app, service, payload, HOSTILE)
    assert not app.exception
    (said,) = [one.value for one in app.warning if "cannot be shown" in one.value]
    assert "](http" not in said and "http://" not in said
    assert any(record.exc_info for record in caplog.records)
    assert app.chat_input and any("region" in frame.value.columns for frame in app.dataframe)


def test_a_figure_without_a_picture_leaves_the_rest_of_the_report(
    app: AppTest, service: ScriptedService, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(with_sample(app), service, "a chart")

    def fails(conversation_id: str, artifact_id: str) -> bytes:
        raise KeyError(conversation_id, artifact_id)

    monkeypatch.setattr(service, "figure_png", fails)
    at(app, "report")
    assert not app.exception
    assert any("Bars cannot be shown" in one.value for one in app.warning)
    assert "The mean is 100.5." in texts(app)
