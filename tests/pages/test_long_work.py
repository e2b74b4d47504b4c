"""A longer piece of work on the page: its plan once, its results once, its files at the end, its agents."""

import json

import pytest
from streamlit.testing.v1 import AppTest

from agent.service import ProgressEvent
from agent.state import ReasoningLine
from pages.components.answer.neighbours import Neighbours, neighbours_of
from pages.components.answer.progress import _text_of
from tests.pages.conftest import texts
from tests.pages.scripted_service import ScriptedService
from tests.pages.scripted_turns import PLAN, made_turn, stage
from tests.pages.test_chat import ask, with_sample


def test_a_plan_stands_with_the_latest_turn_only(app: AppTest, service: ScriptedService) -> None:
    ask(with_sample(app), service, "a study")
    ask(app, service, "a study again")
    assert texts(app).count("Look at the data :small[:gray[done]]") == 1


def test_results_of_an_answered_checkpoint_stand_with_the_latest_answer() -> None:
    first, second = (made_turn(number, "a study", "asked", [], stage(number)) for number in (1, 2))
    plain = made_turn(3, "mean", "answered", [], None)
    first["artifact_ids"], second["artifact_ids"], plain["artifact_ids"] = ["A1", "A2"], ["A2"], ["A2"]
    turns = [first, second, plain]
    assert [neighbours_of(turns, place, running=False).shown_later for place in range(3)] == [{"A2"}, {"A2"}, set()]
    assert neighbours_of([plain, second], 0, running=False) == Neighbours()


def test_while_a_turn_is_on_its_way_the_plan_is_shown_there() -> None:
    turn = made_turn(1, "a study", "asked", [], stage(1))
    assert neighbours_of([turn], 0, running=True).plan_goes_on
    assert not neighbours_of([turn], 0, running=False).plan_goes_on


def test_files_are_offered_once_where_they_were_made(app: AppTest, service: ScriptedService) -> None:
    ask(with_sample(app), service, "a report, please")
    ask(app, service, "and a report again")
    labels = [button.label for button in app.download_button]
    assert labels.count("Download the report") == labels.count("Download its data") == 1


def test_what_agents_say_is_shown_and_what_only_names_a_step_is_not() -> None:
    lines = [ReasoningLine(step_name="Digger", step_text="It is level."), ReasoningLine(step_name="dig", step_text="x")]
    events = [
        ProgressEvent("node_started", "dig", "", 1.0),
        ProgressEvent("reasoning", "dig", json.dumps(lines), 2.0),
        ProgressEvent("plan", "dig", json.dumps(PLAN), 2.0),
    ]
    assert _text_of(events) == ["Digger: It is level."]


def test_thumbs_are_shown_where_they_are_kept_and_remembered(app: AppTest, service: ScriptedService) -> None:
    ask(with_sample(app), service, "mean amount")
    assert not app.feedback
    service.logs_runs = True
    app.run()
    app.feedback[0].set_value(1).run()
    assert service.thumbs == {"T1": "up"}
    assert app.feedback[0].value == 1
    app.feedback[0].set_value(0).run()
    assert service.thumbs == {"T1": "down"}
    app.feedback[0].set_value(None).run()
    assert service.thumbs == {}


def test_what_only_waits_has_no_thumbs(app: AppTest, service: ScriptedService) -> None:
    service.logs_runs = True
    ask(with_sample(app), service, "code for the amount")
    assert not app.feedback


def test_a_thumb_that_cannot_be_kept_is_told(app: AppTest, service: ScriptedService) -> None:
    service.logs_runs = True
    ask(with_sample(app), service, "mean amount")
    service.owns = lambda *_: True  # type: ignore[method-assign]
    service.broken = "The log is full."
    app.feedback[0].set_value(1).run()
    assert "The log is full" in app.toast[0].value
    assert app.feedback[0].value is None


def test_a_log_that_cannot_be_read_costs_nobody_the_answers(
    app: AppTest, service: ScriptedService, monkeypatch: pytest.MonkeyPatch
) -> None:
    service.logs_runs = True
    ask(with_sample(app), service, "mean amount")
    monkeypatch.setattr(service, "owns", lambda *_: True)
    monkeypatch.setattr(service, "feedback_given", lambda _: service._check_store())
    service.broken = "The log is locked."
    app.run()
    assert not app.exception
    assert "The log is locked" in texts(app) and "100.5 USD" in texts(app)
