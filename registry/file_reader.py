"""Bytes of a file of any format to a typed frame and its import receipt."""

import gc
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

import pandas as pd

from registry.columns.chosen_columns import descriptions, settle_entries, unmet_entries, with_units
from registry.columns.companions import companion_entries, may_be_companion
from registry.columns.date_rules import day_first_evidence
from registry.columns.fault_codes import announced_codes, far_codes
from registry.columns.group_blanks import fill_offers
from registry.columns.missing_rules import Beside, CleanColumn, blanks_entries, clean_cells
from registry.columns.names_like_missing import abbreviations
from registry.columns.remarks import cell_remarks, remarks
from registry.columns.renaming import by_names_in_file, entries_under_new_names, under_new_names
from registry.columns.total_columns import without_total_columns
from registry.columns.typing_rules import FileContext, TypedColumn, type_column
from registry.dataset import DETECT, ReadingChoices
from registry.duplicates import repeated_entries, repeated_rows
from registry.errors import UnreadableFileError
from registry.formats.catalogue import open_file
from registry.formats.naming import table_name
from registry.formats.opened import OpenedFile
from registry.formats.typed_cells import TypedCells
from registry.memory import give_back, take_from_system
from registry.offered import OfferedTable, inside, nest_tables
from registry.profile import ColumnKind
from registry.receipt import ImportReceipt, ReceiptEntry, placed
from registry.sentences import quoted, sentence
from registry.table.column_names import UNNAMED
from registry.table.filling import filled_down
from registry.table.only_rows import holds_only_rows
from registry.table.row_rules import without_extra_rows
from registry.table.table_reader import TextTable, read_table
from registry.values.cells import Cells
from registry.values.decimal_signs import decimal_evidence, looks_grouped
from registry.values.number_text import Decimal
from registry.watching import each, reached

TITLE_LENGTH = 300
DOTTED_DAY = re.compile(r"\d{1,2}\.\d{1,2}\.\d{4}\b")
FIRST = 5
"""Cells that are looked at for how a column writes its days."""


@dataclass(frozen=True)
class ReadFile:
    """A file as a table: the frame, what each column is, and how it was read."""

    frame: pd.DataFrame
    kinds: Mapping[str, ColumnKind]
    units: Mapping[str, str | None]
    receipt: ImportReceipt
    duplicate_rows: int
    title: str = ""  # what stands above and below the table
    offered: tuple[OfferedTable, ...] = ()  # all tables of the file, when it holds several
    table: str | None = None  # the key of the one that was read
    descriptions: Mapping[str, str] = field(default_factory=dict)  # what columns mean, where it is known
    called: str = ""  # the file's name, with the table's where there are several
    as_written: Collection[str] = ()  # columns of which each cell is one text, whatever it looks like


def read_file(content: bytes, file_name: str, choices: ReadingChoices = DETECT) -> ReadFile:
    """The table in the bytes of a file. Every row is kept; what was assumed, converted or skipped is in the receipt.

    Raises UnreadableFileError for bytes that hold no table, with what to do about it.
    """
    take_from_system()
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


@dataclass(frozen=True)
class _TypedTable:
    """The columns of a table with their types, what the receipt says of them, and the decimal sign of the file."""

    columns: list[TypedColumn]
    entries: list[ReceiptEntry]
    decimal: Decimal


def _read(content: bytes, file_name: str, choices: ReadingChoices) -> ReadFile:
    choices = by_names_in_file(choices)
    opened = open_file(content, file_name, choices)
    table = _data_rows(opened, file_name, choices)
    written, table, lines = [*table.columns], replace(table, columns=()), table.columns[0].lines
    typed = _typed(opened, table, written, choices)
    columns, said = with_units(typed.columns, choices)
    columns, called = under_new_names(columns, choices)
    settled = entries_under_new_names(settle_entries([*typed.entries, *said], choices), choices)
    entries = [*placed(settled, lines), *called]
    frame = pd.DataFrame({column.name: column.data for column in columns}, copy=False)
    reached("columns", len(columns), len(columns))
    duplicates = repeated_rows(frame)
    receipt = ImportReceipt(
        file_name,
        len(content),
        opened.encoding,
        table.delimiter,
        typed.decimal,
        table.header_line,
        len(frame),
        len(columns),
        (*entries, *repeated_entries(duplicates)),
        opened.format,
    )
    shown = dict(choices.renamed)
    is_one_of_several = inside(opened.chosen, choices.table) is not None  # else it is the main one
    offered, chosen = nest_tables(opened.offered, opened.chosen, table.offered, table.chosen)
    return ReadFile(
        frame,
        {column.name: column.kind for column in columns},
        {column.name: column.unit for column in columns},
        receipt,
        duplicates,
        " ".join(table.notes)[:TITLE_LENGTH].strip(),
        offered,
        chosen,
        descriptions(columns, choices, dict(zip(table.names, table.meanings, strict=False))),
        table_name(opened.called, offered, chosen) if is_one_of_several else opened.called,
        [shown.get(name, name) for name in choices.keep_text],
    )


def _data_rows(opened: OpenedFile, file_name: str, choices: ReadingChoices) -> TextTable:
    """The table of the file with its rows of data only. UnreadableFileError when there is none."""
    table = _table(opened, file_name, replace(choices, table=inside(opened.chosen, choices.table)))
    if not opened.rows_known and not holds_only_rows(table, choices):
        table = without_extra_rows(table, choices)
    table = filled_down(table, choices.fill_down)
    if not len(table.columns[0].codes):
        raise UnreadableFileError(sentence("refused.no_rows_below", file=file_name), sentence("do.upload_rows_below"))
    return table


def _typed(opened: OpenedFile, table: TextTable, written: list[Cells], choices: ReadingChoices) -> _TypedTable:
    """The columns of the table, written so, with the types that their cells prove, or that the person chose. What is no
    longer needed of the cells is let go before the next column is read."""
    codes = announced_codes(table.notes)
    width = len(table.names)
    cleaned = []
    beside = [*map(Beside, far_codes(written), abbreviations(written))]
    for name, shown in zip(table.names, beside, strict=True):
        reached("columns", 0, width)
        cleaned.append(clean_cells(name, written.pop(0), codes, choices, shown))
    cells = [column.cells for column in cleaned]
    proofs = {
        name: decimal_evidence(own) if own.native is None else Counter[Decimal]()
        for name, own in zip(table.names, cells, strict=True)
    }
    told = opened.cells or TypedCells()
    context = FileContext(
        _file_decimal(cells, proofs, table, choices),
        _file_day_first(cells),
        choices,
        table.names[0],
        frozenset(told.numbers),
        told.kept,
    )
    blanks = blanks_entries(list(zip(table.names, cleaned, strict=True)))
    entries = [*opened.entries, *told.entries(), *table.entries, *blanks]
    offers = [*fill_offers(table.names, cells, choices.fill_down)]
    del cells
    typed: list[TypedColumn] = []
    of_cells: dict[str, list[ReceiptEntry]] = {}
    companions: dict[str, Cells] = {}
    for name, unit in each("columns", zip(table.names, table.units, strict=True), width):
        column = cleaned.pop(0)
        result = type_column(name, unit, column.cells, context)
        entries.extend((*column.entries, *_doubts(column, result), *result.entries))
        of_cells[name] = [*cell_remarks(result, column.cells, as_written=name in choices.keep_text)]
        if may_be_companion(column.cells):
            companions[name] = column.cells
        typed.append(result)
        del column
        give_back(len(result.data))
    typed, dropped = _without_ghosts(typed, table)
    reached("columns", width, width)
    entries.extend((*remarks(typed, of_cells, proofs), *companion_entries(typed, companions), *dropped))
    if choices.totals != "in":
        typed, apart = without_total_columns(typed)
        entries.extend(apart)
    entries.extend((*offers, *unmet_entries(table.names, choices)))
    return _TypedTable(typed, entries, context.decimal)


def _table(opened: OpenedFile, file_name: str, choices: ReadingChoices) -> TextTable:
    """The table of the file: as its format knows it, else where the layout rules find it."""
    if isinstance(opened.content, TextTable):
        return opened.content
    return read_table(opened.content, file_name, choices)


def _file_decimal(
    columns: Sequence[Cells], proofs: Mapping[str, Counter[Decimal]], table: TextTable, choices: ReadingChoices
) -> Decimal:
    """The decimal sign that most columns prove; the point when none does."""
    if choices.decimal in (".", ","):
        return "," if choices.decimal == "," else "."
    votes: Counter[Decimal] = Counter()
    for proof in proofs.values():
        for decimal, count in proof.items():
            votes[decimal] += count > 0
    if not votes and table.delimiter == ";" and any(looks_grouped(cells, ".") for cells in columns):
        return ","
    if not votes and any(map(_writes_dotted_days, columns)):
        return ","
    return "," if votes[","] > votes["."] else "."


def _writes_dotted_days(cells: Cells) -> bool:
    """Whether the first cells are days such as 31.12.2024: where they are written so, decimals have a comma."""
    first = [] if cells.native is not None else [cells.values[place] for place in range(min(len(cells.values), FIRST))]
    return bool(first) and all(map(DOTTED_DAY.match, first))


def _file_day_first(columns: Sequence[Cells]) -> bool | None:
    """What the columns prove together: None when none proves it or they disagree."""
    proven = {evidence for cells in columns if (evidence := day_first_evidence(cells)) is not None}
    return proven.pop() if len(proven) == 1 else None


def _doubts(column: CleanColumn, typed: TypedColumn) -> list[ReceiptEntry]:
    """A word for tokens that count as missing in a column of words, where they could be answers."""
    if not column.doubtful or typed.kind != "text":
        return []
    told = sentence("missing.doubtful", shown=quoted(column.doubtful), column=typed.name)
    return [ReceiptEntry("unsure", told, typed.name, choice=("kept_words", (typed.name, column.doubtful[0])))]


def _without_ghosts(typed: Sequence[TypedColumn], table: TextTable) -> tuple[list[TypedColumn], list[ReceiptEntry]]:
    """Columns without a name in the file and without a single value are traces of trailing delimiters."""
    named = {entry.column for entry in table.entries if entry.column and entry.sentence.key == UNNAMED} & table.blank
    ghosts = [column for column in typed if column.kind == "empty" and column.name in named]
    if not ghosts or len(ghosts) == len(typed):
        return list(typed), []
    return [column for column in typed if column not in ghosts], [ghosts_entry(len(ghosts))]


def ghosts_entry(count: int) -> ReceiptEntry:
    """What the receipt says of columns without a name and without any value."""
    return ReceiptEntry("skipped", sentence("columns.ghosts", count=count), None, count)
