"""Which cells do the words of a question name? An index of distinct values, so that reasoning needs no frame."""

from dataclasses import dataclass
from typing import Literal

MatchKind = Literal["exact", "folded", "partial"]


@dataclass(frozen=True)
class ValueMatch:
    """Some words of a text that name a value of a column.

    `kind` "exact": letter by letter; "folded": ignoring case and outer blanks; "partial": the words are
    a whole word of the value ("Adelie" in "Adelie Penguin (Pygoscelis adeliae)").
    """

    dataset_id: str
    column: str
    value: str  # as it stands in the frame (text), for a filter
    words: str  # the words of the text, as written
    start: int  # offset of the words in the text
    kind: MatchKind
    rows: int  # rows that hold the value
