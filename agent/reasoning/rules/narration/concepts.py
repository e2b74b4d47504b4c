"""Questions about ideas: is it one, which one, and a plain explanation from the glossary."""

from agent.reasoning.language import detect_language
from agent.reasoning.prompts import ExplainConcept, Explanation
from agent.reasoning.rules.narration.glossary import Concept, concepts_in, glossary_in
from agent.reasoning.rules.narration.phrases import Phrases, phrases_in
from agent.reasoning.rules.narration.suggestions import NEXT, alternatives

NEAREST = 3
LONGEST_TERM = 3
TYPICAL = ("p_value", "median", "correlation")
"""Named when nothing in the glossary is like the question."""


def concept_in(question: str) -> str | None:
    """The id of the concept that the question asks to be explained, or None when it asks about data.

    "what is a p-value?" and "explain the difference between mean and median" are about ideas; "what is the
    mean of the price" is not, for it names more than the idea; nor is "what is the mean?", a number being meant.
    """
    found = _concepts_asked(question)
    return found[0].concept_id if found else None


def ideas_named_in(question: str) -> tuple[str, ...]:
    """The ids of all concepts that the question names, whatever else it says."""
    return tuple(concept.concept_id for concept in glossary_in(detect_language(question)).named_in(question))


def unknown_term_in(question: str) -> str | None:
    """The words that a question wants explained though the glossary has none of them, or None.

    "what is heteroskedasticity?" asks so; so does "what is revenue?" where no column is called that: whether the
    words name anything in the data is for the caller to check.
    """
    glossary = glossary_in(detect_language(question))
    text, frame = glossary.unframed(question)
    found = glossary.take_apart(text)
    definite = set(text.split()) & glossary.frames.definite
    if not frame or found.concepts or definite or not 1 <= len(found.rest) <= LONGEST_TERM:
        return None
    return " ".join(found.rest)


def explain_concept(prompt: ExplainConcept) -> Explanation:
    """The explanation of what is asked: one entry, a pair's own entry, or two entries; else what comes near."""
    language = detect_language(prompt.question)
    phrases = phrases_in(language)
    found = _concepts_asked(prompt.question) or glossary_in(language).named_in(prompt.question)
    offers = alternatives(prompt.datasets, language=language)[:NEXT]
    if not found:
        return Explanation(text=_unknown(prompt.question, language, phrases), next_questions=offers)
    return Explanation(text="\n\n".join(concept.text for concept in found[:2]), next_questions=offers)


def _concepts_asked(question: str) -> tuple[Concept, ...]:
    return concepts_in(question, detect_language(question))


def _unknown(question: str, language: str, phrases: Phrases) -> str:
    glossary = glossary_in(language)
    near = glossary.nearest(question, NEAREST)
    if near:
        return phrases.say("explain.unknown", nearest=phrases.joined([concept.name for concept in near]))
    typical = [concept.name for concept in glossary.concepts if concept.concept_id in TYPICAL]
    return phrases.say("explain.unknown_plain", nearest=phrases.joined(typical))
