"""Rows that are no data: blank ones, repeated headers, totals, notes below the table. Each is skipped with a receipt."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from registry.cells import Cells, Lines, Mask
from registry.number_text import plain_number
from registry.receipt import ReceiptEntry
from registry.sentences import counted, first_lines, quoted, were
from registry.table_reader import TextTable
from registry.word_lists import NOTE_START, folded, is_missing, is_total

MOSTLY_FILLED = 0.9
SUM_TOLERANCE = 0.005


def without_extra_rows(table: TextTable) -> TextTable:
    """The table with its data rows only; entries and notes say what went."""
    entries = list(table.entries)
    notes = list(table.notes)
    columns = table.columns
    blank = _filled_cells(columns) == 0
    if blank.any():
        count = int(blank.sum())
        entries.append(_skipped(columns, blank, f"{counted(count, 'blank row')} {were(count)} skipped"))
        columns = _kept(columns, ~blank)
    header = _repeated_header(table.names, columns)
    if header.any():
        count = int(header.sum())
        entries.append(
            _skipped(columns, header, f"{counted(count, 'repetition')} of the column names {were(count)} skipped")
        )
        columns = _kept(columns, ~header)
    footer = _footer(columns)
    if footer.any():
        texts = [_text(columns, row) for row in np.flatnonzero(footer)]
        notes.extend(texts)
        sentence = f"{counted(len(texts), 'line')} of notes {were(len(texts))} skipped: {quoted(texts, 3)}"
        entries.append(_skipped(columns, footer, sentence))
        columns = _kept(columns, ~footer)
    totals = _totals(columns)
    if totals.any():
        labels = [_text(columns, row) for row in np.flatnonzero(totals)]
        sentence = f"{counted(len(labels), 'row')} of totals {were(len(labels))} skipped: {quoted(labels, 3)}"
        entries.append(_skipped(columns, totals, sentence))
        columns = _kept(columns, ~totals)
    return replace(table, columns=columns, entries=tuple(entries), notes=tuple(notes))


def _kept(columns: Sequence[Cells], rows: Mask) -> tuple[Cells, ...]:
    return tuple(cells.kept(rows) for cells in columns)


def _skipped(columns: Sequence[Cells], rows: Mask, sentence: str) -> ReceiptEntry:
    lines: Lines = columns[0].lines[rows]
    return ReceiptEntry("skipped", f"{sentence}.", None, int(rows.sum()), first_lines(lines))


def _filled_cells(columns: Sequence[Cells]) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    """For each row, how many cells hold something other than blanks."""
    return np.sum([cells.where(lambda value: bool(value.strip())) for cells in columns], axis=0, dtype=np.int64)


def _text(columns: Sequence[Cells], row: int) -> str:
    return " ".join(filter(None, (cells.values[cells.codes[row]].strip() for cells in columns)))


def _repeated_header(names: Sequence[str], columns: Sequence[Cells]) -> Mask:
    if len(columns) < 2 and len(columns[0].codes) < 2:
        return np.zeros(len(columns[0].codes), dtype=bool)
    same = np.ones(len(columns[0].codes), dtype=bool)
    for name, cells in zip(names, columns, strict=True):
        same &= cells.where(lambda value, name=name: value.strip() == name)  # type: ignore[misc]
    return same


def _footer(columns: Sequence[Cells]) -> Mask:
    """Rows at the very end that hold one cell, the first, where rows otherwise hold several."""
    rows = len(columns[0].codes)
    footer = np.zeros(rows, dtype=bool)
    if len(columns) < 2:
        return footer
    filled = _filled_cells(columns)
    usual = float(np.median(filled)) if rows else 0.0
    first = columns[0]
    for row in range(rows - 1, max(-1, rows - 31), -1):
        text = first.values[first.codes[row]].strip()
        note = bool(NOTE_START.match(folded(text)))
        if filled[row] != 1 or not text or usual < 2 or (usual < 3 and not note) or is_total(text):
            break
        footer[row] = True
    return footer


def _totals(columns: Sequence[Cells]) -> Mask:
    """Rows labelled as totals in which a column that is filled elsewhere is empty, or whose numbers are the sums."""
    rows = len(columns[0].codes)
    totals = np.zeros(rows, dtype=bool)
    if len(columns) < 2 or rows < 2:
        return totals
    labelled = np.zeros(rows, dtype=bool)
    for cells in columns[:4]:
        labelled |= cells.where(is_total)
    if not labelled.any() or labelled.sum() > rows * 0.2:
        return totals
    values = [cells.where(lambda value: not is_missing(value)) for cells in columns]
    usual = [column[~labelled].mean() >= MOSTLY_FILLED for column in values]
    for row in np.flatnonzero(labelled):
        gaps = any(always and not column[row] for always, column in zip(usual, values, strict=True))
        totals[row] = gaps or _is_sum(columns, int(row), labelled)
    return totals


def _is_sum(columns: Sequence[Cells], row: int, labelled: Mask) -> bool:
    """Whether a number of the row is the sum of its column."""
    for cells in columns:
        own = plain_number(cells.values[cells.codes[row]])
        if own is None or own == 0:
            continue
        numbers = [plain_number(value) for value in cells.values]
        known = np.array([0.0 if number is None else number for number in numbers])
        total = float(known[cells.codes[~labelled]].sum())
        if abs(total - own) <= abs(own) * SUM_TOLERANCE:
            return True
    return False
