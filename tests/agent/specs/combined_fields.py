"""Fields of specs that go with one another in many combinations, over the made table of sales."""

from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

from tests.agent.specs.fitting_fields import (
    AMOUNTS,
    COMPARED,
    CONDITIONS,
    GROUPS,
    SOME,
    by_column,
    fields,
    list_of,
    maybe,
)  # fmt: skip

# ----------------------------------------------------------------
# What names columns of a result, or of what a step made, beside the fields above that make them.


METRICS = by_column(SOME)
MEASURED = {"amount": ["sum", "mean"], "*": ["count", "share"]}
"""Metrics whose result columns are known: those of the fields below."""
RESULTS = st.sampled_from(["amount_sum", "amount_mean", "rows", "rows_share", "in"])
QUANTITIES = fields(
    **{
        "in": fields(
            col=AMOUNTS, agg=st.sampled_from(["sum", "count", "max"]), filters=st.lists(CONDITIONS, max_size=1)
        )
    }
)
COMPUTED = st.fixed_dictionaries({"more": st.sampled_from([
    ["div", "amount_sum", "rows"], ["gt", "amount_sum", "in"], ["argmax", "amount_sum", "in"], ["sub", "in", "rows"],
    ["argmin", "amount_mean", "in", "rows"], ["round", ["percent", "in", "amount_sum"], 1], ["add", "amount_sum", "in"],
    ["coalesce", "amount_mean", 0], ["eq", "rows", 5], ["mean", "in", "amount_sum"],
])})  # fmt: skip
HAVING = st.one_of(
    fields(col=st.one_of(RESULTS, st.just("more")), op=COMPARED, value=st.one_of(st.integers(-2, 60), st.one_of(
        st.builds(lambda stat, col: {"stat": stat, "col": col}, st.sampled_from(["mean", "max", "q3"]), RESULTS),
        st.builds(lambda col: {"col": col}, RESULTS)))),
    fields(col=st.just("amount_sum"), op=st.sampled_from(["is_null", "not_null"])),
    fields(any=st.just([{"col": "rows", "op": "==", "value": 0}, [{"col": "in", "op": ">", "value": 9}]])),
)  # fmt: skip
OF_RESULTS: Mapping[str, st.SearchStrategy[Any]] = {
    "metrics": st.just(MEASURED), "quantities": QUANTITIES, "computed": maybe(COMPUTED),
    "having": maybe(st.lists(HAVING, max_size=1)), "top_k": maybe(st.integers(1, 9)), "skip": maybe(st.integers(0, 2)),
    "sort": maybe(fields(by=st.one_of(RESULTS, st.just("more")), ascending=maybe(st.booleans()))),
    "ties": maybe(st.booleans()), "empty_groups": maybe(st.booleans()), "with_total": maybe(st.booleans()),
    "share_of": maybe(st.sampled_from(["all", "shown"])), "filters": maybe(st.lists(CONDITIONS, max_size=2)),
}  # fmt: skip
OF_TREND: Mapping[str, st.SearchStrategy[Any]] = {
    **OF_RESULTS, "date_col": st.just("day"), "grain": st.sampled_from(["day", "week", "month", "quarter", "half",
        "year"]),
    "group_col": maybe(GROUPS), "growth": maybe(st.sampled_from(["previous", "year", "first"])),
    "moving": maybe(st.integers(2, 4)), "gaps": maybe(st.sampled_from(["fill", "skip"])),
}  # fmt: skip
TOTALS = {"metrics": st.just({"amount": ["sum"], "*": ["count"]}), "cumulative": st.just(True),
          "computed": maybe(st.just({"more": ["sub", "amount_sum", "rows"]}))}  # fmt: skip
RATIO: Mapping[str, st.SearchStrategy[Any]] = {
    "mode": st.just("ratio"), "group_cols": maybe(list_of(GROUPS)), "as_percent": maybe(st.booleans()),
    "numerator": fields(col=AMOUNTS, agg=st.just("sum"), filters=maybe(list_of(CONDITIONS))),
    "denominator": st.sampled_from([{"col": "*", "agg": "count"}, {"col": "units", "agg": "sum"}]),
    "having": maybe(st.just([{"col": "ratio", "op": ">", "value": 1}])), "with_total": maybe(st.booleans()),
    "sort": maybe(fields(by=st.sampled_from(["ratio", "numerator", "denominator"]), ascending=maybe(st.booleans()))),
    "top_k": maybe(st.integers(1, 3)), "skip": maybe(st.integers(0, 2)), "ties": maybe(st.booleans()),
}  # fmt: skip
SHARES: Mapping[str, st.SearchStrategy[Any]] = {
    "mode": st.just("composition"), "group_cols": st.sampled_from([["region"], ["region", "shop"], ["shop", "paid"]]),
    "value": fields(col=AMOUNTS, agg=st.just("sum"), filters=maybe(list_of(CONDITIONS))),
    "cumulative": maybe(st.booleans()), "threshold_pct": maybe(st.sampled_from([50, 80])),
    "having": maybe(st.just([{"col": "share_pct", "op": ">", "value": 10}])), "with_total": maybe(st.booleans()),
    "sort": maybe(fields(by=st.sampled_from(["value", "share_pct"]), ascending=maybe(st.booleans()))),
    "top_k": maybe(st.integers(1, 3)), "ties": maybe(st.booleans()),
}  # fmt: skip
DRAWN_GROUPS = fields(
    op=st.just("groupby_agg"), dataset_id=st.just("D1"), metrics=st.just(MEASURED),
        filters=maybe(st.lists(CONDITIONS, max_size=1)),
    group_cols=st.sampled_from([["region"], ["region", "shop"], ["day"], ["units"]]), empty_groups=maybe(st.booleans()),
)  # fmt: skip
OF_MEASURE: Mapping[str, st.SearchStrategy[Any]] = {
    "of": DRAWN_GROUPS, "of_column": st.sampled_from(["amount_sum", "rows", "amount_mean"]),
    "filters": maybe(st.lists(CONDITIONS, max_size=1)),
}  # fmt: skip
TOGETHER: Mapping[str, tuple[Mapping[str, st.SearchStrategy[Any]], ...]] = {
    "GroupbyAgg": (
        {**OF_RESULTS, "group_cols": st.lists(GROUPS, max_size=2, unique=True)},
        {**OF_RESULTS, "group_cols": st.just(["region", "shop"]), "top_per": st.sampled_from([["region"], ["shop"]])},
    ),
    "TimeTrend": (OF_TREND, {**OF_TREND, **TOTALS}),
    "ShareRatio": (RATIO, SHARES, {**SHARES, "group_cols": st.just(["region", "shop"]), "within": st.just(["region"]),
                                   "threshold_pct": st.none()}),
    "PivotTable": ({"rows": GROUPS, "columns": st.just("units"),
                    "value": fields(col=AMOUNTS, agg=st.sampled_from(SOME), filters=maybe(list_of(CONDITIONS)))},),
    "RowLookup": (
        {"which": st.sampled_from(["max", "min", "top", "bottom"]), "order_by": AMOUNTS, "by": maybe(list_of(GROUPS)),
         "then_by": maybe(list_of(fields(by=st.sampled_from(["sale", "day"]), ascending=maybe(st.booleans())))),
         "columns": maybe(st.just(["sale", "day"])), "k": maybe(st.integers(1, 5))},
        {"which": st.just("matching"), "filters": st.lists(CONDITIONS, min_size=1, max_size=2),
            "order_by": maybe(AMOUNTS)},
        {"which": st.just("matching"), "order_by": AMOUNTS, "descending": st.booleans()},
        {"which": st.sampled_from(["top", "bottom"]), "order_by": AMOUNTS, "skip": st.integers(0, 3),
            "k": st.integers(1, 3)},
        {"which": st.sampled_from(["first", "last"]), "k": st.integers(1, 4), "skip": maybe(st.integers(0, 3)),
         "by": maybe(list_of(GROUPS))},
    ),
    "Bar": ({**OF_MEASURE, "beside": maybe(st.just(["rows_share"]))}, {"x": GROUPS, "color": GROUPS,
        "y": maybe(AMOUNTS),
            "stack": maybe(st.sampled_from(["sum", "percent"])), "sort": maybe(fields(by=GROUPS))}),
    "Line": ({**OF_MEASURE, "beside": maybe(st.just(["rows_share"]))},
             {"x": st.just("day"), "y": maybe(AMOUNTS), "color": maybe(GROUPS), "grain": maybe(st.just("quarter"))}),
    "Area": (OF_MEASURE, {"x": st.just("day"), "color": maybe(GROUPS), "grain": maybe(st.just("month"))}),
    "Heatmap": ({**OF_MEASURE, "of_column": st.none()},),
    "RecodeColumn": (
        {"col": st.sampled_from(["region", "sale", "units", "year"]), "name": st.just("made"),
            "top_k": st.integers(1, 3),
         "others": st.just("else"), "labels": maybe(st.just(["most"])), "order_by": maybe(AMOUNTS)},
        {"col": st.sampled_from(["region", "paid", "units", "day", "code"]), "name": st.just("made"), "others": maybe(
            st.sampled_from(["else", 0, 2.5, True])), "mapping": st.sampled_from([
                {"North": 1, "west": 2.5}, {"north": "N"}, {"true": "yes", "false": "no"}, {"1": "one", "2": "two"}])},
        {"col": AMOUNTS, "name": st.just("made"), "edges": st.sampled_from([[0, 2, 6], [-1, 0.5, 20, 1000]]),
         "others": maybe(st.sampled_from(["else", "0 to under 2"])), "labels": maybe(st.just(["low", "high"]))},
    ),
    "DeriveColumn": ({"name": st.just("made"), "expression": st.sampled_from([
        ["years", {"date": "today"}, "day"], ["months", {"stat": "max", "col": "day"}, "day"], ["sub",
            {"date": "2025-01-31"}, "day"],
        ["years", "day", {"date": "2020-02-29"}], ["sub", "amount", {"stat": "mean", "col": "amount",
            "by": ["region"]}],
        ["div", "amount", {"stat": "value", "col": "amount", "filters": [{"col": "sale", "op": "==", "value": "S1"}]}],
        ["sub", "time", "time"], ["max", "amount", "units", 3], ["exp", "units"], ["sqrt", "amount"], ["abs", ["sub",
            "Jan", "Feb"]],
        ["coalesce", "region", "shop"], ["coalesce", "day", {"date": "today"}], ["mean", "Jan", "Feb", "amount"],
        ["percent", "units", "amount"], ["min", "day", {"date": "2024-01-01"}],
    ])},),
    "CastType": (
        {"col": st.sampled_from(["time", "year", "day", "note", "region"]), "to": st.sampled_from(["number", "date",
            "text", "seconds"]),
         "day_first": maybe(st.booleans())},
    ),
    "AddDatePart": ({"col": st.sampled_from(["day", "time"]), "name": maybe(st.just("made")), "part": st.sampled_from([
        "year", "half", "quarter", "month", "week", "day", "weekday", "hour", "year_half", "year_quarter", "year_month",
        "year_week", "date", "decade", "day_of_year"])},),
    "TextPart": ({"col": st.sampled_from(["note", "sale", "region"]), "name": st.just("made"),
        "index": maybe(st.sampled_from([-1, 2])),
                  "how": st.sampled_from(["word", "first", "last", "length"]), "n": maybe(st.integers(1, 3))},),
    "Rescale": ({"col": AMOUNTS, "method": st.sampled_from(["minmax", "zscore"]), "name": maybe(st.just("made")),
                 "ddof": maybe(st.sampled_from([0, 1]))},),
    "TreatOutliers": ({"col": AMOUNTS, "method": st.sampled_from(["iqr", "zscore", "mad"]),
        "action": maybe(st.just("clip")),
                       "side": maybe(st.sampled_from(["low", "high"])), "threshold": maybe(st.sampled_from([0.5,
                           2]))},),
    "JoinDatasets": ({"dataset_id": st.just("D2"), "left_on": st.just(["shop"]), "right_on": st.just(["shop"]),
                      "how": st.sampled_from(["left", "inner", "semi", "anti"]), "distinct_right": maybe(st.booleans()),
                      "columns": maybe(st.just(["since", "size"])),
                      "right_filters": maybe(st.just([{"col": "size", "op": ">", "value": 2}]))},),
    "FillMissing": ({"cols": list_of(AMOUNTS), "method": st.sampled_from(["mean", "median", "mode", "ffill"]),
                     "by": maybe(list_of(GROUPS))},),
    "Window": ({"how": st.sampled_from(["lag", "lead", "diff", "pct_change", "running", "run_length"]), "col": AMOUNTS,
                "name": st.just("made"), "order_by": st.sampled_from(["sale", "Jan", "day"]),
                    "then_by": maybe(st.just(["sale"])),
                "by": maybe(list_of(GROUPS)), "ascending": maybe(st.booleans())},
               {"how": st.just("rank"), "order_by": AMOUNTS, "name": st.just("made"), "by": maybe(list_of(GROUPS)),
                "ties": st.sampled_from(["min", "dense", "max", "average"]), "ascending": maybe(st.booleans())},
               {"how": st.sampled_from(["lag", "run_length"]), "col": st.sampled_from(["region", "paid", "day",
                   "time"]),
                "name": st.just("made"), "order_by": maybe(st.just("sale"))}),
    "CompareGroups": ({"value": AMOUNTS, "group": st.sampled_from(["region", "shop", "paid", "year"]),
                       "test": st.sampled_from(["welch", "student", "mann_whitney", "ks", "anova", "welch_anova",
                           "kruskal"])},
                      {"value": AMOUNTS, "group": st.sampled_from(["shop", "year"]),
                          "subject": st.sampled_from(["code", "region"]),
                       "design": st.sampled_from(["auto", "paired", "nested", "independent"]),
                       "test": st.sampled_from(["auto", "paired_t", "wilcoxon", "rm_anova", "friedman"])}),
}  # fmt: skip
"""A model -> fields that go with one another in many combinations; where one may be none, it is often left out."""
