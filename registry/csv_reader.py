"""Bytes of a CSV file to a typed frame and its import receipt."""

import gc
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import pandas as pd

from registry.cells import Cells
from registry.dataset import DETECT, ReadingChoices
from registry.date_rules import day_first_evidence
from registry.decoding import decode
from registry.dialect import split_lines
from registry.errors import UnreadableFileError
from registry.fault_codes import announced_codes
from registry.missing_rules import CleanColumn, blanks_entries, clean_cells
from registry.number_rules import decimal_evidence, looks_grouped
from registry.number_text import Decimal
from registry.profile import ColumnKind
from registry.receipt import ImportReceipt, ReceiptEntry
from registry.renaming import by_names_in_file, entries_under_new_names, under_new_names
from registry.row_rules import without_extra_rows
from registry.sentences import counted, quoted, were
from registry.table_reader import TextTable, read_table
from registry.typing_rules import FileContext, TypedColumn, type_column

TITLE_LENGTH = 300


@dataclass(frozen=True)
class ReadFile:
    """A file as a table: the frame, what each column is, and how it was read."""

    frame: pd.DataFrame
    kinds: Mapping[str, ColumnKind]
    units: Mapping[str, str | None]
    receipt: ImportReceipt
    duplicate_rows: int
    title: str = ""  # what stands above and below the table


def read_csv(content: bytes, file_name: str, choices: ReadingChoices = DETECT) -> ReadFile:
    """The table in the bytes of a file. Every row is kept; what was assumed, converted or skipped is in the receipt.

    Raises UnreadableFileError for bytes that hold no table, with what to do about it.
    """
    with _without_collecting():
        return _read(content, file_name, choices)


@contextmanager
def _without_collecting() -> Iterator[None]:
    """No search for reference cycles meanwhile: millions of cells make none, and it took a fifth of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _read(content: bytes, file_name: str, choices: ReadingChoices) -> ReadFile:
    choices = by_names_in_file(choices)
    decoded = decode(content, file_name, choices.encoding)
    table = without_extra_rows(read_table(split_lines(decoded.text), file_name, choices.delimiter))
    if not len(table.columns[0].codes):
        raise UnreadableFileError(
            f"{file_name} has column names but no rows.", "Upload a file with at least one row below the header line."
        )
    codes = announced_codes(table.notes)
    cleaned = [
        clean_cells(name, cells, codes, name in choices.keep_text)
        for name, cells in zip(table.names, table.columns, strict=True)
    ]
    cells = [column.cells for column in cleaned]
    context = FileContext(_file_decimal(cells, table, choices), _file_day_first(cells), choices, table.names[0])
    typed = []
    entries = [*decoded.entries, *table.entries, *blanks_entries(list(zip(table.names, cleaned, strict=True)))]
    for name, unit, column in zip(table.names, table.units, cleaned, strict=True):
        result = type_column(name, unit, column.cells, context)
        entries.extend((*column.entries, *_doubts(column, result), *result.entries))
        typed.append(result)
    typed, dropped = _without_ghosts(typed, table)
    entries.extend(dropped)
    typed, called = under_new_names(typed, choices)
    entries = [*entries_under_new_names(entries, choices), *called]
    frame = pd.DataFrame({column.name: column.data for column in typed}, copy=False)
    duplicates = int(frame.duplicated().sum())
    entries.extend(_duplicates(duplicates))
    receipt = ImportReceipt(
        file_name,
        len(content),
        decoded.encoding,
        table.delimiter,
        context.decimal,
        table.header_line,
        len(frame),
        len(typed),
        tuple(entries),
    )
    kinds = {column.name: column.kind for column in typed}
    units = {column.name: column.unit for column in typed}
    return ReadFile(frame, kinds, units, receipt, duplicates, " ".join(table.notes)[:TITLE_LENGTH].strip())


def _file_decimal(columns: Sequence[Cells], table: TextTable, choices: ReadingChoices) -> Decimal:
    """The decimal sign that most columns prove; the point when none does."""
    if choices.decimal in (".", ","):
        return "," if choices.decimal == "," else "."
    votes: Counter[Decimal] = Counter()
    for cells in columns:
        for decimal, count in decimal_evidence(cells).items():
            votes[decimal] += count > 0
    if not votes and table.delimiter == ";" and any(looks_grouped(cells, ".") for cells in columns):
        return ","
    return "," if votes[","] > votes["."] else "."


def _file_day_first(columns: Sequence[Cells]) -> bool | None:
    """What the columns prove together: None when none proves it or they disagree."""
    proven = {evidence for cells in columns if (evidence := day_first_evidence(cells)) is not None}
    return proven.pop() if len(proven) == 1 else None


def _doubts(column: CleanColumn, typed: TypedColumn) -> list[ReceiptEntry]:
    """A word for tokens that count as missing in a column of words, where they could be answers."""
    if not column.doubtful or typed.kind != "text":
        return []
    sentence = (
        f"{quoted(column.doubtful)} in “{typed.name}” could be an answer of its own; "
        "keep the column exactly as text to have it back."
    )
    return [ReceiptEntry("assumed", sentence, typed.name)]


def _without_ghosts(typed: Sequence[TypedColumn], table: TextTable) -> tuple[list[TypedColumn], list[ReceiptEntry]]:
    """Columns without a name in the file and without a single value are traces of trailing delimiters."""
    named = {entry.column for entry in table.entries if entry.column and "has no name" in entry.text}
    ghosts = [column for column in typed if column.kind == "empty" and column.name in named]
    if not ghosts or len(ghosts) == len(typed):
        return list(typed), []
    sentence = f"{counted(len(ghosts), 'column')} without a name and without any value {were(len(ghosts))} left out."
    return [column for column in typed if column not in ghosts], [ReceiptEntry("skipped", sentence, None, len(ghosts))]


def _duplicates(count: int) -> list[ReceiptEntry]:
    if not count:
        return []
    repeat = "repeats an earlier one" if count == 1 else "repeat earlier ones"
    sentence = f"{counted(count, 'row')} {repeat} exactly; all rows were kept."
    return [ReceiptEntry("warning", sentence, None, count)]
