"""A question that a crash broke off is asked again with one click, in the way it was asked."""

from streamlit.testing.v1 import AppTest

from agent.service import PickedOption, TurnChoices, UnfinishedQuestion
from tests.pages.conftest import until_answered
from tests.pages.scripted_service import ScriptedService
from tests.pages.test_cards import press
from tests.pages.test_chat import ask, with_sample


def test_one_click_asks_it_again_in_the_same_way(app: AppTest, service: ScriptedService) -> None:
    choices = TurnChoices(double_check=False)
    service.broken_off = UnfinishedQuestion("T1", "mean amount", "scientist", choices, 0.0, None)
    press(with_sample(app), "Ask again")
    service.broken_off = None
    until_answered(app, service, 1)
    assert service.asked == ["mean amount"]
    assert service.ways == [("scientist", choices)]
    assert not [button for button in app.button if button.label == "Ask again"]


def test_what_was_picked_is_picked_again(app: AppTest, service: ScriptedService) -> None:
    ask(with_sample(app), service, "which amount")
    pending = service.pending(app.query_params["c"])
    assert pending is not None
    picked = PickedOption(pending["checkpoint_id"], "R1")
    service.broken_off = UnfinishedQuestion("T2", "the mean amount", "react", TurnChoices(), 0.0, picked)
    press(app.run(), "Ask again")
    service.broken_off = None
    until_answered(app, service, 2)
    assert service.picked == [picked]


def test_a_turn_that_failed_is_asked_again_with_one_click(app: AppTest, service: ScriptedService) -> None:
    ask(with_sample(app), service, "mean amount")
    service.turns(app.query_params["c"])[-1]["status"] = "error"
    press(app.run(), "Ask again")
    until_answered(app, service, 2)
    assert service.asked == ["mean amount", "mean amount"]
    assert not [button for button in app.button if button.label == "Ask again"]
