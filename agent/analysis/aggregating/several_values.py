"""Groups by a column whose cells hold several values: each combination is a group, each value is counted."""

from collections.abc import Iterable, Iterator

import narwhals as nw

from agent.analysis.frames.rows import Prepared
from agent.analysis.frames.source import records
from agent.analysis.words import say
from registry.values.several_values import counted_each, shown

MOST_TOLD = 10


def told_several(data: Prepared, keys: Iterable[str]) -> Iterator[str]:
    """A note for each key column of several values in one cell, with how many of the rows hold each value."""
    for name in dict.fromkeys(keys):
        column = data.schema.get(name)
        if column is None or not column.separator or column.storage != "text":
            continue
        filled = data.frame.filter(~nw.col(name).is_null())
        found = records(filled.group_by(name).agg(nw.len().alias("__rows")))
        each = counted_each([str(cell) for cell in found[name]], found["__rows"], column.separator).most_common()
        counts = ", ".join(f"{value} {count:,}" for value, count in each[:MOST_TOLD])
        if len(each) > MOST_TOLD:
            counts = say("note.and_more", shown=counts, count=len(each) - MOST_TOLD)
        yield say("note.several", column=column.words, sign=shown(column.separator).told(), counts=counts)
