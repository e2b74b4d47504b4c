"""Where the tables of a file stand: runs of lines between blank ones, and which of them go on with the one before."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from registry.table.page_heads import page_heads
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
    names: tuple[str, ...]  # () when its first line holds values already, or when it is a list of pairs
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
    pairs = header is None and types.filled <= 2 and not types.values
    size = sum(map(filled_cells, several)) * types.filled * (PAIRS if pairs else 1.0)
    names = () if header is None else tuple(cell.strip() for cell in several[header])
    if header is None and not pairs and not any(is_value(cell_at(several[0], place)) for place in types.values):
        names = tuple(cell.strip() for cell in several[0])
    return Region(start, top, end, size, len(body), types, names, _first_cells(body), _first_cells(several), pairs)


def _first_cells(rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
    return tuple(row[0].strip() for row in rows[:KEYS])
