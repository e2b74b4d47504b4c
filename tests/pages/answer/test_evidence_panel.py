"""Each mark of an answer opens what its number stands on: rows to search, steps in words, a program to copy."""

from collections.abc import Iterator

import pytest
from streamlit.testing.v1 import AppTest

from agent.service import AnalystService
from agent.settings import Settings
from tests.agent.scripted import STAFF
from tests.pages.conftest import APP, served, texts
from tests.pages.reading.test_reading_editor import ask, conversation_of


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Iterator[AnalystService]:
    made = AnalystService(Settings())
    with served(made, monkeypatch):
        yield made


@pytest.fixture
def app(service: AnalystService) -> AppTest:
    """The app with the staff table and one answer."""
    begun = AppTest.from_file(str(APP), default_timeout=120).run()
    service.datasets.add(conversation_of(begun), "staff.csv", STAFF)
    return ask(begun.run(), "mean salary by department")


def with_mark(app: AppTest, mark: int) -> AppTest:
    """The page with the panel of a mark."""
    app.session_state["marks_T1"] = mark
    app.run()
    assert not app.exception
    return app


CARD = ["Chart", "Table"]
"""The tabs of an answer's own card."""


def panel_tabs(app: AppTest) -> list[str]:
    """The tabs of an evidence panel, where one is open."""
    return [tab.label for tab in app.tabs if tab.label not in CARD]


def grids(app: AppTest) -> list[list[str]]:
    return [list(grid.value.columns) for grid in app.dataframe]


def test_no_panel_is_made_before_its_mark_is_pressed(app: AppTest) -> None:
    assert not app.exception
    assert len(app.dataframe) == 1 and not panel_tabs(app)
    assert [len(marks.options) for marks in app.pills] == [len({*marks_in(app)})]


def marks_in(app: AppTest) -> list[str]:
    return [part.split("\\]")[0] for part in texts(app).split(":small[\\[")[1:]]


def test_a_mark_opens_the_rows_the_steps_and_the_program(app: AppTest) -> None:
    with_mark(app, 1)
    assert "rows** of staff.csv" in texts(app)
    assert panel_tabs(app) == ["Rows", "Steps", "Code"]
    (rows, _) = grids(app)
    assert rows[:3] == ["row", "department", "salary"]
    assert "1. staff.csv has" in texts(app)
    assert "groupby" in app.code[0].value and app.code[0].value.startswith("import pandas as pd")


def test_a_panel_tells_the_condition_and_names_nothing_as_the_inside_does(app: AppTest) -> None:
    ask(app, "mean salary by department where salary is above 1000")
    app.session_state["marks_T2"] = 1
    app.run()
    told = texts(app)
    assert "Only rows where salary is above 1,000." in told.replace("1000", "1,000")
    assert "salary\\_mean" not in told and "salary_mean" not in told and "A1[" not in told


def test_the_rows_can_be_searched(app: AppTest) -> None:
    with_mark(app, 1)
    before = len(app.dataframe[1].value)
    app.text_input(key="find_T1_1").input("nothing like this").run()
    assert "0 rows of" in texts(app) and len(app.dataframe) == 1
    app.text_input(key="find_T1_1").input("").run()
    assert len(app.dataframe[1].value) == before


def test_closing_leaves_the_answer_as_it_was(app: AppTest) -> None:
    with_mark(app, 1)
    next(button for button in app.button if button.label == "Close").click().run()
    assert not panel_tabs(app) and not app.exception


def test_every_answer_that_computed_something_tells_how_in_words_and_as_a_program(app: AppTest) -> None:
    assert not app.code
    app.button(key="how_T1").click().run()
    words = texts(app)
    assert "Working out what to compute" in words
    assert not any(internal in words for internal in ("route\\_turn", "act:", "reason:", "react"))
    assert [one.language for one in app.code] == ["python"]
    app.button(key="how_T1").click().run()
    assert not app.code


def test_rows_of_data_that_are_gone_are_not_made_up(app: AppTest, service: AnalystService) -> None:
    (dataset,) = service.datasets.datasets(conversation_of(app))
    service.datasets.remove(conversation_of(app), dataset.dataset_id)
    with_mark(app, 1)
    assert "not loaded any more" in texts(app)
    assert len(app.dataframe) == 1
