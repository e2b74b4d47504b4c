"""Follow-ups that measure something else, or more: what they do not replace stays as it was asked."""

import pytest

from agent.reasoning.prompts import Decision
from agent.reasoning.rules.reading.memory import Memory
from tests.agent.reasoning.reading.conftest import Talk


def measures(decision: Decision) -> list[tuple[str, str]]:
    """Column and aggregate of each metric of the frame that is kept; rows are "*"."""
    last = Memory.from_json(decision.frame).last
    assert last is not None
    return [(metric.columns[0].column if metric.columns else "*", metric.agg) for metric in last.metrics]


def kept(decision: Decision) -> tuple[list[str], list[str]]:
    """The columns of the groups and of the conditions of the frame that is kept."""
    last = Memory.from_json(decision.frame).last
    assert last is not None
    return [slot.columns[0].column for slot in last.groups], [item[0].column.column for item in last.conditions]


@pytest.mark.parametrize(
    ("first", "then", "expected"),
    [
        ("median dose by line", "lowest and highest too", [("dose", "median"), ("dose", "min"), ("dose", "max")]),
        ("average delay by line", "with the standard deviation", [("delay", "mean"), ("delay", "std")]),
        ("average delay by line", "also show the count", [("delay", "mean"), ("*", "count")]),
        ("average delay by line", "and the number of values too", [("delay", "mean"), ("delay", "count")]),
        ("average delay by line", "add the average ride minutes", [("delay", "mean"), ("ride minutes", "mean")]),
        ("average delay", "plus the median", [("delay", "mean"), ("delay", "median")]),
    ],
)
def test_more_is_measured_beside_what_was(trams: Talk, first: str, then: str, expected: list[tuple[str, str]]) -> None:
    groups, _ = kept(trams.ask(first))
    decision = trams.ask(then)
    assert measures(decision) == expected
    assert kept(decision)[0] == groups


@pytest.mark.parametrize(
    ("then", "expected"),
    [
        ("and the average delay?", [("delay", "mean")]),
        ("median instead", [("ride minutes", "median")]),
        ("same for the delay", [("delay", "max")]),
    ],
)
def test_another_measure_keeps_groups_and_conditions(trams: Talk, then: str, expected: list[tuple[str, str]]) -> None:
    trams.ask("maximum ride minutes by line in 2024")
    decision = trams.ask(then)
    assert measures(decision) == expected
    assert kept(decision) == (["line"], ["opened"])


def test_what_adds_up_is_measured_though_by_stands_before_it(bakery: Talk) -> None:
    bakery.ask("total price by product")
    assert measures(bakery.ask("and by quantity?")) == [("quantity", "sum")]


def test_a_question_of_its_own_takes_nothing_along(trams: Talk) -> None:
    trams.ask("average delay by line")
    decision = trams.ask("what is the average dose?")
    assert (measures(decision), kept(decision)) == ([("dose", "mean")], ([], []))


def test_german_words_add_and_replace(belege: Talk) -> None:
    belege.ask("Summe Nettobetrag je Kunde")
    assert measures(belege.ask("und die Anzahl dazu")) == [("Nettobetrag", "sum"), ("*", "count")]
    assert measures(belege.ask("lieber den Bruttobetrag")) == [("Bruttobetrag", "sum")]


def test_japanese_words_add_and_replace() -> None:
    talk = Talk("gakusei.csv")
    talk.ask("組ごとの数学の平均")
    assert measures(talk.ask("標準偏差も追加して")) == [("数学", "mean"), ("数学", "std")]
    decision = talk.ask("国語の平均に変えて")
    assert (measures(decision), kept(decision)[0]) == ([("国語", "mean")], ["組"])
