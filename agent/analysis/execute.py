"""Specs -> artifacts: the only door to the data for whoever holds a spec. Titles name the conditions on the rows."""

from collections.abc import Iterable, Mapping
from datetime import date

from agent.analysis import run_measure
from agent.analysis.clock_times import as_computed
from agent.analysis.filtering.relative_dates import clock_of, resolve_dates
from agent.analysis.frames.ledger import of_data
from agent.analysis.frames.source import Table
from agent.analysis.plots import DRAWERS
from agent.analysis.validate import check_spec
from agent.analysis.words import condition_words
from agent.specs.measures import AnalysisSpec
from agent.specs.plots import AggregatedPlot, PlotSpec
from agent.state import Artifact

__all__ = ["execute_analysis", "execute_plot"]


def execute_analysis(spec: AnalysisSpec, tables: Mapping[str, Table], *, today: date | None = None) -> list[Artifact]:
    """The tables of `run_measure.execute_analysis`, with its errors."""
    made = run_measure.execute_analysis(spec, tables, today=today)
    return _title(
        made, condition_words(resolve_dates(spec, clock_of((table.profile for table in tables.values()), today)))
    )


def execute_plot(spec: PlotSpec, tables: Mapping[str, Table], *, today: date | None = None) -> list[Artifact]:
    """Draws a plot: the figure first, then the table of what is drawn. A title that the spec gives stays as it is.
    Dates and errors as `execute_analysis`.
    """
    profiles = {key: table.profile for key, table in tables.items()}
    check_spec(spec, profiles)
    spec = as_computed(spec, profiles, today)
    measure = spec.measure if isinstance(spec, AggregatedPlot) else None
    drawn = (
        Artifact(**{**each, "ledger": of_data(each["ledger"])}) if each["ledger"] is not None else each
        for each in DRAWERS[spec.kind](spec, tables)
    )
    return _title(drawn, "" if spec.title else condition_words(measure or spec))


def _title(artifacts: Iterable[Artifact], told: str) -> list[Artifact]:
    return [Artifact(**{**each, "title": each["title"] + told}) for each in artifacts]
