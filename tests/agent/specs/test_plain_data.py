"""Specs as they are shown: nothing that goes without saying, and still the same spec."""

from typing import Any

import pytest

from agent.specs.parse import parse_spec
from agent.specs.plain_data import spec_json
from agent.specs.reading import Reading

RATIO = {
    "type": "analysis", "op": "share_ratio", "mode": "ratio",
    "numerator": {"col": "pay", "agg": "sum"}, "denominator": {"col": "*", "agg": "count"},
}  # fmt: skip
AVERAGE = {"col": "pay", "op": ">", "value": {"stat": "mean", "col": "pay"}}
SPECS: tuple[dict[str, Any], ...] = (
    {"type": "analysis", "op": "dataset_overview"},
    {"type": "analysis", "op": "groupby_agg", "metrics": {"*": ["count"]}, "filters": [AVERAGE]},
    {"type": "analysis", "op": "time_trend", "date_col": "hired", "grain": "year", "metrics": {"pay": ["sum"]}},
    {"type": "analysis", "op": "value_counts", "column": "team",
     "prepare": [{"step": "date_part", "col": "hired", "part": "year"}]},
    RATIO,
    {"type": "plot", "kind": "hist", "x": "pay"},
    {"type": "plot", "kind": "bar", "x": "team", "y": "pay", "sort": {"by": "pay"}},
    {"type": "plot", "kind": "bar", "of": RATIO},
)  # fmt: skip


@pytest.mark.parametrize("given", SPECS, ids=lambda spec: str(spec.get("op") or spec.get("kind")))
def test_a_spec_is_shown_as_it_was_given_and_reads_the_same(given: dict[str, Any]) -> None:
    spec = parse_spec(given)
    assert spec_json(spec) == given
    assert parse_spec(spec_json(spec)) == spec


def test_defaults_nulls_and_empty_lists_are_left_out() -> None:
    whole = {**RATIO, "filters": [], "prepare": [], "dataset_id": None, "as_percent": False}
    assert spec_json(parse_spec(whole)) == RATIO


def test_a_stored_reading_with_a_sentence_of_its_own_still_loads() -> None:
    kept = {"reading_id": "r1", "label": "mean", "says": "It is {S1.x}.", "specs": [SPECS[0]]}
    assert Reading.model_validate(kept).specs == [parse_spec(SPECS[0])]
