"""Questions about ideas are told from questions about data, and explained without a figure."""

import re

import pytest

from agent.grounding.citations import lock_text, violations
from agent.grounding.number_lock import CONCEPT_FIGURES
from agent.reasoning.prompts import ExplainConcept
from agent.reasoning.rules.narration.concepts import concept_in, explain_concept, glossary_in, unknown_term_in
from agent.reasoning.rules.narration.phrases import languages

ABOUT_IDEAS = {
    "Sorry for the basic question, but what is a p-value?": "p_value",
    "explain the difference between mean and median": "mean_vs_median",
    "mean vs median?": "mean_vs_median",
    "What does mean mean?": "mean",
    "what does statistically significant mean": "significance",
    "whats a standart deviation": "standard_deviation",
    "what is a pivot tabel?": "pivot_table",
    "what is the null hypothesis": "null_hypothesis",
    "how is the standard deviation calculated": "standard_deviation",
    "when should I use the median instead of the mean?": "mean_vs_median",
    "what is a null hypothesis in a medical trial": "null_hypothesis",
    "what is correlation?": "correlation",
    "hello!": "hello",
    "thank you": "thanks",
    "what can you do?": "abilities",
    "is my data safe?": "working",
    "Was ist ein p-Wert?": "p_value",
    "Was ist der Unterschied zwischen Mittelwert und Median?": "mean_vs_median",
    "Erkläre mir bitte die Standardabweichung": "standard_deviation",
    "p値とは何ですか": "p_value",
    "中央値と平均値の違いは何ですか？": "mean_vs_median",
    "箱ひげ図の見方を教えてください": "box_plot",
    "こんにちは": "hello",
}
ABOUT_DATA = [
    "what's the mean price?",
    "what is the mean?",
    "what are the medians there?",
    "what is the median of price",
    "what's the correlation?",
    "How many outliers does wind have",
    "which columns have missing values, and how many each?",
    "are there any duplicate rows?",
    "is it significant?",
    "what percentage comes from each size?",
    "hi! can you describe this data set for me?",
    "thanks, now show the chart",
    "correlation matrix of the numeric columns",
    "skewed? give me mean, median and the 95th percentile",
    "what does the column revenue mean",
    "histogram of price",
    "",
    "Wie hoch war der Umsatz im Dezember?",
    "Was ist der Durchschnitt von Gehalt?",
    "平均気温は何度ですか",
    "売上の平均は何ですか",
    "重複を除いた国別の顧客数を出してください",
]


@pytest.mark.parametrize(("question", "concept"), ABOUT_IDEAS.items())
def test_a_question_about_an_idea_is_known_as_one(question: str, concept: str) -> None:
    assert concept_in(question) == concept


@pytest.mark.parametrize("question", ABOUT_DATA)
def test_a_question_about_data_is_not_taken_for_one(question: str) -> None:
    assert concept_in(question) is None


@pytest.mark.parametrize("language", languages())
def test_every_entry_is_explained_in_the_language_without_a_figure(language: str) -> None:
    glossary = glossary_in(language)
    assert len(glossary.concepts) >= 55
    for concept in glossary.concepts:
        assert not re.search(r"[0-9０-９{}]", concept.text), concept.concept_id
        assert concept.aliases and concept.name, concept.concept_id
        assert violations(lock_text(concept.text, {}, conventions=CONCEPT_FIGURES)) == (), concept.concept_id


@pytest.mark.parametrize("language", [language for language in languages() if language != "en"])
def test_no_entry_of_another_language_is_left_in_english(language: str) -> None:
    english = {concept.concept_id: concept.text for concept in glossary_in("en").concepts}
    assert [c.concept_id for c in glossary_in(language).concepts if c.text == english[c.concept_id]] == []


def test_no_alias_leads_to_two_entries() -> None:
    for language in languages():
        aliases = [alias for concept in glossary_in(language).concepts for alias in concept.aliases]
        assert sorted(alias for alias in set(aliases) if aliases.count(alias) > 1) == []


def explained(question: str) -> str:
    return explain_concept(ExplainConcept(question=question, datasets=())).text


def test_a_p_value_is_explained_with_the_null_hypothesis_and_chance() -> None:
    text = explained("what is a p-value?")
    assert "null hypothesis" in text and "probability" in text and "chance" in text


def test_two_ideas_without_an_entry_of_their_own_are_both_explained() -> None:
    text = explained("what is the difference between a histogram and a scatter plot?")
    assert "cuts the range into bins" in text and "a dot for each row" in text


def test_the_difference_of_mean_and_median_has_its_own_words_in_each_language() -> None:
    assert "middle value" in explained("What is the difference between mean and median?")
    assert "Ausreißer" in explained("Was ist der Unterschied zwischen Mittelwert und Median?")
    assert "外れ値" in explained("中央値と平均値の違いは何ですか？")


def test_an_unknown_idea_is_not_guessed_and_the_nearest_is_offered() -> None:
    text = explained("what is a standard operating procedure?")
    assert "not in my built-in glossary" in text and "standard" in text.partition("explain:")[2]
    assert "p-value" in explained("what is heteroskedasticity?")


@pytest.mark.parametrize(
    ("question", "term"),
    [
        ("what is heteroskedasticity?", "heteroskedasticity"),
        ("Explain a Kaplan-Meier curve please", "kaplan-meier curve"),
        ("Was bedeutet Heteroskedastizität?", "heteroskedastizität"),
        ("what is a p-value?", None),
        ("what is the revenue?", None),
        ("revenue by month", None),
        ("what is our best selling pizza in the month of May?", None),
    ],
)
def test_a_term_that_the_glossary_lacks_is_found(question: str, term: str | None) -> None:
    assert unknown_term_in(question) == term
