"""Reading a large CSV file beside pandas, pyarrow and DuckDB, in the same run. Prints ratios of computing time.

Receipt, typing and repeated rows are part of our time; the others give text (pandas) or guess types without a word.
Run with `pytest -m benchmark -s tests/benchmarks/test_reading.py`.
"""

import csv
import io
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial

import duckdb
import numpy as np
import pandas as pd
import pytest
from pyarrow import csv as arrow_csv  # type: ignore[import-untyped]

from registry.errors import FileTooLargeError
from registry.file_reader import read_file
from registry.store import DatasetStore

pytestmark = [pytest.mark.benchmark, pytest.mark.slow, pytest.mark.timeout(600)]


def made(rows: int) -> bytes:
    """Ten columns as shops have them: a number of each row, days, words, amounts with gaps, people and remarks."""
    random = np.random.default_rng(42)
    days = pd.Timestamp("2020-01-01") + pd.to_timedelta(random.integers(0, 1_500, rows), unit="D")
    frame = pd.DataFrame(
        {
            "order_id": np.arange(1, rows + 1),
            "day": days.strftime("%Y-%m-%d"),
            "region": random.choice(["North", "South", "East", "West"], rows),
            "product": random.choice([f"Product {number}" for number in range(200)], rows),
            "quantity": random.integers(1, 50, rows),
            "price": np.round(random.gamma(2, 40, rows), 2),
            "amount": np.round(random.normal(1_000, 300, rows), 4),
            "discount": np.where(random.random(rows) < 0.1, np.nan, np.round(random.random(rows), 3)),
            "customer": [f"customer-{number:06d}" for number in random.integers(0, 300_000, rows)],
            "comment": [f"note {number} of the day with some words" for number in random.integers(0, 10**8, rows)],
        }
    )
    return frame.to_csv(index=False).encode()


def computing(work: Callable[[], object]) -> float:
    """Seconds of computing, the best of three."""
    best = float("inf")
    for _ in range(3):
        before = time.process_time()
        work()
        best = min(best, time.process_time() - before)
    return best


def test_a_million_rows_take_little_more_than_pandas_takes_for_text(tmp_path_factory: pytest.TempPathFactory) -> None:
    content = made(1_000_000)
    path = tmp_path_factory.mktemp("large") / "large.csv"
    path.write_bytes(content)
    ours = computing(lambda: read_file(content, "large.csv"))
    pandas = computing(lambda: pd.read_csv(io.BytesIO(content), dtype=str))
    arrow = computing(lambda: arrow_csv.read_csv(io.BytesIO(content)))
    with duckdb.connect() as database:
        query = f"SELECT * FROM read_csv('{path}')"  # our own path
        duck = computing(lambda: database.execute(query).fetch_df())
    print(f"\n{len(content) / 1e6:.0f} MB, 1,000,000 x 10: {ours:.2f} s of computing")
    print(f"{ours / pandas:.2f} x pandas (all text), {ours / arrow:.2f} x pyarrow, {ours / duck:.2f} x DuckDB")


KINDS_OF_TABLE: dict[str, Callable[[pd.DataFrame], bytes]] = {
    "decimal commas": lambda frame: frame.to_csv(index=False, sep=";", decimal=",").encode(),
    "an encoding of one byte": lambda frame: (
        frame.replace({"region": {"South": "Süd"}}).to_csv(index=False).encode("latin-1")
    ),
    "everything quoted": lambda frame: frame.to_csv(index=False, quoting=csv.QUOTE_ALL).encode(),
    "amounts of money": lambda frame: (
        frame.assign(amount=frame["amount"].map("${:,.2f}".format)).to_csv(index=False).encode()
    ),
    "a row of totals": lambda frame: (
        frame.to_csv(index=False).encode()
        + f"Total,,,,{frame['quantity'].sum()},,{frame['amount'].sum():.4f},,,\n".encode()
    ),
    "a blank row": lambda frame: frame.to_csv(index=False).encode().replace(b"\n500,", b"\n\n500,"),
    "cells of two lines": lambda frame: (
        frame.assign(comment=frame["comment"].where(frame.index % 1_000 != 500, "one\ntwo"))
        .to_csv(index=False)
        .encode()
    ),
}


def test_what_exports_look_like_costs_little_more_than_plain_text() -> None:
    frame = pd.read_csv(io.BytesIO(made(200_000)))
    plain = frame.to_csv(index=False).encode()
    pandas = computing(lambda: pd.read_csv(io.BytesIO(plain), dtype=str))
    print()
    for kind, written in KINDS_OF_TABLE.items():
        content = written(frame)
        spent = computing(partial(read_file, content, "export.csv"))
        print(f"200,000 x 10 with {kind}: {spent / pandas:.2f} x pandas (all text, plain)")


def test_two_thousand_columns_are_read_in_about_a_second() -> None:
    numbers = np.round(np.random.default_rng(1).normal(100, 20, (500, 2_000)), 2)
    content = pd.DataFrame(numbers, columns=[f"m{place}" for place in range(2_000)]).to_csv(index=False).encode()
    print(f"\n500 x 2,000: {computing(lambda: read_file(content, 'wide.csv')):.2f} s of computing")


def test_memory_while_reading_beside_the_frame() -> None:
    content = made(300_000)
    program = (
        "import re, sys; from pathlib import Path; from registry.file_reader import read_file;"
        "peak = lambda: int(re.search(r'VmHWM:\\s+(\\d+)', Path('/proc/self/status').read_text())[1]) * 1024;"
        "content = sys.stdin.buffer.read(); before = peak(); frame = read_file(content, 'large.csv').frame;"
        "print((peak() - before) / frame.memory_usage(deep=True).sum())"
    )
    ran = subprocess.run([sys.executable, "-c", program], input=content, capture_output=True, check=True)  # our own
    print(f"\n300,000 x 10: at the peak {float(ran.stdout):.1f} x the frame beside the bytes of the file")


def test_two_hundred_thousand_rows_are_ready_to_ask_in_two_seconds() -> None:
    content = made(200_000)
    spent = computing(lambda: DatasetStore().add("someone", "orders.csv", content))
    print(f"\n200,000 x 10 ready to ask: {spent:.2f} s of computing")


def test_a_hundred_thousand_columns_are_refused_at_once() -> None:
    lines = (",".join(f"c{place}" for place in range(100_000)), *[",".join(["1.5"] * 100_000)] * 20)
    content = "\n".join(lines).encode()

    def refused() -> None:
        with pytest.raises(FileTooLargeError, match="100,000 columns"):
            read_file(content, "wide.csv")

    spent = computing(refused)
    print(f"\n100,000 columns refused in {spent * 1000:.0f} ms")
