"""Where the tables of a file stand: runs of lines between blank ones, and which of them go on with the one before."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise

from registry.table.row_types import RowTypes, cell_at, filled_cells, is_value, row_types
from registry.text.dialect import Record

FEWEST_ROWS = 2
KEYS = 3
"""Rows that begin alike below the same names are another measurement of the same things, not another page."""
DEEPEST = 20
"""Lines of a block among which the one with its names is sought."""
PAIRS = 0.3
"""What a list of names and values ("Account: 123") counts for beside a table of the same size."""


@dataclass(frozen=True)
class Region:
    """Records `start` to `end` (exclusive) are a table with whatever stands between it and the one before; its own
    first line is at `top`. `size` weighs its cells by how many stand side by side."""

    start: int
    top: int
    end: int
    size: float
    rows: int
    types: RowTypes
    names: tuple[str, ...]  # () when its first line holds values already, or when it is a list of several pairs
    keys: tuple[str, ...] = ()  # the first cells of its first rows
    first: tuple[str, ...] = ()  # the same from its names on
    is_pairs: bool = False


def find_regions(records: Sequence[Record]) -> list[Region]:
    """The tables among the records, in order; lines that belong to none are in none."""
    regions: list[Region] = []
    blocks = _blocks(records)
    heads = page_heads(records, blocks)
    for place, (start, end) in enumerate(blocks):
        if place in heads:
            continue
        rows = [record.fields for record in records[start:end]]
        if regions and _goes_on(regions[-1], rows):
            last = regions[-1]
            grown = last.size + sum(map(filled_cells, rows)) * last.types.filled
            regions[-1] = replace(last, end=end, size=grown, rows=last.rows + len(rows))
            continue
        region = _region(regions[-1].end if regions else 0, start, end, rows)
        if region is not None:
            regions.append(region)
    return regions


def _blocks(records: Sequence[Record]) -> list[tuple[int, int]]:
    """Runs of records that hold something, as (start, end)."""
    blocks: list[tuple[int, int]] = []
    for filled, run in groupby(range(len(records)), key=lambda place: filled_cells(records[place].fields) > 0):
        places = list(run)
        if filled:
            blocks.append((places[0], places[-1] + 1))
    return blocks


def _goes_on(region: Region, rows: Sequence[Sequence[str]]) -> bool:
    """Whether the rows of a block are rows of the table before it: they fit its types, or repeat its names."""
    several = [row for row in rows if filled_cells(row) > 1]
    if not several:
        return False
    names = tuple(cell.strip() for cell in several[0])
    if region.names and names == region.names:
        keys = _first_cells(several[1:])
        return len(keys) < KEYS or len(set(keys)) < KEYS or keys != region.keys
    if filled_cells(rows[0]) == 1 and _first_cells(several) == region.first:
        return False
    fitting = sum(region.types.fit(row) for row in several)
    return fitting * 2 >= len(several) and not (_is_headed(several) and not region.types.fit(several[0]))


def _is_headed(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first row names the columns of the others: they hold values in most columns where it holds words."""
    types = row_types(rows[1:])
    return len(rows) > 1 and bool(types.values) and types.against(rows[0]) * 2 > len(types.values)


def _region(start: int, top: int, end: int, rows: Sequence[Sequence[str]]) -> Region | None:
    """The block as a table; None for lines of notes."""
    first = next((place for place, row in enumerate(rows) if filled_cells(row) > 1), len(rows))
    several = [row for row in rows[first:] if filled_cells(row) > 1]
    if len(several) < FEWEST_ROWS:
        return None
    header = next((place for place in range(min(len(several) - 1, DEEPEST)) if _is_headed(several[place:])), None)
    body = several[(0 if header is None else header + 1) :]
    types = row_types(body)
    labelled = all(row[0].strip().endswith((":", "：")) for row in several)
    pairs = types.filled <= 2 and (len(body) == 1 or labelled or (header is None and not types.values))
    size = sum(map(filled_cells, several)) * types.filled * (PAIRS if pairs else 1.0)
    names = () if header is None else tuple(cell.strip() for cell in several[header])
    if header is None and not pairs and not any(is_value(cell_at(several[0], place)) for place in types.values):
        names = tuple(cell.strip() for cell in several[0])
    return Region(start, top, end, size, len(body), types, names, _first_cells(body), _first_cells(several), pairs)


def _first_cells(rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
    return tuple(row[0].strip() for row in rows[:KEYS])


# ----------------------------------------------------------------
# What a printed list repeats on each page: the lines above its names, with other numbers of pages and times.


DIGITS = re.compile(r"\d+")
LONGEST_HEAD = 6
"""Lines of a page above the names."""
Block = tuple[int, int]


def mask_numbers(record: Record) -> str:
    """The text of a record, with each number as 0."""
    return DIGITS.sub("0", " ".join(" ".join(record.fields).split()))


def page_heads(records: Sequence[Record], blocks: Sequence[Block]) -> frozenset[int]:
    """The places of the blocks that stand again, with other numbers, above the same line of names: heads of pages."""
    seen: dict[tuple[str, ...], list[int]] = {}
    for place, ((start, end), (follower, _)) in enumerate(pairwise(blocks)):
        if end - start <= LONGEST_HEAD:
            text = (*map(mask_numbers, records[start:end]), "\n".join(records[follower].fields))
            seen.setdefault(text, []).append(place)
    return frozenset(place for places in seen.values() if len(places) > 1 for place in places)


def repeated_heads(body: Sequence[Record], above: Sequence[Record]) -> list[Record]:
    """The records among the rows that repeat a line above the names: the heads of further pages."""
    heads = {mask_numbers(record) for record in above if filled_cells(record.fields)}
    heads = {text for text in heads if any(sign.isalpha() for sign in text)}
    return [record for record in body if mask_numbers(record) in heads] if heads else []


# ----------------------------------------------------------------
# Lines of names and values above a table of the same width, which has no names of its own.


FEWEST_LINES = 3
MOST_ROWS = 300
HALF = 0.5
PAIR = 2
NEARLY_ALL = 0.75
"""Of the lines above hold no value where the rows have theirs."""


def rows_start(records: Sequence[Record], place: int, data: int) -> int | None:
    """The index of the first row, where the line at `place` names no columns: with those below it (that go on beyond
    `data`, the first row below its names) it describes the table, and the last of them names no column of values.
    None when the line may well be the one of names."""
    rows = records[place : place + MOST_ROWS]
    types = row_types([record.fields for record in rows[len(rows) // 2 :]])
    if not types.values:
        return None
    last = next((index for index in range(int(len(rows) * HALF) - 1, 0, -1) if _says_otherwise(rows[index], types)), 0)
    above = [record for record in rows[: last + 1] if filled_cells(record.fields)]
    if place + last < data or len(above) < FEWEST_LINES:
        return None
    wrong = sum(_says_otherwise(record, types) for record in above)
    if any(len(types.always) > PAIR and _is_full(record, types) for record in above):
        return None
    if wrong < len(above) * NEARLY_ALL or _names(rows[last], types):
        return None
    return place + last + 1


def _is_full(record: Record, types: RowTypes) -> bool:
    """Whether a line holds a word in each column that the rows fill."""
    cells = [cell_at(record.fields, place) for place in types.always]
    return all(cell.strip() and not is_value(cell) for cell in cells)


def _says_otherwise(record: Record, types: RowTypes) -> bool:
    """Whether no column of values holds one, and one holds something else or the line is a single word."""
    if any(is_value(cell_at(record.fields, place)) for place in types.values):
        return False
    return filled_cells(record.fields) == 1 or types.against(record.fields) > 0


def _names(record: Record, types: RowTypes) -> bool:
    """Whether a line could name the columns: a word stands above each column of values."""
    return all(cell_at(record.fields, place).strip() for place in types.values)


# ----------------------------------------------------------------
# Tables that stand beside each other, with an empty column between them.


Span = tuple[int, int]
"""The first column of a table and the one after its last."""
FEWEST_COLUMNS = 2
FEWEST_ROWS_BESIDE = 3
"""Of a table with its names."""
FEWEST_APART = 2
"""Rows by which one of the tables has to be longer: columns that begin and end together are one table with a gap."""


def side_by_side(records: Sequence[Record]) -> tuple[Span, ...]:
    """The columns of each table, in order; () when the records are one table.

    Between two tables a column is empty in every record, and they are of different length or repeat a name.
    """
    notes = _notes_at_left(records)
    if notes:
        return notes
    spans = [span for span in _spans(records) if span[1] - span[0] >= FEWEST_COLUMNS]
    spans = [span for span in spans if len(_places(records, span)) >= FEWEST_ROWS_BESIDE]
    if len(spans) < 2 or not _are_apart(records, spans):
        return ()
    return tuple(spans)


def _notes_at_left(records: Sequence[Record]) -> tuple[Span, ...]:
    """The columns of notes that an instrument writes beside its first samples, and those of the samples."""
    if len(records) < 2 * FEWEST_ROWS_BESIDE or is_value(cell_at(records[0].fields, 0)):
        return ()
    if not filled_cells(records[-1].fields):
        return ()
    width = max(place + 1 for place, cell in enumerate(records[-1].fields) if cell.strip())
    length = next(
        (place for place, record in enumerate(records) if not cell_at(record.fields, 0).strip()), len(records)
    )
    if not FEWEST_ROWS_BESIDE <= length <= len(records) // 2:
        return ()
    start = next((place for place in range(width) if cell_at(records[-1].fields, place).strip()), 0)
    below = any(filled_cells(record.fields[:start]) for record in records[length:])
    samples = [cell_at(record.fields, start) for record in records]
    if start < FEWEST_COLUMNS or width - start < FEWEST_COLUMNS or below or not all(map(is_value, samples)):
        return ()
    return ((0, start), (start, width))


def sliced(record: Record, span: Span | None) -> Record:
    """The record with the cells of one table only."""
    return record if span is None else Record(record.line, record.fields[span[0] : span[1]])


def _spans(records: Sequence[Record]) -> list[Span]:
    """Runs of columns that hold something in any record."""
    width = max((len(record.fields) for record in records), default=0)
    used = [False] * (width + 1)
    for record in records:
        for place, cell in enumerate(record.fields):
            used[place] = used[place] or bool(cell.strip())
    edges = [place for place in range(width + 1) if used[place] != (used[place - 1] if place else False)]
    return list(zip(edges[::2], edges[1::2], strict=True))


def _places(records: Sequence[Record], span: Span) -> list[int]:
    """The records in which the columns hold two cells or more."""
    return [
        place
        for place, record in enumerate(records)
        if filled_cells(record.fields[span[0] : span[1]]) >= FEWEST_COLUMNS
    ]


def _are_apart(records: Sequence[Record], spans: Sequence[Span]) -> bool:
    rows = [_places(records, span) for span in spans]
    lengths = [places[-1] - places[0] for places in rows]
    if max(lengths) - min(lengths) >= FEWEST_APART:
        return all(_is_unbroken(places) for places in rows)
    named = [
        {name for place in range(*span) if (name := cell_at(records[places[0]].fields, place).strip())}
        for span, places in zip(spans, rows, strict=True)
    ]
    return any(one & other for index, one in enumerate(named) for other in named[index + 1 :])


def _is_unbroken(places: Sequence[int]) -> bool:
    """Whether the rows of a table follow one another: cells here and there are remarks beside rows."""
    return places[-1] - places[0] + 1 <= len(places) + FEWEST_APART - 1
