"""Words that change nothing are not asked about; a word that could be a condition or a measure is."""

from collections.abc import Callable

import pytest

from agent.reasoning.prompts import Decision
from tests.agent.reasoning.reading.conftest import Talk
from tests.agent.reasoning.reading.test_read import spec_of


def _is_asked_about(decision: Decision, word: str) -> bool:
    return decision.next_action == "ask" and word in decision.rationale


@pytest.mark.parametrize(
    "question",
    [
        "vehicles logged per line",
        "what fraction of the carriages is red",
        "does a heavier load go along with a longer delay? correlation of ride minutes and delay",
        "average NO3 per line in our depot",
    ],
)
def test_nouns_for_rows_and_verbs_of_happening_are_no_reason_to_ask(trams: Talk, question: str) -> None:
    decision = trams.ask(question)
    assert "could not place" not in decision.rationale, decision.rationale


@pytest.mark.parametrize("noun", ["pigeons", "lanterns", "vehicles"])
def test_what_is_counted_must_stand_in_the_data(trams: Talk, noun: str) -> None:
    assert _is_asked_about(trams.ask(f"how many {noun} were added per line"), noun)


def test_what_the_file_is_called_after_is_counted(trams: Talk) -> None:
    assert trams.ask("how many trams per line").next_action == "act"


@pytest.mark.parametrize(
    ("question", "word"),
    [("average NO3 of rusty trams by line", "rusty"), ("how many trams were vandalised", "vandalised")],
)
def test_a_word_that_could_be_a_condition_is_asked_about(trams: Talk, question: str, word: str) -> None:
    assert _is_asked_about(trams.ask(question), word)


def test_each_column_has_its_own_aggregate(trams: Talk) -> None:
    spec = spec_of(trams.ask("mean NO3 and total energy by line"))
    assert spec["metrics"] == {"NO3 (mg/l)": ["mean"], "energy (kWh)": ["sum"]}


def test_a_superlative_in_a_list_of_aggregates_is_one_of_them(trams: Talk) -> None:
    assert spec_of(trams.ask("average and biggest fine"))["metrics"] == {"fine": ["mean", "max"]}


@pytest.mark.parametrize(
    "question",
    [
        "ratio of energy to NO3 by line",
        "energy divided by NO3 by line",
        "intensity by line (energy / NO3)",
        "total energy / total NO3 per line",
    ],
)
def test_the_ratio_of_two_columns_is_one_total_over_the_other(trams: Talk, question: str) -> None:
    spec = spec_of(trams.ask(question))
    assert (spec["does"], spec["mode"], spec["group_cols"]) == ("share_ratio", "ratio", ["line"])


def test_best_asks_whether_the_money_or_the_number_is_meant(talk: Callable[..., Talk]) -> None:
    decision = talk("homes.csv").ask("which kind is the best?")
    labels = [reading.label for reading in decision.readings]
    assert labels == ["by price (EUR) (mean of price (EUR))", "by number of rows"]
    assert decision.question_if_different
