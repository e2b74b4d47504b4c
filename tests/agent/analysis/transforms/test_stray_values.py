"""What differs from the rest of a column is kept where it can be, told always, and refused where it is the rule."""

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
import pytest

from agent.errors import DataError, SpecError
from agent.specs.parse import parse_analysis
from registry.store import DatasetStore
from tests.agent.analysis.made_tables import ENGINES, Engine, moments, notes, rows, run, table
from tests.agent.analysis.program_runs import assert_program_agrees

Step = Mapping[str, Any]
DELIVERIES = pd.DataFrame({
    "i": range(1, 8),
    "paid": pd.Series(["12.50", "8", "free", "1,200", None, "3", "(4)"], dtype="str"),
    "due": pd.Series(["14.05.2024", "03.05.2024", "01.06.2024", "soon", "31.12.2024", None, "07.05.2024"], dtype="str"),
    "slot": [930, 1415, 0, 2359, 905, 1200, 45],
    "lap": pd.Series(["1:23.4", "0:59.25", "1:02.5", "DNF", None, "2:00.0", "1:01.0"], dtype="str"),
    "split": pd.Series(["1:23.4", "58.3", "1:05", "59", None, "out", "0:59.9"], dtype="str"),
    "walk": pd.Series(["1:23", "58", "1:05", "59", None, "out", "0:59"], dtype="str"),
    "place": pd.Series(["3rd", "1st", "2nd", "21st", None, "DQ", "第4位"], dtype="str"),
    "platz": pd.Series(["3.", "1.", "2.", "21.", None, "disq.", "4."], dtype="str"),
    "city": pd.Series(["Bern", "bern", "Basel", "Genf", None, "Zug", "Basel"], dtype="str"),
    "code": [7501, 7502, 8975, 75, 123, 7599, 300],
    "on": moments("2024-05-01", "2024-05-02", None, "2024-05-04", "2024-05-05", "2024-05-06", "2024-05-07"),
    "ok": [True, False, True, True, False, True, True],
})  # fmt: skip


def looked(column: str, steps: Sequence[Step], engine: Engine = "pandas", **more: object) -> list[object]:
    spec = {"op": "row_lookup", "prepare": [*steps], "columns": ["i", column], "order_by": "i", **more}
    return [row[1] for row in rows(run(spec, table(DELIVERIES, engine))[0])]


def told(steps: Sequence[Step], engine: Engine = "pandas") -> str:
    return notes(run({"op": "row_lookup", "prepare": [*steps]}, table(DELIVERIES, engine))[0])


def cast(col: str, to: str, **more: object) -> Step:
    return {"step": "cast_type", "col": col, "to": to, **more}


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("step", "expected", "words"), [
    (cast("paid", "number"), [12.5, 8, None, 1200, None, 3, -4], "1 cell of paid cannot be read that way"),
    (cast("due", "date"), ["2024-05-14", "2024-05-03", "2024-06-01", None, "2024-12-31", None, "2024-05-07"], "'soon'"),
    (cast("due", "date", date_format="%d.%m.%Y"),
     ["2024-05-14", "2024-05-03", "2024-06-01", None, "2024-12-31", None, "2024-05-07"], "'soon'"),
    (cast("lap", "seconds"), [83.4, 59.25, 62.5, None, None, 120, 61], "'DNF'"),
    (cast("split", "seconds"), [83.4, 58.3, 65, 59, None, None, 59.9], "'out'"),
    (cast("split", "seconds"), [83.4, 58.3, 65, 59, None, None, 59.9], "1:23 is 83 seconds"),
    (cast("walk", "seconds", written="m:ss"), [83, 58, 65, 59, None, None, 59], "1 cell of walk cannot be read"),
    (cast("place", "number"), [3, 1, 2, 21, None, None, 4], "1 cell of place cannot be read that way"),
    (cast("platz", "number"), [3, 1, 2, 21, None, None, 4], "'disq.'"),
    (cast("slot", "seconds"), [34_200, 51_300, 0, 86_340, 32_700, 43_200, 2_700], "930 is 9:30"),
], ids=lambda given: str(given)[:50])  # fmt: skip
def test_a_few_stray_cells_are_missing_and_told(step: Step, expected: list[object], words: str, engine: Engine) -> None:
    assert looked(str(step["col"]), [step], engine) == expected
    assert words in told([step], engine)


def test_a_column_of_another_kind_is_refused() -> None:
    with pytest.raises(DataError, match="5 different values of city cannot be read as a number"):
        looked("city", [cast("city", "number")])
    with pytest.raises(DataError, match="cannot be read as a time"):
        looked("code", [cast("code", "seconds")])


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("more", "expected", "words"), [
    ({"mapping": {"Bern": "B", "Basel": "B"}}, ["B", "bern", "B", "Genf", None, "Zug", "B"],
     "3 rows with another city keep"),
    ({"mapping": {"Bern": "B", "Basel": "B"}, "others": "else"}, ["B", "else", "B", "else", None, "else", "B"],
     "3 rows with another city are “else”"),
    ({"mapping": {"Basel": 1}}, [None, None, 1, None, None, None, 1], "4 rows with a city outside all groups of made"),
    ({"mapping": {"Basel": 1}, "others": 0}, [0, 0, 1, 0, None, 0, 1], "4 rows with another city are “0”"),
], ids=lambda given: str(given)[:50])  # fmt: skip
def test_what_a_mapping_does_not_name_is_told(
    more: dict[str, object], expected: list[object], words: str, engine: Engine
) -> None:
    step = {"step": "recode_column", "col": "city", "name": "made", **more}
    assert looked("made", [step], engine) == expected
    assert words in told([step], engine)


@pytest.mark.parametrize("engine", ENGINES)
def test_what_lies_outside_the_edges_may_have_a_label(engine: Engine) -> None:
    step = {"step": "recode_column", "col": "slot", "name": "made", "edges": [600, 1200, 1800], "others": "night"}
    morning, later = "600 to under 1200", "1200 to 1800"
    assert looked("made", [step], engine) == [morning, later, "night", "night", morning, later, "night"]
    counts = {"op": "groupby_agg", "group_cols": ["made"], "metrics": {"*": ["count"]}, "prepare": [step]}
    assert rows(run(counts, table(DELIVERIES, engine))[0]) == [[morning, 2], [later, 2], ["night", 3]]
    with pytest.raises(SpecError, match="labels"):
        looked("made", [{**step, "others": 3}])


@pytest.mark.parametrize("engine", ENGINES)
def test_what_a_column_cannot_hold_is_missing_there_already(engine: Engine) -> None:
    step = {"step": "set_missing", "cols": ["slot", "on", "ok"], "values": ["n/a", 930]}
    assert looked("slot", [step], engine) == [None, 1415, 0, 2359, 905, 1200, 45]
    assert "'n/a' cannot stand in slot, on, ok" in told([step], engine)
    with pytest.raises(SpecError, match="No row has 'n/a'"):
        looked("city", [{**step, "cols": ["city", "slot"], "values": ["n/a"]}])


@pytest.mark.parametrize("engine", ENGINES)
def test_the_digits_of_a_code_can_be_compared(engine: Engine) -> None:
    for op, value, found in (("starts_with", "75", [1, 2, 4, 6]), ("contains", 30, [7]), ("starts_with", "x", [])):
        spec = {"op": "row_lookup", "columns": ["i"], "filters": [{"col": "code", "op": op, "value": value}]}
        assert [row[0] for row in rows(run(spec, table(DELIVERIES, engine))[0])] == found


LARGEST = {"step": "recode_column", "col": "city", "name": "made", "others": "elsewhere", "top_k": 2}


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("more", "expected"), [
    ({}, ["Bern", "elsewhere", "Basel", "elsewhere", None, "elsewhere", "Basel"]),
    ({"order_by": "slot"}, ["elsewhere", "bern", "elsewhere", "Genf", None, "elsewhere", "elsewhere"]),
    ({"order_by": "ok", "agg": "sum", "labels": ["most"]},
     ["most", "elsewhere", "most", "elsewhere", None, "elsewhere", "most"]),
    ({"col": "code", "top_k": 1, "order_by": "slot", "agg": "max"},
     ["elsewhere", "elsewhere", "elsewhere", "75", "elsewhere", "elsewhere", "elsewhere"]),
], ids=lambda given: str(given)[:50])  # fmt: skip
def test_the_largest_values_stand_apart_from_all_others(
    more: dict[str, object], expected: list[object], engine: Engine
) -> None:
    assert looked("made", [{**LARGEST, **more}], engine) == expected
    deliveries = DatasetStore().add("owner", "deliveries.csv", DELIVERIES.to_csv(index=False).encode())
    spec = {"op": "row_lookup", "prepare": [{**LARGEST, **more}], "columns": ["i", "made"], "order_by": "i"}
    assert_program_agrees(parse_analysis(spec), [deliveries])


def test_how_many_are_others_and_who_is_as_large_is_told() -> None:
    assert "3 rows with another city are “elsewhere” in made" in told([LARGEST])
    assert "Further values of city have as much as the last of the 2 named" in told([LARGEST])


@pytest.mark.parametrize("more", [
    {"others": None}, {"others": 3}, {"mapping": {"Bern": "x"}}, {"labels": ["a", "b"]}, {"col": "on"},
    {"order_by": "due"}, {"order_by": "due", "agg": "max"}, {"others": "Basel"}, {"top_k": None, "order_by": "slot"},
])  # fmt: skip
def test_largest_values_that_cannot_be_told_are_refused(more: dict[str, object]) -> None:
    with pytest.raises(SpecError):
        looked("made", [{**LARGEST, **more}])
