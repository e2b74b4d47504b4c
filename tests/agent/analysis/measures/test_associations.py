"""Association of categories, and linear regression: the numbers of scipy and statsmodels, and what is refused."""

import math

import numpy as np
import pandas as pd
import pytest
import statsmodels.formula.api as smf
from scipy import stats

from agent.errors import DataError, SpecError
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


def counted(counts: dict[tuple[str, str], int]) -> pd.DataFrame:
    """A table of two columns with so many rows of each pair."""
    return pd.DataFrame([pair for pair, count in counts.items() for _ in range(count)], columns=["a", "b"])


def test_an_association_has_chi_square_and_strength_of_scipy_over_rows_with_both_values() -> None:
    both = people().dropna(subset=["team"])
    crossed = pd.crosstab(both["team"], both["level"])
    reference = stats.chi2_contingency(crossed)
    summary, counts, _ = run({"op": "contingency_test", "rows": "team", "columns": "level"}, people_table())
    row = one(summary)
    assert (row["test"], row["df"], row["n"]) == ("chi_square", 2, len(both))
    assert (row["statistic"], row["p"]) == pytest.approx((reference.statistic, reference.pvalue))
    assert row["cramers_v"] == pytest.approx(stats.contingency.association(crossed.to_numpy(), method="cramer"))
    assert row["expected_min"] == pytest.approx(reference.expected_freq.min())
    assert rows_used(summary) == len(both) < len(people())
    assert rows(counts) == [[team, *crossed.loc[team].tolist()] for team in sorted(crossed.index)]
    assert payload(counts)["key_columns"] == ["team"]


def test_two_by_two_values_are_corrected_after_yates_unless_it_is_switched_off() -> None:
    given = people_table()
    crossed = pd.crosstab(people()["level"], people()["remote"])
    for correction in (True, False):
        spec = {"op": "contingency_test", "rows": "level", "columns": "remote", "correction": correction}
        summary, *_ = run(spec, given)
        reference = stats.chi2_contingency(crossed, correction=correction)
        assert (one(summary)["statistic"], one(summary)["p"]) == pytest.approx((reference.statistic, reference.pvalue))
        assert ("Yates" in notes(summary)) is correction


def test_small_counts_of_two_by_two_values_add_the_exact_test_which_holds() -> None:
    frame = counted({("x", "m"): 1, ("x", "n"): 6, ("y", "m"): 5, ("y", "n"): 2})
    reference = stats.fisher_exact(pd.crosstab(frame["a"], frame["b"]).to_numpy())
    summary, *_ = run({"op": "contingency_test", "rows": "a", "columns": "b"}, table(frame))
    assert column(summary, "test") == ["chi_square", "fisher_exact"]
    assert column(summary, "p")[1] == pytest.approx(reference.pvalue)
    assert column(summary, "statistic")[1] == pytest.approx(reference.statistic)
    assert column(summary, "expected_under_5")[0] == 4
    assert "Fisher" in notes(summary)


def test_small_expected_counts_of_more_values_are_warned_about() -> None:
    frame = counted({("x", "m"): 1, ("x", "n"): 6, ("y", "m"): 5, ("z", "n"): 2})
    summary, *_ = run({"op": "contingency_test", "rows": "a", "columns": "b"}, table(frame))
    assert column(summary, "test") == ["chi_square"] and "only approximate" in notes(summary)
    assert one(summary)["expected_under_5"] == 6


def test_the_exact_test_can_be_asked_for_of_two_by_two_values_only() -> None:
    crossed = pd.crosstab(people()["level"], people()["remote"])
    spec = {"op": "contingency_test", "rows": "level", "columns": "remote", "exact": True}
    summary, *_ = run(spec, people_table())
    assert column(summary, "p")[1] == pytest.approx(stats.fisher_exact(crossed.to_numpy()).pvalue)
    with pytest.raises(SpecError, match="two values of each column"):
        run({**spec, "rows": "team"}, people_table())


def test_whole_numbers_are_categories_in_their_own_order() -> None:
    frame = pd.DataFrame({"grade": [10, 2, 2, 10, 3, 3] * 5, "left": [0, 1, 0, 1, 1, 1] * 5})
    _, counts, _ = run({"op": "contingency_test", "rows": "grade", "columns": "left"}, table(frame))
    assert rows(counts) == [[2, 5, 5], [3, 0, 10], [10, 5, 5]]


def test_two_by_two_values_have_ratios_with_their_intervals_and_both_p_values() -> None:
    counts = np.array([[18, 22], [40, 20]])
    frame = pd.DataFrame(
        {"smoker": ["yes"] * 40 + ["no"] * 60, "ill": ["n"] * 18 + ["y"] * 22 + ["n"] * 40 + ["y"] * 20}
    )
    checks = run({"op": "contingency_test", "rows": "smoker", "columns": "ill"}, table(frame))[2]
    value, low, high, p = (by_key(checks, name) for name in ("statistic", "ci_low", "ci_high", "p"))
    odds = stats.contingency.odds_ratio(counts[[1, 0]], kind="sample")
    risk = stats.contingency.relative_risk(22, 40, 20, 60)
    for name, ratio, limits in (
        ("odds_ratio", odds.statistic, odds.confidence_interval(0.95)),
        ("risk_ratio", risk.relative_risk, risk.confidence_interval(0.95)),
    ):
        assert (value[name], low[name], high[name]) == pytest.approx((ratio, limits.low, limits.high), rel=1e-6)
    assert p["uncorrected"] == pytest.approx(stats.chi2_contingency(counts, correction=False).pvalue)


def test_what_has_no_association_to_test_is_refused() -> None:
    frame = counted({("x", "m"): 3, ("x", "n"): 6})
    with pytest.raises(DataError, match="two different values of a"):
        run({"op": "contingency_test", "rows": "a", "columns": "b"}, table(frame))
    many = pd.DataFrame({"a": [f"v{at}" for at in range(300)], "b": ["m", "n"] * 150})
    with pytest.raises(SpecError, match="too many for categories"):
        run({"op": "contingency_test", "rows": "a", "columns": "b"}, table(many))
    with pytest.raises(SpecError):
        run({"op": "contingency_test", "rows": "a", "columns": "a"}, table(many))


def test_a_regression_has_the_numbers_of_statsmodels_over_complete_rows() -> None:
    frame = people()
    reference = smf.ols("pay ~ age + score", frame).fit()
    terms, whole = run({"op": "ols_regression", "y": "pay", "x": ["age", "score"]}, people_table())
    assert column(terms, "term") == ["(intercept)", "age", "score"]
    interval = reference.conf_int()
    for name, expected in (
        ("coefficient", reference.params), ("std_error", reference.bse), ("t", reference.tvalues),
        ("p", reference.pvalues), ("ci_low", interval[0]), ("ci_high", interval[1]),
    ):  # fmt: skip
        assert column(terms, name) == pytest.approx(expected.tolist()), name
    assert not {"level", "base"} & set(payload(terms)["columns"])
    row = one(whole)
    assert [row[name] for name in ("r2", "adjusted_r2", "f", "p", "residual_std")] == pytest.approx(
        [reference.rsquared, reference.rsquared_adj, reference.fvalue, reference.f_pvalue, reference.mse_resid**0.5]
    )
    assert (row["df_model"], row["df_residual"], row["n"]) == (2, reference.df_resid, reference.nobs)
    assert rows_used(terms) == reference.nobs < len(frame)


def test_categories_are_compared_with_their_first_value() -> None:
    frame = people()
    reference = smf.ols("pay ~ age + C(team) + C(remote)", frame).fit()
    terms, whole = run({"op": "ols_regression", "y": "pay", "x": ["age", "team", "remote"]}, people_table())
    found = by_key(terms, "coefficient")
    assert found["team = Sales"] == pytest.approx(reference.params["C(team)[T.Sales]"])
    assert found["remote = true"] == pytest.approx(reference.params["C(remote)[T.True]"])
    assert by_key(terms, "base")["team = Support"] == "Research" and by_key(terms, "level")["team = Sales"] == "Sales"
    assert by_key(terms, "base")["age"] is None
    assert one(whole)["r2"] == pytest.approx(reference.rsquared)
    assert "team: Research" in terms["description"] and "remote: false" in terms["description"]


def test_columns_of_very_different_size_lose_no_digits() -> None:
    rng = np.random.default_rng(4)
    frame = pd.DataFrame({"tiny": rng.normal(size=50) * 1e-9, "year": 2000.0 + rng.integers(0, 20, 50)})
    frame["y"] = 3e9 * frame["tiny"] - 2 * frame["year"] + 7
    terms, whole = run({"op": "ols_regression", "y": "y", "x": ["tiny", "year"]}, table(frame))
    assert column(terms, "coefficient") == pytest.approx([7, 3e9, -2], rel=1e-6)
    assert math.isclose(float(str(one(whole)["r2"])), 1.0)


def test_an_exact_line_has_no_test() -> None:
    frame = pd.DataFrame({"x": [1.0, 2.0, 3.0, 4.0], "y": [3.0, 5.0, 7.0, 9.0]})
    terms, whole = run({"op": "ols_regression", "y": "y", "x": ["x"]}, table(frame))
    assert by_key(terms, "coefficient")["x"] == pytest.approx(2) and by_key(terms, "p")["x"] is None
    assert one(whole)["r2"] == 1 and one(whole)["p"] is None and "exactly" in notes(terms)


@pytest.mark.parametrize(
    ("x", "error", "words"),
    [
        (["x", "twice"], DataError, "twice follows exactly"),
        (["x", "same"], DataError, "same has one value only"),
        (["x", "flag", "kind"], DataError, "kind = q follows exactly"),
        (["x", "name"], SpecError, "too many for a regression"),
    ],
)
def test_columns_whose_effect_cannot_be_told_are_named(x: list[str], error: type[Exception], words: str) -> None:
    rng = np.random.default_rng(1)
    base = rng.normal(size=60)
    frame = pd.DataFrame(
        {
            "y": rng.normal(size=60), "x": base, "twice": 2 * base + 3, "same": 7.0, "flag": [0, 1] * 30,
            "kind": ["p", "q"] * 30, "name": [f"n{at}" for at in range(60)],
        }
    )  # fmt: skip
    with pytest.raises(error, match=words):
        run({"op": "ols_regression", "y": "y", "x": x}, table(frame))


def test_too_few_rows_and_a_flat_outcome_are_refused() -> None:
    frame = pd.DataFrame({"y": [1.0, 2.0, 4.0], "x": [2.0, 1.0, 5.0], "z": [1.0, 0.0, 1.0], "c": [4.0, 4.0, 4.0]})
    with pytest.raises(DataError, match="too few"):
        run({"op": "ols_regression", "y": "y", "x": ["x", "z"]}, table(frame))
    with pytest.raises(DataError, match="nothing to explain"):
        run({"op": "ols_regression", "y": "c", "x": ["x"]}, table(frame))
    with pytest.raises(SpecError):
        run({"op": "ols_regression", "y": "y", "x": ["y"]}, table(frame))
