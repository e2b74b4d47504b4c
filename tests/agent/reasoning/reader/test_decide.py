"""How sure a reading must be to be told, and what the person is asked otherwise."""

from dataclasses import replace

import pytest

from agent.nodes.asking import WHICH_IN
from agent.reasoning.prompts import Decision, PastTurn, ReadQuestion
from agent.reasoning.reader.decide import decided
from agent.reasoning.reader.trust.evidence import evidence, seen
from agent.reasoning.reader.trust.weighing import Weights, reasons, weights
from agent.reasoning.rules.reading.read import read_question
from agent.state import PendingInput
from registry.store import DatasetStore

ORDERS = b"""order_no,region,product,sold on,net amount,tax
1001,North,lamp,2024-01-05,20.50,3.10
1002,South,chair,2024-01-19,80.00,12.00
1003,North,chair,2024-02-02,75.25,11.40
1004,East,lamp,2024-03-11,22.00,3.30
"""
SURE, LIKELY, UNLIKELY = (
    Weights(intercept=log_odds, of={}, tell=0.7, propose=0.4) for log_odds in (3.0, 0.0, -3.0)
)  # fmt: skip


class Asker:
    """Puts questions to the rules, each time as sure as told, and remembers as a conversation does."""

    def __init__(self) -> None:
        self.store = DatasetStore()
        self.store.add("talk", "orders.csv", ORDERS)
        self.frame: dict[str, object] | None = None
        self.history: list[PastTurn] = []
        self.pending: PendingInput | None = None

    def prompt(self, question: str) -> ReadQuestion:
        return ReadQuestion(
            question=question,
            datasets=tuple(each.profile for each in self.store.datasets("talk")),
            value_matches=self.store.find_values("talk", question),
            frame=self.frame,  # type: ignore[arg-type]  # plain data, as a state holds it
            pending=self.pending,
            history=tuple(self.history),
        )

    def ask(self, question: str, by: Weights) -> Decision:
        decision = decided(self.prompt(question), read_question, by)
        self.frame = decision.frame  # type: ignore[assignment]  # as above
        self.history.append(PastTurn(question, "asked" if decision.unsure else "answered", "", ""))
        options = [
            {"option_id": one.reading_id, "label": one.label, "number": "", "says": one.label}
            for one in decision.readings
        ]
        asked = PendingInput(
            kind="clarify", checkpoint_id="c", message="", prompt="", options=options, context={}  # type: ignore[typeddict-item]
        )  # fmt: skip
        self.pending = asked if decision.unsure else None
        return decision


@pytest.fixture
def asker() -> Asker:
    return Asker()


PLAIN, QUESTION = "total net amount by region", "which region has the highest total net amount?"


def test_a_sure_reading_is_told_with_what_makes_it_sure(asker: Asker) -> None:
    by = Weights(3.0, {"links left=0": 1.0, "measure: named by exact": 0.5}, 0.7, 0.4)
    decision = asker.ask(PLAIN, by)
    assert (decision.next_action, decision.unsure) == ("act", False)
    assert decision.because[0] == "every word of the question has its place in the reading"


@pytest.mark.parametrize("dataset_id", ["a7", "b"])
def test_a_number_in_the_id_of_a_data_set_is_not_used_by_the_reading(asker: Asker, dataset_id: str) -> None:
    prompt = asker.prompt(PLAIN)
    prompt = replace(prompt, datasets=tuple(replace(table, dataset_id=dataset_id) for table in prompt.datasets))
    found = evidence(seen(replace(prompt, question=f"{PLAIN} 7"), read_question(prompt), read_question))
    assert found["number left"] == 1.0 and "number used" not in found


def test_several_readings_are_left_to_the_question_between_them(asker: Asker) -> None:
    def two(prompt: ReadQuestion) -> Decision:
        decision = read_question(prompt)
        again = decision.readings[0].model_copy(update={"reading_id": "r2"})
        return decision.model_copy(update={"readings": [*decision.readings, again]})

    prompt = asker.prompt(QUESTION)
    assert decided(prompt, two, UNLIKELY) == two(prompt)


@pytest.mark.parametrize("question", [PLAIN, "number of rows by region", "show rows where tax > 4"])
def test_a_plain_question_is_answered_however_rarely_such_readings_were_meant(asker: Asker, question: str) -> None:
    assert not asker.ask(question, UNLIKELY).unsure
    assert not asker.ask(PLAIN, UNLIKELY).unsure


def test_a_condition_alone_is_not_plain_for_it_does_not_say_what_to_do(asker: Asker) -> None:
    assert asker.ask("in the North", UNLIKELY).unsure


def test_a_count_of_what_is_not_said_is_not_plain_after_another_question(asker: Asker) -> None:
    assert not asker.ask("how many rows are there?", UNLIKELY).unsure
    asker.frame = None
    assert asker.ask("how many are they?", UNLIKELY).unsure


def test_a_likely_reading_is_shown_and_asked_about(asker: Asker) -> None:
    decision = asker.ask(QUESTION, LIKELY)
    assert (decision.next_action, decision.unsure, decision.because) == ("act", True, [])
    assert decision.question_if_different.startswith("I read this as: ")
    assert decision.readings[0].label.startswith("Yes: ")


def test_an_unlikely_reading_says_what_was_not_understood(asker: Asker) -> None:
    decision = asker.ask("total net amount of the wobbly ones by region", UNLIKELY)
    assert decision.unsure
    assert "“wobbly”" in decision.question_if_different


@pytest.mark.parametrize(
    ("question", "starts"),
    [
        ("welche region hat den höchsten net amount?", "Ich lese die Frage so"),
        ("net amountの合計が最も大きいregionは？", "質問を次のように"),
    ],
)
def test_it_asks_in_the_language_of_the_question(asker: Asker, question: str, starts: str) -> None:
    assert asker.ask(question, LIKELY).question_if_different.startswith(starts)
    assert set(WHICH_IN) == {"de", "ja"}


def test_yes_takes_the_reading_that_was_proposed(asker: Asker) -> None:
    proposed = asker.ask(QUESTION, LIKELY)
    taken = asker.ask("yes", UNLIKELY)
    assert not taken.unsure
    assert [one.specs for one in taken.readings] == [proposed.readings[0].specs]


def test_what_was_asked_about_is_not_asked_again(asker: Asker) -> None:
    asker.ask(QUESTION, UNLIKELY)
    asker.pending = None
    again = asker.ask(QUESTION, UNLIKELY)
    assert (again.next_action, again.unsure) == ("act", False)


def test_an_answer_to_a_question_back_is_not_asked_back(asker: Asker) -> None:
    asker.ask(QUESTION, UNLIKELY)
    assert not asker.ask("by product instead", UNLIKELY).unsure


def test_without_the_question_before_is_offered_beside_what_is_kept(asker: Asker) -> None:
    asker.ask("how many orders in the North", SURE)
    decision = asker.ask("total tax by product", UNLIKELY)
    told = [str(one.specs) for one in decision.readings]
    assert len(told) == len(set(told))
    if len(told) > 1:
        assert decision.readings[1].label.startswith("Without the question before: ")


def test_words_that_the_rules_would_ask_about_are_left_out_where_the_reading_is_sure(asker: Asker) -> None:
    question = "total net amount of the wobbly ones by region"
    assert read_question(asker.prompt(question)).next_action == "ask"
    decision = asker.ask(question, SURE)
    assert decision.next_action == "act"
    assert any("wobbly" in note for note in decision.assumptions)


def test_a_refusal_is_not_weighed(asker: Asker) -> None:
    assert asker.ask("what will the weather be tomorrow", UNLIKELY).next_action == "out_of_scope"


def test_reasons_are_those_that_speak_for_it_strongest_first() -> None:
    by = Weights(0.0, {"readings=1": 0.2, "usual aggregate": 0.9, "cell used: exact": -0.4}, 0.7, 0.4)
    assert reasons({"readings=1": 1, "usual aggregate": 1, "cell used: exact": 1}, by) == ("usual", "one_way")


def test_the_product_has_weights_that_fit_its_evidence(asker: Asker) -> None:
    found = evidence(seen(asker.prompt(PLAIN), read_question(asker.prompt(PLAIN)), read_question))
    by = weights()
    assert 0 < by.propose <= by.tell < 1
    assert len(set(found) & set(by.of)) > len(found) / 2
    assert asker.ask(PLAIN, by).unsure is False, "a plain question over its own columns is answered"
