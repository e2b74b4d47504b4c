"""Workbooks of Excel and LibreOffice: .xlsx, .xlsm, .xlsb, .xls and .ods. Values only: no formula and no macro runs."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
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
from registry.sentences import first_lines, quoted, sentence
from registry.text.dialect import Record
from registry.text.rows import Rows
from registry.watching import reached

NAME = "Excel workbook"
OLD_WORKBOOK = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
PARTS = {"xl/workbook.xml", "xl/workbook.bin"}
"""Files in the archive that a workbook of Excel is."""
OPEN_DOCUMENT = b"application/vnd.oasis.opendocument.spreadsheet"
"""What stands at the beginning of one of LibreOffice."""
BEGINNING = 200
MEMORY_BYTES = 3_000_000_000
SECONDS = 120
LOOK_SECONDS = 0.1  # between two looks whether somebody has ended the reading
CHILD = Path(child.__file__)
SHOWN_BETWEEN = "\t"
"""Cells of a row are joined by this where it is shown as a whole."""
SAVE_AGAIN = sentence("do.save_again")


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
    code, said = _said_by(command, order + content, file_name)
    if code == 0:
        return said.decode("utf-8")
    raise _refused(code, file_name, wanted)


def _refused(code: int, file_name: str, wanted: str) -> UnreadableFileError | FileTooLargeError:
    """What the process that reads workbooks ended with, as an error for the person."""
    match code:
        case child.LOCKED:
            told, remedy = sentence("refused.locked", file=file_name), sentence("do.save_without_password")
        case child.NOTHING if wanted:
            told, remedy = sentence("refused.no_sheet", file=file_name, wanted=wanted), sentence("do.choose_sheet")
        case child.NOTHING:
            told, remedy = sentence("refused.no_sheet_with_rows", file=file_name), sentence("do.upload_workbook")
        case child.BROKEN:
            told, remedy = sentence("refused.no_workbook", file=file_name), SAVE_AGAIN
        case _:
            return _too_large(file_name)
    return UnreadableFileError(told, remedy)


def _said_by(command: Sequence[str], order: bytes, file_name: str) -> tuple[int, bytes]:
    """The exit code of a process and what it wrote. It is ended when its time is over, or when who watches says so."""
    ends = time.monotonic() + SECONDS
    given: bytes | None = order
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL) as process:  # noqa: S603  # our own script; what is the person's goes in on stdin
        try:
            while time.monotonic() < ends:
                reached("characters", 0, 0)
                with suppress(subprocess.TimeoutExpired):
                    said, _ = process.communicate(given, timeout=LOOK_SECONDS)
                    return process.returncode, said
                given = None
        finally:
            process.kill()
    raise _too_large(file_name)


def _too_large(file_name: str) -> FileTooLargeError:
    return FileTooLargeError(sentence("refused.sheet_too_large", file=file_name), sentence("do.delete_empty"))


def _offer(told: dict[str, Any]) -> OfferedTable:
    """A table as offered. How many of the rows of a sheet are data is not known before it is read."""
    rows = None if told["key"] == told["sheet"] else int(told["rows"])
    return OfferedTable(str(told["key"]), str(told["title"]), rows, int(told["columns"]))


def _choice_entries(offered: Sequence[dict[str, Any]], chosen: OfferedTable) -> Iterator[ReceiptEntry]:
    others = [str(table["title"]) for table in offered if table["key"] != chosen.key]
    if others:
        yield ReceiptEntry("assumed", sentence("file.others", chosen=chosen.title, shown=quoted(others)))


def _fault_entries(told: dict[str, Any]) -> Iterator[ReceiptEntry]:
    for what in ("errors", "unsaved"):
        if rows := told[what]:
            yield ReceiptEntry("warning", sentence(f"file.{what}", count=len(rows)), None, len(rows), first_lines(rows))
    if told["merged"]:
        count = len(told["merged"])
        yield ReceiptEntry("converted", sentence("file.merged", count=count), None, count, first_lines(told["merged"]))


WORKBOOK = Format(NAME, (".xlsx", ".xlsm", ".xlsb", ".xls", ".ods"), _recognises, _open)
