"""Aggregates that no engine has as one plain word by group: quantiles, the most frequent value, skewness, shares."""

from collections.abc import Mapping, Sequence

import narwhals as nw

from agent.analysis.frames.source import Frame
from agent.specs.measures import Aggregation

QUANTILES: Mapping[Aggregation, float] = {
    "p5": 0.05, "p10": 0.10, "p25": 0.25, "p75": 0.75, "p90": 0.90, "p95": 0.95, "p99": 0.99,
}  # fmt: skip
"""Linear quantiles, as pandas has them."""


def with_shape_cells(frame: Frame, keys: Sequence[str], metrics: Sequence[tuple[str, Aggregation]]) -> Frame:
    """The rows with what mode and skewness are made of; `<name>_cell` is there already."""
    for name, aggregation in metrics:
        if aggregation == "mode":
            frame = _with_most_frequent(frame, keys, name)
        elif aggregation == "skew":
            frame = _with_distances(frame, keys, name)
    return frame


def _with_most_frequent(frame: Frame, keys: Sequence[str], name: str) -> Frame:
    """`<name>_mode`: the cell where it is one of the most frequent of its group, else missing."""
    cell, often, most = nw.col(f"{name}_cell"), f"{name}_often", f"{name}_most"
    frame = frame.with_columns(cell.count().over(*keys, f"{name}_cell").alias(often))
    largest = nw.col(often).max()
    frame = frame.with_columns((largest.over(*keys) if keys else largest).alias(most))
    is_most = (nw.col(often) == nw.col(most)) & ~cell.is_null()
    return frame.with_columns(nw.when(is_most).then(cell).alias(f"{name}_mode"))


def _with_distances(frame: Frame, keys: Sequence[str], name: str) -> Frame:
    """Second and third powers of the distances from the group's mean."""
    cell = nw.col(f"{name}_cell").cast(nw.Float64)
    mean = cell.mean().over(*keys) if keys else cell.mean()
    frame = frame.with_columns((cell - mean).alias(f"{name}_far"))
    far = nw.col(f"{name}_far")
    return frame.with_columns((far * far).alias(f"{name}_far2"), (far * far * far).alias(f"{name}_far3"))


def skew_terms(name: str) -> list[nw.Expr]:
    """What `finished_skew` needs of each group, beside the count in `<name>_value`."""
    cell = nw.col(f"{name}_cell")
    return [
        nw.col(f"{name}_far2").mean().alias(f"{name}_m2"), nw.col(f"{name}_far3").mean().alias(f"{name}_m3"),
        cell.min().alias(f"{name}_low"), cell.max().alias(f"{name}_high"),
    ]  # fmt: skip


def finished_skew(name: str) -> nw.Expr:
    """The adjusted Fisher-Pearson coefficient, as pandas has it; missing below three values, or where none differs."""
    count = nw.col(f"{name}_value").cast(nw.Float64)
    varies = (count >= 3) & (nw.col(f"{name}_high") > nw.col(f"{name}_low"))
    second, n = nw.when(varies).then(nw.col(f"{name}_m2")), nw.when(varies).then(count)
    return nw.col(f"{name}_m3") / (second * second.sqrt()) * (n * (n - 1)).sqrt() / (n - 2)


def finished_mode(value: nw.Expr, *, is_truth: bool) -> nw.Expr:
    """The smallest of the most frequent values; truth was counted as 0 and 1."""
    return nw.when(~value.is_null()).then(value == 1) if is_truth else value


def finished_share(value: nw.Expr) -> nw.Expr:
    """Percent of the total over all groups; missing where that is 0."""
    part = value.fill_null(0).cast(nw.Float64)
    total = part.sum()
    return nw.when(total != 0).then(part / total * 100)
