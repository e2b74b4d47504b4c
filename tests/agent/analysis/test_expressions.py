"""Expressions with days and statistics as parts: ages, times between dates, figures beside the mean."""

from datetime import date
from typing import Any

import pandas as pd
import pytest

from agent.analysis.execute import execute_analysis
from agent.analysis.expressions import term_of
from agent.analysis.frames.schema import Column
from agent.errors import SpecError
from agent.specs.editing.labels import formula_label
from agent.specs.parse import parse_analysis
from agent.specs.transforms import DeriveColumn
from agent.specs.words import words_in
from registry.store import DatasetStore
from tests.agent.analysis.made_tables import ENGINES, Engine, column, moments, run, table, tables
from tests.agent.analysis.program_runs import assert_program_agrees

STAFF = pd.DataFrame(
    {
        "name": ["Ada", "Bo", "Cy", "Di", "Ed"],
        "team": ["east", "east", "west", "west", "west"],
        "born": moments("1985-12-10", "2000-02-29", "1999-03-01", None, "2004-02-29"),
        "joined": moments("2010-01-31", "2021-02-28", "2024-02-29", "2020-05-05", "2005-02-28"),
        "pay": [60.0, 20.0, 30.0, 50.0, 40.0],
    }
)  # fmt: skip
LATEST = {"stat": "max", "col": "joined"}
CASES: list[tuple[list[Any], list[float | None]]] = [
    (["years", "joined", "born"], [24, 20, 24, None, 0]),  # a year older on 1 March
    (["years", LATEST, "born"], [38, 24, 24, None, 20]),
    (["months", LATEST, "joined"], [168, 36, 0, 45, 228]),
    (["months", "joined", LATEST], [-168, -36, 0, -45, -228]),
    (["years", {"date": "2024-12-10"}, "born"], [39, 24, 25, None, 20]),
    (["sub", {"date": "2024-03-01"}, "joined"], [5143, 1097, 1, 1396, 6941]),
    (["sub", "pay", {"stat": "mean", "col": "pay"}], [20, -20, -10, 10, 0]),
    (["div", "pay", {"stat": "max", "col": "pay", "by": ["team"]}], [1, 1 / 3, 0.6, 1, 0.8]),
    (["sub", "pay", {"stat": "value", "col": "pay", "filters": [{"col": "name", "op": "==", "value": "bo"}]}],
     [40, 0, 10, 30, 20]),
    (["div", "pay", {"stat": "median", "col": "pay", "times": 2}], [0.75, 0.25, 0.375, 0.625, 0.5]),
]  # fmt: skip


def derived(expression: list[Any]) -> dict[str, Any]:
    made = {"step": "derive_column", "name": "made", "expression": expression}
    return {"op": "row_lookup", "prepare": [made], "columns": ["name", "made"]}


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("expression", "expected"), CASES)
def test_a_part_may_be_a_day_or_a_statistic(expression: list[Any], expected: list[float], engine: Engine) -> None:
    (found,) = run(derived(expression), table(STAFF, engine))
    cells = dict(zip(column(found, "name"), column(found, "made"), strict=True))
    assert cells == {
        name: None if value is None else pytest.approx(value)
        for name, value in zip(STAFF["name"], expected, strict=True)
    }  # fmt: skip


@pytest.mark.parametrize("expression", [case[0] for case in CASES])
def test_the_program_gives_the_same(expression: list[Any]) -> None:
    staff = DatasetStore().add("owner", "staff.csv", STAFF.to_csv(index=False).encode())
    assert_program_agrees(parse_analysis(derived(expression)), [staff])


@pytest.mark.parametrize("engine", ENGINES)
def test_today_is_the_day_of_the_question(engine: Engine) -> None:
    spec = parse_analysis(derived(["years", {"date": "today"}, "born"]))
    (found,) = execute_analysis(spec, tables(table(STAFF, engine)), today=date(2026, 12, 9))
    assert dict(zip(column(found, "name"), column(found, "made"), strict=True))["Ada"] == 40
    assert found["spec"]["prepare"][0]["expression"][1] == {"date": "2026-12-09"}  # type: ignore[index, call-overload]  # JSON


@pytest.mark.parametrize("engine", ENGINES)
def test_groups_stand_beside_a_statistic_of_the_groups(engine: Engine) -> None:
    spec = {
        "op": "groupby_agg", "group_cols": ["team"], "metrics": {"pay": ["sum"], "joined": ["max"]},
        "computed": {"of_mean": ["percent", "pay_sum", {"stat": "mean", "col": "pay_sum"}],
                     "above": ["gt", "of_mean", {"stat": "median", "col": "of_mean"}],
                     "ago": ["months", {"date": "2024-12-31"}, "joined_max"]},
    }  # fmt: skip
    (found,) = run(spec, table(STAFF, engine))
    assert column(found, "of_mean") == [80, 120]
    assert column(found, "above") == [False, True]
    assert column(found, "ago") == [46, 10]
    staff = DatasetStore().add("owner", "staff.csv", STAFF.to_csv(index=False).encode())
    assert_program_agrees(parse_analysis(spec), [staff])


@pytest.mark.parametrize(
    "expression",
    [["years", "pay", "born"], ["add", {"date": "today"}, 1], ["mul", {"stat": "mean", "col": "name"}, 2],
     ["sub", {"date": "2023-02-30"}, "born"], ["sub", "pay", {"stat": "mean", "col": "nowhere"}],
     ["sub", "pay", {"stat": "mean", "col": "pay", "by": ["nowhere"]}]],
)  # fmt: skip
def test_what_makes_no_sense_is_refused(expression: list[Any]) -> None:
    with pytest.raises(SpecError):
        run(derived(expression), table(STAFF))


def test_formulas_are_told() -> None:
    words = words_in("en")
    assert formula_label(["years", {"date": "today"}, "born"], words) == "whole years from born to today"
    assert formula_label(["sub", "pay", {"stat": "mean", "col": "pay"}], words) == "pay − the average of pay"
    assert formula_label(["sub", {"date": "2024-03-01"}, "joined"], words) == "1 March 2024 − joined"


@pytest.mark.parametrize(
    ("expression", "unit"),
    [
        (["div", "waited", 60], "min"),
        (["div", ["sub", "waited", 30], 3600], "h"),
        (["div", "waited", 2], "s"),
        (["mul", "waited", 1.1], "s"),
        (["div", ["sub", {"date": "2025-01-01"}, "on"], 365.25], "years"),
        (["div", ["sub", {"date": "2025-01-01"}, "on"], 7], "weeks"),
        (["mul", ["sub", {"date": "2025-01-01"}, "on"], 24], "h"),
    ],
)
def test_a_time_in_another_unit_is_told_in_it(expression: list[Any], unit: str) -> None:
    schema = {"waited": Column("waited", "number", "number", unit="s"), "on": Column("on", "date", "moment")}
    (step,) = parse_analysis(derived(expression)).prepare
    assert isinstance(step, DeriveColumn)
    assert term_of(step.expression, schema).unit == unit
