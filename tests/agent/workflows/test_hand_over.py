"""What no spec can say: handed to Code in the same turn, where a program can be written and run; declined elsewhere."""

from typing import Any

import pytest

from agent.reasoning.prompts import Decision, DeclineRequest, ReadQuestion, Refusal
from agent.sandbox.level import switched_off
from agent.sandbox.run import run_code
from agent.service import AnalystService, PickedOption
from agent.settings import Settings
from tests.agent.scripted import STAFF, Script, act, by_department, reading
from tests.agent.scripted_code import CodeScript, nodes_of, service_of, table

OVER = Decision(next_action="hand_over", rationale="A spline is no measure.")
QUESTION = "Fit a spline to the salaries"
ASKS = Settings(approval_policy="code")


def declining(*, programs: bool = True) -> Script:
    return Script([Decision(next_action="out_of_scope", rationale="A forecast.")], programs=programs)


def over(mind: Script, **more: Any) -> tuple[AnalystService, str]:
    service = AnalystService(Settings(), reasoner=mind, **more)
    conversation = service.start_conversation("owner")
    service.datasets.add(conversation, "staff.csv", STAFF)
    return service, conversation


def options(service: AnalystService, conversation: str) -> list[str]:
    pending = service.pending(conversation)
    return [option["option_id"] for option in pending["options"]] if pending else []


def test_a_program_is_shown_in_the_same_turn_and_waits_for_a_yes() -> None:
    service, conversation, _, runner = service_of(settings=ASKS, ReadQuestion=[OVER])
    turn = service.ask(conversation, QUESTION)
    assert turn["status"] == "asked" and turn["pending"] and turn["pending"]["kind"] == "approve"
    assert nodes_of(turn) == ["reason", "hand_over", "plan", "code"]
    assert not runner.ran
    told = service.answer(conversation, PickedOption(turn["pending"]["checkpoint_id"], "approve"))
    assert told["status"] == "answered" and runner.ran


def test_why_no_spec_does_is_told() -> None:
    service, conversation, _, _ = service_of(ReadQuestion=[OVER])
    turn = service.ask(conversation, QUESTION)
    assert turn["status"] == "answered"
    assert any("a program is written for it. A spline is no measure." in line for line in turn["assumptions"])


def test_a_figure_in_the_reason_without_a_source_is_marked() -> None:
    made_up = Decision(next_action="hand_over", rationale="It needs 777 knots.")
    service, conversation, _, _ = service_of(ReadQuestion=[made_up])
    turn = service.ask(conversation, QUESTION)
    assert any("(unverified: 777)" in line for line in turn["assumptions"])


def test_no_second_plan_is_asked_for_what_was_handed_over() -> None:
    service, conversation, script, _ = service_of(ReadQuestion=[OVER])
    service.ask(conversation, QUESTION)
    assert [type(prompt).__name__ for prompt in script.prompts][:2] == ["ReadQuestion", "WriteCode"]


def test_after_a_step_it_is_handed_over_with_what_was_found() -> None:
    step = act(reading("r1", by_department()), look=True)
    script = CodeScript({ReadQuestion: [step, OVER]}, looks=True)
    service = AnalystService(Settings(approval_policy="never"), reasoner=script, code_runner=lambda *_, **__: RESULT)
    conversation = service.start_conversation("owner")
    service.datasets.add(conversation, "staff.csv", STAFF)
    turn = service.ask(conversation, QUESTION)
    assert turn["status"] == "answered"
    assert nodes_of(turn)[:4] == ["reason", "act", "reason", "hand_over"]
    (step_id,) = turn["step_ids"]
    assert step_id not in turn["artifact_ids"]
    assert any("A spline is no measure." in line for line in turn["assumptions"])


RESULT = table("knots", rows=((3,),))


# ---------------------------------------------------------------- where it cannot work


def test_where_nobody_writes_programs_it_is_declined_with_what_can_be_done() -> None:
    service, conversation = over(Script([OVER], programs=False))
    turn = service.ask(conversation, QUESTION)
    assert turn["status"] == "out_of_scope"
    assert options(service, conversation) == ["option_1", "option_2"]


def test_where_the_sandbox_is_off_it_is_declined_with_what_can_be_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agent.sessions.sources.sandbox_level", lambda _: switched_off("this is a test"))
    service, conversation = over(Script([OVER]), code_runner=run_code)
    turn = service.ask(conversation, QUESTION)
    assert turn["status"] == "out_of_scope"
    assert "hand_over" not in options(service, conversation)


def test_a_refusal_offers_a_program_only_where_one_can_be_written() -> None:
    runner = {"code_runner": lambda *_, **__: RESULT}
    with_program, without = over(declining(), **runner), over(declining(programs=False), **runner)
    for service, conversation in (with_program, without):
        service.ask(conversation, "Predict next year's salary")
    assert options(*with_program)[-1] == "hand_over"
    assert "hand_over" not in options(*without)


def test_without_a_model_a_prediction_is_declined_and_no_program_is_offered() -> None:
    service = AnalystService(Settings())
    conversation = service.start_conversation("owner")
    service.datasets.add(conversation, "staff.csv", STAFF)
    turn = service.ask(conversation, "predict the salary of next year")
    assert turn["status"] == "out_of_scope"
    assert options(service, conversation) and "hand_over" not in options(service, conversation)


def test_a_program_that_was_chosen_for_what_was_declined_waits_for_a_yes() -> None:
    script = CodeScript({ReadQuestion: [Decision(next_action="out_of_scope", rationale="A forecast.")]})
    script.answers[DeclineRequest] = [Refusal(text="Predictions are out of scope.", alternatives=["Mean salary?"])]
    service = AnalystService(ASKS, reasoner=script, code_runner=lambda *_, **__: RESULT)
    conversation = service.start_conversation("owner")
    service.datasets.add(conversation, "staff.csv", STAFF)
    declined = service.ask(conversation, "Predict next year's salary")
    assert declined["pending"]
    turn = service.answer(conversation, PickedOption(declined["pending"]["checkpoint_id"], "hand_over"))
    assert turn["pending"] and turn["pending"]["kind"] == "approve"
    assert turn["pending"]["context"]["question"] == "Predict next year's salary"
