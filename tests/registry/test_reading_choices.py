"""What a person chooses about reading a file is what is read, and the receipt says so."""

import pytest
from pydantic import TypeAdapter

from registry.choosing import Choice, declining, with_choice
from registry.dataset import DETECT, ReadingChoices
from registry.errors import ReadingChoiceError
from tests.registry.reading import column, read, said

SALES = "region,month,amount\nNorth,2024-01,10\n,2024-02,20\nSouth,2024-01,30\n,2024-02,40\nTotal,,100\n"


def test_the_encoding_that_was_chosen_is_the_one_of_the_text() -> None:
    content = "name,n\nŁódź,1\n".encode("cp1250")
    assert column(content, "name", ReadingChoices(encoding="cp1250")) == ["Łódź"]


def test_any_one_character_separates_columns_when_chosen() -> None:
    assert list(read("a^b\n1,5^2\n2,5^3\n", ReadingChoices(delimiter="^")).frame) == ["a", "b"]
    assert list(read("a b\n1 2\n3 4\n", ReadingChoices(delimiter=" ")).frame) == ["a", "b"]


def test_quotes_are_characters_when_none_is_chosen() -> None:
    text = 'size,n\n5" wide,1\n"x,2\n'
    assert column(text, "size", ReadingChoices(quote="")) == ['5" wide', '"x']
    assert column("a,b\n~x,y~,2\n", "a", ReadingChoices(quote="~")) == ["x,y"]


@pytest.mark.parametrize("choices", [ReadingChoices(delimiter=";;"), ReadingChoices(delimiter=";", quote=";")])
def test_what_cannot_separate_or_quote_is_refused(choices: ReadingChoices) -> None:
    with pytest.raises(ReadingChoiceError, match="cannot"):
        read("a;b\n1;2\n", choices)


def test_the_header_stands_where_it_is_said_to() -> None:
    text = "report,x\nid,value\n1,2\n3,4\n"
    assert list(read(text, ReadingChoices(header_line=2)).frame) == ["id", "value"]
    assert column(text, "value", ReadingChoices(header_line=2)) == [2, 4]
    none = read("a,b\nc,d\n", ReadingChoices(header_line=0))
    assert (list(none.frame), len(none.frame)) == (["column_1", "column_2"], 2)


def test_a_header_far_below_is_found_when_it_is_named() -> None:
    text = "".join(f"note {number}\n" for number in range(400)) + "id,value\n1,2\n3,4\n"
    assert list(read(text, ReadingChoices(header_line=401, delimiter=",")).frame) == ["id", "value"]


@pytest.mark.parametrize("line", [9, 2])
def test_a_header_line_that_holds_no_names_is_refused(line: int) -> None:
    with pytest.raises(ReadingChoiceError, match=f"Line {line}"):
        read("a,b\n\n1,2\n3,4\n", ReadingChoices(header_line=line))


def test_header_lines_are_joined_and_a_group_stands_over_its_columns() -> None:
    table = read(",2023,,2024,\nid,in,out,in,out\n1,2,3,4,5\n", ReadingChoices(header_line=1, header_lines=2))
    assert list(table.frame) == ["id", "2023 in", "2023 out", "2024 in", "2024 out"]
    assert len(table.frame) == 1


def test_a_name_with_a_line_break_takes_two_lines() -> None:
    table = read('"first\nname",n\nAnn,1\nBob,2\n', ReadingChoices(header_line=1, header_lines=2))
    assert (list(table.frame), len(table.frame)) == (["first name", "n"], 2)


def test_lines_are_left_out_and_told() -> None:
    table = read("a,b\n1,2\n9,9\n3,4\n", ReadingChoices(skip_lines=(3,)))
    assert table.frame["a"].tolist() == [1, 3]
    assert said(table, "skipped", "as you chose").lines == (3,)


def test_lines_that_look_like_comments_notes_or_totals_are_data_when_said_to_be() -> None:
    text = "who,n\n# fans,\nb,2\nc,3\nTotal,5\n"
    assert column(text, "n") == [2, 3]
    assert column(text, "n", ReadingChoices(kept_lines=(2,))) == [None, 2, 3]
    assert column(text, "n", ReadingChoices(kept_lines=(2, 5))) == [None, 2, 3, 5]


def test_totals_are_rows_like_others_when_they_are_kept_in() -> None:
    assert column(SALES, "amount") == [10, 20, 30, 40]
    assert column(SALES, "amount", ReadingChoices(totals="in"))[-1] == 100


def test_blank_cells_are_filled_from_above_when_asked() -> None:
    table = read(SALES, ReadingChoices(fill_down=("region",)))
    assert table.frame["region"].tolist() == ["North", "North", "South", "South"]
    entry = said(table, "converted", "filled from the cell above")
    assert (entry.count, entry.lines) == (2, (3, 5))


def test_the_first_blank_cells_have_nothing_above() -> None:
    assert column("a,b\n,1\nx,2\n,3\n", "a", ReadingChoices(fill_down=("a",))) == [None, "x", "x"]


def test_words_for_missing_and_words_that_are_values() -> None:
    text = "name,n\nNull,-99\nNA,5\nAnn,7\n"
    kept = ReadingChoices(kept_words=(("name", "null"), ("name", "NA")), missing_words=(("n", "-99"),))
    assert column(text, "name") == ["Null", None, "Ann"]
    assert column(text, "name", kept) == ["Null", "NA", "Ann"]
    assert column(text, "n", kept) == [None, 5, 7]
    assert column(text, "n", ReadingChoices(missing_words=(("", "-99"),))) == [None, 5, 7]


def test_a_token_that_counts_as_missing_offers_to_be_a_value() -> None:
    entry = said(read("city,n\nNull,1\nAnn,2\n"), "converted", "counts as missing")
    assert entry.choice == ("kept_words", ("city", "Null"))


@pytest.mark.parametrize(
    ("cells", "kind", "expected"),
    [
        (["007", "012"], "number", [7, 12]),
        (["1,5", "x", "2"], "number", [1.5, None, 2]),
        (["7", "12"], "text", ["7", "12"]),
        (["07", "12"], "identifier", ["07", "12"]),
        (["yes", "no", "maybe"], "boolean", [True, False, None]),
        (["9:05", "noon"], "time", ["09:05:00", None]),
    ],
)
def test_a_column_is_of_the_kind_that_was_chosen(cells: list[str], kind: str, expected: list[object]) -> None:
    text = "k;v\n" + "".join(f"r{place};{cell}\n" for place, cell in enumerate(cells))
    choices = ReadingChoices(kinds=(("v", kind),))  # type: ignore[arg-type]  # the parameter's kinds are all of them
    table = read(text, choices)
    assert table.kinds["v"] == kind
    assert column(text, "v", choices) == expected


def test_dates_and_times_as_chosen() -> None:
    text = "k,v\na,20240131\nb,soon\nc,20240201\n"
    table = read(text, ReadingChoices(kinds=(("v", "date"),)))
    assert table.kinds["v"] == "date"
    assert [str(value)[:10] for value in table.frame["v"]] == ["2024-01-31", "NaT", "2024-02-01"]
    assert "“soon”" in said(table, "warning", "no date").text
    times = "k,v\na,2024-01-31 10:00\nb,2024-02-01 00:00\n"
    days = read(times, ReadingChoices(kinds=(("v", "date"),)))
    assert [str(value) for value in days.frame["v"]] == ["2024-01-31 00:00:00", "2024-02-01 00:00:00"]
    assert said(days, "converted", "left out, as you chose").count == 1


def test_a_kind_that_no_cell_is_of_is_refused() -> None:
    with pytest.raises(ReadingChoiceError, match="No cell of v is a number"):
        read("k,v\na,x\nb,y\n", ReadingChoices(kinds=(("v", "number"),)))


def test_the_decimal_sign_that_was_chosen_reads_cells_of_a_chosen_number_column() -> None:
    text = "k;v\na;1.500\nb;2.250\n"
    assert column(text, "v", ReadingChoices(kinds=(("v", "number"),), decimal=",")) == [1500, 2250]
    assert column(text, "v", ReadingChoices(kinds=(("v", "number"),), decimal=".")) == [1.5, 2.25]


def test_a_unit_that_was_chosen_is_the_columns_unit() -> None:
    table = read("k,price (USD)\na,1\nb,2\n", ReadingChoices(units=(("price (USD)", "EUR"),)))
    assert table.units["price (USD)"] == "EUR"
    assert "instead of USD" in said(table, "converted", "as you chose").text
    assert read("k,price (USD)\na,1\nb,2\n", ReadingChoices(units=(("price (USD)", ""),))).units["price (USD)"] is None


def test_spellings_stay_apart_or_come_together_as_chosen() -> None:
    text = "v,n\nRed,1\nred,2\nRed,3\nblue,4\n"
    assert column(text, "v") == ["Red", "Red", "Red", "blue"]
    assert column(text, "v", ReadingChoices(spellings=(("v", False),))) == ["Red", "red", "Red", "blue"]
    few = "v,n\nRed,1\nred,2\nblue,3\n"
    assert column(few, "v", ReadingChoices(spellings=(("v", True),))) == ["Red", "Red", "blue"]


def test_a_description_goes_with_the_column_under_its_new_name() -> None:
    choices = ReadingChoices(renamed=(("q1", "satisfaction"),), described=(("q1", "How satisfied are you?"),))
    assert read("id,q1\n1,5\n2,4\n", choices).descriptions == {"satisfaction": "How satisfied are you?"}


def test_a_choice_for_a_column_that_is_not_there_is_told() -> None:
    table = read("a,b\n1,2\n", ReadingChoices(kinds=(("price", "number"),), fill_down=("x",)))
    entry = said(table, "warning", "no such column")
    assert "“price”" in entry.text and "“x”" in entry.text
    assert not read("a,b\n1,2\n", DETECT).receipt.of("warning")


def test_a_sign_that_was_chosen_reads_what_reads_both_ways() -> None:
    text = "k;v;n\na;1,234;5\nb;2,345;6\nc;3,456;7\nd;999;8\n"
    assert column(text, "v", ReadingChoices(decimal=",")) == [1.234, 2.345, 3.456, 999]
    assert column(text, "v", ReadingChoices(decimal=".")) == [1234, 2345, 3456, 999]
    assert not any("both ways" in entry.text for entry in read(text, ReadingChoices(decimal=",")).receipt.entries)


def test_short_and_long_spellings_come_together_when_it_is_said() -> None:
    text = "sex,n\n" + "F,1\nFemale,2\nM,3\nMale,4\n" * 3
    entry = said(read(text), "unsure", "two spellings")
    assert entry.choice == ("spellings", ("sex", True))
    assert set(column(text, "sex", ReadingChoices(spellings=(("sex", True),)))) == {"Female", "Male"}


@pytest.mark.parametrize("text", ["who,n\nb,2\nc,3\nTotal,5\n", "who,n\n# a remark\nb,2\nc,3\nd,4\n"])
def test_lines_that_were_left_out_are_taken_in_by_the_choice_of_their_entry(text: str) -> None:
    table = read(text)
    choice = next(entry.choice for entry in table.receipt.of("skipped") if entry.choice)
    assert len(read(text, with_choice(DETECT, choice)).frame) == len(table.frame) + 1


def test_choices_survive_being_kept_and_old_ones_are_still_read() -> None:
    kept = TypeAdapter(ReadingChoices)
    choices = DETECT
    offered: tuple[Choice, ...] = (
        ("missing_words", ("n", "-99")), ("day_first", ("d", True)), ("skip_lines", (3, 4)), ("table", "a"),
    )  # fmt: skip
    for choice in offered:
        choices = with_choice(declining(choices, choice), ("header_line", 0))
    for choice in offered:
        assert kept.validate_json(kept.dump_json(with_choice(choices, choice))) == with_choice(choices, choice)
    assert kept.validate_json(kept.dump_json(choices)) == choices
    old = '{"encoding":"cp1252","delimiter":null,"decimal":",","day_first":[["d",true]],"keep_text":["a"],"renamed":[]}'
    assert kept.validate_json(old) == ReadingChoices("cp1252", None, ",", (("d", True),), ("a",))
