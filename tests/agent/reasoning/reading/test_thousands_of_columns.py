"""A question over thousands of columns is read in the same way as over few, with work for those that matter."""

import time
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from agent.errors import ActionLimitError
from agent.reasoning.prompts import ReadQuestion, SuggestQuestions
from agent.reasoning.rules.language import detect_language
from agent.reasoning.rules.narration.suggestions import suggest_questions
from agent.reasoning.rules.reading import columns
from agent.reasoning.rules.reading.column_index import ColumnIndex, column_index
from agent.reasoning.rules.reading.column_names import Atom, NameWord
from agent.reasoning.rules.reading.columns import link_columns
from agent.reasoning.rules.reading.lexicon import lexicon
from agent.reasoning.rules.reading.read import read_question
from agent.reasoning.rules.reading.text import tokens_of
from agent.reasoning.rules.reasoner import RuleReasoner
from registry.profile import DatasetProfile
from registry.store import DatasetStore

WORDS = [
    "income", "cost", "price", "area", "age", "rate", "count", "score", "weight", "height", "speed", "volume", "level",
    "share", "margin", "profit", "sales", "orders", "visits", "returns", "start", "station", "end", "time", "Umsatz",
    "Arbeitsstunden", "Preis", "売上", "金額", "年齢",
]  # fmt: skip
UNITS = ["", "", "", " (kg)", " (EUR)", " %", "_id", " 2024"]
QUESTIONS = [
    "how many rows",
    "mean amount by region",
    "total sales margin in kg",
    "start station with the most visits",
    "Q1 how do you feel",
    "average OD600 (nm) per group",
    "Stunden je Region",
    "durchschnittlicher Umsatz nach Region",
    "売上の合計",
    "older than 30 by income_cost_17",
    "studyname",
]


def names(count: int) -> list[str]:
    random = Random(7)
    fixed = ["region", "date", "amount", "Q1 How do you feel?", "OD600 (nm)", "study_name", "Satisfaction (1-10)"]
    made = (f"{random.choice(WORDS)}_{random.choice(WORDS)}_{n}{random.choice(UNITS)}" for n in range(count))
    return [*fixed, *made]


def wide(count: int) -> DatasetProfile:
    """A profile of so many columns, each with the content of one of a few that were really read."""
    rows = "\n".join(f"r{n % 3},2024-01-{n % 28 + 1:02d},{n * 1.5}" for n in range(30))
    read = DatasetStore().add("talk", "wide.csv", f"region,date,amount\n{rows}\n".encode()).profile
    region, date, amount = read.columns
    first = {"region": region, "date": date, "study_name": region}
    return replace(read, columns=tuple(replace(first.get(name, amount), name=name) for name in names(count)))


@pytest.fixture(scope="module")
def profile() -> DatasetProfile:
    return wide(400)


def links(question: str, profile: DatasetProfile) -> object:
    return link_columns(tokens_of(question), (profile,), lexicon(detect_language(question)))


@pytest.mark.parametrize("question", [*QUESTIONS, *(f"mean of {name} by region" for name in names(400)[::23])])
def test_the_index_finds_what_a_look_at_every_column_finds(
    question: str, profile: DatasetProfile, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = links(question, profile)
    monkeypatch.setattr(ColumnIndex, "fitting", lambda index, _: list(index.candidates))
    monkeypatch.setattr(ColumnIndex, "written_with", lambda index, _: list(index.candidates))
    assert links(question, profile) == found


def test_a_question_looks_at_the_columns_that_its_words_may_name(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[object] = []
    fit = columns._fit

    def noted(atoms: tuple[Atom, ...], name: tuple[NameWord, ...]) -> columns._Fit | None:
        looked.append(name)
        return fit(atoms, name)

    monkeypatch.setattr(columns, "_fit", noted)
    links("mean amount by region", wide(3000))
    assert 0 < len(looked) < 600  # every column for every span of words: some 18,000


def test_an_index_is_made_once_and_goes_with_its_data() -> None:
    profile = wide(20)
    assert column_index((profile,), lexicon("en")) is column_index((profile,), lexicon("en"))
    assert column_index((profile,), lexicon("en")) is not column_index((wide(20),), lexicon("en"))


def test_a_reading_that_takes_too_long_is_stopped_and_says_so(profile: DatasetProfile) -> None:
    with pytest.raises(ActionLimitError, match=r"Reading the question took longer.*fewer columns"):
        RuleReasoner(reading_seconds=0.0).decide(ReadQuestion("mean amount by region " * 300, (profile,), (), None))


def seconds_of_computing(profile: DatasetProfile) -> Iterator[float]:
    for question in ("how many rows", "mean amount by region", "how many rows"):
        before = time.process_time()
        assert read_question(ReadQuestion(question, (profile,), (), None)).next_action == "act"
        yield time.process_time() - before


@pytest.mark.slow
def test_twenty_thousand_columns_answer_in_a_few_seconds() -> None:
    profile = wide(20_000)
    before = time.process_time()
    assert suggest_questions(SuggestQuestions((profile,))).questions
    assert time.process_time() - before < 15
    first, second, third = seconds_of_computing(profile)
    assert first < 20 and second < 10 and third < 10  # it did not end; seconds of computing, whatever the load
