"""How much a grouping tells about a measure: how far the totals or the averages of its groups are apart."""

import math
from collections.abc import Mapping, Sequence
from typing import Any, cast

from agent.analysis.execute import execute_analysis
from agent.analysis.frames.source import Table
from agent.artifacts import TablePayload
from agent.errors import TallyError
from agent.specs.parse import parse_analysis

Row = Mapping[str, Any]
_NEARLY_ALL = 0.8
"""A grouping with more than this part of a total in one of its groups tells less than its numbers say."""


def rows_of(plain: Mapping[str, Any], tables: Mapping[str, Table]) -> list[Row]:
    """The rows of what a spec computes, by column, and whether the data cover their period in part only (`incomplete`);
    [] where it cannot be computed."""
    try:
        made = execute_analysis(parse_analysis(plain), tables)[0]
    except TallyError:
        return []
    table = cast(TablePayload, made["payload"])
    partial = set(table.get("incomplete", []))
    return [{**dict(zip(table["columns"], row, strict=True)), "incomplete": row[0] in partial} for row in table["rows"]]


def apart_in_total(totals: Sequence[float], rows: int) -> float:
    """0 where groups have the same total, more the more of the whole is where it would not be then; chance does so
    much with few `rows` that it is taken off.
    """
    sizes = [abs(total) for total in totals]
    whole, groups = sum(sizes), len(sizes)
    if groups < 2 or not whole:
        return 0.0
    moved = sum(abs(size / whole - 1 / groups) for size in sizes) / 2
    by_chance = math.sqrt(groups / (2 * math.pi * rows)) if rows else 0.0
    found = max(moved - by_chance, 0.0)
    return found if max(sizes) <= whole * _NEARLY_ALL else found * (1 - max(sizes) / whole)


def apart_in_mean(groups: Sequence[tuple[int, float, float]]) -> float:
    """The part of the variance between groups of (rows, mean, variance) (epsilon squared: 0 is what chance gives)."""
    rows, count = sum(size for size, _, _ in groups), len(groups)
    if count < 2 or rows <= count:
        return 0.0
    mean = sum(size * own for size, own, _ in groups) / rows
    within = sum((size - 1) * variance for size, _, variance in groups if size > 1)
    total = within + sum(size * (own - mean) ** 2 for size, own, _ in groups)
    return max(1 - (within / (rows - count)) / (total / (rows - 1)), 0.0) if total > 0 else 0.0


def apart_in_change(before: Sequence[float], after: Sequence[float]) -> float:
    """How much of what changed between two periods goes against, or beyond, what each group would have done in step
    with the whole: 0 where all moved alike.
    """
    start, end = sum(before), sum(after)
    if len(before) < 2 or not start:
        return 0.0
    out_of_step = sum(abs(new - old * end / start) for old, new in zip(before, after, strict=True)) / 2
    return out_of_step / max(abs(start), abs(end))
