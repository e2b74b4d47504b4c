"""German words are read by what they are made of, and what finds no place is asked about."""

from typing import Any

import pytest

from tests.agent.reasoning.reading.conftest import Talk
from tests.agent.reasoning.reading.test_read import ROWS, spec_of

UNPAID = [{"col": "Bezahlt", "op": "==", "value": "nein"}]
WORDINGS: list[tuple[str, str, dict[str, Any]]] = [
    ("markt.csv", "Kundenzahl je Filiale", {"group_cols": ["Filiale"], "metrics": {"Kunde": ["nunique"]}}),
    ("markt.csv", "Monatsumsatz", {"does": "time_trend", "metrics": {"Umsatz (€)": ["sum"]}}),
    ("markt.csv", "monatlicher Umsatz", {"does": "time_trend", "metrics": {"Umsatz (€)": ["sum"]}}),
    ("markt.csv", "Wie viele Belege sind unbezahlt?", {"filters": UNPAID}),
    ("markt.csv", "Wie viele Belege sind noch nicht bezahlt?", {"filters": UNPAID}),
    ("markt.csv", "Wie viele Belege wurden mit Karte bezahlt?",
     {"filters": [{"col": "Zahlart", "op": "==", "value": "Karte"}]}),
    ("markt.csv", "Wie viele Säfte wurden in Köln verkauft?",
     {"metrics": {"Menge": ["sum"]},
      "filters": [{"col": "Ware", "op": "==", "value": "Saft"}, {"col": "Filiale", "op": "==", "value": "Köln"}]}),
    ("markt.csv", "Umsatz zwischen 9 und 12 Uhr",
     {"metrics": {"Umsatz (€)": ["sum"]},
      "filters": [{"col": "Uhrzeit", "op": "between", "value": ["09:00", "12:00"]}]}),
    ("markt.csv", "Wie viele Zeilen haben einen Umsatz über 1.250,5?",
     {"filters": [{"col": "Umsatz (€)", "op": ">", "value": 1250.5}]}),
    ("markt.csv", "Umsatz der Lastenräder", {"filters": [{"col": "Ware", "op": "==", "value": "Lastenrad"}]}),
    ("verleih.csv", "Durchschnittliche Mietdauer je Rad",
     {"group_cols": ["Rad"], "metrics": {"Rückgabe - Beginn": ["mean"]}}),
    ("verleih.csv", "Welches Rad wird am längsten gemietet?", {"metrics": {"Rückgabe - Beginn": ["mean"]}}),
    ("games.csv", "Wie viele Zuschauer kamen insgesamt?", {"metrics": {"attendance": ["sum"]}}),
    ("games.csv", "Wie viele Spiele gab es bei Regen?",
     {"metrics": ROWS, "filters": [{"col": "weather", "op": "==", "value": "rain"}]}),
    ("games.csv", "Zuschauerschnitt je Heimmannschaft",
     {"group_cols": ["home team"], "metrics": {"attendance": ["mean"]}}),
]  # fmt: skip


@pytest.mark.parametrize(("file", "question", "expected"), WORDINGS, ids=[question for _, question, _ in WORDINGS])
def test_a_german_wording_has_one_reading(file: str, question: str, expected: dict[str, Any]) -> None:
    decision = Talk(file).ask(question)
    spec = spec_of(decision)
    assert len(decision.readings) == 1, [reading.label for reading in decision.readings]
    assert {key: spec.get(key) for key in expected} == expected


def test_still_denies_nothing() -> None:
    spec = spec_of(Talk("belege.csv").ask("Wie viele Belege sind noch offen?"))
    assert spec["filters"] == [{"col": "Status", "op": "==", "value": "offen"}]


def test_days_bound_no_money() -> None:
    decision = Talk("verleih.csv").ask("Wie viele Mieten dauerten länger als 5 Tage?")
    assert "Mietpreis" not in str([reading.specs for reading in decision.readings])


def test_a_filter_of_unknown_words_is_not_dropped() -> None:
    assert Talk("markt.csv").ask("Gesamtumsatz durch Tandems").next_action == "ask"


def test_women_are_meant_only_where_men_are_not_named_too() -> None:
    women = spec_of(Talk("clinic.csv").ask("Wie viele Patientinnen gibt es?"))
    assert women["filters"] == [{"col": "sex", "op": "==", "value": "F"}]
    assert "filters" not in spec_of(Talk("clinic.csv").ask("Wie viele Patientinnen und Patienten gibt es?"))


def test_the_part_of_a_share_stays_the_part_when_rows_are_left_out() -> None:
    talk = Talk("markt.csv")
    talk.ask("Wie viel Prozent der Zeilen sind nicht bezahlt?")
    spec = spec_of(talk.ask("und nur in Ulm?"))
    assert spec["filters"] == [{"col": "Filiale", "op": "==", "value": "Ulm"}]
    assert spec["numerator"]["filters"] == UNPAID
