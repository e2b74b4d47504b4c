"""A file of thousands of columns: loaded, asked, answered. Seconds are seconds of computing, whatever the load."""

import time
from random import Random

import pytest

from agent.service import AnalystService

ROWS = 50


def wide_file(columns: int) -> bytes:
    """A file of so many columns, of one group and of numbers."""
    draw = Random(1)
    lines = [",".join(["region", *(f"metric_{number}" for number in range(columns - 1))])]
    for _ in range(ROWS):
        lines.append(
            ",".join([draw.choice(("North", "South")), *(str(draw.randint(0, 9999)) for _ in range(columns - 1))])
        )
    return "\n".join(lines).encode()


def computing_for_turns(content: bytes, questions: tuple[str, ...]) -> tuple[float, list[float]]:
    """Seconds to load the file and to answer each question, in this process that has answered one before."""
    service = AnalystService()
    rehearsal = service.start_conversation("owner")
    service.datasets.add(rehearsal, "small.csv", b"region,amount\nNorth,1\nSouth,2\n")
    assert service.ask(rehearsal, "average amount by region")["status"] == "answered"
    conversation = service.start_conversation("owner")
    before = time.process_time()
    service.datasets.add(conversation, "wide.csv", content)
    loading, spent = time.process_time() - before, []
    for question in questions:
        before = time.process_time()
        assert service.ask(conversation, question)["status"] == "answered"
        spent.append(time.process_time() - before)
    return loading, spent


def test_a_thousand_columns_load_and_answer_at_once() -> None:
    loading, spent = computing_for_turns(wide_file(1_000), ("how many rows", "average of metric_77"))
    assert loading < 4
    assert max(spent) < 2


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize(("columns", "to_load", "first", "later"), [(5_000, 10, 3, 1.5), (20_000, 40, 12, 6)])
def test_thousands_of_columns_load_and_answer_in_a_bounded_time(
    columns: int, to_load: float, first: float, later: float
) -> None:
    """Twice what a quiet machine of two cores takes; the first question also works out what columns may be called."""
    questions = ("how many rows", "how many rows", "average of metric_77", "average metric_12 by region")
    loading, spent = computing_for_turns(wide_file(columns), questions)
    print(f"\n{columns} columns: loaded in {loading:.1f} s, questions {', '.join(f'{each:.2f} s' for each in spent)}")
    assert loading < to_load
    assert spent[0] < first
    assert max(spent[1:]) < later


def test_a_heading_of_a_hundred_thousand_characters_costs_a_question_little() -> None:
    rows = "\n".join(f"r{number % 3},{number},{number * 2}" for number in range(ROWS))
    content = f"region,{'word ' * 20_000},amount\n{rows}\n".encode()
    loading, spent = computing_for_turns(content, ("how many rows", "how many rows", "average amount by region"))
    assert loading < 3
    assert max(spent) < 2
