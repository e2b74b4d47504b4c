"""Ways to answer: asking stays as simple as it was; the other ways are one small button away."""

import pytest
from streamlit.testing.v1 import AppTest

from agent.service import DEFAULT, TurnChoices
from pages.components import ways
from tests.pages.conftest import APP
from tests.pages.scripted_service import ScriptedService
from tests.pages.test_chat import ask, with_sample


def test_without_data_there_is_no_choice_of_ways(app: AppTest) -> None:
    assert not app.radio
    assert app.chat_input[0].placeholder == "Ask a question, or drop files here"


def test_a_question_is_asked_the_plain_way_if_nothing_is_chosen(app: AppTest, service: ScriptedService) -> None:
    ask(with_sample(app), service, "mean amount")
    assert service.ways == [(DEFAULT, TurnChoices())]
    assert service.prepared == 0


def test_every_way_is_offered_with_its_sentence(app: AppTest, service: ScriptedService) -> None:
    with_sample(app)
    assert list(app.radio[0].options) == [way.title for way in service.workflows()]
    assert all(way.description.endswith(".") for way in service.workflows())


def test_the_chosen_way_holds_until_another_is_chosen(app: AppTest, service: ScriptedService) -> None:
    with_sample(app)
    app.radio[0].set_value("scientist").run()
    assert app.chat_input[0].placeholder.startswith("Ask a question (Scientist)")
    assert service.prepared == 1
    ask(app, service, "mean amount")
    ask(app, service, "mean amount again")
    assert [way for way, _ in service.ways] == ["scientist", "scientist"]


def test_the_switches_go_with_the_question(app: AppTest, service: ScriptedService) -> None:
    with_sample(app)
    assert [switch.value for switch in app.toggle] == [True]
    assert app.radio[1].value == "code"
    app.toggle[0].set_value(False).run()
    app.radio[1].set_value("always").run()
    ask(app, service, "mean amount")
    assert service.ways[-1][1] == TurnChoices(approval_policy="always", double_check=False)


def test_the_way_is_still_chosen_after_a_reload_and_in_no_other_conversation(
    app: AppTest, service: ScriptedService
) -> None:
    with_sample(app)
    app.radio[0].set_value("tool_agent").run()
    app.radio[1].set_value("never").run()
    again = AppTest.from_file(str(APP), default_timeout=120)
    again.query_params["c"] = app.query_params["c"]
    again.session_state["tally_browser"] = service.owners[app.query_params["c"]]
    again.run()
    assert [choice.value for choice in again.radio] == ["tool_agent", "never"]
    next(button for button in again.button if button.label == "New conversation").click().run()
    with_sample(again)
    assert [choice.value for choice in again.radio] == [DEFAULT, "code"]


def test_only_so_many_conversations_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ways, "REMEMBERED", 2)
    kept = ways.Ways()
    for name in ("a", "b", "a", "c"):
        kept.choose(name, ways.HowToAnswer(name))
    assert [kept.of(name).workflow for name in ("a", "b", "c")] == ["a", DEFAULT, "c"]
