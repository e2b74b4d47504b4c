"""The rows told as the source of a number are the rows that give this number."""

from collections.abc import Callable, Mapping

import pandas as pd
import pytest

from agent.analysis.evidence import CellPlace, Evidence, NoEvidenceError, evidence_of
from agent.analysis.execute import execute_analysis, execute_plot
from agent.analysis.frames.source import Table
from agent.specs.parse import parse_analysis, parse_plot
from agent.state import Artifact
from tests.agent.analysis.made_tables import Engine, column, moments, payload, rows, table, tables

SALES = pd.DataFrame(
    {
        "region": ["North", "South", None, "North", "South", "North"],
        "shop": ["a", "a", "b", "b", "c", "a"],
        "amount": [10.0, 20.0, 5.0, None, 40.0, 30.0],
        "day": moments("2025-01-03", "2025-01-20", "2025-02-01", "2025-02-11", "2025-04-02", "2025-04-30"),
        "customer": ["k1", "k2", "k1", "k3", "k2", "k9"],
    }
)
CUSTOMERS = pd.DataFrame({"customer": ["k1", "k2", "k3"], "tier": ["gold", "silver", "gold"]})


def made(spec: Mapping[str, object], at: int = 0) -> tuple[Artifact, dict[str, Table]]:
    known = tables(table(SALES, name="sales.csv"), table(CUSTOMERS, dataset_id="cu", name="customers.csv"))
    said = {"dataset_id": "ds", **spec}
    drawn = execute_plot(parse_plot(said), known) if "kind" in spec else execute_analysis(parse_analysis(said), known)
    return drawn[at], known


def behind(spec: Mapping[str, object], row: int | None, name: str, *, at: int = 0, search: str = "") -> Evidence:
    artifact, known = made(spec, at)
    return evidence_of(artifact, CellPlace(row, name), known, search=search)


def numbers(found: Evidence) -> list[object]:
    """The numbers of the rows in the file."""
    return [row[0] for row in found.table["rows"]]


def test_a_total_of_a_group_stands_on_the_rows_of_the_group_that_have_a_value() -> None:
    spec = {"op": "groupby_agg", "group_cols": ["region"], "metrics": {"amount": ["sum"]}}
    found = behind(spec, 0, "amount_sum")
    assert (found.heading, found.group, found.value) == ("amount", (("region", "North"),), 40.0)
    assert (numbers(found), found.used, found.total, found.kind) == ([1, 6], 2, 6, "data")
    assert found.table["columns"][:3] == ["row", "region", "amount"]
    assert column(found.rows, "amount") == [10.0, 30.0]


def test_a_group_without_a_name_stands_on_the_rows_without_one() -> None:
    spec = {"op": "groupby_agg", "group_cols": ["region"], "metrics": {"*": ["count"]}}
    assert numbers(behind(spec, 2, "rows")) == [3]


@pytest.mark.parametrize(("drawn", "at"), [({"kind": "area", "x": "day", "color": "region"}, 1), (
    {"op": "time_trend", "date_col": "day", "group_col": "region", "metrics": {"*": ["count"]}}, 0)])  # fmt: skip
def test_a_group_without_rows_in_a_month_stands_on_none(drawn: Mapping[str, object], at: int) -> None:
    shown = rows(made(drawn, at)[0])
    nothing = [place for place, row in enumerate(shown) if row[-1] == 0]
    assert nothing
    assert all(behind(drawn, place, "rows", at=at).used == 0 for place in nothing)


def test_conditions_of_the_question_and_of_a_quantity_hold() -> None:
    spec = {
        "op": "groupby_agg",
        "group_cols": ["shop"],
        "filters": [{"col": "amount", "op": ">=", "value": 10}],
        "quantities": {
            "north": {
                "col": "amount",
                "agg": "sum",
                "filters": [{"col": "region", "op": "==", "value": "North"}],
            },
            "all": {"col": "amount", "agg": "sum"},
        },
        "computed": {"part": ["div", "north", "all"]},
    }
    assert numbers(behind(spec, 0, "north")) == [1, 6]
    assert numbers(behind(spec, 0, "all")) == [1, 2, 6]
    assert numbers(behind(spec, 0, "part")) == [1, 2, 6]
    assert [step["detail"] for step in behind(spec, 0, "all").steps] == ["amount is at least 10"]


def test_a_month_stands_on_its_rows_and_a_change_on_those_of_both_months() -> None:
    spec = {"op": "time_trend", "date_col": "day", "metrics": {"amount": ["sum"]}, "growth": "previous"}
    assert numbers(behind(spec, 1, "amount_sum")) == [3]
    assert numbers(behind(spec, 1, "amount_sum_growth_pct")) == [1, 2, 3]
    assert numbers(behind(spec, 2, "amount_sum")) == []  # March has no rows
    skipping = {**spec, "gaps": "skip"}
    assert numbers(behind(skipping, 2, "amount_sum_change")) == [3, 5, 6]


def test_a_moving_average_stands_on_the_rows_of_its_periods() -> None:
    spec = {"op": "time_trend", "date_col": "day", "metrics": {"amount": ["sum"]}, "moving": 2}
    assert numbers(behind(spec, 1, "amount_sum_moving")) == [1, 2, 3]
    assert numbers(behind(spec, 2, "amount_sum_moving")) == [3]  # March has no rows
    assert numbers(behind({**spec, "gaps": "skip"}, 2, "amount_sum_moving")) == [3, 5, 6]


def test_a_running_total_stands_on_all_rows_up_to_its_month() -> None:
    spec = {"op": "time_trend", "date_col": "day", "metrics": {"amount": ["sum"]}, "cumulative": True}
    assert numbers(behind(spec, 1, "amount_sum_cumulative")) == [1, 2, 3]


def test_shares_ratios_counts_and_wide_tables_stand_on_their_rows() -> None:
    share = {"op": "share_ratio", "group_cols": ["shop"], "value": {"col": "amount", "agg": "sum"}}
    assert numbers(behind(share, 0, "share_pct")) == [1, 2, 6]
    ratio = {
        "op": "share_ratio",
        "mode": "ratio",
        "numerator": {"filters": [{"col": "region", "op": "==", "value": "North"}]},
        "denominator": {},
    }
    assert numbers(behind(ratio, 0, "numerator")) == [1, 4, 6]
    assert len(numbers(behind(ratio, 0, "ratio"))) == 6
    assert numbers(behind({"op": "value_counts", "column": "shop"}, 0, "count")) == [1, 2, 6]
    wide = {"op": "pivot_table", "rows": "region", "columns": "shop", "value": {"col": "amount", "agg": "sum"}}
    assert numbers(behind(wide, 0, "a")) == [1, 6]


def test_tests_and_correlations_stand_on_the_rows_with_both_values() -> None:
    values = [3.0, 1.5, 4.0, None, 5.5, 9.0, 2.5, 6.0, 5.0, 3.5]
    known = tables(table(pd.DataFrame({"side": ["left", "right"] * 5, "value": values})))
    compared = execute_analysis(parse_analysis({"op": "compare_groups", "value": "value", "group": "side"}), known)
    assert numbers(evidence_of(compared[0], CellPlace(0, "p"), known)) == [1, 2, 3, 5, 6, 7, 8, 9, 10]
    assert numbers(evidence_of(compared[1], CellPlace(0, "mean"), known)) == [1, 3, 5, 7, 9]
    gaps = {"op": "missingness", "columns": ["amount"]}
    assert numbers(behind(gaps, 0, "missing")) == [4]


def test_a_row_stands_on_itself() -> None:
    spec = {"op": "row_lookup", "which": "max", "order_by": "amount", "columns": ["shop", "amount"]}
    assert numbers(behind(spec, 0, "amount")) == [5]


def test_groups_made_on_the_way_are_followed_back_to_the_rows_of_the_file() -> None:
    spec = {
        "op": "groupby_agg",
        "prepare": [{"step": "aggregate", "by": ["region"], "metrics": {"amount": ["sum"]}}],
        "metrics": {"amount_sum": ["mean"]},
    }
    found = behind(spec, 0, "amount_sum_mean")
    assert (found.groups, found.used, len(numbers(found))) == (3, 6, 6)


def test_joined_rows_show_what_was_brought_in() -> None:
    join = {"step": "join", "dataset_id": "cu", "left_on": ["customer"], "right_on": ["customer"], "columns": ["tier"]}
    spec = {"op": "groupby_agg", "prepare": [join], "group_cols": ["tier"], "metrics": {"amount": ["sum"]}}
    found = behind(spec, 0, "amount_sum")
    assert found.group == (("tier", "gold"),)
    assert numbers(found) == [1, 3]
    assert "tier" in found.table["columns"]


def test_rows_can_be_searched_by_words_in_any_column() -> None:
    spec = {"op": "groupby_agg", "metrics": {"*": ["count"]}}
    assert numbers(behind(spec, 0, "rows", search="NORTH a")) == [1, 6]
    found = behind(spec, 0, "rows", search="2025-04 south")
    assert (numbers(found), found.found, found.used) == ([5], 1, 6)
    assert numbers(behind(spec, 0, "rows", search="none of these")) == []


def test_a_number_of_the_whole_table_stands_on_its_rows_and_the_size_of_the_data_on_all() -> None:
    spec = {
        "op": "groupby_agg",
        "group_cols": ["shop"],
        "metrics": {"*": ["count"]},
        "filters": [{"col": "region", "op": "==", "value": "South"}],
    }
    assert numbers(behind(spec, None, "rows_used")) == [2, 5]
    assert len(numbers(behind(spec, None, "rows_total"))) == 6


def test_the_table_of_a_chart_has_its_rows_too() -> None:
    spec = {"kind": "bar", "x": "shop", "y": "amount"}
    artifact, _ = made(spec, 1)
    place = [row[0] for row in rows(artifact)].index("c")
    found = behind(spec, place, payload(artifact)["columns"][1], at=1)
    assert (numbers(found), found.narrowed) == ([5], True)
    assert not behind({"kind": "hist", "x": "amount"}, 0, "rows", at=1).narrowed


def test_what_a_program_computed_is_not_told_back_to_rows() -> None:
    artifact, known = made({"op": "groupby_agg", "metrics": {"*": ["count"]}})
    by_program = Artifact(**{**artifact, "spec": None, "code": "result = 1"})
    with pytest.raises(NoEvidenceError, match="A program computed this"):
        evidence_of(by_program, CellPlace(0, "rows"), known)


RECOMPUTED: Mapping[str, Callable[[pd.Series], object]] = {
    "sum": lambda cells: cells.sum(),
    "mean": lambda cells: cells.mean(),
    "median": lambda cells: cells.median(),
    "max": lambda cells: cells.max(),
    "count": lambda cells: cells.count(),
    "nunique": lambda cells: cells.nunique(),
}


@pytest.mark.parametrize("engine", ["pandas", "duckdb"])
@pytest.mark.parametrize("grouped", ["region", "shop", "customer", "day"])
def test_the_number_computed_again_from_its_rows_is_the_number(grouped: str, engine: Engine) -> None:
    known = tables(table(SALES, engine))
    spec = {"op": "groupby_agg", "group_cols": [grouped], "metrics": {"amount": list(RECOMPUTED)}}
    (result,) = execute_analysis(parse_analysis(spec), known)
    for place in range(len(rows(result))):
        for aggregation, again in RECOMPUTED.items():
            name = f"amount_{aggregation}"
            found = evidence_of(result, CellPlace(place, name), known)
            cells = pd.Series(column(found.rows, "amount"), dtype="float64")
            told = rows(result)[place][payload(result)["columns"].index(name)]
            assert (told is None and cells.empty) or again(cells) == told, (name, place)
