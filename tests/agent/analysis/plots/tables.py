"""Tables for the tests of plots, with profiles made from the frames."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

import pandas as pd

from agent.analysis.frames.source import Table
from agent.analysis.plots import DRAWERS
from agent.specs.parse import parse_plot
from agent.state import Artifact, TablePayload
from tests.agent.analysis.made_tables import table, tables

Payload = dict[str, Any]


def tables_of(frame: pd.DataFrame, native: object = None, units: Mapping[str, str] = {}) -> dict[str, Table]:
    """One data set "d1" named people.csv; `native` replaces the frame by another engine's."""
    moments = frame.select_dtypes("datetime").columns
    made = table(frame, kinds=dict.fromkeys(moments, "datetime"), units=units, dataset_id="d1")
    return tables(made if native is None else replace(made, frame=cast(Any, native)))


def drawn(spec: Payload, held: Mapping[str, Table]) -> list[Artifact]:
    parsed = parse_plot(spec)
    return DRAWERS[parsed.kind](parsed, held)


def figure_of(artifacts: list[Artifact]) -> Payload:
    return cast(Payload, artifacts[0]["payload"])


def table_of(artifacts: list[Artifact]) -> TablePayload:
    return cast(TablePayload, artifacts[1]["payload"])


def column(drawn: TablePayload, name: str) -> list[Any]:
    at = drawn["columns"].index(name)
    return [row[at] for row in drawn["rows"]]
