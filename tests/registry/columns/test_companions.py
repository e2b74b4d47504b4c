"""Columns that qualify the numbers beside them are pointed out; classes that are called by a letter are none."""

import pytest

from tests.registry.reading import read, said


@pytest.mark.parametrize(
    ("cells", "words"), [("kg,piece,kg", ""), ("kg,l,kg", "several units"), ("EUR,USD,EUR", "several currencies")]
)
def test_units_and_currencies_beside_numbers_are_told(cells: str, words: str) -> None:
    table = read("item,of,amount\n" + "".join(f"i{n},{cell},{n + 5}\n" for n, cell in enumerate(cells.split(",") * 2)))
    if words:
        assert said(table, "unsure", words).column == "of"
    else:
        assert not table.receipt.of("unsure")


@pytest.mark.parametrize("cells", ["A,B,C", "S,F,N", "a,b,b"])
def test_letters_are_no_units(cells: str) -> None:
    table = read("item,class,amount\n" + "".join(f"i{n},{one},{n + 5}\n" for n, one in enumerate(cells.split(",") * 2)))
    assert not table.receipt.of("unsure")
