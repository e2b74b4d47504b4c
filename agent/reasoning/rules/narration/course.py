"""From the first point of a series to its last, in words."""

from collections.abc import Sequence

from agent.reasoning.rules.narration.groups import AnyScene, Told, with_incomplete
from agent.reasoning.rules.narration.view import TableView
from agent.specs.references import arithmetic

MOST_TIMES = 10
"""A rise to more than this many times is told by its ends only: 2,650 % says little."""


def course(scene: AnyScene, table: TableView, told: Told, key: str, points: Sequence[tuple[int, float]]) -> str:
    """By how much a value rose or fell over the complete ones of `points` (row, value), in time order; ""
    where that cannot be said."""
    if not table.is_whole:
        return ""
    kept = table.complete([row for row, _ in points])
    points = [(row, value) for row, value in points if row in kept]
    if len(points) < 2:
        return ""
    (first, before), (last, after) = points[0], points[-1]
    ends = {"first": table.ref(first, key), "last": table.ref(last, key)}
    if before == after:
        return with_incomplete(scene, table, scene.say("trend.same", **ends))
    values = {"before": table.ref(first, told.column), "after": table.ref(last, told.column)}
    direction = "rose" if after > before else "fell"
    if before <= 0 or after > MOST_TIMES * before:
        return with_incomplete(scene, table, scene.say(f"trend.{direction}", **ends, **values))
    start, end = table.term(first, told.column), table.term(last, told.column)
    change = f"({end} - {start})" if after > before else f"({start} - {end})"
    told_by = scene.say(f"trend.{direction}_by", by=arithmetic(f"{change} / {start}", "percent"), **ends)
    return with_incomplete(scene, table, told_by)
