"""What a frame leaves out of its question, or asks that the data cannot give: numbers, words, times."""

from agent.reasoning.rules.narration.phrases import Phrases
from agent.reasoning.rules.reading.frame import ColumnRef, Frame
from agent.reasoning.rules.reading.numeric_conditions import loose_bounds
from agent.reasoning.rules.reading.parse import Parts
from agent.reasoning.rules.reading.text import Token
from agent.reasoning.rules.reading.times import time_conditions
from registry.profile import DatasetProfile
from registry.units import is_unit

ORDINAL_ENDINGS = frozenset({"st", "nd", "rd", "th"})


def unplaced_numbers(parts: Parts, frame: Frame) -> list[str]:
    """Numbers of the question that no date, bound, rank, quantile, share or value has taken."""
    question = parts.question
    used = set(question.taken)
    _, clock = time_conditions(question, parts.table)
    used |= clock
    kept = {_number_text(value) for value in _numbers_in(frame)}
    loose = {
        position
        for bound in loose_bounds(question)
        if not all(_number_text(value) in kept for value in bound.values)
        for position in range(bound.start, bound.end)
    }
    found = []
    for index, token in enumerate(question.tokens):
        if not token.is_number or _number_text(token.text) in kept or _ends_a_unit(question.tokens, index):
            continue
        if index not in used or (index in loose and index not in clock):
            found.append(token.text)
    return found if frame.intent not in ("overview", "report", "outliers", "missing", "periods") else []


def _ends_a_unit(tokens: tuple[Token, ...], index: int) -> bool:
    """The 3 of m3."""
    before = tokens[index - 1] if index else None
    return before is not None and before.end == tokens[index].start and is_unit(before.text + tokens[index].text)


def _numbers_in(frame: Frame) -> list[object]:
    values: list[object] = [
        frame.top_k,
        frame.threshold,
        frame.bins,
        *frame.quantiles,
        *(share * 100 for share in frame.quantiles),
    ]
    slots = [slot for alternatives in frame.conditions for slot in alternatives] + (
        [frame.bound] if frame.bound else []
    )
    for slot in slots:
        values += slot.value if isinstance(slot.value, list) else [slot.value]
        values += slot.words.split()
    return values


def _number_text(value: object) -> str:
    text = str(value).replace(",", "")
    return text[:-2] if text.endswith(".0") else text


def outside_of_the_data(frame: Frame, datasets: tuple[DatasetProfile, ...], phrases: Phrases) -> str:
    """A sentence if the question is about a time that the data do not cover; "" otherwise."""
    for column, text in _times_asked(frame):
        profile = next(table.column(column.column) for table in datasets if table.dataset_id == column.dataset_id)
        if profile is None or profile.kind not in ("date", "datetime") or not profile.first or not profile.last:
            continue
        year = text[:4]
        if year.isdecimal() and not profile.first[:4] <= year <= profile.last[:4]:
            return phrases.say(
                "reading.ask.outside",
                period=text,
                column=column.column,
                first=profile.first[:10],
                last=profile.last[:10],
            )
    return ""


def speaks_of_the_future(frame: Frame, datasets: tuple[DatasetProfile, ...]) -> bool:
    """Whether a time asked for lies behind the end of the data."""
    for column, text in _times_asked(frame):
        profile = next(table.column(column.column) for table in datasets if table.dataset_id == column.dataset_id)
        if profile is not None and profile.last and text[:4].isdecimal() and text[:4] > profile.last[:4]:
            return True
    return False


def _times_asked(frame: Frame) -> list[tuple[ColumnRef, str]]:
    asked = [(slot.column, slot) for alternatives in frame.conditions for slot in alternatives if slot.part is None]
    labels = [
        (column, text) for column, slot in asked if slot.op in ("==", "in", "between") for text in _texts(slot.value)
    ]
    return labels + [(frame.columns[0], text) for text in frame.periods if frame.columns]


def _texts(value: object) -> list[str]:
    items = value if isinstance(value, list) else [value]
    return [item for item in items if isinstance(item, str)]


def too_many_groups(parts: Parts, frame: Frame, phrases: Phrases) -> tuple[str, list[str]] | None:
    """`average salary by years`: a number of many values is no group. What to ask, and what works instead."""
    ranks = parts.grouping.order_links
    if (
        frame.intent != "aggregate"
        or not ranks
        or frame.groups
        or any(metric.relates_two for metric in frame.metrics)
        or parts.question.has("high", "low", "biggest_first", "sell")
    ):
        return None
    by = next((link.first.name for link in parts.metric_links if link.start in ranks), None)
    measured = [link.first.name for link in parts.metric_links if link.start not in ranks]
    if by is None or not measured:
        return None
    offers = ("reading.offer.correlation", "reading.offer.scatter")
    return phrases.say("reading.ask.many_groups", column=by), [
        phrases.say(key, one=measured[0], other=by) for key in offers
    ]
