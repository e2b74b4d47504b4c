"""A condition reads the same wherever it is shown: on a chip, in a sentence, a title, a ledger, a report, in three
languages."""

from typing import Any, get_args

import pytest

from agent.analysis.words import condition_words as in_a_title
from agent.grounding.figures import dates_in
from agent.reasoning.rules.narration.phrases import phrases_in
from agent.reasoning.rules.narration.wording import Wording
from agent.report.wording import spec_words
from agent.specs.base import CONDITION, FilterOp
from agent.specs.condition_words import condition_words, conditions_words
from agent.specs.editing.parts import parts_of
from agent.specs.measures import GroupbyAgg
from agent.specs.parse import parse_analysis
from tests.agent.analysis.made_tables import people_table, run
from tests.agent.specs.editing.readings import reading

LANGUAGES = ("en", "de", "ja")
NORTH = {"col": "region", "op": "==", "value": "North"}
CHEAP = {"col": "price", "op": "<", "value": 5}
SOUTH = {"col": "region", "op": "==", "value": "South"}
EITHER = {"any": [[NORTH, CHEAP], [SOUTH]]}
LAST_MONTH = {"date": "latest", "shift": -1, "unit": "month", "whole": True}
FORMS: list[tuple[dict[str, Any], tuple[str, str, str]]] = [
    (NORTH, ("region is North", "region ist North", "「region」が「North」")),
    ({"col": "a", "op": "!=", "value": " "}, ('a is not " "', 'a ist nicht " "', "「a」が「\" \"」以外")),
    ({"col": "a", "op": ">", "value": 12345.5},
     ("a is above 12,345.5", "a liegt über 12.345,5", "「a」が 12,345.5 より大きい")),
    ({"col": "a", "op": ">=", "value": 2015},
     ("a is at least 2015", "a ist mindestens 2015", "「a」が 2015 以上")),
    (CHEAP, ("price is below 5", "price liegt unter 5", "「price」が 5 より小さい")),
    ({"col": "day", "op": "<=", "value": "2025-03-09"},
     ("day is at most 9 March 2025", "day ist höchstens 9. März 2025", "「day」が 2025年3月9日 以下")),
    ({"col": "id", "op": "==", "value": 104523}, ("id is 104523", "id ist 104523", "「id」が「104523」")),
    ({"col": "day", "op": "==", "value": "2025-04"},
     ("day is April 2025", "day ist April 2025", "「day」が「2025年4月」")),
    ({"col": "day", "op": "==", "value": "2025-Q2"},
     ("day is Q2 2025", "day ist Q2 2025", "「day」が「2025年第2四半期」")),
    ({"col": "region", "op": "in", "value": ["A", "B", "C"]},
     ("region is A, B or C", "region ist A, B oder C", "「region」が「A」「B」または「C」")),
    ({"col": "region", "op": "not_in", "value": ["A", "B"]},
     ("region is not A or B", "region ist nicht A oder B", "「region」が「A」または「B」以外")),
    ({"col": "a", "op": "between", "value": [1, 2]},
     ("a is from 1 to 2", "a liegt von 1 bis 2", "「a」が 1 から 2 まで")),
    ({"col": "a", "op": "contains", "value": "2025-04"},
     ("a contains 2025-04", "a enthält 2025-04", "「a」が「2025-04」を含む")),
    ({"col": "a", "op": "starts_with", "value": "x"},
     ("a starts with x", "a beginnt mit x", "「a」が「x」で始まる")),
    ({"col": "a", "op": "lists", "value": "x"}, ("a lists x", "a nennt x", "「a」に「x」が含まれる")),
    ({"col": "a", "op": "lists", "value": ["x", "y"]},
     ("a lists x or y", "a nennt x oder y", "「a」に「x」または「y」が含まれる")),
    ({"col": "a", "op": "not_lists", "value": ["x", "y"]},
     ("a does not list x or y", "a nennt nicht x oder y", "「a」に「x」または「y」が含まれない")),
    ({"col": "a", "op": ">", "value": {"stat": "mean", "col": "b", "times": 1.5}},
     ("a is above 1.5 times the average of b", "a liegt über 1,5 mal dem Durchschnitt von b",
      "「a」が 「b」の平均の1.5倍 より大きい")),
    ({"col": "a", "op": "between", "value": [1, {"stat": "max", "col": "b"}]},
     ("a is from 1 to the highest b", "a liegt von 1 bis dem größten Wert von b", "「a」が 1 から 「b」の最大値 まで")),
    ({"col": "a", "op": "is_null"}, ("a is empty", "a ist leer", "「a」が空欄")),
    ({"col": "a", "op": "not_null"}, ("a is filled in", "a ist ausgefüllt", "「a」が入力済み")),
    ({"col": "a", "op": "==", "value": True}, ("a is yes", "a ist ja", "「a」が「はい」")),
    ({"col": "a", "op": ">", "value": {"stat": "mean", "col": "b"}},
     ("a is above the average of b", "a liegt über dem Durchschnitt von b", "「a」が 「b」の平均 より大きい")),
    ({"col": "a", "op": "<", "value": {"col": "b"}},
     ("a is below b in the same row", "a liegt unter b derselben Zeile", "「a」が 同じ行の「b」 より小さい")),
    ({"col": "day", "op": "==", "value": LAST_MONTH},
     ("day is the month of 1 month before the latest date", "day ist Monat von 1 Monat vor dem letzten Datum",
      "「day」が「最新の日付の 1 か月前を含む月」")),
    (EITHER,
     ("(region is North and price is below 5) or region is South",
      "(region ist North und price liegt unter 5) oder region ist South",
      "（「region」が「North」 かつ 「price」が 5 より小さい） または 「region」が「South」")),
]  # fmt: skip


def counted(*filters: Any) -> dict[str, Any]:
    return {"op": "groupby_agg", "metrics": {"*": ["count"]}, "filters": [*filters]}


def test_every_form_of_a_filter_is_among_these() -> None:
    assert {form.get("op") for form, _ in FORMS} >= {*get_args(FilterOp)}


@pytest.mark.parametrize("place", range(len(FORMS)))
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_condition_reads_the_same_on_a_chip_and_in_a_sentence(language: str, place: int) -> None:
    form, told = FORMS[place]
    words = told[LANGUAGES.index(language)]
    assert condition_words(CONDITION.validate_python(form), language) == words
    chips = [part.label for part in parts_of(reading(counted(form)), language=language) if part.kind == "condition"]
    assert chips == [words]
    scene = Wording(phrases_in(language))
    spec = GroupbyAgg.model_validate(counted(form))
    assert scene.conditions(spec) == [words]
    assert words in scene.where(spec)


@pytest.mark.parametrize("place", range(len(FORMS)))
def test_it_reads_the_same_in_a_title_and_in_the_report(place: int) -> None:
    form, (words, *_) = FORMS[place]
    spec = parse_analysis(counted(form))
    assert in_a_title(spec) == f", where {words}"
    assert f"Conditions: {words}" in spec_words(spec.model_dump(exclude_defaults=True))


@pytest.mark.parametrize(
    "form",
    [
        {"col": "team", "op": "in", "value": ["Research", "Sales"]},
        {"col": "pay", "op": ">", "value": {"stat": "mean", "col": "pay"}},
        {"col": "hired", "op": ">=", "value": "2015-03"}, {"col": "pay", "op": "not_null"},
        {"any": [{"col": "team", "op": "==", "value": "Research"}, {"col": "pay", "op": "<", "value": 3}]},
    ],
)  # fmt: skip
def test_it_reads_the_same_in_the_ledger(form: dict[str, Any]) -> None:
    ledger = run(counted(form), people_table())[0]["ledger"]
    assert ledger is not None
    words = condition_words(CONDITION.validate_python(form))
    assert [step["detail"] for step in ledger["steps"]] == [words]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_date_that_is_told_is_known_again_as_that_date(language: str) -> None:
    for iso in ("2025-04", "2025-05-09"):
        words = condition_words(CONDITION.validate_python({"col": "day", "op": "==", "value": iso}), language)
        assert [date.iso for date in dates_in(words)] == [iso]


def test_a_condition_on_results_names_them_as_the_table_does() -> None:
    having = {"col": "price_mean", "op": ">", "value": 3}
    spec = {"op": "groupby_agg", "group_cols": ["region"], "metrics": {"price": ["mean"]}, "having": [having]}
    assert "average price is above 3" in [part.label for part in parts_of(reading(spec))]


def test_beside_others_alternatives_stand_in_brackets() -> None:
    spec = GroupbyAgg.model_validate(counted(CHEAP, {"any": [NORTH, SOUTH]}))
    wording = Wording(phrases_in("en"))
    assert wording.where(spec) == " where price is below 5 and (region is North or region is South)"
    assert conditions_words(spec.filters) == "price is below 5 and (region is North or region is South)"
    assert Wording(phrases_in("en"), allows_figures=False).where(spec) == " among the rows asked for"
