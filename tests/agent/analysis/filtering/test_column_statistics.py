"""Filters whose value is one figure of a column: a statistic, one within groups, one of some rows, a chosen cell."""

from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from pydantic import JsonValue

from agent.analysis.evidence import CellPlace, evidence_of
from agent.analysis.execute import execute_analysis
from agent.errors import DataError, SpecError
from agent.specs.base import ColumnStatistic, Filter
from agent.specs.condition_words import condition_words
from agent.specs.parse import parse_analysis
from registry.store import DatasetStore
from tests.agent.analysis.made_tables import ENGINES, Engine, column, moments, notes, run, table, tables
from tests.agent.analysis.program_runs import assert_program_agrees

PLANETS = pd.DataFrame(
    {
        "planet": ["Mercury", "Venus", "Earth", "Mars", "Jupiter", "Saturn", "Uranus", "Neptune"],
        "kind": ["rocky"] * 4 + ["gas", "gas", "ice", "ice"],
        "diameter": [4879, 12104, 12756, 6792, 142984, 120536, 51118, 49528],
        "moons": [0, 0, 1, 2, 95, 146, 28, 16],
        "hours": [4222.6, 2802.0, 24.0, 24.7, 9.9, 10.7, 17.2, 16.1],
        "found": moments(None, None, None, None, None, None, "1781-03-13", "1846-09-23"),
        "rings": [False, False, False, False, True, True, True, True],
    }
)
SALES = Path("registry/sample_data/tea_shop_orders.csv")


def beside(col: str, op: str, /, **figure: object) -> dict[str, object]:
    return {"col": col, "op": op, "value": figure}


def only(planet: str) -> list[JsonValue]:
    return [{"col": "planet", "op": "==", "value": planet}]


def kept(engine: Engine, *filters: dict[str, object]) -> list[object]:
    spec = {"op": "row_lookup", "columns": ["planet"], "filters": list(filters)}
    return sorted(column(run(spec, table(PLANETS, engine))[0], "planet"), key=str)


OF_KIND = {"col": "diameter", "by": ["kind"]}
CASES: list[tuple[dict[str, object], list[str]]] = [
    (beside("diameter", ">", stat="quantile", q=0.8, col="diameter"), ["Jupiter", "Saturn"]),
    (beside("diameter", ">=", stat="p90", col="diameter"), ["Jupiter"]),
    (beside("moons", "<", stat="q1", col="moons"), ["Mercury", "Venus"]),
    (beside("diameter", ">", stat="mean", **OF_KIND), ["Earth", "Jupiter", "Uranus", "Venus"]),
    (beside("diameter", "==", stat="max", **OF_KIND), ["Earth", "Jupiter", "Uranus"]),
    (beside("diameter", "!=", stat="max", **OF_KIND), ["Mars", "Mercury", "Neptune", "Saturn", "Venus"]),
    (beside("diameter", "<", stat="quantile", q=0.3, **OF_KIND), ["Mercury", "Neptune", "Saturn"]),
    (beside("diameter", ">", stat="max", col="diameter", filters=[{"col": "kind", "op": "==", "value": "ice"}]),
     ["Jupiter", "Saturn"]),
    (beside("hours", "<", stat="min", col="hours", by=["rings"],
            filters=[{"col": "kind", "op": "!=", "value": "gas"}]), ["Jupiter", "Saturn"]),
    (beside("diameter", ">", stat="value", col="diameter", filters=only("Neptune")), ["Jupiter", "Saturn", "Uranus"]),
    (beside("kind", "==", stat="value", col="kind", filters=only("mars")), ["Earth", "Mars", "Mercury", "Venus"]),
    (beside("found", "<", stat="value", col="found", filters=only("Neptune")), ["Uranus"]),
    (beside("found", ">=", stat="max", col="found"), ["Neptune"]),
    (beside("rings", "!=", stat="value", col="rings", filters=only("Saturn")), ["Earth", "Mars", "Mercury", "Venus"]),
    (beside("rings", "==", stat="value", col="rings", filters=[{"col": "kind", "op": "==", "value": "gas"}]),
     ["Jupiter", "Neptune", "Saturn", "Uranus"]),
    (beside("diameter", ">", stat="mean", col="diameter", times=2), ["Jupiter", "Saturn"]),
    (beside("moons", ">=", stat="value", col="moons", filters=only("Uranus"), times=5), ["Saturn"]),
    (beside("diameter", ">=", stat="mean", times=1.1, **OF_KIND), ["Earth", "Venus"]),
    ({"col": "moons", "op": "between", "value": [1, {"stat": "mean", "col": "moons"}]},
     ["Earth", "Mars", "Neptune", "Uranus"]),
    ({"col": "diameter", "op": "between", "value": [{"stat": "q1", "col": "diameter"}, {"stat": "median", **OF_KIND}]},
     ["Neptune", "Saturn"]),
    ({"col": "moons", "op": "between", "value": [{"col": "hours"}, 100]}, ["Jupiter", "Uranus"]),
]  # fmt: skip


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("condition", "expected"), CASES)
def test_rows_are_compared_with_one_figure(condition: dict[str, object], expected: list[str], engine: Engine) -> None:
    assert kept(engine, condition) == expected


@pytest.mark.parametrize("condition", [case[0] for case in CASES])
def test_the_program_keeps_the_same_rows(condition: dict[str, object]) -> None:
    planets = DatasetStore().add("owner", "planets.csv", PLANETS.to_csv(index=False).encode())
    spec = {"op": "row_lookup", "columns": ["planet"], "filters": [condition]}
    assert_program_agrees(parse_analysis(spec), [planets])


@pytest.mark.parametrize("engine", ENGINES)
def test_a_figure_is_of_all_rows_whatever_the_other_conditions(engine: Engine) -> None:
    small = {"col": "moons", "op": "<", "value": 20}
    assert kept(engine, small, beside("diameter", ">", stat="median", col="diameter")) == ["Neptune"]
    assert kept(engine, {"any": [small, beside("diameter", "==", stat="max", col="diameter")]}) == [
        "Earth", "Jupiter", "Mars", "Mercury", "Neptune", "Venus",
    ]  # fmt: skip


@pytest.mark.parametrize("engine", ENGINES)
def test_groups_are_compared_with_the_mean_of_the_groups_and_with_one_of_them(engine: Engine) -> None:
    spec: dict[str, object] = {"op": "groupby_agg", "group_cols": ["kind"], "metrics": {"moons": ["sum"]}}
    above = beside("moons_sum", ">", stat="mean", col="moons_sum")
    (found,) = run({**spec, "having": [above]}, table(PLANETS, engine))
    assert column(found, "kind") == ["gas"]  # 241, 44 and 3 have the mean 96
    ice = [{"col": "kind", "op": "==", "value": "ice"}]
    below = beside("moons_sum", "<", stat="value", col="moons_sum", filters=ice)
    (found,) = run({**spec, "having": [below]}, table(PLANETS, engine))
    assert column(found, "kind") == ["rocky"]
    assert "3 groups fulfil: moons is below the moons of the row where kind is ice" in notes(found)
    within = beside("moons_sum", "==", stat="max", col="moons_sum", by=["rings"])
    having = [within, {"col": "moons_sum", "op": ">", "value": 0}]
    (found,) = run({**spec, "group_cols": ["rings", "kind"], "having": having}, table(PLANETS, engine))
    assert column(found, "kind") == ["rocky", "gas"]


@pytest.mark.parametrize("engine", ENGINES)
def test_a_quantity_counts_rows_beside_a_figure_of_all_and_its_cell_leads_to_them(engine: Engine) -> None:
    wide = beside("diameter", ">", stat="mean", col="diameter")
    spec = {"op": "groupby_agg", "group_cols": ["kind"], "quantities": {"wide": {"filters": [wide]}}}
    held = tables(table(PLANETS, engine))
    (found,) = execute_analysis(parse_analysis(spec), held)
    assert column(found, "wide") == [2, 1, 0]  # the mean of all is 50,087
    assert evidence_of(found, CellPlace(1, "wide"), held).used == 1
    assert column(evidence_of(found, CellPlace(1, "wide"), held).rows, "planet") == ["Uranus"]


def test_orders_of_the_sample_are_those_that_pandas_keeps() -> None:
    orders = DatasetStore().add("owner", SALES.name, SALES.read_bytes())
    frame = orders.frame
    numbers = [one.name for one in orders.profile.columns if one.kind == "number"]
    texts = [one.name for one in orders.profile.columns if one.kind == "text" and 1 < one.unique < 20]
    value, group = frame[numbers[0]], frame.groupby(texts[0], dropna=False)[numbers[0]]
    expected: dict[str, tuple[dict[str, Any], pd.Series]] = {
        "above the 90th percentile": ({"stat": "p90"}, value > value.quantile(0.9)),
        "above the mean of its group": ({"stat": "mean", "by": [texts[0]]}, value > group.transform("mean")),
        "above the median of one group": (
            {"stat": "median", "filters": [{"col": texts[0], "op": "==", "value": frame[texts[0]].dropna().iloc[0]}]},
            value > value[frame[texts[0]] == frame[texts[0]].dropna().iloc[0]].median(),
        ),
    }
    for figure, mask in expected.values():
        spec = parse_analysis({
            "op": "groupby_agg", "metrics": {"*": ["count"]},
            "filters": [beside(numbers[0], ">", col=numbers[0], **figure)],
        })  # fmt: skip
        (found,) = execute_analysis(spec, {orders.dataset_id: _table(orders)})
        assert column(found, "rows") == [int(mask.sum())]
        assert 0 < mask.sum() < len(frame)
        assert_program_agrees(spec, [orders])


def _table(dataset: Any) -> Any:
    return table(dataset.frame).__class__(dataset.dataset_id, dataset.name, dataset.frame, dataset.profile)


@pytest.mark.parametrize(("condition", "error", "told"), [
    (beside("moons", ">", stat="value", col="moons", filters=only("Pluto")), SpecError, "No row has 'Pluto' in planet"),
    (beside("moons", ">", stat="value", col="moons", filters=[{"col": "moons", "op": "==", "value": 9}]), DataError,
     "No row has moons is 9, so there is no moons of it"),
    (beside("moons", ">", stat="value", col="moons", filters=[{"col": "kind", "op": "==", "value": "gas"}]), DataError,
     "2 rows have kind is gas, and their moons differs"),
    (beside("found", ">", stat="value", col="found", filters=only("Mars")), DataError, "planet is Mars has no found"),
    (beside("moons", ">", stat="value", col="moons"), SpecError, "value is of one row: choose it with filters"),
    (beside("moons", ">", stat="quantile", col="moons"), SpecError, "a quantile needs q"),
    (beside("moons", ">", stat="mean", q=0.5, col="moons"), SpecError, "q is of quantile"),
    (beside("moons", ">", stat="quantile", q=90, col="moons"), SpecError, "less than or equal to 1"),
    (beside("moons", ">", stat="mean", col="planet"), SpecError, r"planet \(text\) has no mean"),
    (beside("moons", ">", stat="mean", col="moon"), SpecError, "Nearest: moons"),
    (beside("moons", ">", stat="mean", col="moons", by=["kinds"]), SpecError, "Nearest: kind"),
    (beside("moons", ">", stat="mean", col="moons", filters=[{"col": "kid", "op": "not_null"}]), SpecError, "kind"),
    (beside("planet", ">", stat="value", col="planet", filters=only("Mars")), SpecError, "text has no order"),
    (beside("moons", "==", stat="value", col="kind", filters=only("Mars")), SpecError, "cannot be compared"),
    (beside("found", ">", stat="mean", col="moons"), SpecError, "cannot be compared"),
    (beside("planet", "contains", stat="mean", col="moons"), SpecError, "contains needs a text"),
    (beside("moons", ">", stat="mean", col="moons", filters=[beside("moons", ">", stat="mean", col="moons")]),
     SpecError, "not by another statistic"),
    (beside("moons", ">", stat="mean", col="moons", filters=[{"col": "moons", "op": ">", "value": 999}]), DataError,
     "too few values"),
])  # fmt: skip
def test_what_is_no_figure_is_an_error_that_says_why(
    condition: dict[str, object], error: type[Exception], told: str
) -> None:
    with pytest.raises(error, match=told):
        kept("pandas", condition)


@pytest.mark.parametrize(("written", "meant"), [
    ({"stat": "p90"}, {"stat": "quantile", "q": 0.9}), ({"stat": "p50"}, {"stat": "median"}),
    ({"stat": "quantile", "q": 0.25}, {"stat": "q1"}), ({"stat": "quantile", "q": 0.75}, {"stat": "q3"}),
    ({"stat": "quantile", "q": 1}, {"stat": "max"}), ({"stat": "p25"}, {"stat": "q1"}),
])  # fmt: skip
def test_one_quantile_is_said_in_one_way(written: dict[str, JsonValue], meant: dict[str, JsonValue]) -> None:
    assert ColumnStatistic.model_validate({"col": "a", **written}) == ColumnStatistic.model_validate(
        {"col": "a", **meant}
    )
    assert ColumnStatistic.model_validate({"col": "a", **written}).model_dump(exclude_defaults=True) == {
        "col": "a", **meant,
    }  # fmt: skip


@pytest.mark.parametrize(("condition", "language", "words"), [
    (beside("price", ">", stat="p90", col="price"), "en", "price is above percentile 90 of price"),
    (beside("price", ">", stat="mean", col="price", by=["region", "year"]), "en",
     "price is above the average of price in the same region and year"),
    (beside("length", ">", stat="value", col="length", filters=[{"col": "river", "op": "==", "value": "Ardan"}]), "en",
     "length is above the length of the row where river is Ardan"),
    (beside("price", "<", stat="min", col="price", filters=[{"col": "shop", "op": "==", "value": "B"}]), "en",
     "price is below the lowest price where shop is B"),
    (beside("Preis", ">", stat="p90", col="Preis"), "de", "Preis liegt über dem 90. Perzentil von Preis"),
    (beside("Preis", ">", stat="mean", col="Preis", by=["Region"]), "de",
     "Preis liegt über dem Durchschnitt von Preis bei gleichem Wert in Region"),
    (beside("価格", ">", stat="p90", col="価格"), "ja", "「価格」が 「価格」の90パーセンタイル より大きい"),
])  # fmt: skip
def test_a_figure_is_told_in_words(condition: dict[str, object], language: str, words: str) -> None:
    assert condition_words(Filter.model_validate(condition), language) == words


def test_a_factor_and_both_ends_are_told() -> None:
    twice = Filter.model_validate(beside("moons", ">", stat="mean", col="moons", times=2))
    assert condition_words(twice, "en") == "moons is above 2 times the average of moons"
    ends = Filter(col="moons", op="between", value=[1, ColumnStatistic(stat="max", col="moons", times=0.5)])
    assert condition_words(ends, "en") == "moons is from 1 to 0.5 times the highest moons"


@pytest.mark.parametrize("value", [[1, {"stat": "max", "col": "kind"}], [{"col": "planet"}, 3]])
def test_ends_that_cannot_be_compared_are_refused(value: list[object]) -> None:
    with pytest.raises(SpecError):
        kept("pandas", {"col": "moons", "op": "between", "value": value})


def test_only_between_has_figures_in_its_list() -> None:
    with pytest.raises(SpecError, match="join filters by any"):
        kept("pandas", {"col": "moons", "op": "in", "value": [1, {"stat": "mean", "col": "moons"}]})


def test_a_date_is_not_multiplied() -> None:
    with pytest.raises(SpecError, match="means nothing"):
        kept("pandas", beside("found", "<", stat="max", col="found", times=2))
