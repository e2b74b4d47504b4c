"""Two requests in one sentence, denials that nothing carries, and codes that names of columns begin with."""

import json

import pytest

from agent.reasoning.rules.reading.frame import Frame
from agent.reasoning.rules.reading.two_requests import two_requests_in
from tests.agent.reasoning.reading.conftest import Talk
from tests.agent.reasoning.reading.test_read import spec_of


def last_frame(talk: Talk, *questions: str) -> Frame:
    for question in questions:
        decision = talk.ask(question)
        assert decision.next_action == "act", (question, decision.rationale)
    assert decision.frame is not None
    return Frame.model_validate(decision.frame["frames"][-1])  # type: ignore[index]


def test_each_request_keeps_its_own_rows(bakery: Talk) -> None:
    frame = last_frame(bakery, "what is the average price, and how many receipts have croissant?")
    assert frame.intent == "several"
    assert [len(part.conditions) for part in frame.parts] == [0, 1]
    assert [part.metrics[0].agg for part in frame.parts] == ["mean", "nunique"]


def test_each_request_keeps_its_own_groups(bakery: Talk) -> None:
    frame = last_frame(bakery, "number of rows per kind; then the average price per size")
    assert [part.groups[0].columns[0].column for part in frame.parts] == ["kind", "size"]


@pytest.mark.parametrize(
    "question",
    [
        "what are the mean and the median price?",
        "which product sold best and how much was it?",
        "price by kind and size",
    ],
)
def test_one_request_is_not_cut(bakery: Talk, question: str) -> None:
    assert '"several"' not in json.dumps(bakery.ask(question).frame or {})


def test_a_sentence_is_cut_where_the_second_question_begins() -> None:
    assert two_requests_in("mean price by kind, and which day was the best one?") == (
        "mean price by kind",
        "which day was the best one?",
    )
    assert two_requests_in("mean and median price by kind") is None


def test_a_denial_that_no_condition_carries_is_asked_about(bakery: Talk) -> None:
    decision = bakery.ask("how many receipts were not exported?")
    assert decision.next_action == "ask"


def test_a_bare_group_after_a_question_that_was_not_understood_is_asked_about(bakery: Talk) -> None:
    bakery.ask("glorp the wibbles")
    assert bakery.ask("by month").next_action == "ask"


def test_a_share_of_the_total_is_of_the_table_just_shown(bakery: Talk) -> None:
    frame = last_frame(bakery, "total quantity by kind", "only those with loyalty", "and as a share of the total?")
    assert (frame.share, frame.part) == (True, 0)
    assert [slot.columns[0].column for slot in frame.groups] == ["kind"]
    assert frame.conditions[0][0].column.column == "loyalty"


def test_two_categories_are_not_answered_by_a_correlation_of_other_columns(bakery: Talk) -> None:
    spec = spec_of(bakery.ask("are kind and loyalty related?"))
    assert (spec["rows"], spec["columns"]) == ("kind", "loyalty")
