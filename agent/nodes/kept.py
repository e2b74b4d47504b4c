"""Which parts of a reading were taken over from the answer before, without the question naming them."""

import re

from agent.history import answers
from agent.nodes.known import TurnRuntime, profiles, reading_of
from agent.reasoning.naming import asks, said_words, touches_column
from agent.specs.editing.parts import Part, kept_parts, names_in
from agent.specs.reading import Reading
from agent.state import AgentState

_SHOWN = frozenset({"measure", "column", "group", "condition", "period", "step"})
"""Kinds of parts that a follow-up keeps; an order or a chart comes from what is asked."""
_MADE_OF_DATES = re.compile(r".+_(year|half|quarter|month|week|day|weekday|hour|date|year_\w+)")
_PERIOD = re.compile(r"\d{4}(-\w+){0,2}")


def kept_of(state: AgentState, runtime: TurnRuntime, reading: Reading) -> list[str]:
    """The pointers of the parts that the last answer's reading has too and this question does not name. None are kept
    by what was made by hand or picked from options."""
    given = answers(state.get("turns", []))
    before = reading_of(given[-1]) if given else None
    if before is None or state.get("edited_reading") or state.get("picked_option"):
        return []
    question, context = state.get("question", ""), runtime.context
    columns = frozenset(name for table in profiles(runtime) for name in table.column_names)
    said = frozenset(match.value for match in context.datasets.find_values(context.conversation_id, question))
    said |= {name for name in columns if touches_column(question, name)}
    said |= {word for word in said_words(question) if word.isdecimal()}
    return [
        part.path
        for part in kept_parts(reading, before)
        if part.kind in _SHOWN and not _is_said(question, said, part, names_in(reading, part))
    ]


def _is_said(question: str, said: frozenset[str], part: Part, names: frozenset[str]) -> bool:
    """Whether the question says a part: a column or cell or number of it, that it counts, or any time."""
    if said & names:
        return True
    if part.kind in ("period", "step") or any(_tells_time(name) for name in names):
        return asks(question, "time")
    return part.kind == "measure" and "*" in names and asks(question, "count")


def _tells_time(name: str) -> bool:
    """Whether a name is about time: of a part of a date, or a period."""
    return bool(_MADE_OF_DATES.fullmatch(name) or _PERIOD.fullmatch(name))
