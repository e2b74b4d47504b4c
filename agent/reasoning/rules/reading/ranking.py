"""Ranks and quantiles in a question: top 5, the 3 best, 95th percentile, p90, biggest first."""

import re
from typing import Literal

from agent.reasoning.rules.reading.column_names import column_sets
from agent.reasoning.rules.reading.quantities import number_of
from agent.reasoning.rules.reading.question import Question
from agent.reasoning.rules.reading.spans import positions_of

_NEAR = 2
_BINS = frozenset({"bin", "bucket", "class", "interval", "klassen", "bins", "balken"})


def direction(question: Question) -> Literal["desc", "asc"] | None:
    """Largest first for highest, most, top; smallest first for lowest, least, bottom."""
    if question.has("smallest_first"):
        return "asc"
    if question.has("high", "low") and _is_about_speed(question):
        return "desc" if question.has("slow") else "asc"
    if question.has("high", "biggest_first"):
        return "desc"
    return "asc" if question.has("low") else None


def _is_about_speed(question: Question) -> bool:
    """`the slowest page`: where time is measured, slow is much of it."""
    times = [
        link
        for link in question.links
        if "duration" in column_sets(link.first.name, question.words) and link.first.column.kind == "number"
    ]
    return bool(times) and question.has("slow", "fast")


def top_k_of(question: Question) -> int | None:
    """The number beside a superlative or before "first": `top 5`, `the 3 best paid`, `five largest`."""
    taken = positions_of(*question.dates, *question.bounds)
    beside_which = question.tagged("which") if question.has("high", "low") else ()
    for mark in (*question.tagged("high", "low", "first_period", "last_period"), *beside_which):
        for position in (*range(mark.end, mark.end + _NEAR), *range(mark.start - 1, mark.start - 1 - _NEAR, -1)):
            if not 0 <= position < len(question.tokens) or position in taken:
                continue
            value = number_of(question.tokens[position], question.words)
            follows = question.tokens[position + 1].text if position + 1 < len(question.tokens) else ""
            if value is not None and value.is_integer() and 1 <= value <= 1000 and follows not in ("%", "percent"):
                return int(value)
    return _before_the_thing(question) if question.has("high", "low") else None


def _before_the_thing(question: Question) -> int | None:
    """`the five meters with the highest use`: the number right before the things that are ranked."""
    for link in question.links:
        before = question.tokens[link.start - 1] if link.start else None
        value = number_of(before, question.words) if before and link.first.column.kind != "number" else None
        if value is not None and value.is_integer() and 1 < value <= 1000:
            return int(value)
    return None


def bins_of(question: Question) -> int | None:
    """The number of bins of a histogram: `with 20 bins`, `in 10 Klassen`."""
    for index, token in enumerate(question.tokens[:-1]):
        if token.is_number and question.tokens[index + 1].stem in _BINS and token.text.isdecimal():
            return int(token.text)
    return None


def quantiles_of(question: Question) -> list[float]:
    """Quantiles asked for, as shares: `10th, 50th and 90th percentile`, `p95`, `quartiles`."""
    found: list[float] = []
    tokens = question.tokens
    for mark in question.tagged("percentile"):
        position = mark.start - 1
        while position >= 0 and (
            tokens[position].is_number
            or tokens[position].text in ("st", "nd", "rd", "th", "and", ",", ".", "the", "-", "%", "und")
        ):
            if tokens[position].is_number:
                found.insert(0, float(tokens[position].text) / 100)
            position -= 1
        if not found and mark.end < len(tokens) and tokens[mark.end].is_number:
            found.append(float(tokens[mark.end].text) / 100)
    cells = positions_of(*question.values)
    for index, token in enumerate(tokens[:-1]):
        if re.fullmatch("p", token.text) and tokens[index + 1].is_number and index not in cells:
            found.append(float(tokens[index + 1].text) / 100)
    if question.has("quartiles"):
        found += [0.25, 0.5, 0.75]
    return [share for share in dict.fromkeys(found) if 0 <= share <= 1]
