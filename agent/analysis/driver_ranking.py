"""The drivers that several analysts found, ranked by impact x ease."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from agent.analysis.frames.tables import ResultColumn, TableDraft, artifact
from agent.analysis.words import say
from agent.state import Artifact, Cell, Ledger, TablePayload

CARRIED = (
    "impact_pct", "low_pct", "high_pct", "n", "p", "method", "r", "highest", "highest_mean", "highest_n", "lowest",
    "lowest_mean", "lowest_n",
)  # fmt: skip
"""Columns taken over from the tables of drivers."""


@dataclass(frozen=True)
class Ease:
    """How easily the drivers can be changed: an assumption, by column, 1 to 5; `usual` where nothing was said."""

    said: Mapping[str, int]
    usual: int

    def of(self, column: str) -> int:
        """The ease of a column."""
        return self.said.get(column, self.usual)


def rank_drivers(found: Sequence[Artifact], ease: Ease, dropped: Sequence[str]) -> Artifact:
    """One table, a row a column, highest score first: driver, column, ease, score, then what was measured.

    `found` are tables of `drivers`; of several drivers of one column the one of largest impact counts. score is
    impact_pct x ease. Columns in `dropped`, and drivers without an impact, are left out.
    """
    best: dict[str, dict[str, Cell]] = {}
    for one in found:
        table = cast(TablePayload, one["payload"])
        for row in (dict(zip(table["columns"], cells, strict=True)) for cells in table["rows"]):
            column = str(row["column"])
            if row["impact_pct"] is None or column in dropped:
                continue
            if column not in best or _impact(row) > _impact(best[column]):
                best[column] = row
    scored = [(row, ease.of(column), _impact(row) * ease.of(column)) for column, row in best.items()]
    scored.sort(key=lambda each: (-each[2], -_impact(each[0]), str(each[0]["driver"])))
    rows: list[list[Cell]] = [
        [row["driver"], row["column"], rated, score, *[row[name] for name in CARRIED]] for row, rated, score in scored
    ]
    spec: dict[str, Any] = {
        "type": "analysis", "op": "driver_ranking", "of": [one["artifact_id"] for one in found],
        "ease": {str(row["column"]): rated for row, rated, _ in scored}, "left_out": [*dropped],
    }  # fmt: skip
    draft = TableDraft(
        title=say("drivers.ranked_title"),
        columns=_columns(cast(TablePayload, found[0]["payload"])),
        rows=rows,
        keys=("driver",),
        description=say("drivers.ranked_description"),
    )
    ids = list(dict.fromkeys(one for each in found for one in each["dataset_ids"]))
    # a table of drivers always has a ledger
    return artifact(draft, spec, cast(Ledger, found[0]["ledger"]), ids, "main")


def _impact(row: Mapping[str, Cell]) -> float:
    impact = row["impact_pct"]
    return float(impact) if isinstance(impact, int | float) else 0.0


def _columns(source: TablePayload) -> tuple[ResultColumn, ...]:
    carried = [ResultColumn(name, source["formats"][name], source["units"].get(name, "")) for name in CARRIED]
    head = (ResultColumn("driver"), ResultColumn("column"), ResultColumn("ease", "integer"))
    return (*head, ResultColumn("score", "number"), *carried)
