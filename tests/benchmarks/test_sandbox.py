"""What a run in the sandbox costs beyond the work itself. Printed, never judged: `pytest -m benchmark -s`."""

import statistics
import time
from collections.abc import Iterator

import numpy as np
import pandas as pd
import pytest

from agent.sandbox.level import probe_level
from agent.sandbox.sandbox import Sandbox

pytestmark = [
    pytest.mark.benchmark,
    pytest.mark.slow,
    pytest.mark.skipif(not probe_level().runs_code, reason="no sandbox on this machine"),
]
RUNS = 50


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    opened = Sandbox()
    started = time.perf_counter()
    assert opened.run_code("result = 1", {}).ok
    print(f"\nsandbox: {time.perf_counter() - started:.2f} s until the first answer")
    yield opened
    opened.close()


@pytest.mark.parametrize(("rows", "allowed"), [(1_000, 40), (1_000_000, 60)])
def test_overhead_of_a_run(sandbox: Sandbox, rows: int, allowed: int, capsys: pytest.CaptureFixture[str]) -> None:
    random = np.random.default_rng(0)
    frame = pd.DataFrame(random.normal(size=(rows, 10)), columns=[f"c{at}" for at in range(10)])
    seconds = []
    for _ in range(RUNS):
        started = time.perf_counter()
        result = sandbox.run_code("result = df.shape[0]", {"data": frame})
        seconds.append(time.perf_counter() - started)
        assert result.values[0].value == rows
    with capsys.disabled():
        print(
            f"\nsandbox, {rows:,} x 10: median {statistics.median(seconds[1:]) * 1000:.1f} ms of {allowed} ms, "
            f"first {seconds[0] * 1000:.1f} ms (writes the data set), slowest {max(seconds[1:]) * 1000:.1f} ms"
        )
