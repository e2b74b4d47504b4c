"""Sanity of kind: numbers that only name, date or flag something are not added up or averaged unless asked for.

It holds for every reading, whoever made it. A customer number has no mean, a sum of years is none of anything; the
person who asks for "the average of year" in so many words gets it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from agent.errors import SpecError
from agent.reasoning.naming import aggregates_asked, names_column
from agent.reasoning.words import say
from agent.specs.base import Strict
from agent.specs.measures import ColumnSummary, Quantity
from agent.specs.parse import Spec
from agent.specs.plots import AggregatedPlot
from registry.columns.category_rules import header_words
from registry.profile import ColumnProfile, DatasetProfile

AVERAGED = frozenset({"sum", "mean", "median", "std", "var"})
"""Aggregates that treat a number as an amount."""
OF_A_FLAG = frozenset({"sum", "mean"})
"""Aggregates of a yes-or-no column that say something: how many, and which share."""
YEAR_WORDS = frozenset({"year", "years", "yr", "jahr", "jahre", "année", "año", "anno", "年"})
FIRST_YEAR, LAST_YEAR = 1500, 2100
QUESTIONS_BEFORE = 3  # a follow-up may leave out what it goes on with
Naming = Literal["identifier", "year", "flag"]


@dataclass(frozen=True)
class Aggregate:
    """A column and what is made of it."""

    dataset_id: str | None
    column: str
    aggregation: str


def check_sense(specs: Iterable[Spec], datasets: Sequence[DatasetProfile], questions: Sequence[str]) -> None:
    """SpecError where a spec adds up or averages numbers that name something, with what to do instead, unless the last
    of these questions name the column and the aggregate.
    """
    for spec in specs:
        for one in aggregates_of(spec):
            column = _column(one, datasets)
            kind = naming_kind(column) if column is not None and one.aggregation in AVERAGED else None
            if kind is not None and not _is_asked(one, kind, datasets, questions[-QUESTIONS_BEFORE:]):
                what = say(f"sense.{one.aggregation}", column=one.column)
                raise SpecError(say("sense.nothing", what=what, why=say(f"sense.{kind}")), say(f"sense.{kind}_remedy"))


def naming_kind(column: ColumnProfile) -> Naming | None:
    """What the numbers of a column stand for, where they are no amounts; None for all others."""
    if column.kind == "identifier":
        return "identifier"
    if column.kind == "boolean":
        return "flag"
    numbers = column.numeric
    if column.kind != "number" or numbers is None or not numbers.is_integer:
        return None
    if column.unique == len((0, 1)) and (numbers.minimum, numbers.maximum) == (0, 1):
        return "flag"
    named = bool(YEAR_WORDS & {*header_words(column.name)}) or column.name.endswith("年")
    return "year" if named and numbers.minimum >= FIRST_YEAR and numbers.maximum <= LAST_YEAR else None


def aggregates_of(spec: Spec) -> Iterator[Aggregate]:
    """Every column that a spec aggregates, with the aggregate, parts of ratios and drawn measures among them."""
    dataset_id = spec.dataset_id
    if isinstance(spec, ColumnSummary):
        yield from (Aggregate(dataset_id, column, stat) for column in spec.columns for stat in spec.stats)
    for part in _parts(spec):
        if isinstance(part, Quantity):
            yield Aggregate(dataset_id, part.col, part.agg)
        if isinstance(metrics := getattr(part, "metrics", None), Mapping):
            yield from (Aggregate(dataset_id, column, agg) for column, aggs in metrics.items() for agg in aggs)
        if isinstance(part, AggregatedPlot) and part.y is not None:
            yield Aggregate(dataset_id, part.y, part.agg or "sum")


def _parts(spec: Strict) -> Iterator[Strict]:
    """The spec and the models within it."""
    yield spec
    for value in (getattr(spec, name) for name in type(spec).model_fields):
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, Strict):
                yield from _parts(item)


def _column(one: Aggregate, datasets: Sequence[DatasetProfile]) -> ColumnProfile | None:
    tables = [table for table in datasets if one.dataset_id in (None, table.dataset_id)]
    return next((found for table in tables if (found := table.column(one.column)) is not None), None)


def _is_asked(one: Aggregate, kind: Naming, datasets: Sequence[DatasetProfile], questions: Sequence[str]) -> bool:
    """Whether the words name the column, and its aggregate. What a flag's rows count and share may be asked for in
    other words than its name: the survival rate.
    """
    named = any(names_column(question, one.column, datasets) for question in questions)
    counted = any(one.aggregation in aggregates_asked(question) for question in questions)
    if kind == "flag" and one.aggregation in OF_A_FLAG:
        return named or not counted
    return named and counted
