"""Turns after we asked back: the column that was missing, more about what was asked, and picks that say more."""

from agent.reasoning.prompts import Decision
from agent.reasoning.rules.reading.frame import Frame
from agent.reasoning.rules.reading.memory import Memory
from tests.agent.reasoning.reading.conftest import Talk


def frame_kept(decision: Decision) -> Frame:
    last = Memory.from_json(decision.frame).last
    assert last is not None
    return last


def told(frame: Frame) -> tuple[list[tuple[str, str]], list[str], list[str]]:
    """Measures, groups and conditions in few words."""
    return (
        [(metric.columns[0].column, metric.agg) for metric in frame.metrics],
        [slot.columns[0].column for slot in frame.groups],
        [item[0].column.column for item in frame.conditions],
    )


def test_the_column_that_was_missing_completes_the_question(trams: Talk) -> None:
    asked = trams.ask("average humidity by line in 2024")
    assert (asked.next_action, asked.missing_columns) == ("ask", ["humidity"])
    decision = trams.ask("take the delay")
    assert told(frame_kept(decision)) == ([("delay", "mean")], ["line"], ["opened"])


def test_more_about_a_question_that_lacks_a_column_is_no_answer(trams: Talk) -> None:
    trams.ask("average delay by dose")
    trams.ask("average humidity by line")
    decision = trams.ask("only 2024")
    assert (decision.next_action, decision.missing_columns) == ("ask", ["humidity"])
    assert told(frame_kept(trams.ask("delay"))) == ([("delay", "mean")], ["line"], ["opened"])


def test_another_question_forgets_the_one_that_lacked_a_column(trams: Talk) -> None:
    trams.ask("average humidity by line")
    decision = trams.ask("how many trams are red?")
    assert decision.next_action == "act"
    assert Memory.from_json(decision.frame).unanswered is None


def test_a_pick_may_add_a_condition(belege: Talk) -> None:
    first = belege.ask("durchschnittlicher Betrag pro Kunde")
    assert len(first.readings) == 2
    decision = belege.ask("Nettobetrag, nur 2023")
    assert told(frame_kept(decision)) == ([("Nettobetrag", "mean")], ["Kunde"], ["Belegdatum"])


def test_a_pick_may_change_the_groups(belege: Talk) -> None:
    belege.ask("durchschnittlicher Betrag pro Kunde")
    decision = belege.ask("Nettobetrag, aber pro Status")
    assert told(frame_kept(decision)) == ([("Nettobetrag", "mean")], ["Status"], [])


def test_a_column_that_was_not_on_offer_is_measured_instead() -> None:
    talk = Talk("members.csv")
    first = talk.ask("which club is the best?")
    offered = Memory.from_json(first.frame).offered
    measured = {metric.columns[0].column for offer in offered for metric in offer.frame.metrics if metric.columns}
    assert len(first.readings) > 1
    assert "kids" not in measured
    assert told(frame_kept(talk.ask("by kids")))[0][0][0] == "kids"


def test_kana_torn_from_two_words_are_no_cell() -> None:
    talk = Talk("gakusei.csv")
    assert frame_kept(talk.ask("国語の合計はいくら")).conditions == []


def test_a_question_with_its_own_measure_and_groups_is_a_new_one(trams: Talk) -> None:
    trams.ask("average humidity in 2024")
    assert told(frame_kept(trams.ask("average delay by line"))) == ([("delay", "mean")], ["line"], [])
