"""Answers as an Excel workbook: each table on a sheet with its picture beside it, and last how they were made."""

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from io import BytesIO
from itertools import islice
from typing import Any, cast

import xlsxwriter
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from agent.analysis.frames.ledger import rows_beside, step_in_words
from agent.analysis.png import draw_png
from agent.analysis.words import missing_key
from agent.report.cells import decimals_of, header, keys_of, told_cell
from agent.report.content import ReportContent
from agent.report.escape import clean, one_line, starts_a_formula
from agent.report.words import say
from agent.specs.locales import clock_words
from agent.state import CLOCK_FORMATS, Artifact, Cell, ColumnFormat, TablePayload, TurnRecord
from languages.catalogue import amount

MOST_ROWS = 100_000
"""Rows of a sheet: Excel opens ten times as many, but not within the memory and time of a download."""
MOST_COLUMNS = 16_384  # Excel has no more
_MOST_CHARACTERS = 32_767  # of a cell, in Excel
_MOST_DIGITS = 10**15  # whole numbers from here on are rounded by Excel
_NAME_LENGTH = 31
_NOT_IN_NAMES = re.compile(r"[\[\]:*?/\\\x00-\x1f]+")
_NO_DAY_BEFORE = 1900
_MONTH = re.compile(r"\d{4}-\d{2}")
_WIDEST, _NARROWEST, _SAMPLE = 48, 8, 200
_PICTURE_SCALE = 0.64  # of 1000 pixels
_PLAIN = {
    "in_memory": True, "strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False,
}  # fmt: skip
_FORMATS: Mapping[ColumnFormat, str] = {
    "integer": "#,##0", "percent": '#,##0.0" %"', "p_value": "0.000", "h:mm": "[h]:mm", "h:mm:ss": "[h]:mm:ss",
    "m:ss": "[m]:ss.00",
}  # fmt: skip
_SECONDS_A_DAY = 86_400


def write_workbook(content: ReportContent) -> bytes:
    """The answers as .xlsx. Cells keep every digit that Excel keeps; nothing in them is a formula or a link.

    At most 100,000 rows of a table are written; what is left out is named on the last sheet. The same content gives
    the same bytes.
    """
    target = BytesIO()
    with xlsxwriter.Workbook(target, _PLAIN) as book:
        made = datetime.fromisoformat(content.made_at).replace(tzinfo=None) if content.made_at else datetime(1980, 1, 1)
        book.set_properties({"created": made, "title": one_line(content.title)[:255], "comments": say("how.made")})
        writer = _Writer(book)
        shown = [one for turn in content.turns for one in _own(turn, content) if one["kind"] != "text"]
        for title, (table, pictures) in _sheets(shown):
            writer.write_sheet(title, table, pictures)
        writer.write_how(content)
    return target.getvalue()


def sheet_names(titles: Iterable[str]) -> list[str]:
    """The titles as names that Excel opens: short, without its signs, each once; none is the last sheet's."""
    names: list[str] = []
    taken = {"history", say("how.sheet").casefold()}
    for title in titles:
        stem = _name(title, _NAME_LENGTH) or "A"
        name, number = stem, 2
        while name.casefold() in taken:
            end = f" ({number})"
            name, number = f"{_name(stem, _NAME_LENGTH - len(end))}{end}", number + 1
        taken.add(name.casefold())
        names.append(name)
    return names


def _name(title: str, length: int) -> str:
    """The part of a title that a sheet's name may hold; lengths are Excel's, which counts in UTF-16."""
    text = _NOT_IN_NAMES.sub(" ", one_line(title)).encode("utf-16-le")[: 2 * length]
    return " ".join(text.decode("utf-16-le", "ignore").split()).strip("' ")


def _own(turn: TurnRecord, content: ReportContent) -> list[Artifact]:
    return [content.artifacts[one] for one in turn["artifact_ids"] if one in content.artifacts]


def _sheets(shown: Sequence[Artifact]) -> Iterator[tuple[str, tuple[Artifact | None, list[Artifact]]]]:
    """A sheet for each table. The pictures of a computation stand beside its first table, else beside the table made
    before or after them."""
    tables = [one for one in shown if one["kind"] == "table"]
    beside: dict[str, list[Artifact]] = {}
    alone: list[Artifact] = []
    for picture in (one for one in shown if one["kind"] == "figure"):
        near = [one for one in tables if one["spec"] == picture["spec"] or one["role"] == "main"]
        if near:
            beside.setdefault(near[0]["artifact_id"], []).append(picture)
        else:
            alone.append(picture)
    titles = sheet_names(one["title"] for one in (*tables, *alone))
    parts = [*((one, beside.get(one["artifact_id"], [])) for one in tables), *((None, [one]) for one in alone)]
    yield from zip(titles, parts, strict=True)


@dataclass
class _Writer:
    """A workbook as it comes together: its formats, which sheet holds what, what did not fit."""

    book: xlsxwriter.Workbook
    formats: dict[str, Format] = field(default_factory=dict)
    holds: dict[str, list[str]] = field(default_factory=dict)  # a sheet for each artifact
    limits: list[str] = field(default_factory=list)
    cut: int = 0  # texts of the sheet at hand

    def write_sheet(self, name: str, table: Artifact | None, pictures: Sequence[Artifact]) -> None:
        """One sheet: the table from its first cell on, pictures right of it."""
        sheet = self.book.add_worksheet(name)
        columns = self._write_table(sheet, name, table) if table is not None else 0
        row = 1
        for picture in pictures:
            data = draw_png(cast(Mapping[str, Any], picture["payload"]))
            told = one_line(f"{picture['title']}. {picture['description']}")
            scale = {"x_scale": _PICTURE_SCALE, "y_scale": _PICTURE_SCALE}
            given = {"image_data": BytesIO(data), "description": told[:250], **scale}
            sheet.insert_image(row, columns + 1 if columns else 0, "picture.png", given)
            row += 22
        for one in (*([table] if table is not None else []), *pictures):
            self.holds.setdefault(one["artifact_id"], []).append(name)

    def _write_table(self, sheet: Worksheet, name: str, artifact: Artifact) -> int:
        table = cast(TablePayload, artifact["payload"])
        columns = table["columns"][:MOST_COLUMNS]
        self.cut = 0
        heads = [header(column, table["units"], table.get("headings", {})) for column in columns]
        sample = [*islice(iter(table["rows"]), _SAMPLE)]
        kinds = [_format(table["formats"].get(column, "text"), [row[at] for row in sample])
                 for at, column in enumerate(columns)]  # fmt: skip
        for at, head in enumerate(heads):
            self._write_text(sheet, 0, at, head, bold=True)
            longest = max((len(str(row[at])) for row in sample if row[at] is not None), default=0)
            sheet.set_column(at, at, min(_WIDEST, max(_NARROWEST, longest + 2, len(head) + 4)))
        named = set(keys_of(table))
        last = 0
        for last, row in enumerate(islice(iter(table["rows"]), MOST_ROWS), 1):
            for at, (column, cell) in enumerate(zip(columns, row, strict=False)):
                is_group = cell is None and column in named
                kind = table["formats"].get(column, "text")
                self._write_cell(
                    sheet, (last, at), missing_key() if is_group else told_cell(table, column, cell), kind, kinds[at]
                )
        if heads:
            sheet.freeze_panes(1, 0)
            sheet.autofilter(0, 0, last, len(heads) - 1)
        self._note_limits(name, artifact, last, table)
        return len(columns)

    def _write_cell(
        self, sheet: Worksheet, place: tuple[int, int], cell: Cell, kind: ColumnFormat, number: str
    ) -> None:
        row, column = place
        if cell is None or (isinstance(cell, float) and not math.isfinite(cell)):
            return
        if isinstance(cell, bool):
            sheet.write_boolean(row, column, cell)
        elif isinstance(cell, (int, float)):
            if kind in CLOCK_FORMATS and cell >= 0:  # Excel keeps times as parts of a day, and shows none below 0
                sheet.write_number(row, column, cell / _SECONDS_A_DAY, self._format(num_format=number))
            elif kind in CLOCK_FORMATS:
                self._write_text(sheet, row, column, clock_words(cell, kind))
            elif isinstance(cell, int) and abs(cell) >= _MOST_DIGITS:
                self._write_text(sheet, row, column, str(cell))
            else:
                sheet.write_number(row, column, cell, self._format(num_format=number))
        elif kind == "date" and (found := _moment(cell)) is not None:
            sheet.write_datetime(row, column, found[0], self._format(num_format=found[1], align="left"))
        else:
            self._write_text(sheet, row, column, cell)

    def _write_text(self, sheet: Worksheet, row: int, column: int, text: str, **look: Any) -> None:
        written = clean(text)
        if len(written) > _MOST_CHARACTERS:
            written, self.cut = written[: _MOST_CHARACTERS - 1] + "…", self.cut + 1
        if starts_a_formula(written):
            look["quote_prefix"] = True
        sheet.write_string(row, column, written, self._format(**look) if look else None)

    def _format(self, **look: Any) -> Format:
        key = repr(sorted(look.items()))
        if key not in self.formats:
            self.formats[key] = self.book.add_format(look)
        return self.formats[key]

    def _note_limits(self, name: str, artifact: Artifact, rows: int, table: TablePayload) -> None:
        names = {"sheet": name, "table": artifact["title"]}
        for what, shown, total in (
            ("rows", rows, table["total_rows"]),
            ("columns", min(MOST_COLUMNS, len(table["columns"])), len(table["columns"])),
        ):
            if shown < total:
                self.limits.append(say(f"limit.{what}", shown=shown, total=total, **names))
        if self.cut:
            self.limits.append(say("limit.texts", count=self.cut, most=_MOST_CHARACTERS, **names))

    def write_how(self, content: ReportContent) -> None:
        """The last sheet: of each answer the question, its reading, its rows; then the data, and what did not fit."""
        sheet = self.book.add_worksheet(say("how.sheet"))
        sheet.set_column(0, 0, 22)
        sheet.set_column(1, 1, 110)
        blocks = [self._answer(turn, content) for turn in content.turns]
        blocks += [[("data", [facts.name, *facts.sentences]) for facts in content.datasets]]
        blocks += [[("limits", self.limits)]]
        row = 0
        for block in blocks:
            for label, lines in block:
                for place, line in enumerate(line for line in lines if line):
                    if place == 0:
                        self._write_text(sheet, row, 0, say(f"how.{label}"), bold=True, valign="top")
                    self._write_text(sheet, row, 1, line, text_wrap=True, valign="top")
                    row += 1
            row += 1

    def _answer(self, turn: TurnRecord, content: ReportContent) -> list[tuple[str, Sequence[str]]]:
        used, total = turn["rows_used"], turn["rows_total"]
        counted = used is not None and total is not None
        own = _own(turn, content)
        steps = [step_in_words(step) for one in own if one["ledger"] for step in one["ledger"]["steps"]]
        names = dict.fromkeys(name for one in own for name in self.holds.get(one["artifact_id"], []))
        return [
            ("question", [turn["question"]]),
            ("answer", [turn["answer"]["text"]]),
            ("reading", [turn["interpretation"]]),
            ("condition", [*dict.fromkeys(steps)]),
            (
                "rows",
                [say("how.rows_of", used=cast(int, used), total=cast(int, total), beside=rows_beside(turn))]
                if counted
                else [],
            ),
            ("left_out", [amount(cast(int, total) - cast(int, used))] if counted else []),
            ("assumed", turn["assumptions"]),
            ("caveat", turn["caveats"]),
            ("sheets", [*names]),
        ]


def _format(kind: ColumnFormat, cells: Sequence[Cell]) -> str:
    """The number format of a column: the same decimals in all of its cells, three digits that matter in the least."""
    if kind in _FORMATS:
        return _FORMATS[kind]
    if kind in ("text", "date"):
        return "General"
    decimals = decimals_of([cell for cell in cells if not isinstance(cell, bool)])
    return "0.00E+00" if decimals is None else f"#,##0.{'0' * decimals}".rstrip(".")


def _moment(text: str) -> tuple[datetime, str] | None:
    """A day, a time or a month as Excel keeps it, with its format; None for what it does not know as one."""
    is_month = _MONTH.fullmatch(text) is not None
    try:
        found = datetime.fromisoformat(f"{text}-01" if is_month else text)
    except ValueError:
        return None
    if found.year <= _NO_DAY_BEFORE or found.tzinfo is not None:
        return None
    if is_month:
        return found, "yyyy\\-mm"
    return found, "yyyy\\-mm\\-dd" if len(text) <= 10 else "yyyy\\-mm\\-dd hh:mm:ss"
