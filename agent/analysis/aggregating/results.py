"""Rows of a result on their way to a table: columns computed from others, conditions on them, order and cut."""

import operator
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any, Protocol

import narwhals as nw
import pandas as pd

from agent.analysis.aggregating.aggregates import KEEPS_KIND, Metric
from agent.analysis.expressions import Figure, term_of, with_figures
from agent.analysis.filtering.filters import compile_filter
from agent.analysis.frames.ledger import with_note
from agent.analysis.frames.ordering import sort_rows
from agent.analysis.frames.rows import Prepared
from agent.analysis.frames.schema import Column, Schema
from agent.analysis.frames.source import Frame, records, row_count
from agent.analysis.frames.tables import ResultColumn, key_column, metric_column
from agent.analysis.headings import given_heading, metric_heading
from agent.analysis.words import say
from agent.errors import SpecError
from agent.specs.base import AnyOf, ColumnStatistic, Filter, Sort
from agent.specs.condition_words import condition_words
from agent.specs.expressions import Expression
from agent.state import CLOCK_FORMATS, Cell

Order = Sequence[tuple[str, bool]]
"""Columns of the engine with whether each goes down."""


@dataclass(frozen=True)
class Made:
    """A column of a result: what it is in the engine, and how it is shown."""

    inside: Column
    shown: ResultColumn


@dataclass(frozen=True)
class Result:
    """Rows of a result, still in the engine."""

    frame: Frame
    columns: tuple[Made, ...]

    @property
    def schema(self) -> Schema:
        """The columns by their names in the engine."""
        return {each.inside.name: each.inside for each in self.columns}

    @property
    def inside(self) -> Mapping[str, str]:
        """What each result column is called in the engine."""
        return {each.shown.name: each.inside.name for each in self.columns}


Filled = tuple[Made, Sequence[Cell]]
"""A column with its cells."""
_EXACT, _LONGEST = 2**53, 2**63
AT = "__at"
"""The hidden position of a row among cells that were made outside of the engine."""


class Ranked(Protocol):
    """What a spec says of the rows it shows."""

    @property
    def sort(self) -> Sort | None: ...
    @property
    def top_k(self) -> int | None: ...
    @property
    def skip(self) -> int: ...
    @property
    def ties(self) -> bool: ...


# ---------------------------------------------------------------- columns


def made_columns(keys: Sequence[str], metrics: Sequence[Metric], schema: Schema) -> tuple[Made, ...]:
    """The columns of groups with their metrics."""
    return (
        *(Made(schema[name], key_column(schema[name])) for name in keys),
        *(made_of(each, schema) for each in metrics),
    )


def made_of(metric: Metric, schema: Schema) -> Made:
    """The column of a metric."""
    shown, column = shown_metric(metric, schema), None if metric.column == "*" else schema[metric.column]
    if column is not None and metric.aggregation in KEEPS_KIND:
        return Made(replace(column, name=metric.name), shown)
    unit = "%" if shown.format == "percent" else shown.unit
    return Made(Column(metric.name, "number", "number", whole=shown.format == "integer", unit=unit), shown)


def shown_metric(metric: Metric, schema: Schema) -> ResultColumn:
    """How a metric is shown."""
    column = None if metric.column == "*" else schema[metric.column]
    name = column.words if column is not None else metric.column
    heading = (
        given_heading(metric.label) if metric.label else metric_heading(name, metric.aggregation, bare=metric.is_alone)
    )
    return replace(metric_column(column, metric.aggregation, metric.result), heading=heading)


def computed_columns(columns: Sequence[Made], computed: Mapping[str, Sequence[Expression]]) -> list[Made]:
    """The computed columns; a later one may use an earlier one. SpecError when one makes no sense, or is called like a
    column that there is.
    """
    made = [*columns]
    for name, expression in computed.items():
        made.append(_computed(made, name, expression)[0])
    return made[len(columns) :]


def _computed(columns: Sequence[Made], name: str, expression: object) -> tuple[Made, nw.Expr]:
    known = {each.shown.name: each.inside for each in columns}
    if name in known:
        raise SpecError(f"The result has a column {name!r} already.", "Give the computed one another name.")
    term = term_of(expression, known)
    if term.moment:
        raise SpecError(f"{name} would be a date.", "Take the difference of two dates: it is in days.")
    inside = Column(f"__c{len(columns)}", term.gives, term.gives, whole=term.whole, unit=term.unit)
    shown = ResultColumn(name, _format(inside), "" if term.unit == "%" else term.unit, heading=given_heading(name))
    return Made(inside, shown), term.expression


def _format(column: Column) -> Any:
    if column.storage != "number":
        return "text"
    if column.unit in CLOCK_FORMATS:
        return CLOCK_FORMATS[column.unit]
    return "percent" if column.unit == "%" else "integer" if column.whole else "number"


def with_computed(result: Result, computed: Mapping[str, Sequence[Expression]]) -> Result:
    """The result with its computed columns. Statistics in them are over its rows."""
    for name, expression in computed.items():
        inside = _figures_inside(expression, result)
        made, value = _computed(result.columns, name, inside)
        frame = result.frame.with_columns(value.alias(made.inside.name))
        result = Result(frame, (*result.columns, made))
    return result


def _figures_inside(expression: object, result: Result) -> object:
    """The expression with its statistics computed, which name columns as the result shows them."""
    if isinstance(expression, list):
        return [_figures_inside(part, result) for part in expression]
    if not isinstance(expression, ColumnStatistic):
        return expression
    inside = ColumnStatistic.model_validate(_rename(expression.model_dump(), result.inside))
    found = with_figures(inside, result.frame, result.schema)
    return replace(found, of=expression) if isinstance(found, Figure) else found


def frame_cells(columns: Sequence[Filled], position: str = "") -> Result:
    """Cells that were made outside of the engine as a result; with `position` a hidden column numbers the rows."""
    values: dict[str, Any] = {made.inside.name: _series(made.inside, cells) for made, cells in columns}
    if position:
        values[position] = range(len(columns[0][1]))
    return Result(nw.from_native(pd.DataFrame(values)).lazy(), tuple(made for made, _ in columns))


def _series(column: Column, cells: Sequence[Cell]) -> pd.Series:
    if column.storage == "moment":
        return pd.to_datetime(pd.Series([str(cell) if cell else None for cell in cells], dtype="str"), format="ISO8601")
    if column.storage == "number":
        return _numbers(cells)
    if column.storage == "boolean":
        return pd.Series(cells, dtype="boolean")
    return pd.Series([None if cell is None else str(cell) for cell in cells], dtype="str")


def _numbers(cells: Sequence[Cell]) -> pd.Series:
    """Numbers in floating point, but whole ones that it would round."""
    whole = all(cell is None or isinstance(cell, int) for cell in cells)
    if whole and any(_EXACT < abs(cell) < _LONGEST for cell in cells if isinstance(cell, int)):
        return pd.Series(pd.array([cell if isinstance(cell, int) else None for cell in cells], dtype="Int64"))
    return pd.Series([None if cell is None else float(cell) for cell in cells], dtype="float64")


# ---------------------------------------------------------------- rows


def having_rows(result: Result, having: Sequence[Filter | AnyOf], data: Prepared, what: str) -> tuple[Result, Prepared]:
    """The rows that fulfil the conditions on result columns; the ledger notes of how many."""
    if not having:
        return result, data
    masks, words = list[nw.Expr](), list[str]()
    headings = {each.shown.name: each.shown.heading or each.shown.name for each in result.columns}
    try:
        for wanted in having:
            made = compile_filter(result.frame, result.schema, _inside(wanted, result.inside))
            masks.append(made.expression)
            words += [condition_words(wanted, names=headings), *made.notes]
    except SpecError as error:
        raise SpecError(_as_shown(error.message, result), _as_shown(error.remedy, result)) from None
    things, conditions = say(f"things.{what}"), say("list.between").join(words)
    frame = result.frame.filter(reduce(operator.and_, masks))
    kept, total = row_count(frame), row_count(result.frame)
    told = say("note.fulfil", kept=kept, total=total, things=things, conditions=conditions)
    return Result(frame, result.columns), data.with_ledger(with_note(data.ledger, _as_shown(told, result)))


def _inside(wanted: Filter | AnyOf, names: Mapping[str, str]) -> Filter | AnyOf:
    """The condition over names in the engine, however deep they stand in it."""
    return type(wanted).model_validate(_rename(wanted.model_dump(), names))


def _rename(part: Any, names: Mapping[str, str]) -> Any:
    if isinstance(part, list):
        return [_rename(each, names) for each in part]
    if not isinstance(part, dict):
        return part
    return {key: _renamed(key, value, names) for key, value in part.items()}


def _renamed(key: str, value: Any, names: Mapping[str, str]) -> Any:
    if key == "by":
        return [names.get(name, name) for name in value]
    return names.get(value, value) if key == "col" else _rename(value, names)


def _as_shown(text: str, result: Result) -> str:
    """Words that name columns as the engine does, with what they are called in the result."""
    pairs = sorted(((each.inside.name, each.shown.name) for each in result.columns), key=lambda pair: -len(pair[0]))
    for inside, shown in pairs:
        text = text.replace(inside, shown)
    return text


def order_of(result: Result, spec: Ranked, default: Order, first: str) -> Order:
    """Sorted as asked, or by `first`, largest first, where only some places are wanted; then by the default order."""
    by: list[tuple[str, bool]] = []
    if spec.sort is not None:
        by.append((result.inside[spec.sort.by], not spec.sort.ascending))
    elif spec.top_k is not None or spec.skip:
        by.append((first, True))
    return [*by, *((name, down) for name, down in default if name not in [used for used, _ in by])]


def places(result: Result, spec: Ranked, order: Order, data: Prepared, what: str
           ) -> tuple[dict[str, list[Any]], Prepared]:  # fmt: skip
    """The cells of the rows to show, column by column in the engine's names; the ledger notes which of how many."""
    frame = sort_rows(result.frame, result.schema, order) if order else result.frame
    if spec.top_k is None and not spec.skip:
        return records(frame), data
    total = row_count(frame)
    end = total if spec.top_k is None else min(spec.skip + spec.top_k, total)
    shown = end
    if spec.ties and spec.skip < end < total:
        shown = _end_with_ties(frame, order[0][0], end)
    found = {name: cells[spec.skip :] for name, cells in records(frame.head(shown)).items()}
    return found, data.noted(_told_places(spec, end, shown, total, what))


def _end_with_ties(frame: Frame, column: str, end: int) -> int:
    """The place of the last row that is equal to the one at `end`."""
    cells = records(frame.select(nw.col(column)).head(end))[column]
    last = cells[-1]
    if last is None or last != last:
        return row_count(frame)  # missing ones stand last, and are equal
    same = nw.col(column) == last
    return cells.index(last) + row_count(frame.filter(same))


def _told_places(spec: Ranked, end: int, shown: int, total: int, what: str) -> str:
    things = say(f"things.{what}")
    if spec.skip >= total:
        return say("note.none_left", total=total, things=things, skip=spec.skip)
    tied = say("note.tied_more", count=shown - end) if shown > end else ""
    if spec.skip:
        return say("note.places_shown", first=spec.skip + 1, last=end, total=total, things=things, tied=tied)
    return say("note.first_shown", count=end, total=total, things=things, tied=tied) if end < total else ""


def top_rows(frame: Frame, data: Prepared, top_k: int | None, what: str) -> tuple[Frame, Prepared]:
    """The first `top_k` rows; the ledger notes of how many."""
    if top_k is None:
        return frame, data
    total = row_count(frame)
    if total <= top_k:
        return frame.head(top_k), data
    note = say("note.first_shown", count=top_k, total=total, things=say(f"things.{what}"), tied="")
    return frame.head(top_k), data.noted(note)
