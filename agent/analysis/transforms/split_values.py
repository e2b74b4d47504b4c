"""split_values: a row of each value that a cell lists."""

from collections.abc import Mapping
from dataclasses import replace

import narwhals as nw

from agent.analysis.frames.ledger import with_step
from agent.analysis.frames.rows import Prepared
from agent.analysis.frames.schema import Column, Schema, column_named
from agent.analysis.frames.source import ROW, Table, row_count
from agent.analysis.transforms.mapping import distinct_values, replace_values
from agent.analysis.words import say
from agent.errors import SpecError
from agent.specs.transforms import SplitValues
from registry.profile import DatasetProfile
from registry.values.several_values import parts, shown

_FILE, _AT = "__file", "__at"


def split_values_schema(step: SplitValues, schema: Schema, _: Mapping[str, DatasetProfile]) -> Schema:
    """The columns, of which one holds single values. SpecError when it holds no text, or what parts it is unknown."""
    column = column_named(schema, step.col)
    if column.storage != "text" or column.kind == "ambiguous_date":
        raise SpecError(f"{step.col} ({column.kind}) lists no values.", "Choose a text column.")
    separator_used(step, column)
    return {**schema, step.col: replace(column, kind="text", separator="", order=())}


def separator_used(step: SplitValues, column: Column) -> str:
    """What parts the values of a cell. SpecError when it is neither told nor known."""
    if not (step.separator or column.separator):
        raise SpecError(f"Cells of {step.col} hold one value each, as far as is known.", "Give the separator.")
    return step.separator or column.separator


def split_values_rows(step: SplitValues, data: Prepared, _: Mapping[str, Table]) -> Prepared:
    """The rows, those of one row of the data side by side, with the count in the ledger."""
    schema = split_values_schema(step, data.schema, {})
    separator = separator_used(step, data.schema[step.col])
    listed = {text: list(dict.fromkeys(parts(text, separator))) for text in distinct_values(data.frame, step.col)}
    kept, frame = data.frame.collect_schema().names(), data.frame
    in_order = frame.implementation.is_pandas()
    if in_order:
        frame = frame.collect().with_row_index(_FILE).lazy()
    blocks = []
    for at in range(max([1, *map(len, listed.values())])):
        has = {text: values[at] for text, values in listed.items() if len(values) > at}
        rows = frame if at == 0 else frame.filter(nw.col(step.col).is_in([*has]))
        part = replace_values(step.col, [*has], [*has.values()], nw.String())
        blocks.append(rows.with_columns(part.alias(step.col), nw.lit(at).alias(_AT)))
    made = nw.concat(blocks, how="vertical")
    if in_order:
        placed = made.sort(_FILE, _AT).collect()
        made = (placed.drop(ROW).with_row_index(ROW) if ROW in kept else placed).lazy()
    made = made.select(*kept)
    detail = say("detail.split_values", column=step.col, separator=shown(separator).told())
    ledger = with_step(data.ledger, "split_values", detail, row_count(made), sources=data.rows)
    return Prepared(made, schema, ledger, data.dataset_ids)
