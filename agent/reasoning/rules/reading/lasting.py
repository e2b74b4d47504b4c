"""How long something lasts: the unit that is asked for, and bounds on the time between a row's start and its end."""

from dataclasses import replace

from agent.reasoning.rules.reading.column_names import column_sets
from agent.reasoning.rules.reading.conditions import Alternatives
from agent.reasoning.rules.reading.frame import ColumnRef, ConditionSlot, DurationUnit
from agent.reasoning.rules.reading.quantities import NumberMention
from agent.reasoning.rules.reading.question import Question
from agent.reasoning.rules.reading.time_units import DAYS_IN, UNIT_WORDS, names_a_unit
from agent.specs.base import FilterOp
from registry.profile import ColumnProfile, DatasetProfile

_PAIR = 2
_MOMENTS = ("date", "datetime")
LASTING = frozenset(
    {"took", "take", "taken", "takes", "last", "lasted", "lasts", "out", "open", "wait", "waited", "waiting", "stay",
     "stayed", "staying", "away", "kept", "keep", "overdue", "longer", "shorter", "needed", "duration", "long",
     "dauerten", "dauerte", "dauern", "länger", "kürzer", "dauer", "offen"}
)  # fmt: skip
_OPERATORS: dict[str, FilterOp] = {">": ">", ">=": ">=", "<": "<", "<=": "<=", "between": "between"}


def unit_asked(question: Question) -> DurationUnit | None:
    """The unit of `in hours`, `how many minutes`; None where none is named: then days."""
    for index, token in enumerate(question.tokens):
        behind_count = any(mark.start <= index < mark.end for mark in question.tagged("how_long"))
        if token.text in UNIT_WORDS and (names_a_unit(question.tokens, index) or behind_count):
            return UNIT_WORDS[token.text]
    return None


def start_and_end(table: DatasetProfile) -> tuple[ColumnProfile, ColumnProfile] | None:
    """The two dates of a row where there are exactly two, the earlier one first."""
    moments = [column for column in table.columns if column.kind in _MOMENTS]
    if len(moments) != _PAIR:
        return None
    first, last = sorted(moments, key=lambda column: (column.last or "", column.first or ""))
    return first, last


def span_conditions(question: Question, table: DatasetProfile) -> tuple[Question, list[Alternatives]]:
    """`took longer than 48 hours`, `out for more than 30 days`: bounds on the time between start and end, and the
    question without the words that they used.
    """
    ends = start_and_end(table)
    bounds = [bound for bound in question.bounds if ends and _bounds_a_span(bound, question, table)]
    if ends is None or not bounds:
        return question, []
    used = {position for bound in bounds for position in range(bound.start, bound.end + 1)}
    rest = replace(
        question,
        bounds=tuple(bound for bound in question.bounds if bound not in bounds),
        marks=tuple(mark for mark in question.marks if used.isdisjoint(range(mark.start, mark.end))),
        links=tuple(link for link in question.links if used.isdisjoint(range(link.start, link.end))),
    )
    return rest, [[_slot(bound, ends, table)] for bound in bounds]


def _bounds_a_span(bound: NumberMention, question: Question, table: DatasetProfile) -> bool:
    """Whether a bound in a unit of time speaks of how long a row lasts, and no column holds such a number."""
    if bound.unit not in UNIT_WORDS or bound.op not in _OPERATORS:
        return False
    near = {token.text for token in question.tokens[max(0, bound.start - 3) : bound.end + 4]}
    held = any(
        column.numeric is not None
        and column.numeric.minimum <= bound.in_unit(column.unit)[0] <= column.numeric.maximum
        and "duration" in column_sets(column.name, question.words)
        for column in table.columns
    )
    return bool(near & LASTING) and not held


def _slot(bound: NumberMention, ends: tuple[ColumnProfile, ColumnProfile], table: DatasetProfile) -> ConditionSlot:
    days = [value * DAYS_IN[UNIT_WORDS[bound.unit]] for value in bound.values]
    first, last = (ColumnRef(dataset_id=table.dataset_id, column=column.name) for column in ends)
    value = [*days] if bound.op == "between" else days[0]
    words = f"{bound.values[0]:g} {bound.unit}"
    return ConditionSlot(column=last, op=_OPERATORS[bound.op], value=value, than=first, words=words)
