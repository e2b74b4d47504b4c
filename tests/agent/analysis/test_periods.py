"""Calendar periods: labels and ordinals undo each other; what is written covers what it says."""

from datetime import date, datetime, timedelta
from typing import get_args

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.analysis.periods import Span, a_year_before, first_day, label, ordinal, parse_label, parse_span
from agent.specs.measures import Grain

GRAINS: tuple[Grain, ...] = get_args(Grain)
DAYS = st.dates(min_value=date(1900, 1, 1), max_value=date(2200, 12, 31))


@given(DAYS, st.sampled_from(GRAINS))
def test_a_label_leads_back_to_its_period(day: date, grain: Grain) -> None:
    number = ordinal(day, grain)
    assert parse_label(label(number, grain)) == (number, grain)
    assert first_day(number, grain) <= day < first_day(number + 1, grain)


@given(DAYS)
def test_labels_are_those_of_the_calendar(day: date) -> None:
    year, week, _ = day.isocalendar()
    assert label(ordinal(day, "week"), "week") == f"{year}-W{week:02d}"
    assert label(ordinal(day, "quarter"), "quarter") == str(pd.Timestamp(day).to_period("Q")).replace("Q", "-Q")
    assert label(ordinal(day, "half"), "half") == f"{day.year}-H{1 if day.month < 7 else 2}"
    assert label(ordinal(day, "day"), "day") == day.isoformat()


@given(DAYS, st.sampled_from(GRAINS))
def test_a_written_period_covers_it_whole(day: date, grain: Grain) -> None:
    span = parse_span(label(ordinal(day, grain), grain))
    assert span is not None
    noon = datetime(day.year, day.month, day.day, 12)
    assert span.start <= noon < span.end
    assert span.end - span.start <= timedelta(days=366)


@given(st.text(max_size=20))
def test_any_text_is_read_or_refused_without_an_error(text: str) -> None:
    span = parse_span(text)
    assert span is None or span.start < span.end


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("2015-03-04 14:05", Span(datetime(2015, 3, 4, 14, 5), datetime(2015, 3, 4, 14, 6))),
        ("2015-03-04T14:05:09", Span(datetime(2015, 3, 4, 14, 5, 9), datetime(2015, 3, 4, 14, 5, 10))),
        ("2015-3-4", Span(datetime(2015, 3, 4), datetime(2015, 3, 5))),
        ("2015 ", Span(datetime(2015, 1, 1), datetime(2016, 1, 1))),
        ("2015Q4", Span(datetime(2015, 10, 1), datetime(2016, 1, 1))),
    ],
)
def test_what_a_written_date_covers(text: str, span: Span) -> None:
    assert parse_span(text) == span


@pytest.mark.parametrize("text", ["2015-02-30", "2015-13", "2015-W54", "2015-Q5", "15", "2015-03-04 24:00", "0000", ""])
def test_what_is_no_date_is_not_read(text: str) -> None:
    assert parse_span(text) is None


def test_the_period_a_year_before() -> None:
    assert label(a_year_before(ordinal(date(2016, 2, 29), "day"), "day"), "day") == "2015-02-28"
    assert label(a_year_before(ordinal(date(2016, 5, 9), "quarter"), "quarter"), "quarter") == "2015-Q2"
    assert label(a_year_before(ordinal(date(2016, 5, 9), "half"), "half"), "half") == "2015-H1"
    assert label(a_year_before(ordinal(date(2016, 5, 9), "week"), "week"), "week") == "2015-W20"
