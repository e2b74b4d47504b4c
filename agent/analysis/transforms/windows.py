"""window: what other rows in an order say. The place of a row comes first, then one expression a kind over it."""

from collections.abc import Callable, Mapping
from dataclasses import replace

import narwhals as nw

from agent.analysis.filtering.conditions import ambiguous
from agent.analysis.frames.rows import Prepared
from agent.analysis.frames.schema import Column, Schema, column_named, require
from agent.analysis.frames.source import ROW, Frame, Table, records, row_count
from agent.analysis.words import count_of, refusal, say
from agent.errors import SpecError
from agent.specs.windows import FROM_ONE_ROW, Window
from registry.profile import DatasetProfile

_UNPLACED, _PLACE, _FILE, _AT, _LAST = "__unplaced", "__place", "__file", "__at", "__last"
_ONE, _NEAR, _RUN, _KNOWN = "__one", "__near", "__run", "__known"
_SECONDS_A_DAY = 86_400


def window_schema(step: Window, schema: Schema, _: Mapping[str, DatasetProfile]) -> Schema:
    """The columns with the new one. SpecError when a column is missing, gives no order, or holds no numbers where such
    are needed; DataError for dates that read two ways.
    """
    require(schema, [*step.by, *step.then_by, *([step.col] if step.col is not None else [])])
    if step.order_by is not None:
        _check_order(step, column_named(schema, step.order_by))
    if doubtful := [schema[name] for name in step.then_by if schema[name].kind == "ambiguous_date"]:
        raise ambiguous(doubtful[0])
    return {**schema, step.name: _made_column(step, None if step.col is None else schema[step.col])}


def _check_order(step: Window, column: Column) -> None:
    if column.kind == "ambiguous_date":
        raise ambiguous(column)
    if column.storage in ("moment", "number") or (column.kind == "time" and step.how != "rank"):
        return
    if step.how == "rank":
        raise SpecError(f"{step.order_by} ({column.kind}) gives rows no place.", "Order by a number or a date.")
    raise SpecError(f"{step.order_by} gives the rows no order.", "Order by a date or a number.")


def _made_column(step: Window, column: Column | None) -> Column:
    """The new column: as the one looked at, or a number of what is computed."""
    name = step.name
    if step.how == "rank":
        return Column(name, "number", "number", whole=step.ties != "average", plain=True)
    if column is None or step.how == "run_length" or step.aggregation == "count":
        return Column(name, "number", "number", whole=True)
    if step.how in ("lag", "lead"):
        return replace(column, name=name, heading="")
    if step.how == "diff" and column.storage == "moment":
        return Column(name, "number", "number", unit="days")
    if column.storage != "number" or column.kind == "identifier":
        what = "change from row to row" if step.how in FROM_ONE_ROW else step.aggregation
        raise SpecError(f"{step.col} ({column.kind}) has no {what}.", "Use a numeric column, or lag.")
    if step.how == "pct_change":
        return Column(name, "number", "number", unit="%")
    whole = column.whole and step.aggregation != "mean"
    return Column(name, "number", "number", whole=whole, unit=column.unit)


def window_rows(step: Window, data: Prepared, _: Mapping[str, Table]) -> Prepared:
    """The rows with the new column. A row without a value in `order_by` has no place and gets none; the ledger counts
    rows without a value for another cause.

    DataError for rows without an order, and where rows stand at one place of it and the result depends on which of
    them comes first.
    """
    column = window_schema(step, data.schema, {})[step.name]
    if step.how == "rank":
        return _ranked(step, column, data)
    frame, tied = _placed(step, data)
    group = [_UNPLACED, *dict.fromkeys(step.by)]
    frame, made = _EXPRESSIONS[step.how](step, frame, group)
    if tied and step.how == "running":  # rows at one place are all up to it
        frame = frame.with_columns(made.alias(_LAST), nw.col(_AT).max().over(*group, _PLACE).alias(_KNOWN))
        frame = frame.with_columns(nw.when(nw.col(_AT) == nw.col(_KNOWN)).then(nw.col(_LAST)).alias(_LAST))
        made = nw.col(_LAST).max().over(*group, _PLACE)
    frame = frame.with_columns(made.alias(_NEAR))
    whole = replace(data, frame=frame).with_column(column, nw.when(~nw.col(_UNPLACED)).then(nw.col(_NEAR)))
    result = replace(whole, frame=whole.frame.select(*_kept_columns(data, whole)))
    return result.noted(_without(step, result), _tie_told(step, tied))


def _kept_columns(data: Prepared, made: Prepared) -> list[str]:
    """The columns of the rows as they came, hidden ones too, and the new one."""
    old = data.frame.collect_schema().names()
    return list(dict.fromkeys([*old, *made.schema]))


# ----------------------------------------------------------------
# The place of each row.


def _placed(step: Window, data: Prepared) -> tuple[Frame, int]:
    """The rows with a number for their place within their group, another one for each row; and how many rows share a
    place with others.
    """
    if step.order_by is None and ROW not in data.frame.collect_schema().names():
        raise refusal("no_row_before")
    frame, among = _with_file_order(data)
    if step.order_by is None:
        frame = frame.with_columns(nw.lit(value=False).alias(_UNPLACED), nw.col(ROW).alias(_PLACE))
        return frame.with_columns(nw.col(ROW).alias(_AT)), 0
    frame, group = _ordered(step, frame)
    tied = _tied_rows(step, frame, group)
    if not tied:
        return frame.with_columns(nw.col(_PLACE).alias(_AT)), 0
    frame = frame.with_columns(nw.lit(1).alias(_ONE))
    in_turn = nw.col(_ONE).cum_sum().over(*group, order_by=[_PLACE, *among])
    return frame.with_columns(in_turn.alias(_AT)), tied


def _ordered(step: Window, frame: Frame) -> tuple[Frame, list[str]]:
    """The rows with their places by order_by and then_by, rows equal in these at the same; and what parts the groups:
    rows without a place are apart.
    """
    order, group = nw.col(str(step.order_by)), [_UNPLACED, *dict.fromkeys(step.by)]
    frame = frame.with_columns(order.is_null().alias(_UNPLACED))
    frame = frame.with_columns(order.rank("dense", descending=step.is_descending).over(*group).alias(_PLACE))
    for name in step.then_by:
        frame = _decided_by(step, frame, group, name)
    return frame, group


def _decided_by(step: Window, frame: Frame, group: list[str], name: str) -> Frame:
    """The places told apart by one more column; a row without a value in it comes after those that have one."""
    among = nw.col(name).rank("dense", descending=step.is_descending).over(*group).cast(nw.Float64)
    frame = frame.with_columns(among.alias(_NEAR))
    last = nw.col(_NEAR).max().fill_null(0) + 1
    frame = frame.with_columns(last.over(*group).alias(_LAST))
    both = nw.col(_PLACE).cast(nw.Float64) * (nw.col(_LAST) + 1) + nw.col(_NEAR).fill_null(nw.col(_LAST))
    frame = frame.with_columns(both.alias(_PLACE))
    return frame.with_columns(nw.col(_PLACE).rank("dense").over(*group).alias(_PLACE))


def _with_file_order(data: Prepared) -> tuple[Frame, list[str]]:
    """The rows, and what tells apart those at one place: how they stand, or where an engine has no such order, all of
    their cells.
    """
    if data.frame.implementation.is_pandas():
        return data.frame.collect().with_row_index(_FILE).lazy(), [_FILE]
    return data.frame, data.columns


def _tied_rows(step: Window, frame: Frame, group: list[str]) -> int:
    """How many rows stand at a place with others. DataError where the result depends on which comes first."""
    rows = nw.len().alias("n")
    by_place = frame.filter(~nw.col(_UNPLACED)).group_by(*group, _PLACE)
    if step.col is None or step.how == "running":
        places = by_place.agg(rows).filter(nw.col("n") > 1)
    else:
        cell = nw.col(step.col)
        ends = (cell.count().alias("known"), cell.min().alias("low"), cell.max().alias("high"))
        places = by_place.agg(rows, *ends).filter(nw.col("n") > 1)
    if step.col is not None and step.how != "running":
        unequal = (nw.col("low") != nw.col("high")).fill_null(False)
        if row_count(places.filter(unequal | ((nw.col("known") > 0) & (nw.col("known") < nw.col("n"))))):
            raise refusal("tied_rows", column=str(step.order_by))
    return int(records(places.select(nw.col("n").sum().alias("n")))["n"][0] or 0)


# ----------------------------------------------------------------
# What is looked at, by kind: the frame with what it needs, and the expression.


_Made = tuple[Frame, nw.Expr]


def _from_one_row(step: Window, frame: Frame, group: list[str]) -> _Made:
    """Lag, lead, difference and change: of the row n before, or after."""
    is_number = step.how in ("diff", "pct_change") and not frame.collect_schema()[str(step.col)].is_temporal()
    cell = nw.col(str(step.col)).cast(nw.Float64) if is_number else nw.col(str(step.col))
    near = cell.shift(-step.n if step.how == "lead" else step.n).over(*group, order_by=_AT)
    frame = frame.with_columns(near.alias(_NEAR))
    before = nw.col(_NEAR)
    if step.how in ("lag", "lead"):
        return frame, before
    if step.how == "pct_change":
        return frame, nw.when(before != 0).then((cell - before) / before * 100)
    if not is_number:
        return frame, (cell - before).dt.total_seconds() / _SECONDS_A_DAY
    return frame, cell - before


def _running(step: Window, frame: Frame, group: list[str]) -> _Made:
    """Of all rows up to this one; a missing cell adds nothing."""
    if step.aggregation == "count":
        counted = nw.lit(1) if step.col is None else (~nw.col(step.col).is_null()).cast(nw.Int64)
        frame = frame.with_columns(counted.alias(_KNOWN))
        return frame, nw.col(_KNOWN).cum_sum().over(*group, order_by=_AT).cast(nw.Float64)
    cell = nw.col(str(step.col)).cast(nw.Float64)
    neutral = {"max": float("-inf"), "min": float("inf")}.get(step.aggregation, 0.0)
    frame = frame.with_columns(
        nw.when(cell.is_null()).then(nw.lit(neutral)).otherwise(cell).alias(_NEAR),
        (~cell.is_null()).cast(nw.Int64).alias(_KNOWN),
    )
    near = nw.col(_NEAR)
    running = {"max": near.cum_max, "min": near.cum_min}.get(step.aggregation, near.cum_sum)
    frame = frame.with_columns(
        running().over(*group, order_by=_AT).alias(_RUN),
        nw.col(_KNOWN).cum_sum().over(*group, order_by=_AT).alias(_KNOWN),
    )
    known, found = nw.col(_KNOWN), nw.col(_RUN)
    return frame, nw.when(known > 0).then(found / known if step.aggregation == "mean" else found)


def _moving(step: Window, frame: Frame, group: list[str]) -> _Made:
    """Of the last n rows, where all of them are there and have a value."""
    cell = nw.col(str(step.col)).cast(nw.Float64)
    moving = cell.rolling_mean if step.aggregation == "mean" else cell.rolling_sum
    return frame, moving(step.n, min_samples=step.n).over(*group, order_by=_AT)


def _run_length(step: Window, frame: Frame, group: list[str]) -> _Made:
    """How many rows in a row have had this value; a missing cell is no run, and ends one."""
    cell = nw.col(str(step.col))
    frame = frame.with_columns(cell.shift(1).over(*group, order_by=_AT).alias(_NEAR), nw.lit(1).alias(_ONE))
    goes_on = (cell == nw.col(_NEAR)) & ~cell.is_null() & ~nw.col(_NEAR).is_null()
    frame = frame.with_columns((~goes_on.fill_null(False)).cast(nw.Int64).alias(_KNOWN))
    frame = frame.with_columns(nw.col(_KNOWN).cum_sum().over(*group, order_by=_AT).alias(_RUN))
    length = nw.col(_ONE).cum_sum().over(*group, _RUN, order_by=_AT).cast(nw.Float64)
    frame = frame.with_columns(length.alias(_NEAR))
    return frame, nw.when(~cell.is_null()).then(nw.col(_NEAR))


_EXPRESSIONS: Mapping[str, Callable[[Window, Frame, list[str]], _Made]] = {
    **dict.fromkeys(FROM_ONE_ROW, _from_one_row),
    "running": _running,
    "moving": _moving,
    "run_length": _run_length,
}


# ----------------------------------------------------------------
# What the ledger says.


def _without(step: Window, made: Prepared) -> str:
    """How many rows have no value, those whose own cell is missing left out."""
    left = made.frame.filter(nw.col(step.name).is_null())
    if step.col is not None and step.name != step.col:
        left = left.filter(~nw.col(step.col).is_null())
    count = row_count(left)
    if step.how not in FROM_ONE_ROW and not count:
        return ""
    order = say("order.by", column=step.order_by) if step.order_by else say("order.file")
    told = "shifted" if step.how in FROM_ONE_ROW and step.how != "lead" else f"window_{step.how}"
    return say(f"note.{told}", rows=count_of(count, "row"), name=step.name, order=order, count=f"{step.n:,}")


def _tie_told(step: Window, tied: int) -> str:
    if not tied:
        return ""
    what = "together" if step.how == "running" else "in_turn"
    return say(f"note.tied_{what}", rows=count_of(tied, "row"), column=str(step.order_by))


# ----------------------------------------------------------------
# rank: the place itself.


def _ranked(step: Window, column: Column, data: Prepared) -> Prepared:
    """The rows with their places; none where `order_by` is missing."""
    assert step.order_by is not None
    if not step.then_by:
        place = nw.col(step.order_by).rank(step.ties, descending=step.is_descending)
        within = place.over(*step.by) if step.by else place
        present = ~nw.col(step.order_by).is_null()
        return data.with_column(column, nw.when(present).then(within.cast(nw.Float64)))
    frame, group = _ordered(step, data.frame)
    frame = frame.with_columns(nw.col(_PLACE).rank(step.ties).over(*group).cast(nw.Float64).alias(_NEAR))
    made = replace(data, frame=frame).with_column(column, nw.when(~nw.col(_UNPLACED)).then(nw.col(_NEAR)))
    return replace(made, frame=made.frame.select(*_kept_columns(data, made)))
