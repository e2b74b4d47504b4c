"""Box plot: quartiles, fences and outliers are computed here, exactly and over all rows; the figure holds no rows.

Quantiles: linear interpolation (Hyndman and Fan 1996, type 7, as in pandas). Fences: the outermost values within
1.5 IQR of the box (Tukey 1977).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from agent.analysis.frames.ledger import with_note
from agent.analysis.frames.source import Table
from agent.analysis.headings import made_headings
from agent.analysis.plots.clock_axis import Json
from agent.analysis.plots.figure import (
    Axis,
    colour,
    figure,
    plot_artifacts,
    plot_title,
    table_payload,
)
from agent.analysis.plots.labels import column_title, plain_label
from agent.analysis.plots.rows import Group, Rows, drawn_rows, groups_of
from agent.analysis.words import count_of, say
from agent.errors import SpecError
from agent.specs.plots import Box, Violin
from agent.state import Artifact, Cell, ColumnFormat, TablePayload

MOST_BOXES = 40
MOST_OUTLIERS = 200


@dataclass(frozen=True)
class BoxNumbers:
    """What one box shows. `shown` are the outliers that are drawn, at most 200."""

    n: int
    minimum: float
    lower_fence: float
    q1: float
    median: float
    mean: float
    q3: float
    upper_fence: float
    maximum: float
    outliers: int
    shown: tuple[float, ...]


def box_numbers(values: NDArray[np.float64]) -> BoxNumbers:
    """The numbers of a box over at least one finite value."""
    ordered = np.sort(values)
    q1, median, q3 = (float(q) for q in np.quantile(ordered, [0.25, 0.5, 0.75]))
    reach = 1.5 * (q3 - q1)
    inside = ordered[(ordered >= q1 - reach) & (ordered <= q3 + reach)]
    outside = ordered[(ordered < q1 - reach) | (ordered > q3 + reach)]
    places = np.unique(np.linspace(0, max(len(outside) - 1, 0), MOST_OUTLIERS).round().astype(int))
    return BoxNumbers(
        n=len(ordered),
        minimum=float(ordered[0]),
        # a quartile that lies between two values can lie beyond every value that is left inside
        lower_fence=min(float(inside[0]), q1),
        q1=q1,
        median=median,
        mean=float(ordered.mean()),
        q3=q3,
        upper_fence=max(float(inside[-1]), q3),
        maximum=float(ordered[-1]),
        outliers=len(outside),
        shown=tuple(outside[places].tolist()) if len(outside) else (),
    )


@dataclass(frozen=True)
class Spread:
    """The numbers of a column for each group, and what they are called."""

    rows: Rows
    groups: Sequence[Group]
    left_out: str
    numbers: list[BoxNumbers]
    labels: tuple[str, ...]
    x_title: str
    y_title: str
    title: str


def spread_of(spec: Box | Violin, tables: Mapping[str, Table], most: int) -> Spread:
    """What a plot of the spread of `y` by `x` shows, for at most so many groups.

    SpecError when y holds no numbers, DataError when no row has one.
    """
    rows = drawn_rows(spec, tables, [spec.y, spec.x])
    if rows.scale(spec.y, spec.kind) == "date":
        raise SpecError(f"{spec.y} holds dates, and a {spec.kind} plot needs numbers.", "Use kind hist to see dates.")
    rows = rows.with_values(spec.y)
    groups, left_out = boxes_of(rows, spec.x, most)
    values = rows.numbers(spec.y)
    y_title = column_title(spec.y, rows.schema)
    made = say("chart.spread", measure=y_title)
    if spec.x:
        made = say("chart.by", measure=y_title, groups=plain_label(spec.x))
    return Spread(
        rows=rows,
        groups=groups,
        left_out=left_out,
        numbers=[box_numbers(values[group.rows]) for group in groups],
        labels=tuple(group.label for group in groups) if spec.x else (y_title,),
        x_title=column_title(spec.x, rows.schema) if spec.x else "",
        y_title=y_title,
        title=plot_title(spec, made),
    )


def draw_box(spec: Box, tables: Mapping[str, Table]) -> list[Artifact]:
    """The figure, then a row a box: x, n, min, lower_fence, q1, median, mean, q3, upper_fence, max, outliers.

    SpecError when y holds no numbers, DataError when no row has one.
    """
    spread = spread_of(spec, tables, MOST_BOXES)
    drawn = figure(
        [_trace(list(spread.labels), spread.numbers)],
        title=spread.title,
        x=Axis(spread.x_title, "category", spread.labels),
        y=Axis(spread.y_title, clock=spread.rows.clock(spec.y)),
    )
    notes = [note for note in (spread.left_out, _thin(spread.numbers)) if note]
    read = say("chart.box")
    return spread_artifacts(spec, spread, drawn, _table(spec, spread), notes, read)


def spread_artifacts(
    spec: Box | Violin, spread: Spread, drawn: Json, table: TablePayload, notes: Sequence[str], read: str
) -> list[Artifact]:
    """Figure and table, with how the figure is read and what it leaves out."""
    told = [
        say("chart.said", things=count_of(sum(one.n for one in spread.numbers), "row")),
        *spread.rows.left_out,
        read,
    ]
    return plot_artifacts(
        spec,
        drawn,
        table,
        title=spread.title,
        description=" ".join([*notes, *told]),
        ledger=with_note(spread.rows.ledger, *notes),
        dataset_ids=spread.rows.dataset_ids,
    )


def boxes_of(rows: Rows, column: str | None, most: int) -> tuple[Sequence[Group], str]:
    """A group a value, at most so many (those with the most rows), and a sentence when some are left out."""
    if column is None:
        return [Group("", None, np.arange(len(rows.frame)))], ""
    groups = groups_of(rows, column)
    if len(groups) <= most:
        return groups, ""
    largest = sorted(range(len(groups)), key=lambda place: (-len(groups[place].rows), place))[:most]
    kept = [groups[place] for place in sorted(largest)]
    rest = len(rows.frame) - sum(len(group.rows) for group in kept)
    return kept, (say("chart.most_rows", shown=most, column=column, total=len(groups), rest=rest))


def _thin(boxes: Sequence[BoxNumbers]) -> str:
    total, shown = sum(box.outliers for box in boxes), sum(len(box.shown) for box in boxes)
    if total == shown:
        return ""
    return say("chart.thin", shown=shown, total=total, most=MOST_OUTLIERS)


def _trace(labels: Sequence[str], boxes: Sequence[BoxNumbers]) -> Json:
    trace: Json = {
        "type": "box",
        "orientation": "v",
        "x": list(labels),
        "q1": [box.q1 for box in boxes],
        "median": [box.median for box in boxes],
        "q3": [box.q3 for box in boxes],
        "lowerfence": [box.lower_fence for box in boxes],
        "upperfence": [box.upper_fence for box in boxes],
        "mean": [box.mean for box in boxes],
        "boxmean": True,
        "name": "",
        "marker": {"color": colour(0), "size": 4, "opacity": 0.7},
    }
    if any(box.shown for box in boxes):
        trace |= {"y": [list(box.shown) for box in boxes], "boxpoints": "all", "jitter": 0, "pointpos": 0}
    return trace


def _table(spec: Box, spread: Spread) -> TablePayload:
    groups, boxes, number = spread.groups, spread.numbers, spread.rows.number_format(spec.y)
    columns: dict[str, ColumnFormat] = {
        "n": "integer", "min": number, "lower_fence": number, "q1": number, "median": number,
        "mean": number, "q3": number, "upper_fence": number, "max": number, "outliers": "integer",
    }  # fmt: skip
    body: list[list[Cell]] = [
        [box.n, box.minimum, box.lower_fence, box.q1, box.median, box.mean, box.q3, box.upper_fence, box.maximum,
         box.outliers]
        for box in boxes
    ]  # fmt: skip
    headings = made_headings(columns)
    if spec.x is None:
        return table_payload(columns, body, keys=[], headings=headings)
    name = spec.x if spec.x not in columns else say("chart.group", column=spec.x)
    keyed = [[group.cell, *row] for group, row in zip(groups, body, strict=True)]
    return table_payload({name: "text", **columns}, keyed, keys=[name], headings=headings)
