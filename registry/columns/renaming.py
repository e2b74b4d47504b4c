"""Columns under other names than their file gives them, as the person chose."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from registry.columns.typing_rules import TypedColumn
from registry.dataset import Dataset, ReadingChoices
from registry.errors import ColumnNameError
from registry.receipt import ReceiptEntry
from registry.sentences import sentence

T = TypeVar("T")
LONGEST_NAME = 120  # characters


def with_renamed(dataset: Dataset, column: str, name: str) -> ReadingChoices:
    """The choices of a data set with one more column under another name.

    ColumnNameError when there is no such column, another one has the name, or it cannot be a name.
    """
    known = dataset.profile.column_names
    wanted = " ".join(name.split())
    if column not in known:
        names = ", ".join(known[:12])
        raise ColumnNameError(sentence("refused.no_column", name=column), sentence("do.use_one_of", names=names))
    if wanted in known:
        raise _taken(wanted)
    _check_name(wanted)
    original = name_in_file(dataset.choices, column)
    others = tuple(pair for pair in dataset.choices.renamed if pair[0] != original)
    return replace(dataset.choices, renamed=(*others, *(((original, wanted),) if wanted != original else ())))


def _check_name(name: str) -> None:
    if not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
        raise ColumnNameError(sentence("refused.no_name"), sentence("do.plain_characters", count=LONGEST_NAME))


def _taken(name: str) -> ColumnNameError:
    return ColumnNameError(sentence("refused.name_taken", name=name), sentence("do.another_name"))


def _check_names(names: Sequence[str], choices: ReadingChoices) -> None:
    """ColumnNameError when a chosen name cannot be one, or two columns would have the same."""
    shown = dict(choices.renamed)
    for name in shown.values():
        _check_name(name)
    counts = Counter(shown.get(name, name) for name in names)
    for name, count in counts.items():
        if count > 1:
            raise _taken(name)


def name_in_file(choices: ReadingChoices, column: str) -> str:
    """What the file calls a column that is shown under this name."""
    return {shown: name for name, shown in choices.renamed}.get(column, column)


def by_names_in_file(choices: ReadingChoices) -> ReadingChoices:
    """The choices with columns called as the file calls them, for reading it."""
    in_file = {name for name, _ in choices.renamed}
    original = {shown: name for name, shown in choices.renamed if shown not in in_file}

    def of_column(pairs: tuple[tuple[str, T], ...]) -> tuple[tuple[str, T], ...]:
        return tuple((original.get(name, name), value) for name, value in pairs)

    return replace(
        choices,
        day_first=of_column(choices.day_first),
        keep_text=tuple(original.get(name, name) for name in choices.keep_text),
        kinds=of_column(choices.kinds),
        described=of_column(choices.described),
        units=of_column(choices.units),
        missing_words=of_column(choices.missing_words),
        kept_words=of_column(choices.kept_words),
        spellings=of_column(choices.spellings),
        fill_down=tuple(original.get(name, name) for name in choices.fill_down),
    )


def under_new_names(
    columns: Sequence[TypedColumn], choices: ReadingChoices
) -> tuple[list[TypedColumn], list[ReceiptEntry]]:
    """The columns as they are to be called, and a receipt entry for each that is called otherwise than in the file.

    ColumnNameError when a chosen name cannot be one, or two columns would have the same.
    """
    _check_names([column.name for column in columns], choices)
    shown = dict(choices.renamed)
    renamed = [column.name for column in columns if column.name in shown]
    entries = [
        ReceiptEntry("converted", sentence("columns.renamed", written=name, column=shown[name]), shown[name], 1)
        for name in renamed
    ]
    return [replace(column, name=shown.get(column.name, column.name)) for column in columns], entries


def entries_under_new_names(entries: Iterable[ReceiptEntry], choices: ReadingChoices) -> list[ReceiptEntry]:
    """Receipt entries that name columns as they are shown."""
    shown = dict(choices.renamed)
    return [
        replace(entry, column=shown.get(entry.column, entry.column)) if entry.column else entry for entry in entries
    ]
