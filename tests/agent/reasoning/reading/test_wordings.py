"""Wordings of many kinds become the spec that a careful analyst would write; none is answered with another number."""

from typing import Any

import pytest

from tests.agent.reasoning.reading.conftest import Talk
from tests.agent.reasoning.reading.test_read import ROWS, spec_of, specs_of


def _is(column: str, value: object, op: str = "==") -> list[dict[str, object]]:
    return [{"col": column, "op": op, "value": value}]


ENERGY = {"energy (kWh)": ["sum"]}
WORDINGS: list[tuple[str, dict[str, Any]]] = [
    ("kWh by line", {"group_cols": ["line"], "metrics": ENERGY}),
    ("average NO3 by line", {"group_cols": ["line"], "metrics": {"NO3 (mg/l)": ["mean"]}}),
    ("correlation between NO3 and delay", {"does": "correlation", "columns": ["NO3 (mg/l)", "delay"]}),
    ("how many rows have a delay below 3 and over 20 ride minutes",
     {"filters": [*_is("delay", 3, "<"), *_is("ride minutes", 20, ">")], "metrics": ROWS}),
    ("mean NO3 at dose 0.5", {"filters": _is("dose", 0.5), "metrics": {"NO3 (mg/l)": ["mean"]}}),
    ("how many rows where delay is not 4", {"filters": _is("delay", 4, "!="), "metrics": ROWS}),
    ("how many rows have at least five inside doors", {"filters": _is("inside doors", 5, ">="), "metrics": ROWS}),
    ("how many trams opened in 2023 or later",
     {"filters": _is("opened", "2023", ">="), "metrics": {"tram_id": ["nunique"]}}),
    ("how many trams have not closed yet",
     {"filters": [{"col": "closed", "op": "is_null"}], "metrics": {"tram_id": ["nunique"]}}),
    ("average NO3 by number of inside doors", {"group_cols": ["inside doors"], "metrics": {"NO3 (mg/l)": ["mean"]}}),
    ("average NO3 by line and dose", {"group_cols": ["line", "dose"], "metrics": {"NO3 (mg/l)": ["mean"]}}),
    ("energy per NO3 by line", {"does": "share_ratio", "mode": "ratio", "group_cols": ["line"]}),
    ("average fine, but only for trams that had a fine", {"filters": _is("fine", 0, ">")}),
    ("how many rows with no fine", {"filters": _is("fine", 0), "metrics": ROWS}),
    ("rows whose remark starts with Creaky", {"filters": _is("remark", "creaky", "starts_with")}),
    ("how many rows are longer than 20 minutes", {"filters": _is("ride minutes", 20, ">")}),
    ("lowest and highest NO3", {"metrics": {"NO3 (mg/l)": ["min", "max"]}}),
    ("mean NO3 in 2021 and in 2022", {"does": "time_trend", "filters": _is("opened", ["2021", "2022"], "in")}),
    ("histogram of NO3 with 4 bins", {"does": "hist", "bins": 4}),
    ("share of red trams with a delay above 2", {"does": "share_ratio", "as_percent": True}),
    ("p90 of ride minutes", {"does": "column_summary", "quantiles": [0.9]}),
]  # fmt: skip


@pytest.mark.parametrize(("question", "expected"), WORDINGS, ids=[question for question, _ in WORDINGS])
def test_a_wording_has_one_reading(trams: Talk, question: str, expected: dict[str, Any]) -> None:
    decision = trams.ask(question)
    assert len(decision.readings) == 1, [reading.label for reading in decision.readings]
    spec = spec_of(decision)
    assert {key: spec.get(key) for key in expected} == expected


def test_a_column_is_compared_with_another_row_by_row(trams: Talk) -> None:
    spec = spec_of(trams.ask("how many rows have more outside doors than inside doors?"))
    assert spec["metrics"] == ROWS
    assert spec["prepare"][0]["expression"] == ["sub", "outside doors", "inside doors"]
    assert spec["filters"] == _is("outside doors - inside doors", 0, ">")


def test_the_slowest_is_the_one_that_takes_longest(trams: Talk) -> None:
    assert spec_of(trams.ask("which tram is the slowest by ride minutes?"))["which"] == "max"


FOLLOW_UPS: list[tuple[str, str, dict[str, Any]]] = [
    ("total energy by line", "only the top 2", {"top_k": 2, "metrics": ENERGY, "group_cols": ["line"]}),
    ("total energy by line", "sort by name", {"sort": {"by": "line", "ascending": True}}),
    ("median NO3 by line", "and delay?", {"metrics": {"delay": ["median"]}, "group_cols": ["line"]}),
    ("how many trams are red?", "average NO3 of those",
     {"metrics": {"NO3 (mg/l)": ["mean"]}, "filters": _is("line", "red")}),
    ("correlation between NO3 and delay", "and with energy?", {"columns": ["NO3 (mg/l)", "energy (kWh)"]}),
    ("average NO3 by line", "is the difference significant?", {"does": "compare_groups", "group": "line"}),
    ("average NO3 by line", "for red?", {"filters": _is("line", "red"), "metrics": {"NO3 (mg/l)": ["mean"]}}),
]  # fmt: skip


@pytest.mark.parametrize(("first", "then", "expected"), FOLLOW_UPS, ids=[then for _, then, _ in FOLLOW_UPS])
def test_a_follow_up_keeps_what_it_does_not_change(
    trams: Talk, first: str, then: str, expected: dict[str, Any]
) -> None:
    trams.ask(first)
    spec = spec_of(trams.ask(then))
    assert {key: spec.get(key) for key in expected} == expected


def test_the_rows_just_counted_become_a_share(trams: Talk) -> None:
    trams.ask("how many trams have a delay above 2?")
    spec = spec_of(trams.ask("what share of all is that?"))
    assert spec["does"] == "share_ratio"
    assert spec["numerator"]["filters"] == _is("delay", 2, ">")


def test_the_first_question_comes_back(trams: Talk) -> None:
    first = specs_of(trams.ask("total energy by line"))
    trams.ask("average delay by dose")
    assert specs_of(trams.ask("go back to the first one")) == first


@pytest.mark.parametrize(
    "question", ["comfort per line", "rental yield by line", "rattling rate by line", "which engine is used most?"]
)
def test_what_no_column_holds_is_missing_and_never_counted(trams: Talk, question: str) -> None:
    decision = trams.ask(question)
    assert decision.next_action == "ask"
    assert decision.missing_columns


def test_a_time_to_come_is_a_prediction(trams: Talk) -> None:
    decision = trams.ask("what will the energy be in 2031?")
    assert (decision.next_action, decision.rationale) == ("out_of_scope", "prediction")


GERMAN: list[tuple[str, dict[str, Any]]] = [
    ("Summe der Nettobeträge je Kunde", {"group_cols": ["Kunde"], "metrics": {"Nettobetrag": ["sum"]}}),
    ("Nettoumsatz je Kunde", {"group_cols": ["Kunde"], "metrics": {"Nettobetrag": ["sum"]}}),
    ("Wie viele Belege über 2000 Euro netto?", {"filters": _is("Nettobetrag", 2000, ">")}),
    ("Wie viele Belege sind weder bezahlt noch storniert?",
     {"filters": _is("Status", ["bezahlt", "storniert"], "not_in")}),
    ("total gross amount of unpaid ones", {"filters": _is("Status", "offen")}),
    ("Wie viele Belege mit Nettobetrag zwischen 900 und 2000?",
     {"filters": _is("Nettobetrag", [900, 2000], "between")}),
]  # fmt: skip


@pytest.mark.parametrize(("question", "expected"), GERMAN, ids=[question for question, _ in GERMAN])
def test_german_columns_are_found_by_their_parts(belege: Talk, question: str, expected: dict[str, Any]) -> None:
    spec = spec_of(belege.ask(question))
    assert {key: spec.get(key) for key in expected} == expected


def test_japanese_denies_behind_the_value(trams: Talk) -> None:
    assert spec_of(trams.ask("red を除いた energy の合計は？"))["filters"] == _is("line", "red", "!=")


ASKED_BACK = [
    ("Durchschnittliche Luftfeuchtigkeit je Monat", "keine Spalte"),
    ("平均湿度を教えてください", "列がない"),
    ("average humidity per month", "no column"),
]


@pytest.mark.parametrize(("question", "words"), ASKED_BACK)
def test_what_is_asked_back_is_in_the_language_of_the_question(belege: Talk, question: str, words: str) -> None:
    assert words in belege.ask(question).clarifying_questions[0]


def test_the_readings_are_told_in_the_language_of_the_question(belege: Talk) -> None:
    decision = belege.ask("Wie hoch war der Umsatz 2023?")
    assert [reading.label for reading in decision.readings] == ["Nettobetrag", "Bruttobetrag"]
    assert "mehreres" in decision.question_if_different
    assert decision.readings[0].interpretation.startswith("Summe von Nettobetrag")


def test_time_counted_from_the_end_of_the_data_is_said(trams: Talk) -> None:
    assumed = trams.ask("total energy last month").readings[0].assumptions
    assert any("2024-09" in sentence for sentence in assumed)
