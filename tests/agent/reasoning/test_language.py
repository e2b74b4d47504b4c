"""The language of a question is found by its own words, not by the names of the data in it."""

import pytest

from agent.reasoning.language import detect_language


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("average price by shop", "en"),
        ("Wie hoch war der Umsatz im März?", "de"),
        ("Anzahl der Bestellungen je Land", "de"),
        ("店舗ごとの売上を教えてください", "ja"),
        ("2024年の合計は何kgですか？", "ja"),
        ("total quantity (数量) per category of the store", "en"),
        ("Wie viele Zeilen haben 支払方法 leer?", "de"),
        ("histogram of 売上金額(税込)", "en"),
        ("average 数量 by 商品カテゴリ", "en"),
        ("Durchschnitt von 数量 je 商品カテゴリ", "de"),
        ("net priceとunit costの相関", "ja"),
        ("Department別のSalary (base)の平均", "ja"),
        ("店舗別売上", "ja"),
        ("xyz", "en"),
        ("", "en"),
        ("¿Cuál es el total?", "en"),
    ],
)
def test_language_of_a_question(question: str, language: str) -> None:
    assert detect_language(question) == language


@pytest.mark.parametrize("question", ["Balkendiagramm kumuliert", "kleinste Spanne", "quote prozentual"])
def test_words_that_only_one_language_asks_with_tell_it(question: str) -> None:
    assert detect_language(question) == "de"
