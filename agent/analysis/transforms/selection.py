"""Steps that keep some of the rows and all of the columns."""

from collections.abc import Mapping
from dataclasses import replace

import narwhals as nw

from agent.analysis.filtering.filters import fulfilling, select_rows
from agent.analysis.frames.ledger import with_step
from agent.analysis.frames.rows import Prepared
from agent.analysis.frames.schema import Column, Schema, require
from agent.analysis.frames.source import ROW, Table, records, row_count
from agent.analysis.words import count_of, say
from agent.specs.base import compared_columns
from agent.specs.transforms import DropDuplicates, DropMissing, FilterRows, FlagRows
from registry.profile import DatasetProfile


def keeps_columns(
    step: FilterRows | DropMissing | DropDuplicates, schema: Schema, _: Mapping[str, DatasetProfile]
) -> Schema:
    """The same columns. SpecError when the step names one that is not there."""
    if isinstance(step, FilterRows):
        require(schema, compared_columns(step.filters))
    else:
        require(schema, step.cols)
    return schema


def filter_rows(step: FilterRows, data: Prepared, _: Mapping[str, Table]) -> Prepared:
    """The rows that fulfil every condition."""
    frame, ledger = select_rows(data.frame, data.schema, step.filters, data.ledger)
    return replace(data, frame=frame, ledger=ledger)


def drop_missing_rows(step: DropMissing, data: Prepared, _: Mapping[str, Table]) -> Prepared:
    """The rows with a value in every column named."""
    require(data.schema, step.cols)
    return data.complete(step.cols)


def drop_duplicates_rows(step: DropDuplicates, data: Prepared, _: Mapping[str, Table]) -> Prepared:
    """One row of each group of equal rows: the first in the file where only some columns are compared."""
    require(data.schema, step.cols)
    if step.cols:
        frame = data.frame.unique(subset=step.cols, keep="first", order_by=[ROW])
        detail = say("detail.kept_once", columns=", ".join(step.cols))
    else:
        frame = data.frame.unique(subset=data.columns, keep="any")
        detail = say("detail.equal_once")
    ledger = with_step(data.ledger, "duplicates dropped", detail, row_count(frame))
    return replace(data, frame=frame, ledger=ledger)


# ----------------------------------------------------------------
# flag_rows: whether a row fulfils conditions, as a column.


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
    told = say("note.flagged", column=step.name, rows=count_of(int(true or 0), "row"), conditions=mask.words)
    return flagged.noted(told, *mask.notes)
