"""What the receipt says of separators, and of lines around the table."""

from collections.abc import Iterator, Sequence

from registry.dataset import FIXED_WIDTH
from registry.receipt import ReceiptEntry
from registry.sentences import counted, first_lines, quoted, were
from registry.table.header_place import is_drawn
from registry.table.layout import Layout
from registry.text.dialect import DELIMITER_NAMES, SEPARATOR_LINE, Dialect, Record
from registry.values.word_lists import is_total


def dialect_entries(dialect: Dialect) -> Iterator[ReceiptEntry]:
    """What was assumed of separators and quotes."""
    if dialect.delimiter == FIXED_WIDTH:
        yield ReceiptEntry("assumed", "Columns stand at fixed places in the lines (fixed width).")
        return
    if dialect.delimiter != "," and not dialect.is_single:
        name = DELIMITER_NAMES.get(dialect.delimiter, f"“{dialect.delimiter}”")
        yield ReceiptEntry("assumed", f"Columns are separated by a {name}.")
    if dialect.quote == "'":
        yield ReceiptEntry("assumed", "Cells are quoted with single quotes.")
    if not dialect.quote:
        yield ReceiptEntry("assumed", "Quotes do not wrap cells here; they were taken as they stand.")
    if dialect.escape:
        yield ReceiptEntry("assumed", "A backslash before a quote makes it part of the cell.")


def stray_entries(lines: Sequence[int]) -> Iterator[ReceiptEntry]:
    """A word for quotes that open a cell and never close it."""
    if lines:
        sentence = f"{counted(len(lines), 'quote')} {were(len(lines))} opened and never closed; taken as it stands."
        yield ReceiptEntry("warning", sentence, None, len(lines), first_lines(lines))


def layout_entries(layout: Layout, delimiter: str) -> Iterator[ReceiptEntry]:
    """What was taken as names, and which lines were not taken as rows."""
    yield from _header_entries(layout)
    yield from _skip(layout.junk, "above the column names", delimiter)
    if layout.units:
        sentence = "The line below the column names holds units; it is no row of data."
        line = layout.units.line
        yield ReceiptEntry("skipped", sentence, None, 1, (line,), ("kept_lines", (line,)))
    if layout.meanings:
        sentence = "A second line of names or question texts was set aside as descriptions of the columns."
        yield ReceiptEntry("skipped", sentence, None, 1, (layout.meanings.line,))
    yield from _skip(layout.repeated, "that every page repeats above its rows", delimiter)
    drawn = [record for record in layout.aside if is_drawn(record)]
    yield from _skip(
        [record for record in layout.aside if record not in drawn], "for machines below the column names", delimiter
    )
    others = [table for table in layout.offered if table.key != layout.chosen]
    totals = any(is_total(cell) for record in layout.below for cell in record.fields)
    yield from _skip(layout.below, "below the table" + (", with totals," if totals else ""), delimiter)
    for table in others:
        sentence = f"The file holds several tables; another one begins at {table.title}. Choose it to read it instead."
        yield ReceiptEntry("unsure", sentence, None, table.rows or 0, choice=("table", table.key))


def _header_entries(layout: Layout) -> Iterator[ReceiptEntry]:
    if layout.header is None:
        yield ReceiptEntry(
            "assumed",
            "There is no header row: the first line already holds values, so the columns were given names by position.",
        )
    elif layout.header_lines > 1 and layout.meanings is None:
        sentence = f"The column names stand in {layout.header_lines} lines (a second header row); they were joined."
        line = layout.header.line
        yield ReceiptEntry("assumed", sentence, None, layout.header_lines, (line,), ("header_lines", 1))


def _skip(records: Sequence[Record], where: str, delimiter: str) -> Iterator[ReceiptEntry]:
    lines = [record for record in records if any(cell.strip() for cell in record.fields)]
    if lines:
        shown = quoted((_show(record, delimiter) for record in lines), 3)
        sentence = f"{counted(len(lines), 'line')} {where} {were(len(lines))} skipped: {shown}."
        yield ReceiptEntry("skipped", sentence, None, len(lines), first_lines(record.line for record in lines))


def _show(record: Record, delimiter: str) -> str:
    sign = " " if delimiter == FIXED_WIDTH else delimiter
    text = sign.join(record.fields).strip(sign + " ")
    return "sep=" if SEPARATOR_LINE.match(text) else text
