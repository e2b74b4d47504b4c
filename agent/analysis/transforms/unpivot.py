"""unpivot: columns of one measure (one for each year) as rows."""

from collections.abc import Mapping
from datetime import datetime

import narwhals as nw

from agent.analysis.ledger import with_step
from agent.analysis.rows import Prepared
from agent.analysis.schema import Column, Schema, named
from agent.analysis.source import Table, row_count
from agent.analysis.transforms.mapping import replaced
from agent.errors import SpecError
from agent.specs.transforms import Unpivot
from registry.profile import DatasetProfile


def unpivot_schema(step: Unpivot, schema: Schema, _: Mapping[str, DatasetProfile]) -> Schema:
    """The columns that are left, then `name` and `value`. SpecError when a column is missing or holds no numbers."""
    columns = [named(schema, name) for name in dict.fromkeys(step.cols)]
    unfit = next((column.name for column in columns if column.storage != "number"), None)
    if unfit is not None:
        raise SpecError(f"{unfit} holds no numbers.", "Unpivot columns of numbers only.")
    kept = {name: column for name, column in schema.items() if name not in step.cols}
    clash = next((name for name in (step.name, step.value) if name in kept), None)
    if clash is not None or step.name == step.value:
        raise SpecError(f"There is a column {clash or step.name} already.", "Choose another name for the new columns.")
    unknown = [name for name in step.periods if name not in step.cols]
    if unknown or (step.periods and len(step.periods) < len(columns)):
        raise SpecError("The periods of unpivot must name its columns, each once.", "Give a first day for each column.")
    units = {column.unit for column in columns}
    whole = all(column.whole for column in columns)
    value = Column(step.value, "number", "number", whole=whole, unit=units.pop() if len(units) == 1 else "")
    if step.periods:
        return {**kept, step.name: Column(step.name, "date", "moment"), step.value: value}
    return {**kept, step.name: Column(step.name, "text", "text", order=tuple(step.cols)), step.value: value}


def unpivot_rows(step: Unpivot, data: Prepared, _: Mapping[str, Table]) -> Prepared:
    """A row for each old row and column, with the count in the ledger."""
    schema = unpivot_schema(step, data.schema, {})
    kept = [name for name in data.schema if name not in step.cols]
    floats = data.frame.with_columns([nw.col(name).cast(nw.Float64) for name in step.cols])
    frame = floats.select([*kept, *step.cols]).unpivot(
        on=step.cols, index=kept, variable_name=step.name, value_name=step.value
    )
    if step.periods:
        days = [datetime.fromisoformat(day) for day in step.periods.values()]
        frame = frame.with_columns(replaced(step.name, list(step.periods), days, nw.Datetime("us")).alias(step.name))
    detail = (
        f"{len(step.cols)} columns ({step.cols[0]} to {step.cols[-1]}) read as rows of {step.name} and {step.value}"
    )
    ledger = with_step(data.ledger, "unpivot", detail, row_count(frame))
    return Prepared(frame, schema, ledger, data.dataset_ids)
