"""Specs of aggregates over the made people, one for each thing the language can say of groups and periods."""

Spec = dict[str, object]
SALES = [{"col": "team", "op": "==", "value": "Sales"}]
REMOTE = [{"col": "remote", "op": "==", "value": True}]
QUANTITIES = {
    "sales": {"col": "pay", "agg": "sum", "filters": SALES},
    "rest": {"col": "pay", "agg": "sum", "filters": [{"col": "team", "op": "!=", "value": "Sales"}]},
    "far": {"filters": REMOTE},
    "far ages": {"col": "age", "agg": "sum", "filters": REMOTE},
}
COMPUTED = {
    "gap": ["sub", "sales", "rest"],
    "gap_pct": ["pct_change", "sales", "rest"],
    "rounded": ["round", ["div", "gap", "far"], 1],
}
SHAPES = ["p5", "p10", "p25", "p75", "p90", "p95", "p99", "mode", "skew", "missing", "share"]


def by_team(**more: object) -> Spec:
    return {"op": "groupby_agg", "group_cols": ["team"], **more}


def by_quarter(**more: object) -> Spec:
    return {"op": "time_trend", "date_col": "hired", "grain": "quarter", **more}


def skipping(grain: str, growth: str, group: str | None) -> Spec:
    """A trend of few rows, so that many periods have none."""
    return {"op": "time_trend", "date_col": "hired", "grain": grain, "metrics": {"pay": ["sum"], "*": ["count"]},
            "gaps": "skip", "growth": growth, "group_col": group,
            "filters": [{"col": "age", "op": "<", "value": 30}]}  # fmt: skip


SPECS: tuple[Spec, ...] = (
    by_team(metrics={"pay": SHAPES, "*": ["count", "share"]}),
    by_team(metrics={"team": ["mode", "missing"], "hired": ["mode", "missing"], "remote": ["share", "missing", "p90"]}),
    {"op": "groupby_agg", "metrics": {"pay": SHAPES, "*": ["count", "share"], "level": ["mode"]}},
    {"op": "groupby_agg", "group_cols": ["team", "level"], "metrics": {"age": ["skew", "mode", "p75"]}},
    by_team(quantities=QUANTITIES, computed=COMPUTED),
    {"op": "groupby_agg", "quantities": QUANTITIES, "computed": COMPUTED},
    by_team(metrics={"pay": ["mean"]}, quantities={
        **{agg: {"col": "pay", "agg": agg, "filters": REMOTE} for agg in
           ("mean", "median", "std", "min", "max", "range", "count", "nunique", *SHAPES)},
        "of rows": {"agg": "share", "filters": REMOTE}, "latest": {"col": "hired", "agg": "max", "filters": SALES},
        "truths": {"col": "remote", "agg": "mean", "filters": SALES},
    }),
    by_team(metrics={"*": ["count"]}, quantities={"far": {"filters": REMOTE}}, with_total=True,
            computed={"far_pct": ["mul", ["div", "far", "rows"], 100]},
            having=[{"col": "far_pct", "op": ">", "value": 30}], sort={"by": "far_pct", "ascending": True}),
    by_team(metrics={"pay": ["sum", "share"]}, having=[{"col": "pay_share", "op": ">", "value": 10}], top_k=3, skip=1),
    by_team(metrics={"pay": ["sum", "share"]}, share_of="shown", top_k=2, with_total=True),
    by_team(metrics={"pay": ["share", "sum"]}, skip=2),
    {"op": "groupby_agg", "group_cols": ["age"], "metrics": {"*": ["count"]}, "top_k": 4, "ties": True},
    {"op": "groupby_agg", "group_cols": ["age"], "metrics": {"*": ["count"]}, "top_k": 3, "skip": 2, "ties": True,
     "sort": {"by": "rows", "ascending": True}},
    {"op": "groupby_agg", "group_cols": ["team", "level", "remote"], "metrics": {"pay": ["mean"]},
     "top_per": ["team"], "top_k": 1, "skip": 1},
    by_team(metrics={"pay": ["mean"]}, having=[
        {"col": "pay_mean", "op": ">", "value": {"stat": "mean", "col": "pay_mean"}}, {"col": "team", "op": "not_null"},
    ]),
    by_team(quantities={"latest": {"col": "hired", "agg": "max"}, "first": {"col": "hired", "agg": "min"}},
            computed={"days": ["sub", "latest", "first"], "capped": ["min", "days", 690]}),
    by_quarter(metrics={"*": ["count"]}, quantities=QUANTITIES, computed=COMPUTED, growth="previous"),
    by_quarter(quantities=QUANTITIES, computed=COMPUTED, growth="year", group_col="level", with_total=True),
    by_quarter(metrics={"pay": ["sum"]}, growth="previous", having=[
        {"col": "pay_sum_growth_pct", "op": ">", "value": 0}, {"col": "period", "op": ">=", "value": "2021-Q3"}]),
    by_quarter(metrics={"pay": ["sum"]}, growth="year", having=[{"col": "period", "op": "==", "value": "2022"}],
               sort={"by": "pay_sum_growth_pct"}, top_k=1, skip=1),
    by_quarter(metrics={"pay": ["sum", "share", "missing"]}, cumulative=False, share_of="shown", top_k=3),
    by_quarter(metrics={"*": ["count", "share"]}, group_col="team", with_total=True),
    by_quarter(metrics={"*": ["count"]}, cumulative=True, growth="previous", group_col="team"),
    *(by_quarter(metrics={"pay": ["sum", "mean"]}, moving=3, computed={"twice": ["mul", "pay_sum", 2]}, **more)
      for more in ({}, {"group_col": "team", "growth": "previous"}, {"gaps": "skip", "group_col": "level"},
                   {"growth": "first"}, {"having": [{"col": "pay_sum_moving", "op": ">", "value": 0}],
                                         "sort": {"by": "twice_moving"}, "top_k": 3})),
    *(skipping(grain, growth, group)
      for grain, growth, group in (
          ("day", "previous", None), ("day", "year", "level"), ("week", "year", None), ("week", "first", "team"),
          ("month", "previous", "team"), ("half", "year", "team"), ("month", "none", None), ("month", "first", None))),
    {"op": "time_trend", "date_col": "score", "grain": "year", "metrics": {"*": ["count"]}, "growth": "previous",
     "group_col": "level", "prepare": [
         {"step": "derive_column", "name": "score", "expression": ["add", ["round", "age", -1], 2000]}]},
    {"op": "time_trend", "date_col": "age", "grain": "year", "metrics": {"pay": ["mean"]}, "gaps": "skip",
     "growth": "year", "having": [{"col": "period", "op": ">", "value": "0030"}]},
    {"op": "share_ratio", "group_cols": ["team", "level"], "within": ["team"], "cumulative": True,
     "value": {"col": "pay", "agg": "sum"}, "with_total": True},
    {"op": "share_ratio", "group_cols": ["team", "level"], "within": ["level"], "top_k": 1, "skip": 1},
    {"op": "share_ratio", "group_cols": ["team", "level"], "within": ["level"], "top_k": 2,
     "sort": {"by": "share_pct", "ascending": True}},
    {"op": "share_ratio", "group_cols": ["age"], "value": {"col": "pay", "agg": "sum"}, "threshold_pct": 50,
     "with_total": True, "having": [{"col": "share_pct", "op": ">", "value": 2}], "top_k": 5, "ties": True},
    {"op": "share_ratio", "group_cols": ["age"], "cumulative": True, "sort": {"by": "age"}, "skip": 40},
    {"op": "share_ratio", "mode": "ratio", "group_cols": ["team"], "numerator": {"filters": REMOTE}, "denominator": {},
     "as_percent": True, "sort": {"by": "ratio", "ascending": True}, "top_k": 1, "with_total": True},
    {"op": "share_ratio", "mode": "ratio", "group_cols": ["age"], "numerator": {"col": "pay", "agg": "p90"},
     "denominator": {"col": "pay", "agg": "median"}, "having": [{"col": "ratio", "op": ">", "value": 1.5}]},
    {"op": "pivot_table", "rows": "team", "columns": "level", "value": {"col": "pay", "agg": "p90"}},
    {"op": "pivot_table", "rows": "team", "columns": "remote", "value": {"agg": "share"}},
    {"op": "pivot_table", "rows": "team", "columns": "level", "value": {"col": "level", "agg": "mode"}},
)  # fmt: skip
