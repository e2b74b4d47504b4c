"""Follow-ups that move along the calendar: "and in the first?", "and the week after?"."""

from datetime import date, timedelta
from typing import Literal

from agent.reasoning.rules.reading.frame import ConditionSlot, Frame
from agent.reasoning.rules.reading.parse import Parts
from agent.reasoning.rules.reading.periods import next_period

_LITTLE_ELSE = 5  # words
_LAST_OF = {"Q": 4, "H": 2}
_DAY = 10  # characters of an ISO date


def other_half(fresh: Frame, last: Frame, parts: Parts) -> Frame | None:
    """`and in the first?` after the second half or quarter: the same kind of period by its number."""
    question = parts.question
    said = [token for token in question.tokens if token.is_word or token.is_number]
    places = [int(place) for place in question.family("nth:")]
    names_more = question.links or question.values or fresh.metrics or question.has("plot", "plot:", "agg:")
    if len(places) != 1 or len(said) > _LITTLE_ELSE or names_more:
        return None
    told = _period(last)
    if told is None or not isinstance(told.value, str) or told.op != "==":
        return None
    year, _, rest = told.value.partition("-")
    if rest[:1] not in _LAST_OF or places[0] > _LAST_OF[rest[:1]]:
        return None
    return _with_period(last, told, f"{year}-{rest[:1]}{places[0]}")


def following_period(_fresh: Frame, last: Frame, parts: Parts) -> Frame | None:
    """`and the week after?`: the period that follows the one asked about, of the same length."""
    question = parts.question
    told = _period(last)
    if told is None or not question.has("following") or question.dates or question.links or question.values:
        return None
    if isinstance(told.value, list) and told.op == "between":
        ends = [str(item) for item in told.value]
        if all(len(end) == _DAY for end in ends):
            first, final = (date.fromisoformat(end) for end in ends)
            step = final - first + timedelta(days=1)
            return _with_period(last, told, [(first + step).isoformat(), (final + step).isoformat()])
        return None
    if not isinstance(told.value, str) or told.op != "==":
        return None
    if len(told.value) == _DAY:
        return _with_period(last, told, (date.fromisoformat(told.value) + timedelta(days=1)).isoformat())
    after = next_period(told.value)
    return _with_period(last, told, after) if after else None


def _period(frame: Frame) -> ConditionSlot | None:
    """The one condition on a time."""
    found = [item[0] for item in frame.conditions if item[0].part is None and _is_time(item[0].value)]
    return found[0] if len(found) == 1 else None


def _is_time(value: object) -> bool:
    items = value if isinstance(value, list) else [value]
    return all(isinstance(item, str) and item[:4].isdecimal() and item[4:5] in ("", "-") for item in items)


def _with_period(last: Frame, told: ConditionSlot, value: str | list[str]) -> Frame:
    moved = told.model_copy(update={"value": value, "words": value if isinstance(value, str) else " to ".join(value)})
    conditions = [[moved] if item[0] is told else item for item in last.conditions]
    return last.model_copy(update={"conditions": conditions})


def growth_of_before(fresh: Frame, last: Frame, parts: Parts) -> Frame | None:
    """`change in percent against the year before`, `and the growth rate` after a table over time: of what it shows."""
    question = parts.question
    timed = next((slot for slot in last.groups if slot.grain), None)
    asks = question.has("growth", "growth:", "before") and timed is not None and last.intent == "aggregate"
    says_more = parts.metric_links or fresh.conditions or question.values or question.has("agg:", "plot", "plot:")
    if not asks or timed is None or says_more or question.has("high", "low", "which", "not", "only", "each"):
        return None
    if last.share or last.cumulative or any(slot.columns != timed.columns for slot in fresh.groups):
        return None
    marked = " ".join(mark.text for mark in question.tagged("growth:", "before"))
    by_year = question.has("growth:year") or any(word in marked for word in _YEAR)
    growth: Literal["year", "previous"] = "year" if by_year and timed.grain in ("month", "quarter") else "previous"
    return last.model_copy(update={"growth": growth, "plot": None, "order": None, "extreme": False, "top_k": None})


_YEAR = ("year", "jahr", "年")
