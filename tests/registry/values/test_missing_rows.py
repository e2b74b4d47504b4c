"""Which rows say that there is no value: the same for very many texts at once as for each by itself."""

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]
import pytest

from registry.values.arrow_texts import ArrowTexts
from registry.values.cells import MISSING, Cells
from registry.values.many_texts import missing_rows
from registry.values.word_lists import MISSING_TOKENS, is_missing

WORDS = (
    *sorted(MISSING_TOKENS), " N/A ", "Keine  Angabe", "k.\u00a0a.", "ＮＡ", "----", "-_-", " --", "－", "5", "-5",
    "n/a 5",
    "a word", "no data at all in this long cell", ":", "\tnull", "NoNe", "none of these",
)  # fmt: skip


@pytest.mark.parametrize("in_arrow", [True, False])
def test_a_row_is_missing_where_its_text_is(in_arrow: bool) -> None:
    values = list(dict.fromkeys(WORDS))
    codes = np.array([*range(len(values)), MISSING], dtype=np.int32)
    held = ArrowTexts(pa.array(values, pa.string())) if in_arrow else tuple(values)
    cells = Cells(held, codes, np.arange(1, len(codes) + 1))
    assert missing_rows(cells).tolist() == [*map(is_missing, values), True]


def test_an_empty_text_among_plain_numbers_is_missing() -> None:
    cells = Cells(ArrowTexts(pa.array(["1", "", "2.5"])), np.arange(3, dtype=np.int32), np.arange(3))
    assert missing_rows(cells).tolist() == [False, True, False]
