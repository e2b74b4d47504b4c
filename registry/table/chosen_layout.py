"""Where the table stands when a person says so: the line of the names, lines that are left out."""

from collections.abc import Iterable, Iterator, Sequence

from registry.dataset import ReadingChoices
from registry.errors import ReadingChoiceError
from registry.receipt import ReceiptEntry
from registry.sentences import counted, first_lines, were
from registry.text.dialect import Record


def without_skipped(stream: Iterable[Record], choices: ReadingChoices) -> Iterator[Record]:
    """The records that do not start on a line that the person left out."""
    skipped = frozenset(choices.skip_lines)
    return (record for record in stream if record.line not in skipped) if skipped else iter(stream)


def skipped_entries(choices: ReadingChoices) -> list[ReceiptEntry]:
    """What the receipt says of the lines that the person left out."""
    count = len(choices.skip_lines)
    if not count:
        return []
    sentence = f"{counted(count, 'line')} {were(count)} skipped, as you chose."
    return [ReceiptEntry("skipped", sentence, None, count, first_lines(sorted(choices.skip_lines)))]


def chosen_place(head: Sequence[Record], choices: ReadingChoices, detected: int) -> int | None:
    """The index of the record with the column names; None when the person says that there are none.

    A line number within a record names that record. ReadingChoiceError when the file has no such line.
    """
    wanted = choices.header_line
    if wanted is None:
        return detected
    if wanted == 0:
        return None
    place = max((index for index, record in enumerate(head) if record.line <= wanted), default=-1)
    if place < 0 or wanted > head[-1].line or not any(cell.strip() for cell in head[place].fields):
        raise ReadingChoiceError(f"Line {wanted} holds no column names.", "Choose a line that holds text.")
    return place


def joined_header(records: Sequence[Record]) -> Record:
    """One header of several lines: each name below the group that it stands under, "2023 Sales"."""
    width = max(len(record.fields) for record in records)
    rows = [[*record.fields, *[""] * (width - len(record.fields))] for record in records]
    groups = [_to_the_right(row) for row in rows[:-1]]
    names = [
        " ".join(dict.fromkeys(part.strip() for part in parts if part.strip()))
        for parts in zip(*groups, rows[-1], strict=True)
    ]
    return Record(records[0].line, names)


def _to_the_right(row: Sequence[str]) -> list[str]:
    """A group's name stands in its first cell and holds for the blank ones after it."""
    filled: list[str] = []
    for cell in row:
        filled.append(cell if cell.strip() or not filled else filled[-1])
    return filled
