"""Fields of specs that fit the made table of sales, and one another, so that most of what is drawn is run as well."""

from collections.abc import Mapping, Sequence
from typing import Any

from hypothesis import strategies as st

GROUPS = st.sampled_from(["region", "shop", "paid"])
AMOUNTS = st.sampled_from(["amount", "units", "Jan", "Feb"])


# ----------------------------------------------------------------
# Conditions: every operator, and everything that a column is compared with.


def fields(**strategies: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Objects of these fields; one that draws None is left out."""
    made = st.fixed_dictionaries(strategies)
    return made.map(lambda drawn: {name: value for name, value in drawn.items() if value is not None})


def maybe(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """The field, or none."""
    return st.one_of(st.none(), strategy)


PLAIN = st.sampled_from([
    {"col": "region", "op": "==", "value": "North"}, {"col": "region", "op": "in", "value": ["West", "south"]},
    {"col": "region", "op": "not_in", "value": ["north", "East"]}, {"col": "units", "op": "in", "value": [1, 2.0]},
    {"col": "units", "op": "between", "value": [1, 4]}, {"col": "amount", "op": "<=", "value": 20},
    {"col": "day", "op": ">=", "value": "2024"}, {"col": "day", "op": "in", "value": ["2024-02", "2023-W10"]},
    {"col": "day", "op": "between", "value": ["2023-05", "2024-03-15"]}, {"col": "note", "op": "is_null"},
    {"col": "shop", "op": "!=", "value": "A"}, {"col": "time", "op": "<", "value": "12:00"},
    {"col": "time", "op": "between", "value": ["08:00", "17:30:00"]}, {"col": "paid", "op": "==", "value": True},
    {"col": "amount", "op": "not_null"}, {"col": "note", "op": "contains", "value": "a"},
    {"col": "sale", "op": "starts_with", "value": "S1"}, {"col": "note", "op": "lists", "value": "b"},
    {"col": "code", "op": "==", "value": 2}, {"col": "code", "op": "starts_with", "value": 1},
])  # fmt: skip
RELATIVE = fields(
    date=st.sampled_from(["today", "latest"]), shift=st.integers(-40, 3),
    unit=maybe(st.sampled_from(["day", "week", "month", "quarter", "year"])), whole=maybe(st.booleans()),
)  # fmt: skip
STATISTIC = st.one_of(
    fields(
        stat=st.sampled_from(["mean", "median", "min", "max", "std", "q1", "q3", "p90", "p5"]), col=AMOUNTS,
        by=maybe(st.lists(GROUPS, max_size=2, unique=True)), filters=maybe(st.lists(PLAIN, max_size=1)),
        times=maybe(st.sampled_from([2, 0.5, 1.1])),
    ),
    fields(stat=st.just("quantile"), col=AMOUNTS, q=st.sampled_from([0.1, 0.5, 0.875])),
    st.sampled_from(["S1", "S7", "s13"]).flatmap(lambda sale: fields(
        stat=st.just("value"), col=AMOUNTS, times=maybe(st.just(2)),
        filters=st.just([{"col": "sale", "op": "==", "value": sale}]))),
)  # fmt: skip
OTHER = st.sampled_from(["units", "Jan", "Feb", "amount"]).map(lambda col: {"col": col})
COMPARED = st.sampled_from(["==", "!=", ">", ">=", "<", "<="])
FILTERS = st.one_of(
    PLAIN,
    fields(col=st.just("day"), op=COMPARED, value=RELATIVE),
    fields(col=st.just("day"), op=st.just("between"), value=st.tuples(RELATIVE, RELATIVE).map(list)),
    fields(col=st.just("day"), op=st.sampled_from(["in", "not_in"]), value=st.lists(RELATIVE, min_size=1, max_size=2)),
    fields(col=AMOUNTS, op=COMPARED, value=st.one_of(STATISTIC, OTHER)),
    fields(col=AMOUNTS, op=st.just("between"), value=st.tuples(STATISTIC, st.one_of(OTHER, st.just(90))).map(list)),
    fields(col=st.just("day"), op=COMPARED, value=st.sampled_from(["min", "max", "median"]).map(
        lambda stat: {"stat": stat, "col": "day"})),
    fields(col=st.just("region"), op=st.sampled_from(["==", "!="]), value=st.just({"col": "shop"})),
)  # fmt: skip
CONDITIONS = st.integers(0, 4).flatmap(lambda drawn: FILTERS if drawn else fields(
    any=st.lists(st.one_of(PLAIN, st.lists(FILTERS, min_size=1, max_size=2)), min_size=1, max_size=2)))  # fmt: skip
"""Conditions on the made table, whatever form they have."""


def list_of(*items: st.SearchStrategy[Any]) -> st.SearchStrategy[list[Any]]:
    """Lists of one item of each."""
    return st.tuples(*items).map(list)


def by_column(aggregations: Sequence[str]) -> st.SearchStrategy[dict[str, Any]]:
    """Metrics of one column."""
    return st.dictionaries(AMOUNTS, st.lists(st.sampled_from(aggregations), min_size=1, max_size=2, unique=True),
                           min_size=1, max_size=1)  # fmt: skip


SOME = ("sum", "mean", "median", "std", "count", "nunique", "p90", "first", "skew")
FITTED: Mapping[str, tuple[Mapping[str, st.SearchStrategy[Any]], ...]] = {
    "GroupbyAgg": ({"group_cols": list_of(GROUPS), "metrics": by_column(SOME)},),
    "CompareGroups": (
        {"value": AMOUNTS, "group": GROUPS},
        {"value": AMOUNTS, "group": st.just("shop"), "subject": st.sampled_from(["code", "region", "year"])},
    ),
    "CompareColumns": (
        {"a": st.just("Jan"), "b": st.just("Feb")}, {"a": AMOUNTS, "value": st.integers(0, 20)},
        {"value": AMOUNTS, "group": st.just("shop"), "pair_by": st.sampled_from(["year", "sale"])},
    ),
    "ContingencyTest": ({"rows": st.just("region"), "columns": st.just("shop")},),
    "Correlation": ({"columns": st.just(["amount", "units"])},),
    "OlsRegression": ({"y": st.just("amount"), "x": st.sampled_from([["units"], ["units", "region"]])},),
    "ShareRatio": (
        {"mode": st.just("composition"), "group_cols": list_of(GROUPS)},
        {"mode": st.just("ratio"), "numerator": st.just({"col": "amount", "agg": "sum"}),
         "denominator": st.just({"col": "units", "agg": "sum"})},
    ),
    "TimeTrend": ({"date_col": st.just("day"), "metrics": by_column(SOME)},),
    "Heatmap": ({"x": st.just("region"), "color": st.just("shop")},),
    "Pareto": ({"x": GROUPS},),
    "Pie": ({"x": GROUPS},),
    "Scatter": ({"x": AMOUNTS, "y": AMOUNTS},),
    "AddDatePart": (
        {"col": st.just("day"), "part": st.sampled_from(["month", "decade", "day_of_year", "weekday", "year_week"])},
        {"col": st.just("day"), "part": st.just("fiscal_year"), "start_month": st.integers(2, 12)},
    ),
    "AggregateRows": (
        {"by": list_of(GROUPS), "metrics": by_column(SOME)},
        {"by": st.just([]), "metrics": by_column(SOME), "date_col": st.just("day"),
         "grain": st.sampled_from(["month", "year"])},
    ),
    "CastType": ({"col": st.sampled_from(["time", "units", "year", "code", "day"])},),
    "DeriveColumn": ({"name": st.just("made"), "expression": st.sampled_from([
        ["mul", "amount", 2], ["pct_change", "Feb", "Jan"], ["sub", "day", "day"], ["coalesce", "amount", "units"],
        ["round", ["div", "amount", "units"], 1], ["log", "amount"]])},),
    "FillMissing": (
        {"cols": list_of(st.just("amount")), "method": st.sampled_from(["mean", "median", "mode", "ffill"])},
        {"cols": list_of(st.just("region")), "method": st.just("constant"), "value": st.just("none")},
    ),
    "FilterRows": ({"filters": list_of(CONDITIONS)},),
    "FlagRows": ({"name": st.just("made"), "filters": list_of(CONDITIONS)},),
    "JoinDatasets": ({"dataset_id": st.just("D2"), "left_on": st.just(["shop"]), "right_on": st.just(["shop"])},),
    "RecodeColumn": (
        {"col": st.just("units"), "name": st.just("made"), "edges": st.sampled_from([[0, 2, 6], [0, 1, 3, 9]])},
        {"col": st.just("region"), "name": st.just("made"), "mapping": st.just({"North": "N", "south": 4})},
    ),
    "Rescale": ({"col": AMOUNTS},),
    "SetMissing": (
        {"cols": list_of(st.just("region")), "values": st.just(["North"])},
        {"cols": list_of(st.just("units")), "values": st.sampled_from([[0], [1, 2]])},
    ),
    "TextPart": ({"col": st.sampled_from(["note", "region", "sale"]), "name": st.just("made"),
                  "separator": st.sampled_from([" ", "-"])},),
    "TreatOutliers": ({"col": AMOUNTS},),
    "SplitValues": ({"col": st.sampled_from(["note", "region"]), "separator": st.sampled_from([" ", "-", "[]"])},),
    "Window": (
        {"how": st.just("rank"), "order_by": AMOUNTS, "name": st.just("made")},
        {"how": st.sampled_from(["lag", "lead", "diff", "pct_change", "running", "run_length"]), "col": AMOUNTS,
         "name": st.just("made"), "order_by": st.sampled_from([None, "sale", "Jan", "day"])},
        {"how": st.just("moving"), "col": AMOUNTS, "name": st.just("made"), "n": st.integers(2, 9)},
        {"how": st.just("running"), "agg": st.sampled_from(["mean", "count", "min"]), "col": AMOUNTS,
         "name": st.just("made"), "order_by": st.sampled_from(["day", "year"])},
    ),
    "Unpivot": (
        {"cols": st.just(["Jan", "Feb"]), "name": st.just("which"), "value": st.just("made")},
        {"cols": st.just(["Jan", "Feb"]), "name": st.just("which"), "value": st.just("made"),
         "periods": st.just({"Jan": "2024-01", "Feb": "2024-02"})},
    ),
}  # fmt: skip
"""A model -> fields that fit the made table together: most of what is drawn has them, so that it is run as well."""
