"""Groups of time: months, weekdays, hours, and the grain that "over time" means."""

from typing import get_args

from agent.reasoning.rules.reading.calendar_columns import year_column
from agent.reasoning.rules.reading.conditions import date_column_for
from agent.reasoning.rules.reading.dates import DateMention
from agent.reasoning.rules.reading.frame import ColumnRef, GroupSlot
from agent.reasoning.rules.reading.lexicon import Mark
from agent.reasoning.rules.reading.measures import is_number, ref
from agent.reasoning.rules.reading.question import Question
from agent.reasoning.rules.reading.spans import positions_of
from agent.reasoning.rules.reading.times import means_working_days
from agent.reasoning.rules.reading.wide import grain_of
from agent.specs.measures import Grain
from agent.specs.transforms import DatePart
from registry.profile import DatasetProfile

PARTS: dict[str, DatePart] = {"part:hour": "hour", "part:weekday": "weekday", "part:month": "month"}
GRAINS: dict[str, Grain] = {f"grain:{grain}": grain for grain in get_args(Grain)}


def time_slot(mark: Mark, question: Question, table: DatasetProfile) -> GroupSlot | None:
    """A grain (month) or a part (hour, weekday) of the date or time column it belongs to."""
    part = next((PARTS[tag] for tag in sorted(mark.tags) if tag in PARTS), None)
    if part == "hour":
        clock = next((column for column in table.columns if column.kind in ("time", "datetime")), None)
        return (
            GroupSlot(columns=[ColumnRef(dataset_id=table.dataset_id, column=clock.name)], part="hour")
            if clock
            else None
        )
    column = date_column_for(question, mark.start, table)
    grain = next((GRAINS[tag] for tag in sorted(mark.tags) if tag in GRAINS), None)
    same_name = next((item for item in table.columns if grain and item.name.casefold() == grain), None)
    if same_name and same_name.kind in ("number", "text"):
        return GroupSlot(columns=[ColumnRef(dataset_id=table.dataset_id, column=same_name.name)])
    if column is None:
        return None
    return GroupSlot(columns=[ref(column)], part=part, grain=None if part else grain)


def take_time_words(question: Question, table: DatasetProfile, slots: list[GroupSlot], marks: set[int]) -> None:
    """`monthly`, `yearly totals`, `over time`, `which month`, `a line chart of ... hour`: a grain without "per"."""
    asked = {mark.end for mark in question.tagged("which")}
    for mark in question.tagged("grain:", "part:"):
        beside = any(other.end == mark.start for other in question.tagged("high", "low"))
        japanese = question.words.language == "ja" and not question.has("each", "each_before")
        beside = beside or (
            japanese and question.has("high", "low") and mark.start not in positions_of(*question.dates)
        )
        is_asked = beside or (mark.start in asked and question.has("high", "low", "count", "growth"))
        counted = "part:hour" in mark.tags and any(other.end == mark.start for other in question.tagged("count"))
        names_days = counted or ("part:weekday" in mark.tags and _names_days(question, mark))
        if (
            names_days
            or mark.start in marks
            or not ("time_adjective" in mark.tags or "part:" in "".join(mark.tags) or is_asked)
        ):
            continue
        if any(slot.grain or slot.part for slot in slots):
            continue
        slot = time_slot(mark, question, table)
        if slot:
            slots.append(slot)
            marks.add(mark.start)
    runs_on = question.has("cumulative") and not question.has("share", "pareto")
    wants_time = question.has("trend", "growth:") or (question.has("plot:line", "plot:area") and not slots) or runs_on
    course = question.has("trend") and not question.has("growth:") and all(map(_is_long, question.dates))
    if wants_time and not any(slot.grain or slot.part for slot in slots) and (runs_on or course or not question.dates):
        column = date_column_for(question, 0, table)
        years = year_column(table, question) if column is None else None
        if years is not None and not question.has("cumulative"):
            slots.append(GroupSlot(columns=[ColumnRef(dataset_id=table.dataset_id, column=years.name)]))
        if column and not _names_two_numbers(question):
            grain = _said_grain(question) or grain_of(table) or default_grain(column.column.first, column.column.last)
            slots.append(GroupSlot(columns=[ref(column)], grain=grain))


def _is_long(mention: DateMention) -> bool:
    """`since 2015`, `from 2015 to 2020`, `in 2019`: a stretch of time with a course of its own."""
    return mention.op in (">", ">=", "<", "<=") or mention.until is not None or mention.period.unit == "year"


def _names_days(question: Question, mark: Mark) -> bool:
    """`on weekdays`, 土曜日: days are chosen, not told apart."""
    before = question.tokens[mark.start - 1].text if mark.start else ""
    return means_working_days(question) or before in ("月", "火", "水", "木", "金", "土", "日")


def _said_grain(question: Question) -> Grain | None:
    """The grain inside a phrase of growth: year over year, to the previous month, QoQ."""
    texts = " ".join(mark.text for mark in question.tagged("growth:previous"))
    if question.has("cumulative"):
        texts = " ".join([texts, *(mark.text for mark in question.tagged("trend"))])
    letters: dict[str, Grain] = {"mom": "month", "qoq": "quarter"}
    grains = (grain for grain in get_args(Grain) if grain in texts)
    return next((grain for letter, grain in letters.items() if letter in texts.split()), None) or next(grains, None)


def _names_two_numbers(question: Question) -> bool:
    return len([link for link in question.links if is_number(link.first.column)]) >= 2 and question.has(
        "plot:line", "plot:area"
    )


def default_grain(first: str | None, last: str | None) -> Grain:
    """Days up to two months, months up to five years, years beyond."""
    if first is None or last is None:
        return "month"
    years = int(last[:4]) - int(first[:4]) + (int(last[5:7]) - int(first[5:7])) / 12
    return "day" if years < 1 / 6 else "month" if years <= 5 else "year"
