"""Each op on 1,000,000 rows of 10 columns beside plain pandas in the same run. Prints ratios, fails by no time.

Run with `pytest -m "benchmark" -s tests/benchmarks/test_measures.py`.
"""

import time
from collections.abc import Callable, Mapping

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from agent.analysis.execute import execute_analysis
from agent.analysis.frames.source import Table
from agent.specs.parse import parse_analysis
from tests.agent.analysis.made_tables import table, tables

pytestmark = [pytest.mark.benchmark, pytest.mark.slow, pytest.mark.timeout(600)]
ROWS = 1_000_000
REPEATS = 3


@pytest.fixture(scope="module")
def million() -> Table:
    """Text, whole and broken numbers, dates, truth; some cells missing."""
    rng = np.random.default_rng(3)
    gaps = rng.random(ROWS) < 0.02
    frame = pd.DataFrame(
        {
            "region": pd.Series(rng.choice(["north", "south", "east", "west"], ROWS), dtype="str"),
            "shop": pd.Series(rng.integers(0, 500, ROWS), dtype="int64").astype("str"),
            "customer": rng.integers(0, 200_000, ROWS),
            "day": pd.to_datetime("2020-01-01") + pd.to_timedelta(rng.integers(0, 1460, ROWS), unit="D"),
            "price": np.where(gaps, np.nan, rng.lognormal(3, 1, ROWS)),
            "pieces": rng.integers(1, 20, ROWS),
            "weight": rng.normal(50, 10, ROWS),
            "score": rng.normal(0, 1, ROWS),
            "returned": rng.random(ROWS) < 0.05,
            "note": pd.Series(rng.choice(["", "gift", "late"], ROWS), dtype="str"),
        }
    )
    return table(frame)


def _duplicates(frame: pd.DataFrame) -> object:
    return frame.duplicated().sum(), frame.groupby(list(frame.columns), dropna=False).size()


def _outliers(frame: pd.DataFrame) -> object:
    q1, q3 = frame["price"].quantile([0.25, 0.75])
    reach = 1.5 * (q3 - q1)
    return frame[(frame["price"] < q1 - reach) | (frame["price"] > q3 + reach)].sort_values("price")


NUMBERS = ["price", "pieces", "weight", "score", "customer"]
CASES: Mapping[str, tuple[dict[str, object], Callable[[pd.DataFrame], object]]] = {
    "overview": ({"op": "dataset_overview"}, lambda f: (f.nunique(), f.duplicated().sum(), f.isna().sum())),
    "missingness": ({"op": "missingness"}, lambda f: f.isna().sum()),
    "column_summary": (
        {"op": "column_summary", "quantiles": [0.1]},
        lambda f: (f[NUMBERS].describe(), f[NUMBERS].quantile(0.1)),
    ),
    "duplicate_check": ({"op": "duplicate_check"}, _duplicates),
    "groupby mean": (
        {"op": "groupby_agg", "group_cols": ["region"], "metrics": {"price": ["mean"]}},
        lambda f: f.groupby("region", dropna=False)["price"].mean(),
    ),
    "groupby median, nunique": (
        {"op": "groupby_agg", "group_cols": ["region"], "metrics": {"price": ["median"], "customer": ["nunique"]}},
        lambda f: f.groupby("region", dropna=False).agg({"price": "median", "customer": "nunique"}),
    ),
    "groupby first": (
        {"op": "groupby_agg", "group_cols": ["shop"], "metrics": {"price": ["first"]}},
        lambda f: f.groupby("shop", dropna=False)["price"].first(),
    ),
    "groupby 200k groups": (
        {"op": "groupby_agg", "group_cols": ["customer"], "metrics": {"price": ["sum"]}, "top_k": 10},
        lambda f: f.groupby("customer", dropna=False)["price"].sum().nlargest(10),
    ),
    "text filter": (
        {
            "op": "groupby_agg",
            "metrics": {"price": ["sum"]},
            "filters": [{"col": "region", "op": "==", "value": "North"}],
        },
        lambda f: f.loc[f["region"].str.casefold() == "north", "price"].sum(),
    ),
    "share": (
        {"op": "share_ratio", "group_cols": ["shop"], "value": {"col": "price", "agg": "sum"}, "threshold_pct": 80},
        lambda f: f.groupby("shop")["price"].sum().sort_values(ascending=False).cumsum(),
    ),
    "correlation_matrix": ({"op": "correlation_matrix"}, lambda f: f[NUMBERS].corr()),
    "correlation spearman": (
        {"op": "correlation", "columns": ["price", "weight"], "method": "spearman"},
        lambda f: f["price"].corr(f["weight"], method="spearman"),
    ),
    "value_counts": ({"op": "value_counts", "column": "shop"}, lambda f: f["shop"].value_counts(dropna=False)),
    "row_lookup top": (
        {"op": "row_lookup", "which": "top", "order_by": "price"},
        lambda f: f.nlargest(10, "price"),
    ),
    "time_trend": (
        {"op": "time_trend", "date_col": "day", "metrics": {"price": ["sum"]}, "growth": "previous"},
        lambda f: f.groupby(f["day"].dt.to_period("M"))["price"].sum().pct_change(),
    ),
    "outliers": ({"op": "outliers", "column": "price"}, _outliers),
    "normality_test": (
        {"op": "normality_test", "column": "weight", "tests": ["dagostino"]},
        lambda f: (f["weight"].skew(), f["weight"].kurt()),
    ),
    "compare_groups": (
        {"op": "compare_groups", "value": "weight", "group": "region"},
        lambda f: f.groupby("region")["weight"].agg(["count", "mean", "median", "std"]),
    ),
    "pivot_table": (
        {"op": "pivot_table", "rows": "shop", "columns": "region", "value": {"col": "price", "agg": "mean"}},
        lambda f: f.pivot_table(index="shop", columns="region", values="price", aggfunc="mean"),
    ),
    "contingency_test": (
        {"op": "contingency_test", "rows": "note", "columns": "region"},
        lambda f: stats.chi2_contingency(pd.crosstab(f["note"], f["region"])),
    ),
    "ols_regression": (
        {"op": "ols_regression", "y": "price", "x": ["weight"]},
        lambda f: stats.linregress(f["weight"], f["price"].fillna(0)),
    ),
}


def _seconds(action: Callable[[], object]) -> float:
    taken = []
    for _ in range(REPEATS):
        started = time.perf_counter()
        action()
        taken.append(time.perf_counter() - started)
    return min(taken)


@pytest.mark.parametrize("name", CASES)
def test_an_op_beside_plain_pandas(name: str, million: Table) -> None:
    given, plain = CASES[name]
    spec = parse_analysis(given)
    ours = _seconds(lambda: execute_analysis(spec, tables(million)))
    theirs = _seconds(lambda: plain(million.frame))
    print(f"\n{name:28} {ours:7.3f} s   pandas {theirs:7.3f} s   ratio {ours / theirs:6.2f}")
