"""Plots as lines of a program: aggregated first, so that a figure never holds all rows."""

from collections.abc import Callable, Mapping
from typing import Any

from agent.analysis.written.aggregates import TABLE, write_groupby_agg
from agent.analysis.written.conditions import keep_matching
from agent.analysis.written.program import ROWS, NotWritableError, Program, Written, cell, listed
from agent.analysis.written.steps import apply_step
from agent.analysis.written.trends import write_time_trend
from agent.specs.measures import AnalysisSpec, GroupbyAgg, Metrics, TimeTrend, metric_name
from agent.specs.plots import Bar, Box, Hist, Line, Scatter

FIGURE = "fig"
_POINTS = 2_000


def write_aggregated(spec: Line | Bar, program: Program) -> list[Written]:
    """Lines or bars of a measure's table, which comes along."""
    if spec.of is None:
        measure = _own_measure(spec, program)
    else:
        measure = spec.of
        for step in measure.prepare:
            apply_step(program, step)
        keep_matching(program, measure.filters)
    if not isinstance(measure, GroupbyAgg | TimeTrend):
        raise NotWritableError(f"A chart of {measure.op} is not written as code.", "Ask it in Ask.")
    if isinstance(measure, TimeTrend):
        written = write_time_trend(measure, program)
        keys = ["period", *([measure.group_col] if measure.group_col else [])]
    else:
        written = write_groupby_agg(measure, program)
        keys = measure.group_cols
    if not keys:
        raise NotWritableError("A chart of one number is not written as code.", "Ask for groups.")
    column, wanted = next(iter(measure.metrics.items()))
    y = spec.of_column or metric_name(column, wanted[0])
    color = f", color={keys[1]!r}" if len(keys) > 1 else ""
    title = spec.title or written[0].title
    if spec.of is None and (spec.sort is not None or spec.top_k is not None):
        raise NotWritableError("A sorted chart is not written as code.", "Ask it in Ask.")
    program.add(
        f"{FIGURE} = px.{spec.kind}({TABLE}, x={keys[0]!r}, y={y!r}{color}, title={title!r}, template='plotly_white')"
    )
    return [Written(FIGURE, title), *written]


def _own_measure(spec: Line | Bar, program: Program) -> AnalysisSpec:
    assert spec.x is not None  # the spec's own check: x or `of`
    metrics: Metrics = {spec.y: [spec.agg or "sum"]} if spec.y else {"*": ["count"]}
    if program.column(spec.x).storage == "moment":
        grain = (spec.grain if isinstance(spec, Line) else None) or "month"
        return TimeTrend(date_col=spec.x, grain=grain, metrics=metrics, group_col=spec.color)
    keys = [name for name in dict.fromkeys((spec.x, spec.color)) if name]
    return GroupbyAgg(group_cols=keys, metrics=metrics)


def write_hist(spec: Hist, program: Program) -> list[Written]:
    """Counts in bins, computed before they are drawn."""
    if program.column(spec.x).storage != "number" or spec.color:
        raise NotWritableError("Such a histogram is not written as code.", "Ask it in Ask.")
    title = spec.title or f"Distribution of {spec.x}"
    program.add(
        f"values = {cell(spec.x)}.dropna()",
        f"counts, edges = np.histogram(values, bins={spec.bins or 30})",
        f"{TABLE} = pd.DataFrame({{'from': edges[:-1], 'to': edges[1:], 'rows': counts}})",
        f"{FIGURE} = px.bar({TABLE}, x=(edges[:-1] + edges[1:]) / 2, y='rows',"
        f" labels={{'x': {spec.x!r}}}, title={title!r}, template='plotly_white')",
        f"{FIGURE}.update_layout(bargap=0)",
    )
    return [Written(FIGURE, title, "len(values)"), Written(TABLE, title, "len(values)")]


def write_scatter(spec: Scatter, program: Program) -> list[Written]:
    """Points, at most a few thousand of them."""
    columns = [name for name in (spec.x, spec.y, spec.color) if name]
    title = spec.title or f"{spec.y} against {spec.x}"
    color = f", color={spec.color!r}" if spec.color else ""
    program.add(
        f"points = {ROWS}[{listed(columns)}].dropna(subset={listed([spec.x, spec.y])})",
        f"shown = points.sample(min(len(points), {_POINTS}), random_state=42)",
        f"{FIGURE} = px.scatter(shown, x={spec.x!r}, y={spec.y!r}{color}, title={title!r}, template='plotly_white')",
    )
    return [Written(FIGURE, title, "len(points)")]


def write_box(spec: Box, program: Program) -> list[Written]:
    """Quartiles by group, computed before they are drawn."""
    title = spec.title or f"{spec.y}" + (f" by {spec.x}" if spec.x else "")
    by = f"{spec.x!r}, dropna=False" if spec.x else "lambda _: 'all'"
    program.add(
        f"{TABLE} = {ROWS}.groupby({by})[{spec.y!r}].quantile([0, 0.25, 0.5, 0.75, 1]).unstack()",
        f"{TABLE}.columns = ['min', 'q1', 'median', 'q3', 'max']",
        f"{TABLE} = {TABLE}.rename_axis({(spec.x or 'group')!r}).reset_index()",
        f"{FIGURE} = go.Figure(go.Box(x={TABLE}[{(spec.x or 'group')!r}], lowerfence={TABLE}['min'], q1={TABLE}['q1'],"
        f" median={TABLE}['median'], q3={TABLE}['q3'], upperfence={TABLE}['max']))",
        f"{FIGURE}.update_layout(title={title!r}, template='plotly_white')",
    )
    return [Written(FIGURE, title), Written(TABLE, title)]


DRAWERS: Mapping[str, Callable[[Any, Program], list[Written]]] = {
    "bar": write_aggregated,
    "line": write_aggregated,
    "hist": write_hist,
    "scatter": write_scatter,
    "box": write_box,
}
