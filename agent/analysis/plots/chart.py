"""A result table in the shape of a chart: x cells, and a series of values a colour."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import cast

from agent.analysis.plots.figure import table_payload
from agent.analysis.plots.labels import distinct_labels
from agent.errors import SpecError
from agent.specs.parse import nearest
from agent.state import CLOCK_FORMATS, Cell, ColumnFormat, TablePayload

Number = int | float
NUMERIC_FORMATS: tuple[ColumnFormat, ...] = ("integer", "number", "percent", "p_value", *CLOCK_FORMATS.values())


@dataclass(frozen=True)
class Series:
    """One colour: a value an x, None where there is none. `key` names it in the table, () when it is the only one;
    `is_rest` says that it holds what is drawn together."""

    name: str
    key: tuple[Cell, ...]
    values: tuple[Number | None, ...]
    is_rest: bool = False

    @property
    def weight(self) -> float:
        """The sum of its absolute values: the largest are kept when there are too many series."""
        return float(sum(abs(value) for value in self.values if value is not None))


@dataclass(frozen=True)
class Chart:
    """What is drawn. `keys` names the x column and the columns of the series' keys; `column` the values."""

    keys: tuple[str, ...]
    column: str
    cells: tuple[Cell, ...]
    series: tuple[Series, ...]
    formats: Mapping[str, ColumnFormat]
    units: Mapping[str, str]
    wide: bool = False
    headings: Mapping[str, str] = field(default_factory=dict)
    incomplete: tuple[str, ...] = ()  # cells of x: periods that the data cover in part
    rest: Cell = None  # the cell of x that holds what is drawn together

    @property
    def labels(self) -> list[str]:
        """A label for each x, all different."""
        return distinct_labels(self.cells)

    @property
    def clock(self) -> str:
        """How its values are shown where they are clock times or durations, "" for other numbers."""
        column = self.column or str(self.series[0].key[0])
        return CLOCK_FORMATS.get(self.formats.get(column, ""), "")

    @property
    def is_empty(self) -> bool:
        """Nothing to draw: no x, or no value anywhere."""
        return all(value is None for one in self.series for value in one.values)

    def at(self, places: Sequence[int]) -> "Chart":
        """The chart with these x, in this order."""
        series = tuple(replace(one, values=tuple(one.values[place] for place in places)) for one in self.series)
        return replace(self, cells=tuple(self.cells[place] for place in places), series=series)

    def only(self, place: int) -> "Chart":
        """The chart with this series alone."""
        return replace(self, series=self.series[place : place + 1])

    def largest_series(self, most: int) -> "Chart":
        """The chart with its `most` heaviest series, in their order."""
        ranked = sorted(range(len(self.series)), key=lambda place: (-self.series[place].weight, place))[:most]
        return replace(self, series=tuple(self.series[place] for place in sorted(ranked)))

    def totals(self) -> list[float]:
        """The sum over all series, an x each; an x without any value comes last."""
        columns = zip(*(one.values for one in self.series), strict=True)
        known = [[value for value in column if value is not None] for column in columns]
        return [float(sum(values)) if values else float("-inf") for values in known]

    def table(self) -> TablePayload:
        """Exactly what is drawn, in the columns of the result; wide results stay wide."""
        if self.wide:
            names = [str(one.key[0]) for one in self.series]
            rows = [[cell, *(one.values[place] for one in self.series)] for place, cell in enumerate(self.cells)]
            shown = {self.keys[0]: self.formats[self.keys[0]], **{name: self.formats[name] for name in names}}
            return table_payload(shown, rows, keys=self.keys, units=self._units(names), headings=self.headings)
        rows = [
            [cell, *one.key, one.values[place]]
            for place, cell in enumerate(self.cells)
            for one in self.series
            if len(self.series) == 1 or one.values[place] is not None
        ]
        shown = {name: self.formats[name] for name in (*self.keys, self.column)}
        made = table_payload(shown, rows, keys=self.keys, units=self._units([self.column]), headings=self.headings)
        return TablePayload(**{**made, "incomplete": list(self.incomplete)}) if self.incomplete else made

    def _units(self, names: Sequence[str]) -> dict[str, str]:
        return {name: self.units[name] for name in names if name in self.units}


def with_keys(table: TablePayload) -> TablePayload:
    """The table with a key, when it has several rows and none: the first text or date column whose cells all differ.

    SpecError when no column tells the rows apart.
    """
    if table["key_columns"] or len(table["rows"]) == 1:
        return table
    for place, name in enumerate(table["columns"]):
        cells = [row[place] for row in table["rows"]]
        if table["formats"][name] in ("text", "date") and len(set(cells)) == len(cells):
            return TablePayload(**{**table, "key_columns": [name]})
    raise SpecError(
        "The result has several rows and no column that tells them apart, so it cannot be drawn.",
        "Ask for a column that names the rows, or draw x and y instead.",
    )


def value_columns(table: TablePayload, wanted: str | None) -> list[str]:
    """The result columns that hold numbers and are no keys; only `wanted` when given. SpecError if there is none."""
    numeric = [
        name
        for name in table["columns"]
        if name not in table["key_columns"] and table["formats"][name] in NUMERIC_FORMATS
    ]
    if wanted is None:
        if not numeric:
            raise SpecError("The result has no column of numbers to draw.", "Ask for it as a table.")
        return numeric
    if wanted not in numeric:
        near = ", ".join(nearest(wanted, numeric)) or ", ".join(numeric) or "none"
        raise SpecError(f"The result has no column of numbers named {wanted!r}.", f"Set of_column to one of: {near}.")
    return [wanted]


def long_chart(table: TablePayload, column: str, orders: Mapping[str, Sequence[object]]) -> Chart:
    """The first key on x, in the order of the rows; further keys as series, in the order of their values, missing
    last; `column` as values. `orders` gives the values of a key in their own order (weekdays, bins)."""
    keys = tuple(table["key_columns"])
    at = {name: place for place, name in enumerate(table["columns"])}
    cells = tuple(dict.fromkeys(row[at[keys[0]]] for row in table["rows"]))
    places = {cell: place for place, cell in enumerate(cells)}
    found: dict[tuple[Cell, ...], list[Number | None]] = {}
    for row in table["rows"]:
        values = found.setdefault(tuple(row[at[key]] for key in keys[1:]), [None] * len(cells))
        values[places[row[at[keys[0]]]]] = cast(Number | None, row[at[column]])
    ranked = sorted(
        found, key=lambda key: [_rank(cell, orders.get(name, ())) for cell, name in zip(key, keys[1:], strict=True)]
    )
    series = _named_series({key: found[key] for key in ranked})
    headings, incomplete = table.get("headings", {}), tuple(table.get("incomplete", ()))
    formats, units = table["formats"], table["units"]
    return Chart(keys, column, cells, series, formats, units, headings=headings, incomplete=incomplete)


def _rank(cell: Cell, order: Sequence[object]) -> tuple[bool, int, bool, float, str]:
    """Sorts cells of any kind: own order first, then numbers, then text; missing last."""
    place = order.index(cell) if cell in order else len(order)
    is_text = isinstance(cell, str)
    return cell is None, place, is_text, 0.0 if cell is None or is_text else float(cell), str(cell)


def wide_chart(table: TablePayload, columns: Sequence[str]) -> Chart:
    """The first key on x, one series a column."""
    at = {name: place for place, name in enumerate(table["columns"])}
    key = table["key_columns"][0]
    cells = tuple(row[at[key]] for row in table["rows"])
    found: dict[tuple[Cell, ...], list[Number | None]] = {
        (name,): [cast(Number | None, row[at[name]]) for row in table["rows"]] for name in columns
    }
    series, headings = _named_series(found), table.get("headings", {})
    return Chart((key,), "", cells, series, table["formats"], table["units"], wide=True, headings=headings)


def one_row_chart(table: TablePayload, titles: Mapping[str, str]) -> Chart:
    """The numbers of a one-row result as one bar each; `titles` gives the columns to show and their words."""
    row = dict(zip(table["columns"], table["rows"][0], strict=True))
    values = [cast(Number | None, row[name]) for name in titles]
    formats: dict[str, ColumnFormat] = {"measure": "text", "value": "number"}
    return Chart(("measure",), "value", tuple(titles.values()), (Series("", (), tuple(values)),), formats, {})


def _named_series(found: Mapping[tuple[Cell, ...], Sequence[Number | None]]) -> tuple[Series, ...]:
    labels = [" | ".join(distinct_labels([cell])[0] for cell in key) for key in found]
    names = distinct_labels(labels) if len(found) > 1 or any(found) else [""]
    return tuple(Series(name, key, tuple(values)) for name, (key, values) in zip(names, found.items(), strict=True))
