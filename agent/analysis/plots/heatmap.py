"""Heatmap: a coloured cell for each pair of two keys, the first key down, the second across."""

from collections.abc import Mapping

from agent.analysis.frames.source import Table
from agent.analysis.plots.aggregated import Aggregated, aggregate_chart
from agent.analysis.plots.chart import Chart, Number
from agent.analysis.plots.clock_axis import Json
from agent.analysis.plots.drawn import artifacts_of
from agent.analysis.plots.figure import LOWEST, Axis, figure, hover, in_hover, plain_numbers, plot_title
from agent.analysis.plots.labels import plain_label
from agent.analysis.words import count_of, say
from agent.errors import SpecError
from agent.specs.measures import CorrelationMatrix
from agent.specs.plots import Heatmap
from agent.state import Artifact

MOST_DOWN, MOST_ACROSS = 60, 60
WRITTEN_DOWN, LETTERS_ACROSS = 32, 56
"""Cells hold their numbers when there are no more rows than this, and when those of one row fit on a narrow screen."""
RISING = ((0.0, "#E6F0FA"), (0.5, "#5B9BD0"), (1.0, "#0B3C6F"))
AROUND_ZERO = ((0.0, "#A8390A"), (0.25, "#E9A070"), (0.5, "#F4F4F4"), (0.75, "#7DB0DB"), (1.0, "#14508C"))
"""Shades from the smallest to the largest value, and those of values on both sides of zero, which is the palest."""


def draw_heatmap(spec: Heatmap, tables: Mapping[str, Table]) -> list[Artifact]:
    """The figure, then the drawn part of the measure's table. At most 60 rows and columns; what is left out is said
    first.

    SpecError when the values do not stand between two keys. Other errors: see `aggregate_chart`.
    """
    shown = aggregate_chart(spec, tables)
    if len(shown.chart.keys) != 2 and not (shown.chart.wide and shown.titles.legend):
        raise SpecError("A heatmap needs two keys, one down and one across.", "Add color, or use kind bar.")
    chart, notes = _keep_largest(shown)
    of_columns = isinstance(spec.of, CorrelationMatrix)
    title = plot_title(spec, plain_label(shown.source["title"]) if of_columns else shown.titles.whole)
    empty = sum(value is None for one in chart.series for value in one.values)
    cells = len(chart.cells) * len(chart.series)
    many = count_of(cells, "cell")
    told = say("chart.cells_empty", cells=many, empty=empty) if empty else say("chart.said", things=many)
    drawn = heatmap_figure(chart, shown, title, symmetric=of_columns)
    return artifacts_of(spec, shown, chart.table(), drawn, title=title, told=told, notes=notes)


def heatmap_figure(chart: Chart, shown: Aggregated, title: str, *, symmetric: bool = False) -> Json:
    """A shade for each value, the cells of the chart down and its series across."""
    return figure(
        [_trace(chart, shown, symmetric=symmetric)],
        title=title,
        x=Axis(shown.titles.legend or "", "category", tuple(one.name for one in chart.series)),
        y=Axis(shown.titles.x, "category", tuple(chart.labels), reversed=True),
        extra={"height": max(LOWEST, 130 + 22 * len(chart.cells))},
    )


def _keep_largest(shown: Aggregated) -> tuple[Chart, list[str]]:
    """The rows and columns with the largest values, when there are too many of them."""
    chart, notes = shown.chart, []
    if len(chart.series) > MOST_ACROSS:
        notes.append(_largest(MOST_ACROSS, len(chart.series), shown.titles.legend or ""))
        chart = chart.largest_series(MOST_ACROSS)
    if len(chart.cells) > MOST_DOWN:
        totals = chart.totals()
        ranked = sorted(range(len(totals)), key=lambda place: (-totals[place], place))[:MOST_DOWN]
        notes.append(_largest(MOST_DOWN, len(chart.cells), shown.titles.x))
        chart = chart.at(sorted(ranked))
    return chart, notes


def _largest(shown: int, total: int, column: str) -> str:
    return say("chart.largest", shown=shown, total=total, column=column)


def _trace(chart: Chart, shown: Aggregated, *, symmetric: bool) -> Json:
    rows = [plain_numbers(column) for column in zip(*(one.values for one in chart.series), strict=True)]
    known = [value for row in rows for value in row if value is not None]
    low, high = (-1, 1) if symmetric else (min(known), max(known))
    if low < 0 < high:
        low, high = -max(-low, high), max(-low, high)
    titles = shown.titles
    trace: Json = {
        "type": "heatmap",
        "x": [one.name for one in chart.series],
        "y": chart.labels,
        "z": rows,
        "zmin": low,
        "zmax": high if high > low else low + 1,
        "colorscale": [list(step) for step in (AROUND_ZERO if low < 0 < high else RISING)],
        "colorbar": {"thickness": 14, "tickformat": ","},
        "xgap": 1,
        "ygap": 1,
        "hoverongaps": False,
        "hovertemplate": hover(
            f"{in_hover(titles.x)}: %{{y}}",
            f"{in_hover(titles.legend or '')}: %{{x}}",
            f"{in_hover(titles.y)}: %{{z:,}}",
        ),
    }
    texts = [[_cell_text(value) for value in row] for row in rows]
    longest = max(len(text) for row in texts for text in row)
    if len(rows) <= WRITTEN_DOWN and (longest + 1) * len(chart.series) <= LETTERS_ACROSS:
        trace |= {"text": texts, "texttemplate": "%{text}"}
    return trace


def _cell_text(value: Number | None) -> str:
    """A number in a cell: "0.83", "12.5", "1,204"."""
    if value is None:
        return ""
    if isinstance(value, int) or abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.3g}" if abs(value) >= 1 else f"{round(value, 2) + 0.0:.2f}"
