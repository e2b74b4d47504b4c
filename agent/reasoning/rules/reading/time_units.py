"""Units of stretches of time: the words for them, and how many days each is."""

from agent.reasoning.rules.reading.frame import DurationUnit
from agent.reasoning.rules.reading.text import Token

UNIT_WORDS: dict[str, DurationUnit] = {
    "seconds": "seconds", "minutes": "minutes", "hours": "hours", "days": "days", "weeks": "weeks",
    "minute": "minutes", "hour": "hours", "day": "days", "week": "weeks", "mins": "minutes", "hrs": "hours",
    "minuten": "minutes", "stunden": "hours", "tage": "days", "tagen": "days", "wochen": "weeks",
}  # fmt: skip
DAYS_IN: dict[DurationUnit, float] = {
    "seconds": 1 / 86_400, "minutes": 1 / 1440, "hours": 1 / 24, "days": 1.0, "weeks": 7.0,
}  # fmt: skip
UNITS_IN_A_DAY: dict[DurationUnit, float] = {"seconds": 86_400, "minutes": 1440, "hours": 24, "weeks": 1 / 7}
_LEADS = frozenset({"in", "measured", "expressed"})
_ENDINGS = ("s", "en", "e")


def names_a_unit(tokens: tuple[Token, ...], position: int) -> bool:
    """`in hours`, `in days`: many of a unit behind "in" say how a length of time is given, and group nothing."""
    token = tokens[position]
    many = token.text in UNIT_WORDS and token.text.endswith(_ENDINGS)
    return many and position > 0 and tokens[position - 1].text in _LEADS
