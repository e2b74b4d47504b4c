"""What a column of text is, over all of its rows: the rules of reading see every cell that is odd and enough of the
others; what they find is done to all rows in SQL, and only where it gives the same."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]

from registry.by_path.casts import AS_TEXT, IS_ASCII, NOTHING, TRIMMED, Cast, casts_for
from registry.by_path.engine import Session, text
from registry.columns.date_rules import day_first_evidence
from registry.columns.missing_rules import ALONE, INVISIBLE, CleanColumn, blanks_entries, clean_cells
from registry.columns.typing_rules import FileContext, TypedColumn, type_column
from registry.dataset import ReadingChoices
from registry.errors import UnreadableFileError
from registry.receipt import ReceiptEntry
from registry.sentences import quoted, sentence
from registry.values.arrow_texts import ArrowTexts
from registry.values.cells import MISSING, Cells
from registry.values.word_lists import MISSING_TOKENS, NUMBER_COLUMN_TOKENS

FEW = 200_000
"""Different cells of a column up to which the rules see all of them."""
SAMPLED = 50_000
"""Cells, spread over the rows, that stand for all of a column with more."""
MOST_ODD = 50_000
"""Different cells that one way of reading leaves over and that are looked at one by one."""
MOST_ROWS = 30_000_000
"""Rows whose numbers in memory the rules work with; common cells stand for fewer rows than they have beyond."""
ENOUGH = 20
"""Times as many cells that fit than odd ones decide as all of them would: the rules ask for 95 of 100 at most."""
FITTING = 0.5
SQL_TYPES = {"i": "BIGINT", "u": "UBIGINT", "f": "DOUBLE", "b": "BOOLEAN", "M": "TIMESTAMP"}
TOKENS = sorted(MISSING_TOKENS | NUMBER_COLUMN_TOKENS)
STAGE, LINE = "stage", "__line"
"""The source with its cells as text, and its column of the line on which each row stands in a text file."""


@dataclass(frozen=True)
class PlacedColumn:
    """A column of the source as it will be asked: its type, SQL for most cells, and what the other cells hold."""

    name: str
    cell: str  # what it is called in the stage
    typed: TypedColumn  # over the cells that were looked at
    sql_type: str
    cast: Cast
    exceptions: pa.Table | None
    entries: tuple[ReceiptEntry, ...]
    day_first: bool | None = None  # what its dates prove; None where they prove nothing


@dataclass(frozen=True)
class Seen:
    """Different cells in the order of their first rows, and in how many rows each stands; "" for empty ones."""

    values: list[str]
    rows: list[int]

    def with_more(self, other: "Seen") -> "Seen":
        known = set(self.values)
        more = [at for at, value in enumerate(other.values) if value not in known]
        values = [*self.values, *(other.values[at] for at in more)]
        return Seen(values, [*self.rows, *(other.rows[at] for at in more)])


def place_text_column(
    session: Session, name: str, unit: str | None, cell: str, rows: int, context: FileContext
) -> PlacedColumn:
    """What the cells of a column of the stage are, all rows told. UnreadableFileError when no way of reading in SQL
    gives what the rules do."""
    different, empty = session.execute(
        f"SELECT approx_count_distinct({cell}), count(*) - count({cell}) FROM {STAGE}"
    ).fetchall()[0]
    nothing = Seen([""], [empty]) if empty else Seen([], [])
    if different <= FEW:
        return _settled(session, name, unit, cell, grouped(session, cell, "true").with_more(nothing), context, None)
    counts = _is_counter(session, cell)
    sample = grouped(session, cell, f"__row < {SAMPLED}" if counts else _spread(rows))
    context = replace(context, choices=_as_spelt(context.choices, name))
    return _sampled(session, name, unit, cell, sample.with_more(nothing), 0 if counts else rows, context)


def _spread(rows: int) -> str:
    """The condition for rows that stand for all."""
    return f"__row % {max(1, rows // SAMPLED)} = 0"


def _is_counter(session: Session, cell: str) -> bool:
    """Whether a column counts its rows, from 0 or 1 on."""
    number = f"TRY_CAST({cell} AS BIGINT)"
    counts = f"SELECT min({number} - __row), max({number} - __row), count({number}) = count(*) FROM {STAGE}"
    least, most, whole = session.execute(counts).fetchall()[0]
    return bool(whole) and least == most and least in (0, 1)


def _as_spelt(choices: ReadingChoices, name: str) -> ReadingChoices:
    """The choices with which spellings of a column stay as they are: not all of its cells are seen."""
    return replace(choices, spellings=(*(one for one in choices.spellings if one[0] != name), (name, False)))


def grouped(session: Session, cell: str, where: str, limit: int | None = None) -> Seen:
    """The different cells of the rows that fulfil a condition, `limit` at most."""
    bound = "" if limit is None else f"LIMIT {limit}"
    found = session.execute(
        f"SELECT {cell}, count(*), min(__row) AS place FROM {STAGE} WHERE {cell} IS NOT NULL AND ({where}) "
        f"GROUP BY 1 ORDER BY place {bound}"
    ).fetchall()
    return Seen([row[0] for row in found], [row[1] for row in found])


def _sampled(
    session: Session, name: str, unit: str | None, cell: str, sample: Seen, rows: int, context: FileContext
) -> PlacedColumn:
    """A column with too many different cells to look at each: those that the way of reading leaves over are."""
    seen, previous = sample, None
    for _ in range(4):
        first = _settled(session, name, unit, cell, seen, context, previous)
        odd = grouped(session, cell, _left_over(first, cell), MOST_ODD + 1)
        if len(odd.values) > MOST_ODD:
            seen, previous = _forced(seen, odd), first.cast
            continue
        everything = _whole(seen.with_more(odd), odd, rows)
        settled = _settled(session, name, unit, cell, everything, context, None)
        if settled.cast == first.cast:
            return _told_uncompared(settled, rows)
        seen = seen.with_more(odd)
    raise _mixed(name, seen.values)


def _forced(seen: Seen, odd: Seen) -> Seen:
    return seen.with_more(Seen(odd.values[:SAMPLED], odd.rows[:SAMPLED]))


def _whole(seen: Seen, odd: Seen, rows: int) -> Seen:
    """The cells with as many rows as there are, or enough: those that fit count for all that were not looked at."""
    rest = min(rows - sum(seen.rows), SAMPLED + ENOUGH * sum(odd.rows))
    strange = {*odd.values, ""}
    fitting = [at for at, value in enumerate(seen.values) if value not in strange]
    if rest <= 0 or not fitting:
        return seen
    each, more = divmod(rest, len(fitting))
    counts = list(seen.rows)
    for place, at in enumerate(fitting):
        counts[at] += each + (place < more)
    return Seen(seen.values, counts)


def _left_over(placed: PlacedColumn, cell: str) -> str:
    """The condition for cells that have to be looked at one by one."""
    if placed.cast != AS_TEXT:
        return f"{placed.cast.of(cell)} IS NULL"
    plain = Cast(TRIMMED).of(cell)
    hidden = " OR ".join(f"contains({cell}, {text(sign)})" for sign in INVISIBLE)
    return (
        f"lower({plain}) IN ({', '.join(map(text, TOKENS))}) OR regexp_full_match({plain}, '[-–—_]{{2,}}') "
        f"OR starts_with({plain}, '=\"') OR (NOT ({Cast(IS_ASCII).of(cell)}) AND ({hidden}))"
    )


def _told_uncompared(placed: PlacedColumn, rows: int) -> PlacedColumn:
    """A word where spellings of a column of words were not compared, as there are too many."""
    if placed.typed.kind != "text":
        return placed
    told = sentence("disk.uncompared", column=placed.name, count=FEW)
    return replace(placed, entries=(*placed.entries, ReceiptEntry("assumed", told, placed.name, rows)))


# ----------------------------------------------------------------
# The rules of reading over the cells seen, and the SQL that gives the same.


def _settled(
    session: Session, name: str, unit: str | None, cell: str, seen: Seen, context: FileContext, tried: Cast | None
) -> PlacedColumn:
    """The column as the rules read these cells. `tried`: a way of reading that leaves too much over."""
    cells, starts = cells_seen(seen)
    cleaned = clean_cells(name, cells, (), context.choices, context.beside.get(name, ALONE))
    typed = type_column(name, unit, cleaned.cells, context)
    sql_type = _sql_type(typed)
    wanted = _wanted(typed, starts)
    arrow = pa.table({"raw": pa.array(seen.values, pa.string()), "val": wanted})
    session.register("seen", arrow)
    for cast in casts_for(sql_type):
        if cast == tried:
            continue
        given = session.sql(f"SELECT {cast.of('raw')}::{sql_type} FROM seen").to_arrow_table().column(0)
        differs = _differing(given, arrow.column("val"))
        wrong = differs & ~np.asarray(given.is_null())
        if cast in (NOTHING, AS_TEXT) or (not wrong.any() and _covers(differs)):
            break
    session.unregister("seen")
    odd = arrow.filter(pa.array(differs)) if differs.any() else None
    proven = day_first_evidence(cleaned.cells) if typed.kind in ("date", "datetime") else None
    return PlacedColumn(name, cell, typed, sql_type, cast, odd, _entries(name, cleaned, typed), proven)


def cells_seen(seen: Seen) -> tuple[Cells, "np.ndarray[Any, np.dtype[np.int64]]"]:
    """The cells as the rules take them, with the first row of each."""
    rows = np.array(seen.rows, dtype=np.int64)
    total = int(rows.sum())
    if total > MOST_ROWS:
        rows = np.maximum(1, rows * MOST_ROWS // total)
    codes = np.repeat(np.arange(len(rows), dtype=np.int32), rows)
    starts = np.concatenate([[0], np.cumsum(rows)[:-1]]) if len(rows) else rows
    nowhere = np.broadcast_to(np.int64(0), len(codes))
    return Cells(ArrowTexts(pa.array(seen.values, pa.string())), codes, nowhere), starts


def _sql_type(typed: TypedColumn) -> str:
    dtype = typed.data.dtype
    if typed.kind == "empty":
        return "DOUBLE"
    if isinstance(dtype, pd.StringDtype):
        return "VARCHAR"
    return SQL_TYPES[dtype.kind]


def _wanted(typed: TypedColumn, starts: "np.ndarray[Any, np.dtype[np.int64]]") -> pa.Array:
    """What each of the different cells is, as the rules have it."""
    values = typed.data.iloc[starts]
    return pa.Array.from_pandas(values)


def _differing(given: pa.ChunkedArray, wanted: pa.ChunkedArray) -> "np.ndarray[Any, np.dtype[np.bool_]]":
    """Where two columns are not the same; two gaps are."""
    same = pc.fill_null(pc.equal(given, wanted.cast(given.type)), False)
    gaps = pc.and_(pc.is_null(given), pc.is_null(wanted))
    return ~np.asarray(pc.or_(same, gaps).to_numpy())


def _covers(differs: "np.ndarray[Any, np.dtype[np.bool_]]") -> bool:
    return bool(len(differs)) and 1 - differs.mean() >= FITTING


def _entries(name: str, cleaned: CleanColumn, typed: TypedColumn) -> tuple[ReceiptEntry, ...]:
    """What the receipt says; in which lines is not known."""
    told = (*blanks_entries([(name, cleaned)]), *cleaned.entries, *typed.entries)
    return tuple(replace(entry, lines=()) for entry in told)


def _mixed(name: str, values: Sequence[str]) -> UnreadableFileError:
    return UnreadableFileError(
        sentence("disk.mixed", column=name, shown=quoted(values, 3)), sentence("do.write_one_way")
    )


# ----------------------------------------------------------------
# Columns whose cells are no text in the file.


def place_native_column(
    session: Session, name: str, unit: str | None, cell: str, rows: int, context: FileContext
) -> PlacedColumn:
    """What a column of numbers, moments or truth values is. UnreadableFileError where SQL does not give what the rules
    do."""
    counts_rows = _counts_natively(session, cell)
    where = f"__row < {SAMPLED}" if counts_rows else _spread(rows)
    ends = f"SELECT {cell} AS v, __row FROM {STAGE} WHERE {where}"
    if not counts_rows:
        both = ", ".join(f"(SELECT {end}({cell}) FROM {STAGE})" for end in ("min", "max"))
        ends += f" UNION ALL SELECT unnest([{both}]), -1"
    found = session.sql(
        f"SELECT v, count(*) AS n, min(__row) AS place FROM ({ends}) WHERE v IS NOT NULL GROUP BY 1 ORDER BY place"
    ).to_arrow_table()
    empty = session.execute(f"SELECT count(*) - count({cell}) FROM {STAGE}").fetchall()[0][0]
    values = found.column("v").combine_chunks()
    native = values.to_numpy(zero_copy_only=False)
    native = native.astype("datetime64[us]") if native.dtype.kind == "M" else native
    counts = found.column("n").to_numpy()
    codes = np.repeat(np.arange(len(native), dtype=np.int32), counts)
    starts = np.concatenate([[0], np.cumsum(counts)[:-1]]).astype(np.int64) if len(native) else np.array([], np.int64)
    codes = np.append(codes, np.full(1 if empty else 0, MISSING, dtype=np.int32))
    cells = Cells(ArrowTexts(values), codes, np.broadcast_to(np.int64(0), len(codes)), native)
    typed = type_column(name, unit, clean_cells(name, cells, (), context.choices).cells, context)
    sql_type = _sql_type(typed)
    wanted = pa.chunked_array([_wanted(typed, starts)])
    arrow = pa.table({"raw": values})
    session.register("seen", arrow)
    for cast in (Cast(f"CAST({{c}} AS {sql_type})"), *_written(sql_type)):
        given = session.sql(f"SELECT {cast.of('raw')}::{sql_type} FROM seen").to_arrow_table().column(0)
        if not _differing(given, wanted).any():
            break
    else:
        raise _mixed(name, ArrowTexts(values)[:3])
    session.unregister("seen")
    entries = tuple(replace(entry, lines=()) for entry in typed.entries)
    return PlacedColumn(name, cell, typed, sql_type, cast, None, entries)


def _counts_natively(session: Session, cell: str) -> bool:
    kind = session.execute(f"SELECT typeof({cell}) FROM {STAGE} LIMIT 1").fetchall()[0][0]
    return kind == "BIGINT" and _is_counter(session, cell)


def _written(sql_type: str) -> Iterator[Cast]:
    """The ways to read numbers that count moments."""
    if sql_type == "TIMESTAMP":
        for cast in casts_for(sql_type):
            yield Cast(cast.of("({c})::VARCHAR"))
