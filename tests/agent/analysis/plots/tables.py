"""Tables for the tests of plots, with profiles made from the frames."""

from collections.abc import Mapping
from typing import Any, cast

import numpy as np
import pandas as pd

from agent.analysis.plots import DRAWERS
from agent.analysis.source import Table
from agent.specs.parse import parse_plot
from agent.state import Artifact, TablePayload
from registry.profile import ColumnKind, ColumnProfile, DatasetProfile, NumericSummary

Payload = dict[str, Any]


def profile_of(name: str, cells: pd.Series, unit: str | None) -> ColumnProfile:
    kind: ColumnKind = "text"
    numeric = None
    if pd.api.types.is_bool_dtype(cells):
        kind = "boolean"
    elif pd.api.types.is_datetime64_any_dtype(cells):
        kind = "datetime"
    elif pd.api.types.is_numeric_dtype(cells):
        kind = "number"
        known = cells.dropna()
        whole = bool((known == np.floor(known)).all())
        numeric = NumericSummary(
            float(known.min()), float(known.max()), float(known.mean()), float(known.median()), float(known.std()),
            float(known.var()), whole,
        )  # fmt: skip
    return ColumnProfile(
        name, kind, str(cells.dtype), int(cells.notna().sum()), int(cells.isna().sum()), int(cells.nunique()),
        numeric=numeric, unit=unit,
    )  # fmt: skip


def tables_of(frame: pd.DataFrame, native: object = None, units: Mapping[str, str] = {}) -> dict[str, Table]:
    """One data set "d1" named people.csv; `native` replaces the frame by another engine's."""
    columns = tuple(profile_of(str(name), frame[name], units.get(str(name))) for name in frame.columns)
    profile = DatasetProfile("d1", "people.csv", 1, len(frame), columns, 0)
    return {"d1": Table("d1", "people.csv", frame if native is None else native, profile)}


def drawn(spec: Payload, tables: Mapping[str, Table]) -> list[Artifact]:
    parsed = parse_plot(spec)
    return DRAWERS[parsed.kind](parsed, tables)


def figure_of(artifacts: list[Artifact]) -> Payload:
    return cast(Payload, artifacts[0]["payload"])


def table_of(artifacts: list[Artifact]) -> TablePayload:
    return cast(TablePayload, artifacts[1]["payload"])


def column(table: TablePayload, name: str) -> list[Any]:
    at = table["columns"].index(name)
    return [row[at] for row in table["rows"]]
