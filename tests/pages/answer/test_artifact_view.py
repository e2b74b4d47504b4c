"""A result table on the page: names kept apart, numbers as people read them."""

from typing import Any

import pytest

from agent.state import Cell, TablePayload
from pages.components.answer import artifact_view
from pages.components.answer.artifact_view import as_frame, column_configs, written


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


def cells_written(table: TablePayload, monkeypatch: pytest.MonkeyPatch, spoken: str) -> list[list[str]]:
    """What the grid shows in each row, to a reader of this language."""
    monkeypatch.setattr(artifact_view, "language", lambda: spoken)
    shown: Any = written(as_frame(table), table)
    made = shown._translate(False, False)  # what Streamlit reads of it
    return [[cell["display_value"] for cell in row if cell["type"] == "td"] for row in made["body"]]


@pytest.mark.parametrize(
    ("spoken", "shown"),
    [
        ("en", [["April 2025", "1,234.50"], ["May 2025", "7.00"], ["June 2025", "–"]]),
        ("de", [["April 2025", "1.234,50"], ["Mai 2025", "7,00"], ["Juni 2025", "–"]]),
        ("ja", [["2025年4月", "1,234.50"], ["2025年5月", "7.00"], ["2025年6月", "–"]]),
    ],
)
def test_dates_and_numbers_are_written_as_the_reader_writes_them(
    monkeypatch: pytest.MonkeyPatch, spoken: str, shown: list[list[str]]
) -> None:
    cells: list[list[Cell]] = [["2025-04", 1234.5], ["2025-05", 7.0], ["2025-06", None]]
    table = TablePayload(**{**payload(["period", "amount"], cells), "key_columns": ["period"]})
    table["formats"] = {"period": "text", "amount": "number"}
    assert cells_written(table, monkeypatch, spoken) == shown


def test_what_is_sorted_is_what_the_cells_hold() -> None:
    table = payload(["amount"], [[1234.5], [7.0]])
    assert list(written(as_frame(table), table).data["amount"]) == [1234.5, 7.0]  # type: ignore[attr-defined]  # pandas' own


def test_a_column_without_any_value_can_be_shown() -> None:
    table = payload(["x"], [[None], [None]])
    assert as_frame(table).shape == (2, 1)
    assert column_configs(as_frame(table), table)


def test_plain_words_stand_in_the_heading_where_there_are_some() -> None:
    table = TablePayload(**{**payload(["amount"], [[1.5]]), "headings": {"amount": "mean of amount"}})
    assert column_configs(as_frame(table), table)["amount"]["label"] == "mean of amount (USD)"
