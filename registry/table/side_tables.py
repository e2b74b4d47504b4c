"""Tables that stand beside each other, with an empty column between them."""

from collections.abc import Sequence

from registry.table.row_types import cell_at, filled_cells, is_value
from registry.text.dialect import Record

Span = tuple[int, int]
"""The first column of a table and the one after its last."""
FEWEST_COLUMNS = 2
FEWEST_ROWS = 3
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
    spans = [span for span in spans if len(_places(records, span)) >= FEWEST_ROWS]
    if len(spans) < 2 or not _are_apart(records, spans):
        return ()
    return tuple(spans)


def _notes_at_left(records: Sequence[Record]) -> tuple[Span, ...]:
    """The columns of notes that an instrument writes beside its first samples, and those of the samples."""
    if len(records) < 2 * FEWEST_ROWS or is_value(cell_at(records[0].fields, 0)):
        return ()
    if not filled_cells(records[-1].fields):
        return ()
    width = max(place + 1 for place, cell in enumerate(records[-1].fields) if cell.strip())
    length = next(
        (place for place, record in enumerate(records) if not cell_at(record.fields, 0).strip()), len(records)
    )
    if not FEWEST_ROWS <= length <= len(records) // 2:
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
