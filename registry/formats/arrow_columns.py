"""One column of a Parquet or Arrow file as cells: numbers, moments and truth values as they are, the rest as text."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]

from registry.receipt import ReceiptAction
from registry.sentences import Sentence, sentence
from registry.values.arrow_texts import ArrowTexts
from registry.values.cells import MISSING, Cells

DIGITS = r"^[0-9]+$"
UNPRINTABLE = r"[\x00-\x08\x0e-\x1f]"
SECONDS = {"s": 1, "ms": 1_000, "us": 1_000_000, "ns": 1_000_000_000}


@dataclass(frozen=True)
class ArrowColumn:
    """Cells with what there is to say of them; `digits` says that they are texts of nothing but digits."""

    cells: Cells
    digits: bool = False
    said: tuple[tuple[ReceiptAction, Sentence], ...] = ()  # but for the name of the column


def arrow_column(column: pa.ChunkedArray, field: pa.Field) -> ArrowColumn:
    """The cells of a column of any type. What is no value of its own (lists, maps) stays as JSON text."""
    plain = column.cast(field.type.value_type) if _is_coded(field.type) else column
    for fits, read in READERS:
        if fits(plain.type):
            return read(column if read is _texts else plain)
    return _texts(_as_json(plain), (("assumed", sentence("file.deep_column")),))


def _is_coded(kind: pa.DataType) -> bool:
    return pa.types.is_dictionary(kind) and not _is_text(kind.value_type)


def _is_text(kind: pa.DataType) -> bool:
    if pa.types.is_dictionary(kind):
        kind = kind.value_type
    return any(test(kind) for test in (pa.types.is_string, pa.types.is_large_string, pa.types.is_string_view))


def _is_fraction(kind: pa.DataType) -> bool:
    return any(test(kind) for test in (pa.types.is_floating, pa.types.is_decimal))


def _is_binary(kind: pa.DataType) -> bool:
    return any(test(kind) for test in (pa.types.is_binary, pa.types.is_large_binary, pa.types.is_fixed_size_binary))


def _encode(column: pa.ChunkedArray) -> tuple[pa.Array, np.ndarray[Any, np.dtype[np.int32]]]:
    """The distinct values without nulls, and the code of each row."""
    coded = column if pa.types.is_dictionary(column.type) else column.dictionary_encode()
    whole = coded.unify_dictionaries().combine_chunks()
    whole = whole.combine_chunks() if isinstance(whole, pa.ChunkedArray) else whole
    codes = pc.fill_null(whole.indices.cast(pa.int32()), MISSING).to_numpy(zero_copy_only=False)
    return whole.dictionary, np.array(codes, dtype=np.int32)


def _cells(column: pa.ChunkedArray, dtype: str) -> Cells:
    values, codes = _encode(column)
    native = values.to_numpy(zero_copy_only=False).astype(dtype)
    return Cells(ArrowTexts(values), codes, _lines(codes), native)


def _lines(codes: "np.ndarray[Any, Any]") -> "np.ndarray[Any, np.dtype[np.int64]]":
    return np.arange(1, len(codes) + 1, dtype=np.int64)


def _texts(column: pa.ChunkedArray, said: tuple[tuple[ReceiptAction, Sentence], ...] = ()) -> ArrowColumn:
    values, codes = _encode(column)
    values = values.cast(pa.string())
    used = np.unique(codes[codes >= 0])
    if len(used) < len(values) or values.null_count:  # a dictionary may hold what no row does, and nulls
        held = pa.array(np.where(codes < 0, 0, codes), mask=codes < 0, type=pa.int32())
        values, codes = _encode(pa.chunked_array([values.take(held)]))
    if pc.any(pc.match_substring_regex(values, UNPRINTABLE)).as_py():
        cleaned = pc.replace_substring_regex(values, UNPRINTABLE, "")
        values, codes = _encode(pa.chunked_array([cleaned.take(pa.array(codes, mask=codes < 0))]))
        said = (*said, ("skipped", sentence("text.controls_of_column")))
    digits = len(values) > 0 and bool(pc.all(pc.match_substring_regex(values, DIGITS)).as_py())
    return ArrowColumn(Cells(ArrowTexts(values), codes, _lines(codes)), digits, said)


def _whole_numbers(column: pa.ChunkedArray) -> ArrowColumn:
    if pa.types.is_uint64(column.type) and (pc.max(column).as_py() or 0) > np.iinfo(np.int64).max:
        return _texts(column.cast(pa.string()))
    return ArrowColumn(_cells(column.cast(pa.int64()), "int64"))


def _fractions(column: pa.ChunkedArray) -> ArrowColumn:
    numbers = column.cast(pa.float64(), safe=False)
    finite = pc.if_else(pc.is_finite(numbers), numbers, None)
    lost = finite.null_count - numbers.null_count - pc.sum(pc.is_nan(numbers)).as_py() if len(numbers) else 0
    said: tuple[tuple[ReceiptAction, Sentence], ...] = ()
    if lost:
        said = (("warning", sentence("numbers.infinite", count=lost)),)
    return ArrowColumn(_cells(finite, "float64"), False, said)


def _truth(column: pa.ChunkedArray) -> ArrowColumn:
    return ArrowColumn(_cells(column, "bool"))


def _moments(column: pa.ChunkedArray) -> ArrowColumn:
    said: list[tuple[ReceiptAction, Sentence]] = []
    if getattr(column.type, "tz", None):
        said.append(("converted", sentence("dates.zone_to_utc", zone=column.type.tz)))
    moments = column.cast(pa.timestamp("us", getattr(column.type, "tz", None)), safe=False).cast(pa.timestamp("us"))
    return ArrowColumn(_cells(moments, "datetime64[us]"), False, tuple(said))


def _times(column: pa.ChunkedArray) -> ArrowColumn:
    return _texts(pc.replace_substring_regex(column.cast(pa.string()), r"\.0+$", ""))


def _durations(column: pa.ChunkedArray) -> ArrowColumn:
    per_second = SECONDS[column.type.unit]
    written = [None if value is None else _clock(value // per_second) for value in column.cast(pa.int64()).to_pylist()]
    return _texts(pa.chunked_array([pa.array(written, pa.string())]))


def _clock(seconds: int) -> str:
    sign, whole = ("-", -seconds) if seconds < 0 else ("", seconds)
    return f"{sign}{whole // 3600:02d}:{whole // 60 % 60:02d}:{whole % 60:02d}"


def _nothing(column: pa.ChunkedArray) -> ArrowColumn:
    return _texts(pa.chunked_array([pa.nulls(len(column), pa.string())]))


def _binary(column: pa.ChunkedArray) -> ArrowColumn:
    empty = _nothing(column)
    return ArrowColumn(empty.cells, False, (("warning", sentence("file.binary_column")),))


def _as_json(column: pa.ChunkedArray) -> pa.ChunkedArray:
    written = [
        None if value is None else json.dumps(value, ensure_ascii=False, default=str) for value in column.to_pylist()
    ]
    return pa.chunked_array([pa.array(written, pa.string())])


READERS: tuple[tuple[Callable[[pa.DataType], bool], Callable[[pa.ChunkedArray], ArrowColumn]], ...] = (
    (_is_text, _texts),
    (pa.types.is_integer, _whole_numbers),
    (_is_fraction, _fractions),
    (pa.types.is_boolean, _truth),
    (pa.types.is_timestamp, _moments),
    (pa.types.is_date, _moments),
    (pa.types.is_time, _times),
    (pa.types.is_duration, _durations),
    (pa.types.is_null, _nothing),
    (_is_binary, _binary),
)
"""By type, in this order; whatever else there is, is nested."""
