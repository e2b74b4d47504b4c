"""The list of conversations: the bare address goes on with the last one; each can be found, renamed and deleted."""

from streamlit.testing.v1 import AppTest

from pages.components import process
from pages.components.connection.browser import _FALLBACK
from tests.pages.conftest import APP, texts
from tests.pages.scripted_service import ScriptedService
from tests.pages.test_chat import ask, with_sample


def pressed(app: AppTest, label: str) -> AppTest:
    return next(button for button in app.button if button.label == label).click().run()


def bare_address(app: AppTest) -> AppTest:
    """The first page, opened by the same browser."""
    again = AppTest.from_file(str(APP), default_timeout=120)
    again.session_state[_FALLBACK] = app.session_state[_FALLBACK]
    return again.run()


def two_conversations(app: AppTest, service: ScriptedService) -> tuple[str, str]:
    """Their ids, the later one open."""
    with_sample(app)
    ask(app, service, "mean amount?")
    first = app.query_params["c"]
    pressed(app, "New conversation")
    with_sample(app)
    ask(app, service, "which amount?")
    return first, app.query_params["c"]


def test_the_bare_address_goes_on_with_the_last_conversation(app: AppTest, service: ScriptedService) -> None:
    _, last = two_conversations(app, service)
    again = bare_address(app)
    assert again.query_params["c"] == last
    assert "which amount?" in texts(again)


def test_another_conversation_is_one_click_away(app: AppTest, service: ScriptedService) -> None:
    first, _ = two_conversations(app, service)
    pressed(app, "mean amount?")
    assert app.query_params["c"] == first


def test_a_conversation_is_deleted_by_a_second_press_and_stays_until_then(
    app: AppTest, service: ScriptedService
) -> None:
    first, last = two_conversations(app, service)
    app.session_state[f"conversation_{last}"] = True  # its menu is unfolded
    (asked,) = [one for one in app.run().toggle if one.label == "Delete this conversation"]
    assert not any(button.label == "Delete for good" for button in app.button)
    asked.set_value(True).run()
    assert service.turns(last)
    pressed(app, "Delete for good")
    assert app.query_params["c"] == first
    assert not service.is_open(last)


def test_a_deleted_conversation_is_gone_and_the_one_before_opens(app: AppTest, service: ScriptedService) -> None:
    first, last = two_conversations(app, service)
    service.people.rename(first, "Amounts")
    assert any(button.label == "Amounts" for button in app.run().button)
    service.end(last)
    process.runner().forget(last)
    again = bare_address(app)
    assert again.query_params["c"] == first
