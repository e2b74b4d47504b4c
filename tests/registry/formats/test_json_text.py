"""JSON: records wherever they stand, values as they are, odd ones told."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from registry.dataset import ReadingChoices
from registry.errors import UnreadableFileError
from registry.file_reader import ReadFile, read_file
from tests.cases import examples
from tests.registry.reading import said


def read(value: object, table: str | None = None) -> ReadFile:
    return read_file(json.dumps(value).encode(), "data.json", ReadingChoices(table=table))


RECORDS = [
    {"id": 7, "price": 1.234, "zip": "10115", "day": "2024-01-05", "ok": True, "note": None},
    {"id": 9, "price": 2, "zip": "04109", "day": "2024-02-06", "ok": False},
]


def test_a_list_of_records_is_a_table_with_its_types() -> None:
    table = read(RECORDS)
    assert table.frame["price"].tolist() == [1.234, 2.0]
    assert table.frame["zip"].tolist() == ["10115", "04109"]
    assert (table.kinds["day"], table.kinds["ok"], table.kinds["note"]) == ("date", "boolean", "empty")


def test_digits_that_are_text_beside_numbers_stay_text_and_one_choice_makes_them_numbers() -> None:
    records = [{"n": 1, "code": "20"}, {"n": 2, "code": "30"}]
    table = read(records)
    assert table.frame["code"].tolist() == ["20", "30"]
    entry = said(table, "assumed", "holds digits as text")
    assert entry.choice == ("kinds", ("code", "number"))
    numbers = read_file(json.dumps(records).encode(), "data.json", ReadingChoices(kinds=(("code", "number"),)))
    assert numbers.frame["code"].tolist() == [20, 30]


def test_digits_in_a_file_of_texts_only_are_numbers() -> None:
    assert read([{"name": "a", "amount": "20"}, {"name": "b", "amount": "30"}]).frame["amount"].tolist() == [20, 30]


def test_one_record_a_line_keeps_its_lines() -> None:
    text = '{"a": 1, "b": "x "}\n\n{"a": 2, "b": "y"}\n{"b": "z", "a": 3}\n'
    table = read_file(text.encode(), "data.jsonl")
    assert table.frame["a"].tolist() == [1, 2, 3]
    assert said(table, "converted", "Blanks around").lines == (1,)


def test_a_broken_line_among_many_is_left_out_and_told() -> None:
    lines = [json.dumps({"a": number}) for number in range(40)]
    table = read_file("\n".join([*lines[:20], '{"a": 99', *lines[20:]]).encode(), "data.jsonl")
    assert len(table.frame) == 40
    assert said(table, "warning", "no JSON").lines == (21,)


def test_objects_open_by_one_level_and_deeper_values_stay_as_text() -> None:
    table = read([{"user": {"name": "a", "at": {"city": "Bonn"}}, "tags": [1, 2]}, {"user": {"name": "b"}, "tags": []}])
    assert table.frame["user.name"].tolist() == ["a", "b"]
    assert table.frame["user.at"].tolist()[0] == '{"city": "Bonn"}'
    assert table.frame["tags"].tolist()[0] == "[1, 2]"
    assert "“user”" in said(table, "converted", "columns of its own").text
    assert "“tags”" in said(table, "assumed", "deeper").text


@pytest.mark.parametrize(
    "value",
    [
        {"data": {"rows": [{"a": 1, "b": "x"}, {"a": 2, "b": "y"}]}},
        {"a": [1, 2], "b": ["x", "y"]},
        {"a": {"0": 1, "1": 2}, "b": {"0": "x", "1": "y"}},
        {"columns": ["a", "b"], "index": [0, 1], "data": [[1, "x"], [2, "y"]]},
        [["a", "b"], [1, "x"], [2, "y"]],
    ],
)
def test_the_table_is_found_wherever_it_stands(value: object) -> None:
    assert read(value).frame[["a", "b"]].to_dict("list") == {"a": [1, 2], "b": ["x", "y"]}


def test_records_by_name_have_their_name_in_a_column() -> None:
    assert read({"Bonn": {"n": 1}, "Kiel": {"n": 2}}).frame.to_dict("list") == {"key": ["Bonn", "Kiel"], "n": [1, 2]}


def test_several_lists_are_offered_and_the_longest_is_read() -> None:
    value = {"people": [{"p": 1}, {"p": 2}], "towns": [{"t": "a"}, {"t": "b"}, {"t": "c"}]}
    assert [offer.key for offer in read(value).offered] == ["people", "towns"]
    assert read(value).called == "data – towns.json"
    assert read(value, "people").frame["p"].tolist() == [1, 2]


@pytest.mark.parametrize("content", [b"[]", b"{}", b'[{"a": 1}', b'{"a": [', b"[" * 100_000 + b"]" * 100_000])
def test_what_holds_no_records_is_refused_with_a_remedy(content: bytes) -> None:
    with pytest.raises(UnreadableFileError) as refused:
        read_file(content, "data.json")
    assert refused.value.remedy


def test_a_name_that_stands_twice_is_told() -> None:
    table = read_file(b'[{"a": 1, "a": 2}, {"a": 3}]', "data.json")
    assert table.frame["a"].tolist() == [2, 3]
    assert said(table, "warning", "stood twice").count == 1


def test_lone_surrogates_and_control_characters_go_and_are_counted() -> None:
    table = read_file(b'[{"a": "x\\ud800\\u0000"}, {"a": "y"}]', "data.json")
    assert table.frame["a"].tolist() == ["x", "y"]
    assert said(table, "skipped", "control character").count == 2


NUMBERS = st.lists(st.floats(allow_nan=False, allow_infinity=False, width=32), min_size=12, max_size=40)


@settings(max_examples=examples(40))
@given(NUMBERS)
def test_numbers_are_what_they_were(numbers: list[float]) -> None:
    table = read([{"name": f"n{place % 3}x", "value": number} for place, number in enumerate(numbers)])
    assert table.frame["value"].tolist() == numbers
