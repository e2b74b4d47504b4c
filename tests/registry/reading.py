"""Short ways to read an inline CSV in the registry's tests."""

from registry.dataset import DETECT, ReadingChoices
from registry.file_reader import ReadFile, read_file
from registry.receipt import ReceiptAction, ReceiptEntry


def read(text: str | bytes, choices: ReadingChoices = DETECT) -> ReadFile:
    """The table of a small file."""
    content = text.encode() if isinstance(text, str) else text
    return read_file(content, "table.csv", choices)


def column(text: str | bytes, name: str, choices: ReadingChoices = DETECT) -> list[object]:
    """The cells of one column, None for a missing one."""
    series = read(text, choices).frame[name]
    return [None if missing else value for value, missing in zip(series.tolist(), series.isna(), strict=True)]


def said(table: ReadFile, action: ReceiptAction, words: str) -> ReceiptEntry:
    """The receipt's one entry of this action that holds these words."""
    found = [entry for entry in table.receipt.of(action) if words in entry.text]
    assert len(found) == 1, f"{words!r} in {[entry.text for entry in table.receipt.entries]}"
    return found[0]


def one_column(cells: list[str], name: str = "v") -> str:
    """A file with a plain label column beside the column of interest, every cell quoted."""
    lines = [f'r{number},"{cell}"' for number, cell in enumerate(cells)]
    return "\n".join([f"label,{name}", *lines]) + "\n"
