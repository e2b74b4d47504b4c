"""derive_column: arithmetic row by row."""

from collections.abc import Mapping

import narwhals as nw

from agent.analysis.expressions import term_of
from agent.analysis.rows import Prepared
from agent.analysis.schema import Column, Schema
from agent.analysis.source import Table, records
from agent.analysis.words import count_of
from agent.errors import SpecError
from agent.specs.expressions import columns_in
from agent.specs.transforms import DeriveColumn
from registry.profile import DatasetProfile


def derive_schema(step: DeriveColumn, schema: Schema, _: Mapping[str, DatasetProfile]) -> Schema:
    """The columns with the derived one added. SpecError when the expression does not make sense."""
    term = term_of(step.expression, schema)
    if term.moment:
        raise SpecError(f"{step.name} would be a date.", "Take the difference of two dates, or a date_part.")
    return {**schema, step.name: Column(step.name, "number", "number", whole=term.whole, unit=term.unit)}


def derive_rows(step: DeriveColumn, data: Prepared, _: Mapping[str, Table]) -> Prepared:
    """The rows with the derived column, in floating point. A row has no value where a part has none, where the
    divisor is 0, and where log or sqrt does not exist; the ledger counts the latter two.
    """
    column = derive_schema(step, data.schema, {})[step.name]
    used = sorted(columns_in(step.expression))
    derived = data.with_column(column, term_of(step.expression, data.schema).expression)
    if step.name in used:
        return derived
    lost = derived.frame.filter(nw.col(step.name).is_null())
    for name in used:
        lost = lost.filter(~nw.col(name).is_null())
    count = int(records(lost.select(nw.len().alias("n")))["n"][0])
    return derived.noted(
        f"{step.name} cannot be computed in {count_of(count, 'row')} (division by 0 and the like)." if count else ""
    )
