"""shift_column: the value of the row before, the difference to it, or the change in percent."""

from collections.abc import Mapping
from dataclasses import replace

import narwhals as nw

from agent.analysis.frames.rows import Prepared
from agent.analysis.frames.schema import Column, Schema, column_named, require
from agent.analysis.frames.source import ROW, Table, records, row_count
from agent.analysis.words import count_of, say
from agent.errors import DataError, SpecError
from agent.specs.transforms import RankRows, ShiftColumn
from registry.profile import DatasetProfile

_DATED, _BEFORE = "__dated", "__before"


def shift_schema(step: ShiftColumn, schema: Schema, _: Mapping[str, DatasetProfile]) -> Schema:
    """The columns with the new one. SpecError when a column is missing, or holds no numbers to take a change of."""
    column = column_named(schema, step.col)
    require(schema, step.by)
    if step.order_by is not None and column_named(schema, step.order_by).storage not in ("moment", "number"):
        raise SpecError(f"{step.order_by} gives the rows no order.", "Order by a date or a number.")
    if step.how == "lag":
        return {**schema, step.name: replace(column, name=step.name, heading="")}
    if column.storage != "number" or column.kind == "identifier":
        raise SpecError(f"{step.col} ({column.kind}) has no change from row to row.", "Use a numeric column, or lag.")
    if step.how == "diff":
        return {**schema, step.name: Column(step.name, "number", "number", whole=column.whole, unit=column.unit)}
    return {**schema, step.name: Column(step.name, "number", "number", unit="%")}


def shift_rows(step: ShiftColumn, data: Prepared, _: Mapping[str, Table]) -> Prepared:
    """The rows with the new column, without a value where no row stands before; the ledger counts these.

    DataError for rows without an order, or of which several stand at one place of it.
    """
    column = shift_schema(step, data.schema, {})[step.name]
    order = step.order_by or ROW
    if step.order_by is None and ROW not in data.frame.collect_schema().names():
        raise DataError("These rows have no order, so no row stands before another.", "Name a date as order_by.")
    if step.order_by is not None:
        _refuse_ties(step, data)
    cell = nw.col(step.col) if step.how == "lag" else nw.col(step.col).cast(nw.Float64)
    frame = data.frame.with_columns(nw.col(order).is_null().alias(_DATED))
    before = cell.shift(step.periods).over(_DATED, *dict.fromkeys(step.by), order_by=order)
    frame = frame.with_columns(before.alias(_BEFORE))
    frame = frame.with_columns(nw.when(~nw.col(_DATED)).then(nw.col(_BEFORE)).alias(_BEFORE))
    made = replace(data, frame=frame).with_column(column, _shift_column(step, cell))
    made = replace(made, frame=made.frame.drop(_DATED, _BEFORE))
    left = made.frame.filter(nw.col(step.name).is_null())
    count = row_count(left if step.name == step.col else left.filter(~nw.col(step.col).is_null()))
    order = say("order.by", column=step.order_by) if step.order_by else say("order.file")
    return made.noted(say("note.shifted", rows=count_of(count, "row"), name=step.name, order=order))


def _shift_column(step: ShiftColumn, cell: nw.Expr) -> nw.Expr:
    before = nw.col(_BEFORE)
    if step.how == "lag":
        return before
    if step.how == "diff":
        return cell - before
    return nw.when(before != 0).then((cell - before) / before * 100)


def _refuse_ties(step: ShiftColumn, data: Prepared) -> None:
    """Of several rows at the same place of the order, none is the one before."""
    assert step.order_by is not None
    dated = data.frame.filter(~nw.col(step.order_by).is_null())
    places = dated.group_by(*dict.fromkeys((step.order_by, *step.by))).agg(nw.len().alias("n"))
    most = records(places.select(nw.col("n").max().alias("most")))["most"][0]
    if most is not None and int(most) > 1:
        raise DataError(
            f"Several rows have the same {step.order_by}, so which one stands before is not known.",
            "Name the groups in which each occurs once (by), or leave order_by out to take the rows as they stand.",
        )


# ----------------------------------------------------------------
# rank_rows: the place of each row by a number or date.


def rank_schema(step: RankRows, schema: Schema, _: Mapping[str, DatasetProfile]) -> Schema:
    """The columns with the place added. SpecError when the order is none of numbers or dates."""
    column = column_named(schema, step.order_by)
    require(schema, step.by)
    if column.storage not in ("number", "moment"):
        raise SpecError(f"{step.order_by} ({column.kind}) gives rows no place.", "Order by a number or a date.")
    return {**schema, step.name: Column(step.name, "number", "number", whole=step.ties != "average", plain=True)}


def rank_rows(step: RankRows, data: Prepared, _: Mapping[str, Table]) -> Prepared:
    """The rows with their places; none where `order_by` is missing."""
    column = rank_schema(step, data.schema, {})[step.name]
    place = nw.col(step.order_by).rank(step.ties, descending=not step.ascending)
    within = place.over(*step.by) if step.by else place
    present = ~nw.col(step.order_by).is_null()
    return data.with_column(column, nw.when(present).then(within.cast(nw.Float64)))
