"""Which columns a person may have meant by a word that no column has."""

import pytest

from agent.specs.parse import sharing_a_word


@pytest.mark.parametrize(
    ("word", "columns", "meant"),
    [
        ("sale", ["Units", "Net Sales"], ("Net Sales",)),
        ("adress", ["Name", "Address"], ("Address",)),
        ("kunde", ["Betrag", "Kundennummer"], ("Kundennummer",)),
        ("売上", ["日付", "売上金額"], ("売上金額",)),
        ("weather", ["Net Sales", "Order Date", "Category"], ()),
        ("eat", ["Weather", "Create date"], ()),
        ("!?", ["Net Sales", "---"], ()),
    ],
)
def test_a_column_is_near_when_it_shares_a_word_or_nearly(
    word: str, columns: list[str], meant: tuple[str, ...]
) -> None:
    assert sharing_a_word(word, columns) == meant
