"""The report as a document of Word: headings, text, pictures and real tables; no field, no link."""

import io
import re
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from agent.report.bundle import figure_png
from agent.report.composition import compose
from agent.report.content import ReportContent
from agent.report.elements import (
    Answer,
    Bullets,
    Element,
    Folded,
    Grid,
    Heading,
    Line,
    Paragraph,
    Picture,
    Program,
    Report,
    Run,
    Summary,
    line_of,
)
from agent.report.escape import clean, one_line
from agent.report.words import say
from languages.phrase_files import told_language

if TYPE_CHECKING:
    from docx.document import Document
    from docx.table import Table
    from docx.text.paragraph import Paragraph as Written

_EPOCH = (1980, 1, 1, 0, 0, 0)  # the same content gives the same bytes
_A4_CENTIMETRES, _MARGIN_CENTIMETRES = (21.0, 29.7), 2.5
_PICTURE_CENTIMETRES = _A4_CENTIMETRES[0] - 2 * _MARGIN_CENTIMETRES
_LONGEST_TITLE = 255  # characters of a document's properties
_REGIONS = {"en": "en-GB", "de": "de-DE", "ja": "ja-JP"}
"""What Word checks the spelling by, by the language that is told."""
_SMALL, _TINY = 9, 8  # points
_BLANKS = re.compile(r"\s+")


def write_word(content: ReportContent) -> bytes:
    """The report as .docx. Text is text: nothing in it is a field, a link or a formula, and control characters are
    replaced. At most 50 rows of a table are written, and said; programs are left to the notebook. The same content
    gives the same bytes."""
    import docx  # noqa: PLC0415 - takes long to load, and is needed for a download only

    report, document = compose(content), docx.Document()
    _describe(document, report)
    writer = _Writer(document)
    document.add_heading(one_line(report.title), level=0)
    writer.write(report.parts)
    if report.notes:
        document.add_heading(say("section.notes"), level=1)
        for number, note in enumerate(report.notes, 1):
            writer.write_small(f"[{number}] {note}")
    target = io.BytesIO()
    document.save(target)
    return _without_times(target.getvalue())


def _describe(document: "Document", report: Report) -> None:
    """Properties and language of the document; those of the library's template are others."""
    from docx.oxml.ns import qn  # noqa: PLC0415 - as above
    from docx.shared import Cm  # noqa: PLC0415 - as above

    made = datetime.fromisoformat(report.made_at).replace(tzinfo=None) if report.made_at else datetime(1980, 1, 1)
    about = document.core_properties
    about.title, about.author, about.comments = one_line(report.title)[:_LONGEST_TITLE], "Tally", say("how.made")
    about.created = about.modified = made
    about.last_modified_by = "Tally"
    about.language = _REGIONS.get(told_language(), _REGIONS["en"])
    page = document.sections[0]
    page.page_width, page.page_height, page.left_margin, page.right_margin = (
        Cm(one) for one in (*_A4_CENTIMETRES, _MARGIN_CENTIMETRES, _MARGIN_CENTIMETRES)
    )
    for language in document.styles.element.iter(qn("w:lang")):
        region = _REGIONS.get(told_language(), _REGIONS["en"])
        language.set(qn("w:val"), region)
        language.set(qn("w:eastAsia"), region)


def _without_times(written: bytes) -> bytes:
    """The package without the time at which each of its parts was written."""
    target = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(written)) as parts, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packed:
        for name in parts.namelist():
            packed.writestr(zipfile.ZipInfo(name, _EPOCH), parts.read(name), zipfile.ZIP_DEFLATED)
    return target.getvalue()


@dataclass
class _Writer:
    """Elements as parts of a document."""

    document: "Document"

    def write(self, parts: Sequence[Element]) -> None:
        for part in parts:
            self._write(part)

    def write_small(self, text: str) -> None:
        """A line beside what is told."""
        self._paragraph(line_of(text), points=_SMALL)

    def _write(self, part: Element) -> None:
        match part:
            case Heading(level=level, text=text):
                self.document.add_heading(one_line(text), level=level - 1)
            case Paragraph(line=line, soft=soft):
                self._paragraph(line, points=_SMALL if soft else 0)
            case Bullets(lines=lines):
                for line in lines:
                    self._paragraph(line, style="List Bullet")
            case Picture():
                self._picture(part)
            case Grid():
                self._grid(part)
            case Program():
                pass  # the notebook holds it
            case Summary(found=found, picture=picture):
                self.write([*found, *([picture] if picture else [])])
            case Answer(heading=heading, said=said, pictures=pictures, listed=listed):
                self.write([heading, *said, *pictures, *listed])
            case Folded(heading=heading, parts=inner):
                told = [one for one in inner if not isinstance(one, Program) and not _heads_a_program(one, inner)]
                rest = [Paragraph(line_of(say("line.programs")), soft=True)] if len(told) < len(inner) else []
                self.write([heading, *told, *rest])

    def _paragraph(self, line: Line, *, style: str | None = None, points: int = 0) -> "Written":
        written = self.document.add_paragraph(style=style)
        for run in line:
            _add(written, run, points)
        return written

    def _picture(self, picture: Picture) -> None:
        from docx.shared import Cm  # noqa: PLC0415 - as above

        png = io.BytesIO(figure_png(picture.artifact))
        shape = self.document.add_picture(png, width=Cm(_PICTURE_CENTIMETRES))
        shape._inline.docPr.set("descr", clean(picture.alternative))
        self.document.paragraphs[-1].paragraph_format.keep_with_next = bool(picture.caption)
        if picture.caption:
            self.write_small(picture.caption)

    def _grid(self, grid: Grid) -> None:
        if not grid.heads:
            return
        if grid.caption:
            caption = self._paragraph((Run(grid.caption, strong=True),), points=_SMALL)
            caption.paragraph_format.keep_with_next = True
        table = self.document.add_table(rows=0, cols=len(grid.heads), style="Light List Accent 1")
        for place, row in enumerate((grid.heads, *grid.rows)):
            _add_row(table, row, grid.numeric, is_head=place == 0)
        shown = len(grid.rows)
        cut = f"{say('line.shown', shown=shown, total=grid.total)} {say('line.in_workbook')}"
        self.write_small(cut if shown < grid.total else "")


def _heads_a_program(part: Element, parts: Sequence[Element]) -> bool:
    after = parts[parts.index(part) + 1 :]
    return isinstance(part, Heading) and bool(after) and isinstance(after[0], Program)


def _add(written: "Written", run: Run, points: int) -> None:
    from docx.shared import Pt  # noqa: PLC0415 - as above

    added = written.add_run(_BLANKS.sub(" ", clean(run.text)))
    added.bold, added.font.strike = run.strong or None, run.struck or None
    if points:
        added.font.size = Pt(points)
    if run.note:
        written.add_run(f"[{run.note}]").font.superscript = True


def _add_row(table: "Table", texts: Sequence[str], numeric: Sequence[bool], *, is_head: bool) -> None:
    """A row that no page parts; that of the heads stands on every page of the table."""
    from docx.enum.text import WD_ALIGN_PARAGRAPH  # noqa: PLC0415 - as above
    from docx.oxml import OxmlElement  # noqa: PLC0415 - as above

    row = table.add_row()  # type: ignore[no-untyped-call]  # python-docx types the rest
    for mark in ("w:cantSplit", *(["w:tblHeader"] if is_head else [])):
        row._tr.get_or_add_trPr().append(OxmlElement(mark))
    for cell, text, is_number in zip(row.cells, texts, numeric, strict=True):
        _add(cell.paragraphs[0], Run(text, strong=is_head), _TINY)
        if is_number:
            cell.paragraphs[0].alignment = WD_ALIGN_PARAGRAPH.RIGHT
