"""The profile of a data set after steps: what reading needs to know of columns that do not stand in the file."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from agent.analysis.prepare import schema_after
from agent.analysis.schema import Column, schema_of
from agent.reasoning.rules.reading.frame import Preparation
from agent.specs.transforms import FillMissing, Transform
from registry.profile import ColumnKind, ColumnProfile, DatasetProfile

_DTYPES: dict[ColumnKind, str] = {"number": "float64", "text": "str", "date": "datetime64[us]", "boolean": "boolean"}


@dataclass(frozen=True)
class PreparedProfile(DatasetProfile):
    """A data set with the columns that stand after `preparation`."""

    preparation: Preparation | None = None
    raw: DatasetProfile | None = None


def prepared(datasets: Sequence[DatasetProfile], preparation: Preparation | None) -> tuple[DatasetProfile, ...]:
    """The profiles with the data set of the preparation as it stands after it. SpecError when a step does not fit."""
    raw = [as_in_the_file(table) for table in datasets]
    return tuple(
        _after(table, preparation) if preparation and table.dataset_id == preparation.dataset_id else table
        for table in raw
    )


def as_in_the_file(table: DatasetProfile) -> DatasetProfile:
    """The profile before any preparation."""
    return table.raw or table if isinstance(table, PreparedProfile) else table


def made_in(table: DatasetProfile) -> set[str]:
    """The columns that a preparation made."""
    return table.preparation.made if isinstance(table, PreparedProfile) and table.preparation else set()


def _after(table: DatasetProfile, preparation: Preparation) -> DatasetProfile:
    schema = schema_after(schema_of(table), preparation.steps, {table.dataset_id: table})
    own = {column.name: column for column in table.columns}
    filled = {name for step in preparation.steps for name in _filled(step)}
    columns = tuple(_profile(column, own.get(column.name), table.rows, filled) for column in schema.values())
    return PreparedProfile(
        table.dataset_id, table.name, table.version, table.rows, columns, table.duplicate_rows, table.title,
        preparation, table,
    )  # fmt: skip


def _filled(step: Transform) -> list[str]:
    return step.cols if isinstance(step, FillMissing) and not step.by else []


def _profile(column: Column, own: ColumnProfile | None, rows: int, filled: set[str]) -> ColumnProfile:
    if own is None:
        return ColumnProfile(
            column.name, column.kind, _DTYPES.get(column.kind, "str"), rows, 0, rows, unit=column.unit or None
        )
    if column.name in filled:
        return replace(own, count=own.count + own.missing, missing=0)
    return own
