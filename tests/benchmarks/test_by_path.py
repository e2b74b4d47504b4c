"""A file of 3,000,000 rows asked by its path, beside plain DuckDB in the same run. Prints ratios and memory.

Reading rules, receipt and a profile over all rows are part of our time; DuckDB guesses types from a sample.
Run with `pytest -m benchmark -s tests/benchmarks/test_by_path.py`.
"""

import json
import math
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TypeVar

import duckdb
import pytest

from agent.analysis.execute import execute_analysis
from agent.analysis.frames.source import tables_of
from agent.specs.parse import parse_analysis
from agent.state import Artifact
from registry.by_path.engine import USUAL
from registry.by_path.placing import OnDisk
from registry.dataset import Dataset
from registry.store import DatasetStore
from tests.agent.analysis.made_tables import payload
from tests.benchmarks.test_reading import made

pytestmark = [pytest.mark.benchmark, pytest.mark.slow, pytest.mark.timeout(600)]
T = TypeVar("T")
PARTS = 3
MEGABYTE = 1_000_000
QUESTIONS: Mapping[str, tuple[dict[str, object], str]] = {
    "sum by region": (
        {"op": "groupby_agg", "group_cols": ["region"], "metrics": {"amount": ["sum"]}},
        "SELECT region, sum(amount) FROM t GROUP BY 1 ORDER BY 1",
    ),
    "median by product": (
        {"op": "groupby_agg", "group_cols": ["product"], "metrics": {"price": ["median"]}},
        "SELECT product, median(price) FROM t GROUP BY 1 ORDER BY 1",
    ),
    "mean of a filter": (
        {
            "op": "groupby_agg",
            "metrics": {"amount": ["mean"]},
            "filters": [{"col": "quantity", "op": ">", "value": 25}],
        },
        "SELECT avg(amount) FROM t WHERE quantity > 25",
    ),
    "customers": (
        {"op": "groupby_agg", "metrics": {"customer": ["nunique"]}},
        "SELECT count(DISTINCT customer) FROM t",
    ),
}


def main(path: str, home: str) -> None:
    """Asks the file by its path, in a process of its own, and prints what it took and gave as JSON."""
    before = peak()
    store = DatasetStore(on_disk=OnDisk(Path(home)))
    seconds, dataset = timed(lambda: store.add_path("ann", path))
    told: dict[str, object] = {"read": seconds, "rows": dataset.profile.rows}
    for question, (spec, _) in QUESTIONS.items():
        seconds, artifacts = timed(partial(_computed, spec, dataset))
        told[question] = {"seconds": seconds, "rows": [list(row) for row in payload(artifacts[0])["rows"]]}
    print(json.dumps({**told, "megabytes": peak() - before}))


def _computed(spec: dict[str, object], dataset: Dataset) -> list[Artifact]:
    return execute_analysis(parse_analysis(spec), tables_of([dataset]))


def _rows(plain: duckdb.DuckDBPyConnection, sql: str) -> list[tuple[object, ...]]:
    return plain.execute(sql).fetchall()


def peak() -> int:
    """The most memory that this process has had, in megabytes, as Linux counts it from the start of its program."""
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) * 1_024 // MEGABYTE


def timed(work: Callable[[], T]) -> tuple[float, T]:
    """Seconds by the clock, and what came of it."""
    started = time.perf_counter()
    found = work()
    return time.perf_counter() - started, found


def test_three_million_rows_are_asked_in_bounded_memory(tmp_path: Path) -> None:
    path = tmp_path / "large.csv"
    with path.open("wb") as file:
        for part in range(PARTS):
            content = made(1_000_000)
            file.write(content if part == 0 else content[content.index(b"\n") + 1 :])
    command = [sys.executable, "-m", "tests.benchmarks.test_by_path", str(path), str(tmp_path / "home")]
    ours = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    with duckdb.connect(config={"threads": USUAL.threads, "memory_limit": f"{USUAL.memory_bytes}B"}) as plain:
        plain.execute(f"SET temp_directory = '{tmp_path / 'spill'}'")
        read, _ = timed(lambda: plain.execute(f"CREATE TABLE t AS SELECT * FROM read_csv('{path}')").fetchall())
        size = path.stat().st_size / MEGABYTE
        print(f"\n{size:.0f} MB, 3,000,000 x 10: read in {ours['read']:.1f} s")
        print(f"that is {ours['read'] / read:.1f} x DuckDB's table of guessed types")
        for question, (_, sql) in QUESTIONS.items():
            seconds, rows = timed(partial(_rows, plain, sql))
            found = ours[question]
            print(f"{question}: {found['seconds']:.2f} s, {found['seconds'] / seconds:.1f} x DuckDB")
            assert same(rows, found["rows"]), question
    print(f"{ours['megabytes']} MB of memory at most, of which DuckDB may take {USUAL.memory_bytes // MEGABYTE}")
    assert ours["rows"] == 3_000_000
    assert ours["megabytes"] < 2 * USUAL.memory_bytes // MEGABYTE


def same(expected: list[tuple[object, ...]], found: list[list[object]]) -> bool:
    """Whether our rows begin with the keys and end with the number that DuckDB gives, in whatever order."""
    pairs = {tuple(row[:-1]): row[-1] for row in expected}
    ours = {tuple(row[: len(expected[0]) - 1]): row[len(expected[0]) - 1] for row in found}
    return pairs.keys() >= ours.keys() and all(
        math.isclose(float(str(pairs[key])), float(str(value)), rel_tol=1e-9) for key, value in ours.items()
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
