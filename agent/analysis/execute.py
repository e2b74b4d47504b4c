"""Specs -> artifacts: the only door to the data for whoever holds a spec."""

from collections.abc import Mapping
from datetime import date

from agent.analysis.ledger import of_data
from agent.analysis.measured import execute_analysis
from agent.analysis.plots import DRAWERS
from agent.analysis.relative_dates import clock_of, dated
from agent.analysis.source import Table
from agent.analysis.validate import check_spec
from agent.specs.plots import PlotSpec
from agent.state import Artifact

__all__ = ["execute_analysis", "execute_plot"]


def execute_plot(spec: PlotSpec, tables: Mapping[str, Table], *, today: date | None = None) -> list[Artifact]:
    """Draws a plot: the figure first, then the table of what is drawn. Dates and errors as `execute_analysis`."""
    profiles = {key: table.profile for key, table in tables.items()}
    check_spec(spec, profiles)
    drawn = DRAWERS[spec.kind](dated(spec, clock_of(profiles.values(), today)), tables)
    return [
        Artifact(**{**each, "ledger": of_data(each["ledger"])}) if each["ledger"] is not None else each
        for each in drawn
    ]
