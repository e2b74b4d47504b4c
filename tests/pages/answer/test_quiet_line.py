"""The one line below an answer: how it was computed is a press away, what is copied is cells."""

from typing import cast

from streamlit.testing.v1 import AppTest

from agent.report.listed import says_whole
from agent.service import AnalystService
from agent.state import TablePayload
from pages.components.answer.quiet_line import _as_cells
from tests.agent.scripted import STAFF
from tests.pages.answer.test_evidence_panel import app, service
from tests.pages.conftest import APP, texts
from tests.pages.reading.test_reading_editor import ask, conversation_of
from tests.pages.scripted_turns import cited, table

__all__ = ["app", "service"]


def test_a_table_is_copied_as_cells_under_its_headings_and_computes_nothing() -> None:
    payload = cast(TablePayload, table("A1")["payload"])
    made = TablePayload(**{
        **payload, "columns": ["team", "pay_sum"], "headings": {"pay_sum": "total pay"},
        "rows": [["=1+1", 2.5], ["two\nlines\tand a tab", None]],
    })  # fmt: skip
    assert _as_cells(made) == "team\ttotal pay\n'=1+1\t2.5\ntwo lines and a tab\t"


def test_a_figure_that_the_sentence_says_has_no_table_and_can_be_taken_along(service: AnalystService) -> None:
    begun = AppTest.from_file(str(APP), default_timeout=120).run()
    service.datasets.add(conversation_of(begun), "staff.csv", STAFF)
    shown = ask(begun.run(), "Mean salary?")
    assert "Average salary\\: [**" in texts(shown)
    assert not shown.dataframe
    assert "csv_T1_A1" in {button.key for button in shown.download_button}


def test_the_sentences_and_the_cells_are_made_when_copying_is_opened(app: AppTest) -> None:
    assert not app.code
    app.session_state["copy_T1"] = True
    app.run()
    assert not app.exception
    words, cells = (one.value for one in app.code)
    assert len(app.get("image")) == 1
    assert "\t" in cells and "department" in cells.splitlines()[0]
    assert "#source" not in words and "[1]" not in words


def test_the_answer_leaves_as_csv_workbook_and_picture(app: AppTest) -> None:
    keys = {button.key for button in app.download_button}
    assert {"csv_T1_A1", "excel_T1", "picture_T1"} <= keys


def test_a_row_whose_every_value_is_said_is_said_whole() -> None:
    one = table("A1")
    payload = cast(TablePayload, one["payload"])
    alone = {**one, "payload": {**payload, "columns": ["n"], "key_columns": [], "rows": [[7]], "total_rows": 1}}
    text = cited("There are 7.", "7")
    text["citations"][0]["cells"][0].update({"artifact_id": "A1", "column": "n"})
    assert says_whole(text, alone)  # type: ignore[arg-type]
    two = {**alone, "payload": {**alone["payload"], "columns": ["n", "m"], "rows": [[7, 8]]}}  # type: ignore[dict-item]
    assert not says_whole(text, two)  # type: ignore[arg-type]


def test_what_was_decided_stands_in_the_line_and_unfolds_below_it(service: AnalystService) -> None:
    begun = AppTest.from_file(str(APP), default_timeout=120).run()
    service.datasets.add(conversation_of(begun), "staff.csv", STAFF + b"Total,,999\n")
    shown = ask(begun.run(), "Mean salary?")
    (button,) = [one for one in shown.button if one.key == "decided_T1"]
    assert "set aside as no data" in button.label
    lines = len(shown.caption)
    opened = button.click().run()
    assert not opened.exception
    assert any("set aside as no data (“" in one.value for one in opened.caption) and len(opened.caption) == lines + 1
    assert any(one.label == "change" for one in opened.button)
