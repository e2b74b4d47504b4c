"""The distinct texts of very many: found by a number for each text, where most of them differ.

Arrow keeps a second copy of every distinct text while it looks for them. Numbers are found quicker and in less memory;
two texts count as equal only where their signs are.
"""

import numpy as np
import numpy.typing as npt
import pandas as pd
import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]

MANY = 20_000
"""Texts from which on it is worth a look whether most of them differ."""
LOOKED_AT = 2_000
MOSTLY = 0.5
LONGEST = 200
"""Bytes of a text up to which its number is made quickly."""
WORD = 8
FACTOR = np.uint64(0x9E3779B97F4A7C15)  # 2^64 divided by the golden ratio: Knuth, The Art of Computer Programming 6.4
MASKS = np.array([2 ** (8 * held) - 1 for held in range(WORD + 1)], dtype=np.uint64)
"""By how many bytes of a word belong to a text."""
Numbers = npt.NDArray[np.uint64]


def distinct_texts(texts: pa.Array) -> tuple[pa.Array, npt.NDArray[np.int32]]:
    """The distinct ones of texts without nulls in order of appearance, and the place of each text among them."""
    if len(texts) >= MANY and len(pc.unique(texts[:LOOKED_AT])) > LOOKED_AT * MOSTLY:
        found = _by_numbers(texts)
        if found is not None:
            return found
    coded = texts.dictionary_encode()
    return coded.dictionary, coded.indices.to_numpy()


def _by_numbers(texts: pa.Array) -> tuple[pa.Array, npt.NDArray[np.int32]] | None:
    """The same; None where a text is long, or two different ones have one number."""
    numbers = _numbers(texts)
    if numbers is None:
        return None
    codes = pd.factorize(numbers)[0].astype(np.int32)
    count = int(codes.max()) + 1
    if count == len(texts):
        return texts, codes
    first = np.empty(count, dtype=np.int64)
    first[codes[::-1]] = np.arange(len(texts) - 1, -1, -1)
    repeated = np.flatnonzero(first[codes] != np.arange(len(texts)))
    same = pc.equal(texts.take(pa.array(repeated)), texts.take(pa.array(first[codes[repeated]])))
    return (texts.take(pa.array(first)), codes) if pc.all(same).as_py() else None


def _numbers(texts: pa.Array) -> Numbers | None:
    """A number for each text, eight bytes after the other mixed into it; None where one of them is long."""
    _, offsets, signs = texts.buffers()
    if texts.type != pa.string() or signs is None or not signs.size:
        return None
    places = np.frombuffer(offsets, dtype=np.int32)[texts.offset : texts.offset + len(texts) + 1]
    starts, lengths = places[:-1], np.diff(places)
    shortest, longest = int(lengths.min()), int(lengths.max())
    if longest > LONGEST:
        return None
    written = np.frombuffer(signs, dtype=np.uint8)
    words = np.ndarray(max(0, len(written) - WORD + 1), "<u8", written, strides=(1,))  # one at each byte
    mixed = lengths.astype(np.uint64) * FACTOR
    for done in range(0, longest, WORD):
        whole = shortest >= done + WORD
        rows = slice(None) if shortest > done else np.flatnonzero(lengths > done)
        word = _words_at(written, words, starts[rows] + done)
        if not whole:
            word &= MASKS[np.minimum(lengths[rows] - done, WORD)]
        own = (mixed[rows] ^ word) * FACTOR
        mixed[rows] = own ^ (own >> np.uint64(29))
    return mixed


def _words_at(written: npt.NDArray[np.uint8], words: Numbers, places: npt.NDArray[np.int32]) -> Numbers:
    """The eight bytes from each place on, as a number; behind the end there are zeros."""
    last = len(words)
    over = np.flatnonzero(places >= last)
    if not len(over):
        return words[places]
    ending = np.concatenate([written[last:], np.zeros(WORD, dtype=np.uint8)])
    found = words[np.minimum(places, last - 1)] if last else np.zeros(len(places), dtype=np.uint64)
    found[over] = np.ndarray(len(ending) - WORD + 1, "<u8", ending, strides=(1,))[places[over] - last]
    return found
