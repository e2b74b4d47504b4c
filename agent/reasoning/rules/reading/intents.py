"""What kind of question is it? A catalogue of intents, the more particular first; each fills the frame or passes."""

from collections.abc import Callable

from agent.reasoning.rules.reading.differences import difference_of
from agent.reasoning.rules.reading.frame import Frame
from agent.reasoning.rules.reading.kinds.aggregates import aggregate
from agent.reasoning.rules.reading.kinds.associations import association, crossed
from agent.reasoning.rules.reading.kinds.comparatives import compared_sides
from agent.reasoning.rules.reading.kinds.pareto import pareto
from agent.reasoning.rules.reading.kinds.regressions import regression
from agent.reasoning.rules.reading.kinds.rows import duplicates, lookup, missing, missing_days, overview
from agent.reasoning.rules.reading.kinds.statistics import (
    compare,
    correlation,
    distribution_plot,
    normality,
    outliers,
    summary,
)
from agent.reasoning.rules.reading.parse import (
    Parts,
)
from agent.reasoning.rules.reading.partners import orphans_of
from agent.reasoning.rules.reading.ranks import with_ranks_turned
from agent.reasoning.rules.reading.relations import compared_periods, ratio_of, things_with

IntentParser = Callable[[Parts], Frame | None]


INTENTS: tuple[tuple[str, IntentParser], ...] = (
    ("missing_days", missing_days),
    ("missing", missing),
    ("duplicates", duplicates),
    ("outliers", outliers),
    ("normality", normality),
    ("regression", regression),
    ("association", association),
    ("crossed", crossed),
    ("sides", compared_sides),
    ("correlation", correlation),
    ("orphans", orphans_of),
    ("difference", difference_of),
    ("compare", compare),
    ("pareto", pareto),
    ("having", things_with),
    ("ratio", ratio_of),
    ("periods", compared_periods),
    ("distribution_plot", distribution_plot),
    ("overview", overview),
    ("lookup", lookup),
    ("summary", summary),
    ("aggregate", aggregate),
)


def frame_of(parts: Parts) -> Frame:
    """The frame of the first intent that recognises the question."""
    for _, recognise in INTENTS:
        frame = recognise(parts)
        if frame is not None:
            return with_ranks_turned(frame, parts.question, parts.table)
    raise AssertionError("aggregate takes every question")
