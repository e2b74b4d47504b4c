"""The picture of rows that were looked up: a course over their dates, points of their two numbers, or a bar a row."""

from collections.abc import Sequence
from typing import cast

from agent.analysis.plots.aggregated import Aggregated, Titles
from agent.analysis.plots.bar import bar_figure
from agent.analysis.plots.chart import NUMERIC_FORMATS, Chart, Number, Series
from agent.analysis.plots.clock_axis import Json
from agent.analysis.plots.drawn import told_unseen, with_alternative
from agent.analysis.plots.labels import cell_label, plain_label
from agent.analysis.plots.line import line_figure, trace_of_line
from agent.analysis.plots.points import Point, points_figure
from agent.specs.measures import RowLookup
from agent.state import Artifact, Cell, ColumnFormat, TablePayload

LEAST_ROWS, MOST_ROWS, MOST_BARS = 5, 1_000, 15
"""Fewer rows are read faster than seen; of more only a part is in the table."""
LEAST_BARS = 3
_RANKED = ("top", "bottom")


def draw_rows(table: Artifact, spec: RowLookup) -> Json | None:
    """Rows with a date and a number as a course, with two numbers as points, with a name and a number as bars; what the
    rows are ranked by is drawn where they are ranked. None for others, for very few and for a part of the rows."""
    payload = cast(TablePayload, table["payload"])
    rows = payload["rows"]
    if not min(LEAST_BARS, LEAST_ROWS) <= len(rows) <= MOST_ROWS or spec.by:
        return None
    if spec.which not in _RANKED and payload["total_rows"] > len(rows):
        return None
    numbers = [name for name in payload["columns"] if payload["formats"].get(name) in NUMERIC_FORMATS]
    names, dates = (_telling_apart(payload, kind) for kind in ("text", "date"))
    if spec.which in _RANKED:
        ranked = [name for name in numbers if name == spec.order_by]
        return _bars(table, names[0], ranked[0], in_order=True) if names and ranked and len(rows) <= MOST_BARS else None
    if len(rows) >= LEAST_ROWS and dates and len(numbers) == 1:
        return _course(table, dates[0], numbers[0])
    if len(rows) >= LEAST_ROWS and len(numbers) == 2:
        return _points(table, numbers, names[:1])
    if not names or len(numbers) != 1 or len(rows) > MOST_BARS:
        return None
    return _bars(table, names[0], numbers[0], in_order=spec.order_by is not None)


def _telling_apart(payload: TablePayload, kind: ColumnFormat) -> list[str]:
    """The columns of this kind that have another value in each row."""
    found = [name for name in payload["columns"] if payload["formats"].get(name) == kind]
    cells = {name: [row[payload["columns"].index(name)] for row in payload["rows"]] for name in found}
    return [name for name in found if None not in cells[name] and len(set(cells[name])) == len(cells[name])]


def _course(table: Artifact, date: str, number: str) -> Json | None:
    payload = cast(TablePayload, table["payload"])
    at = payload["columns"].index(date)
    chart = _chart(payload, sorted(payload["rows"], key=lambda row: str(row[at])), date, number)
    if chart.is_empty:
        return None
    title = plain_label(table["title"])
    shown = Aggregated(chart, _titles(payload, date, number), table, over_time=True)
    return with_alternative(line_figure(chart, shown, title, trace_of_line), told_unseen(chart, "line", title))


def _points(table: Artifact, numbers: Sequence[str], named: Sequence[str]) -> Json | None:
    payload = cast(TablePayload, table["payload"])
    places = [payload["columns"].index(name) for name in (*numbers, *named)]
    cells = [[row[place] for place in places] for row in payload["rows"]]
    whole = [row for row in cells if row[0] is not None and row[1] is not None]
    x, y = (axis_title(payload, name) for name in numbers)
    names = [cell_label(row[2]) for row in whole] if named else []
    return points_figure(plain_label(table["title"]), [cast(Point, (row[0], row[1])) for row in whole], (x, y), names)


def _bars(table: Artifact, name: str, number: str, *, in_order: bool) -> Json | None:
    payload = cast(TablePayload, table["payload"])
    chart = _chart(payload, payload["rows"], name, number)
    if chart.is_empty:
        return None
    title = plain_label(table["title"])
    shown = Aggregated(chart, _titles(payload, name, number), table, over_time=False, in_order=in_order)
    return with_alternative(bar_figure(chart, shown, title), told_unseen(chart, "bar", title))


def _chart(payload: TablePayload, rows: Sequence[Sequence[Cell]], key: str, number: str) -> Chart:
    x, y = payload["columns"].index(key), payload["columns"].index(number)
    values = tuple(cast(Number | None, row[y]) for row in rows)
    series = (Series("", (), values),)
    return Chart((key,), number, tuple(row[x] for row in rows), series, payload["formats"], payload["units"])


def _titles(payload: TablePayload, key: str, number: str) -> Titles:
    return Titles(axis_title(payload, key), axis_title(payload, number), None)


def axis_title(payload: TablePayload, column: str) -> str:
    """A column with its unit, which a percentage has in its words."""
    unit, words = payload["units"].get(column, ""), plain_label(payload.get("headings", {}).get(column, column))
    return words if not unit or unit == "%" or unit in words else f"{words} ({plain_label(unit)})"
