"""Filters that compare a column with another one of the same table, row by row, on both engines and as a program."""

import operator
from typing import Any

import pandas as pd
import pytest

from agent.errors import DataError, SpecError
from agent.specs.parse import parse_analysis
from registry.store import DatasetStore
from tests.agent.analysis.made_tables import ENGINES, Engine, column, moments, notes, one, run, table
from tests.agent.analysis.program_runs import assert_program_agrees

FRAME = pd.DataFrame(
    {
        "n": range(6),
        "billed": [10.0, 20.0, 30.0, None, 50.0, 60.0],
        "paid": [10, 25, 20, 5, 0, 60],
        "promised": moments("2024-03-01", "2024-03-05", None, "2024-03-07", "2024-03-09", "2024-03-10"),
        "delivered": moments("2024-03-02", "2024-03-05", "2024-03-06", "2024-03-06", None, "2024-03-12"),
        "signed": moments("2024-03-01 18:00", "2024-03-04 09:00", "2024-03-06 10:00", "2024-03-08 00:00", None,
                          "2024-03-10 23:59:59"),
        "home": pd.Series(["Lyon", "Paris", None, "nice ", "Köln", "Rom"], dtype="str"),
        "away": pd.Series(["lyon", "Rom", "Paris", "Nice", None, "Rom"], dtype="str"),
        "opens": pd.Series(["08:00:00", "09:30:00", None, "10:00:00", "23:00:00", "12:00:00"], dtype="str"),
        "closes": pd.Series(["17:00:00", "09:30:00", "18:00:00", None, "02:00:00", "12:00:01"], dtype="str"),
        "asked": [True, True, False, False, True, False],
        "given": [True, False, False, True, True, False],
        "either": pd.Series(["03/04/2015"] * 6, dtype="str"),
        "nothing": pd.Series([None] * 6, dtype="float64"),
    }
)  # fmt: skip
KINDS: dict[str, Any] = {
    "signed": "datetime", "opens": "time", "closes": "time", "either": "ambiguous_date", "nothing": "empty",
}  # fmt: skip


def beside(col: str, op: str, other: str) -> dict[str, object]:
    return {"col": col, "op": op, "value": {"col": other}}


def kept(engine: Engine, *filters: dict[str, object]) -> list[object]:
    spec = {"op": "row_lookup", "columns": ["n"], "filters": list(filters)}
    return sorted(column(run(spec, table(FRAME, engine, KINDS))[0], "n"), key=str)


CASES: list[tuple[str, str, str, list[int]]] = [
    ("paid", "<", "billed", [2, 4]),
    ("paid", ">=", "billed", [0, 1, 5]),
    ("paid", "==", "billed", [0, 5]),
    ("paid", "!=", "billed", [1, 2, 4]),
    ("delivered", ">", "promised", [0, 5]),
    ("delivered", "<=", "promised", [1, 3]),
    ("signed", ">", "promised", [3]),
    ("signed", "==", "promised", [0, 5]),
    ("promised", ">=", "signed", [0, 1, 5]),
    ("home", "==", "away", [0, 3, 5]),
    ("home", "!=", "away", [1]),
    ("closes", ">", "opens", [0, 5]),
    ("closes", "<", "opens", [4]),
    ("asked", "==", "given", [0, 2, 4, 5]),
    ("asked", "!=", "given", [1, 3]),
]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("col", "op", "other", "expected"), CASES)
def test_each_row_is_compared_with_its_own_cell(
    col: str, op: str, other: str, expected: list[int], engine: Engine
) -> None:
    assert kept(engine, beside(col, op, other)) == expected


SIGNS = {">": operator.gt, "<": operator.lt, ">=": operator.ge, "<=": operator.le, "==": operator.eq}


@pytest.mark.parametrize("sign", SIGNS)
@pytest.mark.parametrize(("col", "other"), [("paid", "billed"), ("delivered", "promised"), ("opens", "closes")])
def test_it_keeps_what_pandas_keeps(col: str, other: str, sign: str) -> None:
    known = FRAME.dropna(subset=[col, other])
    assert kept("pandas", beside(col, sign, other)) == list(known["n"][SIGNS[sign](known[col], known[other])])


@pytest.mark.parametrize("engine", ENGINES)
def test_it_works_wherever_a_condition_may_stand(engine: Engine) -> None:
    late, short = beside("delivered", ">", "promised"), beside("paid", "<", "billed")
    assert kept(engine, {"any": [[late], [short]]}) == [0, 2, 4, 5]
    spec = {
        "op": "groupby_agg", "quantities": {"late": {"filters": [late]}, "all": {}},
        "computed": {"rate": ["div", "late", "all"]},
        "prepare": [{"step": "flag_rows", "name": "short", "filters": [short]}],
    }  # fmt: skip
    assert one(run(spec, table(FRAME, engine, KINDS))[0]) == {"late": 2, "all": 6, "rate": 2 / 6}


@pytest.mark.parametrize("engine", ENGINES)
def test_groups_are_chosen_by_comparing_two_of_their_figures(engine: Engine) -> None:
    spec = {
        "op": "groupby_agg", "group_cols": ["asked"], "metrics": {"paid": ["sum"], "billed": ["sum"]},
        "having": [beside("paid_sum", ">", "billed_sum")],
    }  # fmt: skip
    (found,) = run(spec, table(FRAME, engine, KINDS))
    assert column(found, "asked") == []
    (found,) = run({**spec, "having": [beside("paid_sum", "<", "billed_sum")]}, table(FRAME, engine, KINDS))
    assert column(found, "asked") == [False, True]
    assert "paid is below billed in the same row" in notes(found)


def test_rows_without_either_cell_are_counted_where_a_condition_negates() -> None:
    spec = {"op": "row_lookup", "columns": ["n"], "filters": [beside("home", "!=", "away")]}
    (found,) = run(spec, table(FRAME, "pandas", KINDS))
    assert "2 rows without home, away left out by that condition." in notes(found)


@pytest.mark.parametrize(("condition", "error", "told"), [
    (beside("paid", ">", "promised"), SpecError, r"paid \(number\) and promised \(date\) cannot be compared"),
    (beside("home", ">", "away"), SpecError, "text has no order"),
    (beside("asked", "<", "given"), SpecError, "boolean has no order"),
    (beside("paid", "<", "bild"), SpecError, "Nearest: billed"),
    (beside("home", "==", "opens"), SpecError, "cannot be compared"),
    (beside("promised", "<", "either"), DataError, "day/month"),
    (beside("paid", "<", "nothing"), DataError, "nothing has no value in any row"),
    (beside("home", "contains", "away"), SpecError, "contains needs a text"),
    (beside("paid", "in", "billed"), SpecError, "in needs a list of values"),
    (beside("paid", "between", "billed"), SpecError, "between needs a list of two values"),
    (beside("paid", "is_null", "billed"), SpecError, "is_null takes no value"),
])  # fmt: skip
def test_what_cannot_be_compared_is_an_error(condition: dict[str, object], error: type[Exception], told: str) -> None:
    with pytest.raises(error, match=told):
        kept("pandas", condition)


ORDERS = b"""order,billed,paid,promised,delivered,signed,home,away,opens,closes,asked,given
A1,10,10,2024-03-01,2024-03-02,2024-03-01 18:00:00,Lyon,lyon,08:00,17:00,true,true
A2,20.5,25,2024-03-05,2024-03-05,2024-03-04 09:00:00,Paris,Rom,09:30,09:30,true,false
A3,30,20,,2024-03-06,2024-03-06 10:00:00,,Paris,,18:00,false,
A4,,5,2024-03-07,2024-03-06,2024-03-08 00:00:00,nice ,Nice,10:00,,,true
A5,50,0,2024-03-09,,,Oslo,,23:00,02:00,true,true
"""


@pytest.mark.parametrize(("col", "op", "other"), [case[:3] for case in CASES])
def test_the_program_keeps_the_same_rows(col: str, op: str, other: str) -> None:
    orders = DatasetStore().add("owner", "orders.csv", ORDERS)
    spec = {"op": "row_lookup", "columns": ["order"], "filters": [beside(col, op, other)]}
    assert_program_agrees(parse_analysis(spec), [orders])
