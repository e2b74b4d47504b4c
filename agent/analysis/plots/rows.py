"""The rows that a plot draws: the prepared and filtered columns it names, with missing values counted out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from agent.analysis.frames.ledger import missing_dropped
from agent.analysis.frames.schema import Schema, require
from agent.analysis.frames.source import Table
from agent.analysis.plots.figure import MOST_SERIES, OTHER_COLOUR, Axis, colour
from agent.analysis.plots.labels import column_title, distinct_labels
from agent.analysis.prepare import prepare_rows
from agent.analysis.words import count_of, refusal, say
from agent.errors import SpecError
from agent.specs.plots import PlotSpec
from agent.state import CLOCK_FORMATS, Cell, ColumnFormat, Ledger

Scale = Literal["number", "date"]


@dataclass(frozen=True)
class Rows:
    """The named columns of the rows that prepare and filters leave, as pandas, with the ledger so far."""

    frame: pd.DataFrame
    ledger: Ledger
    schema: Schema
    dataset_ids: tuple[str, ...]

    def with_values(self, *columns: str) -> "Rows":
        """Without the rows that miss a value (or hold infinity) in one of the columns; the ledger counts them.

        DataError when no row is left.
        """
        whole = np.ones(len(self.frame), dtype=bool)
        for column in columns:
            cells = self.frame[column]
            whole &= cells.notna().to_numpy(dtype=bool)
            if pd.api.types.is_float_dtype(cells):
                whole &= ~np.isinf(cells.to_numpy(dtype=np.float64, na_value=np.nan))
        kept = self.frame[whole]
        names = " or ".join(dict.fromkeys(columns))
        if kept.empty:
            raise refusal("no_value", column=names)
        ledger = missing_dropped(self.ledger, names, len(kept))
        return Rows(kept, ledger, self.schema, self.dataset_ids)

    def axis(self, column: str, kind: str) -> Axis:
        """The axis of a column of numbers or dates. Errors as `scale`."""
        is_date = self.scale(column, kind) == "date"
        return Axis(column_title(column, self.schema), "date" if is_date else "linear", clock=self.clock(column))

    def clock(self, column: str) -> str:
        """How the seconds of a column are written; "" for other numbers."""
        return CLOCK_FORMATS.get(self.schema[column].unit, "")

    def number_format(self, column: str) -> ColumnFormat:
        """How the numbers of a column are shown in a table."""
        return CLOCK_FORMATS.get(self.schema[column].unit, "number")

    @property
    def left_out(self) -> list[str]:
        """A sentence on the rows that were left out for want of a value, if any were."""
        steps = [step for step in self.ledger["steps"] if step["step"] == "missing dropped"]
        lost = sum(step["rows_before"] - step["rows_after"] for step in steps)
        return [say("chart.valueless", rows=count_of(lost, "row"))] if lost else []

    def scale(self, column: str, kind: str) -> Scale:
        """Whether the column holds numbers or dates. SpecError when it holds neither."""
        scales: Mapping[str, Scale] = {"number": "number", "moment": "date"}
        storage = self.schema[column].storage
        if storage in scales:
            return scales[storage]
        raise SpecError(
            f"{column} holds neither numbers nor dates, and a plot of kind {kind} needs them.",
            f"Use kind bar to count the values of {column}, or cast_type in prepare when they can be read as numbers.",
        )

    def numbers(self, column: str) -> NDArray[np.float64]:
        """The column as floats; dates as microseconds since 1970. No value may be missing."""
        if self.schema[column].storage == "moment":
            moments = self.frame[column].to_numpy(dtype="datetime64[us]")
            return moments.astype(np.int64).astype(np.float64)
        return self.frame[column].to_numpy(dtype=np.float64)


def drawn_rows(spec: PlotSpec, tables: Mapping[str, Table], columns: Sequence[str | None]) -> Rows:
    """The named columns (None is left out) after `prepare` and filters. SpecError names an unknown column."""
    wanted = list(dict.fromkeys(column for column in columns if column is not None))
    ready = prepare_rows(spec, tables)
    require(ready.schema, wanted)
    chosen = ready.frame.select(wanted).collect("pandas").to_pandas().reset_index(drop=True)
    return Rows(chosen, ready.ledger, ready.schema, ready.dataset_ids)


def iso(microseconds: float) -> str:
    """A date for plotly and for tables: without the time when it is midnight."""
    text = str(np.datetime64(int(microseconds), "us").astype("datetime64[s]"))
    return text.removesuffix("T00:00:00").replace("T", " ")


@dataclass(frozen=True)
class Group:
    """The rows of one value of the colour or box column."""

    label: str
    cell: Cell
    rows: NDArray[np.intp]
    is_rest: bool = False

    def colour(self, place: int) -> str:
        """The colour of the group at this place; what is drawn together is grey."""
        return OTHER_COLOUR if self.is_rest else colour(place)


def groups_of(rows: Rows, column: str) -> tuple[Group, ...]:
    """A group a value; missing is a group of its own, last. Weekdays and bins stand in their own order."""
    codes, values = _factorize(rows.frame[column], rows.schema[column].order)
    found: list[Cell] = [as_cell(value) for value in values]
    positions = np.argsort(codes, kind="stable")
    ordered = codes[positions]
    if len(ordered) and ordered[0] == -1:
        found.append(None)
    labels = distinct_labels(found)
    return tuple(
        Group(label, cell, positions[np.searchsorted(ordered, code) : np.searchsorted(ordered, code, "right")])
        for code, label, cell in zip(
            [position if cell is not None else -1 for position, cell in enumerate(found)], labels, found, strict=True
        )
    )


def _factorize(cells: pd.Series, order: Sequence[object]) -> tuple[NDArray[np.intp], Sequence[object]]:
    """A code a row (-1: missing), and the value of each code, sorted."""
    codes, values = pd.factorize(cells, sort=True, use_na_sentinel=True)
    if not order:
        return codes, list(values)
    rank = {value: place for place, value in enumerate(order)}
    places = sorted(range(len(values)), key=lambda place: rank.get(values[place], len(rank)))
    renamed = np.empty(len(values) + 1, dtype=np.intp)
    renamed[places] = np.arange(len(values))
    renamed[-1] = -1  # so that the code -1 stays what it is
    return renamed[codes], [values[place] for place in places]


def colour_groups(rows: Rows, column: str | None) -> tuple[tuple[Group, ...], list[str]]:
    """The groups that get a colour of their own, and a sentence when the smaller ones are drawn together."""
    if column is None:
        return (Group("", None, np.arange(len(rows.frame))),), []
    groups = groups_of(rows, column)
    if len(groups) <= MOST_SERIES:
        return groups, []
    largest = sorted(range(len(groups)), key=lambda position: (-len(groups[position].rows), position))[:MOST_SERIES]
    rest = [group for position, group in enumerate(groups) if position not in largest]
    together = np.sort(np.concatenate([group.rows for group in rest]))
    taken = {group.label for group in groups}
    label = next(name for name in _rest_names() if name not in taken)
    kept = tuple(groups[position] for position in sorted(largest))
    note = say("chart.together_as", rest=len(rest), total=len(groups), column=column, label=label)
    return (*kept, Group(label, label, together, is_rest=True)), [note]


def as_cell(value: object) -> Cell:
    """A pandas value as a plain cell: dates as ISO text, numpy numbers as Python numbers."""
    if isinstance(value, pd.Timestamp):
        return str(value).removesuffix(" 00:00:00")
    if isinstance(value, np.generic):
        value = value.item()
    return value if isinstance(value, bool | int | float | str) else str(value)


def _rest_names() -> tuple[str, ...]:
    other = say("value.other")
    return other, f"({other})", say("value.all_other")
