"""Column names over several lines: groups joined with the names below them, question texts and types set aside."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from registry.table.header_place import DATE_LIKE, is_drawn
from registry.table.row_types import RowTypes, cell_at, filled_cells, is_value, row_types
from registry.text.dialect import Record
from registry.values.units import is_unit
from registry.values.word_lists import is_missing

MOST_EXTRA = 3
"""Lines below the names that may still belong to the header."""
MACHINE_CELL = re.compile(r'\s*\{\s*"ImportId"')
"""What survey tools write below the questions for themselves."""
YEAR = re.compile(r"(19|20)\d\d")
SAMPLE = 60
FEWEST_CODES = 3
FEWEST_HALVES = 3


@dataclass(frozen=True)
class HeaderRows:
    """`names` are joined from `lines` header records, the first at `first`; `meanings` are the texts of columns, where
    a line of the header holds longer ones; `aside` are lines for machines. `data` is the index of the first row."""

    first: int
    lines: int
    names: Record
    meanings: Record | None
    aside: tuple[Record, ...]
    data: int


def header_rows(records: Sequence[Record], place: int) -> HeaderRows:
    """The header whose line of names stands at `place`, with the lines directly above and below that belong to it."""
    below = _extra_below(records, place)
    rows = [records[place], *below]
    aside = tuple(row for row in rows[1:] if any(map(MACHINE_CELL.match, row.fields)) or is_drawn(row))
    rows = [row for row in rows if row not in aside]
    first = place
    if place and _is_group(records[place - 1], rows[0]):
        rows = [records[place - 1], *rows]
        first = place - 1
    elif place and aside and _is_stacked(records[place - 1], rows[0]):
        rows = [_stack(records[place - 1], rows[0]), *rows[1:]]
        first = place - 1
    names, meanings = rows[0], None
    for row in rows[1:]:
        if _is_group(names, row) or _complements(names, row):
            names = _join(names, row)
        else:
            meanings = meanings or row
    lines = len(rows) + (first < place and rows[0].line == records[first].line and rows[0] is not records[first])
    return HeaderRows(first, lines, names, meanings, aside, place + 1 + len(below))


def _is_stacked(above: Record, names: Record) -> bool:
    """Whether the line above holds the upper halves of names: words, some of them where the names have gaps."""
    pairs = [(cell_at(above.fields, place).strip(), cell.strip()) for place, cell in enumerate(names.fields)]
    upper = [one for one, _ in pairs if one]
    return len(upper) > 1 and not any(map(is_value, upper)) and any(one and not two for one, two in pairs)


def _stack(above: Record, names: Record) -> Record:
    """Each name below its upper half, "UNIT COST"."""
    width = max(len(above.fields), len(names.fields))
    halves = [(cell_at(above.fields, place).strip(), cell_at(names.fields, place).strip()) for place in range(width)]
    return Record(above.line, [" ".join(filter(None, pair)) for pair in halves])


def _extra_below(records: Sequence[Record], place: int) -> list[Record]:
    """The lines below the names that hold no data: words where values stand from there on."""
    depth = 0
    for extra in range(1, MOST_EXTRA + 1):
        rows = records[place + 1 : place + 1 + extra]
        data = [record.fields for record in records[place + 1 + extra : place + 1 + extra + SAMPLE]]
        types = row_types(data)
        if len(rows) == extra and all(
            _is_extra(row, types) or (_names_codes(row, data) and not _misses_all_values(row, types)) for row in rows
        ):
            depth = extra
    return list(records[place + 1 : place + 1 + depth])


def _is_extra(row: Record, types: RowTypes) -> bool:
    if any(map(MACHINE_CELL.match, row.fields)) or is_drawn(row):
        return True
    if any(is_value(cell) and not YEAR.fullmatch(cell.strip()) for cell in row.fields):
        return False
    return filled_cells(row.fields) > 1 and types.speaks_against(row.fields)


def _misses_all_values(row: Record, types: RowTypes) -> bool:
    """Whether every value that a row could hold is written as missing, "–": a description would say something, and
    a line of units has no words."""
    cells = [cell for place in types.values if (cell := cell_at(row.fields, place)).strip()]
    missing = sum(map(is_missing, cells))
    words = [cell for place, cell in enumerate(row.fields) if cell.strip() and place not in types.values]
    named = any(not is_unit(cell) and not is_missing(cell) for cell in words)
    return named and missing > 0 and missing >= len(cells) - 1


def _names_codes(row: Record, data: Sequence[Sequence[str]]) -> bool:
    """Whether a line holds words without digits where all rows hold codes or numbers, in each such column."""
    if not all(cell.strip() for cell in row.fields):
        return False
    coded = 0
    for place, cell in enumerate(row.fields):
        if _are_codes([cell_at(fields, place) for fields in data]):
            if any(map(str.isdigit, cell)):
                return False  # most rows of data end here, whatever their width
            coded += 1
    return coded > 1


def _are_codes(cells: Sequence[str]) -> bool:
    filled = [cell for cell in cells if cell.strip()]
    return len(filled) >= FEWEST_CODES and all(any(sign.isdigit() for sign in cell) for cell in filled)


def _is_group(above: Record, names: Record) -> bool:
    """Whether a line holds headings for several columns each: it has gaps where the names below have words."""
    width = len(names.fields)
    cells = [cell_at(above.fields, place).strip() for place in range(width)]
    if len(above.fields) > width + 1 or len(above.fields) < width - 1 or not any(cells[1:]):
        return False
    if any(is_value(cell) and not YEAR.fullmatch(cell) for cell in cells if cell) and not _are_days(cells):
        return False
    gaps = sum(not cell and bool(name.strip()) for cell, name in zip(cells, names.fields, strict=True))
    spanned = [cell for cell, times in Counter(filter(None, cells)).items() if times > 1]
    repeated = len({name.strip() for name in names.fields if name.strip()}) < sum(
        1 for name in names.fields if name.strip()
    )
    labels = sum(1 for cell in cells if cell)
    if spanned and len(spanned) == len(set(filter(None, cells))) and not repeated:
        return all(name.strip() for cell, name in zip(cells, names.fields, strict=True) if cell)
    return (gaps > 0 and labels > 1) or (gaps > 0 and repeated) or (bool(spanned) and repeated)


def _are_days(cells: Sequence[str]) -> bool:
    """Whether a line holds nothing but days, several of them: those of which the columns below are, "31.12.2022"."""
    filled = [cell for cell in cells if cell]
    return len(filled) > 1 and all(map(DATE_LIKE.match, filled))


def _complements(names: Record, below: Record) -> bool:
    """Whether the line below fills gaps of the names, or has gaps itself: both together name the columns."""
    pairs = [(cell_at(names.fields, place).strip(), cell.strip()) for place, cell in enumerate(below.fields)]
    return any(not above and cell for above, cell in pairs)


def _stand_alone(groups: Record) -> bool:
    """Whether headings are upper halves of single names: several side by side, without a gap that one could span."""
    places = [place for place, cell in enumerate(groups.fields) if cell.strip()]
    behind = len(groups.fields) - 1 - places[-1] if places else 0
    return len(places) >= FEWEST_HALVES and len(places) == places[-1] - places[0] + 1 and behind < len(places)


def _join(groups: Record, names: Record) -> Record:
    """Each name below the heading that stands above it or the last one to its left, "2023 Sales"."""
    counts = Counter(name.strip() for name in names.fields)
    several = any(times > 1 for name, times in counts.items() if name)
    carried = not _stand_alone(groups)
    joined: list[str] = []
    heading = ""
    for place in range(max(len(names.fields), len(groups.fields))):
        name, above = cell_at(names.fields, place).strip(), cell_at(groups.fields, place).strip()
        heading = above or (heading if carried else "")
        covered = above or (heading if name and not (several and counts[name] == 1) else "")
        joined.append(" ".join(dict.fromkeys(part for part in (covered, name) if part)))
    return Record(groups.line, joined)
