"""Reads one workbook in a process of its own: on stdin a line with the key of a table and the bytes of the workbook, on
stdout its rows as JSON lines.

A workbook of a few kilobytes can ask for terabytes (one cell in the last corner of a sheet), and the library then ends
the process that it runs in. So it runs in this one, whose memory and time are limited. Run as a script that imports
nothing of the app; the app imports only its codes.
"""

import io
import json
import re
import sys
import zipfile
from collections.abc import Callable, Iterable, Iterator
from datetime import date, datetime, time, timedelta
from typing import Any, NoReturn

from python_calamine import (
    CalamineError,
    CalamineSheet,
    CalamineWorkbook,
    PasswordError,
    SheetTypeEnum,
    SheetVisibleEnum,
)

LOCKED, BROKEN, TOO_LARGE, NOTHING = 3, 4, 5, 6
"""Codes that the process ends with when it cannot read the workbook."""
EXACT_WHOLE = 2**53
MAIN_SHARE = 0.1
ERROR_CELL = re.compile(rb'<c\b[^>]*\br="[A-Z]+(\d+)"[^>]*\bt="e"')
UNSAVED_RESULT = re.compile(rb'<c\b[^>]*\br="[A-Z]+(\d+)"[^>]*><f[^>]*(?:/>|>[^<]*</f>)(?:<v\s*/>|<v></v>)?</c>')
SHEET_ENTRY = re.compile(rb"<(?:\w+:)?sheet\b[^>]*>")
RELATION = re.compile(rb"<(?:\w+:)?Relationship\b[^>]*>")
ATTRIBUTE = re.compile(rb'([\w:]+)\s*=\s*"([^"]*)"')
INSIDE = "//"


def main(content: bytes, wanted: str, most_cells: int, most_characters: int, output: Callable[[str], object]) -> None:
    """Writes a line of what the workbook offers, then one line a row of the table wanted ("" for the main one)."""
    book = _open(content)
    sheets = {
        entry.name: book.get_sheet_by_name(entry.name)
        for entry in book.sheets_metadata
        if entry.typ == SheetTypeEnum.WorkSheet
    }
    hidden = {entry.name for entry in book.sheets_metadata if entry.visible != SheetVisibleEnum.Visible}
    offered = list(_offer(book, sheets, hidden))
    if not offered:
        sys.exit(NOTHING)
    chosen = _table_meant(offered, wanted) if wanted else _main_table(offered)
    if chosen is None:
        sys.exit(NOTHING)
    if chosen["rows"] * chosen["columns"] > most_cells:
        sys.exit(TOO_LARGE)
    sheet = sheets[chosen["sheet"]]
    first, rows = _table_rows(book, chosen) if chosen["key"] != chosen["sheet"] else (1, sheet.iter_rows())
    filled = _merged_down(sheet) if first == 1 else {}
    output(
        json.dumps(
            {
                "offered": offered,
                "chosen": chosen["key"],
                "first": first,
                "merged": sorted({row + 1 for row, _ in filled}),
                **_faults(content, str(chosen["sheet"])),
            }
        )
    )
    _write(rows, filled, most_characters, output)


def _open(content: bytes) -> CalamineWorkbook:
    try:
        return CalamineWorkbook.from_filelike(io.BytesIO(content), load_tables=b"xl/workbook.xml" in content)
    except PasswordError:
        sys.exit(LOCKED)
    except CalamineError:
        sys.exit(BROKEN)


def _offer(book: CalamineWorkbook, sheets: dict[str, CalamineSheet], hidden: set[str]) -> Iterator[dict[str, Any]]:
    """Every sheet with at least one row below another, and the tables drawn on sheets that hold more than one table."""
    for name, sheet in sheets.items():
        if sheet.end is not None and sheet.height > 1:
            yield {
                "key": name, "sheet": name, "title": name, "rows": sheet.total_height + 1,
                "columns": sheet.width, "cells": sheet.height * sheet.width, "hidden": name in hidden,
            }  # fmt: skip
    tables = [book.get_table_by_name(name) for name in _table_names(book)]
    for table in tables:
        alone = sum(1 for other in tables if other.sheet == table.sheet) == 1
        sheet = sheets[table.sheet]
        if not alone or table.width < sheet.width:
            yield {
                "key": f"{table.sheet}{INSIDE}{table.name}", "sheet": table.sheet, "title": table.name,
                "rows": table.height, "columns": table.width, "cells": 0, "hidden": table.sheet in hidden,
            }  # fmt: skip


def _table_names(book: CalamineWorkbook) -> list[str]:
    try:
        return book.table_names or []
    except CalamineError:
        return []  # only one of the formats knows tables


def _table_meant(offered: list[dict[str, Any]], wanted: str) -> dict[str, Any] | None:
    """The table of this key, else the sheet that the table of this key is on: the only sheet, where it is not named."""
    if len(offered) == 1:
        return offered[0]
    fitting = [each for each in offered if wanted == each["key"] or wanted.startswith(each["key"] + INSIDE)]
    return max(fitting, key=lambda each: len(each["key"]), default=None)


def _main_table(offered: list[dict[str, Any]]) -> dict[str, Any] | None:
    """The first sheet in sight that is no small one beside a large one: a cover, a legend."""
    sheets = [each for each in offered if not each["hidden"]] or offered
    largest = max(each["cells"] for each in sheets)
    return next((each for each in sheets if each["cells"] >= largest * MAIN_SHARE), None)


def _table_rows(book: CalamineWorkbook, chosen: dict[str, Any]) -> tuple[int, Iterable[list[Any]]]:
    """The names and rows of a drawn table, and the row of the sheet that the names stand in."""
    table = book.get_table_by_name(str(chosen["title"]))
    start = table.start or (1, 0)
    return start[0], [list(table.columns), *table.to_python()]


def _merged_down(sheet: CalamineSheet) -> dict[tuple[int, int], tuple[int, int]]:
    """For each cell that is merged into one above it: that one. Names of columns that reach over two rows stay."""
    ranges = [each for each in sheet.merged_cell_ranges or [] if each[0][1] == each[1][1] and each[1][0] > each[0][0]]
    if not ranges or sheet.start is None:
        return {}
    names = next((row for row, cells in enumerate(sheet.iter_rows()) if sum(cell != "" for cell in cells) > 1), 0)
    left = sheet.start[1]
    return {
        (row, top[1] - left): (top[0], top[1] - left)
        for top, bottom in ranges
        if top[0] > names
        for row in range(top[0] + 1, bottom[0] + 1)
    }


def _write(
    rows: Iterable[list[Any]],
    filled: dict[tuple[int, int], tuple[int, int]],
    most_characters: int,
    output: Callable[[str], object],
) -> None:
    sources = dict.fromkeys(filled.values(), "")
    columns = sorted({column for _, column in filled})
    written = 0
    for number, row in enumerate(rows):
        cells = [_cell(cell) for cell in row]
        for column in columns:
            if column < len(cells):
                if (number, column) in sources:
                    sources[number, column] = cells[column]
                elif (number, column) in filled:
                    cells[column] = sources[filled[number, column]]
        line = json.dumps(cells, ensure_ascii=False)
        written += len(line)
        if written > most_characters:
            sys.exit(TOO_LARGE)
        output(line)


def _cell(value: Any) -> Any:
    """A cell as JSON: text, number and truth as they are, moments in ISO form, durations as hours:minutes:seconds."""
    match value:
        case bool() | str():
            return value
        case float():
            return int(value) if value.is_integer() and abs(value) <= EXACT_WHOLE else value
        case datetime():
            return value.isoformat(sep=" ")
        case date() | time():
            return value.isoformat()
        case timedelta():
            return _duration(value)
    return value


def _duration(value: timedelta) -> str:
    seconds = value.total_seconds()
    sign, whole = "-" if seconds < 0 else "", int(abs(seconds))
    return f"{sign}{whole // 3600:02d}:{whole // 60 % 60:02d}:{whole % 60:02d}"


def _faults(content: bytes, sheet: str) -> dict[str, list[int]]:
    """The rows with cells that show an error, and with formulas whose result was never saved: both read as empty."""
    markup = _sheet_markup(content, sheet)
    return {
        "errors": [int(row) for row in ERROR_CELL.findall(markup)],
        "unsaved": [int(row) for row in UNSAVED_RESULT.findall(markup)],
    }


def _sheet_markup(content: bytes, sheet: str) -> bytes:
    """The XML of a sheet; empty where the format is another one."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            book = archive.read("xl/workbook.xml")
            relations = archive.read("xl/_rels/workbook.xml.rels")
            targets = {each["Id"]: each["Target"] for each in map(_attributes, RELATION.findall(relations))}
            known = {each["name"]: each["r:id"] for each in map(_attributes, SHEET_ENTRY.findall(book))}
            return archive.read("xl/" + targets[known[sheet]].removeprefix("/xl/"))
    except (KeyError, zipfile.BadZipFile, NotImplementedError):
        return b""


def _attributes(tag: bytes) -> dict[str, str]:
    found = {name.decode(): value.decode("utf-8", "replace") for name, value in ATTRIBUTE.findall(tag)}
    return {name: _unescape(value) for name, value in found.items()}


def _unescape(text: str) -> str:
    for mark, sign in (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&apos;", "'"), ("&amp;", "&")):
        text = text.replace(mark, sign)
    return text


def _limit(memory_bytes: int, seconds: int) -> None:
    """Bounds this process where the system can; elsewhere the time limit of whoever waits for it remains."""
    try:
        import resource  # only Unix has it  # noqa: PLC0415
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _run() -> NoReturn:
    memory_bytes, seconds, most_cells, most_characters = map(int, sys.argv[1:5])
    _limit(memory_bytes, seconds)
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")  # type: ignore[union-attr]  # stdout of a script is a text file
    wanted = json.loads(sys.stdin.buffer.readline())
    main(sys.stdin.buffer.read(), wanted, most_cells, most_characters, print)
    sys.exit(0)


if __name__ == "__main__":
    _run()
