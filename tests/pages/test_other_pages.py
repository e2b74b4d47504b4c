"""Data, report and activity: each says what it knows and what to do next."""

from streamlit.testing.v1 import AppTest

from pages.components.escape import escape
from tests.pages.conftest import texts, until_answered
from tests.pages.scripted_service import ScriptedService

MESSY = b"day;amount\n03/04/2024;1.5\n05/06/2024;2.5\n07/08/2024;\n"


def at(app: AppTest, name: str) -> AppTest:
    return app.switch_page(f"pages/{name}.py").run()


def uploaded(app: AppTest, name: str, content: bytes) -> AppTest:
    return app.file_uploader[0].upload(name, content, "text/csv").run()


def answered(app: AppTest, service: ScriptedService) -> AppTest:
    next(button for button in app.button if button.label == "Use this sample").click().run()
    app.chat_input[0].set_value("chart of the mean").run()
    return until_answered(app, service, 1)


def test_every_page_opens_without_data(app: AppTest) -> None:
    for name, words in (
        ("data", "Take a sample"),
        ("report", "nothing to report yet"),
        ("activity", "Nothing has run"),
    ):
        at(app, name)
        assert not app.exception, name
        assert words in texts(app), name


def test_an_uploaded_file_shows_its_receipt_and_profile(app: AppTest) -> None:
    uploaded(at(app, "data"), "sales.csv", MESSY)
    assert not app.exception
    assert "3 rows" in texts(app)
    assert "separated by semicolon" in texts(app)
    columns = next(frame.value for frame in app.dataframe if "Kind" in frame.value.columns)
    assert list(columns["Column"]) == ["day", "amount"]
    assert list(columns["Missing"]) == [0, 1]


def test_a_bad_file_gets_a_sentence_and_nothing_loaded_is_lost(app: AppTest) -> None:
    uploaded(at(app, "data"), "sales.csv", MESSY)
    uploaded(app, "empty.csv", b"")
    assert "was not loaded" in app.error[0].value
    assert any("sales" in heading.value for heading in app.header)


def test_dates_that_read_both_ways_are_decided_by_the_person(app: AppTest, service: ScriptedService) -> None:
    uploaded(at(app, "data"), "sales.csv", MESSY)
    next(button for button in app.button if button.label.startswith("Day first")).click().run()
    dataset = service.datasets.datasets(app.query_params["c"])[0]
    assert dataset.version == 1  # no question has used the one before
    assert str(dataset.frame["day"].iloc[0])[:10] == "2024-04-03"


def test_a_data_set_is_removed_after_a_second_word(app: AppTest, service: ScriptedService) -> None:
    uploaded(at(app, "data"), "sales.csv", MESSY)
    next(button for button in app.button if button.label == "Yes, remove it").click().run()
    assert service.datasets.datasets(app.query_params["c"]) == ()
    assert "Take a sample" in texts(app)


def test_the_report_is_previewed_without_links_and_can_be_taken_along(app: AppTest, service: ScriptedService) -> None:
    at(answered(app, service), "report")
    assert not app.exception
    assert "## What was found" in texts(app)
    assert "](http" not in texts(app)
    labels = [button.label for button in app.download_button]
    assert labels[:5] == ["One HTML file", "Word", "Excel", "Notebook", "Markdown, figures and tables (zip)"]
    assert len(labels) == 6


def test_activity_lists_steps_with_times_and_tells_in_words_what_was_computed(
    app: AppTest, service: ScriptedService
) -> None:
    at(answered(app, service), "activity")
    steps = next(frame.value for frame in app.dataframe if "Step" in frame.value.columns)
    assert list(steps["Step"]) == ["Working out what to compute", "Computing"]
    assert "Nothing has left this machine" in app.info[0].value
    told = texts(app).partition("**What was computed**")[2]
    assert escape("Measures by group; Groups: region; Measures: amount: average") in told
    assert not app.code, "a spec is told in words"


def test_an_answer_leaves_as_csv_and_as_a_workbook(app: AppTest, service: ScriptedService) -> None:
    labels = [button.label for button in answered(app, service).download_button]
    assert {"Download as CSV", "Excel"} <= set(labels)
    assert not app.exception


def test_the_person_chooses_what_the_report_tells_and_in_which_order(app: AppTest, service: ScriptedService) -> None:
    answered(app, service)
    app.chat_input[0].set_value("the mean again").run()
    until_answered(app, service, 2)
    at(app, "report")
    first, second = (turn["turn_id"] for turn in service.reported(app.query_params["c"]))
    app.multiselect[0].select(second).select(first).run()
    assert not app.exception
    assert service.chosen.answers == (second, first)
