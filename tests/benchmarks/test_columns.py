"""Reading a question over 500 and 5,000 columns, but for what the small model takes: the work must not grow faster than
the columns. Prints the ratio.

Run with `pytest -m benchmark -s tests/benchmarks/test_columns.py`.
"""

import time
from dataclasses import replace

import pytest

from agent.reasoning.prompts import ReadQuestion
from registry.profile import DatasetProfile
from registry.store import DatasetStore
from tests.agent.reader.scripted import built_in

pytestmark = [pytest.mark.benchmark, pytest.mark.slow, pytest.mark.timeout(300)]
QUESTIONS = ("how many rows", "mean amount by region", "bar chart of amount by region")


def wide(count: int) -> DatasetProfile:
    """A profile of so many columns, each with the content of one of a few that were really read."""
    rows = "\n".join(f"r{n % 3},2024-01-{n % 28 + 1:02d},{n * 1.5}" for n in range(30))
    read = DatasetStore().add("talk", "wide.csv", f"region,date,amount\n{rows}\n".encode()).profile
    amount = read.columns[-1]
    more = (replace(amount, name=f"measure {number}") for number in range(count - len(read.columns)))
    return replace(read, columns=(*read.columns, *more))


def computing(columns: int) -> float:
    """Seconds of computing for a question, the first of each left out."""
    profile, mind = wide(columns), built_in()
    spent = 0.0
    for rehearsed in (False, True):
        before = time.process_time()
        for question in QUESTIONS:
            mind.decide(ReadQuestion(question, (profile,), (), None))
        spent = time.process_time() - before if rehearsed else 0.0
    return spent / len(QUESTIONS)


def test_ten_times_the_columns_take_at_most_some_ten_times_the_work() -> None:
    few, many = computing(500), computing(5_000)
    print(f"\na question over 500 columns: {few * 1000:.0f} ms of computing, over 5,000: {many * 1000:.0f} ms")
    print(f"{many / few:.1f} times the work for ten times the columns")
    assert many < 20 * few
