"""What is known of a column and of a data set: the only view of the data that reasoning gets."""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

ColumnKind = Literal[
    "number",  # int64 or float64
    "text",  # pandas str
    "date",  # datetime64[us], midnight everywhere
    "datetime",  # datetime64[us]
    "time",  # text HH:MM:SS
    "boolean",  # bool, or nullable boolean
    "identifier",  # names a row or a thing (order number, customer id): counted, never averaged
    "ambiguous_date",  # text: every value reads as day/month and as month/day, so it has to be asked
    "empty",  # no value at all
]


@dataclass(frozen=True)
class ValueCount:
    """A value as shown to people, and in how many rows it stands."""

    value: str
    count: int


@dataclass(frozen=True)
class NumericSummary:
    """Over the non-missing values. `std` and `variance` are the sample's (ddof 1)."""

    minimum: float
    maximum: float
    mean: float
    median: float
    std: float
    variance: float
    is_integer: bool


@dataclass(frozen=True)
class ColumnProfile:
    """One column: what it is, how complete it is, what stands in it."""

    name: str
    kind: ColumnKind
    dtype: str
    count: int  # non-missing
    missing: int
    unique: int
    numeric: NumericSummary | None = None
    first: str | None = None  # earliest date or time, ISO
    last: str | None = None
    top_values: tuple[ValueCount, ...] = ()  # most frequent first, ten at most; () for numbers
    unit: str | None = None  # "USD", "EUR", "JPY", "%", ... as read from header or cells
    samples: tuple[str, ...] = ()  # a few values: head, middle, tail, rare
    description: str = ""  # what the file or the person says that the column means
    separator: str = ""  # of a text: what parts the several values that its cells hold (see several_values)
    order: tuple[str, ...] = ()  # all values of a text in their own order, where that is not the one of their letters

    @property
    def missing_share(self) -> float:
        """Share of missing cells, 0 to 1; 0 for a column of no rows."""
        rows = self.count + self.missing
        return self.missing / rows if rows else 0.0


@dataclass(frozen=True)
class DatasetProfile:
    """A data set as reasoning sees it: no frame, no rows beyond a few samples."""

    dataset_id: str
    name: str
    version: int
    rows: int
    columns: tuple[ColumnProfile, ...]
    duplicate_rows: int  # rows that repeat an earlier row exactly
    title: str = ""  # the lines above and below the table: what it is about

    def column(self, name: str) -> ColumnProfile | None:
        """The column of exactly this name, or None."""
        return self._by_name.get(name)

    @cached_property
    def _by_name(self) -> dict[str, ColumnProfile]:
        return {column.name: column for column in reversed(self.columns)}  # the first of a name, were there two

    @cached_property
    def column_names(self) -> tuple[str, ...]:
        """Names in file order."""
        return tuple(column.name for column in self.columns)
