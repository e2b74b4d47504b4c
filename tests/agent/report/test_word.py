"""The document of Word: its numbers, its tables and pictures, and nothing that acts."""

import io
import re
import zipfile
from dataclasses import replace
from typing import Any, cast

import docx
from docx.enum.text import WD_ALIGN_PARAGRAPH

from agent.report.content import ReportContent
from agent.report.word import write_word
from agent.state import TablePayload
from languages.phrase_files import telling
from tests.agent.report.content import FENCE, HOSTILE, hostile_content, table_artifact

ACTING = ("w:hyperlink", "w:fldChar", "w:fldSimple", "w:instrText", "w:object", "w:attachedTemplate")


def opened(content: ReportContent) -> Any:
    return docx.Document(io.BytesIO(write_word(content)))


def text_of(document: Any) -> str:
    return "\n".join(one.text for one in document.paragraphs)


def seen(text: str) -> str:
    return " ".join(text.split())


def test_its_tables_hold_the_numbers_of_the_results_flush_right() -> None:
    (written, *_) = opened(hostile_content()).tables
    rows = [[cell.text for cell in row.cells] for row in written.rows]
    table = cast(TablePayload, table_artifact()["payload"])
    assert len(rows) == 1 + len(table["rows"])
    found = {key: float(value.replace(",", "")) for key, value in rows[1:]}
    assert found == {seen(str(key)): float(cast(float, value)) for key, value in table["rows"]}
    assert all(row.cells[1].paragraphs[0].alignment == WD_ALIGN_PARAGRAPH.RIGHT for row in written.rows)
    assert written.rows[0]._tr.xpath("./w:trPr/w:tblHeader"), "its heads stand on every page"


def test_findings_come_first_with_their_numbers_strong_and_footnotes_last() -> None:
    document = opened(hostile_content())
    headings = [one.text for one in document.paragraphs if one.style.name.startswith("Heading")]
    assert headings[0] == "What was found" and headings[-1] == "Footnotes"
    strong = [run.text for one in document.paragraphs for run in one.runs if run.bold]
    assert "21" in strong
    last = text_of(document).split("\nFootnotes\n")[1].splitlines()
    assert last[0].startswith("[1] Average ") and "from 54 of 57 rows" in last[0]


def test_a_picture_has_words() -> None:
    document = opened(hostile_content())
    assert len(document.inline_shapes) == 1
    assert document.inline_shapes[0]._inline.docPr.get("descr")


def test_hostile_text_is_text() -> None:
    content = replace(hostile_content(), title=f"a\x00b\x0b\x1b{HOSTILE[0]}")
    written = write_word(content)
    with zipfile.ZipFile(io.BytesIO(written)) as parts:
        xml = "".join(parts.read(name).decode() for name in parts.namelist() if name.endswith((".xml", ".rels")))
    assert not any(f"<{tag}" in xml for tag in ACTING)
    assert 'TargetMode="External"' not in xml
    assert not re.search(r"[\x00-\x08\x0b\x0c\x0e-\x1f]", xml)
    cells = {cell.text for table in opened(content).tables for row in table.rows for cell in row.cells}
    assert {seen(one) for one in HOSTILE if one != FENCE} <= cells


def test_it_is_in_the_language_that_is_told_and_always_the_same() -> None:
    with telling("de"):
        document = opened(hostile_content())
        assert write_word(hostile_content()) == write_word(hostile_content())
    assert "Fußnoten" in text_of(document)
    assert 'w:val="de-DE"' in document.styles.element.xml


def test_it_is_a_page_of_a4_with_real_headings_and_pictures_as_wide_as_its_text() -> None:
    with telling("ja"):
        document = opened(hostile_content())
    page = document.sections[0]
    assert (round(page.page_width.cm, 1), round(page.page_height.cm, 1)) == (21.0, 29.7)
    text_width = page.page_width - page.left_margin - page.right_margin
    assert [abs(one.width - text_width) < 1000 for one in document.inline_shapes] == [True]
    assert document.core_properties.language == "ja-JP"
    styles = {one.style.name for one in document.paragraphs}
    assert {"Title", "Heading 1", "List Bullet"} <= styles
