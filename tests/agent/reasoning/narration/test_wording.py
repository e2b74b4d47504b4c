"""Conditions in words: alternatives with "or", dates told from today or the latest one, in every language."""

import pytest

from agent.reasoning.rules.narration.phrases import phrases_in
from agent.reasoning.rules.narration.wording import Wording
from agent.specs.base import CONDITION
from agent.specs.filter_words import filter_words
from agent.specs.measures import GroupbyAgg

NORTH = {"col": "region", "op": "==", "value": "North"}
CHEAP = {"col": "price", "op": "<", "value": 5}
SOUTH = {"col": "region", "op": "==", "value": "South"}
EITHER = {"any": [[NORTH, CHEAP], [SOUTH]]}
SAID = {
    "en": "(region is North and price is below 5) or region is South",
    "de": "(region ist North und price liegt unter 5) oder region ist South",
    "ja": "（「region」が「North」、「price」が 5 より小さい）または「region」が「South」",
}


@pytest.mark.parametrize(("language", "words"), SAID.items())
def test_alternatives_are_told_with_or(language: str, words: str) -> None:
    assert Wording(phrases_in(language)).condition(CONDITION.validate_python(EITHER)) == words


def test_beside_others_alternatives_stand_in_brackets() -> None:
    spec = GroupbyAgg.model_validate({"metrics": {"*": ["count"]}, "filters": [CHEAP, {"any": [NORTH, SOUTH]}]})
    wording = Wording(phrases_in("en"))
    assert wording.where(spec) == " where price is below 5 and (region is North or region is South)"
    alone = spec.model_copy(update={"filters": spec.filters[1:]})
    assert wording.where(alone) == " where region is North or region is South"
    assert Wording(phrases_in("en"), allows_figures=False).where(spec) == " among the rows asked for"


DATES = {
    "en": [
        ("day is at least 3 months before the latest date", -3, False),
        ("day is at least the year of today", 0, True),
    ],
    "de": [
        ("day ist mindestens 3 Monate vor dem letzten Datum", -3, False),
        ("day ist mindestens Jahr von heute", 0, True),
    ],
    "ja": [("「day」が 最新の日付の 3 か月前 以上", -3, False), ("「day」が 今日を含む年 以上", 0, True)],
}


@pytest.mark.parametrize("language", DATES)
def test_a_date_is_told_from_where_it_is_counted(language: str) -> None:
    for words, shift, whole in DATES[language]:
        value = {
            "date": "today" if whole else "latest",
            "shift": shift,
            "unit": "year" if whole else "month",
            "whole": whole,
        }
        condition = CONDITION.validate_python({"col": "day", "op": ">=", "value": value})
        assert Wording(phrases_in(language)).condition(condition) == words


def test_filter_words_tell_the_same_in_plain_english() -> None:
    assert filter_words(CONDITION.validate_python(EITHER)) == "region is North and price is below 5 or region is South"
    value = {"date": "today", "shift": -1, "unit": "quarter", "whole": True}
    last_quarter = CONDITION.validate_python({"col": "day", "op": "==", "value": value})
    assert filter_words(last_quarter) == "day is the quarter of 1 quarter before today"
