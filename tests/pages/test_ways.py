"""Ways to answer: asking stays as simple as it was; the other ways are one small button away."""

from streamlit.testing.v1 import AppTest

from agent.service import DEFAULT, TurnChoices
from tests.pages.scripted_service import ScriptedService
from tests.pages.test_chat import ask, with_sample


def test_without_data_there_is_no_choice_of_ways(app: AppTest) -> None:
    assert not app.radio
    assert app.chat_input[0].placeholder == "Ask a question, or drop CSV files here"


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
    assert [switch.value for switch in app.toggle] == [True, True]
    app.toggle(key="switch_approve_code").set_value(False).run()
    ask(app, service, "mean amount")
    assert service.ways[-1][1] == TurnChoices(approve_code=False, double_check=True)
