"""From a spec to its rows: the `prepare` steps in order, then the filters."""

from collections.abc import Iterable, Mapping
from typing import Protocol

from agent.analysis.aggregating.aggregates import needs_row_order
from agent.analysis.filtering.filters import select_rows
from agent.analysis.frames.ledger import open_ledger
from agent.analysis.frames.rows import Prepared
from agent.analysis.frames.schema import Schema, schema_of
from agent.analysis.frames.source import Table, chosen_table, lazy_frame, row_count
from agent.analysis.transforms import STEPS
from agent.specs.base import AnyOf, Filter
from agent.specs.transforms import AggregateRows, DropDuplicates, FillMissing, Transform
from agent.specs.windows import Window
from registry.profile import DatasetProfile


class HasRows(Protocol):
    """What every spec says about its rows."""

    @property
    def dataset_id(self) -> str | None: ...
    @property
    def prepare(self) -> list[Transform]: ...
    @property
    def filters(self) -> list[Filter | AnyOf]: ...
    @property
    def row_filters(self) -> list[Filter | AnyOf]: ...


def prepare_rows(spec: HasRows, tables: Mapping[str, Table], *, row_order: bool = False) -> Prepared:
    """The rows a spec is about, with their ledger.

    `row_order` keeps the position in the file (for first and last). SpecError or DataError when a step or filter
    cannot be applied.
    """
    table = chosen_table(spec.dataset_id, tables)
    needs_order = row_order or any(_goes_by_row_order(step) for step in spec.prepare)
    frame = lazy_frame(table, row_order=needs_order)
    data = Prepared(frame, schema_of(table.profile), open_ledger(table.name, row_count(frame)), (table.dataset_id,))
    for step in spec.prepare:
        data = STEPS[step.step].apply(step, data, tables)
    frame, ledger = select_rows(data.frame, data.schema, spec.row_filters, data.ledger)
    return Prepared(frame, data.schema, ledger, data.dataset_ids, unfiltered=data.frame)


def _goes_by_row_order(step: Transform) -> bool:
    if isinstance(step, DropDuplicates):
        return bool(step.cols)
    if isinstance(step, Window):
        return step.order_by is None
    if isinstance(step, AggregateRows):
        return needs_row_order([each for wanted in step.metrics.values() for each in wanted])
    return isinstance(step, FillMissing) and step.method == "ffill"


def schema_after(schema: Schema, steps: Iterable[Transform], profiles: Mapping[str, DatasetProfile]) -> Schema:
    """The columns after the steps, without touching rows. SpecError for a step that names what is not there."""
    for step in steps:
        schema = STEPS[step.step].schema(step, schema, profiles)
    return schema
