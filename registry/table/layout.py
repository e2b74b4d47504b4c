"""Where the table stands in a file: lines above, the header, a row of units, the rows, lines below, other tables."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from registry.dataset import DETECT, ReadingChoices
from registry.errors import ReadingChoiceError, UnreadableFileError
from registry.offered import OfferedTable
from registry.receipt import ReceiptEntry
from registry.sentences import first_lines, quoted, sentence
from registry.table.header_place import (
    NUMBER_LIKE,
    header_place,
    is_data,
    named_again,
    named_width,
    usual_width,
    value_share,
)
from registry.table.header_rows import header_rows
from registry.table.regions import Region, Span, find_regions, repeated_heads, rows_start, side_by_side, sliced
from registry.table.row_types import filled_cells
from registry.text.dialect import Record
from registry.values.units import is_unit, unit_in_brackets
from registry.values.word_lists import is_missing


@dataclass(frozen=True)
class Layout:
    """`junk` are the records above the header, `below` those below the rows; `first_data` and `end` (None: the end of
    the file) bound the rows. `header` is joined from `header_lines` lines, of which `meanings` holds longer texts and
    `aside` those for machines."""

    header: Record | None  # None: the file has no header line
    width: int
    junk: tuple[Record, ...]
    units: Record | None
    first_data: int
    end: int | None = None
    below: tuple[Record, ...] = ()
    header_lines: int = 1
    meanings: Record | None = None
    aside: tuple[Record, ...] = ()
    offered: tuple[OfferedTable, ...] = ()
    chosen: str | None = None
    span: Span | None = None  # the columns of the table, where another one stands beside it
    repeated: tuple[Record, ...] = ()  # lines above the names that stand again among the rows, page after page

    def rows(self, head: Sequence[Record]) -> list[Record]:
        """The records of the rows among the first ones."""
        left_out = {record.line for record in self.repeated}
        body = head[self.first_data : self.end]
        return [sliced(record, self.span) for record in body if record.line not in left_out]


@dataclass(frozen=True)
class _Place:
    """A table of the file: a region, or some columns of one."""

    region: Region
    key: str
    span: Span | None = None
    share: float = 1.0  # of the region's cells


def detect_layout(
    head: Sequence[Record], file_name: str, choices: ReadingChoices = DETECT, whole: bool = False
) -> Layout:
    """The layout by the first records of a file, or by all (`whole`), and by what the person chose of it.

    Several tables are only told apart in a file that is known as a whole. Raises UnreadableFileError when there is no
    row below the header, ReadingChoiceError when no names or no table stand where they were said to.
    """
    regions = find_regions(head) if whole and choices.header_line is None else []
    if not regions:
        return _within(head, file_name, choices)
    places = [place for region in regions for place in _places(region, head)]
    chosen = _choose(places, choices)
    region = chosen.region
    records = [sliced(record, chosen.span) for record in head[region.start : region.end]]
    inner = _within(records, file_name, choices, region.top - region.start if region.names else 0)
    offered = tuple(_offer(head, each) for each in places if not each.region.is_pairs)
    junk = (*head[: region.start], *inner.junk)
    return replace(
        inner,
        junk=junk,
        first_data=region.start + inner.first_data,
        end=region.end,
        below=tuple(record for record in head[region.end :] if filled_cells(record.fields)),
        offered=offered if len(offered) > 1 else (),
        chosen=chosen.key if len(offered) > 1 else None,
        span=chosen.span,
        repeated=tuple(repeated_heads(head[region.start + inner.first_data : region.end], junk)),
    )


def _places(region: Region, head: Sequence[Record]) -> list[_Place]:
    """The tables of a region: several where they stand side by side."""
    records = head[region.top : region.end]
    spans = side_by_side(records)
    key = f"line {head[region.top].line}"
    if not spans:
        return [_Place(region, key)]
    cells = [sum(filled_cells(record.fields[start:end]) for record in records) for start, end in spans]
    keys = [f"{key}, column {start + 1}" if place else key for place, (start, _) in enumerate(spans)]
    return [
        _Place(region, name, span, count / sum(cells)) for name, span, count in zip(keys, spans, cells, strict=True)
    ]


def _choose(places: Sequence[_Place], choices: ReadingChoices) -> _Place:
    """The table that the person chose, else the largest."""
    if choices.table is None:
        return max(places, key=lambda place: place.region.size * place.share)
    found = next((place for place in places if place.key == choices.table), None)
    if found is None:
        raise ReadingChoiceError(sentence("refused.no_table_at", place=choices.table), sentence("do.choose_table"))
    return found


def _offer(head: Sequence[Record], place: _Place) -> OfferedTable:
    region, span = place.region, place.span
    names = [name for name in (region.names if span is None else region.names[span[0] : span[1]]) if name]
    title = f"{place.key}: {quoted(names, 4).told()}" if names else place.key
    width = region.types.filled if span is None else span[1] - span[0]
    rows = region.rows
    if span is not None:
        filled = [filled_cells(record.fields[span[0] : span[1]]) > 1 for record in head[region.top : region.end]]
        rows = sum(filled) - bool(names)
    return OfferedTable(place.key, title, rows, len(names) or width)


def _within(head: Sequence[Record], file_name: str, choices: ReadingChoices, first: int = 0) -> Layout:
    """The layout of records that are one table, with what stands above it; its names do not stand above `first`."""
    filled = [record for record in head if filled_cells(record.fields)]
    width = named_width(filled, usual_width(filled))
    place = chosen_place(head, choices, first + header_place(head[first:], width))
    if place is None:
        return Layout(None, width, (), None, 0)
    if (again := named_again(head[place].fields, head[place + 1 :])) is not None:
        width = max(width, len(again.fields))
    is_chosen = choices.header_line is not None or choices.header_lines is not None
    if not is_chosen and is_data(head[place], head[place + 1 :]):
        return Layout(None, width, tuple(head[:place]), None, place)
    if choices.header_lines is None:
        found = header_rows(head, place)
        start = None if is_chosen else rows_start(head, place, found.data)
        if start is not None:
            return Layout(None, width, tuple(head[:start]), None, start)
        layout = Layout(
            found.names, width, tuple(head[: found.first]), None, found.data,
            header_lines=found.lines, meanings=found.meanings, aside=found.aside,
        )  # fmt: skip
    else:
        end = head[place].line + choices.header_lines  # a name with a line break takes two lines of the file
        last = max(index for index in range(place, len(head)) if index == place or head[index].line < end)
        header = joined_header(head[place : last + 1]) if last > place else head[place]
        layout = Layout(header, width, tuple(head[:place]), None, last + 1, header_lines=choices.header_lines)
    return _with_units(layout, head, file_name, choices)


def _with_units(layout: Layout, head: Sequence[Record], file_name: str, choices: ReadingChoices) -> Layout:
    """The layout, with the line of units below the names if there is one."""
    if layout.meanings and _is_unit_row(layout.meanings, head[layout.first_data :]):
        return replace(layout, units=layout.meanings, meanings=None, header_lines=layout.header_lines - 1)
    below = next((place for place in range(layout.first_data, len(head)) if filled_cells(head[place].fields)), None)
    if below is None:
        raise UnreadableFileError(sentence("refused.no_rows_below", file=file_name), sentence("do.upload_rows_below"))
    units = head[below] if head[below].line not in choices.kept_lines else None
    if units is None or not _is_unit_row(units, head[below + 1 :]):
        return layout
    return replace(layout, units=units, first_data=below + 1)


def _is_unit_row(record: Record, below: Sequence[Record]) -> bool:
    """Units below the names: every cell is a unit, a dash or empty, and numbers follow where units stand."""
    cells = [cell.strip() for cell in record.fields]
    units = [index for index, cell in enumerate(cells) if cell and (unit_in_brackets(cell) or is_unit(cell))]
    bare = [cell for cell in cells if cell and not is_missing(cell)]
    if not units or len(units) < len(bare) * 0.6 or any(NUMBER_LIKE.match(cell) for cell in bare):
        return False
    rows = [row.fields for row in below if len(row.fields) == len(cells)][:50]
    numeric = [index for index in units if value_share([row[index] for row in rows]) > 0.8]
    return len(rows) > 0 and len(numeric) >= max(1, len(units) // 2)


# ----------------------------------------------------------------
# Where the table stands when a person says so: the line of the names, lines that are left out.


def without_skipped(stream: Iterable[Record], choices: ReadingChoices) -> Iterator[Record]:
    """The records that do not start on a line that the person left out."""
    skipped = frozenset(choices.skip_lines)
    return (record for record in stream if record.line not in skipped) if skipped else iter(stream)


def skipped_entries(choices: ReadingChoices) -> list[ReceiptEntry]:
    """What the receipt says of the lines that the person left out."""
    count = len(choices.skip_lines)
    if not count:
        return []
    told = sentence("lines.chosen", count=count)
    return [ReceiptEntry("skipped", told, None, count, first_lines(sorted(choices.skip_lines)))]


def chosen_place(head: Sequence[Record], choices: ReadingChoices, detected: int) -> int | None:
    """The index of the record with the column names; None when the person says that there are none.

    A line number within a record names that record. ReadingChoiceError when the file has no such line.
    """
    wanted = choices.header_line
    if wanted is None:
        return detected
    if wanted == 0:
        return None
    place = max((index for index, record in enumerate(head) if record.line <= wanted), default=-1)
    if place < 0 or wanted > head[-1].line or not any(cell.strip() for cell in head[place].fields):
        raise ReadingChoiceError(sentence("refused.no_names_in_line", line=wanted), sentence("do.choose_line"))
    return place


def joined_header(records: Sequence[Record]) -> Record:
    """One header of several lines: each name below the group that it stands under, "2023 Sales"."""
    width = max(len(record.fields) for record in records)
    rows = [[*record.fields, *[""] * (width - len(record.fields))] for record in records]
    groups = [_to_the_right(row) for row in rows[:-1]]
    names = [
        " ".join(dict.fromkeys(part.strip() for part in parts if part.strip()))
        for parts in zip(*groups, rows[-1], strict=True)
    ]
    return Record(records[0].line, names)


def _to_the_right(row: Sequence[str]) -> list[str]:
    """A group's name stands in its first cell and holds for the blank ones after it."""
    filled: list[str] = []
    for cell in row:
        filled.append(cell if cell.strip() or not filled else filled[-1])
    return filled
