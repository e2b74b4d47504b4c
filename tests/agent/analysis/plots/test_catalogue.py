"""Every kind of plot is drawn, as plain JSON that plotly takes, with a table of the same data beside it."""

import json
import math
from collections.abc import Iterator
from typing import Any, cast

import duckdb
import plotly.graph_objects as go
import pytest

from agent.analysis.plots import DRAWERS
from agent.errors import SpecError
from agent.specs.parse import KINDS, parse_plot
from tests.agent.analysis.plots.people import people, people_tables
from tests.agent.analysis.plots.tables import Payload, column, drawn, figure_of, table_of, tables_of

SPECS: list[Payload] = [
    {"kind": "hist", "x": "pay"},
    {"kind": "hist", "x": "age", "color": "team"},
    {"kind": "hist", "x": "hired", "bins": 7},
    {"kind": "scatter", "x": "age", "y": "pay", "color": "team"},
    {"kind": "scatter", "x": "hired", "y": "pay"},
    {"kind": "line", "x": "hired", "y": "pay", "agg": "mean", "color": "sex"},
    {"kind": "line", "x": "age", "y": "pay", "agg": "median"},
    {"kind": "bar", "x": "team", "y": "pay", "color": "sex"},
    {"kind": "bar", "x": "city"},
    {"kind": "bar", "of": {"op": "value_counts", "column": "team"}},
    {"kind": "box", "y": "pay", "x": "team"},
    {"kind": "box", "y": "age"},
    {"kind": "bar", "x": "team", "y": "pay", "color": "sex", "stack": "sum"},
    {"kind": "bar", "x": "team", "color": "sex", "stack": "percent"},
    {"kind": "bar", "of": {"op": "pivot_table", "rows": "team", "columns": "sex"}, "stack": "percent"},
    {"kind": "pie", "x": "team", "y": "pay"},
    {"kind": "pie", "of": {"op": "value_counts", "column": "city"}},
    {"kind": "pareto", "x": "city", "y": "pay"},
    {"kind": "area", "x": "hired", "y": "pay", "agg": "mean"},
    {"kind": "area", "x": "hired", "y": "pay", "color": "team"},
    {"kind": "heatmap", "x": "team", "color": "sex", "y": "pay", "agg": "mean"},
    {"kind": "heatmap", "of": {"op": "correlation_matrix"}},
    {"kind": "heatmap", "of": {"op": "pivot_table", "rows": "age", "columns": "team"}},
    {"kind": "violin", "y": "pay", "x": "team"},
    {"kind": "violin", "y": "age"},
]


def name_of(spec: Payload) -> str:
    return " ".join(str(part) for part in spec.values())[:40]


def numbers_in(value: Any) -> Iterator[float]:
    if isinstance(value, dict):
        for inner in value.values():
            yield from numbers_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from numbers_in(inner)
    elif isinstance(value, float):
        yield value


def comparable(value: Any) -> Any:
    """Floats to twelve digits; the points of a cloud in an order of their own, because engines give rows in any."""
    if isinstance(value, dict):
        inner = {key: comparable(part) for key, part in value.items()}
        if inner.get("mode") == "markers":
            inner["x"], inner["y"] = sorted(map(str, zip(inner["x"], inner["y"], strict=True))), []
        return inner
    if isinstance(value, list):
        return [comparable(part) for part in value]
    return float(f"{value:.12g}") if isinstance(value, float) else value


def test_every_kind_has_a_drawer() -> None:
    assert set(DRAWERS) == set(KINDS)


def test_every_kind_is_among_the_examples_below() -> None:
    assert {spec["kind"] for spec in SPECS} == set(KINDS)


@pytest.mark.parametrize("spec", SPECS, ids=name_of)
def test_a_plot_is_a_figure_and_a_table_with_spec_and_ledger(spec: Payload) -> None:
    figure, table = drawn(spec, people_tables())
    assert (figure["kind"], figure["role"], table["kind"], table["role"]) == ("figure", "main", "table", "detail")
    for artifact in (figure, table):
        assert artifact["ledger"] is not None and artifact["ledger"]["rows_total"] == 600
        assert artifact["spec"] is not None and parse_plot(artifact["spec"]) == parse_plot(spec)
        assert artifact["dataset_ids"] == ["d1"] and artifact["artifact_id"] == ""
        assert artifact["title"]
    assert figure["description"] or cast(Payload, figure["payload"])["layout"]["meta"]["alt"]


@pytest.mark.parametrize("spec", SPECS, ids=name_of)
def test_a_figure_is_small_plain_json_that_plotly_takes(spec: Payload) -> None:
    figure = figure_of(drawn(spec, people_tables()))
    text = json.dumps(figure, allow_nan=False)
    assert json.loads(text) == figure  # lists and dicts of plain values: nothing is lost on the way
    assert "bdata" not in text and "template" not in figure["layout"]
    assert len(text) < 60_000
    assert all(math.isfinite(number) for number in numbers_in(figure))
    go.Figure(figure)  # refuses any property that does not exist


@pytest.mark.parametrize("spec", [spec for spec in SPECS if spec["kind"] != "pie"], ids=name_of)
def test_both_axes_are_named_in_words(spec: Payload) -> None:
    layout = figure_of(drawn(spec, people_tables()))["layout"]
    titles = [layout[axis]["title"]["text"] for axis in ("xaxis", "yaxis")]
    lonely = spec["kind"] in ("box", "violin") and "x" not in spec
    assert all(titles) or (lonely and titles[1] == "age")
    assert layout["title"]["text"]


def _is_long(spec: Payload) -> bool:
    """Is its table one with a row for each mark, not one with a column for each colour?"""
    return spec["kind"] in ("line", "bar", "area") and spec.get("of", {}).get("op") != "pivot_table"


@pytest.mark.parametrize("spec", [spec for spec in SPECS if _is_long(spec)], ids=name_of)
def test_the_table_holds_exactly_what_is_drawn(spec: Payload) -> None:
    artifacts = drawn(spec, people_tables())
    figure, table = figure_of(artifacts), table_of(artifacts)
    values = [value for trace in figure["data"] for value in trace["x" if trace.get("orientation") == "h" else "y"]]
    assert sorted(filter(None, values)) == sorted(filter(None, column(table, table["columns"][-1])))


@pytest.mark.parametrize("spec", SPECS, ids=name_of)
def test_a_lazy_engine_gives_the_same_drawing(spec: Payload) -> None:
    frame = people()
    lazy = tables_of(frame, duckdb.from_df(frame), units={"pay": "USD"})
    one, other = drawn(spec, tables_of(frame, units={"pay": "USD"})), drawn(spec, lazy)
    assert one[0]["ledger"] == other[0]["ledger"]
    assert comparable(figure_of(one)) == comparable(figure_of(other))


def _second_key(kind: str) -> Payload:
    return {"color": "sex"} if kind == "heatmap" else {}


@pytest.mark.parametrize("kind", KINDS)
def test_an_unknown_column_is_named_with_its_neighbours(kind: str) -> None:
    wrong = (
        {"kind": kind, "x": "tean", "y": "pay", **_second_key(kind)} if kind != "hist" else {"kind": kind, "x": "tean"}
    )
    with pytest.raises(SpecError, match="tean") as caught:
        drawn(wrong, people_tables())
    assert "team" in caught.value.remedy


@pytest.mark.parametrize("kind", KINDS)
def test_filters_come_first_and_stand_in_the_ledger(kind: str) -> None:
    spec: Payload = {"kind": kind, "x": "age", "filters": [{"col": "sex", "op": "==", "value": "f"}]}
    artifacts = drawn(spec | ({} if kind == "hist" else {"y": "pay"}) | _second_key(kind), people_tables())
    ledger, women = artifacts[0]["ledger"], int((people()["sex"] == "f").sum())
    assert ledger is not None
    assert [step["rows_after"] for step in ledger["steps"] if step["step"] == "filter"] == [women]
