"""What code left becomes artifacts whose cells can be cited; two results are compared whatever their shape."""

import base64

import pytest
from pydantic import JsonValue

from agent.analysis.png import draw_png
from agent.analysis.result_columns import shown_columns
from agent.grounding.citations import resolve
from agent.nodes.code.code_agreement import numbers_agree
from agent.nodes.code.run_code import (
    CODE,
    Ran,
    named_artifacts,
    result_text,
)
from agent.sandbox.results import CodeResult, PlotlyFigure, PngFigure, Result, ResultTable, ResultText, ResultValue
from agent.state import Artifact, Cell, picture_of
from registry.profile import DatasetProfile
from registry.store import DatasetStore

CSV = b"team,pay (EUR),age\na,10.5,30\nb,20.25,40\nc,,50\n"


def profile() -> DatasetProfile:
    return DatasetStore().add("owner", "pay.csv", CSV).profile


def made(*results: Result, rows_used: int | None = None, tables: tuple[str, ...] = ()) -> dict[str, Artifact]:
    result = CodeResult(True, results=results, rows_used=rows_used, prints="done\n")
    return dict(named_artifacts(Ran("result = 1", result, (profile(),), tables)))


def value(content: JsonValue, name: str = "result") -> dict[str, Artifact]:
    return made(ResultValue(name, content))


def payload(artifact: Artifact) -> dict[str, object]:
    assert isinstance(artifact["payload"], dict)
    return artifact["payload"]


def test_a_table_keeps_its_rows_and_its_index_names_them() -> None:
    found = made(ResultTable("Pay", ("team", "pay (EUR)_mean"), (("a", 10.5), ("b", 20.25)), 2, key_columns=1))
    table = payload(found["R1"])
    assert (table["key_columns"], table["units"]) == (["team"], {"pay (EUR)_mean": "EUR"})
    cited = resolve('{A1[b]."pay (EUR)_mean"}', {"A1": found["R1"]})
    assert (cited["text"], cited["citations"][0]["verified"]) == ("€20.25", True)


def test_words_that_name_each_row_are_keys_and_others_are_not() -> None:
    named = made(ResultTable("x", ("a", "b", "n"), (("p", "q", 1), ("p", "r", 2)), 2))
    assert payload(named["R1"])["key_columns"] == ["a", "b"]
    repeated = made(ResultTable("x", ("a", "n"), (("p", 1), ("p", 2)), 2))
    assert payload(repeated["R1"])["key_columns"] == []


@pytest.mark.parametrize(
    ("content", "columns", "rows"),
    [
        (4.5, ["value"], [[4.5]]),
        ({"mean": 1.5, "n": 3}, ["mean", "n"], [[1.5, 3]]),
        ([1, 2], ["value"], [[1], [2]]),
        ({"a": [1, 2], "b": 3}, ["name", "value"], [["a", "[1, 2]"], ["b", 3]]),
    ],
)
def test_plain_values_become_small_tables(content: JsonValue, columns: list[str], rows: list[list[object]]) -> None:
    table = payload(value(content)["R1"])
    assert (table["columns"], table["rows"]) == (columns, rows)


def test_the_ledger_holds_what_the_code_tells_and_nothing_else() -> None:
    told = made(ResultValue("result", 1), rows_used=2)["R1"]["ledger"]
    assert told is not None and (told["rows_total"], told["rows_used"], told["steps"][0]["rows_after"]) == (3, 2, 2)
    assert made(ResultValue("result", 1))["R1"]["ledger"] is None


def test_the_code_and_its_prints_are_the_last_artifact() -> None:
    found = made(ResultText("result", "hello"))
    assert list(found) == ["R1", CODE]
    assert (found[CODE]["kind"], found[CODE]["code"], found[CODE]["payload"]) == ("text", "result = 1", "done\n")
    assert result_text([found["R1"]]) == "hello"


def test_tables_of_a_reading_carry_its_names_and_support_stands_folded() -> None:
    first, second = ResultTable("A", ("x",), ((1,),), 1), ResultTable("B", ("x",), ((1,),), 1)
    found = made(first, second, tables=("S1", "S1_2"))
    assert [(name, artifact["role"]) for name, artifact in found.items()][:2] == [("S1", "main"), ("S1_2", "detail")]


def test_columns_are_shown_by_name_unit_and_cells() -> None:
    names = ["age", "age_mean", "pay (EUR)_sum", "p", "x_pct", "n", "when", "word"]
    row: list[Cell] = [30, 31.5, 30.75, 0.03, 12.5, 3, "2024-01-31", "w"]
    shown = {column.name: (column.format, column.unit) for column in shown_columns(names, [row], (profile(),))}
    assert shown["age"][0] == "integer" and shown["age_mean"][0] == "number"
    assert shown["pay (EUR)_sum"] == ("number", "EUR")
    assert (shown["p"][0], shown["x_pct"][0], shown["n"][0]) == ("p_value", "percent", "integer")
    assert (shown["when"][0], shown["word"][0]) == ("date", "text")


def test_rows_and_names_that_a_program_tells_are_told_as_its_own() -> None:
    table = ResultTable("Verified by Tally", ("team",), (("a",),), 1)
    artifact = made(table, rows_used=2)["R1"]
    assert artifact["description"] == "Named by the program."
    ledger = artifact["ledger"]
    assert ledger is not None and ledger["rows_used"] == 2
    assert (
        ledger["steps"][0]["detail"] == "rows used, as the program counts them"
        and "Tally did not count" in ledger["notes"][0]
    )


def test_more_rows_than_there_are_were_not_used() -> None:
    assert made(ResultTable("result", ("team",), (("a",),), 1), rows_used=4)["R1"]["ledger"] is None


# ---------------------------------------------------------------- pictures

PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


def figure_of(figure: PlotlyFigure | PngFigure) -> Artifact:
    return dict(named_artifacts(Ran("fig = 1", CodeResult(True, figures=(figure,)), (profile(),))))["F1"]


def test_a_picture_of_the_code_is_given_as_it_is() -> None:
    artifact = figure_of(PngFigure(PIXEL, 1, 1, "Ages"))
    assert artifact["kind"] == "figure" and draw_png(payload(artifact)) == PIXEL
    assert (artifact["title"], artifact["description"]) == ("Ages", "Drawn by the program as a picture.")
    assert picture_of(artifact["payload"]) == PIXEL and "data" not in payload(artifact)


@pytest.mark.parametrize(
    "trace",
    [
        {"type": "bar", "x": ["a", "b"], "y": [1, 2]},
        {"type": "pie", "labels": ["a", "b"], "values": [1, 2]},
        {"type": "scatter", "mode": "lines", "x": ["2024-01-01", "2024-01-02"], "y": [1, None]},
        {"type": "heatmap", "z": [[1, 2], [3, 4]], "x": ["a", "b"], "y": ["c", "d"]},
        {"type": "histogram", "x": [1, 2, 2, 3]},
        {"type": "box", "y": [1, 2, 3], "x": ["a", "a", "b"]},
        {"type": "sunburst", "labels": ["a"]},
        {"type": "bar", "x": {"bdata": "AAAA", "dtype": "i4"}, "y": [1]},
    ],
)
def test_every_figure_of_code_has_a_picture(trace: dict[str, JsonValue]) -> None:
    artifact = figure_of(PlotlyFigure({"data": [trace], "layout": {"title": {"text": "A chart"}}}))
    assert artifact["title"] == "A chart"
    assert draw_png(payload(artifact)).startswith(b"\x89PNG")


# ---------------------------------------------------------------- comparing two ways


def rows(*content: tuple[object, ...]) -> dict[str, Artifact]:
    columns = tuple(f"c{n}" for n in range(len(content[0])))
    return made(ResultTable("x", columns, content, len(content)))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("one", "other", "agree"),
    [
        (rows(("a", 1.5), ("b", 2.5)), rows(("b", 2.5), ("a", 1.5)), True),
        (rows((4240.0,)), rows(("mean", 4240.0, 5)), True),
        (rows((0.433333333,)), rows((26, 60, 43.3333333)), True),
        (rows(("a", 1.5)), rows(("a", 1.6)), False),
        (rows(("a", 1.5)), rows(("b", 1.5)), False),
        (rows((42,)), rows((4200,)), False),
        (rows(("a",)), rows(("a",)), True),
        (rows(("a",)), rows(("b",)), False),
    ],
)
def test_two_results_agree_by_their_numbers_and_words(
    one: dict[str, Artifact], other: dict[str, Artifact], agree: bool
) -> None:
    assert numbers_agree(one, other) is agree
    assert numbers_agree(other, one) is agree
