"""The reader as a whole: what is written is read back, and no bytes bring it down."""

import csv
import io
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from registry.errors import RegistryError
from registry.file_reader import read_file
from tests.cases import examples
from tests.registry.reading import read, said

WORDS = st.text(st.characters(codec="utf-8", categories=("Ll", "Lo")), min_size=3, max_size=12).map(
    lambda word: f"w{word}"
)
TABLES = st.lists(
    st.tuples(
        WORDS,
        st.integers(-(10**9), 10**9),
        st.floats(-1e9, 1e9).map(lambda number: round(number, 4)),
        st.dates(date(1900, 1, 1), date(2100, 1, 1)),
        st.sampled_from(['say "hi"', "a, b", "two\nlines", "semi;colon", "plain words"]),
    ),
    min_size=1,
    max_size=30,
)


@settings(max_examples=examples(60))
@given(TABLES, st.sampled_from([",", ";", "\t", "|"]))
def test_what_a_program_writes_is_read_back(rows: list[tuple[str, int, float, date, str]], delimiter: str) -> None:
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter)
    writer.writerow(["word", "whole", "real", "day", "remark"])
    writer.writerows([word, whole, repr(real), day.isoformat(), remark] for word, whole, real, day, remark in rows)
    frame = read_file(out.getvalue().encode(), "t.csv").frame
    assert len(frame) == len(rows)
    assert frame["whole"].tolist() == [row[1] for row in rows]
    assert frame["real"].tolist() == [row[2] for row in rows]
    assert [day.date() for day in frame["day"]] == [row[3] for row in rows]
    assert frame["remark"].tolist() == [row[4] for row in rows]


@settings(max_examples=examples(300))
@given(st.binary(max_size=200))
def test_no_bytes_bring_the_reader_down(content: bytes) -> None:
    try:
        table = read_file(content, "t.csv")
    except RegistryError as error:
        assert error.remedy
    else:
        assert len(table.frame) == table.receipt.rows > 0


MESSY = st.text(st.sampled_from("ab1290.,;|\t\n\r\"'#-/:%$€()年月日 \u3000\u00a0é=ＮＡ"), max_size=120)


@settings(max_examples=examples(400))
@given(MESSY)
def test_no_text_brings_the_reader_down(text: str) -> None:
    try:
        table = read_file(text.encode(), "t.csv")
    except RegistryError as error:
        assert error.remedy
    else:
        assert list(table.frame.columns) == list(table.kinds)
        assert table.frame.index.equals(table.frame.reset_index(drop=True).index)


def test_column_names_stay_as_they_are_but_for_blanks_and_line_ends() -> None:
    table = read('" Size\nof it ",Preis (€),名前\n1,2,x\n3,4,y\n')
    assert list(table.frame.columns) == ["Size of it", "Preis (€)", "名前"]


def test_exact_duplicates_are_kept_and_counted() -> None:
    table = read("a,b\n1,x\n1,x\n2,y\n1,x\n")
    assert len(table.frame) == 4
    assert said(table, "warning", "repeat earlier ones exactly").count == 2


def test_the_receipt_tells_the_shape() -> None:
    receipt = read("a;b\n1,5;x\n2,5;y\n").receipt
    assert (receipt.rows, receipt.columns, receipt.header_line) == (2, 2, 1)
    assert (receipt.encoding, receipt.delimiter, receipt.decimal) == ("utf-8", ";", ",")


def test_a_clean_file_has_an_empty_receipt() -> None:
    assert read("day,place,amount\n2024-01-01,Bonn,1.5\n2024-01-02,Ulm,2.5\n").receipt.entries == ()


@pytest.mark.parametrize("rows", [301, 20_003])
def test_every_row_of_a_longer_file_is_read(rows: int) -> None:
    text = "n,word\n" + "".join(f"{number * 3},w{number % 5}\n" for number in range(rows))
    frame = read(text).frame
    assert frame["n"].tolist() == [number * 3 for number in range(rows)]
    assert frame["word"].tolist() == [f"w{number % 5}" for number in range(rows)]
