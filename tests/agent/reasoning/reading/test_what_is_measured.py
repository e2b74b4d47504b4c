"""What a question measures, counts and groups by is found by meaning, unit, role and abbreviation."""

from collections.abc import Callable
from typing import Any

import pytest

from agent.reasoning.rules.reading.frame import Frame
from tests.agent.reasoning.reading.conftest import Talk


def frame_of(talk: Talk, question: str) -> Frame:
    decision = talk.ask(question)
    assert decision.next_action == "act", decision.rationale
    assert decision.frame is not None
    return Frame.model_validate(decision.frame["frames"][-1])  # type: ignore[index]


def shape(frame: Frame) -> dict[str, Any]:
    return {
        "metrics": [(metric.columns[0].column if metric.columns else "*", metric.agg) for metric in frame.metrics],
        "groups": [slot.columns[0].column for slot in frame.groups],
        "conditions": [(item[0].column.column, item[0].op, item[0].value) for item in frame.conditions],
    }


FERRIES = [
    ("takings per month", {"metrics": [("Ticket fare", "sum")], "groups": ["Sailed"]}),
    ("total kilometres by starting pier", {"metrics": [("Length_km", "sum")], "groups": ["From pier"]}),
    ("mean departure delay", {"metrics": [("DepDelay", "mean")]}),
    ("average duration by destination", {"metrics": [("Dur_min", "mean")], "groups": ["To pier"]}),
    ("most frequent route", {"groups": ["From pier", "To pier"]}),
    (
        "number of crossings from Old Pier to Lighthouse",
        {"conditions": [("From pier", "==", "Old Pier"), ("To pier", "==", "Lighthouse")]},
    ),
    ("how many different start piers?", {"metrics": [("From pier", "nunique")]}),
    ("from pier counts", {"groups": ["From pier"]}),
    ("min and max fare", {"metrics": [("Ticket fare", "min"), ("Ticket fare", "max")]}),
]


@pytest.mark.parametrize(("question", "expected"), FERRIES, ids=[question for question, _ in FERRIES])
def test_columns_are_found_by_what_they_mean(
    talk: Callable[..., Talk], question: str, expected: dict[str, Any]
) -> None:
    found = shape(frame_of(talk("ferries.csv"), question))
    assert {key: found[key] for key in expected} == expected


PURSE = [
    ("how much money went out?", [("Amount (EUR)", "<", 0)]),
    ("how much came in?", [("Amount (EUR)", ">", 0)]),
    ("sum of all negative amounts", [("Amount (EUR)", "<", 0)]),
]


@pytest.mark.parametrize(("question", "conditions"), PURSE, ids=[question for question, _ in PURSE])
def test_the_sign_of_an_amount_tells_where_money_went(
    talk: Callable[..., Talk], question: str, conditions: list[tuple[str, str, int]]
) -> None:
    found = shape(frame_of(talk("purse.csv"), question))
    assert found["conditions"] == conditions
    assert found["metrics"] == [("Amount (EUR)", "sum")]


def test_the_most_paid_of_negative_amounts_is_the_lowest(talk: Callable[..., Talk]) -> None:
    frame = frame_of(talk("purse.csv"), "rank the purposes by how much I paid")
    assert (frame.groups[0].columns[0].column, frame.order) == ("Purpose", "asc")


def test_days_between_two_dates_are_a_difference(talk: Callable[..., Talk]) -> None:
    metric = frame_of(talk("borrowings.csv"), "average days between day out and day returned").metrics[0]
    assert (metric.columns[0].column, metric.minus[0].column, metric.agg) == ("day_returned", "day_out", "mean")


def test_a_change_is_the_later_less_the_earlier(talk: Callable[..., Talk]) -> None:
    metric = frame_of(talk("clinic.csv"), "mean change from weight before to weight after").metrics[0]
    assert (metric.columns[0].column, metric.minus[0].column) == ("weight_after", "weight_before")


def test_late_may_mean_either_delay(talk: Callable[..., Talk]) -> None:
    decision = talk("ferries.csv").ask("how many late crossings?")
    assert [reading.label for reading in decision.readings] == ["DepDelay above 0", "ArrDelay above 0"]


def test_what_was_asked_about_can_be_accepted(talk: Callable[..., Talk]) -> None:
    conversation = talk("ferries.csv")
    asked = conversation.ask("average scenic fare")
    assert "scenic" in asked.clarifying_questions[0]
    picked = conversation.ask(asked.choices[0])
    assert picked.next_action == "act"


INNS = "inns.csv"


def test_a_columns_own_word_goes_before_one_that_means_something_like_it(talk: Callable[..., Talk]) -> None:
    found = shape(frame_of(talk(INNS), "which brand gets the most reviews?"))
    assert found["metrics"] == [("review_count", "sum")]
    assert found["groups"] == ["brand_name"]


def test_best_is_not_the_first_word_of_a_name(talk: Callable[..., Talk]) -> None:
    assert shape(frame_of(talk(INNS), "best rated place in Leith"))["conditions"] == [("town", "==", "Leith")]


def test_a_word_for_the_rows_that_is_also_a_kind_of_them_may_mean_either(talk: Callable[..., Talk]) -> None:
    decision = talk(INNS).ask("how many inns have no brand?")
    assert [reading.label for reading in decision.readings] == ["whatever kind says", "kind is Inn"]
    kept = shape(frame_of(talk(INNS), "how many of kind inn have no brand?"))
    assert ("kind", "==", "Inn") in kept["conditions"]


def test_a_name_before_more_is_compared_whatever_there_is_more_of(talk: Callable[..., Talk]) -> None:
    frame = frame_of(talk("ballots.csv"), "in how many wards did Ito get more votes than Ruiz")
    slot = frame.conditions[0][0]
    assert (slot.column.column, slot.op, slot.than.column if slot.than else "") == ("Ito", ">", "Ruiz")


def test_the_month_behind_per_is_no_monthly_amount(talk: Callable[..., Talk]) -> None:
    frame = frame_of(talk("ballots.csv"), "ballots per month")
    assert not any(metric.columns for metric in frame.metrics)
    assert frame.groups[0].grain == "month"
