"""Rows that are no data: blank ones, repeated headers, notes, totals. Each is skipped with a receipt."""

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from registry.cells import Cells, Mask
from registry.layout import DATE_LIKE, NUMBER_LIKE
from registry.ragged_rows import short_rows
from registry.receipt import ReceiptEntry
from registry.sentences import counted, first_lines, quoted, were
from registry.table_reader import TextTable
from registry.total_rows import total_rows
from registry.word_lists import NOTE_START, folded, is_total

MANY_NOTES = 0.3
FEW_NOTES = 3
RULER = re.compile(r":?-{3,}:?|={3,}|_{3,}|\+?[-+=]{3,}")


def without_extra_rows(table: TextTable) -> TextTable:
    """The table with its data rows only; entries and notes say what went."""
    entries = list(table.entries)
    columns = table.columns
    blank = _filled_cells(columns) == 0
    if blank.any():
        entries.append(_skipped(columns, blank, f"{_were(blank, 'blank row')} skipped"))
        columns = _kept(columns, ~blank)
    ruler = _rulers(columns)
    if ruler.any():
        entries.append(_skipped(columns, ruler, f"{_were(ruler, 'drawn line')} skipped"))
        columns = _kept(columns, ~ruler)
    header = _repeated_header(table.names, columns)
    if header.any():
        entries.append(_skipped(columns, header, f"{_were(header, 'repeated header line')} skipped"))
        columns = _kept(columns, ~header)
    notes = _notes(columns, table.lone_lines)
    texts = _texts(columns, notes)
    if texts:
        entries.append(
            _skipped(columns, notes, f"{_were(notes, 'line of notes', 'lines of notes')} skipped: {quoted(texts, 3)}")
        )
        columns = _kept(columns, ~notes)
    broken = sorted(table.lone_lines & set(columns[0].lines.tolist()))
    if broken:
        entries.append(short_rows(broken, len(columns)))
    totals = total_rows(columns)
    if totals.any():
        shown = quoted(_texts(columns, totals), 3)
        entries.append(
            _skipped(columns, totals, f"{_were(totals, 'row of totals', 'rows of totals')} skipped: {shown}")
        )
        columns = _kept(columns, ~totals)
    return replace(table, columns=columns, entries=tuple(entries), notes=(*table.notes, *texts))


def _were(rows: Mask, thing: str, things: str = "") -> str:
    """ "1 blank row was", "3 lines of notes were"."""
    count = int(rows.sum())
    return f"{counted(count, thing, things)} {were(count)}"


def _kept(columns: Sequence[Cells], rows: Mask) -> tuple[Cells, ...]:
    return tuple(cells.kept(rows) for cells in columns)


def _skipped(columns: Sequence[Cells], rows: Mask, sentence: str) -> ReceiptEntry:
    return ReceiptEntry("skipped", f"{sentence}.", None, int(rows.sum()), first_lines(columns[0].lines[rows]))


def _filled_cells(columns: Sequence[Cells]) -> npt.NDArray[np.int64]:
    """For each row, how many cells hold something other than blanks."""
    filled = np.zeros(len(columns[0].codes), dtype=np.int64)
    for cells in columns:
        filled += cells.filled_rows()
    return filled


def _texts(columns: Sequence[Cells], rows: Mask) -> list[str]:
    return [
        " ".join(filter(None, (cells.values[cells.codes[row]].strip() for cells in columns)))
        for row in np.flatnonzero(rows).tolist()
    ]


def _repeated_header(names: Sequence[str], columns: Sequence[Cells]) -> Mask:
    same = np.ones(len(columns[0].codes), dtype=bool)
    if len(columns) == 1:
        return ~same  # a value of a one-column table may well be the name of the column
    for name, cells in zip(names, columns, strict=True):
        equal = [index for index, value in enumerate(cells.values) if value.strip() == name]
        same &= cells.rows_of(equal)
    return same


def _rulers(columns: Sequence[Cells]) -> Mask:
    """Rows of nothing but dashes or equal signs, as text tables draw them."""
    drawn = np.ones(len(columns[0].codes), dtype=bool)
    for cells in columns:
        drawn &= cells.where(lambda value: RULER.fullmatch(value.strip()) is not None) | ~cells.filled_rows()
    return drawn


def _notes(columns: Sequence[Cells], lone: frozenset[int]) -> Mask:
    """Rows that hold one cell, the first, and it is no value of that column; and rows that start with "#"."""
    first = columns[0]
    notes = np.zeros(len(first.codes), dtype=bool)
    if len(columns) < 2:
        return notes
    hashed = first.where(lambda value: value[:1] in "# " and value.lstrip().startswith("#"))
    if 0 < hashed.sum() < len(hashed) * MANY_NOTES:
        notes |= hashed
    single = (_filled_cells(columns) == 1) & first.filled_rows()
    if not single.any() or single.sum() > max(FEW_NOTES, len(single) * MANY_NOTES):
        return notes
    others = first.kept(~single)
    usual = [
        value.strip() for value, count in zip(others.values, others.counts(), strict=True) if count and value.strip()
    ]
    for row in np.flatnonzero(single & ~notes).tolist():
        text = first.values[first.codes[row]].strip()
        notes[row] = _is_note(text, usual[:2000], int(first.lines[row]) in lone and len(columns) > 2)
    return notes | _after_notes(columns, notes)


def _after_notes(columns: Sequence[Cells], notes: Mask) -> Mask:
    """The rows below the first note from which on no row is whole any more: the notes go on there."""
    filled = _filled_cells(columns)
    whole = filled[~notes]
    started = np.logical_or.accumulate(notes)
    usual = float(np.median(whole)) if len(whole) else 0.0
    last_whole = np.flatnonzero((filled >= usual) & ~notes)
    below = np.arange(len(notes)) > (int(last_whole[-1]) if len(last_whole) else -1)
    ended: Mask = started & below
    return ended


def _is_note(text: str, usual: Sequence[str], lone: bool) -> bool:
    """Whether the only cell of a row is a remark rather than a value such as the others of its column."""
    if text in usual or is_total(text):
        return False
    if NOTE_START.match(folded(text)):
        return True
    plain = sum(1 for value in usual if NUMBER_LIKE.match(value) or DATE_LIKE.match(value)) > len(usual) * 0.8
    if plain and not NUMBER_LIKE.match(text) and not DATE_LIKE.match(text):
        return lone or " " in text
    longest = max((len(value) for value in usual), default=0)
    return lone and len(text) > longest and (" " in text or ":" in text or len(text) > 2 * longest)
