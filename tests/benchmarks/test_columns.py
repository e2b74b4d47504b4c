"""Reading a question over 500 and 5,000 columns: the work must not grow faster than the columns. Prints the ratio.

Run with `pytest -m benchmark -s tests/benchmarks/test_columns.py`.
"""

import time

import pytest

from agent.reasoning.prompts import ReadQuestion
from agent.reasoning.rules.reading.read import read_question
from tests.agent.reasoning.reading.test_thousands_of_columns import wide

pytestmark = [pytest.mark.benchmark, pytest.mark.slow, pytest.mark.timeout(300)]
QUESTIONS = ("how many rows", "mean amount by region", "bar chart of amount by region")


def computing(columns: int) -> float:
    """Seconds of computing for a question, the first of each left out."""
    profile = wide(columns)
    spent = 0.0
    for rehearsed in (False, True):
        before = time.process_time()
        for question in QUESTIONS:
            read_question(ReadQuestion(question, (profile,), (), None))
        spent = time.process_time() - before if rehearsed else 0.0
    return spent / len(QUESTIONS)


def test_ten_times_the_columns_take_at_most_some_ten_times_the_work() -> None:
    few, many = computing(500), computing(5_000)
    print(f"\na question over 500 columns: {few * 1000:.0f} ms of computing, over 5,000: {many * 1000:.0f} ms")
    print(f"{many / few:.1f} times the work for ten times the columns")
    assert many < 20 * few
