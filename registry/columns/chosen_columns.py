"""What a person says of columns beyond their cells: names, units, meanings; and choices that no column fits."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from registry.choosing import SHAPES
from registry.columns.typing_rules import TypedColumn
from registry.dataset import ALL_COLUMNS, Dataset, ReadingChoices
from registry.receipt import ReceiptEntry
from registry.sentences import quoted, sentence


def with_units(columns: Sequence[TypedColumn], choices: ReadingChoices) -> tuple[list[TypedColumn], list[ReceiptEntry]]:
    """The columns with the units that were chosen, and an entry for each unit of the file that is another."""
    chosen = dict(choices.units)
    entries = [
        _unit_entry(column, chosen[column.name])
        for column in columns
        if chosen.get(column.name, column.unit or "") != (column.unit or "")
    ]
    return [replace(column, unit=chosen.get(column.name, column.unit) or None) for column in columns], entries


def _unit_entry(column: TypedColumn, unit: str) -> ReceiptEntry:
    if not column.unit:
        told = sentence("columns.unit", column=column.name, unit=unit)
    elif unit:
        told = sentence("columns.unit_instead", column=column.name, unit=unit, before=column.unit)
    else:
        told = sentence("columns.no_unit_instead", column=column.name, before=column.unit)
    return ReceiptEntry("converted", told, column.name)


def descriptions(
    columns: Sequence[TypedColumn], choices: ReadingChoices, in_file: Mapping[str, str] = MappingProxyType({})
) -> dict[str, str]:
    """What columns mean, under the names that they are shown by: as the person says, else as the file says."""
    shown = dict(choices.renamed)
    known = {column.name for column in columns}
    words = {shown.get(name, name): text for name, text in {**in_file, **dict(choices.described)}.items() if text}
    return {name: text for name, text in words.items() if name in known}


def settle_entries(entries: Iterable[ReceiptEntry], choices: ReadingChoices) -> list[ReceiptEntry]:
    """The entries, those that a person has looked at and left as they were no longer unsure."""
    return [
        replace(entry, action="assumed", sentence=sentence("group.settled", said=entry.sentence))
        if entry.action == "unsure" and entry.choice in choices.declined
        else entry
        for entry in entries
    ]


def as_left(dataset: Dataset, choices: ReadingChoices) -> Dataset | None:
    """The data set by choices that only leave more as it is: the same data. None for choices that change anything."""
    declined = set(dataset.choices.declined)
    if replace(choices, declined=dataset.choices.declined) != dataset.choices or not declined < {*choices.declined}:
        return None
    entries = tuple(settle_entries(dataset.receipt.entries, choices))
    return replace(dataset, choices=choices, receipt=replace(dataset.receipt, entries=entries))


def unmet_entries(names: Sequence[str], choices: ReadingChoices) -> Iterator[ReceiptEntry]:
    """A warning for choices about columns that this reading of the file does not have."""
    known = {*names, ALL_COLUMNS}
    named = {
        element if shape == "column" else element[0]
        for field, shape in SHAPES.items()
        if shape in ("column", "of_column", "word")
        for element in getattr(choices, field)
    }
    if unmet := sorted(named - known):
        yield ReceiptEntry("warning", sentence("columns.unmet", shown=quoted(unmet)), None, len(unmet))
