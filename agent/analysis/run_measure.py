"""A measure's spec -> its tables, and the rows behind a cell of them."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from agent.analysis.aggregating.aggregates import needs_row_order
from agent.analysis.aggregating.cell_rows import Row, is_value, keep_rows
from agent.analysis.aggregating.several_values import told_several
from agent.analysis.clock_times import as_computed
from agent.analysis.filtering.filters import fulfilling
from agent.analysis.frames.ledger import of_data, with_note
from agent.analysis.frames.rows import Prepared
from agent.analysis.frames.schema import Column
from agent.analysis.frames.source import Table
from agent.analysis.frames.tables import artifact
from agent.analysis.measures import OPERATIONS
from agent.analysis.measures.row_lookup import goes_by_file
from agent.analysis.prepare import prepare_rows
from agent.analysis.validate import check_spec
from agent.specs.base import Filter
from agent.specs.measures import Aggregates, AnalysisSpec, Quantity, RowLookup
from agent.specs.plain_data import spec_json
from agent.state import Artifact


def execute_analysis(spec: AnalysisSpec, tables: Mapping[str, Table], *, today: date | None = None) -> list[Artifact]:
    """Computes a measure exactly, over all rows. The first artifact is the answer; further tables follow in the
    order of the op's docstring. Dates told from today, or from a column's latest one, are written out first: the
    artifacts' spec has the dates themselves; without `today` the machine's date is meant.

    SpecError when the spec does not fit the columns, DataError when the data cannot serve it, ActionLimitError when
    the result would clearly be too large.
    """
    profiles = {key: table.profile for key, table in tables.items()}
    check_spec(spec, profiles)
    spec = as_computed(spec, profiles, today)
    data = prepare_rows(spec, tables, row_order=_depends_on_row_order(spec))
    outcome = OPERATIONS[spec.op].run(spec, data)
    several = told_several(data, [key for draft in outcome.tables for key in draft.keys])
    ledger = with_note(outcome.ledger, *several)
    return [
        artifact(draft, spec_json(spec), of_data(ledger), data.dataset_ids, "main" if at == 0 else "detail")
        for at, draft in enumerate(outcome.tables)
    ]


def _depends_on_row_order(spec: AnalysisSpec) -> bool:
    if isinstance(spec, RowLookup):
        return goes_by_file(spec)
    quantities = [getattr(spec, name, None) for name in ("value", "numerator", "denominator")]
    of_one = [quantity.agg for quantity in quantities if isinstance(quantity, Quantity)]
    return needs_row_order([*of_one, *(spec.measured.values() if isinstance(spec, Aggregates) else ())])


def rows_of_cell(spec: AnalysisSpec, data: Prepared, row: Row, column: str) -> Prepared:
    """The rows of the cell's group, and of these the ones that count in its column. `data` is what the measure worked
    on. A cell that compares periods stands on the rows of both.
    """
    operation, shown = OPERATIONS[spec.op], data.schema
    spec, data = _with_quantities_marked(spec, data)
    data = operation.before_keys(spec, data, row, column)
    for name in spec.key_columns:
        if name in row and name in data.schema:
            data = keep_rows(data, is_value(data, name, row[name]))
    data = operation.behind(spec, data, row, column)
    marks = [name for name in data.frame.collect_schema().names() if name.startswith(_MARK.strip())]
    return replace(data, frame=data.frame.drop(marks), schema=shown)


_MARK = "__fulfils "


def _with_quantities_marked(spec: AnalysisSpec, data: Prepared) -> tuple[AnalysisSpec, Prepared]:
    """The rows with a hidden column for each quantity that has conditions of its own, true where they are fulfilled,
    and the spec that asks for it: what the conditions say of all rows (a statistic) holds for all rows.
    """
    named: dict[str, Any] = dict(spec)
    quantities = {name: value for name, value in named.items() if isinstance(value, Quantity)}
    quantities |= {f"quantities.{name}": value for name, value in named.get("quantities", {}).items()}
    marked: dict[str, Quantity] = {}
    for name, quantity in quantities.items():
        if quantity.filters:
            mark = Column(_MARK + name, "boolean", "boolean")
            data = data.with_column(mark, fulfilling(data.frame, data.schema, quantity.filters).expression)
            marked[name] = quantity.model_copy(update={"filters": [Filter(col=mark.name, op="==", value=True)]})
    changed: dict[str, Any] = {name: value for name, value in marked.items() if name in named}
    if beside := named.get("quantities"):
        changed["quantities"] = {name: marked.get(f"quantities.{name}", value) for name, value in beside.items()}
    if isinstance(spec, Aggregates) and spec.counted_where:
        mark = Column(_MARK.strip(), "boolean", "boolean")
        data = data.with_column(mark, fulfilling(data.frame, data.schema, spec.counted_where).expression)
        changed["filters"] = [Filter(col=mark.name, op="==", value=True)]
    return spec.model_copy(update=changed), data
