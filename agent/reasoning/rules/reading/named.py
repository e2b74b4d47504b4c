"""What the words of a question name: columns, cells, and times; whoever reads the question."""

import re
from dataclasses import dataclass

from agent.reasoning.prompts import ReadQuestion
from agent.reasoning.rules.reading.question import understand

_MADE_OF_DATES = re.compile(r".+_(year|half|quarter|month|week|day|weekday|hour|date|year_\w+)")
_PERIOD = re.compile(r"\d{4}(-\w+){0,2}")


@dataclass(frozen=True)
class Named:
    """`texts`: the names of columns and the values of cells; `time`: some period, date or part of one is said;
    `counts`: it is asked how many."""

    texts: frozenset[str]
    time: bool
    counts: bool

    def tells_time(self, names: frozenset[str]) -> bool:
        """Whether a part with these names is about time: a part of a date, or a period."""
        return any(_MADE_OF_DATES.fullmatch(name) or _PERIOD.fullmatch(name) for name in names)


def named_in(prompt: ReadQuestion) -> Named:
    """What a question names, linked to columns and cells as the built-in reading links it."""
    question = understand(prompt)
    columns = {candidate.name for link in question.links for candidate in link.candidates}
    cells = {match.value for mention in question.values for match in mention.matches}
    numbers = {token.text for token in question.tokens if token.is_number}
    timed = bool(question.dates) or question.has("grain:", "part:", "trend") or bool(question.family("grain:"))
    return Named(
        frozenset(columns | cells | numbers), timed or bool(question.family("part:")), question.has("count", "rows")
    )
