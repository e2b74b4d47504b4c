"""Histogram: exact counts over all rows, drawn as touching bars. The figure holds the bins, not the values."""

from collections.abc import Mapping

import numpy as np

from agent.analysis.headings import made_headings
from agent.analysis.ledger import with_note
from agent.analysis.plots.bins import Bins, date_bins, number_bins
from agent.analysis.plots.figure import (
    Axis,
    Json,
    figure,
    hover,
    in_hover,
    plot_artifacts,
    plot_title,
    table_payload,
)
from agent.analysis.plots.labels import ROWS, column_title, plain_label
from agent.analysis.plots.rows import Group, Rows, Scale, colour_groups, drawn_rows, iso
from agent.analysis.source import Table
from agent.specs.plots import Hist
from agent.state import Artifact, Cell, ColumnFormat, TablePayload


def draw_hist(spec: Hist, tables: Mapping[str, Table]) -> list[Artifact]:
    """The figure, then its bins: bin, from, to, rows (with `color`: that column first).

    SpecError when x holds neither numbers nor dates, DataError when it holds no value. Bins: see `bins`.
    """
    rows = drawn_rows(spec, tables, [spec.x, spec.color])
    scale = rows.scale(spec.x, "hist")
    rows = rows.with_values(spec.x)
    values = rows.numbers(spec.x)
    bins = date_bins(values, spec.bins) if scale == "date" else number_bins(values, spec.bins)
    groups, together = colour_groups(rows, spec.color)
    counts = [bins.count(values[group.rows]) for group in groups]
    x_title = column_title(spec.x, rows.schema)
    title = plot_title(spec, _made_title(x_title, spec.color))
    drawn = figure(
        [
            _trace(bins, group, count, place, scale, x_title)
            for place, (group, count) in enumerate(zip(groups, counts, strict=True))
        ],
        title=title,
        x=rows.axis(spec.x, "hist"),
        y=Axis(ROWS),
        legend=plain_label(spec.color) if spec.color else None,
        extra={"bargap": 0, "barmode": "overlay"},
    )
    ledger = with_note(rows.ledger, *together)
    return plot_artifacts(
        spec,
        drawn,
        _table(spec, bins, groups, counts, scale),
        title=title,
        description=" ".join([*together, _describe(rows, bins), *rows.left_out]),
        ledger=ledger,
        dataset_ids=rows.dataset_ids,
    )


def _made_title(x_title: str, by: str | None) -> str:
    return f"Distribution of {x_title}" + (f" by {plain_label(by)}" if by else "")


def _describe(rows: Rows, bins: Bins) -> str:
    used = rows.ledger["rows_used"]
    return f"Counts of {used:,} rows in {len(bins.labels):,} bin{'s' if len(bins.labels) != 1 else ''}."


def _trace(bins: Bins, group: Group, counts: list[int], place: int, scale: Scale, x_title: str) -> Json:
    lows, highs = bins.edges[:-1], bins.edges[1:]
    middles = lows + (highs - lows) / 2
    # plotly measures the width of a bar on a date axis in milliseconds
    widths = (highs - lows) / (1000 if scale == "date" else 1)
    trace: Json = {
        "type": "bar",
        "x": [iso(middle) for middle in middles] if scale == "date" else middles.tolist(),
        "y": counts,
        "width": widths.tolist(),
        "customdata": list(bins.labels),
        "name": group.label,
        "marker": {
            "color": group.colour(place),
            "line": {"width": 0.5, "color": "rgba(128,128,128,0.6)"},
        },
        "hovertemplate": hover(f"{in_hover(x_title)}: %{{customdata}}", f"{ROWS}: %{{y:,}}"),
    }
    return trace | ({"opacity": 0.6, "showlegend": True} if group.label else {})


def _table(spec: Hist, bins: Bins, groups: tuple[Group, ...], counts: list[list[int]], scale: Scale) -> TablePayload:
    edge: ColumnFormat = "date" if scale == "date" else "number"
    columns: dict[str, ColumnFormat] = {"bin": "text", "from": edge, "to": edge, "rows": "integer"}
    body: list[list[Cell]] = []
    for group, count in zip(groups, counts, strict=True):
        for place, label in enumerate(bins.labels):
            limits = [_edge(bins.edges[place + side], scale) for side in (0, 1)]
            body.append([*([group.cell] if spec.color else []), label, *limits, count[place]])
    keys, headings = ["bin"], made_headings(columns)
    if spec.color:
        name = spec.color if spec.color not in columns else f"{spec.color} (group)"
        columns, keys = {name: "text", **columns}, [name, "bin"]
    return table_payload(columns, body, keys=keys, headings=headings)


def _edge(value: np.float64, scale: Scale) -> Cell:
    return iso(value) if scale == "date" else float(value)
