"""Lists, counts and the conditions of a title in plain words."""

from collections.abc import Sequence

from agent.specs.condition_words import conditions_of, conditions_words
from agent.specs.editing.labels import fit_chip
from agent.specs.measures import AnalysisSpec
from agent.specs.plots import PlotSpec


def join_names(names: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def condition_words(spec: AnalysisSpec | PlotSpec) -> str:
    """`, where Species is Adelie and Sex is female`, to stand after a title; "" for all rows. Long ones are cut with a
    mark.
    """
    told = conditions_words(conditions_of(spec, worth_telling=True))
    return f", where {fit_chip(told)}" if told else ""


def count_of(count: int, thing: str) -> str:
    """`1 row`, `1,200 rows`."""
    return f"{count:,} {thing}" if count == 1 else f"{count:,} {thing}s"
