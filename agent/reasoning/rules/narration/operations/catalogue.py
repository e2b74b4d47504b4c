"""The catalogue of narrators: one an op, one a plot kind. Each stands in its file under the name of what it tells."""

from collections.abc import Mapping

from agent.reasoning.rules.narration.operations import (
    associations,
    comparisons,
    lookups,
    plots,
    quality,
    relations,
    summaries,
    totals,
    trends,
)
from agent.reasoning.rules.narration.scene import Narrator

_FILES = (associations, comparisons, lookups, plots, quality, relations, summaries, totals, trends)
NARRATORS: Mapping[str, Narrator] = {name: tell for file in _FILES for name, tell in file.NARRATORS.items()}
