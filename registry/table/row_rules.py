"""Rows that are no data: blank ones, repeated headers, notes, totals. Each is skipped with a receipt."""

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import numpy.typing as npt

from registry.dataset import DETECT, ReadingChoices
from registry.receipt import Choice, Judgement, ReceiptEntry
from registry.sentences import SHOWN, first_lines, quoted, sentence
from registry.table.header_place import DATE_LIKE, NUMBER_LIKE
from registry.table.misfit_rows import SAMPLE, misfit_rows, row_fields
from registry.table.ragged_rows import short_rows
from registry.table.row_types import filled_cells, is_value, row_types
from registry.table.table_reader import TextTable
from registry.table.total_rows import total_rows
from registry.values.cells import Cells, Mask
from registry.values.word_lists import NOTE_START, TOTAL_LIKE, WHOLES, folded, is_total

MANY_NOTES = 0.3
FEW_NOTES = 3
FEWEST_NAMES = 3
MOST_NAMES = 0.6
"""So many names at least, and such a share of all, does a row repeat that has other texts beside."""
SPARSE = 0.5
MADE_NAME = re.compile(r"^column_\d+$|(?<=.)_\d+$")
"""What the reader adds to a name that is empty or repeated."""
FOOTNOTE = re.compile(r"^\s*(\*{1,3}|[†‡])\s+\w")
RULED = r"^\s*[-:=_+]"
RULER = re.compile(r":?-{3,}:?|={3,}|_{3,}|\+?[-+=]{3,}")


@dataclass(frozen=True)
class RowRule:
    """Rows that are no data: what they are called, how they are found, and whether the receipt shows their words."""

    thing: str  # the phrase of `rows` that says so
    find: Callable[[TextTable, Sequence[Cells]], Mask]
    are_shown: bool = False


def without_extra_rows(table: TextTable, choices: ReadingChoices = DETECT) -> TextTable:
    """The table with its data rows only; entries and notes say what went."""
    entries: list[ReceiptEntry] = []
    texts: list[str] = []
    columns = table.columns
    for rule in RULES:
        if rule is TOTALS and choices.totals == "in":
            continue
        found = rule.find(table, columns)
        if rule is not BLANK:
            found = found & ~_choose(columns, choices)
        if found.any():
            shown = _texts(columns, found) if rule.are_shown else []
            texts += shown if rule is not TOTALS else []
            entries.append(_skip(columns, found, rule, shown))
            columns = _keep(columns, ~found)
    broken = sorted(table.lone_lines & set(columns[0].lines.tolist()))
    if broken:
        entries.append(short_rows(broken, len(columns)))
    columns, told, words = _without_misfits(columns, choices)
    entries.extend(told)
    texts += words
    entries.extend(_wholes(columns, choices))
    return replace(table, columns=columns, entries=(*table.entries, *entries), notes=(*table.notes, *texts))


def _without_misfits(
    columns: Sequence[Cells], choices: ReadingChoices
) -> tuple[tuple[Cells, ...], list[ReceiptEntry], list[str]]:
    """The columns without lines that are no rows, what the receipt says, and the words of these lines.

    Rows whose cells seem to stand in the wrong columns, for a separator too many or too few, stay and are told.
    """
    misfits = misfit_rows(columns, frozenset(choices.kept_lines))
    entries: list[ReceiptEntry] = []
    shown = _texts(columns, misfits.aside)
    unlabelled = misfits.aside & ~misfits.labelled
    if misfits.labelled.any():
        entries.append(_skip(columns, misfits.labelled, LINES, _texts(columns, misfits.labelled)))
    if unlabelled.any():
        entries.append(replace(_skip(columns, unlabelled, LINES, _texts(columns, unlabelled)), action="unsure"))
    lines = columns[0].lines[misfits.doubtful]
    if len(lines):
        told = sentence("rows.misfits", count=len(lines))
        choice = ("skip_lines", tuple(lines.tolist()))
        entries.append(ReceiptEntry("unsure", told, None, len(lines), first_lines(lines), choice))
    return (_keep(columns, ~misfits.aside) if shown else tuple(columns)), entries, shown


def _wholes(columns: Sequence[Cells], choices: ReadingChoices) -> list[ReceiptEntry]:
    """A word for rows called World, All or Total, which no sum proves to be totals."""
    rows = columns[0].where(lambda value: folded(value) in WHOLES or is_total(value), TOTAL_LIKE) & ~_choose(
        columns, choices
    )
    if not 0 < rows.sum() <= FEW_NOTES or len(columns) < 2 or choices.totals == "in":
        return []
    shown, lines = quoted(_texts(columns[:1], rows)), first_lines(columns[0].lines[rows])
    told = sentence("rows.wholes", shown=shown)
    return [ReceiptEntry("unsure", told, None, len(lines), lines, ("skip_lines", lines))]


def _choose(columns: Sequence[Cells], choices: ReadingChoices) -> Mask:
    """The rows that are data because the person says so."""
    chosen: Mask = np.isin(columns[0].lines, choices.kept_lines)
    return chosen


def _keep(columns: Sequence[Cells], rows: Mask) -> tuple[Cells, ...]:
    return tuple(cells.kept(rows) for cells in columns)


def _skip(columns: Sequence[Cells], rows: Mask, rule: RowRule, shown: Sequence[str]) -> ReceiptEntry:
    """ "3 lines of notes were skipped: “a”, “b”, “c”." """
    count = int(rows.sum())
    what = sentence(f"rows.{rule.thing}", count=count)
    told = (
        sentence("rows.skipped_shown", what=what, count=count, shown=quoted(shown, 3))
        if shown
        else sentence("rows.skipped", what=what, count=count)
    )
    lines = tuple(columns[0].lines[rows].tolist())
    choice: Choice = ("totals", "in") if rule is TOTALS else ("kept_lines", lines)
    judged = Judgement("rows_aside", tuple(shown[:SHOWN])) if rule.are_shown else None
    return ReceiptEntry("skipped", told, None, count, first_lines(lines), None if rule is BLANK else choice, judged)


def blank_entry(lines: Sequence[int]) -> ReceiptEntry:
    """What the receipt says of blank rows."""
    count = len(lines)
    told = sentence("rows.skipped", what=sentence(f"rows.{BLANK.thing}", count=count), count=count)
    return ReceiptEntry("skipped", told, None, count, first_lines(lines))


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
    """Rows that name the columns again: all of them, or most, where other cells hold the title of another group."""
    rows = len(columns[0].codes)
    if len(columns) == 1:
        return np.zeros(rows, dtype=bool)  # a value of a one-column table may well be the name of the column
    named = np.zeros(rows, dtype=np.int64)
    same = np.ones(rows, dtype=bool)
    most = max(FEWEST_NAMES, len(columns) * MOST_NAMES)
    for place, (name, cells) in enumerate(zip(names, columns, strict=True)):
        given = MADE_NAME.sub("", name)
        repeats = cells.where(partial(_is_one_of, (name, given)), _exactly(name, given))
        same &= repeats
        named += repeats & cells.filled_rows()
        if not same.any() and named.max(initial=0) + len(columns) - place - 1 < most:
            break
    return (same & (named > 0)) | (named >= most)


def _is_one_of(names: Sequence[str], value: str) -> bool:
    return value.strip() in names


def _exactly(*names: str) -> str:
    """What every text has that is one of these names, blanks around it put aside."""
    plain = {unicodedata.normalize("NFKC", name) for name in names}
    return f"^\\s*(?:{'|'.join(map(re.escape, sorted(plain)))})\\s*$"


def _rulers(columns: Sequence[Cells]) -> Mask:
    """Rows of nothing but dashes or equal signs, as text tables draw them."""
    drawn = np.ones(len(columns[0].codes), dtype=bool)
    for cells in columns:
        drawn &= cells.where(lambda value: RULER.fullmatch(value.strip()) is not None, RULED) | ~cells.filled_rows()
        if not drawn.any():
            break
    return drawn


def _notes(columns: Sequence[Cells], lone: frozenset[int]) -> Mask:
    """Rows that hold one cell, the first, and it is no value of that column; and rows that start with "#"."""
    first = columns[0]
    notes = np.zeros(len(first.codes), dtype=bool)
    if len(columns) < 2:
        return notes
    hashed = first.where(lambda value: value[:1] in "# " and value.lstrip().startswith("#"), "^[# ]")
    if 0 < hashed.sum() < len(hashed) * MANY_NOTES:
        notes |= _not_rows(columns, hashed)  # "#12" and "#tag" may name rows
    notes |= _footnotes(columns)
    single = (_filled_cells(columns) == 1) & first.filled_rows()
    if not single.any() or single.sum() > max(FEW_NOTES, len(single) * MANY_NOTES):
        return notes
    others = first.kept(~single)
    usual = [
        value.strip() for value, count in zip(others.values, others.counts(), strict=True) if count and value.strip()
    ]
    for row in np.flatnonzero(single & ~notes).tolist():
        text = first.values[first.codes[row]].strip()
        is_apart = len(columns) > 2 or row == len(notes) - 1
        notes[row] = _is_note(text, usual[:2000], int(first.lines[row]) in lone and is_apart)
    return notes | _after_notes(columns, notes)


def _footnotes(columns: Sequence[Cells]) -> Mask:
    """Rows at the end that explain a mark, "* estimated": separators of their text may have cut them into cells."""
    marked = columns[0].where(lambda value: FOOTNOTE.match(value) is not None, FOOTNOTE.pattern)
    ending: Mask = np.logical_and.accumulate(marked[::-1])[::-1]
    for place in np.flatnonzero(ending).tolist():
        ending[place] = not any(map(is_value, row_fields(columns, place)))
    before = len(ending) - 1 - int(ending.sum())
    return ending if before >= 0 and any(map(is_value, row_fields(columns, before))) else np.zeros_like(ending)


def _not_rows(columns: Sequence[Cells], doubted: Mask) -> Mask:
    """Those of the doubted rows that are no rows of the table: half empty, or words where the others have values."""
    sure = np.flatnonzero(~doubted)
    types = row_types([row_fields(columns, place) for place in sure[:: max(1, len(sure) // SAMPLE)].tolist()])
    found = np.zeros(len(doubted), dtype=bool)
    for place in np.flatnonzero(doubted).tolist():
        fields = row_fields(columns, place)
        found[place] = filled_cells(fields) <= types.filled * SPARSE or types.against(fields) > 0
    return found


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


BLANK = RowRule("blank", lambda _, columns: _filled_cells(columns) == 0)
LINES = RowRule(
    "lines",
    lambda _, columns: misfit_rows(columns, frozenset()).aside,
    are_shown=True,
)
TOTALS = RowRule("totals", lambda _, columns: total_rows(columns), are_shown=True)
RULES = (
    BLANK,
    RowRule("drawn", lambda _, columns: _rulers(columns)),
    RowRule("headers", lambda table, own: _repeated_header(table.names, own)),
    RowRule("notes", lambda table, own: _notes(own, table.lone_lines), are_shown=True),
    TOTALS,
)
"""In the order in which rows are looked at."""
