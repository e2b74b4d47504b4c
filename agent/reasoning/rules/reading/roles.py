"""Columns by the part they play: where something starts and where it ends, and the two together as a route."""

from agent.reasoning.rules.reading.column_names import column_sets
from agent.reasoning.rules.reading.frame import ColumnRef, GroupSlot
from agent.reasoning.rules.reading.question import Question
from registry.profile import ColumnProfile, DatasetProfile

ORIGIN, DESTINATION = "origin", "destination"
_PLACES = ("text", "identifier")
_NEAR = 3  # tokens between the word and the place that it leads
_LEADS: dict[str, str] = {
    "from": ORIGIN, "leaving": ORIGIN, "departing": ORIGIN, "starting": ORIGIN, "started": ORIGIN, "starts": ORIGIN,
    "start": ORIGIN, "began": ORIGIN, "begin": ORIGIN, "begins": ORIGIN, "beginning": ORIGIN, "left": ORIGIN,
    "departed": ORIGIN, "departs": ORIGIN, "von": ORIGIN, "ab": ORIGIN,
    "to": DESTINATION, "into": DESTINATION, "towards": DESTINATION, "ending": DESTINATION, "ended": DESTINATION,
    "ends": DESTINATION, "end": DESTINATION, "finished": DESTINATION, "finishing": DESTINATION,
    "arriving": DESTINATION, "arrived": DESTINATION, "arrives": DESTINATION, "reaching": DESTINATION,
    "nach": DESTINATION,
}  # fmt: skip
_BEHIND: dict[str, str] = {"から": ORIGIN, "発": ORIGIN, "まで": DESTINATION, "行": DESTINATION, "着": DESTINATION}
_FILLERS = frozenset({"at", "in", "the", "station", "airport", "city", "der", "am"})


def role_of_place(question: Question, start: int, end: int) -> str | None:
    """`from JFK`, `hires that began at the University`, `to SEA`: the part that a named place plays."""
    behind = "".join(token.text for token in question.tokens[end : end + 2])
    for word, role in _BEHIND.items():
        if behind.startswith(word):
            return role
    for position in range(start - 1, max(-1, start - 1 - _NEAR), -1):
        text = question.tokens[position].text
        if text in _LEADS:
            return _LEADS[text]
        if text not in _FILLERS:
            return None
    return None


def plays(column: ColumnProfile | None, role: str, question: Question) -> bool:
    """Whether a column of places is the one of this part."""
    return column is not None and column.kind in _PLACES and role in column_sets(column.name, question.words)


def ends_of(question: Question, table: DatasetProfile) -> tuple[ColumnProfile, ColumnProfile] | None:
    """The columns of the place where something starts and of the place where it ends; None if one is missing."""
    starts = [column for column in table.columns if plays(column, ORIGIN, question)]
    ends = [column for column in table.columns if plays(column, DESTINATION, question)]
    return (starts[0], ends[0]) if starts and ends and starts[0] != ends[0] else None


def route_slots(question: Question, table: DatasetProfile) -> list[GroupSlot]:
    """`most frequent route`: both ends of the way, unless a column of its own holds it."""
    said = [mark for mark in question.tagged("route") if not any(link.start == mark.start for link in question.links)]
    both = ends_of(question, table) if said else None
    if both is None:
        return []
    return [GroupSlot(columns=[ColumnRef(dataset_id=table.dataset_id, column=column.name)]) for column in both]
