"""Workbooks of Excel and LibreOffice: .xlsx, .xlsm, .xlsb, .xls and .ods. Values only: no formula and no macro runs."""

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from registry.dataset import ReadingChoices
from registry.errors import FileTooLargeError, UnreadableFileError
from registry.formats import workbook_child as child
from registry.formats.archives import check_zip, is_zip, members
from registry.formats.limits import MOST_CELLS, UNPACKED_BYTES, check_size
from registry.formats.opened import Format, OpenedFile
from registry.formats.typed_cells import TypedCells
from registry.offered import OfferedTable
from registry.receipt import ReceiptEntry
from registry.sentences import counted, first_lines, quoted, were
from registry.text.dialect import Record
from registry.text.rows import Rows

NAME = "Excel workbook"
OLD_WORKBOOK = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
PARTS = {"xl/workbook.xml", "xl/workbook.bin"}
"""Files in the archive that a workbook of Excel is."""
OPEN_DOCUMENT = b"application/vnd.oasis.opendocument.spreadsheet"
"""What stands at the beginning of one of LibreOffice."""
BEGINNING = 200
MEMORY_BYTES = 3_000_000_000
SECONDS = 120
CHILD = Path(child.__file__)
SHOWN_BETWEEN = "\t"
"""Cells of a row are joined by this where it is shown as a whole."""
SAVE_AGAIN = "Open it in Excel or LibreOffice, save it again as .xlsx and upload that."
UNSAVED = "a formula whose result is not in the file (open and save it in Excel)"


def _recognises(content: bytes, file_name: str) -> bool:
    if content.startswith(OLD_WORKBOOK):
        return not file_name.lower().endswith((".doc", ".ppt", ".msg"))
    if not is_zip(content):
        return False
    return OPEN_DOCUMENT in content[:BEGINNING] or not PARTS.isdisjoint(
        each.name for each in members(content, file_name)
    )


def _open(content: bytes, file_name: str, choices: ReadingChoices) -> OpenedFile:
    if is_zip(content):
        check_zip(content, file_name)
    head, *lines = _read_apart(content, file_name, choices.table or "").rstrip("\n").split("\n")
    told: dict[str, Any] = json.loads(head)
    offered = tuple(_offer(table) for table in told["offered"])
    chosen = next(table for table in offered if table.key == told["chosen"])
    extent = next(table for table in told["offered"] if table["key"] == chosen.key)
    check_size(file_name, int(extent["rows"]), int(extent["columns"]))
    cells = TypedCells()
    written = (Record(line, cells.row(json.loads(row))) for line, row in enumerate(lines, told["first"]))
    entries = (*_choice_entries(told["offered"], chosen), *_fault_entries(told))
    several = offered if len(offered) > 1 else ()
    return OpenedFile(NAME, Rows(written, SHOWN_BETWEEN), "", entries, several, chosen.key, cells)


def _read_apart(content: bytes, file_name: str, wanted: str) -> str:
    """What the process that reads workbooks says of this one."""
    limits = map(str, (MEMORY_BYTES, SECONDS, MOST_CELLS, UNPACKED_BYTES))
    command = [sys.executable, "-I", str(CHILD), *limits]
    order = json.dumps(wanted).encode() + b"\n"
    try:
        done = subprocess.run(  # noqa: S603  # our own script; what is the person's goes in on stdin
            command, input=order + content, capture_output=True, timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        raise _too_large(file_name) from None
    match done.returncode:
        case 0:
            return done.stdout.decode("utf-8")
        case child.LOCKED:
            raise UnreadableFileError(f"{file_name} is locked by a password.", "Save it without one and upload that.")
        case child.NOTHING if wanted:
            raise UnreadableFileError(f"{file_name} has no sheet “{wanted}”.", "Choose one of its sheets.")
        case child.NOTHING:
            raise UnreadableFileError(f"{file_name} has no sheet with rows.", "Upload a workbook that holds a table.")
        case child.BROKEN:
            raise UnreadableFileError(f"{file_name} is no workbook that can be read.", SAVE_AGAIN)
    raise _too_large(file_name)


def _too_large(file_name: str) -> FileTooLargeError:
    return FileTooLargeError(
        f"{file_name} is too large, or a cell far outside its table makes it so.",
        "Delete the empty rows and columns beside the table, or save the sheet as CSV.",
    )


def _offer(told: dict[str, Any]) -> OfferedTable:
    """A table as offered. How many of the rows of a sheet are data is not known before it is read."""
    rows = None if told["key"] == told["sheet"] else int(told["rows"])
    return OfferedTable(str(told["key"]), str(told["title"]), rows, int(told["columns"]))


def _choice_entries(offered: Sequence[dict[str, Any]], chosen: OfferedTable) -> Iterator[ReceiptEntry]:
    others = [str(table["title"]) for table in offered if table["key"] != chosen.key]
    if others:
        sentence = f"“{chosen.title}” was read; the file also holds {quoted(others)}."
        yield ReceiptEntry("assumed", sentence)


def _fault_entries(told: dict[str, Any]) -> Iterator[ReceiptEntry]:
    for rows, what in ((told["errors"], "an error (such as #DIV/0!)"), (told["unsaved"], UNSAVED)):
        if rows:
            held = f"{counted(len(rows), 'cell')} {'holds' if len(rows) == 1 else 'hold'} {what}; no value was read."
            yield ReceiptEntry("warning", held, None, len(rows), first_lines(rows))
    if told["merged"]:
        count = len(told["merged"])
        sentence = f"{counted(count, 'cell')} merged with the one above {were(count)} given its value."
        yield ReceiptEntry("converted", sentence, None, count, first_lines(told["merged"]))


WORKBOOK = Format(NAME, (".xlsx", ".xlsm", ".xlsb", ".xls", ".ods"), _recognises, _open)
