"""Which words of a question name cells?"""

import time

import pytest

from registry.dataset import DETECT
from registry.store import DatasetStore

SHOP = """order_no,species,size,city,note,amount
SO-24001,Adelie Penguin (Pygoscelis adeliae),L,New York,call first,5
SO-24002,Gentoo penguin (Pygoscelis papua),XL,York,call first,7
SO-24003,Gentoo penguin (Pygoscelis papua),S,new haven,call first,24
SO-24004,Adelie Penguin (Pygoscelis adeliae),M,York,call first,5
SO-24005,Chinstrap penguin (Pygoscelis antarctica),M,New York,call first,5
SO-24006,Gentoo penguin (Pygoscelis papua),L,York,call first,5
SO-24007,Gentoo penguin (Pygoscelis papua),L,York,call first,5
SO-24008,Gentoo penguin (Pygoscelis papua),L,York,call first,5
SO-24009,Gentoo penguin (Pygoscelis papua),L,York,call first,5
SO-24010,Gentoo penguin (Pygoscelis papua),L,York,call first,5
"""
STORES = """店舗,商品カテゴリ,金額
大阪店,文具,10
東京本店,文具,20
東京本店,家電,30
大阪店,文具,20
東京本店,家電,30
"""


def found(question: str, content: str = SHOP) -> list[tuple[str, str, str, str]]:
    store = DatasetStore()
    store.add("ann", "shop.csv", content.encode(), DETECT)
    return [(match.words, match.column, match.value, match.kind) for match in store.find_values("ann", question)]


@pytest.mark.parametrize(
    ("question", "matches"),
    [
        ("sales in New York", [("New York", "city", "New York", "exact")]),
        ("sales in new york please", [("new york", "city", "New York", "folded")]),
        ("and in York", [("York", "city", "York", "exact")]),
        ("NEW  HAVEN", [("NEW  HAVEN", "city", "new haven", "folded")]),
        ("how heavy is Adelie", [("Adelie", "species", "Adelie Penguin (Pygoscelis adeliae)", "partial")]),
        ("only the gentoos", [("gentoos", "species", "Gentoo penguin (Pygoscelis papua)", "partial")]),
        ("pygoscelis papua", [("pygoscelis papua", "species", "Gentoo penguin (Pygoscelis papua)", "partial")]),
        ("what of SO-24005?", [("SO-24005", "order_no", "SO-24005", "exact")]),
        ("what of so-24005?", [("so-24005", "order_no", "SO-24005", "folded")]),
        ("how many L were sold", [("L", "size", "L", "exact")]),
        ("how many XL were sold", [("XL", "size", "XL", "exact")]),
        ("it's a small size", []),
        ("where is my order", []),
        ("amounts above 5 or 24", []),
        ("", []),
    ],
)
def test_words_name_values(question: str, matches: list[tuple[str, str, str, str]]) -> None:
    assert found(question) == matches


def test_the_offset_and_the_rows_are_given() -> None:
    store = DatasetStore()
    dataset = store.add("ann", "shop.csv", SHOP.encode())
    (match,) = store.find_values("ann", "sales in York")
    assert (match.start, match.rows, match.dataset_id) == (9, 7, dataset.dataset_id)


def test_the_same_words_may_name_values_of_several_columns() -> None:
    text = "from,to\nBonn,Ulm\nUlm,Bonn\nBonn,Ulm\nUlm,Bonn\n"
    assert {(column, kind) for _, column, _, kind in found("via Bonn", text)} == {("from", "exact"), ("to", "exact")}


@pytest.mark.parametrize(
    ("question", "values"),
    [
        ("大阪店の文具の売上は?", ["大阪店", "文具"]),
        ("東京本店と大阪店を比べて", ["東京本店", "大阪店"]),
        ("家電だけ", ["家電"]),
        ("名古屋は?", []),
    ],
)
def test_text_without_blanks_is_searched_for_whole_values(question: str, values: list[str]) -> None:
    assert [value for _, _, value, _ in found(question, STORES)] == values


CODES = "customer_id,kind,n\n24,four_cheese,1\n24017,part-time,2\n31,four_cheese,2\n24,part-time,1\n"


@pytest.mark.parametrize(
    ("question", "values"),
    [
        ("how many four cheese", ["four_cheese"]),
        ("part time work", ["part-time"]),
        ("the 24 largest", []),
        ("what did customer 24 buy", ["24"]),
        ("what did 24017 buy", ["24017"]),
    ],
)
def test_underscores_do_not_matter_and_small_numbers_need_their_name(question: str, values: list[str]) -> None:
    assert [value for _, _, value, _ in found(question, CODES)] == values


def test_ids_are_found_among_very_many_quickly() -> None:
    rows = "".join(f"K-{number:06d},{number % 7}\n" for number in range(60_000))
    store = DatasetStore()
    store.add("ann", "ids.csv", f"customer_id,n\n{rows}".encode())
    store.find_values("ann", "build the index")
    taken = []
    for _ in range(5):
        start = time.perf_counter()
        (match,) = store.find_values("ann", "what did the customer K-054321 buy in the year 2024, and when was that?")
        taken.append(time.perf_counter() - start)
    assert min(taken) < 0.05
    assert (match.value, match.kind, match.rows) == ("K-054321", "exact", 1)
    assert [match.kind for match in store.find_values("ann", "and k-054321?")] == ["folded"]


def test_whole_number_ids_are_found_among_very_many() -> None:
    rows = "".join(f"{number},{number % 7}\n" for number in range(100_000, 160_000))
    store = DatasetStore()
    store.add("ann", "ids.csv", f"customer_id,n\n{rows}".encode())
    assert [match.value for match in store.find_values("ann", "what did 123456 buy, or 99")] == ["123456"]
