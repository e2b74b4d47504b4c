"""Results that are compared: which is larger, by how much, and whether it is so, as one figure beside its parts."""

from pathlib import Path

import pandas as pd
import pytest

from agent.analysis.evidence import CellPlace, evidence_of
from agent.analysis.execute import execute_analysis
from agent.errors import SpecError
from agent.specs.parse import parse_analysis
from registry.store import DatasetStore
from tests.agent.analysis.made_tables import ENGINES, Engine, column, moments, one, run, table, tables
from tests.agent.analysis.program_runs import assert_program_agrees

PLANS = pd.DataFrame(
    {
        "customer": list("abcdefg"),
        "plan": ["VIP", "basic", "VIP", "basic", "basic", "team", None],
        "price": [90.0, 30.0, 110.0, 20.0, 40.0, 60.0, None],
        "paid": moments("2025-03-01", "2025-03-30", "2025-04-02", "2025-04-05", "2025-04-07", "2025-03-08",
                        "2025-05-01"),
    }
)  # fmt: skip


def part(col: str, agg: str, **where: str) -> dict[str, object]:
    return {
        "col": col,
        "agg": agg,
        "filters": [{"col": name, "op": "==", "value": each} for name, each in where.items()],
    }


VIP_AND_BASIC = {"VIP": part("price", "mean", plan="VIP"), "basic": part("price", "mean", plan="basic")}
MONTHS = {"march": part("price", "sum", paid="2025-03"), "april": part("price", "sum", paid="2025-04")}


@pytest.mark.parametrize("engine", ENGINES)
def test_how_much_more_one_costs_than_the_other(engine: Engine) -> None:
    spec = {"op": "groupby_agg", "quantities": VIP_AND_BASIC,
            "computed": {"more": ["sub", "VIP", "basic"], "more_pct": ["pct_change", "VIP", "basic"]}}  # fmt: skip
    found = one(run(spec, table(PLANS, engine))[0])
    assert (found["VIP"], found["basic"], found["more"]) == (100, 30, 70)
    assert found["more_pct"] == pytest.approx(700 / 3)


@pytest.mark.parametrize("engine", ENGINES)
def test_whether_one_beat_the_other_and_which_did(engine: Engine) -> None:
    spec = {"op": "groupby_agg", "quantities": {**MONTHS, "may": part("price", "mean", paid="2025-05")},
            "computed": {"march won": ["gt", "march", "april"], "april won": ["lt", "march", "april"],
                         "winner": ["argmax", "march", "april"], "least": ["argmin", "march", "april"],
                         "alike": ["eq", "march", "april"], "differ": ["ne", "march", "april"],
                         "unknown": ["gt", "may", "april"], "none": ["argmax", "may", "april"]}}  # fmt: skip
    found = one(run(spec, table(PLANS, engine))[0])
    assert (found["march"], found["april"], found["may"]) == (180, 170, None)
    assert [found[name] for name in ("march won", "april won", "alike", "differ")] == [True, False, False, True]
    assert (found["winner"], found["least"]) == ("march", "april")
    assert (found["unknown"], found["none"]) == (None, None)


@pytest.mark.parametrize("engine", ENGINES)
def test_whether_a_mean_is_above_a_number_for_all_and_by_group(engine: Engine) -> None:
    spec = {"op": "groupby_agg", "metrics": {"price": ["mean"]}, "computed": {"above 50": ["gt", "price_mean", 50]}}
    assert one(run(spec, table(PLANS, engine))[0])["above 50"] is True
    (by_plan,) = run({**spec, "group_cols": ["plan"]}, table(PLANS, engine))
    cells = dict(zip(column(by_plan, "plan"), column(by_plan, "above 50"), strict=True))
    assert cells == {"VIP": True, "basic": False, "team": True, None: None}
    (chosen,) = run({**spec, "group_cols": ["plan"], "having": [{"col": "above 50", "op": "==", "value": True}]},
                    table(PLANS, engine))  # fmt: skip
    assert column(chosen, "plan") == ["VIP", "team"]


@pytest.mark.parametrize("engine", ENGINES)
def test_two_that_are_equal_have_no_larger_one(engine: Engine) -> None:
    spec = {"op": "groupby_agg", "quantities": {"a": {}, "b": {}},
            "computed": {"which": ["argmax", "a", "b"], "same": ["eq", "a", "b"], "least": ["ge", "a", "b"]},
            }  # fmt: skip
    found = one(run(spec, table(PLANS, engine))[0])
    assert (found["which"], found["same"], found["least"]) == (None, True, True)


def test_a_truth_stands_on_the_rows_of_what_it_compares() -> None:
    held = tables(table(PLANS))
    spec = {"op": "groupby_agg", "quantities": MONTHS, "computed": {"won": ["gt", "march", "april"]}}
    (found,) = execute_analysis(parse_analysis(spec), held)
    rows = evidence_of(found, CellPlace(0, "won"), held).rows
    assert column(rows, "customer") == ["a", "b", "c", "d", "e", "f"]


def test_months_are_told_by_whether_they_grew() -> None:
    spec = {"op": "time_trend", "date_col": "paid", "metrics": {"price": ["sum"], "*": ["count"]},
            "computed": {"many": ["ge", "rows", 3], "larger": ["argmax", "price_sum", "rows"]}}  # fmt: skip
    (found,) = run(spec, table(PLANS))
    assert column(found, "many") == [True, True, False]
    assert column(found, "larger") == ["price_sum", "price_sum", "rows"]


def test_programs_compare_as_the_language_does() -> None:
    plans = DatasetStore().add("owner", "plans.csv", PLANS.to_csv(index=False).encode())
    computed = {
        **{name: [name, "march", "april"] for name in ("gt", "ge", "lt", "le", "eq", "ne", "argmax", "argmin")},
        "high": ["gt", "march", 100],
    }
    for groups in ([], ["plan"]):
        spec = {"op": "groupby_agg", "group_cols": groups, "quantities": MONTHS, "computed": computed}
        assert_program_agrees(parse_analysis(spec), [plans])


def test_the_tea_shop_beats_itself_as_pandas_says() -> None:
    source = Path("registry/sample_data/tea_shop_orders.csv")
    orders = DatasetStore().add("owner", source.name, source.read_bytes())
    number = next(each.name for each in orders.profile.columns if each.kind == "number")
    text = next(each.name for each in orders.profile.columns if each.kind == "text" and 1 < each.unique < 20)
    first, second = orders.frame[text].value_counts().index[:2]
    quantities = {"a": part(number, "mean", **{text: first}), "b": part(number, "mean", **{text: second})}
    spec = parse_analysis({"op": "groupby_agg", "quantities": quantities,
                           "computed": {"won": ["gt", "a", "b"], "winner": ["argmax", "a", "b"]}})  # fmt: skip
    (found,) = execute_analysis(spec, {orders.dataset_id: table(orders.frame, dataset_id=orders.dataset_id)})
    means = orders.frame.groupby(text)[number].mean()
    assert one(found)["won"] is bool(means[first] > means[second])
    assert one(found)["winner"] == ("a" if means[first] > means[second] else "b")


@pytest.mark.parametrize(("computed", "told"), [
    ({"x": ["add", ["gt", "a", "b"], 1]}, "add cannot be applied to what is boolean"),
    ({"x": ["gt", "a", "b"], "y": ["sub", "x", "a"]}, None),
    ({"x": ["argmax", "a", "b"], "y": ["sub", "x", "a"]}, "cannot be computed with"),
    ({"x": ["gt", ["argmax", "a", "b"], 1]}, "gt cannot be applied to what is text"),
    ({"x": ["argmax", "a", 3]}, "choose among different result columns"),
    ({"x": ["argmax", "a", "a"]}, "choose among different result columns"),
    ({"x": ["gt", "a"]}, "cannot take 1 parts"),
    ({"x": ["gt", "a", "c"]}, "gt cannot be applied to dates"),
])  # fmt: skip
def test_what_cannot_be_compared_is_refused(computed: dict[str, object], told: str | None) -> None:
    spec = {"op": "groupby_agg", "computed": computed,
            "quantities": {"a": {}, "b": {}, "c": {"col": "paid", "agg": "max"}}}  # fmt: skip
    if told is None:
        assert run(spec, table(PLANS))
        return
    with pytest.raises(SpecError, match=told):
        run(spec, table(PLANS))


def test_rows_of_the_data_are_flagged_instead() -> None:
    step = {"step": "derive_column", "name": "dear", "expression": ["gt", "price", 50]}
    with pytest.raises(SpecError, match="flag_rows"):
        run({"op": "dataset_overview", "prepare": [step]}, table(PLANS))
