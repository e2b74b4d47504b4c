"""SQLite files: their tables and views, opened in memory, read only, within limits of time and size."""

import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import closing

from registry.dataset import ReadingChoices
from registry.errors import FileTooLargeError, UnreadableFileError
from registry.formats.limits import MOST_TABLES, UNPACKED_BYTES, check_size
from registry.formats.opened import Format, OpenedFile
from registry.formats.typed_cells import TypedCells
from registry.offered import OfferedTable
from registry.receipt import ReceiptEntry
from registry.sentences import quoted, sentence
from registry.watching import reached

NAME = "SQLite database"
BEGINNING = b"SQLite format 3\x00"
WRITE_AHEAD = slice(18, 20)
"""Two bytes of the head: 2 says that recent changes lie in a second file. 1 says that there is none."""
LONGEST_CELL = 10_000_000
SECONDS = 30.0
STEPS = 100_000
"""Steps of SQLite's machine between two looks at the clock."""
BATCH = 10_000
ALLOWED = (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE)
TABLES = "SELECT name, type FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite~_%' ESCAPE '~'"


def _recognises(content: bytes, _file_name: str) -> bool:
    return content.startswith(BEGINNING)


def _open(content: bytes, file_name: str, choices: ReadingChoices) -> OpenedFile:
    written_ahead = content[WRITE_AHEAD] == b"\x02\x02"
    try:
        with closing(_connect(content)) as database:
            offered = _offer(database)
            chosen = _choose(offered, choices.table, file_name)
            check_size(file_name, chosen.rows or 0, chosen.columns or 0)
            names, rows = _rows(database, chosen, file_name)
    except (sqlite3.Error, OverflowError) as error:
        message = sentence("refused.no_sqlite", file=file_name, reason=str(error))
        raise UnreadableFileError(message, sentence("do.export_and_upload")) from None
    cells = TypedCells()
    table = cells.table(names, rows, range(1, len(rows) + 1))
    several = offered if len(offered) > 1 else ()
    return OpenedFile(NAME, table, "", tuple(_entries(several, chosen, written_ahead)), several, chosen.key, cells)


def _connect(content: bytes) -> sqlite3.Connection:
    """The database in memory. Nothing but reading is allowed, and for a limited time."""
    database = sqlite3.connect(":memory:")
    head = content[: WRITE_AHEAD.start] + b"\x01\x01" if content[WRITE_AHEAD] == b"\x02\x02" else content[:20]
    database.deserialize(head + content[WRITE_AHEAD.stop :])
    database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_CELL)
    database.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
    for pragma in ("query_only = ON", "trusted_schema = OFF", "cell_size_check = ON"):
        database.execute(f"PRAGMA {pragma}")
    database.text_factory = _text
    ends = time.monotonic() + SECONDS
    database.set_progress_handler(lambda: time.monotonic() > ends, STEPS)
    database.set_authorizer(lambda action, *_: sqlite3.SQLITE_OK if action in ALLOWED else sqlite3.SQLITE_DENY)
    return database


def _text(stored: bytes) -> str:
    return stored.decode("utf-8", errors="replace")


def _offer(database: sqlite3.Connection) -> tuple[OfferedTable, ...]:
    """The tables with their sizes, and the views, which are run only when one of them is asked for."""
    names = [(str(name), kind == "view") for name, kind in database.execute(TABLES)][:MOST_TABLES]
    return tuple(found for name, is_view in names if (found := _measure(database, name, is_view)) is not None)


def _measure(database: sqlite3.Connection, name: str, is_view: bool) -> OfferedTable | None:
    """The size of a table; None for what cannot be read, such as a table of an extension."""
    if is_view:
        return OfferedTable(name, name)
    try:
        rows = int(database.execute(f"SELECT count(*) FROM {_as_name(name)}").fetchone()[0])  # noqa: S608  # quoted
        columns = len(database.execute(f"SELECT * FROM {_as_name(name)} LIMIT 0").description)  # noqa: S608  # quoted
    except sqlite3.Error:
        return None
    return OfferedTable(name, name, rows, columns)


def _as_name(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _choose(offered: Sequence[OfferedTable], wanted: str | None, file_name: str) -> OfferedTable:
    """The table that was asked for, else the longest."""
    fitting = [table for table in offered if wanted in (None, table.key)]
    if not fitting:
        refused = sentence("refused.no_table", file=file_name)
        if wanted:
            refused = sentence("refused.no_such_table", file=file_name, wanted=wanted)
        raise UnreadableFileError(refused, sentence("do.upload_database"))
    return max(fitting, key=lambda table: table.rows or 0)


def _rows(
    database: sqlite3.Connection, table: OfferedTable, file_name: str
) -> tuple[list[str], list[tuple[object, ...]]]:
    """The names and rows of a table, counted while they come: a view may promise few and give many."""
    cursor = database.execute(f"SELECT * FROM {_as_name(table.key)}")  # noqa: S608  # a quoted name
    names = [str(column[0]) for column in cursor.description]
    rows: list[tuple[object, ...]] = []
    characters = 0
    while batch := cursor.fetchmany(BATCH):
        rows += batch
        reached("rows", len(rows), 0)
        check_size(file_name, len(rows), len(names))
        characters += sum(len(cell) for row in batch for cell in row if isinstance(cell, (str, bytes)))
        if characters > UNPACKED_BYTES:
            refused = sentence("refused.table_too_large", table=table.title, file=file_name)
            raise FileTooLargeError(refused, sentence("do.export_less"))
    return names, rows


def _entries(offered: Sequence[OfferedTable], chosen: OfferedTable, written_ahead: bool) -> Iterator[ReceiptEntry]:
    if offered:
        others = quoted(table.title for table in offered if table.key != chosen.key)
        yield ReceiptEntry("assumed", sentence("file.others", chosen=chosen.title, shown=others))
    if written_ahead:
        yield ReceiptEntry("assumed", sentence("file.write_ahead"))


SQLITE = Format(NAME, (".sqlite", ".sqlite3", ".db"), _recognises, _open)
