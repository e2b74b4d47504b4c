"""Seed 003's five tools at 10,000 and 1,000,000 rows, all rows used. Prints times beside the seed's; fails by none.

Run with `pytest -m "benchmark" -s tests/benchmarks/test_tools.py`.
"""

import time
from collections.abc import Mapping

import numpy as np
import pandas as pd
import pytest
from pydantic import JsonValue

from agent.analysis.frames.source import Table
from agent.metrics import MetricsStore
from agent.tools.catalogue import planned_call, run_call
from tests.agent.analysis.made_tables import table

pytestmark = [pytest.mark.benchmark, pytest.mark.slow, pytest.mark.timeout(600)]
SEED_MILLISECONDS: Mapping[str, tuple[int, int]] = {
    "calculate_correlation": (25, 40),
    "aggregate_data": (15, 30),
    "filter_data": (20, 35),
    "analyze_distribution": (30, 50),
    "count_values": (10, 20),
}
"""Mean and p95 of 10,000 sampled rows, as the seed tells them."""
ARGUMENTS: Mapping[str, dict[str, JsonValue]] = {
    "calculate_correlation": {},
    "aggregate_data": {"column": "price", "operation": "mean", "group_by": "region"},
    "filter_data": {"filters": [{"col": "price", "op": ">", "value": 20}]},
    "analyze_distribution": {"column": "price"},
    "count_values": {"column": "region"},
}


def made(rows: int) -> Table:
    rng = np.random.default_rng(3)
    return table(
        pd.DataFrame(
            {
                "region": pd.Series(rng.choice(["north", "south", "east", "west"], rows), dtype="str"),
                "price": rng.lognormal(3, 1, rows),
                "pieces": rng.integers(1, 20, rows),
                "weight": rng.normal(50, 10, rows),
                "score": rng.normal(0, 1, rows),
            }
        )
    )


@pytest.mark.parametrize(("rows", "repeats"), [(10_000, 30), (1_000_000, 7)])
def test_times_of_the_tools(rows: int, repeats: int) -> None:
    data = made(rows)
    store = MetricsStore()
    for tool, arguments in ARGUMENTS.items():
        call = planned_call(tool, arguments)
        run_call(call, {data.dataset_id: data})
        for _ in range(repeats):
            started = time.perf_counter()
            results = run_call(call, {data.dataset_id: data})
            store.observe_tool(tool, time.perf_counter() - started, failed=False)
        ledger = results[0][0]["ledger"]
        assert ledger and ledger["rows_total"] == rows
    print(f"\n{rows:,} rows: mean ms, p95 ms (seed: mean, p95 of 10,000 rows)")
    for summary in store.summaries():
        tool = dict(summary.labels)["tool"]
        print(f"{tool:24}{summary.mean * 1000:9.1f}{summary.p95 * 1000:9.1f}   {SEED_MILLISECONDS[tool]}")
