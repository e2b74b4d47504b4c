"""Columns under other names: a new version, told in the receipt, and the file's own names for its choices."""

import pytest

from registry.dataset import ReadingChoices
from registry.errors import ColumnNameError
from registry.store import DatasetStore

CONTENT = b"code,day,amount\n007,03/04/2024,3\n012,05/06/2024,4\n"


def test_a_renamed_column_is_the_next_version_and_the_receipt_says_so() -> None:
    store = DatasetStore()
    before = store.add("o", "a.csv", CONTENT)
    after = store.rename("o", before.dataset_id, "amount", "  total   amount ")
    assert (after.version, after.dataset_id) == (2, before.dataset_id)
    assert list(after.frame) == list(after.profile.column_names) == ["code", "day", "total amount"]
    assert any(entry.column == "total amount" and "“amount”" in entry.text for entry in after.receipt.entries)
    assert list(before.frame) == ["code", "day", "amount"]


def test_a_column_is_renamed_again_and_back() -> None:
    store = DatasetStore()
    dataset_id = store.add("o", "a.csv", CONTENT).dataset_id
    store.rename("o", dataset_id, "amount", "total")
    assert store.rename("o", dataset_id, "total", "sum").choices.renamed == (("amount", "sum"),)
    assert store.rename("o", dataset_id, "sum", "amount").choices.renamed == ()


def test_other_choices_hold_under_the_new_name() -> None:
    store = DatasetStore()
    dataset_id = store.add("o", "a.csv", CONTENT, ReadingChoices(day_first=(("day", True),))).dataset_id
    renamed = store.rename("o", dataset_id, "day", "date")
    assert str(renamed.frame["date"].iloc[0])[:10] == "2024-04-03"
    under_new_name = ReadingChoices(day_first=(("date", False),), renamed=(("day", "date"),))
    assert str(store.reread("o", dataset_id, under_new_name).frame["date"].iloc[0])[:10] == "2024-03-04"


@pytest.mark.parametrize(
    ("column", "name", "words"),
    [
        ("amuont", "x", "no column"),
        ("amount", "day", "already"),
        ("amount", " ", "cannot"),
        ("amount", "x" * 121, "cannot"),
    ],
)
def test_what_cannot_be_a_name_is_refused_and_nothing_changes(column: str, name: str, words: str) -> None:
    store = DatasetStore()
    dataset_id = store.add("o", "a.csv", CONTENT).dataset_id
    with pytest.raises(ColumnNameError, match=words):
        store.rename("o", dataset_id, column, name)
    assert store.get("o", dataset_id).version == 1
