"""The best of each group: `top earner in each department`, `which product sells best in each category`.

The words that say of what each ("in each department") are taken out, the rest is read as the question that it is
without them ("top earner"), and its answer is looked for within each group.
"""

from dataclasses import dataclass, replace

from agent.reasoning.prompts import ReadQuestion
from agent.reasoning.rules.reading.column_names import column_sets
from agent.reasoning.rules.reading.columns import ColumnLink
from agent.reasoning.rules.reading.frame import Frame, GroupSlot
from agent.reasoning.rules.reading.german_words import with_plain_numbers
from agent.reasoning.rules.reading.group_links import dated_slot, grain_behind, head
from agent.reasoning.rules.reading.group_words import joined_before, link_slot
from agent.reasoning.rules.reading.intents import frame_of
from agent.reasoning.rules.reading.lexicon import Mark
from agent.reasoning.rules.reading.measures import is_number
from agent.reasoning.rules.reading.needs import ENTITIES
from agent.reasoning.rules.reading.parse import Parts, parts_of
from agent.reasoning.rules.reading.question import DATE_KINDS, Question, understand
from agent.reasoning.rules.reading.text import normalised
from agent.reasoning.rules.reading.time_groups import time_slot
from registry.profile import DatasetProfile

_OTHER_QUESTIONS = (
    "share", "growth", "growth:", "corr", "test", "test:", "plot", "plot:", "trend", "compare", "difference",
    "cumulative", "percentile", "quartiles", "report", "each_once", "pareto", "distribution", "outlier", "duplicate",
    "missing", "average_value", "order_value", "rate", "normality", "cross",
)  # fmt: skip
"""What asks for more than the best of each."""
_NOT_EACH = frozenset({
    "across", "compare", "compared across", "among", "between the", "according to", "sorted by", "ranked by", "vs",
    "versus", "depending on", "vergleiche", "je nach",
})  # fmt: skip
_LEADS = frozenset({"in", "of", "for", "within", "from", "at", "on", "inside", "für", "bei", "an", "zu"})
_PASSED = frozenset({"the", "single", "different", "der", "die", "das", "einzelne", "einzelnen", "einzelner"})
_JOINING = frozenset({"and", "und", ",", "&"})
_PARTICLES = frozenset({"で", "の", "に", "は", "、", ","})
_PERSONS = frozenset({"who", "wer", "誰"})
_WEAK = frozenset({"by", "per", "nach", "pro", "je"})
"""Numbers behind these rank or divide; behind "in each" they are groups."""
_DIVIDING = frozenset({"per", "pro", "je"})
_COUNTED_ONES = frozenset({"customer", "order", "employee", "member", "visitor", "patient", "student"})
_FEW_VALUES = 30
_NEAR = 2


@dataclass(frozen=True)
class Within:
    """A question with its words for "of each" taken out: its parts, and the frame with the groups put back."""

    parts: Parts
    frame: Frame


@dataclass(frozen=True)
class _Each:
    """Tokens [start, end) that name the groups."""

    start: int
    end: int
    slots: tuple[GroupSlot, ...]


def best_of_each(prompt: ReadQuestion, whole: Parts, hint: str | None, year: int | None) -> Within | None:
    """The reading as the best of each group; None where the question is another one."""
    question = whole.question
    if not question.has("high", "low", "first_period", "last_period") or question.has(*_OTHER_QUESTIONS):
        return None
    if whole.aggregations_beyond_extremes or frame_of(whole).intent == "ratio":
        return None
    found = _groups_said(question, whole.table)
    if not found or any(_divides(each, whole) for each in found):
        return None
    text = _without(prompt.question, question, found)
    inner = understand(replace(prompt, question=text))
    parts = parts_of(replace(inner, talked=question.talked), hint, year)
    if parts.table.dataset_id != whole.table.dataset_id:
        return None
    frame = frame_of(parts)
    within = [slot.model_copy(update={"columns": slot.columns[:1]}) for each in found for slot in each.slots]
    if not _is_the_best(parts, frame) or any(slot in within for slot in frame.groups):
        return None
    if frame.intent == "lookup" and any(_ranks(slot, frame) for slot in within):
        return None
    return Within(parts, frame.model_copy(update={"within": within, **_added_up(parts, frame)}))


def _ranks(slot: GroupSlot, frame: Frame) -> bool:
    """Whether the rows would be ranked by their group: `the last employee of each hiring date` is every row."""
    ranked = {ref.column for metric in frame.metrics for ref in metric.columns}
    return slot.part is None and slot.grain in (None, "day") and slot.columns[0].column in ranked


def _is_the_best(parts: Parts, frame: Frame) -> bool:
    if not frame.extreme or frame.plot or frame.share:
        return False
    if frame.intent == "aggregate":
        return len(frame.groups) == 1
    return frame.intent == "lookup" and _seeks_a_thing(parts)


def _added_up(parts: Parts, frame: Frame) -> dict[str, object]:
    """売上が最大の商品: of what adds up the largest total is meant, not the largest single cell."""
    links = parts.metric_links
    if frame.intent != "aggregate" or len(frame.metrics) != 1 or len(links) != 1:
        return {}
    metric = frame.metrics[0]
    said = any(mark.tags & {"agg:max", "agg:min"} and not mark.tags & {"high", "low"} for mark in parts.question.marks)
    plain = replace(parts, aggregations=())
    if said or metric.agg not in ("max", "min") or plain.default_for(links[0]) != "sum":
        return {}
    return {"metrics": [metric.model_copy(update={"agg": "sum"})]}


def _seeks_a_thing(parts: Parts) -> bool:
    """`the top earner`, `the most expensive house`: a thing is sought; `the highest salary` is a number of each."""
    question = parts.question
    if question.has("doer", "grain:day") or any(mark.text in _PERSONS for mark in question.tagged("which")):
        return True
    if not parts.metric_links:
        return True  # the latest order: read as the row of a thing by its date
    ends = {mark.end for mark in question.tagged("high", "low", "first_period", "last_period")}
    own = {item[0].column.column for item in parts.conditions}
    if any(link.literal and link.first.name not in own for link in parts.other_links if not _is_date(link)):
        return True
    measured = {position for link in parts.metric_links for position in range(link.start, link.end)}
    for index, token in enumerate(question.tokens):
        if index in measured or not token.is_word:
            continue
        if token.stem in question.file_words or question.words.sets_of((token.stem,)) & ENTITIES:
            return True
        if token in question.unexplained and any(0 <= index - end < _NEAR for end in ends):
            return True
    return any(_is_noun_behind(question, end) for end in ends)


def _is_noun_behind(question: Question, position: int) -> bool:
    """最も高い社員: a noun that follows the superlative is what is sought."""
    tokens = question.tokens[position : position + 1]
    return question.words.language == "ja" and bool(tokens) and "\u4e00" <= tokens[0].text <= "\u9fff"


def _is_date(link: ColumnLink) -> bool:
    return link.first.column.kind in DATE_KINDS


# ---------------------------------------------------------------- of what each


def _groups_said(question: Question, table: DatasetProfile) -> list[_Each]:
    found = [_behind(mark, question, table) for mark in question.tagged("each") if mark.text not in _NOT_EACH]
    found += [_before(mark, question, table) for mark in question.tagged("each_before")]
    return [each for each in found if each is not None]


def _behind(mark: Mark, question: Question, table: DatasetProfile) -> _Each | None:
    """`in each department`, `per region and month`, `pro Kategorie`, `各部門で`."""
    slots: list[GroupSlot] = []
    position = end = mark.end
    while True:
        while position < len(question.tokens) and question.tokens[position].text in _PASSED:
            position += 1
        named = _slot_at(position, mark, question, table)
        if named is None:
            break
        slots.append(named[0])
        position = end = named[1]
        if position >= len(question.tokens) or question.tokens[position].text not in _JOINING:
            break
        position += 1
    start = mark.start
    if start and question.tokens[start - 1].text in _LEADS:
        start -= 1
    return _Each(start, _past_particles(end, question), tuple(slots)) if slots else None


def _divides(each: _Each, whole: Parts) -> bool:
    """`which region has the highest revenue per customer`: an amount of each of many, not the best of each."""
    tokens = whole.question.tokens
    behind_amount = any(link.end == each.start for link in whole.metric_links)
    if not behind_amount or tokens[each.start].text not in _DIVIDING or not whole.question.has("which"):
        return False
    named = whole.table.column(each.slots[0].columns[0].column)
    return named is not None and bool(column_sets(named.name, whole.question.words) & _COUNTED_ONES)


def _before(mark: Mark, question: Question, table: DatasetProfile) -> _Each | None:
    """`部門ごとに`, `月別の`."""
    near = [link for link in question.links if mark.start - 1 <= link.end <= mark.start]
    grain = next((item for item in question.tagged("grain:", "part:") if item.end == mark.start), None)
    if near and not is_number(near[-1].first.column):
        links = joined_before(near[-1], question)
        slots = tuple(link_slot(link, table) for link in links)
        return _Each(links[0].start, _past_particles(mark.end, question), slots)
    slot = time_slot(grain, question, table) if grain else None
    return _Each(grain.start, _past_particles(mark.end, question), (slot,)) if grain and slot else None


def _slot_at(position: int, each: Mark, question: Question, table: DatasetProfile) -> tuple[GroupSlot, int] | None:
    mark = next((item for item in question.tagged("grain:", "part:") if item.start == position), None)
    link = head(next((item for item in question.links if item.start == position), None), question)
    if link and (mark is None or (link.literal and link.exact and not _is_date(link))):
        if is_number(link.first.column) and not (each.text not in _WEAK and _has_few_values(link)):
            return None
        behind = grain_behind(link, question)
        return dated_slot(link, behind, table), behind.end if behind else link.end
    slot = time_slot(mark, question, table) if mark else None
    return (slot, mark.end) if mark and slot else None


def _has_few_values(link: ColumnLink) -> bool:
    numbers = link.first.column.numeric
    return numbers is not None and numbers.is_integer and link.first.column.unique <= _FEW_VALUES


def _past_particles(end: int, question: Question) -> int:
    while question.words.language == "ja" and end < len(question.tokens) and question.tokens[end].text in _PARTICLES:
        end += 1
    return end


def _without(text: str, question: Question, found: list[_Each]) -> str:
    """The text without the words of the groups."""
    clean = normalised(with_plain_numbers(text) if question.words.language == "de" else text)
    for each in sorted(found, key=lambda item: -item.start):
        first, last = question.tokens[each.start].start, question.tokens[each.end - 1].end
        clean = f"{clean[:first]} {clean[last:]}"
    return normalised(clean).strip(" ,、:")
