"""What reading decided that changes values is marked in the receipt: its kind, and what became of some of them."""

import pytest

from registry.dataset import ReadingChoices
from registry.receipt import Judgement, ReceiptEntry
from tests.registry.reading import read


def judged(text: str, choices: ReadingChoices | None = None) -> dict[str | None, list[Judgement]]:
    """The judgements by the column that they are about."""
    entries: tuple[ReceiptEntry, ...] = read(text, choices or ReadingChoices()).receipt.entries
    found: dict[str | None, list[Judgement]] = {}
    for entry in entries:
        if entry.judged:
            found.setdefault(entry.column, []).append(entry.judged)
    return found


def lines(header: str, *rows: str) -> str:
    return "\n".join((header, *rows)) + "\n"


NUMBERS = [f"{n},{n + 10}.5" for n in range(60)]


@pytest.mark.parametrize(
    ("text", "column", "judgement"),
    [
        (lines("shop,sold", "A,10", "B,20", "C,30", "Total,60"), None, Judgement("rows_aside", ("Total 60",))),
        (lines("id,a", "1,n/a", "2,5", "3,6"), "a", Judgement("cells_missing", ("n/a",))),
        (lines("n,a", *NUMBERS, "60,unclear"), "a", Judgement("cells_missing", ("unclear",))),
        (lines("id,date", "1,03/04/24", "2,25/04/24"), "date", Judgement("dates_read", ("03/04/24 → 2024-04-03",))),
        (lines("n,date", *[f"{n},{45300 + n}" for n in range(12)]), "date",
         Judgement("dates_read", ("45300 → 2024-01-09",))),
        (lines("id,at", "1,9999-12-31T23:30:00-05:00", "2,2024-03-01T10:00:00+02:00"), "at",
         Judgement("dates_read", ("9999-12-31T23:30:00-05:00 → 9999-12-31 23:30",))),
        (lines("n,town", *["1,North"] * 9, "2,north"), "town", Judgement("spellings_merged", ("north → North",))),
        (lines("plz,n", *[f"0{1000 + n},{n}" for n in range(12)]), "plz",
         Judgement("kept_text", ("01000", "01001", "01002"))),
        (lines("a;n", '"1,234";1', '"2,345";2'), "a", Judgement("decimal_sign", ("1,234 → 1234",))),
    ],
)  # fmt: skip
def test_each_kind_is_marked_with_what_became_of_it(text: str, column: str | None, judgement: Judgement) -> None:
    found = judged(text)
    assert list(found) == [column]
    (one,) = found[column]
    assert (one.kind, one.values[: len(judgement.values)]) == (judgement.kind, judgement.values)


def test_a_plain_file_has_no_judgements() -> None:
    assert not judged(lines("day,shop,sold", "2024-01-02,North,3", "2024-01-03,South,4.5"))


def test_what_a_person_made_a_number_tells_the_cells_that_are_none() -> None:
    text = lines("id,amount", "1,5", "2,tbd", "3,n/k", "4,7")
    found = judged(text, ReadingChoices(kinds=(("amount", "number"),)))
    assert found == {"amount": [Judgement("cells_missing", ("tbd", "n/k"))]}
