"""While a question of ours is open: complete questions are new ones, fragments and picks answer it."""

import pytest

from agent.reasoning.rules.reading.memory import Memory
from agent.reasoning.rules.reading.new_question import is_new_question
from agent.state import PendingInput, PendingOption
from tests.agent.reasoning.reading.conftest import Talk


def asked_which(*labels: str) -> PendingInput:
    options = [PendingOption(option_id=label, label=label, number="", says=label) for label in labels]
    return PendingInput(kind="clarify", checkpoint_id="K1", message="Which?", prompt="", options=options, context={})


@pytest.mark.parametrize("said", ["total delay by line", "how many trams by line", "correlation of delay and dose"])
def test_a_complete_question_is_read_by_itself(trams: Talk, said: str) -> None:
    trams.ask("average humidity by dose in 2024")
    decision = trams.ask(said)
    memory = Memory.from_json(decision.frame)
    assert decision.next_action == "act" and memory.unanswered is None
    assert memory.last is not None and memory.last.conditions == []


@pytest.mark.parametrize("said", ["delay", "take the delay", "only 2024", "the same with delay", "yes", "delay please"])
def test_what_completes_or_adds_to_the_open_question_is_no_new_one(trams: Talk, said: str) -> None:
    trams.ask("average humidity by line")
    prompt = trams.prompt(said)
    assert not is_new_question(prompt, asked_which("delay", "dose"))


@pytest.mark.parametrize("said", ["Nettobetrag", "Nettobetrag, nur 2023", "Nettobetrag, aber pro Status"])
def test_a_column_on_offer_is_a_pick_whatever_is_said_beside_it(belege: Talk, said: str) -> None:
    asked = belege.ask("durchschnittlicher Betrag pro Kunde")
    labels = [reading.label for reading in asked.readings]
    assert not is_new_question(belege.prompt(said), asked_which(*labels))


@pytest.mark.parametrize("said", ["Anzahl der Belege pro Status", "Summe der Nettobetrag pro Status"])
def test_another_measure_than_those_on_offer_is_a_new_question(belege: Talk, said: str) -> None:
    asked = belege.ask("durchschnittlicher Betrag pro Kunde")
    labels = [reading.label for reading in asked.readings]
    assert is_new_question(belege.prompt(said), asked_which(*labels))


def test_an_option_in_its_own_words_is_a_pick(trams: Talk) -> None:
    trams.ask("average humidity by line")
    assert not is_new_question(trams.prompt("Total of delay."), asked_which("total of delay"))


@pytest.mark.parametrize("said", ["I mean by revenue", "by revenue", "By revenue, please."])
def test_a_short_reply_with_the_words_of_an_option_is_a_pick(trams: Talk, said: str) -> None:
    trams.ask("average humidity by line")
    assert not is_new_question(trams.prompt(said), asked_which("by revenue (sum of price)", "by number sold (rows)"))
