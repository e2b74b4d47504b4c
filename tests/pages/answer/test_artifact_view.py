"""A result table on the page: names kept apart, numbers as people read them."""

import pytest

from agent.state import Cell, TablePayload
from pages.components.answer.artifact_view import as_frame, column_configs, decimals_format


def payload(columns: list[str], rows: list[list[Cell]]) -> TablePayload:
    return TablePayload(
        columns=columns, rows=rows, total_rows=len(rows), key_columns=[], formats={}, units={"amount": "USD"}
    )


def test_columns_of_the_same_name_stay_apart() -> None:
    assert as_frame(payload(["a", "a", "a"], [[1, 2, 3]])).shape == (1, 3)


def test_whole_numbers_that_a_browser_would_round_are_shown_as_text() -> None:
    assert list(as_frame(payload(["n"], [[2**60], [1], [None]]))["n"])[:2] == ["1,152,921,504,606,846,976", "1"]


def test_mixed_columns_and_broken_characters_can_be_shown() -> None:
    frame = as_frame(payload(["x\ud800"], [[1], ["b\ud800"], [None]]))
    assert list(frame.columns) == ["x\ufffd"]
    assert list(frame.iloc[:2, 0]) == ["1", "b\ufffd"]


def test_the_unit_stands_in_the_heading() -> None:
    table = payload(["amount"], [[1.5]])
    assert column_configs(as_frame(table), table)["amount"]["label"] == "amount (USD)"


@pytest.mark.parametrize(
    ("numbers", "shown"),
    [([1.0, 2000.0], "%,.0f"), ([1.5, 20.0], "%,.2f"), ([0.5], "%,.3f"), ([0.042, 3.0], "%,.4f"), ([1e-9], "%.4g")],
)
def test_decimals_follow_the_smallest_number(numbers: list[float], shown: str) -> None:
    assert decimals_format(numbers) == shown


def test_a_column_without_any_value_can_be_shown() -> None:
    table = payload(["x"], [[None], [None]])
    assert as_frame(table).shape == (2, 1)
    assert column_configs(as_frame(table), table)


def test_plain_words_stand_in_the_heading_where_there_are_some() -> None:
    table = TablePayload(**{**payload(["amount"], [[1.5]]), "headings": {"amount": "mean of amount"}})
    assert column_configs(as_frame(table), table)["amount"]["label"] == "mean of amount (USD)"
