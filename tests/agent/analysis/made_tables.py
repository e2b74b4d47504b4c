"""Small tables with their profiles, behind pandas and behind DuckDB."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, cast

import duckdb
import numpy as np
import pandas as pd

from agent.analysis.execute import execute_analysis
from agent.analysis.frames.source import Table
from agent.specs.parse import parse_analysis
from agent.state import Artifact, Cell, TablePayload
from registry.profile import ColumnKind, ColumnProfile, DatasetProfile, NumericSummary

Engine = Literal["pandas", "duckdb"]
ENGINES: tuple[Engine, ...] = ("pandas", "duckdb")


def profile_of(
    frame: pd.DataFrame, kinds: Mapping[str, ColumnKind] | None = None, units: Mapping[str, str] | None = None,
    dataset_id: str = "ds", name: str = "people.csv",
) -> DatasetProfile:  # fmt: skip
    """A profile as the registry would make it, with kinds read off the dtypes where they are not given."""
    columns = tuple(
        _column(name, frame[name], (kinds or {}).get(name), (units or {}).get(name)) for name in frame.columns
    )
    return DatasetProfile(dataset_id, name, 1, len(frame), columns, int(frame.duplicated().sum()))


def _column(name: str, values: pd.Series, kind: ColumnKind | None, unit: str | None) -> ColumnProfile:
    found = kind or _kind(values)
    numeric = None
    if found == "number":
        kept = values.dropna().astype(float)
        whole = bool(len(kept)) and bool((kept % 1 == 0).all())
        numeric = NumericSummary(
            float(kept.min()), float(kept.max()), float(kept.mean()), float(kept.median()), float(kept.std()),
            float(kept.var()), whole,
        )  # fmt: skip
    return ColumnProfile(
        name, found, str(values.dtype), int(values.count()), int(values.isna().sum()), int(values.nunique()), numeric,
        unit=unit,
    )  # fmt: skip


def _kind(values: pd.Series) -> ColumnKind:
    if pd.api.types.is_bool_dtype(values):
        return "boolean"
    if pd.api.types.is_numeric_dtype(values):
        return "number"
    return "date" if pd.api.types.is_datetime64_any_dtype(values) else "text"


def table(
    frame: pd.DataFrame, engine: Engine = "pandas", kinds: Mapping[str, ColumnKind] | None = None,
    units: Mapping[str, str] | None = None, dataset_id: str = "ds", name: str = "people.csv",
) -> Table:  # fmt: skip
    """The frame as a table of an engine."""
    held: Any = frame if engine == "pandas" else duckdb.from_df(frame)
    return Table(dataset_id, name, held, profile_of(frame, kinds, units, dataset_id, name))


def tables(*held: Table) -> dict[str, Table]:
    """Tables by id."""
    return {each.dataset_id: each for each in held}


def run(spec: Mapping[str, object], *held: Table) -> list[Artifact]:
    """The artifacts of a spec given as JSON."""
    return execute_analysis(parse_analysis(spec), tables(*held))


def payload(artifact: Artifact) -> TablePayload:
    """The table of an artifact."""
    return cast(TablePayload, artifact["payload"])


def rows(artifact: Artifact) -> list[list[Cell]]:
    """The rows of an artifact's table."""
    return list(payload(artifact)["rows"])


def column(artifact: Artifact, name: str) -> list[Cell]:
    """The cells of one column."""
    at = payload(artifact)["columns"].index(name)
    return [row[at] for row in rows(artifact)]


def one(artifact: Artifact) -> dict[str, Cell]:
    """The only row, by column."""
    found = rows(artifact)
    assert len(found) == 1, found
    return dict(zip(payload(artifact)["columns"], found[0], strict=True))


def by_key(artifact: Artifact, value: str) -> dict[Cell, Cell]:
    """First column -> a column's value."""
    return {row[0]: cell for row, cell in zip(rows(artifact), column(artifact, value), strict=True)}


def notes(artifact: Artifact) -> str:
    """All notes of the ledger."""
    assert artifact["ledger"] is not None
    return "\n".join(artifact["ledger"]["notes"])


def rows_used(artifact: Artifact) -> int:
    """How many rows the ledger says were used."""
    assert artifact["ledger"] is not None
    return artifact["ledger"]["rows_used"]


def moments(*texts: str | None) -> pd.Series:
    """ISO texts as a column of dates."""
    return pd.to_datetime(pd.Series(texts, dtype="str"), format="ISO8601")


def people() -> pd.DataFrame:
    """240 people: text with missing cells, numbers, dates over two years, times, truth, numbers of people."""
    rng = np.random.default_rng(7)
    size = 240
    team = rng.choice(np.array(["Sales", "Research", "Support", None]), size, p=[0.4, 0.3, 0.2, 0.1])
    pay = np.round(rng.lognormal(8, 0.4, size), 2)
    pay[rng.random(size) < 0.1] = np.nan
    days = pd.to_datetime("2021-01-10") + pd.to_timedelta(rng.integers(0, 700, size), unit="D")
    hired = pd.Series(days).mask(rng.random(size) < 0.05)
    hours, minutes = rng.integers(6, 20, size), rng.integers(0, 60, size)
    return pd.DataFrame(
        {
            "person": [f"{number:05d}" for number in range(size)],
            "team": pd.Series(team, dtype="str"),
            "level": pd.Series(rng.choice(["Junior", "Senior"], size), dtype="str"),
            "pay": pay,
            "age": rng.integers(19, 66, size),
            "score": np.round(rng.normal(50, 10, size), 1),
            "hired": hired,
            "starts": pd.Series([f"{h:02d}:{m:02d}:00" for h, m in zip(hours, minutes, strict=True)], dtype="str"),
            "remote": rng.random(size) < 0.4,
        }
    )


PEOPLE_KINDS: Mapping[str, ColumnKind] = {"person": "identifier", "starts": "time"}


def people_table(engine: Engine = "pandas", columns: Sequence[str] | None = None) -> Table:
    """The people as a table."""
    frame = people() if columns is None else people()[list(columns)]
    return table(frame, engine, PEOPLE_KINDS)
