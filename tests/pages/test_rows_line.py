"""How many rows an answer comes from, in a line."""

import pytest

from agent.artifacts import RowsMade
from pages.components.artifact_view import rows_line


@pytest.mark.parametrize(
    ("used", "total", "made", "line"),
    [
        (None, None, None, ""),
        (80, 80, None, "From all 80 rows."),
        (12_431, 60_000, None, "From 12,431 of 60,000 rows."),
        (80, 80, RowsMade(step="unpivot", rows=160), "From all 80 rows (160 after unpivot)."),
    ],
)
def test_rows_are_told_as_what_they_are(used: int | None, total: int | None, made: RowsMade | None, line: str) -> None:
    assert rows_line(used, total, made) == line


def test_a_program_that_counted_is_named() -> None:
    assert rows_line(5, 9, by_program=True) == "From 5 of 9 rows, as the program counts them."
