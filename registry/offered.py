"""The tables that one file offers: sheets of a workbook, tables of a database, files of an archive."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

INSIDE = "//"
"""Between the key of a file in an archive and the key of a table inside that file."""


@dataclass(frozen=True)
class OfferedTable:
    """One table of a file. `key` is what `ReadingChoices.table` names it by; a size that is not known yet is None."""

    key: str
    title: str
    rows: int | None = None
    columns: int | None = None


def is_meant(key: str, wanted: str) -> bool:
    """Whether a key names the table that is wanted, or the file or sheet that the table is in."""
    return wanted == key or wanted.startswith(key + INSIDE)


def inside(key: str | None, wanted: str | None) -> str | None:
    """The part of a key that names a table inside what `key` names; None when it names no more than that."""
    if key is None or wanted is None:
        return wanted
    return wanted.removeprefix(key).removeprefix(INSIDE) or None


def nest_tables(
    outer: Sequence[OfferedTable], place: str | None, inner: Sequence[OfferedTable], chosen: str | None
) -> tuple[tuple[OfferedTable, ...], str | None]:
    """All tables, where the one at `place` turned out to hold several, and the key of the one that was chosen."""
    if not inner or place is None:
        return (tuple(inner), chosen) if place is None else (tuple(outer), place)
    own = [replace(table, key=f"{place}{INSIDE}{table.key}") for table in inner]
    every = [each for table in outer for each in (own if table.key == place else [table])]
    return tuple(every or own), f"{place}{INSIDE}{chosen}"
