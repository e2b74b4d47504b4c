"""What waits for the person: a program, a checkpoint; and how code and plans stand with an answer."""

from typing import Any, cast

import pytest
from streamlit.testing.v1 import AppTest

from agent.service import EventKind, PickedOption, ProgressEvent
from pages.components import process
from pages.components.answer.pending import words_of
from pages.components.turn_runner import Job
from tests.pages.conftest import APP, texts, until_answered
from tests.pages.scripted_service import ScriptedService
from tests.pages.scripted_turns import CODE, stage
from tests.pages.test_chat import ask, with_sample


def press(app: AppTest, label: str) -> None:
    next(button for button in app.button if button.label == label).click().run()


def test_a_program_is_shown_with_what_it_reads_and_why(app: AppTest, service: ScriptedService) -> None:
    ask(with_sample(app), service, "code for the amount")
    shown = texts(app)
    assert "This code would answer your question" in shown
    assert "**Reads:** shop.csv (60,000 rows)" in shown
    assert "**Why:** The mean of the amount" in shown
    assert "](http" not in shown
    assert CODE in [code.value for code in app.code]


def test_a_program_runs_as_it_stands(app: AppTest, service: ScriptedService) -> None:
    ask(with_sample(app), service, "code for the amount")
    press(app, "Run it")
    until_answered(app, service, 2)
    assert service.picked == [PickedOption("K1", "approve", CODE)]


def test_a_changed_program_goes_with_the_yes(app: AppTest, service: ScriptedService) -> None:
    ask(with_sample(app), service, "code for the amount")
    app.text_area[0].set_value("result = len(df)")
    app.text_input[0].set_value("not said")
    press(app, "Run it")
    until_answered(app, service, 2)
    assert service.picked == [PickedOption("K1", "approve", "result = len(df)")]


def test_a_reason_goes_with_the_no(app: AppTest, service: ScriptedService) -> None:
    ask(with_sample(app), service, "code for the amount")
    app.text_input[0].set_value("use the median")
    press(app, "Do not run it")
    until_answered(app, service, 2)
    assert service.picked == [PickedOption("K1", "reject", "use the median")]
    assert not [button for button in app.button if button.label == "Run it"]


def test_a_program_still_waits_after_a_reload(app: AppTest, service: ScriptedService) -> None:
    ask(with_sample(app), service, "code for the amount")
    again = AppTest.from_file(str(APP), default_timeout=120)
    again.query_params["c"] = app.query_params["c"]
    again.session_state["tally_browser"] = service.owners[app.query_params["c"]]
    again.run()
    press(again, "Run it")
    until_answered(again, service, 2)
    assert service.picked[-1].option_id == "approve"


def test_an_answer_that_came_too_late_is_a_sentence(app: AppTest, service: ScriptedService) -> None:
    ask(with_sample(app), service, "code for the amount")
    conversation_id = app.query_params["c"]
    service.ask(conversation_id, "which amount")  # from another tab
    process.runner().answer(conversation_id, PickedOption("K1", "approve"), "run the code")
    until_answered(app, service, 2)
    assert "no longer open" in app.error[0].value


def test_code_and_failed_attempts_stand_folded_below_the_answer(app: AppTest, service: ScriptedService) -> None:
    ask(with_sample(app), service, "what ran?")
    labels = [box.label for box in app.expander]
    assert "The program, as you changed it" in labels
    assert "An attempt that failed" in labels
    assert "Computed twice, with the same result" in texts(app)
    assert "Download this program" in [button.label for button in app.download_button]


def test_a_checkpoint_of_an_unknown_workflow_is_drawn_from_its_keys(app: AppTest, service: ScriptedService) -> None:
    ask(with_sample(app), service, "a study")
    shown = texts(app)
    assert "Four groups are proposed" in shown
    assert "Is that right?" in shown
    assert "Look at the data :small[:gray[done]]" in shown
    assert "&emsp;&ensp;:material/block: Segments" in shown
    app.selectbox[0].set_value("channel")
    app.text_input[0].set_value("and only this year")
    press(app, "Go on")
    until_answered(app, service, 2)
    assert service.picked == [PickedOption("K1", "accept", "group by channel. and only this year")]


def test_an_accepted_checkpoint_says_what_its_option_says(app: AppTest, service: ScriptedService) -> None:
    ask(with_sample(app), service, "a study")
    press(app, "Skip")
    until_answered(app, service, 2)
    assert service.picked == [PickedOption("K1", "skip", "")]


@pytest.mark.parametrize(
    ("chosen", "said", "words"),
    [
        ({"by": "region", "n": 4, "gaps": True}, " ", ""),
        ({"by": "region", "n": 6, "gaps": True}, "", "use 6 groups"),
        ({"by": "channel", "n": 4, "gaps": False}, "", "group by channel. leave gaps out"),
    ],
)
def test_only_changed_controls_are_told(chosen: dict[str, Any], said: str, words: str) -> None:
    controls: Any = stage(1)["context"]["controls"]
    assert words_of(controls, chosen, said) == words


def test_a_turn_on_its_way_shows_its_plan_and_its_words_as_they_come(app: AppTest, service: ScriptedService) -> None:
    service.step_seconds = 2.0
    with_sample(app)
    app.chat_input[0].set_value("slowly").run()
    app.run()
    shown = texts(app)
    assert "Look at the data :small[:gray[done]]" in shown
    assert "The mean " in shown
    assert "](http" not in shown
    assert any(button.label == "Stop" for button in app.button)
    process.runner().stop(app.query_params["c"])
    job = process.runner().job(app.query_params["c"])
    assert job is not None and job.finished.wait(120)


def test_of_a_text_that_is_written_only_the_latest_state_is_kept() -> None:
    job = Job("q", 0.0)
    for kind, text in (("node_started", ""), ("token", "a"), ("token", "ab"), ("node_ended", ""), ("token", "c")):
        job.note(ProgressEvent(cast(EventKind, kind), "narrate", text, 0.0))
    assert [(event.kind, event.text) for event in job.events] == [
        ("node_started", ""), ("token", "ab"), ("node_ended", ""), ("token", "c"),
    ]  # fmt: skip


def test_a_critics_judgement_stands_with_the_answer(app: AppTest, service: ScriptedService) -> None:
    ask(with_sample(app), service, "what was judged?")
    assert "Critic: 0.55 of 1, not passed at the second try. The filter is missing" in texts(app)
    assert "](http" not in texts(app)


def test_a_choice_that_was_left_open_says_nothing() -> None:
    control = {
        "id": "without",
        "label": "Leave out",
        "kind": "choice",
        "value": "",
        "choices": ["a"],
        "says": "without {value}",
    }
    assert words_of([control], {"without": None}, "") == ""
    assert words_of([control], {"without": "a"}, "") == "without a"


def test_what_was_found_on_the_way_stands_apart_from_the_answer(app: AppTest, service: ScriptedService) -> None:
    ask(with_sample(app), service, "chart in steps")
    (on_the_way,) = [one for one in app.expander if one.label == "Steps on the way"]
    assert len(on_the_way.dataframe) == 1 and not app.tabs
    app.session_state["computed_T1"] = True  # a person unfolds it
    app.run()
    assert [one.value for one in app.markdown].count("**Mean amount by region**") == 4, (
        "results, and how they came about"
    )
