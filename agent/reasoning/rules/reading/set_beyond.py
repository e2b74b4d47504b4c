"""What the sentences beside a request set: columns, values and numbers that the request itself does not name."""

from dataclasses import replace

from agent.reasoning.prompts import Decision, ReadQuestion
from agent.reasoning.rules.narration.phrases import Phrases
from agent.reasoning.rules.reading.question import Question, understand
from agent.reasoning.rules.reading.requests import Request
from agent.reasoning.rules.reading.unused import offered_without

_FAMILIES = ("corr", "outlier", "normality", "skew", "kurtosis", "missing", "duplicate", "agg:", "predict", "test")
_TOLD_BY = {"outlier": ("agg:", "test", "normality"), "normality": ("test",), "corr": ("test", "normality")}
_LONGEST_QUOTE = 110


def sentences_beyond(request: Request, prompt: ReadQuestion) -> list[str]:
    """The sentences whose columns, values, numbers or kind of result the request lacks."""
    main = understand(replace(prompt, question=request.text))
    added = [item for item in request.set_beyond if _adds_to(main, understand(replace(prompt, question=item)))]
    return list(dict.fromkeys([*request.contradicts, *added]))


def _adds_to(main: Question, other: Question) -> bool:
    known = {item.name for link in main.links for item in link.candidates}
    fresh = any(
        link.literal and link.exact and not {item.name for item in link.candidates} & known for link in other.links
    )
    cells = {match.value for mention in main.values for match in mention.matches}
    values = any(not {match.value for match in mention.matches} & cells for mention in other.values)
    numbers = {token.text for token in other.tokens if token.is_number} - {token.text for token in main.tokens}
    return (
        fresh
        or values
        or bool(numbers and not main.has("outlier", "outlier:"))
        or bool(_kinds(other) - _kinds_told(main))
        or bool(other.has("apart") and not main.has("apart", "each"))
    )


def _kinds(question: Question) -> set[str]:
    return {family for family in _FAMILIES if question.has(family)}


def _kinds_told(main: Question) -> set[str]:
    """The kinds of result that a request names, and those that its method is told by (mean in a z-score)."""
    kinds = _kinds(main)
    return kinds.union(*(_TOLD_BY.get(kind, ()) for kind in kinds))


def asked_to_keep(decision: Decision, sentences: list[str], phrases: Phrases) -> Decision:
    """The decision; a question with its readings on offer, where sentences of the task would be left out."""
    if not sentences or decision.next_action != "act":
        return decision
    return offered_without([item[:_LONGEST_QUOTE] for item in sentences], decision, phrases)
