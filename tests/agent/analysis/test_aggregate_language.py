"""What can be said of groups and periods: the same in memory, in DuckDB and as a written program."""

import pandas as pd
import pytest

from agent.errors import DataError, SpecError
from agent.specs.parse import parse_analysis
from agent.specs.plain_data import spec_json
from registry.dataset import Dataset
from registry.store import DatasetStore
from tests.agent.analysis.aggregate_specs import SPECS, Spec, by_quarter, by_team
from tests.agent.analysis.made_tables import (
    ENGINES,
    Engine,
    by_key,
    column,
    moments,
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
from tests.agent.analysis.program_runs import assert_program_agrees, assert_same


@pytest.fixture(scope="module")
def people_dataset() -> Dataset:
    return DatasetStore().add("owner", "people.csv", people().to_csv(index=False).encode())


@pytest.mark.parametrize("spec", SPECS, ids=str)
def test_duckdb_gives_the_same_as_memory(spec: Spec) -> None:
    in_memory, in_duckdb = run(spec, people_table()), run(spec, people_table("duckdb"))
    assert [payload(each)["columns"] for each in in_memory] == [payload(each)["columns"] for each in in_duckdb]
    for one_of_them, other in zip(in_memory, in_duckdb, strict=True):
        assert_same(rows(one_of_them), rows(other))
    assert rows_used(in_memory[0]) == rows_used(in_duckdb[0])
    assert notes(in_memory[0]).count("\n") == notes(in_duckdb[0]).count("\n")


@pytest.mark.parametrize("spec", SPECS, ids=str)
def test_the_written_program_gives_the_same(spec: Spec, people_dataset: Dataset) -> None:
    assert_program_agrees(parse_analysis(spec), [people_dataset])


@pytest.mark.parametrize("spec", SPECS, ids=str)
def test_a_spec_as_json_is_the_same_spec_again(spec: Spec) -> None:
    parsed = parse_analysis(spec)
    assert parse_analysis(spec_json(parsed)) == parsed


SHOPS = pd.DataFrame(
    {
        "shop": ["a", "a", "b", "b", "c", "c"],
        "kind": ["in", "out", "in", "out", "in", "in"],
        "amount": [10, 4, 3, 6, 5, 5],
        "day": moments("2023-01-05", "2023-02-05", "2023-01-09", "2023-04-09", "2023-02-01", "2024-01-02"),
        "year": [2018, 2018, 2020, 2023, 2023, 2023],
    }
)


def side(kind: str) -> dict[str, object]:
    return {"col": "amount", "agg": "sum", "filters": [{"col": "kind", "op": "==", "value": kind}]}


SIDES = {"in": side("in"), "out": side("out")}


@pytest.mark.parametrize("engine", ENGINES)
def test_two_groups_stand_side_by_side_with_their_difference(engine: Engine) -> None:
    computed = {"net": ["sub", "in", "out"], "change": ["pct_change", "in", "out"]}
    spec = {"op": "groupby_agg", "group_cols": ["shop"], "quantities": SIDES, "computed": computed, "with_total": True}
    found, total = run(spec, table(SHOPS, engine))
    assert rows(found) == [["a", 10, 4, 6, 150], ["b", 3, 6, -3, -50], ["c", 10, 0, 10, None]]
    assert one(total) == {"in": 23, "out": 10, "net": 13, "change": pytest.approx(130)}
    assert "in counts 4 rows: kind is in." in notes(found)
    assert payload(found)["formats"]["net"] == "integer" and payload(found)["formats"]["change"] == "percent"


def test_growth_of_a_ratio_and_periods_chosen_after_growth() -> None:
    spec = {
        "op": "time_trend", "date_col": "day", "quantities": SIDES, "computed": {"share": ["div", "out", "in"]},
        "growth": "previous", "having": [{"col": "period", "op": "==", "value": "2023-02"}],
    }  # fmt: skip
    (found,) = run(spec, table(SHOPS))
    row = one(found)
    assert row["period"] == "2023-02" and row["share"] == 0.8 and row["in_change"] == -8
    assert row["share_change"] == 0.8 and row["share_growth_pct"] is None
    assert "1 of 13 periods fulfil: day (month) is February 2023." in notes(found)


def test_periods_without_rows_are_skipped_when_asked() -> None:
    spec = {"op": "time_trend", "date_col": "year", "grain": "year", "metrics": {"amount": ["sum"]}, "gaps": "skip",
            "growth": "previous"}  # fmt: skip
    (found,) = run(spec, table(SHOPS))
    assert column(found, "period") == ["2018", "2020", "2023"]
    assert column(found, "amount_sum_change") == [None, -11, 13]
    assert "3 periods without rows, not shown." in notes(found)


def test_ties_at_the_last_place_stay_and_a_rank_stands_alone() -> None:
    counted = {"op": "groupby_agg", "group_cols": ["shop"], "metrics": {"*": ["count"]}, "top_k": 1}
    (tied,) = run({**counted, "ties": True}, table(SHOPS))
    assert column(tied, "shop") == ["a", "b", "c"] and "2 more for being equal" in notes(tied)
    (second,) = run(
        {**counted, "metrics": {"amount": ["sum"]}, "skip": 1}, table(SHOPS.assign(amount=[9, 9, 1, 1, 5, 5]))
    )
    assert rows(second) == [["c", 10]] and "Places 2 to 2 of 3 groups are shown." in notes(second)


def test_shares_of_all_groups_and_of_those_shown() -> None:
    spec = {"op": "groupby_agg", "group_cols": ["shop"], "metrics": {"amount": ["share"]}, "top_k": 2}
    (of_all,), (of_shown,) = run(spec, table(SHOPS)), run({**spec, "share_of": "shown"}, table(SHOPS))
    assert by_key(of_all, "amount_share") == pytest.approx({"a": 14 / 33 * 100, "c": 10 / 33 * 100})
    assert by_key(of_shown, "amount_share") == pytest.approx({"a": 14 / 24 * 100, "c": 10 / 24 * 100})


def test_the_lowest_ratio_and_shares_within_a_group() -> None:
    lowest = {"op": "share_ratio", "mode": "ratio", "group_cols": ["shop"], "numerator": side("out"),
              "denominator": side("in"), "sort": {"by": "ratio", "ascending": True}, "top_k": 1}  # fmt: skip
    assert one(run(lowest, table(SHOPS))[0])["shop"] == "c"
    within = {"op": "share_ratio", "group_cols": ["shop", "kind"], "value": {"col": "amount", "agg": "sum"},
              "within": ["shop"]}  # fmt: skip
    (found,) = run(within, table(SHOPS))
    assert [row[:2] for row in rows(found)] == [["a", "in"], ["a", "out"], ["b", "out"], ["b", "in"], ["c", "in"]]
    assert sum(float(str(share)) for share in column(found, "share_pct")) == pytest.approx(300)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        (by_team(), "metrics or quantities"),
        (by_team(quantities={"team": {}}), "called 'team'"),
        (by_team(metrics={"*": ["count"]}, quantities={"rows": {}}), "called 'rows'"),
        (by_team(metrics={"*": ["count"]}, computed={"rows": ["add", "rows", 1]}), "called 'rows'"),
        (by_quarter(quantities={"period": {}}), "called 'period'"),
        (by_quarter(quantities={"a": {}, "a_change": {}}, growth="year"), "called 'a_change'"),
        (by_team(metrics={"*": ["count"]}, computed={"a": ["add", "row", 1]}), "Nearest: rows"),
        (by_team(metrics={"hired": ["min"]}, computed={"a": ["add", "hired_min", 1]}), "dates"),
        (by_team(metrics={"team": ["mode"]}, computed={"a": ["add", "team_mode", 1]}), "team_mode .text. cannot"),
        (by_team(metrics={"team": ["p90"]}), "90 % quantile needs numbers"),
        (by_team(metrics={"*": ["p90"]}), "only be counted"),
        (by_team(metrics={"pay": ["share"]}, share_of="shown", having=[{"col": "pay_share", "op": ">", "value": 1}]),
         "share of what is shown"),
        (by_team(metrics={"pay": ["sum"]}, having=[{"col": "pay_summ", "op": ">", "value": 1}]), "nearest: pay_sum"),
        (by_team(metrics={"pay": ["sum"]}, having=[
            {"col": "pay_sum", "op": ">", "value": {"stat": "mean", "col": "pay"}}]), "no column 'pay'"),
        (by_team(metrics={"pay": ["sum"]}, having=[{"col": "pay_sum", "op": "contains", "value": "1"}]),
         "contains cannot be applied to pay_sum"),
        (by_quarter(metrics={"pay": ["sum"]}, having=[{"col": "period", "op": ">", "value": "soon"}]), "period"),
        ({"op": "time_trend", "date_col": "age", "metrics": {"*": ["count"]}}, "grain year"),
        ({"op": "share_ratio", "group_cols": ["team"], "within": ["team"]}, "within names some"),
        ({"op": "share_ratio", "group_cols": ["team"], "sort": {"by": "ratio"}}, "no column 'ratio'"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_with_its_name(spec: Spec, words: str) -> None:
    with pytest.raises(SpecError, match=words):
        run(spec, people_table())


def test_a_number_that_is_no_year_is_no_date() -> None:
    frame = pd.DataFrame({"n": [12, 123_456]})
    with pytest.raises(DataError, match="123,456, which is no year"):
        run({"op": "time_trend", "date_col": "n", "grain": "year", "metrics": {"*": ["count"]}}, table(frame))
