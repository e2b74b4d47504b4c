"""Things that are listed because a condition is true of them: `which pizzas cost more than 20`."""

from agent.reasoning.rules.reading.frame import ColumnRef, GroupSlot
from agent.reasoning.rules.reading.groups import named_by
from agent.reasoning.rules.reading.measures import names_single_rows
from agent.reasoning.rules.reading.parse import Parts

_WHICH = frozenset({"which", "what", "welche", "welchen"})


def things_listed(parts: Parts) -> list[GroupSlot]:
    """The column that names the things asked for, each told once, though many rows are of it; [] for single rows."""
    question = parts.question
    plain = parts.conditions and not parts.metric_links and not question.has("count", "share", "agg:", "high", "low")
    for mark in question.tagged("which") if plain else ():
        noun = question.tokens[mark.end] if mark.end < len(question.tokens) else None
        if mark.text not in _WHICH or noun is None or noun.stem == noun.text:
            continue
        link = next((link for link in parts.other_links if link.start == mark.end and link.literal), None)
        named = (
            ColumnRef(dataset_id=link.first.dataset_id, column=link.first.name)
            if link is not None and link.first.column.kind == "text"
            else named_by(noun.stem, question, parts.table)
            if link is None
            else None
        )
        column = parts.table.column(named.column) if named else None
        bounded = {item[0].column for item in parts.conditions}
        if named and column and column.kind == "text" and not names_single_rows(column) and named not in bounded:
            return [GroupSlot(columns=[named])]
    return []
