"""Groups that no "per" or "by" leads: counts of a column, routes, things that are ranked."""

from agent.reasoning.rules.reading.column_names import column_sets
from agent.reasoning.rules.reading.columns import ColumnLink
from agent.reasoning.rules.reading.frame import GroupSlot
from agent.reasoning.rules.reading.measures import is_number, ref, refs
from agent.reasoning.rules.reading.question import DATE_KINDS, Question
from agent.reasoning.rules.reading.roles import route_slots
from agent.reasoning.rules.reading.wide import grain_of
from registry.profile import DatasetProfile

_COUNTS = frozenset({"counts", "count", "frequencies", "frequency", "tally", "häufigkeiten", "häufigkeit", "件数"})
_OF_COUNTS = frozenset({"counts of", "frequency of", "frequencies of", "tally of", "count of"})
_PASSED = frozenset({"the", "of", "all", "our", "my", "each", "by", "die", "der", "alle"})
_TOPS = frozenset({"ト ッ プ", "ベ ス ト", "上 位", "下 位", "ワ ー ス ト"})
_JAPANESE_AND = (["と"], ["、"], [","], ["・"], ["/"], ["及", "び"], ["お", "よ", "び"], ["×"], ["x"])
_ALMOST_ALL = 0.9  # of the rows: a few may stand twice
_PERSONS_NAME = frozenset({"name", "student", "customer", "employee", "member", "patient"})


def unmarked_groups(question: Question, table: DatasetProfile) -> list[tuple[GroupSlot, set[int]]]:
    """The slots, each with the starts of the links that it used."""
    found: list[tuple[GroupSlot, set[int]]] = [(slot, set()) for slot in route_slots(question, table)]
    for link in [*_counted(question), *_ranked(question), *_told_apart(question), *_before_top(question)]:
        found.append((link_slot(link, table), {link.start}))
    return found


def _told_apart(question: Question) -> list[ColumnLink]:
    """`wie viele Mitglieder haben welchen Tarif`: a second question word after "how many" tells groups apart."""
    first = min((mark.end for mark in question.tagged("count")), default=None)
    if first is None or question.has("high", "low"):
        return []
    asked = {mark.end for mark in question.tagged("which") if mark.start >= first}
    return [link for link in question.links if link.start in asked and link.first.column.kind == "text"]


def _before_top(question: Question) -> list[ColumnLink]:
    """`担当者トップ3`, `支店ベスト5`: Japanese names the thing before the word for top."""
    ends = {mark.start for mark in question.tagged("high", "low") if mark.text in _TOPS}
    return [link for link in question.links if link.end in ends and link.first.column.kind in ("text", "identifier")]


def _counted(question: Question) -> list[ColumnLink]:
    """`commute mode counts`: how often each value of a column of words stands."""
    ends = {mark.start for mark in question.tagged("count") if mark.text in _COUNTS}
    return [link for link in question.links if link.end in ends and link.literal and link.first.column.kind == "text"]


def _ranked(question: Question) -> list[ColumnLink]:
    """`rank the payees by what I paid them`: the things that are put in order."""
    found = []
    for mark in question.tagged("rank_things"):
        position = mark.end
        while position < len(question.tokens) and question.tokens[position].text in _PASSED:
            position += 1
        found += [link for link in question.links if link.start == position and not is_number(link.first.column)]
    return [link for link in found if link.first.column.kind not in DATE_KINDS]


def link_slot(link: ColumnLink, table: DatasetProfile) -> GroupSlot:
    """A group by the link's column; of columns of one name, the one in the table at hand."""
    if link.first.column.kind in DATE_KINDS:
        return GroupSlot(columns=refs(link)[:1], grain=grain_of(table) or "day")
    grouping = [item for item in link.candidates if not is_number(item.column)] or list(link.candidates)
    own = [item for item in grouping if item.dataset_id == table.dataset_id]
    things = [item for item in own or grouping if item.column.kind == "identifier"]
    if len(own or grouping) > 1 and things and not link.exact:
        return GroupSlot(columns=[ref(things[0])])
    return GroupSlot(columns=[ref(item) for item in own or grouping][:3])


def bracketed_name(question: Question, position: int) -> int:
    """`by user group (Nutzergruppe)`: where the name in brackets starts, if the words before it name no column."""
    tokens = question.tokens
    for start in range(position + 1, min(position + 4, len(tokens))):
        before = range(position, start)
        if tokens[start - 1].text in ("(", "[") and any(link.start == start for link in question.links):
            free = not any(link.start in before for link in question.links if link.exact or link.literal)
            return start if free else position
    return position


def joined_before(last: ColumnLink, question: Question) -> list[ColumnLink]:
    """`学年と組ごと`: the columns joined before the one that the word for "per" follows, in text order."""
    found = [last]
    for link in reversed([link for link in question.links if link.end <= last.start]):
        between = [token.text for token in question.tokens[link.end : found[0].start]]
        if between not in _JAPANESE_AND:
            break
        found.insert(0, link)
    return found


def names_the_rows(link: ColumnLink, table: DatasetProfile, question: Question) -> bool:
    """A column of names where each row has an identifier of its own."""
    own = any(column.kind == "identifier" and column.unique >= _ALMOST_ALL * table.rows for column in table.columns)
    sets = column_sets(link.first.name, question.words)
    is_name = link.first.column.kind == "text" and "name" in sets and sets <= _PERSONS_NAME
    return own and is_name and link.first.column.unique < table.rows
