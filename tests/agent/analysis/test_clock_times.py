"""Times are computed with as seconds wherever a measure needs numbers, and shown as clocks and durations."""

from typing import Any, cast

import pandas as pd
import pytest

from agent.analysis.execute import execute_plot
from agent.errors import SpecError
from agent.report.cells import shown_cell
from agent.specs.parse import parse_plot
from agent.state import Artifact, ColumnFormat
from tests.agent.analysis.made_tables import ENGINES, Engine, notes, payload, rows, run, table, tables

SHIFTS = pd.DataFrame({
    "team": pd.Series(["A", "A", "A", "B", "B", "B"], dtype="str"),
    "start": pd.Series(["08:30:00", "08:45:00", "09:00:00", "10:00:00", None, "11:00:00"], dtype="str"),
    "night": pd.Series(["23:50:00", "00:10:00", "23:30:00", "00:30:00", "12:00:00", None], dtype="str"),
    "lap": pd.Series(["1:23.4", "58.2", "1:05", "2:00", None, "59.8"], dtype="str"),
})  # fmt: skip
KINDS: dict[str, Any] = {"start": "time", "night": "time"}
MEAN = {"op": "groupby_agg", "metrics": {"start": ["mean"]}}
SECONDS = {"step": "cast_type", "col": "lap", "to": "seconds"}


def asked(spec: dict[str, Any], engine: Engine = "pandas") -> Artifact:
    return run(spec, table(SHIFTS, engine, KINDS))[0]


def formats(found: Artifact) -> dict[str, ColumnFormat]:
    return payload(found)["formats"]


@pytest.mark.parametrize("engine", ENGINES)
def test_the_mean_of_clock_times_is_a_clock_time(engine: Engine) -> None:
    found = asked({**MEAN, "group_cols": ["team"], "metrics": {"start": ["mean", "median", "min"]}}, engine)
    assert rows(found) == [["A", 31_500, 31_500, 30_600], ["B", 37_800, 37_800, 36_000]]
    assert {formats(found)[name] for name in ("start_mean", "start_median", "start_min")} == {"h:mm"}
    assert shown_cell(rows(found)[0][1], "h:mm") == "8:45"
    assert payload(found)["units"] == {}


@pytest.mark.parametrize("engine", ENGINES)
def test_a_stopwatch_gives_durations(engine: Engine) -> None:
    found = asked({"op": "groupby_agg", "group_cols": ["team"], "metrics": {"lap": ["mean"]}, "prepare": [SECONDS]},
                  engine)  # fmt: skip
    assert rows(found) == [["A", pytest.approx(68.8666667)], ["B", pytest.approx(89.9)]]
    assert formats(found)["lap_mean"] == "m:ss"
    assert "1:23 is 83 seconds" in notes(found)


@pytest.mark.parametrize("engine", ENGINES)
def test_conditions_compare_times_as_they_are_written(engine: Engine) -> None:
    found = asked({**MEAN, "filters": [{"col": "start", "op": "<", "value": "9:00"}]}, engine)
    assert rows(found) == [[31_050]]


def test_times_that_only_name_or_count_stay_as_they_are_written() -> None:
    for spec in ({**MEAN, "metrics": {"start": ["min", "count"]}}, {**MEAN, "group_cols": ["start"], "metrics": {
            "*": ["count"]}}):  # fmt: skip
        assert rows(asked(spec))[0][0] == "08:30:00"
    with pytest.raises(SpecError, match="mean needs numbers"):
        asked({**MEAN, "group_cols": ["start"]})


def test_times_on_both_sides_of_midnight_are_told() -> None:
    found = asked({**MEAN, "metrics": {"night": ["mean"]}})
    assert "the mean of 23:50 and 0:10 is 12:00" in notes(found)
    assert "midnight" not in notes(asked(MEAN)) and "0:00" not in notes(asked(MEAN))


def test_what_is_made_of_times_is_told_as_what_it_is() -> None:
    computed = {"later": ["sub", "late", "start_mean"], "hours": ["div", "start_mean", 3_600]}
    late = {"late": {"col": "start", "agg": "max"}}
    found = asked({**MEAN, "quantities": late, "computed": computed})
    assert formats(found)["later"] == "h:mm" and formats(found)["hours"] == "number"
    assert rows(found) == [[34_020, 39_600, 5_580, pytest.approx(9.45)]]


PICTURES: list[tuple[dict[str, Any], str, list[str]]] = [
    ({"kind": "bar", "x": "team", "y": "start", "agg": "mean"}, "yaxis", ["0:00", "2:00"]),
    ({"kind": "box", "x": "team", "y": "start"}, "yaxis", ["8:30", "9:00"]),
    ({"kind": "violin", "x": "team", "y": "start"}, "yaxis", []),
    ({"kind": "hist", "x": "start"}, "xaxis", []),
    ({"kind": "scatter", "x": "start", "y": "lap", "prepare": [SECONDS], "fit": True}, "yaxis", []),
]


@pytest.mark.parametrize(("spec", "axis", "first"), PICTURES, ids=lambda given: str(given)[:30])
def test_an_axis_of_times_has_a_clock(spec: dict[str, Any], axis: str, first: list[str]) -> None:
    drawn = execute_plot(parse_plot(spec), tables(table(SHIFTS, "pandas", KINDS)))[0]["payload"]
    layout = cast(dict[str, Any], drawn)["layout"][axis]
    assert all(":" in text for text in layout["ticktext"])
    assert layout["ticktext"][: len(first)] == first
    steps = {after - before for before, after in zip(layout["tickvals"], layout["tickvals"][1:], strict=False)}
    assert len(steps) == 1


def test_a_rate_times_days_is_no_number_of_days() -> None:
    stays = pd.DataFrame({"from": pd.to_datetime(["2024-01-01"]), "to": pd.to_datetime(["2024-01-05"]), "rate": [80.0]})
    steps = [{"step": "derive_column", "name": "nights", "expression": ["sub", "to", "from"]},
             {"step": "derive_column", "name": "paid", "expression": ["mul", "rate", "nights"]}]  # fmt: skip
    spec = {"op": "groupby_agg", "metrics": {"nights": ["sum"], "paid": ["sum"]}, "prepare": steps}
    found = run(spec, table(stays))[0]
    assert rows(found) == [[4, 320]]
    assert payload(found)["units"] == {"nights_sum": "days"}
