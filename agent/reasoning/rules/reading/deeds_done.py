"""What has happened to a row, told by a date that may be missing: cancelled, paid, still open."""

from itertools import pairwise

from agent.reasoning.rules.reading.column_names import name_words
from agent.reasoning.rules.reading.columns import ColumnLink
from agent.reasoning.rules.reading.question import DATE_KINDS, Question
from agent.reasoning.rules.reading.spans import positions_of
from registry.profile import ColumnProfile, DatasetProfile

_PARTICIPLES = frozenset({"paid", "sold", "sent", "left", "lost", "won", "done", "seen", "found", "caught", "met"})
_OF_TIME = frozenset(
    {"by", "per", "when", "each", "after", "before", "since", "until", "in", "on", "and", "to", "from"}
)
_ENDS = frozenset(
    {"closed", "close", "ended", "end", "returned", "return", "cancelled", "canceled", "left", "leaving", "paid",
     "payment", "resolved", "solved", "finished", "completed", "discharged", "delivered", "terminated", "settled",
     "collected", "released", "checked", "sold", "expired", "quit", "exit", "departed", "repaid", "fixed", "removed"}
)  # fmt: skip
OPEN_WORDS = frozenset(
    {"open", "outstanding", "active", "pending", "unfinished", "ongoing", "running", "unresolved", "unpaid", "unsold",
     "unreturned", "undelivered", "unsettled", "uncollected", "unrepaid", "unclosed", "incomplete", "waiting", "due",
     "member", "alive", "current"}
)  # fmt: skip
_LONGEST_OPEN = 4  # characters of a Japanese word
_OPEN_ALONE = OPEN_WORDS - {"incomplete", "waiting", "due", "member", "current", "running", "active", "alive", "open"}


def is_deed(column: ColumnProfile) -> bool:
    """Whether a column is the date of something that happens to some rows only: Cancelled, Paid on."""
    said = name_words(column.name)[:1]
    done = bool(said) and (said[0].endswith("ed") or said[0] in _PARTICIPLES)
    lettered = column.name.casefold().split()[:1]
    done = done or (bool(lettered) and (lettered[0].endswith("ed") or lettered[0] in _PARTICIPLES))
    return column.kind in DATE_KINDS and column.missing > 0 and done


def happened(question: Question) -> list[ColumnLink]:
    """`how many have cancelled`, `what share was paid`: a date that is named as a deed, with no time beside it."""
    if question.dates or not question.has("count", "share", "rate") or question.has("missing", "agg:", "plot:hist"):
        return []
    return [link for link in question.links if is_deed(link.first.column) and _is_said_as_done(link, question)]


def _is_said_as_done(link: ColumnLink, question: Question) -> bool:
    before = question.tokens[link.start - 1].text if link.start else ""
    said = question.tokens[link.end - 1].text
    timed = any(mark.start == link.end or mark.end == link.start for mark in question.tagged("grain:", "part:"))
    return link.literal and not timed and before not in _OF_TIME and (said.endswith("ed") or said in _PARTICIPLES)


def end_column(table: DatasetProfile) -> ColumnProfile | None:
    """The one date that tells when a row came to its end, missing where it has not; None where it is not plain."""
    found = [
        column for column in table.columns if column.kind in DATE_KINDS and column.missing and _words(column) & _ENDS
    ]
    return found[0] if len(found) == 1 else None


def _words(column: ColumnProfile) -> frozenset[str]:
    return frozenset(column.name.casefold().replace("_", " ").split()) | frozenset(name_words(column.name))


def says_open(question: Question) -> bool:
    """`still open`, `still active`, `outstanding`: words for rows that have not come to their end."""
    texts = [token.text for token in question.tokens]
    lasting = "still" in texts and bool(OPEN_WORDS & set(texts) or question.has("still"))
    beside = any(one == "currently" and other in OPEN_WORDS for one, other in pairwise(texts))
    return lasting or beside or bool(_OPEN_ALONE & set(texts)) or question.has("still") or _means_open(question)


def _means_open(question: Question) -> bool:
    """`offene Tickets`, 未解決: the word for what is not yet done, where it is no cell."""
    cells = positions_of(*question.values)
    if question.words.language == "en":
        return False
    return any(
        "open" in question.words.sets_of(tuple(token.text for token in question.tokens[start : start + size]))
        for start in range(len(question.tokens))
        for size in range(1, _LONGEST_OPEN + 1)
        if start not in cells
    )
