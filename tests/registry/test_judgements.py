"""What reading decided that changes values is marked in the receipt: its kind, and what became of some of them."""

import pytest

from registry.dataset import ReadingChoices
from registry.profiling import build_profile
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
        (lines("n,weight", "1,2.5 kg", "2,310 g", "3,1.5 kg", "4,2 kg"), "weight",
         Judgement("cells_converted", ("310 g → kg",))),
        (lines("shop,revenue", "A,$1.2M", "B,$850K", "C,$2.05M"), "revenue",
         Judgement("cells_converted", ("$1.2M → 1200000",))),
        (lines("n,paid", "1,(12.50)", "2,3.00", "3,4.25"), "paid", Judgement("cells_converted", ("(12.50) → -12.5",))),
        (lines("n,logged", "1,1h 30m", "2,15m", "3,2h"), "logged", Judgement("cells_converted", ("1h 30m → 1.5 h",))),
        (lines("n,tools", "1,Python", '2,"Python, Excel"', "3,Excel", '4,"Excel, R"', "5,Python", '6,"R, Python"'),
         "tools", Judgement("several_values", ("Python, Excel",))),
    ],
)  # fmt: skip
def test_each_kind_is_marked_with_what_became_of_it(text: str, column: str | None, judgement: Judgement) -> None:
    found = judged(text)
    assert list(found) == [column]
    (one,) = found[column]
    assert (one.kind, one.values[: len(judgement.values)]) == (judgement.kind, judgement.values)


def test_a_plain_file_has_no_judgements() -> None:
    assert not judged(lines("day,shop,sold", "2024-01-02,North,3", "2024-01-03,South,4.5"))


def test_the_rows_of_few_cells_are_known() -> None:
    (one,) = judged(lines("id,a", "1,5", "2,n/a", "3,6", "Total,11"))["a"]
    assert one.rows == (1,)
    (many,) = judged(lines("id,a", *[f"{n},{n if n % 2 else 'n/a'}" for n in range(60)]))["a"]
    assert many.rows is None


def test_cells_that_are_left_exactly_as_written_hold_one_value_each() -> None:
    text = lines("n,tools", "1,Python", '2,"Python, Excel"', "3,Excel", '4,"Excel, R"', "5,Python", '6,"R, Python"')
    assert not judged(text, ReadingChoices(keep_text=("tools",)))
    kept = read(text, ReadingChoices(keep_text=("tools",)))
    assert [column.separator for column in build_profile("d", "survey", 1, kept).columns] == ["", ""]


def test_what_a_person_made_a_number_tells_the_cells_that_are_none() -> None:
    text = lines("id,amount", "1,5", "2,tbd", "3,n/k", "4,7")
    found = judged(text, ReadingChoices(kinds=(("amount", "number"),)))
    assert found == {"amount": [Judgement("cells_missing", ("tbd", "n/k"))]}
