"""What charts of a measure's table have in common: which series are shown, hover texts, artifacts."""

from collections.abc import Sequence
from typing import Literal, cast

from agent.analysis.frames.ledger import with_note
from agent.analysis.plots.aggregated import Aggregated, Titles
from agent.analysis.plots.chart import Chart, Series
from agent.analysis.plots.clock_axis import Json
from agent.analysis.plots.figure import MOST_SERIES, hover, in_hover, plot_artifacts
from agent.analysis.plots.wholes import fill_with_zero, rest_of_series
from agent.analysis.words import say
from agent.specs.locales import clock_words, date_words
from agent.specs.plots import GroupPlot
from agent.state import Artifact, Ledger, TablePayload
from languages.catalogue import in_language

MOST_STACKED = 8
"""Each part that stands on another has a colour of its own: dashes and places cannot tell them apart."""


def largest_series(shown: Aggregated) -> tuple[Chart, list[str]]:
    """The chart with no more series than can be told apart, and a sentence when some are left out."""
    chart = shown.chart
    if len(chart.series) <= MOST_SERIES:
        return chart, []
    note = say("chart.largest", shown=MOST_SERIES, total=len(chart.series), column=shown.titles.legend or "")
    return chart.largest_series(MOST_SERIES), [note]


def stacked_series(shown: Aggregated) -> tuple[Chart, list[str]]:
    """The chart with 0 where no row is and with its small series as one, and a sentence that says of how many."""
    chart, rest = rest_of_series(fill_with_zero(shown.chart), MOST_STACKED)
    if not rest:
        return chart, []
    said = say("chart.together", rest=rest, total=len(shown.chart.series), column=shown.titles.legend or "")
    return chart, [said]


def series_hover(titles: Titles, series: Series, *, x: str, y: str) -> str:
    """The hover text of a series; `x` and `y` are plotly's placeholders."""
    is_measure = titles.legend == "" and series.name  # each series is a measure of its own
    named = [f"{in_hover(titles.legend or '')}: {in_hover(series.name)}"] if series.name and not is_measure else []
    value = series.name if is_measure else titles.y
    return hover(*named, f"{in_hover(titles.x)}: {x}", f"{in_hover(value)}: {y}")


def told_unseen(chart: Chart, kind: Literal["bar", "line"], title: str) -> str:
    """The kind of the picture, what it shows, and its ends, for those who do not see it."""
    totals = chart.totals()
    known = [place for place in range(len(totals)) if totals[place] != float("-inf")]
    known = [place for place in known if chart.cells[place] not in chart.incomplete] or known
    high, low = max(known, key=totals.__getitem__), min(known, key=totals.__getitem__)
    told = [
        say(f"chart.{name}", label=date_words(chart.labels[at]), value=_shown(totals[at], chart.clock))
        for name, at in (("highest", high), ("lowest", low))
    ]
    if kind == "line":
        way = {"start": _shown(totals[known[0]], chart.clock), "end": _shown(totals[known[-1]], chart.clock)}
        first, last = (date_words(chart.labels[at]) for at in (known[0], known[-1]))
        told.insert(0, say("chart.course", first=first, last=last, **way))
    return say(f"chart.told_{kind}", title=title, ends=say("chart.between").join(told))


def _shown(number: float, clock: str) -> str:
    if clock:
        return clock_words(number, clock)
    return in_language(f"{number:,.10g}")


def with_alternative(drawn: Json, *told: str) -> Json:
    """The figure with its alternative text where a page finds it."""
    layout = cast(Json, drawn["layout"])
    return {**drawn, "layout": {**layout, "meta": {"alt": " ".join(one for one in told if one)}}}


def artifacts_of(
    spec: GroupPlot,
    shown: Aggregated,
    table: TablePayload,
    drawn: Json,
    *,
    title: str,
    told: str,
    notes: Sequence[str],
) -> list[Artifact]:
    """The figure, then the table of what is drawn, with the ledger and the description of the measure."""
    ledger: Ledger = shown.source["ledger"]  # type: ignore[assignment]  # a measure always has one
    return plot_artifacts(
        spec,
        drawn,
        table,
        title=title,
        description=" ".join([*notes, told, shown.source["description"]]).strip(),
        ledger=with_note(ledger, *notes),
        dataset_ids=shown.source["dataset_ids"],
    )
