"""Seed 001: its three routing functions, its graph, its five example flows, and the person's say in between."""

from typing import cast

import pytest
from langgraph.graph import END

from agent.errors import StaleAnswerError
from agent.reasoning.code_prompts import CodeDraft, ExplainResults, FixCode, StepPlan
from agent.reasoning.prompts import Decision, NarrateAnswer, Narration
from agent.service import AnalystService, PickedOption, TurnChoices
from agent.settings import Settings
from agent.state import AgentState
from agent.workflows import plan_code_explain as workflow
from tests.agent.scripted import STAFF, act, reading, salary
from tests.agent.scripted_code import answer, chart, failing, final_output, nodes_of, service_of, table

CODE = "plan_code_explain"
MEAN = table("salary_mean", rows=((4240.0,),))
NO_EVALUATION = StepPlan(needs_code=True, needs_evaluation=False, reasoning="A picture.")
IDEA = StepPlan(needs_code=False, needs_evaluation=False, reasoning="A concept.")


def state(**keys: object) -> AgentState:
    return cast(AgentState, keys)


# ---------------------------------------------------------------- routing as the seed has it


@pytest.mark.parametrize(("needs", "target"), [(True, "code"), (False, "explain")])
def test_should_execute_code(needs: bool, target: str) -> None:
    assert workflow.should_execute_code(state(plan={"needs_code": needs})) == target


@pytest.mark.parametrize(
    ("success", "attempts", "target"),
    [(True, 1, "evaluate"), (True, 3, "evaluate"), (False, 1, "retry"), (False, 2, "retry"), (False, 3, "error")],
)
def test_should_retry_code(success: bool, attempts: int, target: str) -> None:
    assert workflow.should_retry_code(state(execution_success=success, attempts=attempts)) == target


@pytest.mark.parametrize(("needs", "target"), [(True, "evaluate"), (False, "explain")])
def test_should_evaluate(needs: bool, target: str) -> None:
    assert workflow.should_evaluate(state(plan={"needs_evaluation": needs})) == target


def test_edges_are_those_of_the_seed_with_the_person_and_the_second_way_in_between() -> None:
    edges = {(edge.source, edge.target) for edge in workflow.build().compile().get_graph().edges}
    seed = {("plan", "explain"), ("code", "code"), ("code", "error"), ("evaluate", "explain"), ("explain", "__end__")}
    added = {("code", "approve"), ("approve", "run"), ("run", "code"), ("run", "double_check"), ("run", "error")}
    assert seed | added | {("__start__", "plan"), ("plan", "code"), ("error", "__end__")} <= edges
    assert ("double_check", "evaluate") in edges and ("double_check", "explain") in edges
    assert workflow.ROUTES["double_check"][1]["leave"] == END


# ---------------------------------------------------------------- the seed's five flows


def test_example_1_simple_analysis() -> None:
    told = [Narration(text="The mean is {S1.salary_mean}.")]
    written = [CodeDraft(code="result = df", why="The mean.", tables=["S1"])]
    service, conversation, _, runner = service_of(MEAN, ExplainResults=told, WriteCode=written)
    turn = service.ask(conversation, "What's the average salary?", workflow=CODE)
    assert nodes_of(turn) == ["plan", "code", "approve", "run", "double_check", "evaluate", "explain"]
    assert (turn["status"], turn["answer"]["text"]) == ("answered", "The mean is 4,240.")
    assert runner.ran == ["result = df"]
    assert [(one["verified"], one["cells"][0]["value"]) for one in turn["answer"]["citations"]] == [(True, 4240.0)]
    assert (turn["rows_used"], turn["rows_total"]) == (5, 5)
    final = final_output(service, conversation)
    assert {"explanation", "evaluation", "code", "plan", "output_type", "figures", "result_str", "failed_attempts"} <= {
        *final
    }
    assert (final["output_type"], final["evaluation"]) == ("analysis", "It looks right.")


def test_example_2_visualization_without_evaluation() -> None:
    service, conversation, _, _ = service_of(chart(), PlanSteps=[NO_EVALUATION])
    turn = service.ask(conversation, "Show me a histogram of ages", workflow=CODE)
    assert nodes_of(turn) == ["plan", "code", "approve", "run", "double_check", "explain"]
    assert turn.get("output_type") == "visualization"
    kinds = [service.artifact(conversation, one)["kind"] for one in turn["artifact_ids"]]
    assert kinds == ["figure", "text"]
    assert final_output(service, conversation)["figures"] == turn["artifact_ids"][:1]


def test_example_3_fails_twice_and_succeeds_on_the_third() -> None:
    service, conversation, script, runner = service_of(failing("x"), failing("no column y"), MEAN)
    turn = service.ask(conversation, "Calculate correlation between X and Y", workflow=CODE)
    tries = ["code", "approve", "run"]
    assert nodes_of(turn) == ["plan", *tries * 3, "double_check", "evaluate", "explain"]
    assert turn["status"] == "answered" and len(runner.ran) == 3
    kept = turn.get("failed_attempts", [])
    assert [(one["attempt"], one["code"]) for one in kept] == [(1, "result = 1"), (2, "result = 2")]
    assert "no column y" in kept[1]["error"]
    assert [len(prompt.attempts) for prompt in script.asked(FixCode)] == [1, 2]
    assert script.asked(ExplainResults)[0].attempts == tuple(kept)


def test_example_4_all_attempts_fail() -> None:
    service, conversation, _, runner = service_of(failing("impossible"))
    turn = service.ask(conversation, "Do something impossible", workflow=CODE)
    assert nodes_of(turn)[-1] == "error" and len(runner.ran) == 3
    assert turn["status"] == "error"
    assert turn["answer"]["text"].startswith("Code execution failed after 3 attempts. Final error: impossible")
    assert [one["attempt"] for one in turn.get("failed_attempts", [])] == [1, 2, 3]
    final = final_output(service, conversation)
    assert (final["output_type"], len(final["failed_attempts"])) == ("error", 3)
    assert "impossible" in final["error"] and not turn["artifact_ids"]


def test_example_5_a_concept_needs_no_code() -> None:
    service, conversation, _, runner = service_of(PlanSteps=[IDEA])
    turn = service.ask(conversation, "What is a p-value?", workflow=CODE)
    assert nodes_of(turn) == ["plan", "explain"] and not runner.ran
    assert (turn["status"], turn["answer"]["text"]) == ("explained", "A p-value is a probability.")


# ---------------------------------------------------------------- what is kept, what is locked


def test_a_figure_that_the_code_did_not_give_goes_back_once_and_then_stays_marked() -> None:
    service, conversation, script, _ = service_of(MEAN, ExplainResults=[Narration(text="It is 5,123 exactly.")])
    turn = service.ask(conversation, "Mean salary?", workflow=CODE)
    assert [(one["display"], one["verified"]) for one in turn["answer"]["citations"]] == [("5,123", False)]
    assert [bool(prompt.violations) for prompt in script.asked(ExplainResults)] == [False, True]


def test_the_code_is_an_artifact_and_a_reported_turn() -> None:
    service, conversation, _, _ = service_of(MEAN)
    turn = service.ask(conversation, "Mean salary?", workflow=CODE)
    code = service.artifact(conversation, turn["artifact_ids"][-1])
    assert (code["kind"], code["code"], turn.get("code")) == ("text", "result = 1", "result = 1")
    report = service.report_markdown(conversation)
    assert report is not None and "result = 1" in report


def test_a_new_turn_forgets_the_code_of_the_last_one() -> None:
    service, conversation, _, _ = service_of(MEAN, PlanSteps=[NO_EVALUATION, IDEA])
    service.ask(conversation, "Mean salary?", workflow=CODE)
    turn = service.ask(conversation, "What is a mean?", workflow=CODE)
    assert "code" not in turn and not turn["artifact_ids"] and "double_check" not in turn


# ---------------------------------------------------------------- approval

ASKING = Settings()


def test_the_code_waits_for_a_yes_and_runs_then() -> None:
    service, conversation, _, runner = service_of(MEAN, settings=ASKING)
    turn = service.ask(conversation, "Mean salary?", workflow=CODE)
    pending = service.pending(conversation)
    assert pending is not None and pending == turn["pending"] and not runner.ran
    assert (turn["status"], pending["kind"]) == ("asked", "approve")
    assert [option["option_id"] for option in pending["options"]] == ["approve", "reject"]
    assert (pending["context"]["code"], pending["context"]["why"]) == ("result = 1", "Computes it.")
    assert [one["name"] for one in cast(list[dict[str, str]], pending["context"]["reads"])] == ["staff.csv"]
    done = answer(service, conversation, "approve")
    assert (done["status"], done["turn_id"]) == ("answered", "T2") and runner.ran == ["result = 1"]
    assert [one["status"] for one in service.turns(conversation)] == ["asked", "answered"]
    assert service.pending(conversation) is None
    assert done["question"] == "Mean salary? (run the code)"


def test_a_changed_program_runs_as_changed() -> None:
    service, conversation, _, runner = service_of(MEAN, settings=ASKING)
    service.ask(conversation, "Mean salary?", workflow=CODE)
    done = answer(service, conversation, "approve", "result = df.salary.mean()\n")
    assert runner.ran == ["result = df.salary.mean()"]
    assert (done.get("code"), done.get("code_edited")) == ("result = df.salary.mean()", True)


def test_a_reason_against_it_goes_into_the_next_attempt() -> None:
    service, conversation, script, runner = service_of(MEAN, settings=ASKING)
    service.ask(conversation, "Mean salary?", workflow=CODE)
    second = answer(service, conversation, "reject", "use the median")
    assert second["status"] == "asked" and not runner.ran
    (prompt,) = script.asked(FixCode)
    assert "use the median" in prompt.feedback and prompt.attempts[0]["code"] == "result = 1"
    pending = service.pending(conversation)
    assert pending is not None and pending["context"]["code"] == "result = 2"
    done = answer(service, conversation, "approve")
    assert runner.ran == ["result = 2"] and done["status"] == "answered"
    assert [one["status"] for one in service.turns(conversation)] == ["asked", "asked", "answered"]


def test_a_plain_no_ends_the_turn() -> None:
    service, conversation, script, runner = service_of(settings=ASKING)
    service.ask(conversation, "Mean salary?", workflow=CODE)
    done = answer(service, conversation, "reject")
    assert (done["status"], runner.ran, script.asked(FixCode)) == ("stopped", [], [])


def test_three_refusals_are_enough() -> None:
    service, conversation, _, runner = service_of(settings=ASKING)
    service.ask(conversation, "Mean salary?", workflow=CODE)
    turns = [answer(service, conversation, "reject", f"not like that ({n})") for n in range(3)]
    assert [turn["status"] for turn in turns] == ["asked", "asked", "error"] and not runner.ran


def test_a_yes_counts_once() -> None:
    service, conversation, _, runner = service_of(MEAN, settings=ASKING)
    service.ask(conversation, "Mean salary?", workflow=CODE)
    pending = service.pending(conversation)
    assert pending is not None
    picked = PickedOption(pending["checkpoint_id"], "approve")
    service.answer(conversation, picked)
    with pytest.raises(StaleAnswerError):
        service.answer(conversation, picked)
    assert len(runner.ran) == 1


def test_a_new_question_drops_the_program_that_waits() -> None:
    service, conversation, _, runner = service_of(MEAN, settings=ASKING, PlanSteps=[NO_EVALUATION, IDEA])
    service.ask(conversation, "Mean salary?", workflow=CODE)
    waiting = service.pending(conversation)
    turn = service.ask(conversation, "What is a mean?", workflow=CODE)
    assert turn["status"] == "explained" and not runner.ran
    assert [one["turn_id"] for one in service.turns(conversation)] == ["T1", "T2"]
    assert waiting is not None and service.pending(conversation) is None
    with pytest.raises(StaleAnswerError):
        service.answer(conversation, PickedOption(waiting["checkpoint_id"], "approve"))


def test_a_turn_that_breaks_after_the_yes_leaves_a_conversation_that_goes_on() -> None:
    service, conversation, script, _ = service_of(MEAN, settings=ASKING)
    script.answers[ExplainResults] = [ZeroDivisionError]  # called as a step, it is no answer
    service.ask(conversation, "Mean salary?", workflow=CODE)
    assert answer(service, conversation, "approve")["status"] == "error"
    del script.answers[ExplainResults]
    assert service.pending(conversation) is None
    again = service.ask(conversation, "Mean salary?", workflow=CODE, choices=TurnChoices(approval_policy="never"))
    assert again["status"] == "answered"
    assert [one["turn_id"] for one in service.turns(conversation)] == ["T1", "T2", "T3"]


# ---------------------------------------------------------------- two paths


def test_two_ways_that_agree_are_marked() -> None:
    means = act(reading("mean", salary("mean")))
    service, conversation, _, _ = service_of(MEAN, ReadQuestion=[means])
    turn = service.ask(conversation, "Mean salary?", workflow=CODE)
    assert turn.get("double_check", {}).get("outcome") == "agrees"
    assert any("twice" in line for line in turn["assumptions"])


def test_a_question_without_words_in_the_vocabulary_is_computed_once() -> None:
    service, conversation, _, _ = service_of(MEAN)
    turn = service.ask(conversation, "Mean salary?", workflow=CODE)
    assert turn.get("double_check", {}).get("outcome") == "not_expressible"


def test_two_ways_that_disagree_stop_and_show_both() -> None:
    wrong = table("salary_mean", rows=((4711.0,),))
    means = act(reading("mean", salary("mean"), headline="{S1.salary_mean}", label="the mean"))
    service, conversation, script, runner = service_of(wrong, ReadQuestion=[means])
    turn = service.ask(conversation, "Mean salary?", workflow=CODE)
    pending = turn["pending"]
    assert pending is not None and (turn["status"], pending["kind"]) == ("asked", "clarify")
    assert [option["number"] for option in pending["options"]] == ["4,711", "4,240"]
    assert not script.asked(ExplainResults)
    by_code = answer(service, conversation, "by_code")
    assert (by_code["status"], by_code["workflow"], len(runner.ran)) == ("answered", CODE, 2)


def test_two_ways_that_begin_alike_show_the_groups_in_which_they_differ() -> None:
    wrong = table("team", "pay", rows=(("Engineering", 5000.0), ("Legal", 5000.0), ("Sales", 9.0)))
    means = act(reading("mean", salary("mean", group_cols=["department"]), label="the mean"))
    service, conversation, *_ = service_of(wrong, ReadQuestion=[means])
    turn = service.ask(conversation, "Mean salary by department?", workflow=CODE)
    assert turn["pending"] is not None
    assert [option["number"] for option in turn["pending"]["options"]] == ["Sales: 9", "Sales: 3,100"]


def test_the_way_of_the_vocabulary_can_be_picked() -> None:
    wrong = table("salary_mean", rows=((4711.0,),))
    means = act(reading("mean", salary("mean")))
    service, conversation, script, _ = service_of(wrong, ReadQuestion=[means])
    service.ask(conversation, "Mean salary?", workflow=CODE)
    script.answers[ExplainResults] = []
    script.answers[NarrateAnswer] = [Narration(text="The mean is {S1.salary_mean}.")]
    turn = answer(service, conversation, "by_vocabulary")
    assert (turn["status"], turn["answer"]["text"]) == ("answered", "The mean is 4,240.")


def test_the_second_way_can_be_switched_off() -> None:
    service, conversation, _, _ = service_of(table("salary_mean", rows=((4711.0,),)))
    turn = service.ask(conversation, "Mean?", workflow=CODE, choices=TurnChoices(double_check=False))
    assert turn["status"] == "answered" and "double_check" not in turn


# ---------------------------------------------------------------- with the rules, in the real sandbox


def test_without_a_model_the_reading_is_the_code() -> None:
    service = AnalystService(Settings())
    conversation = service.start_conversation("owner")
    service.datasets.add(conversation, "staff.csv", STAFF)
    asked = service.ask(conversation, "average salary by department", workflow=CODE)
    assert asked["status"] == "asked" and "groupby" in asked.get("code", "")
    turn = answer(service, conversation, "approve")
    assert turn["status"] == "answered", turn["answer"]["text"]
    assert turn.get("double_check", {}).get("outcome") == "agrees"
    assert "5,000" in turn["answer"]["text"] and all(one["verified"] for one in turn["answer"]["citations"])


def test_without_a_model_a_reason_is_read_as_a_follow_up_and_an_edit_is_told_plainly() -> None:
    service = AnalystService(Settings())
    conversation = service.start_conversation("owner")
    service.datasets.add(conversation, "staff.csv", STAFF)
    service.ask(conversation, "average salary by department", workflow=CODE)
    again = answer(service, conversation, "reject", "the median salary by department")
    assert again["status"] == "asked" and "median" in again.get("code", "")
    turn = answer(service, conversation, "approve", "result = df.salary.max() - df.salary.min()\nrows_used = len(df)")
    assert (turn["status"], turn.get("code_edited")) == ("answered", True)
    assert "3,000" in turn["answer"]["text"] and (turn["rows_used"], turn["rows_total"]) == (5, 5)


def test_a_decision_that_is_no_reading_is_told_after_the_attempts() -> None:
    service = AnalystService(Settings())
    conversation = service.start_conversation("owner")
    service.datasets.add(conversation, "staff.csv", STAFF)
    turn = service.ask(conversation, "predict the salary of next year", workflow=CODE)
    assert turn["status"] == "out_of_scope" and "vocabulary" in turn["answer"]["text"]
    assert turn.get("output_type") == "error" and turn["next_questions"]
    assert isinstance(turn.get("failed_attempts"), list)


def test_decision_with_no_reading_needs_no_code_to_compare() -> None:
    """A reading that does not fit the data is no second opinion."""
    odd = Decision(next_action="act", rationale="Odd.", readings=[reading("odd", salary("mean", group_cols=["x"]))])
    service, conversation, _, _ = service_of(MEAN, ReadQuestion=[odd])
    turn = service.ask(conversation, "Mean salary?", workflow=CODE)
    assert turn.get("double_check", {}).get("outcome") == "not_expressible"
