"""Dates told from a day: the calendar's own rules, and a spec with its dates written out."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.analysis.filtering.relative_dates import Clock, Told, date_text, resolve_dates, told_from
from agent.analysis.periods import parse_span
from agent.errors import SpecError
from agent.specs.base import RelativeDate
from agent.specs.parse import parse_spec

DAY = date(2024, 3, 31)
WRITTEN: list[tuple[dict[str, object], str]] = [
    ({}, "2024-03-31"),
    ({"shift": -30}, "2024-03-01"),
    ({"shift": 2, "unit": "week"}, "2024-04-14"),
    ({"shift": -1, "unit": "month"}, "2024-02-29"),
    ({"shift": -1, "unit": "quarter"}, "2023-12-31"),
    ({"shift": -1, "unit": "year"}, "2023-03-31"),
    ({"unit": "month", "whole": True}, "2024-03"),
    ({"shift": -1, "unit": "month", "whole": True}, "2024-02"),
    ({"shift": -2, "unit": "quarter", "whole": True}, "2023-Q3"),
    ({"shift": -1, "unit": "year", "whole": True}, "2023"),
    ({"shift": -1, "unit": "week", "whole": True}, "2024-W12"),
    ({"shift": 1, "whole": True}, "2024-04-01"),
]


@pytest.mark.parametrize(("how", "expected"), WRITTEN)
def test_a_day_or_period_from_another_day(how: dict[str, object], expected: str) -> None:
    assert date_text(RelativeDate.model_validate({"date": "today", **how}), DAY) == expected


@given(
    st.dates(date(1900, 1, 1), date(2200, 1, 1)), st.integers(-400, 400),
    st.sampled_from(["day", "week", "month", "quarter", "year"]),
)  # fmt: skip
def test_a_whole_period_holds_the_day_that_is_meant(day: date, shift: int, unit: str) -> None:
    meant = {"date": "latest", "shift": shift, "unit": unit}
    one = date_text(RelativeDate.model_validate(meant), day)
    whole = parse_span(date_text(RelativeDate.model_validate({**meant, "whole": True}), day))
    single = parse_span(one)
    assert whole is not None and single is not None and whole.start <= single.start < single.end <= whole.end
    assert single.end - single.start == timedelta(days=1)


def test_beyond_the_calendar_is_an_error() -> None:
    for whole in (True, False):
        with pytest.raises(SpecError, match="outside of the calendar"):
            date_text(RelativeDate(date="today", shift=-99_000, unit="month", whole=whole), DAY)


CLOCK = Clock(DAY, {"d1": {"sold": date(2023, 12, 30)}, "d2": {"born": date(2001, 1, 1)}})
LATEST = {"date": "latest", "shift": -1, "unit": "year", "whole": True}


def condition(col: str, value: object) -> dict[str, object]:
    return {"col": col, "op": "==", "value": value}


def test_every_date_of_a_spec_is_written_out_wherever_it_stands() -> None:
    today, born = condition("sold", {"date": "today"}), condition("born", LATEST)
    join = {"step": "join", "dataset_id": "d2", "left_on": ["a"], "right_on": ["b"], "right_filters": [born]}
    spec = parse_spec(
        {
            "kind": "bar", "dataset_id": "d1", "filters": [{"any": [today, [condition("sold", LATEST)]]}],
            "of": {"op": "share_ratio", "mode": "ratio", "numerator": {"filters": [today]}, "denominator": {},
                   "prepare": [join]},
        }
    )  # fmt: skip
    after = resolve_dates(spec, CLOCK)
    told = str(after.model_dump(mode="json"))
    assert "latest" not in told and "today" not in told
    assert told.count("'2024-03-31'") == 2 and "'2022'" in told and "'2000'" in told
    assert told_from(spec, CLOCK) == [Told(None, DAY), Told("sold", date(2023, 12, 30)), Told("born", date(2001, 1, 1))]
    assert resolve_dates(after, CLOCK) is after


def test_the_latest_of_a_column_that_steps_change_is_left_to_its_rows() -> None:
    for step in (
        {"step": "cast_type", "col": "sold", "to": "date"},
        {"step": "set_missing", "cols": ["sold"], "values": ["2023-12-30"]},
        {"step": "aggregate", "date_col": "sold", "grain": "month", "metrics": {"*": ["count"]}},
    ):
        spec = parse_spec(
            {"op": "row_lookup", "dataset_id": "d1", "prepare": [step], "filters": [condition("sold", LATEST)]}
        )
        assert resolve_dates(spec, CLOCK) is spec and told_from(spec, CLOCK) == []
