"""The order of result rows: always the same for the same data, whatever the engine."""

from collections.abc import Iterable, Sequence

import narwhals as nw

from agent.analysis.frames.schema import Schema
from agent.analysis.frames.source import Frame
from agent.specs.base import Scalar
from agent.state import Cell

_RANK = "__rank{}"
_PLACE = "__place"


def sort_rows(frame: Frame, schema: Schema, by: Sequence[tuple[str, bool]]) -> Frame:
    """The rows sorted by (column, descending) pairs, missing last.

    Weekdays and bins go in their own order, not in that of their letters.
    """
    ranked = {name: _RANK.format(at) for at, (name, _) in enumerate(by) if name in schema and schema[name].order}
    ranks = [
        nw.col(name)
        .replace_strict(
            {value: float(at) for at, value in enumerate(schema[name].order)}, default=None, return_dtype=nw.Float64()
        )
        .alias(rank)
        for name, rank in ranked.items()
    ]
    keys: list[tuple[str, bool]] = []
    for name, descending in by:
        keys += [(ranked[name], descending)] if name in ranked else []
        keys.append((name, descending))
    return (
        frame.with_columns(ranks)
        .sort([name for name, _ in keys], descending=[descending for _, descending in keys], nulls_last=True)
        .drop(list(ranked.values()))
    )


def best_within(frame: Frame, by: Sequence[str], column: str, descending: bool, k: int, skip: int = 0) -> Frame:
    """The rows in the first `k` places of each group by a column, without the first `skip`; equal ones share a place,
    missing ones have none.
    """
    place = nw.col(column).rank("min", descending=descending).over(*by)
    return frame.with_columns(place.alias(_PLACE)).filter((nw.col(_PLACE) <= k) & (nw.col(_PLACE) > skip)).drop(_PLACE)


def places_within(frame: Frame, by: Sequence[str], order: Sequence[tuple[str, bool]], skip: int, k: int) -> Frame:
    """The rows in `k` places of each group after the first `skip`, ranked by (column, descending) pairs.

    Rows equal in all of these share a place. A row without a value in the first column has none; without one in a
    further column it comes after those that have one.
    """
    place, group = nw.lit(0), list(by)
    for at, (name, descending) in enumerate(order):
        cell = nw.col(name)
        among = cell.rank("min", descending=descending).over(*group).cast(nw.Float64)
        if at:
            behind = (~cell.is_null()).cast(nw.Int64).sum().over(*group).cast(nw.Float64)
            among = nw.when(cell.is_null()).then(behind).otherwise(among - 1)
        place, group = place + among, [*group, name]
    placed = frame.with_columns(place.alias(_PLACE))
    return placed.filter((nw.col(_PLACE) > skip) & (nw.col(_PLACE) <= skip + k)).drop(_PLACE)


def sortable(value: Cell) -> tuple[int, float, str]:
    """Numbers before text, each in its own order."""
    return (1, 0.0, value) if isinstance(value, str) else (0, float(value or 0), "")


def natural(values: Iterable[Cell], order: Sequence[Scalar] = ()) -> list[Cell]:
    """Cells in their own order where there is one (weekdays, bins), else ascending; missing last."""
    ranks: dict[Cell, int] = {value: rank for rank, value in enumerate(order)}
    return sorted(values, key=lambda value: (value is None, ranks.get(value, len(ranks)), sortable(value)))
