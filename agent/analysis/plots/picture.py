"""The picture of a result for which nobody asked for a chart: chosen by its shape, drawn from its own table."""

from collections.abc import Mapping
from typing import cast

from agent.analysis.plots.aggregated import Aggregated, Titles
from agent.analysis.plots.bar import bar_figure
from agent.analysis.plots.chart import NUMERIC_FORMATS, Chart, long_chart
from agent.analysis.plots.drawn import told_unseen, with_alternative
from agent.analysis.plots.figure import Json
from agent.analysis.plots.labels import plain_label
from agent.analysis.plots.line import trend_figure
from agent.analysis.words import say
from agent.state import Artifact, TablePayload

MOST_BARS, MOST_COLOURS, MOST_PARTS = 12, 6, 36
OVER_TIME = "time_trend"
GROUPED = ("groupby_agg", "value_counts", "share_ratio")
"""Measures whose tables are drawn unasked; those of tests, of rows and of columns are read, not seen."""
_VALUE: Mapping[str, str] = {"value_counts": "count", "share_ratio": "value"}


def draw_result(table: Artifact) -> Artifact | None:
    """The figure of a table: a line over time, else bars, the largest first unless the groups have an order of their
    own, at most twelve. None where a picture would say no more: one figure, a part of a table, a wide or a long one.
    """
    payload, spec = cast(TablePayload, table["payload"]), table["spec"] or {}
    op, keys = str(spec.get("op")), payload["key_columns"]
    column = _value_of(op, payload)
    if table["kind"] != "table" or op not in (OVER_TIME, *GROUPED) or column is None or len(keys) not in (1, 2):
        return None
    if not 1 < payload["total_rows"] <= len(payload["rows"]):
        return None
    chart, over_time, notes = long_chart(payload, column, {}), op == OVER_TIME, list[str]()
    if len(chart.cells) < 2 or len(chart.series) > MOST_COLOURS or any(cell is None for cell in chart.cells):
        return None
    if not over_time:
        chart, notes = _largest(chart, has_order=_has_order(spec, payload))
    if chart.is_empty or (not over_time and len(chart.cells) * len(chart.series) > MOST_PARTS):
        return None
    legend = _words(payload, keys[1]) if len(keys) > 1 else None
    shown = Aggregated(chart, Titles(_words(payload, keys[0]), _words(payload, column), legend), table, over_time)
    title = plain_label(table["title"])
    drawn = trend_figure(chart, shown, title) if over_time else bar_figure(chart, shown, title)
    told = told_unseen(chart, "line" if over_time else "bar", title)
    payload_drawn = with_alternative(_from_zero(drawn), told, *notes)
    return Artifact(**{**table, "kind": "figure", "payload": payload_drawn, "description": " ".join(notes)})


def _value_of(op: str, payload: TablePayload) -> str | None:
    """The column that is drawn: of several the one that the measure is about."""
    numbers = [
        name
        for name in payload["columns"]
        if name not in payload["key_columns"] and payload["formats"].get(name) in NUMERIC_FORMATS
    ]
    about = _VALUE.get(op)
    return about if about in numbers else next(iter(numbers), None)


def _has_order(spec: Mapping[str, object], payload: TablePayload) -> bool:
    """Whether the rows stand in an order that means something: asked for, of dates or numbers, or of a column that a
    step made of them."""
    key = payload["key_columns"][0]
    named = payload["formats"].get(key) == "text" and all(
        isinstance(row[payload["columns"].index(key)], str) for row in payload["rows"]
    )
    return bool(spec.get("sort") or spec.get("top_k") or spec.get("prepare")) or not named


def _largest(chart: Chart, *, has_order: bool) -> tuple[Chart, list[str]]:
    totals = chart.totals()
    ranked = sorted(range(len(totals)), key=lambda place: (-totals[place], place))
    kept = ranked[:MOST_BARS]
    notes = [] if len(kept) == len(ranked) else [say("chart.bars_left_out", shown=MOST_BARS, total=len(ranked))]
    return chart.at(sorted(kept) if has_order else kept), notes


def _words(payload: TablePayload, column: str) -> str:
    return plain_label(payload.get("headings", {}).get(column, column))


def _from_zero(drawn: Json) -> Json:
    """The figure with axes that begin at zero."""
    layout = cast(dict[str, Json], drawn["layout"])
    for axis in ("xaxis", "yaxis"):
        if layout[axis].get("type") == "linear":
            layout[axis] |= {"rangemode": "tozero"}
    return drawn
