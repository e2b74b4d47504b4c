"""The workbook: numbers as numbers, dates as dates, text as text, and how each answer was made."""

import io
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import cast

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl.workbook import Workbook

from agent.report import workbook
from agent.report.content import ReportContent
from agent.report.workbook import sheet_names, write_workbook
from agent.state import Artifact, Cell, ColumnFormat, Ledger, LedgerStep, TablePayload
from tests.agent.report.content import HOSTILE, cited, hostile_content, plot_artifacts, table_artifact, turn

MONTHS: dict[str, ColumnFormat] = {"day": "date", "sales": "number", "share": "percent", "p": "p_value", "n": "integer"}
ROWS: list[list[Cell]] = [
    ["2025-01-03", 1234.5, 48.8, 0.0004, 3],
    ["2025-02-11T10:30:00", 2.25, 51.2, 0.5, -4],
    ["2025-04", None, None, None, 10**15],
    ["1850-01-01", 0.125, 0.0, 1.0, 12],
]


def artifact_of(rows: list[list[Cell]], formats: dict[str, ColumnFormat], title: str = "Sales by day") -> Artifact:
    table = TablePayload(
        columns=[*formats], rows=rows, total_rows=len(rows), key_columns=[], formats=formats, units={"sales": "EUR"}
    )
    steps = [LedgerStep(step="filter", detail="sales is above 2", rows_before=60, rows_after=57)]
    ledger = Ledger(dataset="orders.csv", rows_total=60, steps=steps, rows_used=57, notes=[])
    given = {"payload": table, "title": title, "ledger": ledger, "artifact_id": "A1"}
    return Artifact(**{**table_artifact(), **given})  # type: ignore[typeddict-item]


def content_of(artifacts: Sequence[Artifact]) -> ReportContent:
    told = turn(
        "total sales by day?", cited("It is 57.", "57"), [one["artifact_id"] for one in artifacts], rows_total=60
    )
    return replace(hostile_content(), turns=(told,), artifacts={one["artifact_id"]: one for one in artifacts})


def opened(content: ReportContent) -> Workbook:
    return openpyxl.load_workbook(io.BytesIO(write_workbook(content)))


def how(book: Workbook) -> dict[str, str]:
    """What the last sheet says, by its labels; lines under a label without one of their own belong to it."""
    told: dict[str, str] = {}
    label = ""
    for first, second in book.worksheets[-1].iter_rows(max_col=2, values_only=True):
        label = str(first or label)
        told[label] = f"{told.get(label, '')}\n{second or ''}".strip()
    return told


def test_numbers_are_numbers_with_their_formats_and_dates_are_dates() -> None:
    sheet = opened(content_of([artifact_of(ROWS, MONTHS)])).worksheets[0]
    rows = list(sheet.iter_rows(values_only=True))
    assert rows[0] == ("day", "sales (EUR)", "share", "p", "n")
    assert rows[1] == (datetime(2025, 1, 3), 1234.5, 48.8, 0.0004, 3)
    assert rows[2] == (datetime(2025, 2, 11, 10, 30), 2.25, 51.2, 0.5, -4)
    assert rows[3] == (datetime(2025, 4, 1), None, None, None, "1000000000000000")  # Excel keeps fifteen digits
    assert rows[4][0] == "1850-01-01", "Excel knows no day before 1900"
    formats = [sheet.cell(2, column).number_format for column in range(1, 6)]
    assert formats == ["yyyy\\-mm\\-dd", "#,##0.000", '#,##0.0" %"', "0.000", "#,##0"]
    assert sheet["A4"].number_format == "yyyy\\-mm"
    assert sheet.freeze_panes == "A2"


def test_a_missing_group_is_named_and_other_missing_cells_are_empty() -> None:
    made = artifact_of([[None, None], ["x", float("nan")]], {"team": "text", "pay": "number"})
    made["payload"] = cast(TablePayload, {**cast(TablePayload, made["payload"]), "key_columns": ["team"]})
    rows = list(opened(content_of([made])).worksheets[0].iter_rows(min_row=2, values_only=True))
    assert rows == [("(no value)", None), ("x", None)]


def test_what_looks_like_a_formula_or_an_address_is_text() -> None:
    texts = [*HOSTILE, "=1+1", "+1", "-1", "@x", "\t=1", "{=1}", "http://example.org", "mailto:a@b.c", "internal:A!A1"]
    made = artifact_of([[text] for text in texts], {"=SUM(A1)": "text"}, "=1+1")
    book = opened(content_of([made]))
    for sheet in book.worksheets:
        for cell in (cell for row in sheet.iter_rows() for cell in row if cell.value is not None):
            assert cell.data_type in ("s", "n") and cell.hyperlink is None, cell.value
    sheet = book.worksheets[0]
    assert sheet["A1"].value == "=SUM(A1)"
    assert [cell.value for (cell,) in sheet.iter_rows(min_row=2)][len(HOSTILE) :][:4] == ["=1+1", "+1", "-1", "@x"]
    assert sheet.cell(len(HOSTILE) + 2, 1).quotePrefix, "typed over, it stays text"


def test_the_picture_stands_beside_its_table_and_says_what_it_shows() -> None:
    book = opened(content_of([artifact_of(ROWS, MONTHS), Artifact(**{**plot_artifacts()[0], "artifact_id": "A2"})]))
    assert len(book.worksheets) == 2
    (image,) = book.worksheets[0]._images
    assert image.format == "png" and image.anchor._from.col == 6


def test_a_picture_without_a_table_has_a_sheet_of_its_own() -> None:
    book = opened(content_of([plot_artifacts()[0]]))
    assert [len(sheet._images) for sheet in book.worksheets] == [1, 0]


def test_how_says_question_reading_condition_and_rows() -> None:
    told = how(opened(content_of([artifact_of(ROWS, MONTHS)])))
    assert told["Question"] == "total sales by day?"
    assert told["Answer"] == "It is 57."
    assert told["Read as"] == "The mean by key."
    assert told["Rows"] == "Kept the rows where sales is above 2: 57 rows stay, 3 left out."
    assert (told["Rows used"], told["Rows left out"]) == ("57 of 60", "3")
    assert told["On the sheets"] == "Sales by day"
    assert "SHA-256 of the file: ab12" in told["Data"]


def test_what_does_not_fit_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workbook, "MOST_ROWS", 2)
    monkeypatch.setattr(workbook, "MOST_COLUMNS", 1)
    made = artifact_of([["x" * 40_000, 1], ["b", 2], ["c", 3]], {"a": "text", "n": "integer"})
    book = opened(content_of([made]))
    assert book.worksheets[0].dimensions == "A1:A3"
    limits = how(book)["Not in this workbook"]
    assert "Sales by day holds the first 2 of 3 rows; the CSV of “Sales by day” holds them all." in limits
    assert "the first 1 of 2 columns" in limits and "1 cells are cut to the 32,767 characters" in limits


def test_the_same_answers_give_the_same_workbook() -> None:
    content = content_of([artifact_of(ROWS, MONTHS)])
    assert write_workbook(content) == write_workbook(content)


def test_a_hostile_conversation_opens() -> None:
    assert len(opened(hostile_content()).worksheets) >= 2


@settings(max_examples=25)
@given(st.lists(st.text(), max_size=6))
def test_sheet_names_are_such_as_excel_opens(titles: list[str]) -> None:
    names = sheet_names(titles)
    assert len({name.casefold() for name in names}) == len(titles)
    for name in names:
        assert 0 < len(name.encode("utf-16-le")) // 2 <= 31 and not set(name) & set("[]:*?/\\")
        assert name == name.strip().strip("'") and name.casefold() not in ("history", "how")
