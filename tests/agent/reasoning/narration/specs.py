"""One spec or more for every op and every plot kind, over the shop's data."""

from tests.agent.reasoning.narration.worked import Spec

UNITS = {"units": ["sum"]}
MEASURES: dict[str, list[Spec]] = {
    "dataset_overview": [{"op": "dataset_overview"}],
    "missingness": [{"op": "missingness"}, {"op": "missingness", "columns": ["note"], "by": "shop"}],
    "column_summary": [
        {"op": "column_summary"},
        {"op": "column_summary", "columns": ["price"], "stats": ["median"]},
        {"op": "column_summary", "columns": ["price"], "stats": ["mean"], "quantiles": [0.1, 0.975]},
        {"op": "column_summary", "columns": ["price", "units"], "stats": ["mean"]},
        {"op": "column_summary", "columns": ["price"], "stats": ["skew"], "by": "shop"},
        {"op": "column_summary", "columns": ["price", "units"], "by": "kind"},
    ],
    "duplicate_check": [{"op": "duplicate_check"}, {"op": "duplicate_check", "columns": ["shop"]}],
    "groupby_agg": [
        {"op": "groupby_agg", "metrics": {"units": ["sum", "mean"]}},
        {"op": "groupby_agg", "metrics": {"*": ["count"]}},
        {"op": "groupby_agg", "group_cols": ["shop"], "metrics": UNITS},
        {
            "op": "groupby_agg",
            "metrics": {"units_sum": ["mean"]},
            "prepare": [{"step": "aggregate", "metrics": UNITS, "date_col": "day", "grain": "month"}],
        },
        {
            "op": "groupby_agg",
            "metrics": {"*": ["count"]},
            "filters": [
                {"any": [{"col": "shop", "op": "==", "value": "North"}, [{"col": "units", "op": ">", "value": 5}]]},
                {"col": "day", "op": ">=", "value": {"date": "latest", "shift": -3, "unit": "month"}},
            ],
        },
        {"op": "groupby_agg", "group_cols": ["shop", "kind"], "metrics": {"price": ["min", "max"]}},
        {"op": "groupby_agg", "group_cols": ["kind"], "metrics": UNITS, "sort": {"by": "units_sum"}, "top_k": 2},
        {"op": "groupby_agg", "group_cols": ["note"], "metrics": {"*": ["count"]}},
        {"op": "groupby_agg", "group_cols": ["shop", "kind"], "metrics": UNITS, "top_per": ["shop"]},
        {
            "op": "groupby_agg",
            "group_cols": ["shop", "kind"],
            "metrics": {"units": ["sum"], "*": ["count"]},
            "sort": {"by": "rows", "ascending": True},
            "top_per": ["shop"],
            "top_k": 2,
        },
    ],
    "share_ratio": [
        {"op": "share_ratio", "group_cols": ["shop"], "value": {"col": "units", "agg": "sum"}},
        {"op": "share_ratio", "group_cols": ["kind"], "cumulative": True, "threshold_pct": 60},
        {"op": "share_ratio", "mode": "ratio", "numerator": {"col": "units", "agg": "sum"}, "denominator": {}},
        {
            "op": "share_ratio",
            "mode": "ratio",
            "as_percent": True,
            "group_cols": ["shop"],
            "numerator": {"filters": [{"col": "kind", "op": "==", "value": "tea"}]},
            "denominator": {},
        },
    ],
    "correlation_matrix": [{"op": "correlation_matrix"}],
    "correlation": [
        {"op": "correlation", "columns": ["units", "price"]},
        {"op": "correlation", "target": "units", "method": "spearman"},
        {"op": "correlation", "columns": ["units", "price"], "by": "kind"},
    ],
    "value_counts": [{"op": "value_counts", "column": "kind"}, {"op": "value_counts", "column": "shop", "top_k": 2}],
    "row_lookup": [
        {"op": "row_lookup", "which": "max", "order_by": "units"},
        {"op": "row_lookup", "which": "min", "order_by": "price", "columns": ["shop"]},
        {"op": "row_lookup", "which": "top", "order_by": "units", "k": 3},
        {"op": "row_lookup", "which": "bottom", "order_by": "units", "k": 3, "columns": ["kind", "units"]},
        {"op": "row_lookup", "filters": [{"col": "units", "op": ">", "value": 5}]},
        {"op": "row_lookup", "which": "first", "k": 2},
        {"op": "row_lookup", "which": "last", "k": 1, "columns": ["shop", "units"]},
        {"op": "row_lookup", "which": "first", "k": 9, "skip": 1, "by": ["shop"]},
        {"op": "row_lookup", "which": "last", "k": 1, "by": ["shop"], "columns": ["units"]},
        {"op": "row_lookup", "which": "top", "order_by": "units", "k": 1, "skip": 2},
        {"op": "row_lookup", "which": "top", "order_by": "units", "k": 1, "skip": 1, "by": ["kind"]},
        {"op": "row_lookup", "which": "max", "order_by": "price", "then_by": [{"by": "day"}]},
        {"op": "row_lookup", "which": "max", "order_by": "units", "by": ["shop"]},
        {"op": "row_lookup", "which": "min", "order_by": "day", "by": ["shop", "kind"]},
        {"op": "row_lookup", "which": "top", "order_by": "units", "k": 2, "by": ["shop"], "columns": ["order no"]},
    ],
    "time_trend": [
        {"op": "time_trend", "date_col": "day", "metrics": UNITS},
        {"op": "time_trend", "date_col": "day", "metrics": UNITS, "growth": "previous"},
        {"op": "time_trend", "date_col": "day", "metrics": UNITS, "cumulative": True},
        {"op": "time_trend", "date_col": "day", "metrics": UNITS, "group_col": "shop", "grain": "quarter"},
        {
            "op": "time_trend",
            "date_col": "day",
            "metrics": UNITS,
            "growth": "previous",
            "sort": {"by": "units_sum_growth_pct"},
            "top_k": 1,
        },
    ],
    "outliers": [
        {"op": "outliers", "column": "units"},
        {"op": "outliers", "column": "price", "method": "mad"},
        {"op": "outliers", "column": "units", "by": "shop"},
        {"op": "outliers", "column": "units", "by": "kind", "method": "zscore"},
    ],
    "normality_test": [
        {"op": "normality_test", "column": "units"},
        {"op": "normality_test", "column": "price", "tests": ["ks"], "by": "shop"},
    ],
    "compare_groups": [
        {"op": "compare_groups", "value": "price", "group": "kind"},
        {"op": "compare_groups", "value": "units", "group": "shop", "groups": ["North", "South"]},
    ],
    "compare_columns": [
        {"op": "compare_columns", "a": "units", "b": "price"},
        {"op": "compare_columns", "a": "units", "b": "price", "test": "wilcoxon"},
        {"op": "compare_columns", "a": "price", "value": 5},
        {"op": "compare_columns", "a": "price", "value": 50, "test": "wilcoxon"},
        {
            "op": "compare_columns",
            "value": "price",
            "group": "shop",
            "groups": ["North", "South"],
            "pair_by": "kind",
            "prepare": [{"step": "drop_duplicates", "cols": ["shop", "kind"]}],
        },
    ],
    "pivot_table": [{"op": "pivot_table", "rows": "shop", "columns": "kind", "value": {"col": "units", "agg": "sum"}}],
    "contingency_test": [
        {"op": "contingency_test", "rows": "shop", "columns": "kind"},
        {
            "op": "contingency_test",
            "rows": "shop",
            "columns": "kind",
            "filters": [{"col": "shop", "op": "!=", "value": "South"}, {"col": "kind", "op": "!=", "value": "tea"}],
        },
    ],
    "ols_regression": [
        {"op": "ols_regression", "y": "units", "x": ["price"]},
        {"op": "ols_regression", "y": "units", "x": ["price", "kind"]},
    ],
}
PLOTS: dict[str, list[Spec]] = {
    "hist": [{"kind": "hist", "x": "units"}, {"kind": "hist", "x": "units", "color": "shop"}],
    "scatter": [{"kind": "scatter", "x": "units", "y": "price"}],
    "line": [
        {"kind": "line", "x": "day", "y": "units", "grain": "month"},
        {"kind": "line", "of": {"op": "time_trend", "date_col": "day", "metrics": UNITS}},
    ],
    "bar": [
        {"kind": "bar", "x": "shop", "y": "units", "agg": "mean"},
        {"kind": "bar", "of": {"op": "value_counts", "column": "kind"}},
        {"kind": "bar", "x": "shop", "y": "units", "color": "kind", "stack": "sum"},
        {"kind": "bar", "x": "shop", "color": "kind", "stack": "percent"},
    ],
    "box": [{"kind": "box", "y": "units", "x": "shop"}, {"kind": "box", "y": "units"}],
    "pie": [
        {"kind": "pie", "x": "shop", "y": "units"},
        {"kind": "pie", "of": {"op": "value_counts", "column": "kind"}},
        {"kind": "pie", "of": {"op": "share_ratio", "group_cols": ["shop"], "value": {"col": "units", "agg": "sum"}}},
    ],
    "area": [
        {"kind": "area", "x": "day", "y": "units", "grain": "month"},
        {"kind": "area", "x": "day", "y": "units", "grain": "month", "color": "shop"},
    ],
    "heatmap": [
        {"kind": "heatmap", "x": "shop", "color": "kind", "y": "units"},
        {"kind": "heatmap", "of": {"op": "correlation_matrix"}},
        {"kind": "heatmap", "of": {"op": "pivot_table", "rows": "shop", "columns": "kind"}},
    ],
    "violin": [{"kind": "violin", "y": "units", "x": "shop"}, {"kind": "violin", "y": "units"}],
    "pareto": [{"kind": "pareto", "x": "shop", "y": "units"}],
}
EVERY = [(name, spec) for table in (MEASURES, PLOTS) for name, specs in table.items() for spec in specs]
