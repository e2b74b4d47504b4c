"""Columns of text most of whose cells are numbers: what a person gives up who reads them as numbers."""

from dataclasses import dataclass
from typing import Any

import pandas as pd

from registry.columns.chosen_kinds import is_number
from registry.sentences import SHOWN
from registry.values.number_text import number_form

FEWEST = 0.25
"""Share of the cells that are numbers, below which a column is one of words."""


@dataclass(frozen=True)
class NumberLike:
    """How many cells that hold something are no numbers, and the most frequent of these."""

    others: int
    filled: int
    values: tuple[str, ...]


def number_like(column: "pd.Series[Any]") -> NumberLike | None:
    """What there is to say of a column of text before it is read as numbers; None for words, and for amounts in several
    units, which no number tells apart."""
    counts = column.dropna().astype(str).value_counts()
    good = [text for text in counts.index if is_number(text)]
    filled, numbers = int(counts.sum()), int(counts[good].sum())
    units = {form.unit for text in good if (form := number_form(text)) is not None and form.unit}
    if numbers < max(1, filled * FEWEST) or len(units) > 1:
        return None
    others = [text for text in counts.index if text not in set(good)]
    return NumberLike(filled - numbers, filled, tuple(others[:SHOWN]))
