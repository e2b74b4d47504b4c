"""Chips under an answer: shown with every reading, controls on the latest, and a form that asks without words."""

from collections.abc import Iterator

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from agent.service import AnalystService, Part, spec_forms, words_in
from agent.settings import Settings
from agent.state import TurnRecord
from pages.components import process
from pages.components.reading.spec_fields import Fields
from tests.agent.scripted import STAFF
from tests.pages.conftest import APP, served, texts


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Iterator[AnalystService]:
    made = AnalystService(Settings())
    with served(made, monkeypatch):
        yield made


@pytest.fixture
def app(service: AnalystService) -> AppTest:
    """The app with the staff table."""
    opened = AppTest.from_file(str(APP), default_timeout=120).run()
    service.datasets.add(conversation_of(opened), "staff.csv", STAFF)
    return opened.run()


def conversation_of(app: AppTest) -> str:
    found = app.query_params["c"]
    return found if isinstance(found, str) else found[0]


def parts_of_turn(service: AnalystService, app: AppTest, turn: TurnRecord) -> list[Part]:
    return [part for one in service.computations(turn) for part in one.parts]


def done(app: AppTest) -> AppTest:
    job = process.runner().job(conversation_of(app))
    assert job is not None and job.finished.wait(120)
    app.run()
    assert not app.exception
    return app


def ask(app: AppTest, question: str) -> AppTest:
    app.chat_input[0].set_value(question).run()
    return done(app)


def press(app: AppTest, label: str) -> AppTest:
    next(button for button in app.button if button.label == label).click().run()
    return app


def opened(app: AppTest, key: str) -> AppTest:
    app.session_state[key] = True
    app.run()
    assert not app.exception
    return app


def test_a_condition_that_was_kept_goes_with_one_click_and_undo_takes_it_back(
    app: AppTest, service: AnalystService
) -> None:
    ask(ask(app, "mean salary of juniors"), "by department")
    done(press(app, "level is Junior · kept from before"))
    turns = service.turns(conversation_of(app))
    assert turns[-1]["question"] == "Changed by hand: − level is Junior"
    done(press(app, "Undo"))
    assert service.undone(conversation_of(app)) == {turns[-1]["turn_id"]}
    assert "Taken back: no question builds on this" in texts(app)


def test_every_chip_opens_the_control_of_its_field_and_applies_it(app: AppTest, service: AnalystService) -> None:
    ask(app, "mean salary of juniors by department")
    turn = service.turns(conversation_of(app))[-1]
    chip = f"chip_{turn['turn_id']}_"
    for part in parts_of_turn(service, app, turn):
        opened(app, chip + part.path)
    assert [box.label for box in app.multiselect] == ["Aggregation", "Groups"]
    assert [box.label for box in app.selectbox] == ["Of", "Kind", "Column", "Comparison"]
    measure = next(part for part in parts_of_turn(service, app, turn) if part.kind == "measure")
    app.multiselect[0].set_value(["median"]).run()
    done(app.button(key=f"{chip}{measure.path}_apply").click().run())
    last = service.turns(conversation_of(app))[-1]
    assert last["question"] == "Changed by hand: average salary → median salary"


def speaking(monkeypatch: pytest.MonkeyPatch, locale: str) -> None:
    monkeypatch.setattr(type(st.context), "locale", property(lambda _: locale))


def test_chips_their_controls_and_undo_speak_the_language_of_the_page(
    monkeypatch: pytest.MonkeyPatch, app: AppTest, service: AnalystService
) -> None:
    speaking(monkeypatch, "de-DE")
    ask(ask(app, "mean salary of juniors"), "by department")
    turn = service.turns(conversation_of(app))[-1]
    shown = [one.label for one in app.button]
    assert "level ist Junior · von vorher behalten" in shown and "Rückgängig" in shown
    measure = next(part for part in parts_of_turn(service, app, turn) if part.kind == "measure")
    opened(app, f"chip_{turn['turn_id']}_{measure.path}")
    assert [box.label for box in app.multiselect] == ["Kennzahl"]
    assert "Summe" in app.multiselect[0].options and "Durchschnitt" in app.multiselect[0].options
    assert {"Anwenden", "Kennzahl hinzufügen"} <= {one.label for one in app.button}
    opened(app, f"change_{turn['turn_id']}")
    assert {"Gruppen", "Nur die ersten"} <= {one.label for one in (*app.multiselect, *app.number_input)}
    ask(app, "and by level")
    assert ":gray-badge[:material/functions: Durchschnitt von salary]" in texts(app)


def test_the_empty_editor_speaks_the_language_of_the_page(
    monkeypatch: pytest.MonkeyPatch, app: AppTest, service: AnalystService
) -> None:
    speaking(monkeypatch, "ja")
    opened(app.run(), "build_0")
    told = "まだ必要なもの：**集計** または **条件つきの集計**"
    assert sum(told in one.value for one in app.caption) == 1
    app.selectbox(key="build_0_what").set_value("value_counts").run()
    assert "値ごとの件数" in app.selectbox(key="build_0_what").options
    next(box for box in app.selectbox if box.label == "列").set_value("level").run()
    done(press(app, "これを尋ねる"))
    assert service.turns(conversation_of(app))[-1]["question"] == "手で作成: level"


@pytest.mark.slow
def test_a_condition_is_added_in_the_form_of_the_whole(app: AppTest, service: AnalystService) -> None:
    ask(app, "mean salary by department")
    key = f"change_{service.turns(conversation_of(app))[-1]['turn_id']}"
    opened(app, key)
    press(app, "Add condition")
    app.selectbox(key=f"{key}_filters_0_filters_col").set_value("salary").run()
    app.selectbox(key=f"{key}_filters_0_filters_op").set_value(">=").run()
    app.text_input(key=f"{key}_filters_0_filters_value").set_value("4000").run()
    done(app.button(key=f"{key}_apply").click().run())
    assert service.turns(conversation_of(app))[-1]["question"] == "Changed by hand: + salary is at least 4000"


def test_what_does_not_fit_is_told_in_the_form_and_starts_no_turn(app: AppTest, service: AnalystService) -> None:
    ask(app, "mean salary by department")
    turn = service.turns(conversation_of(app))[-1]
    measure = next(part for part in parts_of_turn(service, app, turn) if part.kind == "measure")
    key = f"chip_{turn['turn_id']}_{measure.path}"
    opened(app, key)
    app.selectbox[0].set_value("name").run()
    app.button(key=f"{key}_apply").click().run()
    assert "name" in app.error[0].value
    assert len(service.turns(conversation_of(app))) == 1


def test_a_question_is_built_without_words(app: AppTest, service: AnalystService) -> None:
    opened(app, "build_0")
    app.selectbox(key="build_0_what").set_value("value_counts").run()
    next(box for box in app.selectbox if box.label == "Column").set_value("level").run()
    done(press(app, "Ask this"))
    assert service.turns(conversation_of(app))[-1]["question"] == "Built by hand: level"
    assert ":gray-badge" not in texts(app)  # the latest answer's chips are controls


@pytest.mark.slow
def test_measures_with_conditions_of_their_own_and_what_is_computed_of_them_are_built_by_hand(
    app: AppTest, service: AnalystService
) -> None:
    opened(app, "build_0")
    for name, department in (("sales", "Sales"), ("law", "Legal")):
        press(app, "Add filtered measure")
        app.text_input[-1].set_value(name).run()
        next(box for box in app.selectbox if box.label == "Column" and box.value == "*").set_value("salary").run()
        next(box for box in reversed(app.selectbox) if box.label == "Aggregation").set_value("mean").run()
        [*(one for one in app.button if one.label == "Add condition")][0 if name == "sales" else 1].click().run()
        next(box for box in app.selectbox if box.label == "Column" and box.value is None).set_value("department").run()
        next(box for box in app.text_input if box.label == "Value" and not box.value).set_value(department).run()
    press(app, "Add computed figure")
    next(box for box in app.text_input if box.label == "Name" and not box.value).set_value("gap").run()
    next(box for box in app.text_area if box.label == "Formula").set_value('["sub", "law", "sales"]').run()
    done(press(app, "Ask this"))
    turn = service.turns(conversation_of(app))[-1]
    assert turn["question"] == (
        "Built by hand: sales: average salary where department is Sales; "
        "law: average salary where department is Legal; gap: law − sales"
    )


@pytest.mark.slow
def test_what_does_not_go_together_is_told_by_what_the_fields_are_called(app: AppTest, service: AnalystService) -> None:
    ask(app, "mean salary by department")
    turn = service.turns(conversation_of(app))[-1]
    key = f"change_{turn['turn_id']}"
    opened(app, key)
    next(box for box in app.multiselect if box.label == "First of each").set_value(["department"]).run()
    app.button(key=f"{key}_apply").click().run()
    assert app.error[0].value == "These do not go together: **First of each** or **Groups**"
    assert len(service.turns(conversation_of(app))) == 1


def test_what_is_still_to_be_filled_stands_below_its_field_and_nothing_can_be_sent_before(app: AppTest) -> None:
    opened(app, "build_0")
    assert app.selectbox(key="build_0_what").value == "groupby_agg"
    send = next(button for button in app.button if button.label == "Ask this")
    told = "Still to be filled: **Measures** or **Filtered measures**"
    assert send.disabled and sum(told in one.value for one in app.caption) == 1
    press(app, "Add measure")
    next(box for box in app.multiselect if box.label == "Aggregation").set_value(["count"]).run()
    next(box for box in app.selectbox if box.label == "Of").set_value("*").run()
    assert not next(button for button in app.button if button.label == "Ask this").disabled
    assert not any("Still to be filled" in one.value for one in app.caption)


@pytest.mark.slow
def test_each_of_two_computations_has_its_own_row_and_heading(app: AppTest, service: AnalystService) -> None:
    ask(app, "salary of juniors, people in Sales?")
    headings = ["Average salary, where level is Junior.", "Number of rows, where department is Sales."]
    assert [one.value for one in app.caption if one.value in headings] == headings
    turn = service.turns(conversation_of(app))[-1]
    rows = [one.parts for one in service.computations(turn)]
    opened(app, f"chip_{turn['turn_id']}_{rows[1][1].path}_1")
    press(app, "Remove")
    done(app)
    assert service.turns(conversation_of(app))[-1]["question"] == "Changed by hand: − department \\= Sales".replace(
        "\\", ""
    )


def test_chips_of_earlier_answers_are_shown_and_are_no_controls(app: AppTest) -> None:
    ask(ask(app, "mean salary by department"), "number of rows by level")
    assert ":gray-badge[:material/functions: average salary]" in texts(app)


def test_the_question_that_was_set_aside_is_taken_up_by_a_button(app: AppTest, service: AnalystService) -> None:
    ask(ask(app, "typical salary by department?"), "number of rows by level")
    assert "Set aside: typical salary by department?" in texts(app)
    done(press(app, "Take up: typical salary by department?"))
    assert service.pending(conversation_of(app)) is not None


def every_form() -> None:
    """Draws the form of every kind of spec, empty."""
    fields = Fields(("region", "sales"), frozenset({"sales"}), "all", words_in("en"))
    for name, form in spec_forms().items():
        fields.form(form.fields, {}, name)


def test_every_kind_of_spec_has_a_form_that_can_be_drawn() -> None:
    drawn = AppTest.from_function(_draw_every_form, default_timeout=120).run()
    assert not drawn.exception
    assert {"Measures", "Method", "Groups"} <= {box.label for box in (*drawn.selectbox, *drawn.multiselect)} | {
        str(text.value).strip("*") for text in drawn.markdown
    }


def _draw_every_form() -> None:
    from tests.pages.reading.test_reading_editor import every_form  # noqa: PLC0415 - a script of its own

    every_form()


def test_names_stand_in_boxes_as_they_are(app: AppTest, service: AnalystService) -> None:
    service.datasets.add(conversation_of(app), "pay_[2025].csv", b"pay (EUR),*level*\n3,a\n4,b\n")
    opened(app.run(), "build_0")
    data, _ = (box for box in app.selectbox if box.label in ("Data", "Compute"))
    assert data.options == ["staff.csv", "pay_[2025].csv"]
    data.select_index(1).run()
    columns = next(box for box in app.multiselect if "pay (EUR)" in box.options)
    assert columns.options == ["pay (EUR)", "*level*"]
