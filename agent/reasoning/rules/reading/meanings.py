"""Columns called by what they mean: words of a question that describe a column give way to the column's name."""

import re
from collections.abc import Iterator, Sequence

from registry.profile import DatasetProfile

_LONGEST = 6  # words: a whole sentence about a column is nothing that a question calls it
_SHORTEST = 3  # characters


def with_names_for_meanings(question: str, datasets: Sequence[DatasetProfile]) -> str:
    """The question with columns that are called by their description called by their name; longer ones first."""
    for said, name in sorted(_meanings(datasets), key=lambda pair: -len(pair[0])):
        edge = r"\b" if said.isascii() else ""
        written = name.replace("\\", r"\\")
        question = re.sub(f"{edge}{re.escape(said)}{edge}", written, question, flags=re.IGNORECASE)
    return question


def _meanings(datasets: Sequence[DatasetProfile]) -> Iterator[tuple[str, str]]:
    """Descriptions that can stand for their column: few words that mean no other column and are none's name."""
    columns = [column for table in datasets for column in table.columns]
    names = {column.name.casefold() for column in columns}
    said = [(" ".join(column.description.split()).rstrip(".").casefold(), column.name) for column in columns]
    for words, name in said:
        owners = {other for text, other in said if text == words}
        if len(words) >= _SHORTEST and len(words.split()) <= _LONGEST and words not in names and len(owners) == 1:
            yield words, name
