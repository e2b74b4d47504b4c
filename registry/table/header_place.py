"""Which line of a table names its columns, by its shape and by what stands below it."""

import re
from collections import Counter
from collections.abc import Sequence

from registry.text.dialect import SEPARATOR_LINE, Record
from registry.values.word_lists import is_missing

NUMBER_LIKE = re.compile(r"^[\s$€£¥(+−-]*\d[\d.,' \u00a0\u202f]*([eE][+-]?\d+)?\s*[%)€$£¥円]?\s*$")
DATE_LIKE = re.compile(r"^\s*\d{1,4}[-/.年]\s?\d{1,2}[-/.月]\s?\d{1,4}日?([ T].*)?$")
MOST_KEYS = 12
"""Lines of keys and values that may stand above the names."""
FEWEST_ROWS = 2
RULER = re.compile(r":?-{2,}:?|={3,}|_{3,}|\+?[-+=|]{3,}")


def header_place(records: Sequence[Record], width: int) -> int:
    """The index of the record above the first drawn line, or else of the first that may be the header of rows of this
    width; 0 when none may."""
    drawn = next((index for index in range(1, len(records)) if _is_underlined(records, index, width)), None)
    if drawn is not None:
        return drawn - 1
    place = next((index for index in range(len(records)) if _may_be_header(records, index, width)), 0)
    return _full_names(records, place, width) if len(records[place].fields) < width else place


def _full_names(records: Sequence[Record], place: int, width: int) -> int:
    """The index of the line of names below some shorter lines of keys and values ("Device;K2"), where rows of values
    follow it; else the place itself."""
    following = enumerate(records[place + 1 :], place + 1)
    index = next((at for at, record in following if len(record.fields) >= width), len(records))
    if index > place + MOST_KEYS or index >= len(records) or not _are_names(records[index], width):
        return place
    below = [record for record in records[index + 1 : index + 3] if any(record.fields)]
    rows = [len(record.fields) == width and _has_values(record) for record in below]
    return index if len(rows) == FEWEST_ROWS and all(rows) else place


def _are_names(record: Record, width: int) -> bool:
    """Whether a line has a word of its own for each column."""
    cells = [cell.strip() for cell in record.fields]
    worded = all(cells) and not any(NUMBER_LIKE.match(cell) or DATE_LIKE.match(cell) for cell in cells)
    return len(cells) == width == len(set(cells)) and worded


def usual_width(filled: Sequence[Record]) -> int:
    """The most frequent number of fields; on few records, the widest that occurs twice counts more."""
    widths = Counter(len(record.fields) for record in filled)
    width, count = widths.most_common(1)[0]
    wider = [each for each, times in widths.items() if each > 1 and times >= max(1, len(filled) * 0.3)]
    return max(wider) if width == 1 and wider and count < len(filled) * 0.7 else width


def named_width(filled: Sequence[Record], usual: int) -> int:
    """The number of names, where most rows leave out empty cells at their end: some have a cell for each name, and none
    has more. Else the usual number of cells."""
    for place, record in enumerate(filled[:MOST_KEYS]):
        names = len(record.fields)
        if names > usual > 1 and _are_names(record, names):
            others = [len(each.fields) for each in filled[place + 1 :]]
            return names if others.count(names) >= FEWEST_ROWS and max(others) == names else usual
        if names >= usual:
            break
    return usual


def is_drawn(record: Record) -> bool:
    """Whether a record is a line of dashes or equal signs, as text tables draw it."""
    cells = filter(None, map(str.strip, record.fields))
    first = next(cells, None)
    return first is not None and RULER.fullmatch(first) is not None and all(map(RULER.fullmatch, cells))


def _is_underlined(records: Sequence[Record], index: int, width: int) -> bool:
    """Whether a drawn line follows a line of names: as many cells as the rows have, none of them a number."""
    if not is_drawn(records[index]):
        return False
    above = records[index - 1]
    cells = [cell.strip() for cell in above.fields if cell.strip()]
    wide_enough = len(cells) >= max(2, width * 0.5)
    return wide_enough and not is_drawn(above) and not any(map(NUMBER_LIKE.match, cells))


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


def named_again(names: Sequence[str], below: Sequence[Record]) -> Record | None:
    """A line among the rows that repeats all names and has more of them: from there on rows are wider."""
    given = [name.strip() for name in names]
    for record in below:
        if len(record.fields) <= len(given) or not given or record.fields[0].strip() != given[0]:
            continue
        cells = [cell.strip() for cell in record.fields]
        if cells[: len(given)] == given and all(cells) and len(set(cells)) == len(cells):
            return record
    return None


def is_data(header: Record, below: Sequence[Record]) -> bool:
    """No header: the first line already holds numbers or dates where the lines below hold them."""
    cells = [cell.strip() for cell in header.fields]
    values = [index for index, cell in enumerate(cells) if NUMBER_LIKE.match(cell) or DATE_LIKE.match(cell)]
    if not values or len(set(cells)) < len([cell for cell in cells if cell]) // 2:
        return False
    if all(re.fullmatch(r"(19|20)\d\d", cells[index]) for index in values) and len(values) > 1:
        return False  # years as column names
    rows = [record.fields for record in below if len(record.fields) == len(cells)][:50]
    shares = [value_share([row[index] for row in rows]) for index in range(len(cells))]
    numeric = [index for index, share in enumerate(shares) if share > 0.8]
    return bool(numeric) and all(index in values or not cells[index] for index in numeric) and len(cells[0]) > 0


def value_share(cells: Sequence[str]) -> float:
    filled = [cell for cell in cells if not is_missing(cell)]
    return (
        sum(1 for cell in filled if NUMBER_LIKE.match(cell) or DATE_LIKE.match(cell)) / len(filled) if filled else 0.0
    )
