"""Scatter: a point a row. Above 5,000 points a random sample is drawn, and said first."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from agent.analysis.frames.ledger import with_note
from agent.analysis.frames.source import Table
from agent.analysis.measures.ols_regression import LEAST_OF_A_LINE
from agent.analysis.plots.clock_axis import Json
from agent.analysis.plots.figure import (
    figure,
    hover,
    in_hover,
    plot_artifacts,
    plot_title,
    symbol,
    table_payload,
)
from agent.analysis.plots.labels import column_title, plain_label
from agent.analysis.plots.rows import Group, Rows, as_cell, colour_groups, drawn_rows, groups_of, iso
from agent.analysis.words import count_of, say
from agent.specs.plots import Scatter
from agent.state import Artifact, Cell, ColumnFormat, TablePayload
from languages.catalogue import in_language

MOST_POINTS = 5_000
SEED = 42


def draw_scatter(spec: Scatter, tables: Mapping[str, Table]) -> list[Artifact]:
    """The figure, then the drawn points: x, y (and the colour column).

    Rows without x or y are left out and counted. SpecError when x or y holds neither numbers nor dates.
    """
    rows = drawn_rows(spec, tables, [spec.x, spec.y, spec.color])
    axes = [rows.axis(column, "scatter") for column in (spec.x, spec.y)]
    rows = rows.with_values(spec.x, spec.y)
    total, whole = len(rows.frame), rows
    rows = _sample(rows, spec)
    groups, together = colour_groups(rows, spec.color)
    titles = {column: column_title(column, rows.schema) for column in (spec.x, spec.y)}
    said = say("chart.sampled", shown=MOST_POINTS, total=total, seed=str(SEED))
    sampled = [said] if total > MOST_POINTS else []
    told = [] if sampled else [say("chart.said", things=count_of(total, "point"))]
    made = say("chart.against", y=titles[spec.y], x=titles[spec.x])
    if spec.color:
        made = say("chart.by", measure=made, groups=plain_label(spec.color))
    title = plot_title(spec, made)
    lines = _lines(whole, spec, groups) if spec.fit else []
    told += [say("chart.fitted")] if lines else []
    drawn = figure(
        [*(_trace(rows, spec, group, place, titles) for place, group in enumerate(groups)), *lines],
        title=title,
        x=axes[0],
        y=axes[1],
        legend=plain_label(spec.color) if spec.color else None,
    )
    return plot_artifacts(
        spec,
        drawn,
        _table(rows, spec, groups),
        title=title,
        description=" ".join([*sampled, *told, *together, *rows.left_out]),
        ledger=with_note(rows.ledger, *sampled, *together),
        dataset_ids=rows.dataset_ids,
    )


def _sample(rows: Rows, spec: Scatter) -> Rows:
    """At most 5,000 rows. They are put in order of their values first, so that the sample is the same whatever the
    order in which an engine gives its rows."""
    if len(rows.frame) <= MOST_POINTS:
        return rows
    keys = [rows.numbers(spec.y), rows.numbers(spec.x)]
    if spec.color:
        keys.insert(0, _codes(rows, spec.color))
    ordered = np.lexsort(keys)
    chosen = np.random.default_rng(SEED).choice(len(ordered), MOST_POINTS, replace=False)
    frame = rows.frame.iloc[ordered[np.sort(chosen)]].reset_index(drop=True)
    return Rows(frame, rows.ledger, rows.schema, rows.dataset_ids)


def _codes(rows: Rows, column: str) -> NDArray[np.float64]:
    codes = np.zeros(len(rows.frame))
    for place, group in enumerate(groups_of(rows, column)):
        codes[group.rows] = place
    return codes


def _trace(rows: Rows, spec: Scatter, group: Group, place: int, titles: Mapping[str, str]) -> Json:
    x, y = (_coordinates(rows, column)[group.rows] for column in (spec.x, spec.y))
    trace: Json = {
        "type": "scatter",
        "mode": "markers",
        "x": x.tolist(),
        "y": y.tolist(),
        "name": group.label,
        "marker": {
            "color": group.colour(place),
            "symbol": symbol(place),
            "size": 6,
            "opacity": 0.7,
        },
        "hovertemplate": hover(f"{in_hover(titles[spec.x])}: %{{x}}", f"{in_hover(titles[spec.y])}: %{{y}}"),
    }
    return trace | ({"showlegend": True} if group.label else {})


def _lines(rows: Rows, spec: Scatter, groups: tuple[Group, ...]) -> list[Json]:
    """A line through the points of each colour, over all rows that these stand for, as far as its points reach."""
    colours = {group.label: group.colour(place) for place, group in enumerate(groups)}
    x, y = rows.numbers(spec.x), rows.numbers(spec.y)
    lines: list[Json] = []
    for group in colour_groups(rows, spec.color)[0]:
        across, up = x[group.rows], y[group.rows]
        if len(across) < LEAST_OF_A_LINE or across.min() == across.max() or group.label not in colours:
            continue
        middle = across.mean()
        slope = float(((across - middle) @ (up - up.mean())) / ((across - middle) @ (across - middle)))
        ends = np.array([across.min(), across.max()])
        explained = "" if up.min() == up.max() else say("chart.explained", r2=_squared(across, up))
        lines.append({
            "type": "scatter", "mode": "lines", "showlegend": False, "name": group.label,
            "x": [*_as_drawn(rows, spec.x, ends)], "y": [*_as_drawn(rows, spec.y, up.mean() + slope * (ends - middle))],
            "line": {"color": colours[group.label], "width": 2.5},
            "hovertemplate": hover(*[part for part in (in_hover(group.label), explained) if part]),
        })  # fmt: skip
    return lines


def _squared(across: NDArray[np.float64], up: NDArray[np.float64]) -> str:
    return in_language(f"{float(np.corrcoef(across, up)[0, 1]) ** 2:.3f}")


def _as_drawn(rows: Rows, column: str, numbers: NDArray[np.float64]) -> list[Cell]:
    is_date = rows.scale(column, "scatter") == "date"
    return [iso(number) if is_date else float(number) for number in numbers]


def _coordinates(rows: Rows, column: str) -> NDArray[np.object_]:
    numbers = rows.numbers(column)
    if rows.scale(column, "scatter") == "date":
        return np.array([iso(moment) for moment in numbers], dtype=object)
    return np.array([as_cell(value) for value in rows.frame[column]], dtype=object)


def _table(rows: Rows, spec: Scatter, groups: tuple[Group, ...]) -> TablePayload:
    formats: dict[str, ColumnFormat] = {
        column: "date" if rows.scale(column, "scatter") == "date" else rows.number_format(column)
        for column in (spec.x, spec.y)
    }
    parts: list[list[Cell]] = [list(_coordinates(rows, column)) for column in formats]
    if spec.color and spec.color not in formats:
        labels: list[Cell] = [None] * len(rows.frame)
        for group in groups:
            for position in group.rows:
                labels[position] = group.cell
        parts.append(labels)
        formats[spec.color] = "text"
    return table_payload(formats, list(zip(*parts, strict=True)), keys=[])
