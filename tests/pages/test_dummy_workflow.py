"""The pages draw a workflow that they know nothing of: plan, progress, checkpoint and results, from its keys alone."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from agent.service import AnalystService
from pages.components import process
from tests.agent.workflows.house import DATA, with_house
from tests.pages.conftest import APP, served, texts
from tests.pages.test_cards import press
from tests.pages.test_other_pages import at


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> Iterator[AnalystService]:
    made = with_house(monkeypatch)
    with served(made, monkeypatch):
        yield made


def answered(app: AppTest) -> AppTest:
    job = process.runner().job(app.query_params["c"])
    assert job is not None and job.finished.wait(120)
    return app.run()


def test_a_workflow_that_nobody_knows_is_shown_whole(house: AnalystService) -> None:
    app = AppTest.from_file(str(APP), default_timeout=120).run()
    app.file_uploader[0].upload("house.csv", DATA, "text/csv").run()
    app.radio[0].set_value("house").run()
    app.chat_input[0].set_value("Build me a house").run()
    answered(app)
    app.session_state["computed_T1"] = True  # a person unfolds it
    shown = texts(app.run())
    assert "The ground is level" in shown and "Build the walls?" in shown
    assert ":material/check_circle: Ground :small[:gray[done]]" in shown
    assert ":material/radio_button_unchecked: East :small[:gray[to do]]" in shown
    assert "- Digger: The ground is level" in shown

    press(app, "Build")
    told = process.runner().job(app.query_params["c"])
    answered(app)
    assert told is not None and {"Looking around", "Laying bricks"} <= {event.text for event in told.events}
    shown = texts(app)
    assert "**Bricks**" in shown and "From 1 of 2 rows." in shown
    assert shown.count("Ground :small[:gray[done]]") == 1  # the plan stands with the latest turn
    assert ":material/check_circle: Walls :small[:gray[done]]" in shown
    assert not [button for button in app.button if button.label == "Build"]

    at(app, "activity")
    assert not app.exception
    steps = [step for frame in app.dataframe if "What it did" in frame.value.columns for step in frame.value["Step"]]
    assert {"Digging", "Laying bricks"} <= set(steps)


@pytest.mark.parametrize(
    "name",
    ["guided_study", "data_discovery", "data_prep", "friction", "synthesizer", "tool_agent", "scientist", "plan_code"],
)
def test_no_page_knows_a_longer_workflow_or_its_steps(name: str) -> None:
    folder = Path(process.__file__).parent.parent
    assert not [path.name for path in folder.rglob("*.py") if name in path.read_text("utf-8")]
