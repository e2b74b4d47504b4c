"""Correlations and tests: the numbers of plain scipy."""

import math
from typing import Any, get_args

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from agent.analysis.measures.correlation import correlations, pair_counts
from agent.errors import DataError, SpecError
from agent.specs.measures import CompareGroups, CorrelationMethod
from tests.agent.analysis.made_tables import (
    by_key,
    column,
    notes,
    one,
    payload,
    people,
    people_table,
    rows,
    rows_used,
    run,
    table,
)

METHODS: tuple[CorrelationMethod, ...] = ("pearson", "spearman", "kendall")


@pytest.mark.parametrize("method", METHODS)
def test_a_correlation_has_the_r_and_p_of_scipy_over_complete_pairs(method: CorrelationMethod) -> None:
    both = people()[["pay", "age"]].dropna()
    tests: dict[str, Any] = {"pearson": stats.pearsonr, "spearman": stats.spearmanr, "kendall": stats.kendalltau}
    reference = tests[method](both["pay"], both["age"])
    found, _ = run({"op": "correlation", "columns": ["pay", "age"], "method": method}, people_table())
    row = one(found)
    assert (row["r"], row["p"], row["n"]) == pytest.approx((reference.statistic, reference.pvalue, len(both)))
    assert rows_used(found) == len(both)
    assert float(row["ci_low"]) < float(row["r"]) < float(row["ci_high"])  # type: ignore[arg-type]


def test_the_interval_of_pearson_is_that_of_scipy() -> None:
    both = people()[["pay", "age"]].dropna()
    reference = stats.pearsonr(both["pay"], both["age"]).confidence_interval(0.95)
    row = one(run({"op": "correlation", "columns": ["pay", "age"]}, people_table())[0])
    assert (row["ci_low"], row["ci_high"]) == pytest.approx((reference.low, reference.high))


def test_against_a_target_all_numeric_columns_come_strongest_first() -> None:
    (found,) = run({"op": "correlation", "target": "pay"}, people_table())
    assert set(column(found, "a")) == {"age", "score"}
    strengths = [abs(float(r)) for r in column(found, "r") if r is not None and not isinstance(r, str)]
    assert strengths == sorted(strengths, reverse=True)


TRIPS = pd.DataFrame({
    "km": [1.0, 2, 3, 4, 5, 6], "fare": [3.0, 4, 7, 8, 12, 12], "tip": [1.0, 0, 2, 1, 2, 3],
    "age": [60.0, 22, 31, 45, 23, 70],
    "zone": pd.Series(["a", "a", "a", "b", "b", "b"], dtype="str"),
})  # fmt: skip


def test_the_strongest_pairs_and_the_named_columns_only() -> None:
    by_pandas = TRIPS.drop(columns="zone").corr()
    strongest = by_pandas["fare"].drop("fare").abs().sort_values(ascending=False).index[:2].tolist()
    (found,) = run({"op": "correlation", "target": "fare", "top_k": 2}, table(TRIPS))
    assert column(found, "a") == strongest and "first 2 of 3 pairs" in notes(found)
    (by_zone,) = run({"op": "correlation", "target": "fare", "top_k": 1, "by": "zone"}, table(TRIPS))
    assert column(by_zone, "zone") == ["a", "b"]
    matrix, pairs = run({"op": "correlation_matrix", "top_k": 1}, table(TRIPS))
    assert len(rows(matrix)) == 4 and rows(pairs)[0][:2] == ["km", "fare"] and len(rows(pairs)) == 1
    named, _ = run({"op": "correlation_matrix", "columns": ["km", "tip", "age"], "only": True}, table(TRIPS))
    assert payload(named)["columns"] == ["column", "km", "tip", "age"]
    assert float(str(rows(named)[0][2])) == pytest.approx(by_pandas.loc["km", "tip"])
    with pytest.raises(SpecError, match="two columns named"):
        run({"op": "correlation_matrix", "columns": ["km"], "only": True}, table(TRIPS))


def test_a_column_that_does_not_vary_has_no_correlation() -> None:
    frame = pd.DataFrame({"x": [1.0, 2.0, 3.0], "c": [4.0, 4.0, 4.0]})
    found, _ = run({"op": "correlation", "columns": ["x", "c"]}, table(frame))
    assert one(found)["r"] is None and "does not vary" in notes(found)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("gaps", [False, True])
def test_the_kernel_agrees_with_pandas(method: CorrelationMethod, gaps: bool) -> None:
    rng = np.random.default_rng(11)
    values = rng.normal(size=(60, 4)) * [1, 1e6, 1e-6, 1] + [0, 1e9, 0, 3]
    values[:, 3] = 7.0
    if gaps:
        values[rng.random(values.shape) < 0.2] = np.nan
    expected = pd.DataFrame(values).corr(method=method, min_periods=3).to_numpy()
    np.testing.assert_allclose(correlations(values, method), expected, rtol=1e-9, atol=1e-12)
    present = ~np.isnan(values)
    assert pair_counts(values)[0, 1] == int((present[:, 0] & present[:, 1]).sum())


def test_a_matrix_takes_named_columns_and_then_those_of_largest_variance() -> None:
    rng = np.random.default_rng(2)
    frame = pd.DataFrame({f"c{number}": rng.normal(scale=number + 1, size=40) for number in range(12)})
    largest = frame.drop(columns="c0").var().sort_values(ascending=False).index.tolist()
    matrix, pairs = run({"op": "correlation_matrix", "columns": ["c0"]}, table(frame))
    assert column(matrix, "column") == ["c0", *largest[:9]]
    assert by_key(matrix, "c11")["c0"] == pytest.approx(frame["c0"].corr(frame["c11"]))
    assert len(rows(pairs)) == 45 and column(pairs, "n") == [40] * 45
    assert all(name in notes(matrix) for name in largest[9:])


def test_a_matrix_of_one_numeric_column_is_refused() -> None:
    with pytest.raises(DataError, match="two numeric columns"):
        run({"op": "correlation_matrix"}, people_table(columns=["team", "pay"]))


def test_normality_tests_are_those_of_scipy() -> None:
    score = people()["score"]
    (found,) = run(
        {"op": "normality_test", "column": "score", "tests": ["shapiro", "dagostino", "ks", "anderson"]}, people_table()
    )
    p = by_key(found, "p")
    assert p["shapiro"] == pytest.approx(stats.shapiro(score).pvalue)
    assert p["dagostino"] == pytest.approx(stats.normaltest(score).pvalue)
    assert p["ks"] == pytest.approx(stats.kstest((score - score.mean()) / score.std(), "norm").pvalue)
    assert "Lilliefors" in notes(found)


def test_the_statistic_of_anderson_is_a_squared_and_its_p_falls_as_it_grows() -> None:
    rng = np.random.default_rng(5)
    normal, skewed = rng.normal(size=200), rng.exponential(size=200)
    found = {}
    for name, values in (("normal", normal), ("skewed", skewed)):
        z = np.sort((values - values.mean()) / values.std(ddof=1))
        weights = 2 * np.arange(1, 201) - 1
        reference = -200 - (weights * (np.log(stats.norm.cdf(z)) + np.log(1 - stats.norm.cdf(z[::-1])))).mean()
        row = one(
            run({"op": "normality_test", "column": "x", "tests": ["anderson"]}, table(pd.DataFrame({"x": values})))[0]
        )
        assert row["statistic"] == pytest.approx(reference)
        found[name] = row["p"]
    assert float(str(found["skewed"])) < 1e-6 < 0.05 < float(str(found["normal"]))


def test_too_few_values_have_no_p() -> None:
    (found,) = run({"op": "normality_test", "column": "x"}, table(pd.DataFrame({"x": [1.0, 2.0]})))
    assert column(found, "p") == [None, None] and "too few" in notes(found)


def _two() -> tuple[pd.Series, pd.Series]:
    frame = people().dropna(subset=["pay"])
    return frame.loc[frame["level"] == "Junior", "pay"], frame.loc[frame["level"] == "Senior", "pay"]


def test_two_groups_are_compared_by_welch_with_effect_and_interval() -> None:
    a, b = _two()
    reference = stats.ttest_ind(a, b, equal_var=False)
    summary, groups, _, pairs = run({"op": "compare_groups", "value": "pay", "group": "level"}, people_table())
    row = one(summary)
    assert row["test"] == "welch" and row["n"] == len(a) + len(b)
    assert (row["statistic"], row["df"], row["p"]) == pytest.approx(
        (reference.statistic, reference.df, reference.pvalue)
    )
    pooled = math.sqrt(((len(a) - 1) * a.var() + (len(b) - 1) * b.var()) / (len(a) + len(b) - 2))
    unbiased = 1 - 3 / (4 * (len(a) + len(b)) - 9)
    assert row["effect"] == pytest.approx(unbiased * (a.mean() - b.mean()) / pooled)
    assert float(row["effect_low"]) < float(row["effect"]) < float(row["effect_high"])  # type: ignore[arg-type]
    interval = reference.confidence_interval(0.95)
    assert (row["ci_low"], row["ci_high"]) == pytest.approx((interval.low, interval.high))
    mean = stats.ttest_1samp(a, 0).confidence_interval(0.95)
    assert rows(groups)[0] == pytest.approx(["Junior", len(a), a.mean(), mean.low, mean.high, a.median(), a.std()])
    assert one(pairs)["p"] == row["p"] and one(pairs)["method"] == "welch"


def test_the_other_tests_of_two_groups_are_those_of_scipy() -> None:
    a, b = _two()
    references: dict[str, Any] = {
        "student": stats.ttest_ind(a, b), "mann_whitney": stats.mannwhitneyu(a, b), "ks": stats.ks_2samp(a, b),
    }  # fmt: skip
    for name, reference in references.items():
        row = one(run({"op": "compare_groups", "value": "pay", "group": "level", "test": name}, people_table())[0])
        assert (row["statistic"], row["p"]) == pytest.approx((reference.statistic, reference.pvalue)), name


def test_more_groups_are_compared_by_anova_or_kruskal() -> None:
    frame = people().dropna(subset=["pay", "team"])
    groups = [part["pay"] for _, part in frame.groupby("team")]
    for name, equal in (("welch_anova", False), ("anova", True)):
        test = {"test": name} if equal else {}
        summary = run({"op": "compare_groups", "value": "pay", "group": "team", **test}, people_table())[0]
        reference = stats.f_oneway(*groups, equal_var=equal)
        row = one(summary)
        assert row["test"] == name
        assert (row["statistic"], row["p"]) == pytest.approx((reference.statistic, reference.pvalue))
        assert rows_used(summary) == len(frame)
    ranks = one(run({"op": "compare_groups", "value": "pay", "group": "team", "test": "kruskal"}, people_table())[0])
    assert ranks["p"] == pytest.approx(stats.kruskal(*groups).pvalue)


def test_a_test_of_two_groups_refuses_three() -> None:
    with pytest.raises(SpecError, match="Research, Sales and Support"):
        run({"op": "compare_groups", "value": "pay", "group": "team", "test": "welch"}, people_table())


def test_one_group_cannot_be_compared() -> None:
    with pytest.raises(DataError, match="needs two groups"):
        spec = {"op": "compare_groups", "value": "pay", "group": "team", "groups": ["Sales"]}
        run(spec, people_table())
    assert payload(run({"op": "value_counts", "column": "team"}, people_table())[0])["total_rows"] == 4


SMALL = pd.DataFrame(
    {
        "day": [f"d{n // 6}" for n in range(24)],
        "place": ["north", "south", "west"] * 8,
        "shift": ["early", "late"] * 12,
        "score": [3.0, 4.5, 4.0, 5.5, 3.5, 6.0, 4.0, 5.0, 4.5, 5.0, 3.0, 6.5] * 2,
    }
)


@pytest.mark.filterwarnings("ignore")  # of so few values many a figure is none
@pytest.mark.parametrize("design", get_args(CompareGroups.model_fields["design"].annotation))
@pytest.mark.parametrize("test", get_args(CompareGroups.model_fields["test"].annotation))
def test_every_test_under_every_design_runs_or_is_refused(design: str, test: str) -> None:
    for group, subject in (("shift", "day"), ("place", "day"), ("place", "shift"), ("day", "place"), ("shift", None)):
        spec = {"op": "compare_groups", "value": "score", "group": group, "design": design, "test": test}
        try:
            found, *_ = run({**spec, **({"subject": subject} if subject else {})}, table(SMALL))
        except (SpecError, DataError) as refused:
            assert refused.remedy
        else:
            assert one(found)["design"] in ("independent", "paired", "nested")


def test_repeated_measures_of_two_groups_are_looked_at_by_signed_ranks() -> None:
    spec = {"op": "compare_groups", "value": "score", "group": "shift", "subject": "day", "test": "rm_anova"}
    _, _, checks, _ = run(spec, table(SMALL))
    assert "wilcoxon" in column(checks, "check") and "friedman" not in column(checks, "check")


def test_a_paired_test_of_values_that_do_not_belong_together_is_refused() -> None:
    spec = {"op": "compare_groups", "value": "score", "group": "shift", "design": "independent", "test": "paired_t"}
    with pytest.raises(SpecError, match="belong together"):
        run({**spec, "subject": "day"}, table(SMALL))


def test_where_no_effect_is_large_enough_to_be_shown_none_is_told() -> None:
    few = pd.DataFrame({"place": ["a", "a", "a", "b", "b", "b", "c", "c", "c"], "score": [1, 5, 3, 2, 4, 3, 3, 2, 5]})
    _, _, checks, _ = run({"op": "compare_groups", "value": "score", "group": "place"}, table(few))
    assert "detectable" not in column(checks, "check")


def test_values_whose_squares_are_no_numbers_are_not_compared() -> None:
    frame = pd.DataFrame({"amount": [1e154, 2.0, 5.0, 3.0, 7.0, 8.0], "shop": list("aaabbb")})
    with pytest.raises(DataError, match="amount are so large"):
        run({"op": "compare_groups", "value": "amount", "group": "shop"}, table(frame))
