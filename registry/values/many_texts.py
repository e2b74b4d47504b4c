"""What the rules ask of each distinct text of a column, asked of very many at once. The answers are the same."""

import re
from functools import cache

import numpy as np
import pandas as pd
import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]

from registry.values.arrow_texts import ArrowTexts
from registry.values.cells import MISSING, Cells, Codes, Lines, Mask
from registry.values.distinct_texts import distinct_texts
from registry.values.word_lists import DASHES, LONGEST_TOKEN, MISSING_TOKENS, NUMBER_COLUMN_TOKENS, folded, is_missing

NO_ASCII = r"[^\x00-\x7f]"
SEVERAL_BLANKS = r"\s\s|[\t\n\r\f\v]|^\s|\s$"
ZERO_DATE = "^00(?:00)?[-/.]00"
MARKS = "^[-_]{2,}$|^:"
"""Dashes in a row, and how statistical offices begin a flag without a value."""
ZEROS = re.compile(ZERO_DATE)
"""How a day that is none begins, as databases write it."""
HIDDEN_SIGNS = '[\u200b\ufeff\u2060\u200e\u200f\u202a-\u202e\u2066-\u2069]|^ *="'
"""Signs that nobody sees, and the beginning of a formula that keeps a text as it is."""
FIRST_SIGN, LAST_SIGN = 32, 126  # of ASCII, as bytes
EVERY_TOKEN = MISSING_TOKENS | NUMBER_COLUMN_TOKENS
STR = pd.StringDtype("pyarrow", na_value=np.nan)


@cache
def _tokens() -> pa.Array:
    return pa.array(sorted(EVERY_TOKEN - {""}))


def are_clean(cells: Cells, blanks: str) -> bool:
    """Whether no text has blanks around it and none may say that there is no value, but the empty one. False also where
    it takes a look at each to know."""
    texts = cells.texts
    if texts is not None and cells.plain_kind is not None:
        return True
    if texts is None or not pc.all(pc.equal(pc.utf8_trim(texts, characters=blanks), texts)).as_py():
        return False
    if pc.any(pc.match_substring_regex(texts, HIDDEN_SIGNS)).as_py():
        return False
    likely = [text for text in texts.filter(_may_be_tokens(texts)).to_pylist() if text]
    return not any(
        folded(text) in EVERY_TOKEN or ZEROS.match(text) or text.startswith(":") or DASHES.fullmatch(text)
        for text in likely
    )


def _may_be_tokens(texts: pa.Array) -> pa.Array:
    """Which of the texts may say that there is no value, without regard to what the others say: all that do, and a few
    others."""
    places = np.flatnonzero(pc.less_equal(pc.utf8_length(texts), LONGEST_TOKEN))
    short = texts.take(pa.array(places))
    said = pc.is_in(pc.ascii_lower(short), value_set=_tokens())
    other = pc.match_substring_regex(short, f"{NO_ASCII}|{SEVERAL_BLANKS}|{ZERO_DATE}|{MARKS}")
    found = np.zeros(len(texts), dtype=bool)
    found[places] = pc.or_(said, other).to_numpy(zero_copy_only=False)
    return pa.array(found)


def missing_rows(cells: Cells) -> Mask:
    """The rows whose cell is empty or a word for "no value"."""
    texts = cells.texts
    if cells.plain_kind is not None:
        return ~cells.filled_rows()
    if texts is None:
        return (cells.codes < 0) | cells.where(is_missing)
    likely = np.flatnonzero(pc.or_(_may_be_tokens(texts), pc.equal(texts, "")).to_numpy(zero_copy_only=False))
    values = texts.take(pa.array(likely)).to_pylist()
    missing = [place for place, value in zip(likely.tolist(), values, strict=True) if is_missing(value)]
    return (cells.codes < 0) | cells.rows_of(missing)


def text_cells(column: pa.ChunkedArray, lines: Lines) -> Cells:
    """The distinct texts of a column without nulls, in order of appearance, with the line of each row."""
    whole = column.combine_chunks()
    whole = whole.combine_chunks() if isinstance(whole, pa.ChunkedArray) else whole
    values, codes = distinct_texts(whole)
    return Cells(ArrowTexts(values), codes, lines)


def without_blank(cells: Cells) -> Cells:
    """The cells with the empty text as nothing."""
    if (texts := cells.texts) is not None:
        place = pc.index(texts, "").as_py()
    else:
        place = cells.values.index("") if "" in cells.values else MISSING
    if place < 0:
        return cells
    codes = np.where(cells.codes == place, MISSING, cells.codes - (cells.codes > place)).astype(np.int32)
    if texts is None:
        return Cells((*cells.values[:place], *cells.values[place + 1 :]), codes, cells.lines)
    return Cells(ArrowTexts(pa.concat_arrays([texts[:place], texts[place + 1 :]])), codes, cells.lines)


def different_texts(cells: Cells) -> int:
    """How many texts there are when case, width and blanks are put aside."""
    texts = cells.texts
    if texts is None or not _is_plain_ascii(texts) or pc.any(pc.match_substring(texts, "  ")).as_py():
        return len({folded(value) for value in cells.values})
    lower = pc.ascii_lower(texts)
    if pc.all(pc.equal(lower, texts)).as_py():
        return len(texts)
    count: int = pc.count_distinct(lower).as_py()
    return count


def _is_plain_ascii(texts: pa.Array) -> bool:
    """Whether all signs are of ASCII and the only blanks are blanks."""
    _, offsets, signs = texts.buffers()
    if signs is None:
        return True
    places = np.frombuffer(offsets, dtype=np.int32)[texts.offset : texts.offset + len(texts) + 1]
    written = np.frombuffer(signs, dtype=np.uint8)[places[0] : places[-1]]
    return not len(written) or bool(written.min() >= FIRST_SIGN and written.max() <= LAST_SIGN)


def values_with_line_breaks(cells: Cells) -> list[int]:
    """The places of the texts of several lines."""
    if cells.native is not None:
        return []
    if (texts := cells.texts) is not None:
        places: list[int] = np.flatnonzero(pc.match_substring(texts, "\n").to_numpy(zero_copy_only=False)).tolist()
        return places
    return [index for index, value in enumerate(cells.values) if "\n" in value]


def text_series(texts: pa.Array, codes: Codes) -> "pd.Series[str]":
    """The text of each row."""
    if len(texts) == len(codes) and bool((codes == np.arange(len(codes), dtype=codes.dtype)).all()):
        return pd.Series(texts, dtype=STR)
    rows = texts.take(pa.array(codes, mask=codes < 0))
    return pd.Series(rows, dtype=STR)
