"""rescale: a column from 0 to 1, or as the distance from its mean in standard deviations."""

from collections.abc import Mapping
from dataclasses import replace

import narwhals as nw

from agent.analysis.rows import Prepared
from agent.analysis.schema import Column, Schema, column_named
from agent.analysis.source import Table, records
from agent.errors import DataError, SpecError
from agent.specs.transforms import Rescale
from registry.profile import DatasetProfile


def rescale_schema(step: Rescale, schema: Schema, _: Mapping[str, DatasetProfile]) -> Schema:
    """The columns with the rescaled one, which has no unit. SpecError when the column holds no measure."""
    column = column_named(schema, step.col)
    if column.storage != "number" or column.kind == "identifier":
        raise SpecError(f"{step.col} ({column.kind}) has no scale.", "Use a numeric column.")
    name = step.name or step.col
    made = Column(name, "number", "number")
    return {**schema, name: made}


def rescale_rows(step: Rescale, data: Prepared, _: Mapping[str, Table]) -> Prepared:
    """The rows with the column on its new scale. DataError when all values are equal. The ledger says by what."""
    schema = rescale_schema(step, data.schema, {})
    cell = nw.col(step.col).cast(nw.Float64)
    if step.method == "minmax":
        ends = {"low": cell.min(), "high": cell.max()}
        low, high = _two(data, ends)
        centre, spread, said = low, high - low, "the smallest value is 0, the largest 1"
    else:
        centre, spread = _two(data, {"mean": cell.mean(), "std": cell.std(ddof=step.ddof)})
        said = f"distances from the mean in standard deviations ({'sample' if step.ddof else 'population'})"
    if not spread > 0:
        raise DataError(f"The values of {step.col} do not differ, so they have no scale.", "Use another column.")
    name = step.name or step.col
    scaled = data.with_column(schema[name], (cell - centre) / spread)
    return replace(scaled, schema=schema).noted(f"{step.col} on another scale: {said}.")


def _two(data: Prepared, wanted: Mapping[str, nw.Expr]) -> tuple[float, float]:
    found = records(data.frame.select([expression.alias(name) for name, expression in wanted.items()]))
    first, second = (float("nan") if values[0] is None else float(values[0]) for values in found.values())
    return first, second
