"""Names of the columns: as the file gives them, made unique, with their units."""

from collections.abc import Sequence
from dataclasses import dataclass

from registry.receipt import ReceiptEntry
from registry.sentences import quoted, sentence
from registry.table.header_place import named_again
from registry.table.layout import Layout
from registry.text.dialect import Record
from registry.values.units import is_unit, normal_unit, unit_in_brackets, unit_of_header
from registry.values.word_lists import is_missing

UNNAMED = "columns.unnamed"
"""The sentence about a column that has no name in the file."""


@dataclass(frozen=True)
class NamedColumns:
    """Names and units in file order, and how many cells a row has."""

    names: tuple[str, ...]
    units: tuple[str | None, ...]
    width: int
    entries: tuple[ReceiptEntry, ...]


def name_columns(layout: Layout, head: Sequence[Record]) -> NamedColumns:
    """Unique names; an empty one becomes "column_3", a repeated one "price_2", each with a receipt entry."""
    written, entries = _names_written(layout, head)
    line = (layout.header.line,) if layout.header else ()
    cleaned = [" ".join(name.replace("\n", " ").replace("\r", " ").split(" ")).strip() for name in written]
    names: list[str] = []
    taken = {name for name in cleaned if name}
    for position, name in enumerate(cleaned, 1):
        unique = name or _free(f"column_{position}", taken)
        if unique in names:
            unique = _free(f"{unique}_{1 + names.count(unique) + 0}", taken, unique)
            told = sentence("columns.same_name", written=name, place=position, column=unique)
            entries.append(ReceiptEntry("converted", told, unique, 1, line))
        elif not name and layout.header is not None:
            told = sentence(UNNAMED, place=position, column=unique)
            entries.append(ReceiptEntry("converted", told, unique, 1, line))
        taken.add(unique)
        names.append(unique)
    units = _units(names, layout)
    return NamedColumns(tuple(names), units, len(names), tuple(entries))


def _free(wanted: str, taken: set[str], stem: str = "") -> str:
    """The wanted name, or the next one that no column has."""
    if not stem:
        stem = wanted
        if wanted not in taken:
            return wanted
    number = 2
    while f"{stem}_{number}" in taken:
        number += 1
    return f"{stem}_{number}"


def _names_written(layout: Layout, head: Sequence[Record]) -> tuple[list[str], list[ReceiptEntry]]:
    """The names as the header gives them, made as many as the rows have cells."""
    if layout.header is None:
        return [""] * layout.width, []
    names = list(layout.header.fields)
    surplus = layout.width - len(names)
    if surplus <= 0:
        return names, []
    rows = [record.fields for record in head[layout.first_data :] if len(record.fields) == layout.width]
    if not any(cell.strip() for row in rows for cell in row[len(names) :]):
        return names, []  # a delimiter at the end of each row
    again = named_again(names, head[layout.first_data :])
    if again is not None and len(again.fields) == layout.width:
        told = sentence("columns.named_again", shown=quoted(again.fields[len(names) :]))
        return list(again.fields), [ReceiptEntry("assumed", told, None, surplus, (again.line,))]
    line = (layout.header.line,)
    fitting = any(len(record.fields) == len(names) for record in head[layout.first_data :] if any(record.fields))
    if surplus == 1 and not fitting and len({row[0] for row in rows}) == len(rows):
        return ["", *names], [ReceiptEntry("assumed", sentence("columns.label"), None, 1, line)]
    told = sentence("columns.surplus", width=layout.width, names=len(names), shown=quoted(names))
    return [*names, *[""] * surplus], [ReceiptEntry("warning", told, None, surplus, line)]


def _units(names: Sequence[str], layout: Layout) -> tuple[str | None, ...]:
    below = layout.units.fields if layout.units else []
    units: list[str | None] = []
    for position, name in enumerate(names):
        unit = unit_of_header(name)
        cell = below[position].strip() if position < len(below) else ""
        if cell and not is_missing(cell):
            bracketed = unit_in_brackets(cell)
            unit = normal_unit(bracketed) if bracketed else normal_unit(cell) if is_unit(cell) else unit
        units.append(unit)
    return tuple(units)
