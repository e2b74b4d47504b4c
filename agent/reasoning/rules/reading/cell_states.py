"""Conditions on what state a cell is in: missing, filled in, a yes or a no."""

import re

from agent.reasoning.rules.reading.column_names import column_sets
from agent.reasoning.rules.reading.columns import ColumnLink
from agent.reasoning.rules.reading.conditions import Alternatives, is_negated
from agent.reasoning.rules.reading.deeds_done import end_column, happened, says_open
from agent.reasoning.rules.reading.flags import denied_cells, denied_flags, unpaid_flags, yes_and_no
from agent.reasoning.rules.reading.frame import ColumnRef, ConditionSlot
from agent.reasoning.rules.reading.lexicon import Mark
from agent.reasoning.rules.reading.measures import ref
from agent.reasoning.rules.reading.question import DATE_KINDS, Question
from agent.reasoning.rules.reading.text import is_cjk, joined
from registry.profile import DatasetProfile

_PLACING = frozenset({"during", "in", "at", "on", "by", "for", "over", "from"})
_PARTICLES = "がのな"  # 備考がない denies the word right before it, 差がない no column further on
_STATES = frozenset({"paid", "cancelled", "closed"})
_LONGEST_DENIAL = 14  # characters
_NOT_DONE = re.compile(
    r"い?(日|済み?)?[がはをも]?(まだ)?(完了|終わ|おわ|済ん|すん)?(さ|し|せ|っ|わ|れ|でき)?(れ|し)?(て|で)?(い|お)?"
    r"(ない|なかった|ません|らず|られていない)"
)

_COMPARING = (
    "compare", "difference", "test", "corr", "distribution", "missing", "breakdown", "regression", "r_squared",
    "controlled", "effect", "test:chi_square", "test:fisher",
)  # fmt: skip
"""Marks of questions that look at all values of a column, so that naming it chooses none."""


def null_conditions(question: Question) -> tuple[list[Alternatives], frozenset[int]]:
    """`no comment`, `nothing in Left On`, `payment method empty`: missing cells of the column beside the word."""
    found: list[Alternatives] = []
    used: set[int] = set()
    for mark in question.tagged("null", "none", "filled"):
        behind = [link for link in question.links if mark.end <= link.start <= mark.end + 2]
        behind = [] if _is_done_somewhere(mark, question) else behind
        reach = 1 if is_cjk(mark.text) and mark.text[0] in _PARTICLES else 4
        before = (
            [link for link in question.links if link.end <= mark.start <= link.end + reach]
            if "null" in mark.tags
            else []
        )
        link = behind[0] if behind else before[-1] if before else None
        named_cell = any(mark.end <= value.start <= mark.end + 1 for value in question.values)
        is_thing = "none" in mark.tags and link is not None and link.first.column.kind == "identifier"
        if link is None or link.start in used or "missing" in mark.tags or named_cell or is_thing:
            continue
        used.add(link.start)
        found.append(_without(mark, link, question))
    for mark in question.tagged("has"):
        behind = [link for link in question.links if mark.end == link.start and link.start not in used]
        denied = bool(behind) and any(other.end == mark.start for other in question.tagged("not"))
        slot = _without_any(behind[0]) if denied else _with_some(behind[0], question) if behind else None
        if slot:
            used.add(behind[0].start)
            found.append([slot])
    for link in _not_happened(question):
        if link.start not in used:
            used.add(link.start)
            found.append([ConditionSlot(column=ref(link.first), op="is_null", words="not")])
    for link in happened(question):
        if link.start not in used:
            used.add(link.start)
            found.append([ConditionSlot(column=ref(link.first), op="not_null", words="has")])
    return found, frozenset(used)


def _is_done_somewhere(mark: Mark, question: Question) -> bool:
    """`recorded during the firing`: says when or where, not that a cell is filled in."""
    follows = [token.text for token in question.tokens[mark.end : mark.end + 1]]
    return "filled" in mark.tags and bool(_PLACING & set(follows))


def _without(mark: Mark, link: ColumnLink, question: Question) -> Alternatives:
    """A missing cell; of a counting column ("no goals") a zero, or either where it has both."""
    target = ref(link.first)
    op = "not_null" if "filled" in mark.tags or is_negated(question, mark.start) else "is_null"
    empty = ConditionSlot(column=target, op=op, words=mark.text)
    column = link.first.column
    _, no = yes_and_no(column, numbers=False)
    if no is not None and "missing" not in mark.tags and not column.missing:
        return [ConditionSlot(column=target, op="==", value=no, words=mark.text)]
    counts = column.numeric is not None and column.numeric.is_integer and column.numeric.minimum == 0
    if "none" not in mark.tags or "null" in mark.tags or not counts or op == "not_null":
        return [empty]
    zero = ConditionSlot(column=target, op="==", value=0, words=mark.text)
    return [zero, empty] if column.missing else [zero]


def _with_some(link: ColumnLink, question: Question) -> ConditionSlot | None:
    """`loans that had a fine`: an amount above nothing, or a cell that is filled in."""
    column = link.first.column
    bounded = any(bound.start <= link.end + 2 and bound.end > link.start for bound in question.bounds)
    if bounded or not link.literal:
        return None
    if column.numeric is not None and column.numeric.minimum == 0:
        return ConditionSlot(column=ref(link.first), op=">", value=0, words="had")
    return ConditionSlot(column=ref(link.first), op="not_null", words="had") if column.missing else None


def _without_any(link: ColumnLink) -> ConditionSlot | None:
    """`those that don't have a rating`: a cell that is missing, or an amount of nothing where none is missing."""
    column = link.first.column
    if column.missing:
        return ConditionSlot(column=ref(link.first), op="is_null", words="not have")
    if column.numeric is not None and column.numeric.minimum == 0:
        return ConditionSlot(column=ref(link.first), op="==", value=0, words="not have")
    return None


def _not_happened(question: Question) -> list[ColumnLink]:
    """`have not been returned yet`: a date that is denied and not given is a date that is missing."""
    return [
        link
        for link in question.links
        if link.first.column.kind in DATE_KINDS
        and link.first.column.missing
        and (
            is_negated(question, link.start)
            or _is_denied(question, link.start)
            or is_denied_in_japanese(question, link)
        )
        and not question.dates
    ]


def is_denied_in_japanese(question: Question, link: ColumnLink) -> bool:
    """`未返却`, `返却されていない`, `支払いが済んでいない`: a deed that a column tells of has not been done."""
    before = question.tokens[link.start - 1].text if link.start else ""
    behind = "".join(token.text for token in question.tokens[link.end : link.end + _LONGEST_DENIAL])
    return is_cjk(joined(question.tokens[link.start : link.end])) and (
        before == "未" or _NOT_DONE.match(behind) is not None
    )


def _is_denied(question: Question, start: int) -> bool:
    return any(start - 3 <= mark.end <= start for mark in question.tagged("never"))


def still_conditions(question: Question, table: DatasetProfile) -> list[Alternatives]:
    """`who still works here`: nobody has left whose leaving date is missing."""
    left = [
        column
        for column in table.columns
        if column.kind in DATE_KINDS and column.missing and "leave" in column_sets(column.name, question.words)
    ]
    ended = (left[0] if left and question.has("still") else None) or (
        end_column(table) if says_open(question) and not denied_flags(question) else None
    )
    told = any(link.first.column == ended for link in question.links)
    if ended is None or told or any(match.column != ended.name for value in question.values for match in value.matches):
        return []
    target = ColumnRef(dataset_id=table.dataset_id, column=ended.name)
    return [[ConditionSlot(column=target, op="is_null", words="still")]]


def flag_conditions(question: Question, used: frozenset[int]) -> tuple[list[Alternatives], frozenset[int]]:
    """`how many smokers`, `married students`: a yes-or-no column named as what is counted means its yes."""
    found: list[Alternatives] = []
    taken: set[int] = set()
    named = [link.first.name for link in question.links]
    denials = [*denied_flags(question), *denied_cells(question)]
    unsaid = {slot.column: slot.words for slot in denials}
    denied_columns = {slot.column for slot in denied_flags(question)}
    compares = question.has(*_COMPARING)
    is_line = question.has(*_LINES)
    for link in question.links:
        if compares and not (is_line and _is_led_to_rows(link, question)):
            continue
        column = link.first.column
        yes, no = yes_and_no(column, numbers=_describes_rows(link, question))
        both = link.literal and ref(link.first) in denied_columns
        said_twice = named.count(link.first.name) > 1 or both  # smokers and non-smokers: compared, not chosen
        is_named = link.literal or _names_a_state(link, question)
        if yes is None or link.start in used or not is_named or said_twice:
            continue
        taken.add(link.start)
        if _is_done_with(link, question):
            continue
        denied = (
            is_negated(question, link.start)
            or _is_denied(question, link.start)
            or is_denied_in_japanese(question, link)
            or ref(link.first) in unsaid
        )
        value = no if denied and no is not None else yes
        words = f"{column.name} {unsaid.get(ref(link.first), '')}".rstrip()
        found.append([ConditionSlot(column=ref(link.first), op="==", value=value, words=words)])
    told = {item[0].column for item in found}
    both_sides = {ref(link.first) for link in question.links if link.literal} & denied_columns
    rest = [[slot] for slot in denials if slot.column not in told | both_sides and (is_line or not compares)]
    unpaid = [[slot] for slot in unpaid_flags(question)] if not (found or rest or compares) else []
    return [*found, *rest, *unpaid], frozenset(taken)


_LINES = ("regression", "r_squared", "controlled", "per_unit", "unit_of")
_LEADS = frozenset({"for", "among", "amongst", "within", "only", "für", "bei", "unter", "nur"})
_PASSED = frozenset({"the", "all", "only", "non", "-", "die", "den", "alle", "allen", "not", "just", "our"})
_BEHIND = ("者", "に限", "のみ", "だけ", "について", "のうち")


def _is_led_to_rows(link: ColumnLink, question: Question) -> bool:
    """`the slope of charges against bmi for smokers`: who is meant, not what explains."""
    place = link.start - 1
    while place >= 0 and question.tokens[place].text in _PASSED - _LEADS:
        place -= 1
    behind = "".join(token.text for token in question.tokens[link.end : link.end + 4])
    controls = any(mark.end == place + 1 or mark.start <= place < mark.end for mark in question.tagged("controlled"))
    leads = place >= 0 and question.tokens[place].text in _LEADS and not controls
    return leads or behind.startswith(_BEHIND)


def _names_a_state(link: ColumnLink, question: Question) -> bool:
    """`bezahlt` for a column of another language that tells who has paid."""
    tokens = question.tokens[link.start : link.end]
    said = question.words.sets_of(tuple(token.text for token in tokens))
    return bool(said & column_sets(link.first.name, question.words) & _STATES)


def _is_done_with(link: ColumnLink, question: Question) -> bool:
    """`mit Karte bezahlt`, `paid by card`: how it was done, not whether."""
    before = next((value for value in question.values if value.end == link.start), None)
    behind = next((value for value in question.values if value.start == link.end + 1), None)
    if before and any("payment" in column_sets(match.column, question.words) for match in before.matches):
        return True  # bar bezahlte Rechnungen, cash paid
    leads = question.tokens[before.start - 1].text if before and before.start else ""
    joins = question.tokens[link.end].text if behind else ""
    return leads in ("mit", "per", "by", "with", "in", "via") or joins in ("by", "with", "via", "mit", "per")


def _describes_rows(link: ColumnLink, question: Question) -> bool:
    """`cancelled flights`: a word before the thing counted, or one that is left out; not `the cancelled rate`."""
    if any(link.start < mark.start <= link.end + 2 for mark in question.tagged("excluded")):
        return True
    if link.end >= len(question.tokens) or question.has("agg:", "corr", "plot:hist", "plot:scatter"):
        return False
    follows = question.tokens[link.end]
    is_rate = any(mark.start == link.end for mark in question.tagged("rate", "count", "share", "trend"))
    is_thing = follows.stem in question.file_words or follows.text.endswith("s")
    return follows.is_word and is_thing and not is_rate and follows.text not in question.words.stop
