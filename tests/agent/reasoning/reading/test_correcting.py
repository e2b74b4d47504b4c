"""Corrections: what is taken back gives way to what is meant, and all else stays."""

import pytest

from tests.agent.reasoning.reading.conftest import Talk
from tests.agent.reasoning.reading.test_after_asking_back import frame_kept, told


@pytest.mark.parametrize(
    "correction",
    [
        "no, I meant the median",
        "not the mean, the median",
        "the median, not the mean",
        "the median rather than the mean",
    ],
)
def test_another_aggregate_was_meant(trams: Talk, correction: str) -> None:
    trams.ask("average delay by line in 2024")
    assert told(frame_kept(trams.ask(correction))) == ([("delay", "median")], ["line"], ["opened"])


def test_another_grouping_was_meant(bakery: Talk) -> None:
    bakery.ask("total quantity by month")
    frame = frame_kept(bakery.ask("per product instead of per month"))
    assert told(frame) == ([("quantity", "sum")], ["product"], [])


def test_another_cell_was_meant() -> None:
    talk = Talk("members.csv")
    talk.ask("average bills of members in the East club by sex")
    frame = frame_kept(talk.ask("sorry, I meant the South club"))
    assert [item[0].value for item in frame.conditions] == ["South"]
    assert told(frame)[1] == ["sex"]


def test_german_and_japanese_corrections(belege: Talk) -> None:
    belege.ask("Summe Nettobetrag je Kunde")
    assert told(frame_kept(belege.ask("nein, ich meinte brutto"))) == ([("Bruttobetrag", "sum")], ["Kunde"], [])
    talk = Talk("gakusei.csv")
    talk.ask("組ごとの数学の平均")
    assert told(frame_kept(talk.ask("平均ではなく中央値で"))) == ([("数学", "median")], ["組"], [])


def test_a_denial_of_rows_is_no_correction() -> None:
    talk = Talk("games.csv")
    talk.ask("how many games were paid?")
    frame = frame_kept(talk.ask("only the Lions, not paid"))
    assert "paid" in told(frame)[2]
    assert next(item[0] for item in frame.conditions if item[0].column.column == "paid").value != "yes"


def test_no_before_a_noun_is_no_correction(trams: Talk) -> None:
    trams.ask("how many trams have a remark?")
    decision = trams.ask("no remark by line")
    assert decision.next_action == "ask" or frame_kept(decision).conditions[0][0].op == "is_null"
