"""No column is named twice where a list of columns is meant as a set: groups, keys, what is summarised."""

from collections.abc import Iterator, Mapping

from pydantic import BaseModel

from agent.errors import SpecError

_SETS = frozenset({"group_cols", "columns", "cols", "by", "top_per", "within", "stats"})
"""Fields of specs and steps that hold a set of columns, or of statistics."""


def refuse_repeats(spec: BaseModel) -> None:
    """SpecError when such a field of the spec, or of a step before it, or the aggregations of a metric name one
    thing twice: the result would have a column of that name twice."""
    for model in (spec, *getattr(spec, "prepare", ())):
        for field, names in _lists(model):
            repeated = [name for place, name in enumerate(names) if name in names[:place]]
            if repeated:
                raise SpecError(f"{field} names {repeated[0]} twice.", "Name each once.")


def _lists(model: BaseModel) -> Iterator[tuple[str, list[str]]]:
    for field, value in model:
        if field in _SETS and isinstance(value, list):
            yield field, value
        elif field == "metrics" and isinstance(value, Mapping):
            yield from ((f"metrics of {column}", wanted) for column, wanted in value.items())
