"""What is computed by group is what is computed of each group alone."""

import pytest

from agent.errors import DataError, SpecError
from agent.state import Cell
from tests.agent.analysis.made_tables import payload, people_table, run

Spec = dict[str, object]
SPECS: list[Spec] = [
    {"op": "outliers", "column": "pay"},
    {"op": "outliers", "column": "score", "method": "zscore", "threshold": 1.5, "side": "low"},
    {"op": "column_summary", "columns": ["pay", "score"], "stats": ["count", "missing", "mean", "skew"]},
    {"op": "column_summary", "columns": ["pay"], "quantiles": [0.1, 0.9]},
    {"op": "correlation", "columns": ["pay", "age", "score"]},
]


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: str(spec["op"]))
def test_each_group_has_the_rows_that_it_has_alone(spec: Spec) -> None:
    together = payload(run({**spec, "by": "team"}, people_table())[0])
    assert together["columns"][0] == together["key_columns"][0] == "team"
    for team in ("Sales", "Research", "Support", None):
        wanted: Spec = {"col": "team", "op": "is_null"} if team is None else {"col": "team", "op": "==", "value": team}
        alone = payload(run({**spec, "filters": [wanted]}, people_table())[0])
        found = [row[1:] for row in together["rows"] if row[0] == team]
        assert [near(row) for row in found] == [near(row) for row in alone["rows"]]


def near(row: list[Cell]) -> list[Cell]:
    return [round(cell, 9) if isinstance(cell, float) else cell for cell in row]


def test_the_outlying_rows_of_all_groups_are_listed_together() -> None:
    summary, rows = run({"op": "outliers", "column": "pay", "by": "team"}, people_table())
    counts = [row[1] for row in payload(summary)["rows"]]
    assert payload(rows)["total_rows"] == sum(count for count in counts if isinstance(count, int)) > 0


def test_a_group_too_small_for_limits_is_told_and_does_not_stop_the_others() -> None:
    alone: Spec = {"col": "team", "op": "==", "value": "Sales"}
    one: Spec = {"op": "outliers", "column": "pay", "by": "person", "method": "zscore", "filters": [alone]}
    with pytest.raises(DataError, match="No group of person"):
        run(one, people_table())
    some: Spec = {"col": "person", "op": "starts_with", "value": "000"}
    mixed = run(
        {"op": "outliers", "column": "score", "by": "age", "method": "zscore", "filters": [some]}, people_table()
    )[0]
    sizes = {row[2]: row[1] for row in payload(mixed)["rows"]}
    assert sizes[1] is None and any(count == 0 for count in sizes.values())
    assert mixed["ledger"] is not None
    assert "No limits for groups with too few values, or without spread." in mixed["ledger"]["notes"]


@pytest.mark.parametrize("op", ["outliers", "column_summary", "correlation", "normality_test"])
def test_a_column_is_not_measured_by_itself(op: str) -> None:
    measured: Spec = {"column": "pay"} if op in ("outliers", "normality_test") else {"columns": ["pay", "age"]}
    with pytest.raises(SpecError, match="pay is measured and groups at once"):
        run({"op": op, **measured, "by": "pay"}, people_table())
