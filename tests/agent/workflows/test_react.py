"""Seed 002: the routing table of the react workflow, and every way through it."""

from collections.abc import Callable
from typing import cast

import pytest
from langgraph.graph import END

from agent.errors import ContractError, SpecError
from agent.reasoning.prompts import Decision, DeclineRequest, NarrateAnswer, ReadQuestion
from agent.state import AgentState, Artifact, NextAction
from agent.workflows import react
from tests.agent.scripted import act, by_department, reading, salary, service_of

MEAN = reading("mean", salary("mean"), headline="{S1.salary_mean}", label="the mean")
MEDIAN = reading("median", salary("median"), headline="{S1.salary_median}", label="the median")
UNKNOWN = reading("odd", salary("mean", group_cols=["team"]))
TEXT = reading("text", {"op": "groupby_agg", "metrics": {"name": ["mean"]}})


# ---------------------------------------------------------------- the graph as the seed draws it


@pytest.mark.parametrize(
    ("action", "target"),
    [
        ("ask", END),
        ("act", "act"),
        ("out_of_scope", "out_of_scope"),
        ("finalize", "report"),
        ("explain", "explain"),
        ("hand_over", "hand_over"),
    ],
)
def test_reason_routes_by_next_action(action: NextAction, target: str) -> None:
    assert react.ROUTES[react.route_after_reason({"next_action": action})] == target


def test_reason_has_to_decide() -> None:
    with pytest.raises(ContractError, match="reason"):
        react.route_after_reason(cast(AgentState, {"next_action": None}))


def test_edges_are_those_of_the_seed() -> None:
    drawn = react.build().compile().get_graph()
    edges = {(edge.source, edge.target) for edge in drawn.edges}
    assert edges == {
        ("__start__", "reason"),
        ("reason", "__end__"),
        ("reason", "act"),
        ("reason", "out_of_scope"),
        ("reason", "report"),
        ("reason", "explain"),
        ("act", "reason"),
        ("out_of_scope", "reason"),
        ("report", "__end__"),
        ("reason", "hand_over"),
        ("hand_over", "__end__"),
        ("explain", "__end__"),
    }
    assert {edge.source for edge in drawn.edges if edge.conditional} == {"reason"}
    mermaid = drawn.draw_mermaid(with_styles=False)
    assert "act --> reason" in mermaid and "out_of_scope --> reason" in mermaid


def nodes_of(turn: object) -> list[str]:
    return [entry["node"] for entry in cast(AgentState, turn)["trace"]]


# ---------------------------------------------------------------- act -> finalize


def test_a_question_is_read_executed_and_answered() -> None:
    service, conversation, _ = service_of(act(MEAN), narration=["The mean is {S1.salary_mean}."])
    turn = service.ask(conversation, "What is the mean salary?")
    assert turn["status"] == "answered"
    assert turn["answer"]["text"] == "The mean is 4,240."
    assert nodes_of(turn) == ["route_turn", "reason", "act", "reason", "report"]
    assert (turn["rows_used"], turn["rows_total"]) == (5, 5)
    assert turn["interpretation"] == "Read as the mean."
    assert [service.artifact(conversation, one)["kind"] for one in turn["artifact_ids"]] == ["table"]


def test_readings_that_give_the_same_are_answered_and_it_is_said() -> None:
    same = reading("again", salary("mean", filters=[{"col": "salary", "op": ">", "value": 0}]), label="paid staff only")
    service, conversation, script = service_of(act(MEAN, same))
    turn = service.ask(conversation, "Mean salary?")
    assert turn["status"] == "answered"
    assert turn["assumptions"] == ["Read another way (paid staff only), the result is the same."]
    (prompt,) = script.asked(NarrateAnswer)
    assert [result.reading.reading_id for result in prompt.results] == ["mean", "again"]
    assert len(turn["artifact_ids"]) == 1


def test_by_top_key_only_the_name_has_to_agree() -> None:
    total = reading("sum", by_department("sum"), compare="top_key")
    highest = reading("max", by_department("max"), compare="top_key")
    service, conversation, _ = service_of(act(total, highest))
    assert service.ask(conversation, "Which department earns most?")["status"] == "answered"


# ---------------------------------------------------------------- ask


def test_readings_that_differ_are_asked_about_with_the_number_each_would_give() -> None:
    service, conversation, _ = service_of(act(MEAN, MEDIAN, question_if_different="Mean or median?"))
    turn = service.ask(conversation, "What is the typical salary?")
    assert turn["status"] == "asked"
    pending = service.pending(conversation)
    assert pending is not None and pending == turn["pending"]
    assert (pending["message"], pending["prompt"]) == ("Mean or median?", "Which do you mean?")
    assert [(option["label"], option["number"]) for option in pending["options"]] == [
        ("the mean", "4,240"),
        ("the median", "4,000"),
    ]
    assert "- the mean: 4,240" in turn["answer"]["text"]
    assert all(citation["verified"] for citation in turn["answer"]["citations"])
    assert nodes_of(turn) == ["route_turn", "reason", "act", "reason"]


def test_two_that_agree_stand_as_one_option_beside_the_third() -> None:
    again = reading("again", salary("mean", sort={"by": "salary_mean"}), label="the average")
    service, conversation, _ = service_of(act(MEAN, MEDIAN, again))
    service.ask(conversation, "Typical salary?")
    pending = service.pending(conversation)
    assert pending and [option["label"] for option in pending["options"]] == ["the mean or the average", "the median"]


def test_readings_of_one_name_are_kept_apart() -> None:
    service, conversation, _ = service_of(act(MEAN, MEDIAN.model_copy(update={"reading_id": "mean"})))
    service.ask(conversation, "Typical salary?")
    pending = service.pending(conversation)
    assert pending and [option["number"] for option in pending["options"]] == ["4,240", "4,000"]


def test_a_question_of_the_reasoner_ends_the_turn_and_the_next_turn_knows_it() -> None:
    asking = Decision(
        next_action="ask", rationale="Which column?", clarifying_questions=["Which column do you mean?"],
        choices=["salary", "level"],
    )  # fmt: skip
    service, conversation, script = service_of(asking, act(MEAN))
    first = service.ask(conversation, "What is the mean?")
    assert first["status"] == "asked"
    assert first["answer"]["text"] == "Which column do you mean?\n\n- salary\n- level\n\nWhich do you mean?"
    second = service.ask(conversation, "the salary")
    assert second["status"] == "answered"
    prompt = script.asked(ReadQuestion)[1]
    assert prompt.pending["message"] == "Which column do you mean?"
    assert service.pending(conversation) is None


def test_a_missing_column_is_named() -> None:
    missing = Decision(
        next_action="ask", rationale="There is no age.", clarifying_questions=["There is no column age. Salary?"],
        missing_columns=["age"],
    )  # fmt: skip
    service, conversation, _ = service_of(missing)
    turn = service.ask(conversation, "Mean age?")
    assert turn["status"] == "missing_column"
    assert "age" in turn["answer"]["text"]


def test_without_data_an_upload_is_asked_for_and_nothing_is_decided() -> None:
    service, conversation, script = service_of(act(MEAN), content=None)
    turn = service.ask(conversation, "Mean salary?")
    assert turn["status"] == "asked"
    assert "upload" in turn["answer"]["text"]
    assert not script.prompts


# ---------------------------------------------------------------- out_of_scope, explain, report


def test_what_is_out_of_scope_is_declined_with_alternatives_as_options() -> None:
    declining = Decision(next_action="out_of_scope", rationale="A forecast.")
    service, conversation, script = service_of(declining, act(MEAN))
    turn = service.ask(conversation, "Predict next year's salary")
    assert turn["status"] == "out_of_scope"
    assert nodes_of(turn) == ["route_turn", "reason", "out_of_scope", "reason"]
    assert turn["answer"]["text"].startswith("Predictions are out of scope.")
    pending = service.pending(conversation)
    assert pending and [option["says"] for option in pending["options"]] == [
        "How did salary go?",
        "What is the mean salary?",
        "Predict next year's salary",  # by generated code, if the person wants to
    ]
    assert script.asked(DeclineRequest)[0].rationale == "A forecast."


def test_a_concept_is_explained_with_nothing_computed() -> None:
    explaining = Decision(next_action="explain", rationale="A concept.")
    service, conversation, _ = service_of(explaining, explanation="Half of all values lie below; usual is 0.05, not 7.")
    turn = service.ask(conversation, "What is a median?")
    assert turn["status"] == "explained"
    assert nodes_of(turn) == ["route_turn", "reason", "explain"]
    assert [(one["display"], one["verified"]) for one in turn["answer"]["citations"]] == [("7", False)]
    assert not turn["artifact_ids"]


def test_a_report_is_drawn_from_the_turns_before() -> None:
    wanting = Decision(next_action="finalize", rationale="A report.", wants_report=True)
    service, conversation, _ = service_of(wanting, act(MEAN), wanting, narration=["The mean is {S1.salary_mean}."])
    assert service.ask(conversation, "Write a report")["status"] == "asked"
    service.ask(conversation, "Mean salary?")
    turn = service.ask(conversation, "Write a report")
    assert (turn["status"], turn["answer"]["text"]) == ("answered", "The mean is 4,240.")
    markdown = service.report_markdown(conversation)
    assert (
        markdown and markdown.count("The mean is **4,240**") == 1
    )  # each thing once, and nothing of the report's own turn


# ---------------------------------------------------------------- errors return to reason


def test_a_spec_that_does_not_fit_is_sent_back_once_with_the_reason() -> None:
    service, conversation, script = service_of(act(UNKNOWN), act(MEAN))
    turn = service.ask(conversation, "Mean salary by team?")
    assert turn["status"] == "answered"
    retry = script.asked(ReadQuestion)[1]
    assert "team" in retry.last_error
    assert [one.reading_id for one in retry.failed] == ["odd"]
    assert nodes_of(turn) == ["route_turn", "reason", "act", "reason", "report"]


def test_a_spec_that_never_fits_is_asked_about() -> None:
    service, conversation, script = service_of(act(UNKNOWN))
    turn = service.ask(conversation, "Mean salary by team?")
    assert turn["status"] == "asked"
    assert "team" in turn["answer"]["text"]
    assert len(script.asked(ReadQuestion)) == 2


def test_of_several_readings_the_one_that_fits_is_answered_and_the_other_named() -> None:
    service, conversation, _ = service_of(act(UNKNOWN, MEAN))
    turn = service.ask(conversation, "Mean salary by team?")
    assert turn["status"] == "answered"
    assert len(turn["assumptions"]) == 1 and turn["assumptions"][0].startswith("Left out: odd.")


def test_an_error_of_act_returns_to_reason_with_what_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    fail_first(monkeypatch, 1)
    service, conversation, script = service_of(act(MEAN), act(MEDIAN))
    turn = service.ask(conversation, "Typical salary?")
    assert turn["status"] == "answered"
    assert nodes_of(turn) == ["route_turn", "reason", "act", "reason", "act", "reason", "report"]
    retry = script.asked(ReadQuestion)[1]
    assert retry.last_error == "It broke. Try another column."
    assert [one.reading_id for one in retry.failed] == ["mean"]
    assert turn["trace"][2]["error"] == retry.last_error


def test_of_several_readings_the_one_that_breaks_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    fail_first(monkeypatch, 1)
    service, conversation, _ = service_of(act(MEAN, MEDIAN))
    turn = service.ask(conversation, "Typical salary?")
    assert turn["status"] == "answered"
    assert turn["assumptions"] == ["Left out: the mean. It broke. Try another column."]


def test_the_same_specs_again_are_not_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    fail_first(monkeypatch, 99)
    service, conversation, _ = service_of(act(MEAN))
    turn = service.ask(conversation, "Mean salary?")
    assert turn["status"] == "error"
    assert turn["answer"]["text"] == "I could not work this out. It broke. Try another column."
    assert nodes_of(turn).count("act") == 1


def test_after_eight_acts_the_answer_says_what_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    fail_first(monkeypatch, 99)
    decisions = [act(reading(f"r{n}", salary("mean", top_k=n + 1))) for n in range(12)]
    service, conversation, script = service_of(*decisions)
    turn = service.ask(conversation, "Mean salary?")
    assert turn["status"] == "error"
    assert "It broke." in turn["answer"]["text"]
    assert nodes_of(turn).count("act") == service.settings.max_acts == 8
    assert len(script.asked(ReadQuestion)) == 8


def test_an_impossible_result_is_an_error_and_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agent.nodes.act.impossible", always_impossible)
    service, conversation, _ = service_of(act(MEAN))
    turn = service.ask(conversation, "Mean salary?")
    assert turn["status"] == "error"
    assert "counts 9 of 5 rows" in turn["answer"]["text"]
    assert not service.artifacts(conversation)


def always_impossible(artifacts: object) -> tuple[str, ...]:
    return ("salary: the column n counts 9 of 5 rows.",)


def fail_first(monkeypatch: pytest.MonkeyPatch, times: int) -> None:
    left = [times]

    def limited(action: Callable[[], list[Artifact]], **limits: object) -> list[Artifact]:
        if left[0]:
            left[0] -= 1
            raise SpecError("It broke.", "Try another column.")
        return action()

    monkeypatch.setattr("agent.nodes.act.run_limited", limited)
