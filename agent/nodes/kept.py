"""Which parts of a reading were taken over from the answer before, without the question naming them."""

from agent.history import answers
from agent.nodes.known import TurnRuntime, about_question
from agent.nodes.remembering import reading_of
from agent.reasoning.rules.reading.named import Named, named_in
from agent.specs.editing.parts import Part, kept_parts, names_in
from agent.specs.reading import Reading
from agent.state import AgentState

_SHOWN = frozenset({"measure", "column", "group", "condition", "period", "step"})
"""Kinds of parts that a follow-up keeps; an order or a chart comes from what is asked."""


def kept_of(state: AgentState, runtime: TurnRuntime, reading: Reading) -> list[str]:
    """The pointers of the parts that the last answer's reading has too and this question does not name. None are kept
    by what was made by hand or picked from options."""
    given = answers(state.get("turns", []))
    before = reading_of(given[-1]) if given else None
    if before is None or state.get("edited_reading") or state.get("picked_option"):
        return []
    named = named_in(about_question(state, runtime, state.get("question", "")))
    return [
        part.path for part in kept_parts(reading, before) if part.kind in _SHOWN and not _says(named, reading, part)
    ]


def _says(named: Named, reading: Reading, part: Part) -> bool:
    if part.kind in ("period", "step") or named.tells_time(names_in(reading, part)):
        return named.time or bool(named.texts & names_in(reading, part))
    if part.kind == "measure" and named.counts and "*" in names_in(reading, part):
        return True
    return bool(named.texts & names_in(reading, part))
