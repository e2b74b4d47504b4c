"""Results as elements of a report: pictures with their words, tables with their first rows."""

from collections.abc import Collection, Mapping
from typing import Any, cast

from agent.report.cells import NOTHING, header, is_numeric, is_of_test, shown_rows
from agent.report.elements import Grid, Picture
from agent.state import Artifact, TablePayload

MOST_OPEN_ROWS = 12
"""Rows of a table that need not be folded; of one that only supports a picture not more are shown."""
SPARED_ROWS = 3
"""So few rows are not folded away by themselves."""
_BEST = ("line", "bar", "pareto", "area", "heatmap", "box", "pie")
"""Kinds of pictures, those first that tell most at a glance; all others come after."""
_MOST_MARKS = 15
"""Bars that are taken in at a glance."""


def picture_of_figure(artifact: Artifact) -> Picture:
    layout = cast(Mapping[str, Any], artifact["payload"]).get("layout")
    meta = layout.get("meta") if isinstance(layout, Mapping) else None
    told = str(meta.get("alt", "")) if isinstance(meta, Mapping) else ""
    told = told or f"{artifact['title']}. {artifact['description']}"
    return Picture(artifact, artifact["description"].strip(), " ".join(told.split()))


def rank_of(picture: Picture) -> int:
    """Small for a picture that tells much at a glance; the first of several that tell as much is taken."""
    data = cast(Mapping[str, Any], picture.artifact["payload"]).get("data") or []
    spec = picture.artifact["spec"] or {}
    kind = str(spec.get("kind") or {"time_trend": "line"}.get(str(spec.get("op")), "bar"))
    place = _BEST.index(kind) if kind in _BEST else len(_BEST)
    marks = max((len(trace.get("y") or ()) for trace in data), default=0)
    return place + (len(_BEST) if kind == "bar" and marks > _MOST_MARKS else 0)


def holds_rows(artifact: Artifact) -> bool:
    """Has a table anything to show?"""
    return cast(TablePayload, artifact["payload"])["total_rows"] > 0


def grid_of(artifact: Artifact, *, folded: bool, most: int, drawn: Collection[str] = ()) -> Grid:
    """A table's first rows. One that supports a picture is folded where it is long, and has no title of its own where
    it is `drawn` under the same one. Columns of a test without a value are left out."""
    table = cast(TablePayload, artifact["payload"])
    rows = shown_rows(table, most)
    is_test = is_of_test(table)  # it has a column for whatever some test gives
    kept = [at for at, _ in enumerate(table["columns"]) if not is_test or any(row[at] != NOTHING for row in rows)]
    columns = [table["columns"][at] for at in kept]
    heads = tuple(header(column, table["units"], table.get("headings", {})) for column in columns)
    cells = tuple(tuple(row[at] for at in kept) for row in rows)
    numeric = tuple(is_numeric(table, column) for column in columns)
    is_folded = folded and (len(cells) > MOST_OPEN_ROWS + SPARED_ROWS or artifact["role"] == "detail")
    caption = "" if artifact["title"] in drawn and not is_folded else artifact["title"]
    return Grid(artifact, caption, heads, numeric, cells, table["total_rows"], is_folded)
