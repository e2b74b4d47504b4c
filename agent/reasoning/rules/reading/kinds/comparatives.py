"""Questions that set sides against each other: `do smokers pay more?`, `are women taller than men?`"""

from agent.reasoning.rules.reading.conditions import Alternatives, is_negated
from agent.reasoning.rules.reading.counting import count_metric
from agent.reasoning.rules.reading.degrees import comparatives
from agent.reasoning.rules.reading.flags import denied_flags, yes_and_no
from agent.reasoning.rules.reading.frame import ColumnRef, ConditionSlot, Frame, GroupSlot, MetricSlot
from agent.reasoning.rules.reading.measures import is_number, ref
from agent.reasoning.rules.reading.parse import Parts, chosen_by_direction
from agent.reasoning.rules.reading.text import Token
from agent.specs.base import Scalar
from registry.profile import ColumnProfile

_ASKING = frozenset({
    "do", "does", "did", "don't", "doesn't", "didn't", "is", "are", "was", "were", "isn't", "aren't", "have", "has",
})  # fmt: skip
_OPENING = frozenset({"and", "so", "but", "ok", "then", "or"})
_MOST_SIDES = 60  # values of a column of sides
_SIDES = 2
_OF_NUMBER = frozenset({"more", "less", "fewer"})


def compared_sides(parts: Parts) -> Frame | None:
    """The average of each side; the difference of two where it is asked how much more."""
    question = parts.question
    made = {mark.start for mark in question.tagged("comparative")}
    known = comparatives(question.words.language)
    said = [token for index, token in enumerate(question.tokens) if token.text in known or index in made]
    grouped = parts.grouping.slots and not flags_said_twice(parts)
    if not said or question.bounds or question.dates or grouped or question.has("corr", "test", "test:"):
        return None
    asks_how_much = question.has("versus_before") or _asks_how_much(question.tokens, said[0])
    sides = [item for item in parts.conditions if _is_side(item, parts)] or _both_sides_of_a_flag(parts)
    of_two = question.has("which") and any(item[0].op == "in" for item in sides)
    if not asks_how_much and not of_two and not _is_yes_or_no(question.tokens):
        return None
    if not sides:
        return _of_two_numbers(parts)
    lowest = all(known.get(token.text) == "low" for token in said)
    if not parts.metric_links:
        if not any(token.text in _OF_NUMBER for token in said):
            return None
        return _of_counts(parts, sides, "asc" if lowest else "desc")
    metric = MetricSlot(
        columns=chosen_by_direction(parts.metric_links[0], question),
        agg=next((agg for agg in parts.aggregations if agg not in ("min", "max")), "mean"),
        words=" ".join(token.text for token in said),
    )
    frame = Frame(dataset_id=parts.table.dataset_id, metrics=[metric])
    if asks_how_much and len(sides) == 1:
        return _difference(frame, parts, sides[0])
    rest = [item for item in parts.conditions if item not in sides or item[0].op == "in"]
    groups = [GroupSlot(columns=[item[0].column]) for item in sides]
    order = {"order": "asc" if lowest else "desc", "extreme": True}
    return frame.model_copy(update={"groups": groups[:_SIDES], "conditions": rest, **order})


def uncompared(parts: Parts) -> list[str]:
    """`are women heavier than men?` where no column holds a weight: the word that nothing explains."""
    question = parts.question
    if parts.metric_links or question.bounds or question.dates or not _is_yes_or_no(question.tokens):
        return []
    known = comparatives(question.words.language)
    plain = ("more", "most", "less", "fewer", "better", "worse", "higher", "lower", "bigger", "smaller", "larger")
    return [token.text for token in question.tokens if token.text in known and token.text not in plain]


def flags_said_twice(parts: Parts) -> list[GroupSlot]:
    """`smokers and non-smokers`: a yes-or-no column that is named as both sides tells them apart."""
    named = [link.first for link in parts.question.links if link.literal]
    unsaid = {slot.column for slot in denied_flags(parts.question)}  # married and unmarried
    twice = [
        first
        for first in named
        if (named.count(first) > 1 or ref(first) in unsaid) and yes_and_no(first.column, numbers=True) != (None, None)
    ]
    denied = parts.question.has("not", "none") or bool(unsaid)
    return [
        GroupSlot(columns=[ColumnRef(dataset_id=first.dataset_id, column=first.name)]) for first in twice[:1] if denied
    ]


def _both_sides_of_a_flag(parts: Parts) -> list[Alternatives]:
    """The side that is named first: of smokers and non-smokers the smokers."""
    slots = flags_said_twice(parts)
    column = parts.table.column(slots[0].columns[0].column) if slots else None
    if column is None:
        return []
    first = next(link for link in parts.question.links if link.first.name == column.name)
    yes, no = yes_and_no(column, numbers=True)
    value = no if is_negated(parts.question, first.start) else yes
    return [[ConditionSlot(column=slots[0].columns[0], op="==", value=value, words=column.name)]]


def _asks_how_much(tokens: tuple[Token, ...], comparative: Token) -> bool:
    """`how much older are smokers?`"""
    place = tokens.index(comparative)
    return [token.text for token in tokens[max(0, place - _SIDES) : place]] in (["how", "much"], ["how", "many"])


def _is_yes_or_no(tokens: tuple[Token, ...]) -> bool:
    said = [token.text for token in tokens if token.is_word]
    while said and said[0] in _OPENING:
        said = said[1:]
    return bool(said) and said[0] in _ASKING


def _is_side(item: Alternatives, parts: Parts) -> bool:
    """Whether a condition names one or several values of a column that tells sides apart."""
    slot = item[0]
    column = parts.table.column(slot.column.column)
    if column is None or slot.part or slot.than or slot.statistic or slot.column.dataset_id != parts.table.dataset_id:
        return False
    named = slot.op == "in" and isinstance(slot.value, list)
    return named or (slot.op == "==" and column.unique <= _MOST_SIDES and slot.value is not None)


def _of_two_numbers(parts: Parts) -> Frame | None:
    """`do older people pay more?`: whether two numbers go together."""
    found: list[list[ColumnRef]] = []
    for link in parts.metric_links:
        columns = chosen_by_direction(link, parts.question)
        if columns not in found:
            found.append(columns)
    if len(found) != _SIDES or parts.aggregations or parts.question.has("count", "difference"):
        return None
    return Frame(
        intent="correlation", dataset_id=parts.table.dataset_id, conditions=parts.conditions,
        metrics=[MetricSlot(columns=columns) for columns in found],
    )  # fmt: skip


def _of_counts(parts: Parts, sides: list[Alternatives], order: str) -> Frame | None:
    """`do men smoke more than women?`: the part of each side; `are there more men than women?`: the rows of each."""
    twice = flags_said_twice(parts)
    if twice:
        return Frame(
            dataset_id=parts.table.dataset_id, metrics=[MetricSlot()], groups=twice, conditions=parts.conditions
        )
    several = [item for item in sides if item[0].op == "in"]
    flags = [item for item in sides if item not in several and _is_flag(item, parts)]
    others = [item for item in sides if item not in flags]
    if len(others) != 1 or (parts.other_links and not parts.question.has("count") and not flags):
        return None
    group = [GroupSlot(columns=[others[0][0].column])]
    rest = [item for item in parts.conditions if item not in sides]
    told = {"groups": group, "dataset_id": parts.table.dataset_id, "order": order, "extreme": True}
    if len(flags) == 1:
        return Frame(metrics=[MetricSlot()], conditions=[*rest, *several, *flags], share=True, **told)
    return Frame(metrics=[count_metric(parts)], conditions=[*rest, *several], **told) if several and not flags else None


def _is_flag(item: Alternatives, parts: Parts) -> bool:
    column = parts.table.column(item[0].column.column)
    return column is not None and yes_and_no(column, numbers=True) != (None, None)


def _difference(frame: Frame, parts: Parts, side: Alternatives) -> Frame | None:
    """The side asked about after the other one, so that their difference says how much more."""
    slot = side[0]
    values = slot.value if isinstance(slot.value, list) else [slot.value]
    if len(values) > _SIDES:
        return None
    plain = slot.model_copy(update={"op": "==", "value": values[0]})
    other = plain.model_copy(update={"value": values[1]}) if len(values) == _SIDES else _other_side(plain, parts)
    rest = [item for item in parts.conditions if item is not side]
    both = [frame.model_copy(update={"conditions": [*rest, [one]]}) for one in (other, plain)]
    return Frame(intent="change", dataset_id=frame.dataset_id, parts=both)


def _other_side(slot: ConditionSlot, parts: Parts) -> ConditionSlot:
    """The other of two values; of more, all the others."""
    column = parts.table.column(slot.column.column)
    known = _values_of(column) if column is not None and column.unique == _SIDES else []
    others = [value for value in known if value != slot.value]
    if len(others) == 1:
        return slot.model_copy(update={"value": others[0]})
    return slot.model_copy(update={"op": "!="})


def _values_of(column: ColumnProfile) -> list[Scalar]:
    if column.kind == "boolean":
        return [True, False]
    return [0, 1] if is_number(column) else [item.value for item in column.top_values]
