"""Plots as lines of a program: aggregated first, so that a figure never holds all rows."""

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from agent.analysis.pandas_code.catalogue import MEASURES
from agent.analysis.pandas_code.conditions import keep_matching
from agent.analysis.pandas_code.group_figures import FIGURE, FIGURES, Shown
from agent.analysis.pandas_code.grouping import TABLE
from agent.analysis.pandas_code.program import ROWS, Program, Written, cell, list_code
from agent.analysis.pandas_code.steps import apply_step
from agent.analysis.words import say
from agent.specs.measures import (
    AnalysisSpec,
    Grain,
    GroupbyAgg,
    Metrics,
    TimeTrend,
)
from agent.specs.plots import Bar, Box, Course, GroupPlot, Hist, Line, Pareto, Pie, Scatter, Violin

# ----------------------------------------------------------------
# Plots of groups as lines of a program: the table of a measure first, then the figure of it.


_GRAINS: tuple[tuple[int, Grain], ...] = ((62, "day"), (5 * 366, "month"), (20 * 366, "quarter"))
"""Longest span in days that is drawn at a grain when the spec names none; longer ones by year."""


def write_aggregated(spec: GroupPlot, program: Program) -> list[Written]:
    """The figure of a measure's table, which comes along."""
    if spec.of is None:
        measure = _own_measure(spec, program)
    else:
        measure = _whole(spec, spec.of)
        for step in measure.prepare:
            apply_step(program, step)
        keep_matching(program, measure.row_filters)
    writer = MEASURES[measure.op]
    written, drawn = writer.write(measure, program), writer.drawn(measure)
    title = spec.title or next(each.title for each in written if each.variable == drawn.variable)
    if not drawn.keys:
        program.add(
            f"shown = {drawn.variable}.select_dtypes('number').iloc[0]",
            "shown = shown.rename_axis('measure').reset_index(name='value')",
            f"{FIGURE} = px.bar(shown, x='measure', y='value', title={title!r}, template='plotly_white')",
        )
        return [Written(FIGURE, title), *written]
    x, y = drawn.keys[0], spec.of_column or drawn.y
    program.add(f"shown = {drawn.variable}.reset_index()" if drawn.in_index else f"shown = {drawn.variable}")
    if not isinstance(spec, Pie | Pareto):
        _add_order(spec, program, x, y)
    if isinstance(spec, Bar | Line) and spec.beside:
        program.add(f"shown = shown.melt([{x!r}], {list_code([str(y), *spec.beside])}, 'measure', 'value')")
        program.add(*FIGURES[spec.kind](spec, Shown(x, "value", "measure", title, measure)))
        return [Written(FIGURE, title), *written]
    shown = Shown(x, y, drawn.keys[1] if len(drawn.keys) > 1 else None, title, measure)
    program.add(*FIGURES[spec.kind](spec, shown))
    return [Written(FIGURE, title), *written]


def _whole(spec: GroupPlot, measure: AnalysisSpec) -> AnalysisSpec:
    """The measure, of a whole with all its parts: those beyond `top_k` are drawn together."""
    cut = isinstance(spec, Pie | Pareto) and getattr(measure, "top_k", None) is not None
    return measure.model_copy(update={"top_k": None}) if cut else measure


def _own_measure(spec: GroupPlot, program: Program) -> AnalysisSpec:
    assert spec.x is not None  # the spec's own check: x or `of`
    metrics: Metrics = {spec.y: [spec.agg or "sum"]} if spec.y else {"*": ["count"]}
    if program.column(spec.x).storage == "moment":
        grain = (spec.grain if isinstance(spec, Course) else None) or _fitting_grain(spec.x, program)
        return TimeTrend(date_col=spec.x, grain=grain, metrics=metrics, group_col=spec.color)
    keys = [name for name in dict.fromkeys((spec.x, spec.color)) if name]
    return GroupbyAgg(group_cols=keys, metrics=metrics)


def _fitting_grain(name: str, program: Program) -> Grain:
    """By the span of the whole column, as its profile knows it."""
    found = (profile.column(name) for profile in program.profiles.values())
    ends = next(((one.first, one.last) for one in found if one and one.first and one.last), None)
    days = (date.fromisoformat(ends[1][:10]) - date.fromisoformat(ends[0][:10])).days if ends else 0
    return next((grain for longest, grain in _GRAINS if days <= longest), "year")


def _add_order(spec: GroupPlot, program: Program, x: str, y: str | None) -> None:
    """By the largest totals over all series, or as asked; a category axis keeps the order of the rows."""
    if spec.sort is None and spec.top_k is None:
        return
    ascending = spec.sort.ascending if spec.sort else False
    totals = f"shown.groupby({x!r}, dropna=False)"
    totals += f"[{y!r}].sum(min_count=1)" if y else ".sum(numeric_only=True).sum(axis=1)"
    by_key = spec.sort is not None and spec.sort.by in (x, spec.x)
    ordered = f".sort_index(ascending={ascending})" if by_key else f".sort_values(ascending={ascending}, kind='stable')"
    head = f"[:{spec.top_k}]" if spec.top_k is not None else ""
    program.add(
        f"order = list({totals}{ordered}.index{head})",
        f"shown = shown[shown[{x!r}].isin(order)]",
        f"shown = shown.sort_values({x!r}, key=lambda keys: pd.Index(order).get_indexer(keys))",
    )


__all__ = ["DRAWERS", "FIGURE"]
_POINTS = 2_000
_BINS = 30


def write_hist(spec: Hist, program: Program) -> list[Written]:
    """Counts in bins, computed before they are drawn; by colour over the same bins."""
    title = spec.title or _by(say("chart.distribution", measure=spec.x), spec.color)
    program.add(f"{ROWS} = {ROWS}.dropna(subset={list_code([spec.x])})")
    dates = program.column(spec.x).storage == "moment"
    numbers = f"{cell(spec.x)}.astype('datetime64[us]').astype('int64')" if dates else f"{cell(spec.x)}.astype(float)"
    program.add(f"values = {numbers}", f"edges = np.histogram_bin_edges(values, bins={spec.bins or _BINS})")
    shown = "pd.to_datetime({}, unit='us')" if dates else "{}"
    parts = f"values.groupby({cell(spec.color)}, dropna=False)" if spec.color else "[('', values)]"
    name = spec.color if spec.color and spec.color not in ("from", "to", "rows") else "group"
    program.add(
        f"{TABLE} = pd.concat([",
        "    pd.DataFrame({"
        f"{name!r}: key, 'from': {shown.format('edges[:-1]')}, 'to': {shown.format('edges[1:]')},"
        " 'rows': np.histogram(part, bins=edges)[0]})",
        f"    for key, part in {parts}",
        "], ignore_index=True)",
        *([] if spec.color else [f"{TABLE} = {TABLE}.drop(columns={name!r})"]),
        f"middle = {TABLE}['from'] + ({TABLE}['to'] - {TABLE}['from']) / 2",
        f"{FIGURE} = px.bar({TABLE}, x=middle, y='rows'{f', color={name!r}' if spec.color else ''},"
        f" labels={{'x': {spec.x!r}}}, title={title!r}, template='plotly_white')",
        f"{FIGURE}.update_layout(bargap=0, barmode='overlay')",
    )
    return [Written(FIGURE, title), Written(TABLE, title)]


def write_scatter(spec: Scatter, program: Program) -> list[Written]:
    """Points, at most a few thousand of them."""
    columns = list(dict.fromkeys(name for name in (spec.x, spec.y, spec.color) if name))
    title = spec.title or say("chart.against", y=spec.y, x=spec.x)
    color = f", color={spec.color!r}" if spec.color else ""
    fit = ", trendline='ols'" if spec.fit else ""
    program.add(
        f"points = {ROWS}[{list_code(columns)}].dropna(subset={list_code([spec.x, spec.y])})",
        f"shown = points.sample(min(len(points), {_POINTS}), random_state=42)",
        f"{FIGURE} = px.scatter(shown, x={spec.x!r}, y={spec.y!r}{color}{fit}, title={title!r}, "
        "template='plotly_white')",
    )
    return [Written(FIGURE, title, "len(points)")]


def write_box(spec: Box, program: Program) -> list[Written]:
    """Quartiles by group, computed before they are drawn."""
    title = spec.title or _by(spec.y, spec.x)
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


def write_violin(spec: Violin, program: Program) -> list[Written]:
    """Quartiles by group and the outline of each, computed before they are drawn."""
    title = spec.title or _by(spec.y, spec.x)
    by, name = (f"{spec.x!r}, dropna=False" if spec.x else "lambda _: 'all'"), spec.x or "group"
    program.add(
        f"{ROWS} = {ROWS}.dropna(subset={list_code([spec.y])})",
        f"{TABLE} = {ROWS}.groupby({by})[{spec.y!r}].quantile([0, 0.25, 0.5, 0.75, 1]).unstack()",
        f"{TABLE}.columns = ['min', 'q1', 'median', 'q3', 'max']",
        f"{TABLE} = {TABLE}.rename_axis({name!r}).reset_index()",
        f"{FIGURE} = go.Figure()",
        f"for place, (key, part) in enumerate({ROWS}.groupby({by})[{spec.y!r}]):",
        "    spread, middle = part.std(), (part.quantile(0.75) - part.quantile(0.25)) / 1.34",
        "    reach = 0.9 * (min(spread, middle) or spread) * len(part) ** -0.2",
        "    if not reach > 0:",
        "        continue",
        "    counts, edges = np.histogram(part, bins=512)",
        "    at, middles = np.linspace(part.min(), part.max(), 60), edges[:-1] + np.diff(edges) / 2",
        "    dense = np.exp(-0.5 * ((at[:, None] - middles) / reach) ** 2) @ counts",
        "    half = 0.42 * dense / dense.max()",
        f"    {FIGURE}.add_scatter(x=[*(place + half), *(place - half)[::-1]], y=[*at, *at[::-1]], fill='toself',"
        " mode='lines', name=str(key))",
        f"places = list(range(len({TABLE})))",
        f"{FIGURE}.add_scatter(x=places, y={TABLE}['median'], mode='markers', name='median')",
        f"{FIGURE}.update_xaxes(tickvals=places, ticktext={TABLE}[{name!r}].astype(str).tolist())",
        f"{FIGURE}.update_layout(title={title!r}, template='plotly_white')",
    )
    return [Written(FIGURE, title), Written(TABLE, title)]


DRAWERS: Mapping[str, Callable[[Any, Program], list[Written]]] = {
    **dict.fromkeys(FIGURES, write_aggregated),
    "hist": write_hist,
    "scatter": write_scatter,
    "box": write_box,
    "violin": write_violin,
}


def _by(measured: str, group: str | None) -> str:
    return say("chart.by", measure=measured, groups=group) if group else measured
