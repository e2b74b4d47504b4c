"""Rows that do not fit the columns: closing lines and headings between the rows are set aside, others are doubtful."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from registry.table.row_types import MOST_PLACES, RowTypes, cell_at, filled_cells, is_value, row_types
from registry.values.cells import Cells, Mask
from registry.values.word_lists import is_balance, is_total

MOST_LOOKED_AT = 5_000
"""Rows of a file that are all looked at; of a longer one the first and the last some."""
EDGE = 30
SAMPLE = 60
SPARSE = 0.5
SHIFTED = 0.5


@dataclass(frozen=True)
class Misfits:
    """`aside` are lines that are no data, of which `labelled` say so themselves; `doubtful` are rows whose cells stand
    in the wrong columns."""

    aside: Mask
    labelled: Mask
    doubtful: Mask


def misfit_rows(columns: Sequence[Cells], kept: frozenset[int]) -> Misfits:
    """The rows that do not fit; those on the lines `kept` fit because the person says so."""
    rows = len(columns[0].codes)
    nothing = np.zeros(rows, dtype=bool)
    if len(columns) < 3 or rows < 4:
        return Misfits(nothing, nothing, nothing)
    sample = [fields for _, fields in _rows(columns, range(0, rows, max(1, rows // SAMPLE)))]
    types = row_types([fields for fields in sample if not _is_labelled(fields)])
    places = range(rows) if rows <= MOST_LOOKED_AT else [*range(EDGE), *range(rows - EDGE, rows)]
    wrong = dict(_rows(columns, _speaking_against(types, columns, places)))
    wrong |= {place: fields for place, fields in _rows(columns, (0, rows - 1)) if _is_balance(fields, types)}
    wrong = {place: fields for place, fields in wrong.items() if int(columns[0].lines[place]) not in kept}
    if len(wrong) > max(3, rows * 0.3):
        return Misfits(nothing, nothing, nothing)
    aside, labelled, doubtful = nothing.copy(), nothing.copy(), nothing.copy()
    for place, fields in wrong.items():
        if _is_line(fields, types, at_edge=_is_edge(place, wrong, rows)):
            aside[place] = True
            labelled[place] = _is_labelled(fields)
        elif types.against(fields) >= max(1, len(types.values) * SHIFTED) or place in (0, rows - 1):
            doubtful[place] = True
    return Misfits(aside, labelled, doubtful)


def _speaking_against(types: RowTypes, columns: Sequence[Cells], places: Sequence[int]) -> list[int]:
    """Those of the places whose rows are none of these types. Types of values are known by the first columns alone."""
    own = columns[:MOST_PLACES] if types.values else columns
    sure = {place for place, cells in enumerate(own) if cells.plain_kind is not None and cells.is_full}
    if not types.may_speak_against(sure):
        return []
    return [place for place, fields in _rows(own, places) if types.speaks_against(fields)]


def _is_balance(fields: Sequence[str], types: RowTypes) -> bool:
    """Whether a row is called a balance or a sum carried over, and leaves empty the first cell that every row fills."""
    filled = [cell.strip() for cell in fields if cell.strip()]
    return any(map(is_balance, filled[:2])) and not any(cell_at(fields, place).strip() for place in types.always[:1])


def _rows(columns: Sequence[Cells], places: Sequence[int]) -> Iterator[tuple[int, list[str]]]:
    """The cells of several rows with their places."""
    chosen = np.array(places, dtype=np.int64)
    return zip(places, map(list, zip(*(cells.texts_at(chosen) for cells in columns), strict=True)), strict=True)


def row_fields(columns: Sequence[Cells], place: int) -> list[str]:
    """The cells of one row; "" where there is none."""
    return [cells.values[code] if (code := cells.codes[place]) >= 0 else "" for cells in columns]


def _is_edge(place: int, wrong: dict[int, list[str]], rows: int) -> bool:
    """Whether nothing but misfits stands between the row and the end, or the beginning, of the table."""
    return all(each in wrong for each in range(place, rows)) or all(each in wrong for each in range(place + 1))


def _is_line(fields: Sequence[str], types: RowTypes, at_edge: bool) -> bool:
    """Whether the cells say something of the table or of a group of its rows, instead of being a row."""
    filled = [cell.strip() for cell in fields if cell.strip()]
    if not filled:
        return False
    named = any(is_value(cell_at(fields, place)) for place in types.values[:1])
    if len(filled) == 1:
        return not is_value(filled[0]) and (at_edge or types.against(fields) > 0 or bool(types.values))
    apart = sum(1 for place in types.seldom if cell_at(fields, place).strip())
    if at_edge and apart > 1 and apart >= len(filled) - 1:
        return True  # it fills what no row fills: a line about all of them
    if _is_labelled(fields) or (at_edge and _is_prose(fields, types)):
        return True
    sparse = filled_cells(fields) <= types.filled * SPARSE
    expected = [place for place in types.values if place in types.always]
    empty = bool(expected) and not any(is_value(cell_at(fields, place)) for place in expected)
    return at_edge and sparse and not named and (types.against(fields) > 0 or empty)


def _is_prose(fields: Sequence[str], types: RowTypes) -> bool:
    """Whether a sentence was cut at its commas: words stand in all columns of values, each after a blank."""
    held = [cell for cell in fields if cell.strip()]
    after_blanks = len(held) > 1 and all(cell[:1] == " " for cell in held[1:])
    return after_blanks and not any(map(is_value, held)) and types.against(fields) > 0


def _is_labelled(fields: Sequence[str]) -> bool:
    """Whether the row says itself what it is: a single text, a total, a balance."""
    filled = [cell.strip() for cell in fields if cell.strip()]
    return len(filled) == 1 or any(is_total(cell) or is_balance(cell) for cell in filled[:2])
