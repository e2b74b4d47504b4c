"""A spec written as a program gives what the vocabulary computes: run in the sandbox, compared cell by cell."""

import random

import pytest

from agent.analysis.as_code import as_code
from agent.sandbox.run import run_code
from agent.specs.parse import parse_spec
from registry.dataset import Dataset
from registry.store import DatasetStore
from tests.agent.analysis.program_runs import assert_program_agrees


def people_csv() -> bytes:
    """60 people with gaps in three columns, one of them the group; dates over more than a year."""
    chance = random.Random(1)
    lines = ["team,level,pay,age,remote,joined,Body Mass (g)"]
    for row in range(60):
        team = chance.choice(["Sales", "Legal", "IT", ""])
        pay = "" if row in (3, 7, 9) else f"{chance.gauss(4000, 500):.2f}"
        joined = "" if row == 5 else f"202{chance.choice('45')}-{chance.randint(1, 12):02d}-{chance.randint(1, 28):02d}"
        remote = chance.choice(["true", "false"])
        level, age, mass = chance.choice(["Junior", "Senior"]), chance.randint(20, 59), chance.gauss(10, 2)
        lines.append(f"{team},{level},{pay},{age},{remote},{joined},{mass:.3f}")
    return "\n".join(lines).encode()


@pytest.fixture(scope="module")
def people() -> Dataset:
    return DatasetStore().add("owner", "people.csv", people_csv())


PARTS = (
    "year", "half", "quarter", "month", "week", "day", "hour", "year_half", "year_quarter", "year_month", "year_week",
    "date", "weekday",
)  # fmt: skip
EVERY_AGGREGATION = [
    "sum", "mean", "median", "std", "var", "min", "max", "range", "count", "nunique", "first", "last",
]  # fmt: skip
COUNT: dict[str, object] = {"op": "groupby_agg", "metrics": {"*": ["count"]}, "group_cols": ["made"]}
SUM_OF_MADE: dict[str, object] = {"op": "groupby_agg", "metrics": {"made": ["mean", "sum"]}}


def lookup(*filters: tuple[str, str, object]) -> dict[str, object]:
    return {"op": "row_lookup", "filters": [{"col": col, "op": op, "value": value} for col, op, value in filters]}


def trend(grain: str, **more: object) -> dict[str, object]:
    return {"op": "time_trend", "date_col": "joined", "grain": grain, "metrics": {"pay": ["sum", "mean"]}, **more}


SPECS: tuple[dict[str, object], ...] = (
    {"op": "groupby_agg", "metrics": {"pay": EVERY_AGGREGATION}, "group_cols": ["team"]},
    {"op": "groupby_agg", "metrics": {"pay": ["sum", "range", "first", "last"]}},
    {
        "op": "groupby_agg", "metrics": {"pay": ["mean"], "*": ["count"]}, "group_cols": ["team", "level"],
        "sort": {"by": "pay_mean"}, "top_k": 3,
    },
    {"op": "groupby_agg", "metrics": {"*": ["count"]}, "group_cols": ["level"], "top_k": 1},
    {"op": "groupby_agg", "metrics": {"remote": ["mean", "sum"]}, "group_cols": ["level"]},
    {"op": "groupby_agg", "metrics": {"joined": ["min", "max", "range"]}, "group_cols": ["level"]},
    {
        "op": "groupby_agg", "metrics": {"Body Mass (g)": ["mean"]}, "group_cols": ["team"],
        "having": [{"col": "Body Mass (g)_mean", "op": ">", "value": 9.9}],
    },
    *({**COUNT, "prepare": [{"step": "date_part", "col": "joined", "part": part, "name": "made"}]} for part in PARTS),
    {**COUNT, "prepare": [{"step": "recode_column", "col": "age", "name": "made", "edges": [20, 30, 40, 59]}]},
    *(
        {**SUM_OF_MADE, "prepare": [{"step": "derive_column", "name": "made", "expression": expression}]}
        for expression in (
            ["div", ["mul", "pay", 2], ["sub", "age", 30]], ["mean", "pay", "age"], ["log", ["sub", "age", 30]],
            ["add", ["abs", "pay"], ["sqrt", "age"]], ["pct_change", "pay", ["sub", "age", 30]],
            ["percent", ["add", "pay", "remote"], ["sub", "age", 30]], ["percent", 1, "age"],
            ["coalesce", ["log", ["sub", "age", 30]], "pay"], ["min", "pay", ["mul", "age", 100], 3000],
            ["round", ["div", "pay", 7], 1], ["max", "pay", ["sqrt", 2]], ["round", ["div", "pay", -7], -1],
        )
    ),
    {
        "op": "groupby_agg", "metrics": {"pay": ["mean"]},
        "prepare": [{"step": "drop_missing", "cols": ["team"]}, {"step": "drop_duplicates", "cols": ["age"]}],
    },
    {
        "op": "groupby_agg", "metrics": {"amount": ["sum", "count"]}, "group_cols": ["which"],
        "prepare": [{"step": "unpivot", "cols": ["pay", "age"], "name": "which", "value": "amount"}],
    },
    {
        "op": "time_trend", "date_col": "year", "grain": "year", "metrics": {"amount": ["mean"]}, "growth": "first",
        "prepare": [{"step": "unpivot", "cols": ["pay", "age"], "name": "year", "value": "amount",
                     "periods": {"pay": "2020-01-01", "age": "2023-01-01"}}],
    },
    {"op": "value_counts", "column": "team"},
    {"op": "value_counts", "column": "team", "dropna": True, "top_k": 2},
    {"op": "value_counts", "column": "age", "min_count": 2},
    {
        "op": "share_ratio", "group_cols": ["team"], "value": {"col": "pay", "agg": "sum"}, "cumulative": True,
        "threshold_pct": 80,
    },
    {
        "op": "share_ratio", "mode": "ratio", "denominator": {"col": "*", "agg": "count"}, "as_percent": True,
        "numerator": {"col": "*", "agg": "count", "filters": [{"col": "level", "op": "==", "value": "junior"}]},
    },
    {
        "op": "share_ratio", "mode": "ratio", "group_cols": ["team"], "denominator": {"col": "pay", "agg": "count"},
        "numerator": {"col": "*", "agg": "count", "filters": [{"col": "remote", "op": "==", "value": True}]},
    },
    {"op": "pivot_table", "rows": "team", "columns": "level", "value": {"col": "pay", "agg": "mean"}},
    {"op": "pivot_table", "rows": "level", "columns": "team"},
    *(trend(grain, growth="previous") for grain in ("day", "week", "month", "quarter", "year")),
    trend("month", growth="year"),
    trend("month", growth="first"),
    trend("year", group_col="level", growth="first"),
    trend("quarter", group_col="level", growth="previous"),
    trend("month", top_k=3),
    {"op": "column_summary"},
    {
        "op": "column_summary", "columns": ["pay"], "quantiles": [0.1, 0.975], "ddof": 0,
        "stats": ["mean", "std", "skew", "kurtosis", "mode", "range", "unique", "missing"],
    },
    {"op": "column_summary", "columns": ["team", "joined", "remote"]},
    {"op": "missingness"},
    {"op": "duplicate_check", "columns": ["team", "level"]},
    {"op": "duplicate_check"},
    {"op": "row_lookup", "which": "max", "order_by": "pay"},
    {"op": "row_lookup", "which": "top", "order_by": "age", "k": 5, "columns": ["team", "age"]},
    {"op": "row_lookup", "which": "bottom", "order_by": "age", "k": 5},
    {"op": "row_lookup", "which": "max", "order_by": "pay", "by": ["team"]},
    {"op": "row_lookup", "which": "bottom", "order_by": "age", "k": 2, "by": ["team", "level"], "columns": ["age"]},
    {"op": "row_lookup", "which": "top", "order_by": "joined", "k": 2, "by": ["level"]},
    {"op": "groupby_agg", "group_cols": ["team", "level"], "metrics": {"pay": ["sum"]}, "top_per": ["team"]},
    {
        "op": "groupby_agg", "group_cols": ["team", "age"], "metrics": {"*": ["count"], "pay": ["mean"]},
        "having": [{"col": "rows", "op": ">", "value": 1}], "sort": {"by": "rows", "ascending": True},
        "top_per": ["team"], "top_k": 2,
    },
    lookup(("joined", "==", "2024-03")),
    lookup(("joined", "between", ["2024-03", "2024-05-10"])),
    lookup(("joined", "!=", "2024"), ("team", "not_in", ["IT"]), ("age", "not_in", [30, 31])),
    lookup(("joined", ">", "2024-Q3"), ("joined", "<=", "2025-06")),
    lookup(("pay", ">", {"stat": "mean", "col": "pay"}), ("team", "starts_with", "s")),
    lookup(("team", "is_null", None), ("age", "!=", 25)),
    lookup(("team", "in", ["Sales", "IT"]), ("level", "contains", "UNI"), ("remote", "!=", True)),
    {"op": "correlation", "columns": ["pay", "age"]},
    {"op": "correlation", "target": "pay", "method": "spearman"},
    {"op": "correlation_matrix"},
    {"op": "correlation_matrix", "top_k": 1}, {"op": "correlation_matrix", "columns": ["age", "pay"], "only": True},
    {"op": "correlation", "target": "pay", "top_k": 1},
    {"op": "correlation", "target": "pay", "top_k": 1, "by": "team"},
    {"op": "correlation_matrix", "columns": ["age"], "top_n": 2, "method": "spearman"},
)  # fmt: skip


@pytest.mark.parametrize("data", SPECS, ids=lambda data: str(data["op"]))
def test_the_program_gives_the_numbers_of_the_vocabulary(people: Dataset, data: dict[str, object]) -> None:
    assert_program_agrees(parse_spec(data), [people])


def test_the_program_is_short_and_speaks_pandas(people: Dataset) -> None:
    spec = parse_spec({"op": "groupby_agg", "metrics": {"pay": ["mean"]}, "group_cols": ["team"]})
    assert as_code([spec], {people.dataset_id: people.profile}).code == (
        "result = {}\n"
        "# Average pay by team\n"
        "rows = df\n"
        "table = rows.groupby('team', dropna=False, as_index=False).agg(pay_mean=('pay', 'mean'))\n"
        "table = table.reset_index(drop=True)\n"
        "result['Average pay by team'] = table\n"
        "rows_used = int(rows['pay'].count())\n"
    )


def test_a_program_counts_rows_of_the_data_or_none(people: Dataset) -> None:
    """Two columns read as rows make two rows of one; groups count the rows that they were made of."""
    unpivot = {"step": "unpivot", "cols": ["pay", "age"], "name": "which", "value": "amount"}
    teams = {"step": "aggregate", "by": ["team"], "metrics": {"pay": ["sum"], "age": ["sum"]}}
    of_teams = {**unpivot, "cols": ["pay_sum", "age_sum"]}
    used = {"several of one": [unpivot], "groups": [teams], "several of a group": [teams, of_teams]}
    for what, steps in used.items():
        spec = parse_spec({"op": "groupby_agg", "metrics": {"*": ["count"]}, "prepare": steps})
        found = run_code(as_code([spec], {"D": people.profile}).code, {"D": people.frame})
        assert found.rows_used == (None if what == "several of one" else len(people.frame)) and not found.notes, what


def test_a_picture_comes_with_what_it_draws(people: Dataset) -> None:
    bar = {"type": "plot", "kind": "bar", "x": "team", "y": "pay", "agg": "mean"}
    written = as_code([parse_spec(bar)], {people.dataset_id: people.profile})
    found = run_code(written.code, {people.dataset_id: people.frame})
    assert found.error is None and len(found.figures) == 1
    assert written.tables == ("S1_2",)
    assert found.tables[0].columns == ("team", "pay_mean")


@pytest.mark.parametrize("kind", ["hist", "scatter", "box"])
def test_pictures_of_rows_hold_few_of_them(people: Dataset, kind: str) -> None:
    axes: dict[str, object] = {
        "hist": {"x": "pay"},
        "scatter": {"x": "age", "y": "pay"},
        "box": {"x": "team", "y": "pay"},
    }
    data = {"type": "plot", "kind": kind, **axes[kind]}  # type: ignore[dict-item]
    found = run_code(
        as_code([parse_spec(data)], {people.dataset_id: people.profile}).code, {people.dataset_id: people.frame}
    )
    assert found.error is None and len(found.figures) == 1


def test_names_from_the_data_stay_names(people: Dataset) -> None:
    """A header that looks like code is a quoted name, never code."""
    hostile = DatasetStore().add("owner", "odd.csv", b'"x\'] or 1/0 #",n\na,1\nb,2\n')
    spec = parse_spec({"op": "groupby_agg", "metrics": {"n": ["sum"]}, "group_cols": ["x'] or 1/0 #"]})
    found = run_code(as_code([spec], {"D": hostile.profile}).code, {"D": hostile.frame})
    assert found.error is None and found.tables[0].rows == (("a", 1), ("b", 2))
