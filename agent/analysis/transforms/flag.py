"""flag_rows: whether a row fulfils conditions, as a column."""

from collections.abc import Mapping

import narwhals as nw

from agent.analysis.filters import fulfilling
from agent.analysis.rows import Prepared
from agent.analysis.schema import Column, Schema, require
from agent.analysis.source import Table, records
from agent.analysis.words import count_of
from agent.specs.base import compared_columns
from agent.specs.transforms import FlagRows
from registry.profile import DatasetProfile


def flag_schema(step: FlagRows, schema: Schema, _: Mapping[str, DatasetProfile]) -> Schema:
    """The columns with the flag added. SpecError when a condition names a column that is not there."""
    require(schema, compared_columns(step.filters))
    return {**schema, step.name: Column(step.name, "boolean", "boolean")}


def flag_rows(step: FlagRows, data: Prepared, _: Mapping[str, Table]) -> Prepared:
    """The rows with the flag, true or false in each; the ledger notes how many fulfil what."""
    column = flag_schema(step, data.schema, {})[step.name]
    mask = fulfilling(data.frame, data.schema, step.filters)
    flagged = data.with_column(column, mask.expression)
    true = records(flagged.frame.select(nw.col(step.name).cast(nw.Int64).sum().alias("n")))["n"][0]
    told = f"{step.name} is true in {count_of(int(true or 0), 'row')}: {mask.words}."
    return flagged.noted(told, *mask.notes)
