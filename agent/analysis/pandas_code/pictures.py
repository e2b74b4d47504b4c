"""Plots as lines of a program: aggregated first, so that a figure never holds all rows."""

from collections.abc import Callable, Mapping
from typing import Any

from agent.analysis.pandas_code.group_figures import FIGURE, FIGURES
from agent.analysis.pandas_code.group_pictures import write_aggregated
from agent.analysis.pandas_code.grouping import TABLE
from agent.analysis.pandas_code.program import ROWS, Program, Written, cell, list_code
from agent.specs.plots import Box, Hist, Scatter, Violin

__all__ = ["DRAWERS", "FIGURE"]
_POINTS = 2_000
_BINS = 30


def write_hist(spec: Hist, program: Program) -> list[Written]:
    """Counts in bins, computed before they are drawn; by colour over the same bins."""
    title = spec.title or f"Distribution of {spec.x}" + (f" by {spec.color}" if spec.color else "")
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
    title = spec.title or f"{spec.y} against {spec.x}"
    color = f", color={spec.color!r}" if spec.color else ""
    program.add(
        f"points = {ROWS}[{list_code(columns)}].dropna(subset={list_code([spec.x, spec.y])})",
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


def write_violin(spec: Violin, program: Program) -> list[Written]:
    """Quartiles by group and the outline of each, computed before they are drawn."""
    title = spec.title or f"{spec.y}" + (f" by {spec.x}" if spec.x else "")
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
