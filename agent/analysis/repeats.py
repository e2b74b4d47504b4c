"""No column is named twice where a measure's list of columns is meant as a set: groups, keys, what is summarised."""

from collections.abc import Iterator, Mapping

from pydantic import BaseModel

from agent.errors import SpecError

_SETS = frozenset({"group_cols", "columns", "by", "top_per", "within", "stats"})
"""Fields of measures that hold a set of columns, or of statistics."""


def refuse_repeats(spec: BaseModel) -> None:
    """SpecError when such a field, or the aggregations of a metric, name one thing twice: the result would have a
    column of that name twice. Steps take such a name once.
    """
    for field, names in _lists(spec):
        repeated = [name for place, name in enumerate(names) if name in names[:place]]
        if repeated:
            raise SpecError(f"{field} names {repeated[0]} twice.", "Name each once.")


def _lists(spec: BaseModel) -> Iterator[tuple[str, list[str]]]:
    for field, value in spec:
        if field in _SETS and isinstance(value, list):
            yield field, value
        elif field == "metrics" and isinstance(value, Mapping):
            yield from ((f"metrics of {column}", wanted) for column, wanted in value.items())
