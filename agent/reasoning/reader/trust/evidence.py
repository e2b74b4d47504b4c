"""All evidence for and against a reading, by name."""

from collections.abc import Callable, Mapping

from agent.reasoning.prompts import Decision, ReadQuestion
from agent.reasoning.reader.trust.deeds import of_deeds
from agent.reasoning.reader.trust.doubts import of_doubts
from agent.reasoning.reader.trust.kept import of_kept
from agent.reasoning.reader.trust.seen import Seen, alone
from agent.reasoning.reader.trust.shape import of_shape, of_slots
from agent.reasoning.reader.trust.words import of_cells, of_links, of_words

KINDS: tuple[Callable[[Seen], Mapping[str, float]], ...] = (
    of_words, of_links, of_cells, of_deeds, of_shape, of_slots, of_kept,
)  # fmt: skip
"""Where evidence comes from; a new kind is one more function here, and a new fit of the weights."""


def seen(prompt: ReadQuestion, decision: Decision, read: Callable[[ReadQuestion], Decision]) -> Seen:
    """The decision beside its question; `read` reads it by itself where something was asked before."""
    return Seen(prompt, decision, read(alone(prompt)) if prompt.frame else None)


def evidence(beside: Seen) -> dict[str, float]:
    """Names with values, mostly 1; what is absent is 0."""
    found: dict[str, float] = {}
    for kind in KINDS:
        found |= {name: float(value) for name, value in kind(beside).items() if value}
    return found | of_doubts(found)
