"""When something was first or last: the earliest or latest day of a date column."""

from agent.reasoning.rules.reading.conditions import date_column_for
from agent.reasoning.rules.reading.frame import MetricSlot
from agent.reasoning.rules.reading.measures import ref
from agent.reasoning.rules.reading.parse import Parts

_WHEN = frozenset({"when", "wann"})
_FIRST = frozenset({"first", "earliest", "erste", "ersten", "erster", "erstes", "früheste", "frühesten", "oldest"})
_LAST = frozenset({"last", "latest", "final", "letzte", "letzten", "letzter", "letztes", "späteste", "neueste"})


def first_or_last_day(parts: Parts) -> MetricSlot | None:
    """`when was the first picking?`: the earliest date there is; None where no such thing is asked."""
    question = parts.question
    said = [token.text for token in question.tokens if token.is_word]
    ends = [word for word in said if word in _FIRST | _LAST]
    asks = bool(_WHEN & set(said[:3])) or said[:3] == ["on", "what", "date"] or said[:3] == ["on", "which", "day"]
    if not asks or len(set(ends)) != 1 or parts.metric_links or parts.grouping.slots or question.dates:
        return None
    column = date_column_for(question, 0, parts.table)
    if column is None or column.column.kind == "ambiguous_date":
        return None
    return MetricSlot(columns=[ref(column)], agg="min" if ends[0] in _FIRST else "max", words=ends[0])
