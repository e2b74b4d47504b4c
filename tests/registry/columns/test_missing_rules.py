"""Cells that hold no value: tokens, blanks, announced fault codes."""

import pytest

from registry.dataset import ReadingChoices
from tests.registry.reading import column, one_column, read, said


@pytest.mark.parametrize(
    "token",
    [
        "NA",
        "N/A",
        "n/a",
        "NaN",
        "null",
        "NULL",
        "None",
        "-",
        "--",
        "－",
        "—",
        "k.A.",
        "?",
        "#N/A",
        "missing",
        "#DIV/0!",
    ],
)
def test_a_token_for_missing_holds_nothing_and_is_counted(token: str) -> None:
    table = read(one_column(["5", token, "7"]))
    assert table.frame["v"].isna().tolist() == [False, True, False]
    assert table.kinds["v"] == "number"
    entry = said(table, "converted", f"“{token}”")
    assert (entry.count, entry.lines, entry.column) == (1, (3,), "v")


def test_a_token_inside_prose_is_prose() -> None:
    assert column(one_column(["nothing is missing", "N/A for now", "none of it"]), "v")[1] == "N/A for now"


@pytest.mark.parametrize("token", ["ND", "unknown", "なし", "x", "inf", "none", "None"])
def test_a_doubtful_token_is_missing_among_numbers_and_a_word_among_words(token: str) -> None:
    assert column(one_column(["5", token, "7"]), "v") == [5.0, None, 7.0]
    assert column(one_column(["red", token, "blue"]), "v") == ["red", token, "blue"]


def test_na_is_a_code_among_two_letter_codes() -> None:
    codes = ["DE", "FR", "NA", "ZA", "US", "JP", "BR", "NA"]
    assert column(one_column(codes), "v") == codes


def test_none_in_a_column_of_words_is_an_answer_and_can_be_made_missing() -> None:
    text = one_column(["None", "gift", "card"])
    assert column(text, "v")[0] == "None"
    assert said(read(text), "unsure", "could also mean that the value is missing")
    assert column(text, "v", ReadingChoices(missing_words=(("v", "None"),)))[0] is None


def test_a_word_for_missing_among_words_can_be_had_back() -> None:
    text = one_column(["missing", "gift", "card"])
    assert column(text, "v")[0] is None
    assert said(read(text), "unsure", "could be an answer")
    assert column(text, "v", ReadingChoices(keep_text=("v",)))[0] == "missing"


def test_a_column_kept_as_text_keeps_its_zeros_and_words() -> None:
    choices = ReadingChoices(keep_text=("v",))
    assert column(one_column(["1.50", "2", "-"]), "v", choices) == ["1.50", "2", "-"]


def test_a_column_without_any_value_is_empty() -> None:
    table = read(one_column(["", "NA", "-"]))
    assert table.kinds["v"] == "empty"
    assert table.frame["v"].isna().all()


@pytest.mark.parametrize("blank", [" ", "\u00a0", "\u3000", "\t"])
def test_outer_blanks_go_and_are_counted(blank: str) -> None:
    table = read(one_column([f"north{blank}", f"{blank}south", "west"]))
    assert table.frame["v"].tolist() == ["north", "south", "west"]
    assert said(table, "converted", "Blanks around").count == 2


@pytest.mark.parametrize(
    "note",
    [
        "# -999 = missing",
        "# -999 = sensor fault",
        "# Sensor log, station 7; -999: no data",
        "# missing values are coded as -999",
        "# -999 means the reading failed",
        "# -999 bedeutet: Messung ungültig",
        "# -999, -888 = sensor fault",
        "# 欠測は-999",
    ],
)
def test_announced_fault_codes_are_missing(note: str) -> None:
    table = read(f"{note}\nhour,temp\n1,20.5\n2,-999\n3,-999.0\n4,21.5\n")
    assert table.frame["temp"].isna().tolist() == [False, True, True, False]
    assert sum(entry.count for entry in table.receipt.of("converted") if "announced" in entry.text) == 2


def test_a_fault_code_announced_below_the_table_counts_too() -> None:
    table = read("hour,temp,hum\n1,20.5,4\n2,-99,5\n3,21.5,6\n4,22.5,6\n# -99 = sensor fault\n")
    assert table.frame["temp"].isna().sum() == 1


def test_a_word_as_fault_code_is_missing() -> None:
    assert column("# ERR = sensor fault\nhour,temp\n1,20.5\n2,ERR\n3,21.5\n", "temp") == [20.5, None, 21.5]


@pytest.mark.parametrize("note", ["# station 7, height 500 m", "# exported 2024-02-01, 12 rows", "# values in EUR"])
def test_other_numbers_in_notes_are_no_fault_codes(note: str) -> None:
    table = read(f"{note}\nhour,temp\n7,500\n12,2024\n3,1\n")
    assert not table.frame.isna().any().any()


def test_codes_that_nobody_announced_stay_with_a_warning() -> None:
    text = "hour,temp\n1,20\n2,-999\n3,21\n4,22\n5,-999\n"
    assert column(text, "temp") == [20, -999, 21, 22, -999]
    entry = said(read(text), "unsure", "far from all other values")
    assert (entry.column, entry.count, entry.lines) == ("temp", 2, (3, 6))


def test_a_value_among_others_is_no_suspect() -> None:
    assert read("hour,temp\n1,-1500\n2,-999\n3,2100\n4,22\n").receipt.of("warning") == ()


def test_people_called_null_and_na_stay() -> None:
    text = "ENAME,sal\nKING,1\nNULL,2\nNA,3\nBLAKE,4\nWARD,5\nSCOTT,6\nFORD,7\n"
    assert column(text, "ENAME")[1:3] == ["NULL", "NA"]
    assert said(read(text), "unsure", "“NULL”").choice == ("missing_words", ("ENAME", "NULL"))
    assert column("lastname,note\nNull,NULL\nSmith,x\nO'Brien,NULL\nNULL,y\n", "lastname")[0::3] == ["Null", None]


def test_a_zero_date_is_none() -> None:
    text = "n,at\n1,2024-01-01 07:30:00\n2,0000-00-00 00:00:00\n3,2024-01-03 07:30:00\n"
    assert column(text, "at")[1] is None
