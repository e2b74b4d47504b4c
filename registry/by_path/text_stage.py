"""Text files on disk: the rules of reading look at their beginning; then all rows are put into columns."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from registry.by_path.columns import STAGE
from registry.by_path.engine import Session, text
from registry.by_path.places import Place
from registry.dataset import FIXED_WIDTH, ReadingChoices
from registry.errors import UnreadableFileError
from registry.file_reader import read_file
from registry.formats.archives import is_gzip, is_zip
from registry.formats.catalogue import format_of, open_file
from registry.formats.delimited import DELIMITED
from registry.receipt import ImportReceipt, ReceiptEntry
from registry.sentences import Value, quoted, sentence
from registry.table.row_rules import without_extra_rows
from registry.table.table_reader import ColumnBuilder, TextTable, read_table
from registry.table.total_rows import LABEL_COLUMNS
from registry.text.decoding import decode
from registry.text.dialect import Dialect
from registry.text.dialect_evidence import detect_dialect
from registry.text.rows import Rows
from registry.values.word_lists import TOTAL_LIKE, is_total, may_be_total

BEGINNING = 2_000_000
"""Bytes that the rules of reading look at."""
FIRST_ROWS, LAST_ROWS = 1_000, 300
LAST_LABELS = 5
FILLED = "filled.parquet"
BLOCK = 16_000_000
NEWLINE = ord("\n")
SHOWN_FAULTS = 5
LONGEST_LINE = 4_000_000
FEW = "do.smaller_or_mend"


@dataclass(frozen=True)
class TextLayout:
    """How a text file is cut into cells, and what the rules said of its beginning."""

    names: tuple[str, ...]
    units: tuple[str | None, ...]
    receipt: ImportReceipt
    title: str
    dialect: Dialect
    skipped: int  # lines above the first row
    entries: tuple[ReceiptEntry, ...]  # of encoding, separator and names
    nameless: frozenset[str]  # columns that the file gives no name


def layout_of(place: Place, choices: ReadingChoices) -> TextLayout:
    """How the file is to be cut. UnreadableFileError, with why, where it needs more than one rule for all lines."""
    beginning = text_beginning(place)
    _check_plain_text(beginning, place.name)
    chosen = replace(choices, totals="in")
    opened = open_file(beginning, place.name, chosen)
    assert isinstance(opened.content, Rows)
    table = read_table(opened.content, place.name, chosen)
    decoded = decode(beginning, place.name, choices.encoding)
    if decoded.encoding not in ("utf-8", "ascii"):
        raise _unfit(place, "not_utf8", "do.save_utf8", encoding=decoded.encoding)
    lines = decoded.text.splitlines(keepends=True)
    dialect = detect_dialect(lines, chosen)
    if table.delimiter == FIXED_WIDTH or dialect.cuts or len(dialect.delimiter) != 1 or dialect.escape:
        raise _unfit(place, "no_separators", FEW)
    if table.offered:
        raise _unfit(place, "several_tables", "do.file_each")
    first = int(table.columns[0].lines[0]) if len(table.columns[0].codes) else table.header_line + 1
    _check_all_rows(place, table, dialect, lines, first)
    read = read_file(beginning, place.name, chosen)
    entries = (*opened.entries, *table.entries)
    nameless = frozenset(
        entry.column for entry in table.entries if entry.column and entry.sentence.key == "columns.unnamed"
    )
    return TextLayout(table.names, table.units, read.receipt, read.title, dialect, first - 1, entries, nameless)


def text_beginning(place: Place) -> bytes:
    """The first whole lines, as many as the rules of reading look at. UnreadableFileError where there are none."""
    with place.root.open("rb") as file:
        content = file.read(BEGINNING)
    if not content:
        raise UnreadableFileError(sentence("refused.empty", file=place.name), sentence("do.upload_rows"))
    return content if place.size <= BEGINNING else content[: content.rfind(b"\n") + 1] or content


def _check_plain_text(beginning: bytes, file_name: str) -> None:
    if is_gzip(beginning) or is_zip(beginning) or format_of(beginning, file_name) is not DELIMITED:
        raise UnreadableFileError(sentence("disk.neither", file=file_name), sentence("do.save_csv_or_parquet"))


def _check_all_rows(place: Place, table: TextTable, dialect: Dialect, lines: Sequence[str], first: int) -> None:
    """Every line below the first row has to be a row of all cells: what else stands there needs rules for rows."""
    width = len(table.names)
    above = lines[: first - 1]
    if len(csv_rows(above, dialect)) != len(above):
        raise _unfit(place, "broken_names", "do.one_line_names")
    for number, fields in enumerate(csv_rows(lines[first - 1 :], dialect), first):
        if len(fields) != width and fields:
            raise _unfit(place, "ragged", FEW, cells=len(fields), row=number, width=width)


def csv_rows(lines: Sequence[str], dialect: Dialect) -> "list[list[str]]":
    """The cells of lines."""
    return list(dialect.reader(lines))


def stage_text(
    session: Session, place: Place, layout: TextLayout, target: Path
) -> tuple[tuple[str, ...], tuple[ReceiptEntry, ...]]:
    """All rows as text, in columns, as the table STAGE over the file `target`: the names of cells, and what was
    left out.

    UnreadableFileError, with the first lines, where lines have more or fewer cells than the header.
    """
    cells = tuple(f"c{number}" for number in range(len(layout.names)))
    columns = ", ".join(f"{text(cell)}: 'VARCHAR'" for cell in cells)
    quote = layout.dialect.quote
    source = (
        f"read_csv({text(str(place.root))}, delim = {text(layout.dialect.delimiter)}, quote = {text(quote)}, "
        f"escape = {text(quote)}, header = false, skip = {layout.skipped}, "
        f"auto_detect = false, columns = {{{columns}}}, "
        f"null_padding = false, strict_mode = true, store_rejects = true, rejects_limit = {SHOWN_FAULTS}, "
        f"max_line_size = {LONGEST_LINE}, parallel = true)"
    )
    session.execute(
        f"COPY (SELECT row_number() OVER () - 1 AS __row, * FROM {source}) TO {text(str(target))} "
        "(FORMAT parquet, COMPRESSION lz4_raw)"
    )
    faults = session.execute("SELECT line, csv_line FROM reject_errors ORDER BY line").fetchall()
    if faults:
        shown = ", ".join(f"{line:,}" for line, _ in faults[:SHOWN_FAULTS])
        raise _unfit(place, "faults", FEW, lines=shown)
    session.execute(f"CREATE VIEW {STAGE} AS SELECT * FROM read_parquet({text(str(target))})")
    _check_every_line(session, place, layout, cells)
    blank = " AND ".join(f"({cell} IS NULL OR trim({cell}) = '')" for cell in cells)
    skipped = session.execute(f"SELECT count(*) FROM {STAGE} WHERE {blank}").fetchall()[0][0]
    if skipped:
        kept = target.with_name(FILLED)
        numbered = f"SELECT row_number() OVER (ORDER BY __row) - 1 AS __row, * EXCLUDE (__row) FROM {STAGE}"
        session.execute(f"COPY ({numbered} WHERE NOT ({blank})) TO {text(str(kept))} (FORMAT parquet)")
        session.execute(f"CREATE OR REPLACE VIEW {STAGE} AS SELECT * FROM read_parquet({text(str(kept))})")
    told = ReceiptEntry("skipped", sentence("disk.blank_skipped", count=skipped), None, skipped)
    return cells, (told,) if skipped else ()


def _check_every_line(session: Session, place: Place, layout: TextLayout, cells: Sequence[str]) -> None:
    """UnreadableFileError where some line of the file is in no row: each row holds one, and one more for each line
    break in its cells."""
    breaks = " + ".join(f"coalesce(sum(length({cell}) - length(replace({cell}, chr(10), ''))), 0)" for cell in cells)
    rows, more = session.execute(f"SELECT count(*), {breaks} FROM {STAGE}").fetchall()[0]
    lines, empty = _lines_in(place.root, layout.skipped)
    if rows + int(more) != lines - empty:
        raise _unfit(place, "lost_lines", FEW, lines=lines - empty, rows=rows + int(more))


def _lines_in(path: Path, skipped: int) -> tuple[int, int]:
    """The lines below the first ones, and how many of them are empty."""
    lines = empty = 0
    with path.open("rb") as file:
        for _ in range(skipped):
            file.readline()
        while block := file.read(BLOCK):
            block += file.readline()  # whole lines: an empty one is never cut in two
            lines += block.count(b"\n") + (not block.endswith(b"\n"))
            plain = block.replace(b"\r\n", b"\n") if b"\r" in block else block
            written = np.frombuffer(plain, dtype=np.uint8) == NEWLINE
            empty += int(written[0]) + int((written[1:] & written[:-1]).sum())
    return lines, empty


def entries_of_layout(layout: TextLayout) -> tuple[ReceiptEntry, ...]:
    """What the rules said of the file as a whole, and of columns that belong together, from its beginning."""
    doubts = [entry for entry in layout.receipt.entries if _is_of_columns(entry)]
    return tuple(replace(entry, lines=()) for entry in (*layout.entries, *doubts))


def _is_of_columns(entry: ReceiptEntry) -> bool:
    """Whether an entry says how columns belong together: what the beginning of a file shows of all of it."""
    return entry.action == "unsure" and entry.judged is None and entry.choice is None


def doubted_rows(
    session: Session, place: Place, layout: TextLayout, cells: Sequence[str], rows: int, choices: ReadingChoices
) -> Iterator[ReceiptEntry]:
    """A word for rows that may be none of data. UnreadableFileError where the first or the last ones are none, or where
    a line repeats the header."""
    for where in (f"__row < {FIRST_ROWS}", f"__row >= {rows - LAST_ROWS}"):
        _check_rows(session, place, layout, cells, where)
    if choices.totals != "in":
        _check_ending(session, place, cells, rows)
    header = " AND ".join(f"{cell} = {text(name)}" for cell, name in zip(cells, layout.names, strict=True))
    filled = " + ".join(f"({cell} IS NOT NULL)::INT" for cell in cells)
    same, lone = session.execute(
        f"SELECT count(*) FILTER ({header}), count(*) FILTER ({filled} = 1) FROM {STAGE}"
    ).fetchall()[0]
    if same and len(cells) > 1:
        raise _unfit(place, "header_again", "do.delete_lines", count=same)
    if lone and len(cells) > 1:
        yield ReceiptEntry("unsure", sentence("disk.lone", count=lone), None, lone)
    for cell in cells[:LABEL_COLUMNS]:
        found = session.execute(
            f"SELECT {cell}, count(*) FROM {STAGE} WHERE regexp_matches({cell}, {text(TOTAL_LIKE)}, 'i') GROUP BY 1"
        ).fetchall()
        labels = {value: count for value, count in found if may_be_total(value)}
        if labels:
            many = sum(labels.values())
            yield ReceiptEntry("unsure", sentence("disk.maybe_totals", count=many, shown=quoted(labels)), None, many)


def _check_ending(session: Session, place: Place, cells: Sequence[str], rows: int) -> None:
    """UnreadableFileError where one of the last rows is labelled as a total, as hardly any other is."""
    labels = cells[:LABEL_COLUMNS]
    last = session.execute(f"SELECT {', '.join(labels)} FROM {STAGE} WHERE __row >= {rows - LAST_LABELS}").fetchall()
    for label in {cell.strip() for row in last for cell in row if cell is not None and is_total(cell.strip())}:
        alike = " + ".join(f"coalesce(sum((trim({cell}) = {text(label)})::INT), 0)" for cell in labels)
        if session.execute(f"SELECT {alike} FROM {STAGE}").fetchall()[0][0] <= LAST_LABELS:
            raise _unfit(place, "ends_with_totals", "do.delete_row", shown=quoted([label]))


def _check_rows(session: Session, place: Place, layout: TextLayout, cells: Sequence[str], where: str) -> None:
    """UnreadableFileError where the rules for rows would set some of these aside."""
    found = session.execute(f"SELECT {', '.join(cells)} FROM {STAGE} WHERE {where} ORDER BY __row").fetchall()
    builder = ColumnBuilder(len(cells))
    builder.add([["" if value is None else value for value in row] for row in found], list(range(len(found))))
    table = TextTable(layout.names, layout.units, builder.columns(), 0, layout.dialect.delimiter, (), (), frozenset())
    kept = without_extra_rows(table, ReadingChoices(totals="in"))
    if len(kept.columns[0].codes) < len(found):
        if kept.entries:
            raise _unfit(place, "no_data_lines_said", "do.delete_lines", said=kept.entries[0].sentence)
        raise _unfit(place, "no_data_lines", "do.delete_lines")


def _unfit(place: Place, why: str, remedy: str, **values: Value) -> UnreadableFileError:
    return UnreadableFileError(sentence(f"disk.{why}", file=place.name, **values), sentence(remedy))
