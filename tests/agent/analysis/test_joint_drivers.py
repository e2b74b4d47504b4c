"""What several drivers explain together: the least squares fit that statsmodels makes, nothing counted twice."""

import numpy as np
import pandas as pd
import pytest
import statsmodels.formula.api as smf

from agent.analysis.joint_drivers import execute_joint
from agent.errors import DataError, SpecError
from agent.specs.drivers import Driver, JointDrivers
from agent.state import Cell
from tests.agent.analysis.made_tables import one, table, tables


def made(rows: int = 2000) -> pd.DataFrame:
    draw = np.random.default_rng(8)
    region = draw.choice(["N", "S", "W"], rows)
    size = draw.normal(5, 2, rows) + 3 * (region == "W")  # goes along with the region
    outcome = 10 + 4 * (region == "W") + 2 * size + draw.normal(0, 3, rows)
    frame = pd.DataFrame({"region": region, "size": size, "outcome": outcome, "same": region})
    frame.loc[::17, "size"] = np.nan
    return frame


def spec_of(*drivers: Driver, **more: object) -> JointDrivers:
    return JointDrivers.model_validate({"outcome": "outcome", "drivers": [*drivers], **more})


def group(name: str) -> Driver:
    return Driver(name=name, col=name, column=name)


def number(name: str) -> Driver:
    return Driver(name=name, col=name, column=name, kind="number")


def computed(spec: JointDrivers, frame: pd.DataFrame) -> dict[str, Cell]:
    (artifact,) = execute_joint(spec, tables(table(frame)))
    return one(artifact)


def test_it_is_the_fit_of_statsmodels_over_rows_that_have_all_values() -> None:
    frame = made()
    row = computed(spec_of(group("region"), number("size")), frame)
    fit = smf.ols("outcome ~ C(region) + size", frame).fit()
    alone = [smf.ols(f"outcome ~ {term}", frame.dropna()).fit().rsquared_adj for term in ("C(region)", "size")]
    assert row["drivers"] == "region + size"
    assert row["explained_pct"] == pytest.approx(100 * fit.rsquared)
    assert row["together_pct"] == pytest.approx(100 * fit.rsquared_adj)
    assert row["sum_pct"] == pytest.approx(100 * sum(alone))
    assert row["n"] == int(fit.nobs) == len(frame.dropna())
    assert float(str(row["sum_pct"])) > float(str(row["together_pct"])), "what they have in common counts once"


def test_the_same_column_twice_explains_no_more_than_once() -> None:
    frame = made()
    twice = computed(spec_of(group("region"), group("same")), frame)
    fit = smf.ols("outcome ~ C(region)", frame).fit()
    assert twice["together_pct"] == pytest.approx(100 * fit.rsquared_adj)
    assert twice["sum_pct"] == pytest.approx(200 * fit.rsquared_adj)


def test_rare_groups_count_together_and_it_is_said() -> None:
    frame = made()
    frame["key"] = [f"k{place % 40}" for place in range(len(frame))]
    (artifact,) = execute_joint(spec_of(group("key"), number("size"), max_groups=5), tables(table(frame)))
    assert artifact["ledger"] and "count together" in " ".join(artifact["ledger"]["notes"])
    kept = frame.dropna()
    largest = kept["key"].value_counts(sort=False).sort_values(ascending=False, kind="stable").index[:4]
    kept = kept.assign(key=kept["key"].where(kept["key"].isin(largest), "rest"))
    fit = smf.ols("outcome ~ C(key) + size", kept).fit()
    assert one(artifact)["together_pct"] == pytest.approx(100 * fit.rsquared_adj, rel=0.02)


def test_many_rows_are_taken_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = computed(spec_of(group("region"), number("size")), made())
    monkeypatch.setattr("agent.analysis.joint_drivers.AT_A_TIME", 7)
    assert computed(spec_of(group("region"), number("size")), made())["together_pct"] == pytest.approx(
        whole["together_pct"]
    )


def test_what_cannot_be_fitted_is_told() -> None:
    frame = made(50)
    with pytest.raises(DataError, match="no column of numbers"):
        computed(spec_of(group("same"), number("size"), outcome="region"), frame)
    with pytest.raises(DataError, match="does not vary"):
        computed(spec_of(group("region"), number("size")), frame.assign(outcome=1.0))
    with pytest.raises(DataError, match="does not vary"):
        computed(spec_of(group("region"), number("size")), frame.assign(size=np.nan))
    with pytest.raises(SpecError):
        computed(spec_of(group("nowhere"), number("size")), frame)
