"""Parquet and Arrow: every type as what it is, whatever was lost told."""

import datetime as dt
import decimal
import io
from collections.abc import Callable

import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.feather as feather  # type: ignore[import-untyped]
import pyarrow.parquet as pq  # type: ignore[import-untyped]
import pytest

from registry.errors import FileTooLargeError, UnreadableFileError
from registry.file_reader import read_file
from tests.registry.reading import said

ROWS = 30
ZONED = pa.timestamp("ns", "Europe/Berlin")
TABLE = pa.table(
    {
        "amount": [place * 1.5 if place % 7 else None for place in range(ROWS)],
        "small": pa.array([float(place) for place in range(ROWS)], pa.float32()),
        "exact": pa.array([decimal.Decimal("1.25")] * ROWS),
        "word": ["A " if place % 2 else "B" for place in range(ROWS)],
        "zip": [f"{10000 + place}" for place in range(ROWS)],
        "day": [dt.date(2024, 1, 1 + place % 28) for place in range(ROWS)],
        "at": pa.array([dt.datetime(2024, 1, 1, place % 23) for place in range(ROWS)], ZONED),
        "ok": [place % 2 == 0 for place in range(ROWS)],
        "kind": pa.array(["x", "y", None] * 10).dictionary_encode(),
        "user": [{"name": "a", "more": {"deep": 2}}] * ROWS,
        "list": [[1, 2]] * ROWS,
        "bytes": [b"x"] * ROWS,
        "clock": [dt.time(13, 5)] * ROWS,
        "took": [dt.timedelta(hours=31)] * ROWS,
        "none": pa.nulls(ROWS),
        "endless": [float("inf") if place == 3 else float(place) for place in range(ROWS)],
        "long": [2**60 + place for place in range(ROWS)],
    }
)


def parquet(table: pa.Table) -> bytes:
    made = io.BytesIO()
    pq.write_table(table, made)
    return made.getvalue()


def arrow(table: pa.Table) -> bytes:
    made = io.BytesIO()
    with pa.ipc.new_file(made, table.schema) as writer:
        writer.write_table(table)
    return made.getvalue()


def stream(table: pa.Table) -> bytes:
    made = io.BytesIO()
    with pa.ipc.new_stream(made, table.schema) as writer:
        writer.write_table(table)
    return made.getvalue()


def feathered(table: pa.Table) -> bytes:
    made = io.BytesIO()
    feather.write_feather(table, made, compression="zstd")
    return made.getvalue()


@pytest.mark.parametrize("write", [parquet, arrow, stream, feathered])
def test_every_type_is_what_it_is(write: Callable[[pa.Table], bytes]) -> None:
    table = read_file(write(TABLE), "data.parquet")
    assert dict(table.kinds) == {
        "amount": "number", "small": "number", "exact": "number", "word": "text", "zip": "identifier", "day": "date",
        "at": "datetime", "ok": "boolean", "kind": "text", "user.name": "text", "user.more": "text", "list": "text",
        "bytes": "empty", "clock": "time", "took": "number", "none": "empty", "endless": "number", "long": "identifier",
    }  # fmt: skip
    assert table.frame["amount"].isna().sum() == 5
    assert table.frame["amount"].sum() == sum(place * 1.5 for place in range(ROWS) if place % 7)
    assert table.frame["exact"].tolist() == [1.25] * ROWS
    assert table.frame["took"].tolist() == [31.0] * ROWS
    assert table.frame["long"].tolist()[1] == str(2**60 + 1)
    assert "Europe/Berlin" in said(table, "converted", "shown in UTC").text
    assert "1 row of" in said(table, "warning", "Infinite").text
    assert said(table, "warning", "binary data").column == "bytes"
    assert said(table, "converted", "Blanks around").count == 15


def test_columns_of_the_same_name_are_told_apart() -> None:
    made = pa.Table.from_arrays([pa.array([1, 2]), pa.array([3, 4])], names=["a", "a"])
    assert list(read_file(arrow(made), "a.arrow").frame) == ["a", "a_2"]


@pytest.mark.parametrize("write", [parquet, arrow, stream])
def test_a_broken_file_is_refused_with_a_remedy(write: Callable[[pa.Table], bytes]) -> None:
    content = write(TABLE)
    with pytest.raises(UnreadableFileError) as refused:
        read_file(content[: len(content) // 2], "broken.parquet")
    assert refused.value.remedy


@pytest.mark.parametrize("write", [parquet, arrow, stream])
def test_more_cells_than_a_table_may_have_are_refused(
    write: Callable[[pa.Table], bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("registry.formats.limits.MOST_CELLS", 100)
    with pytest.raises(FileTooLargeError, match="cells"):
        read_file(write(TABLE), "large.parquet")


@pytest.mark.parametrize("write", [parquet, arrow])
def test_a_file_without_rows_is_refused(write: Callable[[pa.Table], bytes]) -> None:
    with pytest.raises(UnreadableFileError, match="no rows"):
        read_file(write(TABLE.slice(0, 0)), "empty.parquet")
