"""Seed 002's loop: a mind that looks acts as often as the question needs; no step on the way is told as the answer."""

from typing import Any, cast

import pytest

from agent.reasoning.prompts import Decision, NarrateAnswer, ReadQuestion
from agent.results import turn_result
from agent.service import AnalystService, PickedOption, ProgressEvent
from agent.specs.reading import Reading
from agent.state import TurnRecord
from tests.agent.scripted import Script, Step, act, by_department, reading, salary, service_of

QUESTION = "Which department earns most, and who earns most there, and how much do its seniors earn?"
TOP = reading("top", {**by_department(), "top_k": 1}, headline="{S1.department}", label="the top department")
LEGAL_JUNIORS = [
    {"col": "department", "op": "==", "value": "Legal"}, {"col": "level", "op": "==", "value": "Junior"},
]  # fmt: skip
EMPTY = reading("none", salary(filters=LEGAL_JUNIORS), label="legal juniors")
DONE = Decision(next_action="finalize", rationale="That is it.")


def within(value: str, reading_id: str = "within", **more: Any) -> Reading:
    filters = [{"col": "department", "op": "==", "value": value}]
    return reading(reading_id, salary("max", group_cols=["name"], filters=filters, **more), label=f"within {value}")


def looking(*steps: Step, **script: Any) -> tuple[AnalystService, str, Script]:
    return service_of(*steps, looks=True, **script)


def nodes_of(turn: TurnRecord) -> list[str]:
    return [entry["node"] for entry in turn["trace"]]


def follow(prompt: ReadQuestion) -> Decision:
    """Uses a value of the result that it looked at."""
    found = cast(Any, prompt.observed[-1].artifacts[0]["payload"])["rows"][0][0]
    return act(within(found), look=True)


def seniors(prompt: ReadQuestion) -> Decision:
    return act(reading("seniors", salary("mean", filters=[{"col": "level", "op": "==", "value": "Senior"}])))


# ---------------------------------------------------------------- as often as it takes


def test_a_question_of_three_acts_gets_three() -> None:
    service, conversation, script = looking(act(TOP, look=True), follow, seniors, narration=["{S1.salary_mean}."])
    turn = service.ask(conversation, QUESTION)
    assert turn["status"] == "answered"
    assert nodes_of(turn) == ["route_turn", *["reason", "act"] * 3, "reason", "report"]
    assert turn["answer"]["text"] == "5,500."
    asked = script.asked(ReadQuestion)
    assert [[one.name for one in prompt.observed] for prompt in asked] == [[], ["O1"], ["O1", "O2"]]
    assert [prompt.acts_left for prompt in asked] == [8, 7, 6]
    assert len(script.asked(NarrateAnswer)) == 1


def test_what_was_found_on_the_way_stays_visible_and_is_not_among_the_results() -> None:
    service, conversation, _ = looking(act(TOP, look=True), follow, seniors)
    turn = service.ask(conversation, QUESTION)
    titles = [service.artifact(conversation, one)["spec"] for one in turn["step_ids"]]
    assert [cast(Any, spec)["group_cols"] for spec in titles] == [["department"], ["name"]]
    assert len(turn["artifact_ids"]) == 1 and not {*turn["artifact_ids"]} & {*turn["step_ids"]}
    markdown = service.report_markdown(conversation)
    assert markdown
    found = [service.artifact(conversation, one)["title"].partition(",")[0] for one in turn["step_ids"]]
    assert all(f"# {title}" in markdown for title in found)  # in the program


def test_rows_of_results_that_come_from_others_are_told_apart() -> None:
    both = DONE.model_copy(update={"answer_from": ["O1", "O2"]})
    of_seniors = act(
        reading("seniors", salary("mean", filters=[{"col": "level", "op": "==", "value": "Senior"}])), look=True
    )
    service, conversation, _ = looking(act(TOP, look=True), of_seniors, both)
    turn = service.ask(conversation, QUESTION)
    _, second = (service.artifact(conversation, one) for one in turn["artifact_ids"])
    assert turn["rows_used"] == turn["rows_total"]
    assert second["ledger"] and second["ledger"]["rows_used"] < second["ledger"]["rows_total"]
    told = f"“{second['title']}”: {second['ledger']['rows_used']} of {turn['rows_total']} rows"
    assert [one["title"] for one in turn["rows_apart"]] == [second["title"]]
    html = service.report_html(conversation)
    assert told in str(service.report_markdown(conversation)) and html and told in html.decode()


def test_on_the_command_line_steps_stand_beside_the_results() -> None:
    service, conversation, _ = looking(act(TOP, look=True), follow, seniors)
    turn = service.ask(conversation, QUESTION)
    told = cast(Any, turn_result(service, conversation, turn))
    assert [one["artifact_id"] for one in told["steps"]] == turn["step_ids"]
    assert [one["artifact_id"] for one in told["artifacts"]] == turn["artifact_ids"]


def test_without_look_the_result_is_the_answer_and_nobody_is_asked_again() -> None:
    service, conversation, script = looking(act(TOP))
    turn = service.ask(conversation, QUESTION)
    assert turn["status"] == "answered" and len(script.asked(ReadQuestion)) == 1
    assert "step_ids" not in turn


def test_a_reasoner_that_does_not_look_is_never_asked_to() -> None:
    service, conversation, script = service_of(act(EMPTY))
    service.ask(conversation, QUESTION)
    (prompt,) = script.asked(ReadQuestion)
    assert prompt.acts_left == 0 and not prompt.observed


def test_the_answer_may_be_made_of_several_steps() -> None:
    last = Decision(next_action="finalize", rationale="Both.", answer_from=["O2", "O1"])
    told = "{S1[Ann].salary_max} of {S2.salary_mean}."
    service, conversation, _ = looking(act(TOP, look=True), follow, last, narration=[told])
    turn = service.ask(conversation, QUESTION)
    assert turn["answer"]["text"] == "6,000 of 5,000."
    assert turn["interpretation"] == "Read as within Engineering. Read as the top department."
    assert len(turn["artifact_ids"]) == 2 and "step_ids" not in turn


def test_by_default_the_last_step_is_the_answer() -> None:
    service, conversation, _ = looking(act(TOP, look=True), follow, DONE)
    turn = service.ask(conversation, QUESTION)
    assert turn["interpretation"] == "Read as within Engineering."
    assert len(turn["artifact_ids"]) == len(turn["step_ids"]) == 1


def test_the_same_specs_again_are_the_answer_that_is_there_already() -> None:
    service, conversation, _ = looking(act(TOP, look=True), follow, act(TOP))
    turn = service.ask(conversation, QUESTION)
    assert nodes_of(turn).count("act") == 2
    assert turn["interpretation"] == "Read as the top department."


def test_each_act_is_told_while_it_runs() -> None:
    events: list[ProgressEvent] = []
    service, conversation, _ = looking(act(TOP, look=True), follow, seniors)
    turn = service.ask(conversation, QUESTION, on_event=events.append)
    told = [event.text for event in events if event.kind == "node_started" and event.node == "act"]
    assert told == ["Computing", "Computing (2)", "Computing (3)"]
    assert [line["step_name"] for line in turn["reasoning"]].count("act (3)") == 1


# ---------------------------------------------------------------- ends


def test_one_that_never_finalizes_ends_after_eight_with_what_it_has_and_says_so() -> None:
    steps = [act(reading(f"r{n}", salary("mean", group_cols=["name"], top_k=n)), look=True) for n in range(1, 12)]
    service, conversation, script = looking(*steps)
    turn = service.ask(conversation, QUESTION)
    assert turn["status"] == "answered"
    assert nodes_of(turn).count("act") == service.settings.max_acts == len(script.asked(ReadQuestion)) == 8
    assert len(turn["step_ids"]) == 7
    assert any("were spent" in line for line in turn["assumptions"])


def test_an_empty_result_is_looked_at_by_itself() -> None:
    service, conversation, script = looking(act(EMPTY), act(within("Engineering")))
    turn = service.ask(conversation, QUESTION)
    assert turn["interpretation"] == "Read as within Engineering."
    assert script.asked(ReadQuestion)[1].observed[0].reading.label == "legal juniors"
    assert turn["rows_used"] == 2


def test_an_empty_result_that_stands_is_the_answer() -> None:
    service, conversation, _ = looking(act(EMPTY), DONE)
    turn = service.ask(conversation, QUESTION)
    assert turn["status"] == "answered" and nodes_of(turn).count("act") == 1
    assert turn["interpretation"] == "Read as legal juniors." and "step_ids" not in turn


def test_a_step_that_fails_goes_back_with_the_reason_and_what_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    odd = reading("odd", salary(group_cols=["team"]))
    service, conversation, script = looking(act(TOP, look=True), act(odd), seniors)
    turn = service.ask(conversation, QUESTION)
    assert turn["status"] == "answered"
    retry = script.asked(ReadQuestion)[2]
    assert "team" in retry.last_error and [one.name for one in retry.observed] == ["O1"]


def test_where_no_further_step_can_be_executed_it_ends_with_what_it_has() -> None:
    odd = reading("odd", salary(group_cols=["team"]))
    service, conversation, _ = looking(act(TOP, look=True), act(odd))
    turn = service.ask(conversation, QUESTION)
    assert turn["status"] == "answered"
    assert turn["interpretation"] == "Read as the top department."
    assert any("No further step" in line for line in turn["assumptions"])


# ---------------------------------------------------------------- a step is no answer


def test_a_text_that_tells_a_step_as_the_answer_is_sent_back() -> None:
    told = ["It is {O1.salary_mean}.", "It is {S1.salary_mean}, after {O1.salary_mean}."]
    service, conversation, script = looking(act(TOP, look=True), follow, seniors, narration=told)
    turn = service.ask(conversation, QUESTION)
    assert turn["answer"]["text"] == "It is 5,500, after 5,000."
    assert "step on the way" in script.asked(NarrateAnswer)[1].violations[0]


def test_a_text_that_tells_only_a_step_twice_gives_way_to_the_table() -> None:
    service, conversation, _ = looking(act(TOP, look=True), follow, seniors, narration=["It is {O1.salary_mean}."])
    turn = service.ask(conversation, QUESTION)
    assert "5,500" in turn["answer"]["text"] and "5,000" not in turn["answer"]["text"]


# ---------------------------------------------------------------- asking on the way

MOST = reading("most", by_department("max"), label="by highest")
MEANS = reading("mean", by_department(), label="by mean")


def picked(service: AnalystService, conversation: str, option: str) -> TurnRecord:
    pending = service.pending(conversation)
    assert pending
    return service.answer(conversation, PickedOption(pending["checkpoint_id"], option))


@pytest.mark.parametrize("by_words", [False, True])
def test_steps_that_differ_are_asked_about_and_the_way_goes_on_from_the_pick(by_words: bool) -> None:
    def named(prompt: ReadQuestion) -> Decision:
        return act(MOST) if by_words and not prompt.observed else seniors(prompt)

    service, conversation, script = looking(act(MEANS, MOST, look=True), named)
    asked = service.ask(conversation, QUESTION)
    assert asked["status"] == "asked"
    turn = service.ask(conversation, "by highest") if by_words else picked(service, conversation, "most")
    assert turn["status"] == "answered" and len(turn["step_ids"]) == 1
    last = script.asked(ReadQuestion)[-1]
    assert [one.reading.label for one in last.observed] == ["by highest"]
    assert last.question.startswith(QUESTION)


def test_on_the_way_from_a_pick_nobody_is_asked_again() -> None:
    differing = act(reading("one", salary("min"), label="least"), reading("two", salary("max"), label="most"))
    service, conversation, _ = looking(act(TOP, look=True), act(MEANS, MOST, look=True), differing)
    assert service.ask(conversation, QUESTION)["status"] == "asked"
    turn = picked(service, conversation, "mean")
    assert turn["status"] == "answered" and turn["interpretation"] == "Read as least."
    assert "This could also be read as: most, which gives another result." in turn["assumptions"]
    assert len(turn["step_ids"]) == 2 and len(turn["artifact_ids"]) == 1


def test_an_answer_that_differs_is_asked_about_and_named_in_words_with_the_steps_kept() -> None:
    def named(prompt: ReadQuestion) -> Decision:
        return act(MOST)

    service, conversation, _ = looking(act(TOP, look=True), act(MEANS, MOST), named)
    assert service.ask(conversation, QUESTION)["status"] == "asked"
    turn = service.ask(conversation, "by highest")
    assert turn["status"] == "answered" and turn["interpretation"] == "Read as by highest."
    assert len(turn["step_ids"]) == 1
