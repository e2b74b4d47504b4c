"""The distinct texts of very many are those that Arrow finds."""

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]
import pytest

from registry.values import distinct_texts as module
from registry.values.distinct_texts import MANY, distinct_texts

KINDS = {
    "each its own": [str(place) for place in range(MANY)],
    "some twice": [str(place * place % (MANY - 7)) for place in range(MANY)],
    "of any length": ["x" * (place % 40) + str(place % 9_973) for place in range(MANY)],
    "alike but for zeros behind": [f"{place // 2}" + "\0" * (place % 2) for place in range(MANY)],
    "with empty ones": ["" if place % 5 == 0 else f"käse {place}" for place in range(MANY)],
    "with a long one": [*(str(place) for place in range(MANY)), "y" * 1_000],
    "few different": [str(place % 7) for place in range(MANY)],
    "the first ones differ": [*(str(place) for place in range(4_000)), *["same"] * MANY],
    "short at the end": [*(f"note {place}" for place in range(MANY)), "a", "b", "a"],
}


@pytest.mark.parametrize("kind", KINDS)
def test_the_distinct_texts_and_their_places_are_those_of_arrow(kind: str) -> None:
    texts = pa.array(KINDS[kind], pa.string())
    for some in (texts, texts[3:], texts[: len(texts) - 1]):
        values, codes = distinct_texts(some)
        expected = some.dictionary_encode()
        assert values.equals(expected.dictionary)
        assert codes.dtype == np.int32
        assert np.array_equal(codes, expected.indices.to_numpy())


def test_different_texts_of_one_number_stay_different(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = pa.array(KINDS["some twice"], pa.string())
    monkeypatch.setattr(module, "_numbers", lambda texts: np.arange(len(texts), dtype=np.uint64) // 2)
    values, codes = distinct_texts(texts)
    assert values.take(pa.array(codes)).equals(texts)
