"""Where the table stands in a file: junk lines, the header, a row of units, and how wide the rows are."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from registry.dialect import SEPARATOR_LINE, Record
from registry.errors import UnreadableFileError
from registry.units import is_unit, unit_in_brackets
from registry.word_lists import is_missing

NUMBER_LIKE = re.compile(r"^[\s$€£¥(+−-]*\d[\d.,' \u00a0\u202f]*([eE][+-]?\d+)?\s*[%)€$£¥円]?\s*$")
DATE_LIKE = re.compile(r"^\s*\d{1,4}[-/.年]\s?\d{1,2}[-/.月]\s?\d{1,4}日?([ T].*)?$")


@dataclass(frozen=True)
class Layout:
    """`junk` are the records above the header; `first_data` is the index of the first record of data."""

    header: Record | None  # None: the file has no header line
    width: int
    junk: tuple[Record, ...]
    units: Record | None
    first_data: int


def detect_layout(head: Sequence[Record], file_name: str) -> Layout:
    """The layout by the first records of a file.

    Raises UnreadableFileError when there is no row below the header.
    """
    filled = [record for record in head if any(cell.strip() for cell in record.fields)]
    width = _usual_width(filled)
    place = next((index for index, record in enumerate(head) if _may_be_header(head, index, width)), 0)
    header = head[place]
    if _is_data(header, head[place + 1 :]):
        return Layout(None, width, tuple(head[:place]), None, place)
    below = next((i for i in range(place + 1, len(head)) if any(c.strip() for c in head[i].fields)), None)
    if below is None:
        raise UnreadableFileError(
            f"{file_name} has column names but no rows.", "Upload a file with at least one row below the header line."
        )
    units = head[below] if _is_unit_row(head[below], head[below + 1 :]) else None
    first_data = below + 1 if units else place + 1
    return Layout(header, width, tuple(head[:place]), units, first_data)


def _usual_width(filled: Sequence[Record]) -> int:
    """The most frequent number of fields; on few records, the widest that occurs twice counts more."""
    widths = Counter(len(record.fields) for record in filled)
    width, count = widths.most_common(1)[0]
    wider = [each for each, times in widths.items() if each > 1 and times >= max(1, len(filled) * 0.3)]
    return max(wider) if width == 1 and wider and count < len(filled) * 0.7 else width


def _may_be_header(head: Sequence[Record], index: int, width: int) -> bool:
    record = head[index]
    cells = [cell.strip() for cell in record.fields]
    named = sum(1 for cell in cells if cell)
    if not named or SEPARATOR_LINE.match(",".join(cells)):
        return False
    if width == 1:
        return len(cells) == 1 and not cells[0].startswith("#")
    if abs(len(cells) - width) > 1 or named < max(2, width * 0.5):
        return named >= 2 and len(cells) >= 2 and len(cells) < width and _next_is_wider(head, index, width)
    return not cells[0].startswith("#") or _is_marked_header(cells, head[index + 1 :])


def _next_is_wider(head: Sequence[Record], index: int, width: int) -> bool:
    """A short header directly above the data: names were left out at its end."""
    below = [record for record in head[index + 1 : index + 3] if any(record.fields)]
    return bool(below) and all(_has_values(record) and len(record.fields) == width for record in below) and index == 0


def _has_values(record: Record) -> bool:
    return any(NUMBER_LIKE.match(cell) or DATE_LIKE.match(cell) for cell in record.fields)


def _is_marked_header(cells: Sequence[str], below: Sequence[Record]) -> bool:
    """ "#id,name" is a header when data follow at once; otherwise a comment that happens to hold delimiters."""
    following = next((record for record in below if any(cell.strip() for cell in record.fields)), None)
    if following is None or following.fields[0].strip().startswith("#"):
        return False
    return _has_values(following) and not any(NUMBER_LIKE.match(cell) for cell in cells)


def _is_data(header: Record, below: Sequence[Record]) -> bool:
    """No header: the first line already holds numbers or dates where the lines below hold them."""
    cells = [cell.strip() for cell in header.fields]
    values = [index for index, cell in enumerate(cells) if NUMBER_LIKE.match(cell) or DATE_LIKE.match(cell)]
    if not values or len(set(cells)) < len([cell for cell in cells if cell]) // 2:
        return False
    if all(re.fullmatch(r"(19|20)\d\d", cells[index]) for index in values) and len(values) > 1:
        return False  # years as column names
    rows = [record.fields for record in below if len(record.fields) == len(cells)][:50]
    shares = [_value_share([row[index] for row in rows]) for index in range(len(cells))]
    numeric = [index for index, share in enumerate(shares) if share > 0.8]
    return bool(numeric) and all(index in values or not cells[index] for index in numeric) and len(cells[0]) > 0


def _value_share(cells: Sequence[str]) -> float:
    filled = [cell for cell in cells if not is_missing(cell)]
    return (
        sum(1 for cell in filled if NUMBER_LIKE.match(cell) or DATE_LIKE.match(cell)) / len(filled) if filled else 0.0
    )


def _is_unit_row(record: Record, below: Sequence[Record]) -> bool:
    """Units below the names: every cell is a unit, a dash or empty, and numbers follow where units stand."""
    cells = [cell.strip() for cell in record.fields]
    units = [index for index, cell in enumerate(cells) if cell and (unit_in_brackets(cell) or is_unit(cell))]
    bare = [cell for cell in cells if cell and not is_missing(cell)]
    if not units or len(units) < len(bare) * 0.6 or any(NUMBER_LIKE.match(cell) for cell in bare):
        return False
    rows = [row.fields for row in below if len(row.fields) == len(cells)][:50]
    numeric = [index for index in units if _value_share([row[index] for row in rows]) > 0.8]
    return len(rows) > 0 and len(numeric) >= max(1, len(units) // 2)
