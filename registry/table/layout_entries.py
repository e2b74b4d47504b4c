"""What the receipt says of separators, and of lines around the table."""

from collections.abc import Iterator, Sequence

from registry.dataset import FIXED_WIDTH
from registry.receipt import ReceiptEntry
from registry.sentences import first_lines, quoted, sentence
from registry.table.header_place import is_drawn
from registry.table.layout import Layout
from registry.text.dialect import DELIMITER_NAMES, SEPARATOR_LINE, Dialect, Record
from registry.values.word_lists import is_total


def dialect_entries(dialect: Dialect) -> Iterator[ReceiptEntry]:
    """What was assumed of separators and quotes."""
    if dialect.delimiter == FIXED_WIDTH:
        yield ReceiptEntry("assumed", sentence("layout.fixed_width"))
        return
    if dialect.delimiter != "," and not dialect.is_single:
        name = DELIMITER_NAMES.get(dialect.delimiter)
        delimiter = sentence(f"delimiter.{name}") if name else quoted([dialect.delimiter])
        yield ReceiptEntry("assumed", sentence("layout.separated", delimiter=delimiter))
    if dialect.quote == "'":
        yield ReceiptEntry("assumed", sentence("layout.single_quotes"))
    if not dialect.quote:
        yield ReceiptEntry("assumed", sentence("layout.no_quotes"))
    if dialect.escape:
        yield ReceiptEntry("assumed", sentence("layout.backslash"))


def stray_entries(lines: Sequence[int]) -> Iterator[ReceiptEntry]:
    """A word for quotes that open a cell and never close it."""
    if lines:
        told = sentence("layout.open_quotes", count=len(lines))
        yield ReceiptEntry("warning", told, None, len(lines), first_lines(lines))


def layout_entries(layout: Layout, delimiter: str) -> Iterator[ReceiptEntry]:
    """What was taken as names, and which lines were not taken as rows."""
    yield from _header_entries(layout)
    yield from _skip(layout.junk, "above", delimiter)
    if layout.units:
        line = layout.units.line
        yield ReceiptEntry("skipped", sentence("layout.units"), None, 1, (line,), ("kept_lines", (line,)))
    if layout.meanings:
        yield ReceiptEntry("skipped", sentence("layout.meanings"), None, 1, (layout.meanings.line,))
    yield from _skip(layout.repeated, "page_heads", delimiter)
    drawn = [record for record in layout.aside if is_drawn(record)]
    yield from _skip([record for record in layout.aside if record not in drawn], "for_machines", delimiter)
    others = [table for table in layout.offered if table.key != layout.chosen]
    totals = any(is_total(cell) for record in layout.below for cell in record.fields)
    yield from _skip(layout.below, "below_with_totals" if totals else "below", delimiter)
    for table in others:
        told = sentence("layout.another_table", title=table.title)
        yield ReceiptEntry("unsure", told, None, table.rows or 0, choice=("table", table.key))


def _header_entries(layout: Layout) -> Iterator[ReceiptEntry]:
    if layout.header is None:
        yield ReceiptEntry("assumed", sentence("layout.no_header"))
    elif layout.header_lines > 1 and layout.meanings is None:
        told = sentence("layout.header_lines", count=layout.header_lines)
        line = layout.header.line
        yield ReceiptEntry("assumed", told, None, layout.header_lines, (line,), ("header_lines", 1))


def _skip(records: Sequence[Record], where: str, delimiter: str) -> Iterator[ReceiptEntry]:
    lines = [record for record in records if any(cell.strip() for cell in record.fields)]
    if lines:
        shown = quoted((_show(record, delimiter) for record in lines), 3)
        told = sentence(f"lines.{where}", count=len(lines), shown=shown)
        yield ReceiptEntry("skipped", told, None, len(lines), first_lines(record.line for record in lines))


def _show(record: Record, delimiter: str) -> str:
    sign = " " if delimiter == FIXED_WIDTH else delimiter
    text = sign.join(record.fields).strip(sign + " ")
    return "sep=" if SEPARATOR_LINE.match(text) else text
