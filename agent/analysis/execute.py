"""Specs -> artifacts: the only door to the data for whoever holds a spec."""

from collections.abc import Mapping

from agent.analysis.measured import execute_analysis
from agent.analysis.plots import DRAWERS
from agent.analysis.source import Table
from agent.analysis.validate import check_spec
from agent.specs.plots import PlotSpec
from agent.state import Artifact

__all__ = ["execute_analysis", "execute_plot"]


def execute_plot(spec: PlotSpec, tables: Mapping[str, Table]) -> list[Artifact]:
    """Draws a plot: the figure first, then the table of what is drawn. Errors as `execute_analysis`."""
    check_spec(spec, {key: table.profile for key, table in tables.items()})
    return DRAWERS[spec.kind](spec, tables)
