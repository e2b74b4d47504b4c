"""Plots of groups draw the result table of a measure, so that a chart's numbers are the table's numbers.

`x`, `y`, `agg` become a groupby_agg (a time_trend when x is a date column); `of` is the measure itself.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

import narwhals as nw

from agent.analysis.frames.schema import Schema, column_named
from agent.analysis.frames.source import Table
from agent.analysis.plots.chart import Chart, long_chart, one_row_chart, value_columns, wide_chart, with_keys
from agent.analysis.plots.labels import (
    aggregate_title,
    column_title,
    made_title,
    plain_label,
    result_title,
)
from agent.analysis.prepare import prepare_rows
from agent.analysis.run_measure import execute_analysis
from agent.analysis.words import join_names, refusal, say
from agent.errors import SpecError
from agent.specs.measures import (
    AnalysisSpec,
    CompareColumns,
    CompareGroups,
    ContingencyTest,
    CorrelationMatrix,
    Grain,
    GroupbyAgg,
    Metrics,
    OlsRegression,
    PivotTable,
    RowLookup,
    ShareRatio,
    TimeTrend,
)
from agent.specs.plots import Course, GroupPlot
from agent.specs.result_words import as_title
from agent.state import CLOCK_FORMATS, Artifact, TablePayload

_GRAINS: tuple[tuple[int, Grain], ...] = ((62, "day"), (5 * 366, "month"), (20 * 366, "quarter"))
"""Longest span in days that is drawn at a grain when the spec names none; longer ones by year."""


@dataclass(frozen=True)
class Titles:
    """The words of a chart. `legend` is None when there is one series only."""

    x: str
    y: str
    legend: str | None

    @property
    def whole(self) -> str:
        """The title of the figure: "Mean of salary by department and gender"."""
        by = [part for part in (self.x, self.legend) if part]
        return as_title(say("chart.by", measure=self.y, groups=join_names(by)) if by else self.y)


@dataclass(frozen=True)
class Aggregated:
    """A chart with its words and the measure's table that it shows."""

    chart: Chart
    titles: Titles
    source: Artifact
    over_time: bool
    in_order: bool = True  # its x stand in an order that means something


def aggregate_chart(spec: GroupPlot, tables: Mapping[str, Table]) -> Aggregated:
    """What a plot of groups draws, sorted and cut to `top_k` as it says.

    SpecError for a column that is not there or an aggregation that does not fit; DataError when nothing is left.
    """
    measure, schema = measure_of(spec, tables)
    source = _answering(execute_analysis(measure, tables))
    table = cast(TablePayload, source["payload"])
    columns = _drawn_first(value_columns(table, spec.of_column), measure)
    wide = type(measure) in _WIDE_TITLES
    if not table["rows"]:
        raise refusal("no_row_to_draw")
    table = with_keys(table)
    if beside := getattr(spec, "beside", []):
        chart, titles = _side_by_side(table, [columns[0], *beside], _x_title(measure, table, schema))
    elif not table["key_columns"]:
        words = {name: result_title(measure, name, schema) for name in columns}
        chart = one_row_chart(table, words)
        titles = Titles("", words[columns[0]] if len(words) == 1 else plain_label(source["title"]), None)
    elif wide:
        y, legend = _WIDE_TITLES[type(measure)](measure, schema)
        chart, titles = wide_chart(table, columns), Titles(_x_title(measure, table, schema), y, legend)
    else:
        orders = {key: schema[key].order for key in table["key_columns"] if key in schema}
        chart = long_chart(table, columns[0], orders)
        series = plain_label(" | ".join(chart.keys[1:])) if len(chart.keys) > 1 else None
        titles = Titles(_x_title(measure, table, schema), _y_title(measure, table, columns[0], schema), series)
    if chart.is_empty:
        raise refusal("no_value_to_draw")
    in_order = bool(spec.sort or spec.top_k) or _has_order(measure, chart, schema)
    return Aggregated(_order(spec, chart), titles, source, isinstance(measure, TimeTrend), in_order)


def _side_by_side(table: TablePayload, columns: Sequence[str], x: str) -> tuple[Chart, Titles]:
    """Several columns of a result, a series each. SpecError where percent would stand beside amounts, or a further key
    has series of its own already.
    """
    if len(table["key_columns"]) != 1:
        raise SpecError("Columns stand beside one another over one key only.", "Draw one column, or one group.")
    for name in columns:
        value_columns(table, name)
    formats = [table["formats"][name] for name in columns]
    if len({each if each in ("percent", *CLOCK_FORMATS) else "" for each in formats}) > 1:
        raise SpecError("Percent, times and amounts have no axis in common.", "Draw them as two charts.")
    made, headings = wide_chart(table, columns), table.get("headings", {})
    named = tuple(replace(one, name=plain_label(headings.get(one.name, one.name))) for one in made.series)
    chart = replace(made, series=named, incomplete=tuple(table.get("incomplete", ())))
    return chart, Titles(x, join_names([one.name for one in named]), "")


def _has_order(measure: AnalysisSpec, chart: Chart, schema: Schema) -> bool:
    """Whether the x of a measure's result have an order of their own: asked for, of periods and numbers, of a column
    whose values have one."""
    key = chart.keys[0]
    asked = getattr(measure, "sort", None) or getattr(measure, "top_k", None) or measure.prepare
    named = all(cell is None or isinstance(cell, str) for cell in chart.cells) and chart.formats.get(key) == "text"
    return bool(asked) or not named or key not in schema or bool(schema[key].order)


def measure_of(spec: GroupPlot, tables: Mapping[str, Table]) -> tuple[AnalysisSpec, Schema]:
    """The measure whose table is drawn, and the columns it sees. The plot's own prepare and filters apply first."""
    if (whole := spec.measure) is not None:
        return whole, prepare_rows(whole, tables).schema
    assert spec.x is not None  # the spec's own check: x or `of`
    ready = prepare_rows(spec, tables)
    common: dict[str, Any] = {
        "dataset_id": spec.dataset_id,
        "prepare": spec.prepare,
        "filters": spec.filters,
        "metrics": _metrics(spec),
    }
    if column_named(ready.schema, spec.x).storage == "moment":
        grain = (spec.grain if isinstance(spec, Course) else None) or _fitting_grain(ready.frame, spec.x)
        return TimeTrend(**common, date_col=spec.x, grain=grain, group_col=spec.color), ready.schema
    keys = list(dict.fromkeys(column for column in (spec.x, spec.color) if column is not None))
    return GroupbyAgg(**common, group_cols=keys), ready.schema


def _metrics(spec: GroupPlot) -> Metrics:
    if spec.y is not None:
        return {spec.y: [spec.agg or "sum"]}
    if spec.agg not in (None, "count"):
        raise SpecError(f"The plot asks for the {spec.agg}, but not of which column.", "Set y, or leave agg out.")
    return {"*": ["count"]}


def _fitting_grain(frame: nw.LazyFrame[Any], column: str) -> Grain:
    ends = frame.select(nw.col(column).min().alias("first"), nw.col(column).max().alias("last")).collect("pandas")
    first, last = ends.item(0, "first"), ends.item(0, "last")
    days = (last - first).days if first is not None and last is not None else 0
    return next((grain for longest, grain in _GRAINS if days <= longest), "year")


def _answering(artifacts: Sequence[Artifact]) -> Artifact:
    """The first table that names its rows; a measure of one row names none."""
    return next((one for one in artifacts if cast(TablePayload, one["payload"])["key_columns"]), artifacts[0])


def _drawn_first(columns: list[str], measure: AnalysisSpec) -> list[str]:
    """The columns with the one that the measure is about in front: a ratio rather than its numerator."""
    telling = _TELLING.get(type(measure), lambda _: None)(measure)
    return [telling, *[name for name in columns if name != telling]] if telling in columns else columns


_TELLING: Mapping[type, Callable[[Any], str | None]] = {
    RowLookup: lambda measure: measure.order_by,
    CompareGroups: lambda _: "mean",
    CompareColumns: lambda _: "mean",
    OlsRegression: lambda measure: "slope" if measure.by else "coefficient",
    ShareRatio: lambda measure: {"ratio": "ratio_pct" if measure.as_percent else "ratio"}.get(measure.mode),
}
"""Measures whose first number is not the one that a chart is asked for."""


def _x_title(measure: AnalysisSpec, table: TablePayload, schema: Schema) -> str:
    if isinstance(measure, TimeTrend):
        return say("heading_of.part", column=column_title(measure.date_col, schema), part=say(f"grain.{measure.grain}"))
    key = table["key_columns"][0]
    return column_title(key, schema) if key in schema else made_title(key)


def _y_title(measure: AnalysisSpec, table: TablePayload, column: str, schema: Schema) -> str:
    """The words of a result column; of one that no metric has the name of, those of its heading."""
    title, head = result_title(measure, column, schema), table.get("headings", {}).get(column)
    return as_title(plain_label(head)) if head and title == plain_label(column) else title


def _pivot_titles(measure: PivotTable, schema: Schema) -> tuple[str, str]:
    return aggregate_title(measure.value.col, measure.value.agg, schema), plain_label(measure.columns)


def _cross_titles(measure: ContingencyTest, _: Schema) -> tuple[str, str]:
    return say("chart.rows"), plain_label(measure.columns)


def _matrix_titles(measure: CorrelationMatrix, _: Schema) -> tuple[str, str]:
    return say("chart.method", measure=made_title("r"), method=measure.method), say("chart.other_column")


_WIDE_TITLES: Mapping[type, Callable[[Any, Schema], tuple[str, str]]] = {
    PivotTable: _pivot_titles,
    CorrelationMatrix: _matrix_titles,
    ContingencyTest: _cross_titles,
}
"""Measures whose tables have a column a series: how the values and the series are called."""


def _order(spec: GroupPlot, chart: Chart) -> Chart:
    """Sorted by `sort`; with `top_k` the first so many x, by default those with the largest values."""
    if spec.sort is None and spec.top_k is None:
        return chart
    ascending = spec.sort.ascending if spec.sort else False
    places = list(range(len(chart.cells)))
    if spec.sort is not None and spec.sort.by in (chart.keys[0], spec.x):
        places.sort(key=lambda place: _key_order(chart, place), reverse=not ascending)
    else:
        _check_sort(spec, chart)
        totals = chart.totals()
        missing = float("-inf")
        places.sort(key=lambda place: (totals[place] == missing, totals[place] if ascending else -totals[place]))
    return chart.at(places[: spec.top_k])


def _check_sort(spec: GroupPlot, chart: Chart) -> None:
    known = [name for name in (chart.keys[0], chart.column, spec.x, spec.y) if name]
    if spec.sort is not None and not chart.wide and spec.sort.by not in known:
        raise SpecError(
            f"The chart cannot be sorted by {spec.sort.by!r}.",
            f"Sort by one of: {', '.join(dict.fromkeys(known))}.",
        )


def _key_order(chart: Chart, place: int) -> tuple[bool, bool, Any]:
    cell = chart.cells[place]
    return cell is None, isinstance(cell, str), cell if cell is not None else 0
