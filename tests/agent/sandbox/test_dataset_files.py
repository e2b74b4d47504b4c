"""A frame that went through a sealed file is the same frame, and the file cannot be changed."""

import os
from collections.abc import Iterator

import numpy as np
import pandas as pd
import pytest

from agent.errors import DataError
from agent.sandbox.dataset_files import write_frame
from agent.sandbox.worker.frames import map_file, read_frame

DAYS = pd.to_datetime(["2024-01-01", "NaT", "2024-03-01"])
FRAMES: dict[str, pd.DataFrame] = {
    "numbers": pd.DataFrame(
        {"i": [1, 2, 3], "f": [1.5, np.nan, -0.0], "b": [True, False, True], "s": np.array([1, 2, 3], dtype="int8")}
    ),
    "texts": pd.DataFrame({"t": pd.Series(["a", None, "\u65e5\u672c"], dtype="str")}),
    "times": pd.DataFrame({"d": DAYS, "z": DAYS.tz_localize("Europe/Berlin"), "l": DAYS - DAYS[0]}),
    "nullable": pd.DataFrame(
        {"i": pd.array([1, None, 2**60], dtype="Int64"), "b": pd.array([True, None, False], "boolean")}
    ),
    "categories": pd.DataFrame({"c": pd.Categorical(["x", None, "y"], categories=["y", "x", "unused"], ordered=True)}),
    "objects": pd.DataFrame({"o": pd.Series([1, None, 3], dtype="object")}),
    "one block": pd.DataFrame(np.arange(6.0).reshape(3, 2), columns=["a", "b"]),
    "names twice": pd.DataFrame([[1, 2]], columns=["a", "a"]),
    "whole numbers as names": pd.DataFrame([[1, 2]], columns=[2023, 2024]),
    "index": pd.DataFrame({"a": [1, 2]}, index=pd.Index(["x", "y"], name="key", dtype="str")),
    "two levels": pd.DataFrame({"a": [1, 2]}, index=pd.MultiIndex.from_tuples([("x", 1), ("y", 2)], names=["k", "n"])),
    "counting from one": pd.DataFrame({"a": [1, 2]}, index=pd.RangeIndex(1, 3, name="row")),
    "no rows": pd.DataFrame({"a": pd.Series([], dtype="float64"), "t": pd.Series([], dtype="str")}),
    "no columns": pd.DataFrame(index=pd.RangeIndex(3)),
}


@pytest.fixture
def opened() -> Iterator[list[int]]:
    descriptors: list[int] = []
    yield descriptors
    for descriptor in descriptors:
        os.close(descriptor)


@pytest.mark.parametrize("frame", FRAMES.values(), ids=FRAMES)
def test_a_frame_comes_out_as_it_went_in(frame: pd.DataFrame, opened: list[int]) -> None:
    opened.append(write_frame(frame))
    read = read_frame(map_file(opened[0]))
    pd.testing.assert_frame_equal(read, frame, check_column_type=False)


def test_a_reader_may_write_and_the_next_reader_sees_nothing_of_it(opened: list[int]) -> None:
    opened.append(write_frame(FRAMES["numbers"]))
    first = read_frame(map_file(opened[0]))
    first.loc[:, "f"] = 9.0
    first.loc[0, "i"] = 9
    pd.testing.assert_frame_equal(read_frame(map_file(opened[0])), FRAMES["numbers"])


def test_the_file_is_sealed(opened: list[int]) -> None:
    opened.append(write_frame(FRAMES["numbers"]))
    with pytest.raises(PermissionError):
        os.pwrite(opened[0], b"x", 0)
    with pytest.raises(PermissionError):
        os.ftruncate(opened[0], 0)


@pytest.mark.parametrize(
    ("frame", "says"),
    [(pd.DataFrame({"m": [1, "a", None]}), '"m"'), (pd.DataFrame([[1]], columns=[1.5]), "1.5")],
)
def test_what_cannot_be_carried_unchanged_is_named(frame: pd.DataFrame, says: str) -> None:
    with pytest.raises(DataError, match=says):
        write_frame(frame)
