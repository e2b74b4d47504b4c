"""What a question groups by: columns, parts of dates, and the things that "which X" or "top 5 X" ask for."""

from dataclasses import dataclass

from agent.reasoning.rules.reading.comparisons import weighs_cells
from agent.reasoning.rules.reading.flags import is_flag
from agent.reasoning.rules.reading.frame import ColumnRef, GroupSlot
from agent.reasoning.rules.reading.group_links import (
    dated_slot,
    grain_behind,
    head,
    is_grouping_number,
    is_of_each_row,
)
from agent.reasoning.rules.reading.group_words import (
    bracketed_name,
    joined_before,
    link_slot,
    names_the_rows,
    unmarked_groups,
)
from agent.reasoning.rules.reading.measures import identifier_for, is_number, naming_column
from agent.reasoning.rules.reading.quantities import number_of
from agent.reasoning.rules.reading.question import DATE_KINDS, Question
from agent.reasoning.rules.reading.text import is_cjk
from agent.reasoning.rules.reading.time_groups import take_time_words, time_slot
from agent.reasoning.rules.reading.wide import entity_column
from registry.profile import DatasetProfile

_FILLERS = frozenset(
    {
        ":",
        "the",
        "of",
        "a",
        "our",
        "my",
        "in",
        "their",
        "its",
        "different",
        "single",
        "given",
        "で",
        "の",
        "た",
        "て",
        "い",
        "る",
        "な",
    }
)
_COUNTING = frozenset({"number", "count", "no", "anzahl"})
_EVERY = frozenset({"each", "every", "jede", "jeder", "jedes", "je"})
_NEAR_ONCE = 3
_AT_THE_END = 2  # tokens behind the noun that a Japanese question is about: は?
_CHAIN = frozenset({"and", ",", "x", "und", "&", "+", "と", "、", "by", "for", "each", "the", "of", "in", "je", "pro"})


@dataclass(frozen=True)
class Grouping:
    """The groups found, and which links (by start) and marks (by start) they used."""

    slots: tuple[GroupSlot, ...]
    links: frozenset[int]
    marks: frozenset[int]
    noun: str | None = None  # the thing asked for, when it is no column
    order_links: frozenset[int] = frozenset()  # numeric columns after "by" that rank
    asked: bool = False  # the group is what "which" or "top" asks for


def find_groups(question: Question, table: DatasetProfile) -> Grouping:
    """Groups by "per, by, each, 別", else by what "which X ..." and "top 5 X" ask for."""
    slots: list[GroupSlot] = []
    links: set[int] = set()
    marks: set[int] = set()
    ranks: set[int] = set()
    for position in _group_positions(question):
        _take_chain(question, table, position, slots, links, marks, ranks)
    _take_groups_before(question, table, slots, links, marks)
    for slot, link in unmarked_groups(question, table):
        slots.append(slot)
        links.update(link)
    take_time_words(question, table, slots, marks)
    noun = None
    before = len(slots)
    if not slots or question.has("high", "low"):
        noun = _take_asked_thing(question, table, slots, links)
    asked = len(slots) > before or _asks_which(question)
    return Grouping(tuple(_distinct(slots)), frozenset(links), frozenset(marks), noun, frozenset(ranks), asked)


def _asks_which(question: Question) -> bool:
    """`which ...`, `top 5 ...`, `who ...`: one of the groups is asked for, not a number of each."""
    tops = [mark for mark in question.tagged("high", "low") if mark.text in ("top", "bottom", "best", "worst")]
    times = question.tagged("grain:", "part:")
    beside = [mark for mark in question.tagged("high", "low") if any(time.start == mark.end for time in times)]
    if question.words.language == "ja" and any(mark.end >= len(question.tokens) - _AT_THE_END for mark in times):
        return question.has("high", "low")  # 待ち時間が一番長かった日は
    asking = [mark for mark in question.tagged("which") if mark.text not in ("what", "was", "wo", "何が")]
    return bool(tops or asking or beside)


def _group_positions(question: Question) -> list[int]:
    """Token positions where a group's name may start."""
    between = [mark.end for mark in question.tagged("between") if not question.bounds and not question.dates]
    axes = question.has("plot:scatter")  # "x vs y" of a scatter plot are its axes
    marks = [mark for mark in question.tagged("each", "cross") if not (axes and mark.text in ("vs", "versus", "by"))]
    once = [mark.start for mark in question.tagged("each_once")]  # "each person counted once" groups nothing
    marks = [mark for mark in marks if not any(_is_of(mark.end, start, question) for start in once)]
    return [mark.end for mark in marks] + between + _course_positions(question)


def _course_positions(question: Question) -> list[int]:
    """`trend of mpg over model years`: what the course runs along stands behind "over"."""
    if not question.has("trend") or question.bounds:
        return []
    starts = {link.start for link in question.links if link.first.column.kind not in DATE_KINDS}
    along = (index + 1 for index, token in enumerate(question.tokens) if token.text in ("over", "along", "über"))
    return [position for position in along if position in starts or position + 1 in starts]


def _is_of(end: int, once: int, question: Question) -> bool:
    """Whether an "each" belongs to the "once" that stands at a position; a comma parts them."""
    return 0 <= once - end <= _NEAR_ONCE - 1 and all(token.text != "," for token in question.tokens[end:once])


def _take_chain(
    question: Question,
    table: DatasetProfile,
    position: int,
    slots: list[GroupSlot],
    links: set[int],
    marks: set[int],
    ranks: set[int],
) -> None:
    """`by department and level`: takes groups until something that is none."""
    tokens = question.tokens
    once = min((mark.start for mark in question.tagged("each_once")), default=len(tokens))
    while position < len(tokens):
        near = _NEAR_ONCE if tokens[position].text in _EVERY else 1
        if slots and once < len(tokens) and 0 < once - position <= near:
            return  # "per branch, each person counted once"
        if tokens[position].text in _FILLERS or (slots and tokens[position].text in _CHAIN):
            position += 1
            continue
        position = bracketed_name(question, position)
        mark = next((mark for mark in question.tagged("grain:", "part:") if mark.start == position), None)
        link = next((link for link in question.links if link.start == position), None)
        link = head(link, question)
        if slots and link and any(link.end <= mark.start <= link.end + 1 for mark in question.tagged("excluded")):
            return
        if slots and link and is_of_each_row(link, table):
            return  # "by team and type, ticket counts"
        if link and (mark is None or (link.literal and link.exact and link.first.column.kind not in DATE_KINDS)):
            if is_number(link.first.column) and not is_grouping_number(link, question):
                ranks.add(link.start)
                return
            behind = grain_behind(link, question)
            marks.update({behind.start} if behind else ())
            slots.append(dated_slot(link, behind, table))
            links.add(link.start)
            position = behind.end if behind else link.end
        elif mark:
            timed = time_slot(mark, question, table)
            if timed is None:
                return
            slots.append(timed)
            marks.add(mark.start)
            position = mark.end
        else:
            if any(mark.start == position for mark in question.tagged("count")):
                return  # "by headcount": ranked, not grouped
            noun = tokens[position]
            if noun.text in _COUNTING and any(position < link.start <= position + 2 for link in question.links):
                position += 1
                continue
            if slots and noun.is_number:
                return
            named = named_by(noun.stem, question, table) if noun.is_word and not slots else None
            if named:
                slots.append(GroupSlot(columns=[named]))
            return
        while position < len(tokens) and tokens[position].text in (")", "]"):
            position += 1
        if position >= len(tokens) or tokens[position].text not in _CHAIN - {"of", "in"}:
            return  # "by branch of the member": the member is no second group


def _take_groups_before(
    question: Question, table: DatasetProfile, slots: list[GroupSlot], links: set[int], marks: set[int]
) -> None:
    """Japanese names the group before the word for "per": 店舗別, 種(Species)ごと, 月別."""
    for each in question.tagged("each_before"):
        near = [link for link in question.links if each.start - 1 <= link.end <= each.start and link.start < each.start]
        grain = next((mark for mark in question.tagged("grain:", "part:") if mark.end == each.start), None)
        if near:
            for link in joined_before(near[-1], question):
                slots.append(link_slot(link, table))
                links.update(other.start for other in question.links if other.first == link.first)
        elif grain and (slot := time_slot(grain, question, table)):
            slots.append(slot)
            marks.add(grain.start)
        else:
            noun = question.words.noun_before(question.tokens, each.start)
            named = named_by(noun, question, table) if noun else None
            named = named or _ends_in(question, each.start, table)
            if named:
                slots.append(GroupSlot(columns=[named]))


def _ends_in(question: Question, position: int, table: DatasetProfile) -> ColumnRef | None:
    """The 科 of 科別 where one column of words is called 診療科: the last sign of a name stands for it."""
    sign = question.tokens[position - 1].text if position else ""
    before = question.tokens[position - 2].text if position > 1 else ""
    if not is_cjk(sign) or (is_cjk(before) and before not in _FILLERS):
        return None
    named = [column for column in table.columns if column.name.endswith(sign) and column.kind in ("text", "boolean")]
    return ColumnRef(dataset_id=table.dataset_id, column=named[0].name) if len(named) == 1 else None


def _take_asked_thing(question: Question, table: DatasetProfile, slots: list[GroupSlot], links: set[int]) -> str | None:
    """`which product has the highest ...`, `top 5 pizzas by ...`: the thing asked for becomes the group."""
    both_ends = question.has("high") and question.has("low") and not question.has("which")
    if not question.has("high", "low") or slots or both_ends or weighs_cells(question):
        return None
    counted = [
        link for link in question.links if link.start and number_of(question.tokens[link.start - 1], question.words)
    ]
    things = [link for link in counted if link.first.column.kind in ("text", "identifier")]
    if things and question.has("with"):
        slots.append(link_slot(things[0], table))
        links.add(things[0].start)
        return None
    for mark in (*question.tagged("which"), *question.tagged("high", "low")):
        position = mark.end
        while position < len(question.tokens) and _is_passed_over(question, position):
            position += 1
        link = next((link for link in question.links if link.start == position), None)
        if link and names_the_rows(link, table, question):
            return None  # the five best by name are rows, whoever shares a name
        if link and not is_number(link.first.column):
            if is_flag(link.first.column) and "which" not in mark.tags:
                continue  # the most unpaid bills: yes or no chooses them
            if link.first.column.kind not in DATE_KINDS:
                slots.append(link_slot(link, table))
                links.add(link.start)
                return None
            continue
        if position < len(question.tokens) and link is None and question.tokens[position].is_word:
            noun = question.tokens[position].stem
            entity = entity_column(table) if "which" not in mark.tags else None
            named = named_by(noun, question, table) or (
                ColumnRef(dataset_id=table.dataset_id, column=entity.name) if entity else None
            )
            if named:
                slots.append(GroupSlot(columns=[named]))
                return noun
    return None


def _is_passed_over(question: Question, position: int) -> bool:
    """Numbers, fillers and superlatives between "top" and the thing: `top 5 of our best selling pizzas`."""
    token = question.tokens[position]
    follows = any(link.start == position + 1 and link.literal for link in question.links)
    after_most = position > 0 and question.tokens[position - 1].text in ("most", "least")
    if follows and after_most and token.is_word and not any(link.start == position for link in question.links):
        return True  # the most active member
    in_mark = any(mark.start <= position < mark.end for mark in question.tagged("high", "low", "each"))
    in_link = any(link.start == position for link in question.links)
    is_filler = token.text in _FILLERS or token.text in ("is", "was", "are", "selling", "sold", "our", "be")
    cell = any(value.start <= position < value.end for value in question.values)  # which children's book
    if follows and question.words.sets_of((token.stem,)) & question.words.events:
        return True  # five most borrowed titles
    return (token.is_number or in_mark or is_filler or cell or token.text in question.words.numbers) and not in_link


def named_by(noun: str, question: Question, table: DatasetProfile) -> ColumnRef | None:
    """The column that names things called `noun`: an identifier of such things, or the name column if rows are such."""
    if noun in question.file_words or question.words.sets_of((noun,)) & {"product"}:
        named = naming_column(table, question.words)
        if named:
            return ColumnRef(dataset_id=table.dataset_id, column=named.name)
    identifier = identifier_for(noun, table, question.words)
    return ColumnRef(dataset_id=table.dataset_id, column=identifier.name) if identifier else None


def _distinct(slots: list[GroupSlot]) -> list[GroupSlot]:
    kept: list[GroupSlot] = []
    for slot in slots:
        if slot not in kept:
            kept.append(slot)
    return kept
