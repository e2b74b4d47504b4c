"""Repeated rows are counted as pandas counts them, however many there are."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from registry import duplicates
from registry.duplicates import repeated_rows
from tests.cases import examples

VALUES = {
    "f": st.sampled_from([0.0, -0.0, 1.5, float("nan"), 2.5]),
    "i": st.integers(-2, 2),
    "s": st.sampled_from(["a", "b", None]),
    "b": st.sampled_from([True, False, None]),
}


@settings(max_examples=examples(60))
@given(st.lists(st.tuples(*VALUES.values()), min_size=1, max_size=40))
def test_any_frame_has_as_many_as_pandas_says(rows: list[tuple[object, ...]]) -> None:
    frame = pd.DataFrame(rows, columns=list(VALUES)).astype({"f": "float64", "s": "str", "b": "boolean"})
    frame["t"] = pd.to_datetime(frame["i"], unit="D").where(frame["i"] != 0)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(duplicates, "MANY", 1)
        assert repeated_rows(frame) == int(frame.duplicated().sum())


def test_many_rows_that_differ_in_words_only_are_told_apart() -> None:
    frame = pd.DataFrame({"n": np.zeros(30_000), "word": [f"w{place}" for place in range(29_999)] + ["w3"]})
    assert repeated_rows(frame) == 1
