"""A file whose means and medians differ, and what plain pandas says of it."""

import io

import pandas as pd
import pytest

from tests.browser.reader import Reader

DEPARTMENTS = ("Sales", "Care", "Design")
_ROWS = [
    (DEPARTMENTS[place % 3], 2000 + 40 * (place % 7) + (9000 if place % 9 == 0 else 0), 100 + (place * place) % 61)
    for place in range(90)
]
CONTENT = "\n".join(["department,salary,bonus", *(",".join(map(str, row)) for row in _ROWS)]).encode()
FRAME = pd.read_csv(io.BytesIO(CONTENT))


def computed(column: str, how: str) -> dict[str, float]:
    """The rows of an answer by department, as pandas computes them."""
    return {str(name): float(amount) for name, amount in FRAME.groupby("department")[column].agg(how).items()}


def tells(person: Reader, column: str, how: str) -> bool:
    """Whether the last answer's table holds these figures, and its words the highest and the lowest of them."""
    expected, words = computed(column, how), person.messages.last.inner_text()
    named = all(f": {written(end(expected.values()))}" in words for end in (max, min))
    return named and person.values() == pytest.approx(expected)


def written(amount: float) -> str:
    """As an answer's words write it: two decimals, zeros at the end left off."""
    return f"{amount:,.2f}".rstrip("0").rstrip(".")
