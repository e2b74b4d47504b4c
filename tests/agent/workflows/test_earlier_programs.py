"""A question may continue an earlier program: whoever writes the next one sees it with what it gave."""

from agent.reasoning.code_prompts import CodeDraft, WriteCode
from agent.reasoning.prompts import Decision, ReadQuestion
from agent.reasoning.scientist_prompts import PlanRemediation
from agent.service import AnalystService
from agent.settings import Settings
from tests.agent.scripted import STAFF, act, by_department, reading
from tests.agent.scripted_code import REFUSED, CodeScript, failing, service_of, table

CODE = "plan_code_explain"
MEAN = table("salary_mean", rows=((4240.0,),))


def test_the_next_program_is_written_with_the_one_before_and_its_result() -> None:
    service, conversation, script, _ = service_of(MEAN)
    service.ask(conversation, "Mean salary?", workflow=CODE)
    service.ask(conversation, "and only for seniors?", workflow=CODE)
    first, second = script.asked(WriteCode)
    assert not first.earlier
    (before,) = second.earlier
    assert (before.question, before.code) == ("Mean salary?", "result = 1")
    assert [one["payload"]["rows"] for one in before.artifacts if one["kind"] == "table"] == [[[4240.0]]]


def test_only_the_last_two_that_gave_an_answer_are_shown() -> None:
    drafts = [CodeDraft(code=f"result = {n}") for n in range(1, 8)]
    results = [MEAN, failing("No."), failing("No."), failing("No."), MEAN, MEAN, MEAN]
    service, conversation, script, _ = service_of(*results, WriteCode=drafts)
    for question in ("one", "two", "three", "four", "five"):
        service.ask(conversation, question, workflow=CODE)
    assert [one.question for one in script.asked(WriteCode)[-1].earlier] == ["three", "four"]


def test_a_reader_of_questions_is_told_that_a_program_gave_the_last_answer() -> None:
    service, conversation, script, _ = service_of(MEAN)
    service.ask(conversation, "Mean salary?", workflow=CODE)
    service.ask(conversation, "and only for seniors?")
    assert [turn.by_program for turn in script.asked(ReadQuestion)[-1].history] == [True]


def test_what_was_found_before_it_was_handed_over_reaches_the_program() -> None:
    step = act(reading("r1", by_department()), look=True)
    over = Decision(next_action="hand_over", rationale="A spline is no measure.")
    script = CodeScript({ReadQuestion: [step, over]}, looks=True)
    service = AnalystService(Settings(approval_policy="never"), reasoner=script, code_runner=lambda *_, **__: MEAN)
    conversation = service.start_conversation("owner")
    service.datasets.add(conversation, "staff.csv", STAFF)
    service.ask(conversation, "Fit a spline")
    (prompt,) = script.asked(WriteCode)
    assert [one.name for one in prompt.asked.observed] == ["O1"]


def test_a_remedy_knows_the_one_before_it() -> None:
    service, conversation, script, _ = service_of(MEAN, EvaluateResults=[REFUSED])
    service.ask(conversation, "Mean salary?", workflow="scientist")
    first, second, _ = script.asked(PlanRemediation)
    assert first.previous is None
    assert second.previous is not None and second.previous["guidance"] == "Divide by n."
