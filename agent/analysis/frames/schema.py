"""The columns that a step of a spec sees: kinds followed through `prepare` without touching the data."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from agent.analysis.words import say
from agent.errors import SpecError
from agent.specs.base import Scalar
from agent.specs.parse import nearest
from registry.profile import ColumnKind, ColumnProfile, DatasetProfile

Storage = Literal["number", "text", "moment", "boolean", "nothing"]
_STORAGE: Mapping[ColumnKind, Storage] = {
    "number": "number",
    "text": "text",
    "date": "moment",
    "datetime": "moment",
    "time": "text",
    "boolean": "boolean",
    "ambiguous_date": "text",
    "empty": "nothing",
}
_FEWEST_YEARS = 3
_YEAR_NAME = re.compile(r"year|jahr|ann[ée]e|\baño|年", re.IGNORECASE)


@dataclass(frozen=True)
class Column:
    """What is known of a column before rows are read.

    `whole`: numbers without a fraction. `plain`: numbers that name rather than measure (years, numbers of orders),
    shown without thousands separators. `order`: the values in their own order where that is not the order of their
    text (weekdays, bins).
    """

    name: str
    kind: ColumnKind
    storage: Storage
    whole: bool = False
    plain: bool = False
    unit: str = ""
    order: tuple[Scalar, ...] = ()
    separator: str = ""  # what parts several values in one cell
    heading: str = ""  # what people read, where a step gave the column a name of its own making

    @property
    def words(self) -> str:
        """What people read."""
        return self.heading or self.name


Schema = Mapping[str, Column]


def column_of(profile: ColumnProfile) -> Column:
    """The column that a profile describes."""
    whole = profile.numeric is not None and profile.numeric.is_integer
    numeric_dtype = re.match(r"u?int|float", profile.dtype, re.IGNORECASE) is not None
    storage: Storage = (
        ("number" if numeric_dtype else "text") if profile.kind == "identifier" else _STORAGE[profile.kind]
    )
    return Column(
        name=profile.name,
        kind=profile.kind,
        storage=storage,
        whole=whole or (profile.kind == "identifier" and numeric_dtype),
        plain=profile.kind == "identifier" or _holds_years(profile),
        unit=profile.unit or "",
        order=profile.order,
        separator=profile.separator,
    )


def _holds_years(profile: ColumnProfile) -> bool:
    """Whether whole numbers are years: by the name of their column, or because each year of a span is there once."""
    numbers = profile.numeric
    if numbers is None or not numbers.is_integer:
        return False
    if _YEAR_NAME.search(profile.name):
        return 1000 <= numbers.minimum <= numbers.maximum <= 2999
    is_span = profile.unique == profile.count == numbers.maximum - numbers.minimum + 1 >= _FEWEST_YEARS
    return is_span and 1500 <= numbers.minimum <= numbers.maximum <= 2100


def schema_of(profile: DatasetProfile) -> dict[str, Column]:
    """The columns of a data set by name, in file order."""
    return {column.name: column_of(column) for column in profile.columns}


def column_named(schema: Schema, name: str, where: Literal["column", "other_column"] = "column") -> Column:
    """The column of this name. SpecError with the nearest names when there is none."""
    if name in schema:
        return schema[name]
    near = nearest(name, schema)
    names = ", ".join(near or [*schema][:40])
    remedy = say("remedy.nearest" if near else "remedy.all", names=names)
    raise SpecError(say(f"refused.no_{where}", name=repr(name)), remedy)


def held_in(column: Column) -> str:
    """What a column holds, in words: "dates"."""
    return say("holding.time" if column.kind == "time" else f"holding.{column.storage}")


def words_of(schema: Schema, names: Iterable[str]) -> list[str]:
    """What people read for these columns."""
    return [schema[name].words for name in names]


def require(schema: Schema, names: Iterable[str]) -> None:
    """SpecError for the first name that is no column."""
    for name in names:
        column_named(schema, name)


def numeric_columns(schema: Schema) -> list[str]:
    """Columns that can be measured: numbers, not identifiers."""
    return [column.name for column in schema.values() if column.kind == "number"]


# ----------------------------------------------------------------
# The columns within whose groups a result may be another one.


MOST_COLUMNS = 20


def stratum_columns(schema: Schema, taken: Sequence[str | None]) -> list[str]:
    """Columns of categories beside those taken: words, true and false, whole numbers; no identifiers. The first 20."""
    found = [
        column.name
        for column in schema.values()
        if column.name not in taken
        and column.kind != "identifier"
        and (column.storage in ("text", "boolean") or (column.storage == "number" and column.whole))
    ]
    return found[:MOST_COLUMNS]
