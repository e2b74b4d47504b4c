"""The chat page: one clear next step, answers with their numbers first, questions that can be picked once."""

import json

import pytest
from streamlit.testing.v1 import AppTest

from pages.components import process
from tests.pages.conftest import APP, texts, until_answered
from tests.pages.scripted_service import ScriptedService
from tests.pages.scripted_turns import HOSTILE


def with_sample(app: AppTest) -> AppTest:
    next(button for button in app.button if button.label == "Use this sample").click().run()
    return app


def ask(app: AppTest, service: ScriptedService, question: str) -> AppTest:
    turns = len(service.turns(app.query_params["c"]))
    app.chat_input[0].set_value(question).run()
    return until_answered(app, service, turns + 1)


def test_without_data_the_page_offers_upload_and_samples(app: AppTest) -> None:
    assert not app.exception
    assert app.title[0].value == "Tally"
    assert [button.label for button in app.button].count("Use this sample") == 3
    assert len(app.get("file_uploader")) == 1


def test_a_sample_is_one_click_away_and_questions_follow(app: AppTest) -> None:
    with_sample(app)
    assert "**tea\\_shop\\_orders.csv**: 620 rows" in texts(app)
    assert "T-10400" in set(app.dataframe[0].value["order_no"])
    assert not app.success
    assert any(button.label.startswith("What is the mean amount") for button in app.button)


def test_an_answer_shows_its_first_number_bold_and_marks_each(app: AppTest, service: ScriptedService) -> None:
    ask(with_sample(app), service, "mean amount")
    assert (
        "is [**100.5 USD**:small[\\[1\\]]](#source-T1-1) in North, against 99.25 USD[:small[\\[2\\]]](#source-T1-2)"
        in texts(app)
    )


def test_a_number_that_nothing_stands_behind_is_struck_and_named(app: AppTest, service: ScriptedService) -> None:
    ask(with_sample(app), service, "mean amount")
    assert "~~42~~" in texts(app)
    assert "no computation stands behind it: 42" in app.warning[-1].value


def test_each_number_leads_to_its_cell(app: AppTest, service: ScriptedService) -> None:
    ask(with_sample(app), service, "mean amount")
    (marks,) = app.pills
    assert marks.options == ["1", "2"]
    marks.set_value(1).run()
    assert "Amount mean, North: **" in texts(app)
    assert "not loaded any more" in texts(app)


def test_rows_assumptions_and_caveats_stand_with_the_answer(app: AppTest, service: ScriptedService) -> None:
    ask(with_sample(app), service, "mean amount")
    shown = texts(app)
    assert "From 12,431 of 60,000 rows." in shown
    assert "**Assumed:** Rows without an amount are left out\\." in shown or "Rows without an amount" in shown
    assert "**Note:** South has few rows" in shown


def test_a_chart_is_titled_once(app: AppTest, service: ScriptedService) -> None:
    ask(with_sample(app), service, "a chart")
    (chart,) = app.get("plotly_chart")
    layout = json.loads(chart.proto.spec)["layout"]
    assert "title" not in layout and layout["yaxis"]["title"]["text"] == "", "the heading says it"
    assert any(text.value == "**Mean amount by region**" for text in app.markdown)


def test_the_computation_is_told_in_words(app: AppTest, service: ScriptedService) -> None:
    ask(with_sample(app), service, "mean amount")
    assert not app.code, "made when it is unfolded"
    app.session_state["computed_T1"] = True
    shown = texts(app.run())
    assert "Kept the rows where year" in shown and "12,431 rows stay, 47,569 left out." in shown
    assert not any(code.language == "json" for code in app.code)


def test_a_chart_is_drawn_without_links_in_its_labels(app: AppTest, service: ScriptedService) -> None:
    ask(with_sample(app), service, "chart of amount")
    spec = app.get("plotly_chart")[0].proto.spec
    assert "&lt;a href" in spec
    assert "<a href" not in spec


def test_a_clarifying_question_shows_what_each_choice_gives(app: AppTest, service: ScriptedService) -> None:
    ask(with_sample(app), service, "which amount")
    labels = [button.label for button in app.button]
    assert "the mean amount: **100.5 USD**" in labels
    assert "the total amount: **1,249,315.5 USD**" in labels


def test_a_choice_can_be_picked_once_and_stays_as_plain_words(app: AppTest, service: ScriptedService) -> None:
    ask(with_sample(app), service, "which amount")
    next(button for button in app.button if button.label.startswith("the mean amount")).click().run()
    until_answered(app, service, 2)
    assert not [button for button in app.button if button.label.startswith("the mean amount")]
    assert "- the mean amount: **100.5 USD**" in texts(app)


def test_hostile_words_are_escaped_everywhere(app: AppTest, service: ScriptedService) -> None:
    ask(with_sample(app), service, f"hostile {HOSTILE}")
    shown = [texts(app), *(button.label for button in app.button), *(box.label for box in app.expander)]
    for text in shown:
        assert "](http" not in text
        assert "http://" not in text


def test_a_fault_is_told_and_nothing_is_lost(app: AppTest, service: ScriptedService) -> None:
    ask(with_sample(app), service, "mean amount")
    app.chat_input[0].set_value("fault").run()
    until_answered(app, service, 1)
    assert "fault in Tally" in app.error[0].value
    assert "100.5 USD" in texts(app)


def test_a_new_conversation_starts_empty(app: AppTest, service: ScriptedService) -> None:
    with_sample(app)
    before = app.query_params["c"]
    next(button for button in app.button if button.label == "New conversation").click().run()
    assert app.query_params["c"] != before
    assert app.title[0].value == "Tally"


def test_a_conversation_of_another_browser_shows_nothing_of_it(app: AppTest, service: ScriptedService) -> None:
    foreign = service.start_conversation("somebody else")
    service.datasets.add(foreign, "secret.csv", b"a,b\n1,2\n3,4\n")
    app.query_params["c"] = foreign
    app.run()
    assert app.title[0].value == "This conversation is not open here"
    assert "secret" not in texts(app)
    assert not app.chat_input
    app.button[0].click().run()
    assert app.title[0].value == "Tally"


def test_a_wrong_setting_is_told_on_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    process.service.clear()
    monkeypatch.setenv("TALLY_TURN_WORKERS", "many")
    opened = AppTest.from_file(str(APP), default_timeout=120).run()
    assert opened.title[0].value == "Tally cannot start"
    assert "TALLY" in opened.error[0].value
    process.service.clear()
