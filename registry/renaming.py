"""Columns under other names than their file gives them, as the person chose."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from registry.dataset import Dataset, ReadingChoices
from registry.errors import ColumnNameError
from registry.receipt import ReceiptEntry
from registry.typing_rules import TypedColumn

LONGEST_NAME = 120  # characters


def with_renamed(dataset: Dataset, column: str, name: str) -> ReadingChoices:
    """The choices of a data set with one more column under another name.

    ColumnNameError when there is no such column, another one has the name, or it cannot be a name.
    """
    known = dataset.profile.column_names
    wanted = " ".join(name.split())
    if column not in known:
        raise ColumnNameError(f"There is no column {column}.", f"Use one of {', '.join(known[:12])}.")
    if wanted in known:
        raise ColumnNameError(f"There is a column {wanted} already.", "Choose another name.")
    if not wanted or len(wanted) > LONGEST_NAME or not wanted.isprintable():
        raise ColumnNameError("This cannot be the name of a column.", f"Use 1 to {LONGEST_NAME} plain characters.")
    in_file = {shown: original for original, shown in dataset.choices.renamed}
    original = in_file.get(column, column)
    others = tuple(pair for pair in dataset.choices.renamed if pair[0] != original)
    return replace(dataset.choices, renamed=(*others, *(((original, wanted),) if wanted != original else ())))


def by_names_in_file(choices: ReadingChoices) -> ReadingChoices:
    """The choices with columns called as the file calls them, for reading it."""
    original = {shown: name for name, shown in choices.renamed}
    return replace(
        choices,
        day_first=tuple((original.get(name, name), first) for name, first in choices.day_first),
        keep_text=tuple(original.get(name, name) for name in choices.keep_text),
    )


def under_new_names(
    columns: Sequence[TypedColumn], choices: ReadingChoices
) -> tuple[list[TypedColumn], list[ReceiptEntry]]:
    """The columns as they are to be called, and a receipt entry for each that is called otherwise than in the file."""
    shown = dict(choices.renamed)
    renamed = [column.name for column in columns if column.name in shown]
    entries = [
        ReceiptEntry(
            "converted", f"Column “{name}” of the file is shown as “{shown[name]}”, as you asked.", shown[name], 1
        )
        for name in renamed
    ]
    return [replace(column, name=shown.get(column.name, column.name)) for column in columns], entries


def entries_under_new_names(entries: Iterable[ReceiptEntry], choices: ReadingChoices) -> list[ReceiptEntry]:
    """Receipt entries that name columns as they are shown."""
    shown = dict(choices.renamed)
    return [
        replace(entry, column=shown.get(entry.column, entry.column)) if entry.column else entry for entry in entries
    ]
