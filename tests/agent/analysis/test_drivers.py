"""How much of an outcome a driver explains: against pandas, scipy and worked examples."""

from typing import Any, cast

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from agent.analysis.driver_ranking import Ease, rank_drivers
from agent.analysis.drivers import LUMPED, execute_drivers, explained_by_groups, explained_by_line
from agent.analysis.frames.source import Table
from agent.errors import DataError, SpecError
from agent.specs.base import Filter
from agent.specs.drivers import Driver, Drivers
from agent.state import Artifact, Cell, TablePayload
from registry.store import DatasetStore
from tests.agent.analysis.made_tables import ENGINES, table
from tests.cases import examples

DRAW = np.random.default_rng(7)
SHOP = pd.DataFrame(
    {
        "region": DRAW.choice(["North", "South", "West"], 300),
        "quantity": DRAW.integers(1, 9, 300),
        "note": np.where(DRAW.random(300) < 0.3, "", "seen"),
    }
)
SHOP["amount"] = (SHOP["quantity"] * 3 + (SHOP["region"] == "West") * 10 + DRAW.normal(0, 4, 300)).round(2)


def tables_of(frame: pd.DataFrame) -> dict[str, Table]:
    dataset = DatasetStore().add("owner", "shop.csv", frame.to_csv(index=False).encode())
    return {dataset.dataset_id: Table(dataset.dataset_id, dataset.name, dataset.frame, dataset.profile)}


def groups(column: str, **more: Any) -> Driver:
    return Driver(name=column, col=column, column=column, **more)


def measured(frame: pd.DataFrame, *drivers: Driver, **more: Any) -> dict[str, dict[str, Cell]]:
    (artifact,) = execute_drivers(Drivers(outcome="amount", drivers=list(drivers), **more), tables_of(frame))
    return by_driver(artifact)


def by_driver(artifact: Artifact) -> dict[str, dict[str, Cell]]:
    table = cast(TablePayload, artifact["payload"])
    return {str(row[0]): dict(zip(table["columns"], row, strict=True)) for row in table["rows"]}


def eta_squared(frame: pd.DataFrame, by: str) -> float:
    means = frame.groupby(by)["amount"].transform("mean")
    overall = frame["amount"].mean()
    return float(((means - overall) ** 2).sum() / ((frame["amount"] - overall) ** 2).sum())


def test_groups_explain_eta_squared_as_pandas_computes_it() -> None:
    row = measured(SHOP, groups("region"))["region"]
    eta = eta_squared(SHOP, "region")
    assert row["explained_pct"] == pytest.approx(100 * eta)
    assert row["impact_pct"] == pytest.approx(100 * (1 - (1 - eta) * 299 / 297))
    assert (row["method"], row["groups"], row["n"]) == ("eta squared", 3, 300)
    means = SHOP.groupby("region")["amount"].mean()
    assert (row["highest"], row["lowest"]) == (means.idxmax(), means.idxmin())
    assert row["highest_mean"] == pytest.approx(means.max())


def test_its_p_is_that_of_the_analysis_of_variance() -> None:
    test = stats.f_oneway(*[part["amount"] for _, part in SHOP.groupby("region")])
    assert measured(SHOP, groups("region"))["region"]["p"] == pytest.approx(test.pvalue)


def test_a_number_explains_r_squared_with_the_interval_of_its_correlation() -> None:
    row = measured(SHOP, groups("quantity", kind="number"))["quantity"]
    tested = stats.pearsonr(SHOP["quantity"], SHOP["amount"])
    interval = tested.confidence_interval(0.95)
    assert row["r"] == pytest.approx(tested.statistic)
    assert row["explained_pct"] == pytest.approx(100 * tested.statistic**2)
    assert row["low_pct"] == pytest.approx(100 * interval.low**2)
    assert row["high_pct"] == pytest.approx(100 * interval.high**2)


def test_missing_or_not_is_a_driver_of_its_own() -> None:
    row = measured(SHOP, Driver(name="note missing", col="note", column="note", kind="missing"))["note missing"]
    absent = SHOP.assign(gap=SHOP["note"] == "")
    assert row["explained_pct"] == pytest.approx(100 * eta_squared(absent, "gap"))
    assert {row["highest"], row["lowest"]} == {"no value", "has a value"}


def test_the_interval_of_eta_squared_is_the_one_that_turns_the_noncentral_f_round() -> None:
    """Steiger (2004): at the limits, the F that was found has the chances 0.025 and 0.975."""
    found = explained_by_groups(
        np.array([40.0, 40.0, 40.0]), np.array([-20.0, 0.0, 20.0]), np.array([50.0, 40.0, 50.0])
    )
    assert found is not None
    statistic = found.share / 2 / ((1 - found.share) / 117)
    for limit, chance in ((found.low, 0.975), (found.high, 0.025)):
        assert stats.ncf.cdf(statistic, 2, 117, 120 * limit / (1 - limit)) == pytest.approx(chance, abs=1e-6)


@settings(max_examples=examples(40))
@given(st.lists(st.tuples(st.sampled_from("abc"), st.floats(-50, 50)), min_size=8, max_size=40))
def test_shares_stay_between_nothing_and_all_and_inside_their_interval(rows: list[tuple[str, float]]) -> None:
    frame = pd.DataFrame(rows, columns=["g", "y"])
    frame["y"] -= frame["y"].mean()
    each = frame.groupby("g")["y"]
    squares = (frame["y"] ** 2).groupby(frame["g"]).sum()
    counts, sums, spread = (np.asarray(part, dtype=np.float64) for part in (each.count(), each.sum(), squares))
    found = explained_by_groups(counts, sums, spread)
    if found is not None:
        assert 0 <= found.low <= found.high <= 1
        assert 0 <= found.adjusted <= found.share <= 1
        assert found.low <= found.share + 1e-9


def test_noise_explains_nothing_though_its_groups_are_many() -> None:
    noise = SHOP.assign(code=[f"c{place % 100}" for place in range(300)])
    row = measured(noise, groups("code"), max_groups=500, min_rows=1)["code"]
    assert cast(float, row["explained_pct"]) > 20 and cast(float, row["impact_pct"]) < 10
    assert row["low_pct"] == 0


def test_small_and_rare_groups_count_together_and_it_is_said() -> None:
    rare = SHOP.assign(region=[*["Rare"] * 3, *SHOP["region"][3:]])
    (artifact,) = execute_drivers(Drivers(outcome="amount", drivers=[groups("region")]), tables_of(rare))
    row = by_driver(artifact)["region"]
    lumped = rare.assign(region=rare["region"].replace("Rare", LUMPED))
    assert row["explained_pct"] == pytest.approx(100 * eta_squared(lumped, "region"))
    assert LUMPED not in (row["highest"], row["lowest"])
    ledger = artifact["ledger"]
    assert ledger and any(LUMPED in note for note in ledger["notes"])


def test_rows_without_a_value_are_left_out_and_counted() -> None:
    gaps = SHOP.assign(region=SHOP["region"].where(SHOP.index > 1), amount=SHOP["amount"].where(SHOP.index < 295))
    (artifact,) = execute_drivers(Drivers(outcome="amount", drivers=[groups("region")]), tables_of(gaps))
    ledger = artifact["ledger"]
    assert ledger and (ledger["rows_total"], ledger["rows_used"]) == (300, 295)
    assert by_driver(artifact)["region"]["n"] == 293


def test_filters_come_first() -> None:
    row = measured(SHOP, groups("region"), filters=[Filter(col="quantity", op=">", value=4)])["region"]
    assert row["explained_pct"] == pytest.approx(100 * eta_squared(SHOP[SHOP["quantity"] > 4], "region"))


def test_a_data_set_in_duckdb_gives_the_same() -> None:
    spec = Drivers(outcome="amount", drivers=[groups("region"), groups("quantity", kind="number")])
    frame = SHOP[["region", "quantity", "amount"]]
    found = [by_driver(execute_drivers(spec, {"ds": table(frame, engine)})[0]) for engine in ENGINES]
    for name in ("region", "quantity"):
        for column in ("impact_pct", "low_pct", "high_pct", "n", "p"):
            assert found[1][name][column] == pytest.approx(found[0][name][column])


def test_a_constant_driver_has_no_impact_and_it_is_noted() -> None:
    (artifact,) = execute_drivers(
        Drivers(outcome="amount", drivers=[groups("same"), groups("region")]), tables_of(SHOP.assign(same="x"))
    )
    assert by_driver(artifact)["same"]["impact_pct"] is None
    ledger = artifact["ledger"]
    assert ledger and any(note.startswith("No impact") for note in ledger["notes"])


def test_a_copy_of_the_outcome_explains_all_of_it() -> None:
    found = explained_by_line(np.arange(10.0), np.arange(10.0) * 2 + 1)
    assert found and (found[0].share, found[0].low, found[0].high) == (1.0, 1.0, 1.0)


def test_an_outcome_has_to_be_a_number_that_is_there() -> None:
    with pytest.raises(DataError, match="region is no column of numbers"):
        execute_drivers(Drivers(outcome="region", drivers=[groups("quantity")]), tables_of(SHOP))
    with pytest.raises(SpecError, match="There is no column"):
        execute_drivers(Drivers(outcome="amont", drivers=[groups("quantity")]), tables_of(SHOP))
    with pytest.raises(DataError, match="No row has a value"):
        nothing = [Filter(col="quantity", op=">", value=99)]
        execute_drivers(Drivers(outcome="amount", drivers=[groups("region")], filters=nothing), tables_of(SHOP))


# ---------------------------------------------------------------- the ranking


def ranked(ease: dict[str, int], dropped: tuple[str, ...] = ()) -> list[dict[str, Cell]]:
    tables = tables_of(SHOP)
    found = execute_drivers(
        Drivers(outcome="amount", drivers=[groups("region"), groups("quantity", kind="number")]), tables
    )
    more = execute_drivers(
        Drivers(outcome="amount", drivers=[Driver(name="quantity each", col="quantity", column="quantity")]), tables
    )
    return list(by_driver(rank_drivers([*found, *more], Ease(ease, 3), dropped)).values())


def test_the_score_is_impact_times_ease_and_ranks() -> None:
    rows = ranked({"region": 5})
    for row in rows:
        assert row["score"] == pytest.approx(cast(float, row["impact_pct"]) * cast(int, row["ease"]))
    assert [row["column"] for row in rows] == ["quantity", "region"]
    assert {row["column"]: row["ease"] for row in rows} == {"quantity": 3, "region": 5}
    assert [row["column"] for row in ranked({"region": 5, "quantity": 1})] == ["region", "quantity"]


def test_a_column_is_ranked_once_by_its_largest_impact() -> None:
    (row,) = [row for row in ranked({}) if row["column"] == "quantity"]
    assert row["driver"] == "quantity"


def test_dropped_columns_stay_out() -> None:
    assert [row["column"] for row in ranked({}, ("quantity",))] == ["region"]
