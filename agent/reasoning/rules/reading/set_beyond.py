"""What the sentences beside a request set: columns, values and numbers that the request itself does not name."""

from collections.abc import Sequence
from dataclasses import replace

from agent.reasoning.prompts import Decision, ReadQuestion
from agent.reasoning.rules.narration.phrases import Phrases
from agent.reasoning.rules.reading.question import Question, understand
from agent.reasoning.rules.reading.requests import Request, reworded
from agent.reasoning.rules.reading.unused import offered_without

_FAMILIES = (
    "corr", "outlier", "normality", "skew", "kurtosis", "missing", "duplicate", "agg:", "predict", "test",
    "regression", "r_squared", "test:chi_square", "test:fisher",
)  # fmt: skip
_TOLD_BY = {
    "outlier": ("agg:", "test", "normality"), "normality": ("test",), "corr": ("test", "normality"),
    "regression": ("test", "corr", "r_squared"), "test:chi_square": ("test", "corr"),
}  # fmt: skip
_LONGEST_QUOTE = 110


def sentences_beyond(request: Request, prompt: ReadQuestion, texts: Sequence[str]) -> list[str]:
    """The sentences whose columns, values, numbers or kind of result none of the requests read (`texts`) has."""
    read = [understand(replace(prompt, question=text)) for text in texts]
    added = [
        item for item in request.set_beyond if _adds_to(read, understand(replace(prompt, question=reworded(item))))
    ]
    return list(dict.fromkeys([*request.contradicts, *added]))


def _adds_to(read: Sequence[Question], other: Question) -> bool:
    known = {item.name for main in read for link in main.links for item in link.candidates}
    fresh = any(
        link.literal and link.exact and not {item.name for item in link.candidates} & known for link in other.links
    )
    cells = {match.value for main in read for mention in main.values for match in mention.matches}
    values = any(not {match.value for match in mention.matches} & cells for mention in other.values)
    own = {token.text for main in read for token in main.tokens}
    numbers = {token.text for token in other.tokens if token.is_number} - own
    return (
        fresh
        or values
        or bool(numbers and not any(main.has("outlier", "outlier:") for main in read))
        or bool(kinds_in(other) - frozenset().union(*(_kinds_told(main) for main in read)))
        or bool(other.has("apart") and not any(main.has("apart", "each") for main in read))
    )


def kinds_in(question: Question) -> set[str]:
    """The kinds of result that a sentence names."""
    return {family for family in _FAMILIES if question.has(family)}


def _kinds_told(main: Question) -> set[str]:
    """The kinds of result that a request names, and those that its method is told by (mean in a z-score)."""
    kinds = kinds_in(main)
    return kinds.union(*(_TOLD_BY.get(kind, ()) for kind in kinds))


def asked_to_keep(decision: Decision, sentences: list[str], phrases: Phrases) -> Decision:
    """The decision; a question with its readings on offer, where sentences of the task would be left out."""
    if not sentences or decision.next_action != "act":
        return decision
    return offered_without([item[:_LONGEST_QUOTE] for item in sentences], decision, phrases)
