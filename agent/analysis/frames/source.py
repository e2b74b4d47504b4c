"""Where rows come from: a table behind a dataset_id, as one lazy frame whatever the engine."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import narwhals as nw

from agent.analysis.words import refusal
from agent.errors import SpecError
from registry.by_path.engine import ROW as PLACE
from registry.by_path.table import FileTable, asked_together
from registry.dataset import Dataset
from registry.profile import DatasetProfile

Frame = nw.LazyFrame[Any]
ROW = PLACE
"""Position of a row in its file; added only where a step needs row order, never shown."""


@dataclass(frozen=True)
class Table:
    """A data set as analysis sees it. `frame` is a pandas DataFrame, or any lazy frame that narwhals takes."""

    dataset_id: str
    name: str
    frame: Any = field(repr=False, compare=False)
    profile: DatasetProfile


def tables_of(datasets: Iterable[Dataset]) -> dict[str, Table]:
    """The data sets by id as analysis takes them; those on disk can be joined with one another.

    PathError when files on disk have changed since they were registered.
    """
    every = list(datasets)
    on_disk = asked_together({one.dataset_id: one.held for one in every if isinstance(one.held, FileTable)})
    return {
        one.dataset_id: Table(one.dataset_id, one.name, on_disk.get(one.dataset_id, one.held), one.profile)
        for one in every
    }


def chosen_table(dataset_id: str | None, tables: Mapping[str, Table]) -> Table:
    """The table meant by a spec: the named one, or the only one. SpecError names what exists."""
    known = ", ".join(f"{table.dataset_id} ({table.name})" for table in tables.values()) or "none"
    if dataset_id is not None:
        if dataset_id not in tables:
            raise SpecError(f"There is no data set {dataset_id!r}.", f"Use one of: {known}.")
        return tables[dataset_id]
    if len(tables) != 1:
        raise SpecError("The spec does not say which data set is meant.", f"Set dataset_id to one of: {known}.")
    return next(iter(tables.values()))


def lazy_frame(table: Table, *, row_order: bool = False) -> Frame:
    """The rows of a table. NaN counts as missing in every engine.

    With `row_order` the column ROW holds the position in the file; DataError for an engine whose rows have none.
    """
    frame: nw.DataFrame[Any] | Frame = nw.from_native(table.frame)
    if isinstance(frame, nw.DataFrame):
        plain = nw.maybe_reset_index(frame)
        return (plain.with_row_index(ROW) if row_order else plain).lazy()
    _refuse_points(table, frame)
    is_placed = ROW in frame.collect_schema().names()
    if is_placed and not row_order:
        frame = frame.drop(ROW)
    if row_order and not is_placed:
        raise refusal("no_row_order", table=table.name)
    floats = [name for name, dtype in frame.collect_schema().items() if dtype.is_float()]
    return frame.with_columns([nw.when(~nw.col(name).is_nan()).then(nw.col(name)).alias(name) for name in floats])


def _refuse_points(table: Table, frame: Frame) -> None:
    """narwhals hands names to DuckDB as they are, which reads `a.b` as column b of table a."""
    pointed = [name for name in frame.collect_schema().names() if "." in name]
    if pointed:
        raise refusal("pointed_names", table=table.name, names=", ".join(pointed))


def row_count(frame: Frame) -> int:
    """How many rows a frame has."""
    return int(frame.select(nw.len().alias("n")).collect().item())


def records(frame: Frame) -> dict[str, list[Any]]:
    """Column -> values, for a frame that is small by now."""
    return frame.collect().to_dict(as_series=False)
