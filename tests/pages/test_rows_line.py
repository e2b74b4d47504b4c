"""How many rows an answer comes from, in a line."""

import pytest

from agent.analysis.frames.ledger import apart_in_words, made_in_words
from agent.artifacts import RowsMade
from pages.components.answer.artifact_view import rows_line


@pytest.mark.parametrize(
    ("used", "total", "beside", "line"),
    [
        (None, None, "", ""),
        (80, 80, "", "From all 80 rows."),
        (12_431, 60_000, "", "From 12,431 of 60,000 rows."),
        (80, 80, made_in_words(RowsMade(step="unpivot", rows=160)), "From all 80 rows (160 after unpivot)."),
        (
            80, 80, apart_in_words([{"title": "Sales by city", "rows_used": 1200, "rows_total": 8000}]),
            "From all 80 rows; “Sales by city”: 1,200 of 8,000 rows.",
        ),
    ],
)  # fmt: skip
def test_rows_are_told_as_what_they_are(used: int | None, total: int | None, beside: str, line: str) -> None:
    assert rows_line(used, total, beside) == line


def test_a_program_that_counted_is_named() -> None:
    assert rows_line(5, 9, by_program=True) == "From 5 of 9 rows, as the program counts them."
