"""Columns of words: spellings of one category, truth values, names of things."""

import pytest

from tests.registry.reading import column, one_column, read, said


def test_spellings_of_one_category_become_the_most_frequent_one() -> None:
    text = one_column(["Sales", "sales", "Sales ", "SALES", "Sales", "Care", "Ｃａｒｅ", "Care"])
    assert column(text, "v") == ["Sales"] * 5 + ["Care"] * 3
    entry = said(read(text), "converted", "spelled another way")
    assert entry.count == 3
    assert "sales → Sales" in entry.text


def test_names_that_hardly_repeat_keep_their_spelling() -> None:
    cells = ["Ann Lee", "ANN LEE", "Bo Yi", "Cy Fox"]
    assert column(one_column(cells), "v") == cells


def test_free_text_keeps_its_spelling() -> None:
    long = "This answer was written by a person who had a lot to say about it"
    assert column(one_column([long, long.upper(), long, long]), "v")[1] == long.upper()


@pytest.mark.parametrize("cells", [["true", "false", "TRUE"], ["True", "False", "True"]])
def test_true_and_false_are_truth_values(cells: list[str]) -> None:
    assert column(one_column(cells), "v") == [True, False, True]
    assert read(one_column(cells)).kinds["v"] == "boolean"


def test_truth_values_with_a_gap_are_nullable() -> None:
    assert str(read(one_column(["true", "", "false"])).frame["v"].dtype) == "boolean"
    assert column(one_column(["true", "", "false"]), "v") == [True, None, False]


@pytest.mark.parametrize("cells", [["yes", "no"], ["ja", "nein"], ["Y", "N"], ["はい", "いいえ"]])
def test_yes_and_no_stay_words(cells: list[str]) -> None:
    assert column(one_column(cells), "v") == cells


@pytest.mark.parametrize(
    "header",
    [
        "id",
        "ID",
        "customer_id",
        "customerId",
        "注文番号",
        "顧客ID",
        "Postcode",
    ],
)
def test_whole_numbers_below_such_a_name_name_things(header: str) -> None:
    table = read(one_column(["7", "9", "9"], header))
    assert table.kinds[header] == "identifier"
    assert str(table.frame[header].dtype) == "int64"


@pytest.mark.parametrize("header", ["OrderNo", "order no.", "Sample Number", "rad_num"])
def test_a_name_that_only_says_number_needs_values_that_name_things(header: str) -> None:
    assert read(one_column(["1007", "1009", "1009"], header)).kinds[header] == "identifier"
    assert read(one_column(["7", "9", "9"], header)).kinds[header] == "number"


@pytest.mark.parametrize("header", ["number_of_runs", "No. of trades", "paid", "width", "count", "valid", "grid"])
def test_counts_and_measures_are_numbers(header: str) -> None:
    assert read(one_column(["7", "9", "9"], header)).kinds[header] == "number"


def test_words_that_look_like_order_numbers_name_things() -> None:
    cells = [f"SO-{number}" for number in range(24000, 24030)]
    assert read(one_column(cells)).kinds["v"] == "identifier"


def test_a_running_number_in_the_first_column_names_the_rows() -> None:
    rows = "\n".join(f"{number},{number * 3 % 17}" for number in range(1, 61))
    assert read(f"plant,height\n{rows}\n").kinds == {"plant": "identifier", "height": "number"}
    assert read(f"time,height\n{rows}\n").kinds["time"] == "number"


def test_a_code_that_repeats_is_a_category() -> None:
    assert read(one_column(["DE", "FR", "DE", "FR"], "country_code")).kinds["country_code"] == "text"
