"""Yes-or-no columns that are denied, times between two dates, and words that no column answers."""

from collections.abc import Callable
from typing import Any

import pytest

from agent.reasoning.rules.reading.frame import Frame
from tests.agent.reasoning.reading.conftest import Talk


@pytest.fixture
def cellar(talk: Callable[..., Talk]) -> Talk:
    return talk("cellar.csv")


def last_frame(talk: Talk, *questions: str) -> Frame:
    for question in questions:
        decision = talk.ask(question)
        assert decision.next_action == "act", (question, decision.rationale)
    assert decision.frame is not None
    return Frame.model_validate(decision.frame["frames"][-1])  # type: ignore[index]


def conditions(frame: Frame) -> list[tuple[str, str, Any]]:
    return [(item[0].column.column, item[0].op, item[0].value) for item in frame.conditions]


DENIED = [
    ("how many bottles have not been tasted yet?", ("tasted", "==", "no")),
    ("how many invoices are unpaid?", ("invoice_paid", "==", False)),
    ("number of untasted bottles", ("tasted", "==", "no")),
    ("how many bottles were tasted?", ("tasted", "==", "yes")),
]


@pytest.mark.parametrize(("question", "condition"), DENIED, ids=[question for question, _ in DENIED])
def test_a_denied_yes_or_no_chooses_the_no(cellar: Talk, question: str, condition: tuple[str, str, Any]) -> None:
    assert conditions(last_frame(cellar, question)) == [condition]


def test_the_opposite_of_yes_is_no(cellar: Talk) -> None:
    frame = last_frame(cellar, "how many bottles were tasted?", "and how many were not?")
    assert conditions(frame) == [("tasted", "==", "no")]


def test_a_length_of_time_is_bounded_in_its_unit(cellar: Talk) -> None:
    frame = last_frame(cellar, "how many bottles were kept longer than 48 hours?")
    slot = frame.conditions[0][0]
    assert (slot.column.column, slot.op, slot.value) == ("opened", ">", 2.0)
    assert slot.than is not None and slot.than.column == "laid_down"
    assert frame.groups == []


def test_a_length_of_time_is_given_in_the_unit_asked_for(cellar: Talk) -> None:
    frame = last_frame(cellar, "how long were bottles kept on average, in hours?")
    metric = frame.metrics[0]
    assert (metric.columns[0].column, metric.minus[0].column, metric.unit) == ("opened", "laid_down", "hours")
    assert frame.groups == []


def test_a_period_chooses_the_rows_of_a_length_of_time(cellar: Talk) -> None:
    frame = last_frame(cellar, "how long were bottles kept on average in February 2023?")
    assert conditions(frame) == [("laid_down", "==", "2023-02")]


def test_an_amount_counted_in_its_unit_is_summed(cellar: Talk) -> None:
    frame = last_frame(cellar, "how many litres drunk of the merlot?")
    assert [(metric.columns[0].column, metric.agg) for metric in frame.metrics] == [("litres drunk", "sum")]


@pytest.mark.parametrize(
    "question", ["which winemaker had the highest list price?", "which bottle has the highest acidity?"]
)
def test_what_is_sought_and_has_no_column_is_asked_about(cellar: Talk, question: str) -> None:
    decision = cellar.ask(question)
    assert decision.next_action == "ask"
    said = question.split()[1] if "winemaker" in question else "acidity"
    assert said in decision.rationale


def test_a_name_that_two_columns_share_is_both_of_them(cellar: Talk) -> None:
    decision = cellar.ask("average price of the upper shelf")
    assert [reading.label for reading in decision.readings] == ["list price (EUR)", "auction price (EUR)"]


def test_below_another_column_compares_with_its_fellow(cellar: Talk) -> None:
    slot = last_frame(cellar, "how many went at auction below their list price?").conditions[0][0]
    assert slot.than is not None
    assert (slot.column.column, slot.op, slot.than.column) == ("auction price (EUR)", "<", "list price (EUR)")


def test_two_cells_joined_by_or_are_set_side_by_side(cellar: Talk) -> None:
    frame = last_frame(cellar, "were more bottles tasted on the upper or on the lower shelf?")
    assert [slot.columns[0].column for slot in frame.groups] == ["shelf"]
    assert ("tasted", "==", "yes") in conditions(frame)


def test_a_code_of_every_row_is_no_third_group(cellar: Talk) -> None:
    frame = last_frame(cellar, "cross table of shelf and grape, bottle counts")
    assert [slot.columns[0].column for slot in frame.groups] == ["shelf", "grape"]
