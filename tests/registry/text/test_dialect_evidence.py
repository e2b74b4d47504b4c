"""Delimiter, quotes and escapes are judged by the evidence of the whole file."""

import csv
import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from registry.dataset import FIXED_WIDTH
from registry.text.dialect import split_lines
from registry.text.dialect_evidence import detect_dialect
from tests.cases import examples
from tests.registry.reading import column, read, said

NAMES = st.sampled_from(["Ann Lee", "Bo", "Zoë Ö.", "O'Neil, Tom", "semi;colon", "a|b", "Jean-Luc", "x"])
ROWS = st.lists(
    st.tuples(NAMES, st.integers(-9999, 9999), st.floats(0, 1e4).map(lambda each: round(each, 2)), NAMES),
    min_size=4,
    max_size=25,
)


@settings(max_examples=examples(80))
@given(ROWS, st.sampled_from([",", ";", "\t", "|", "^", "~"]), st.sampled_from(['"', "'"]), st.integers(0, 3))
def test_a_written_dialect_is_found(
    rows: list[tuple[str, int, float, str]], delimiter: str, quote: str, above: int
) -> None:
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, quotechar=quote, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\n")
    writer.writerow(["name", "whole", "real", "remark"])
    writer.writerows(rows)
    text = "".join(f"Report line {number}\n" for number in range(above)) + out.getvalue()
    found = detect_dialect(split_lines(text))
    assert (found.delimiter, found.quote) == (delimiter, quote)


def test_a_wrong_delimiter_that_never_splits_the_header_wins_nothing() -> None:
    text = "Buchung;Betrag;Saldo\n" + "".join(f"0{day}.02.2024;-{day}2,50;1.20{day},75\n" for day in range(1, 9))
    assert detect_dialect(split_lines(text)).delimiter == ";"
    assert column(text, "Betrag")[0] == -12.5


def test_lines_above_the_table_do_not_decide() -> None:
    above = "Konto: 123, Filiale Nord, Herr Weber\nZeitraum: 1.1., bis 31.1., alle\n\n"
    text = above + "Tag;Text;Betrag\n" + "".join(f"0{day}.01.2024;Miete, Teil {day};{day},50\n" for day in range(1, 8))
    assert column(text, "Betrag")[:2] == [1.5, 2.5]


def test_a_quoted_cell_over_several_lines_is_one_cell_whatever_stands_in_it() -> None:
    text = 'id,text\n1,"Hello, Tom\nhow are you, fine"\n2,plain\n3,"a, b\nc, d\ne, f"\n'
    assert column(text, "text") == ["Hello, Tom\nhow are you, fine", "plain", "a, b\nc, d\ne, f"]
    assert said(read(text), "assumed", "line breaks").count == 2


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ('a,b\n1,"say \\"hi, you\\" now"\n2,"plain, words"\n3,"more \\"x\\", y"\n', 'say "hi, you" now'),
        ('a,b\n1,"say ""hi, you"" now"\n2,"plain, words"\n3,"C:\\dir\\"\n', 'say "hi, you" now'),
    ],
)
def test_a_backslash_before_a_quote_is_decided_by_parsing_both_ways(text: str, cells: str) -> None:
    assert column(text, "b")[0] == cells


def test_columns_at_fixed_places_are_found() -> None:
    text = (
        "Item        Qty   Price  Day\n"
        "Bolt M8      12    1.50  2024-01-02\n"
        "Nut large   130   10.25  2024-01-03\n"
        "Washer 7      4    0.75  2024-01-04\n"
    )
    assert detect_dialect(split_lines(text)).delimiter == FIXED_WIDTH
    table = read(text)
    assert table.frame["Item"].tolist() == ["Bolt M8", "Nut large", "Washer 7"]
    assert table.frame["Price"].tolist() == [1.5, 10.25, 0.75]
    assert said(table, "assumed", "fixed width")


@pytest.mark.parametrize(
    "text",
    [
        "name\nSmith, John\nLee, Ann\nWong, Bo\n",
        "value\n1,5\n2,25\n3,75\n",
        "time\n12:30\n13:45\n14:10\n",
        "full name\nAnn Lee\nBo Wong\n",
    ],
)
def test_no_delimiter_is_announced_that_is_not_there(text: str) -> None:
    table = read(text)
    assert len(table.frame.columns) == 1
    assert not [entry for entry in table.receipt.entries if "separated" in entry.text]


def test_a_quote_that_is_never_closed_is_told() -> None:
    text = 'a,b,c\n1,x,2\n2,"y,3\n3,z,4\n4,w,5\n'
    table = read(text)
    assert table.frame["a"].tolist() == [1, 2, 3, 4]
    assert said(table, "warning", "never closed").lines == (3,)


def test_tabs_separate_where_commas_explain_the_lines_as_well() -> None:
    rows = "".join(f"M,KG,{key}\t{number}.5 \t{number + 1}.0 e\n" for number, key in enumerate("ABCDEF", 3))
    text = f"freq,unit,item\t2021 \t2022 \n{rows}"
    assert detect_dialect(split_lines(text)).delimiter == "\t"
    assert column(text, "2021") == [3.5, 4.5, 5.5, 6.5, 7.5, 8.5]
    assert detect_dialect(split_lines(text.replace("\t", ","))).delimiter == ","


def test_cells_in_quotes_beside_commas_stand_at_no_fixed_places() -> None:
    rows = [f'70{n}1,"Upper Ward {n}, North","1{n}0,400","3{n},900",{n}.5' for n in range(1, 9)]
    notes = ["", "Note 1: revised", '"Source: Office of Maps, 2022"']
    names = 'Code,"Ward, part","Dwellings, all","Mean rent, yearly","Change, in percent"'
    text = "\n".join(['"Table 9. Dwellings and rent, by ward"', '"Parts are indented"', "", names, *rows, *notes, ""])
    assert column(text, "Dwellings, all")[:2] == [110400, 120400]
    assert detect_dialect(split_lines(text)).delimiter == ","
