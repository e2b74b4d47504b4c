"""What the rows are is counted, not measured; what describes a column's noun is no column of its own."""

import pytest

from tests.agent.reasoning.reading.one_table import decision_on, shape_of

QUAKES = "day,name,max_quake_grade,casualties,damage_eur,damage_estimated,opening,closing\n" + "".join(
    f"2023-{month % 12 + 1:02d}-{month % 27 + 1:02d},{('Alma', 'Bora', 'Unrest')[month % 3]},{month % 5 + 1},"
    f"{month * 7 % 40},{month * 131 % 900},{month % 2},{month % 9 + 2}.5,{month % 7 + 3}.5\n"
    for month in range(60)
)
AIR = "hour,site,NO2 (µg/m³),O3 (µg/m³)\n" + "".join(
    f"2024-03-01 {hour % 24:02d}:00,{('Quay', 'Park')[hour % 2]},{hour * 3 % 50}.1,{hour * 5 % 70}.2\n"
    for hour in range(48)
)
RIVER = "date,Water temp (C),Level (cm)\n" + "".join(
    f"2024-05-{day + 1:02d},{day % 9 + 8}.5,{day * 13 % 90 + 40}\n" for day in range(30)
)
BILLS = "Nummer,Zahlungsart,Bezahlt\n" + "".join(
    f"{number:04d},{('bar', 'Karte')[number % 2]},{('ja', 'nein')[number % 3 == 0]}\n" for number in range(40)
)


@pytest.mark.parametrize("question", ["how many quakes called Bora", "quakes that are called Bora, how many"])
def test_a_plural_that_a_longer_name_only_contains_is_what_the_rows_are(question: str) -> None:
    found = shape_of(question, "list.csv", QUAKES)
    assert found["conditions"] == [("name", "==", "Bora")]
    assert all(agg == "count" for _, agg in found["metrics"])


def test_an_amount_comes_before_a_mark_of_ones_and_zeros_of_the_same_name() -> None:
    assert shape_of("average damage", "list.csv", QUAKES)["metrics"] == [("damage_eur", "mean")]


@pytest.mark.parametrize(
    "question", ["number of days the closing was above the opening", "days when the closing was above the opening"]
)
def test_one_column_above_another_counts_the_rows(question: str) -> None:
    found = shape_of(question, "list.csv", QUAKES)
    assert found["conditions"] == [("closing", ">", None)]
    assert all(agg == "count" for _, agg in found["metrics"])


def test_days_with_a_bound_are_counted() -> None:
    found = shape_of("days with casualties over 20", "list.csv", QUAKES)
    assert found["conditions"] == [("casualties", ">", 20)]
    assert all(agg == "count" for _, agg in found["metrics"])


def test_a_digit_of_a_unit_names_no_column() -> None:
    found = shape_of("how often did NO2 exceed 40 ug/m3?", "list.csv", AIR)
    assert found["conditions"] == [("NO2 (µg/m³)", ">", 40)]
    assert all(agg == "count" for _, agg in found["metrics"])


def test_the_noun_behind_a_describing_word_is_the_column() -> None:
    assert shape_of("mean water level", "list.csv", RIVER)["metrics"] == [("Level (cm)", "mean")]


def test_how_something_was_paid_does_not_say_that_it_was() -> None:
    assert shape_of("Anteil der bar bezahlten Rechnungen", "list.csv", BILLS)["conditions"] == [
        ("Zahlungsart", "==", "bar")
    ]


def test_an_aggregate_that_shall_be_replaced_is_not_computed() -> None:
    found = shape_of("average damage_eur by name instead of the total", "list.csv", QUAKES)
    assert found["metrics"] == [("damage_eur", "mean")]


def test_a_course_since_a_year_is_told_by_time() -> None:
    found = shape_of("how did the casualties develop since March 2023", "list.csv", QUAKES)
    assert (found["groups"], found["conditions"]) == (["day"], [("day", ">=", "2023-03")])


MOTORS = "Baujahr,year_built,power,wear,Laufstunden,Firmenart,Bezahlt\n" + "".join(
    f"{row % 6 + 2001},{row % 6 + 2001},{row * 17 % 90},{row * 5 % 31},{row % 13 + 2},{('Firma', 'Privat')[row % 2]},"
    f"{('ja', 'nein')[row % 3 == 0]}\n"
    for row in range(60)
)


def test_a_course_over_a_column_of_years_is_told_by_it() -> None:
    found = shape_of("power trend over year built", "motors.csv", MOTORS)
    assert (found["metrics"], found["groups"]) == ([("power", "mean")], ["year_built"])


def test_what_changes_with_another_column_is_related_to_it() -> None:
    assert shape_of("how does power change with wear", "motors.csv", MOTORS)["intent"] == "correlation"


def test_the_column_asked_for_is_not_the_one_that_ranks() -> None:
    found = shape_of("at what wear is power highest?", "motors.csv", MOTORS)
    assert (found["intent"], found["metrics"]) == ("lookup", [("power", "max")])


def test_the_last_noun_of_a_german_compound_names_its_column() -> None:
    assert shape_of("durchschnittliche Stunden", "motors.csv", MOTORS)["metrics"] == [("Laufstunden", "mean")]


def test_open_bills_are_the_unpaid_ones() -> None:
    found = shape_of("Wie viele Rechnungen sind noch offen?", "list.csv", BILLS)
    assert found["conditions"] == [("Bezahlt", "==", "nein")]


def test_a_german_plural_in_en_names_the_cell_in_a() -> None:
    assert shape_of("Wie viele Firmen sind es?", "motors.csv", MOTORS)["conditions"] == [("Firmenart", "==", "Firma")]


WARDS = "受付日,診療科,粗利益,待ち時間\n" + "".join(
    f"2024-06-{row % 28 + 1:02d},{('内科', '外科')[row % 2]},{row * 31 % 500},{row * 7 % 60}\n" for row in range(56)
)


def test_the_last_sign_of_a_japanese_name_names_its_groups() -> None:
    assert shape_of("科別の平均待ち時間", "list.csv", WARDS)["groups"] == ["診療科"]


def test_a_rate_behind_an_amount_is_asked_about() -> None:
    assert decision_on("粗利率が一番高い診療科は", "list.csv", WARDS).next_action == "ask"


@pytest.mark.parametrize(
    "question",
    ["how many days was the level higher than the day before", "longest streak of levels", "what unit is level in"],
)
def test_what_no_frame_can_hold_is_asked_about(question: str) -> None:
    assert decision_on(question, "list.csv", RIVER).next_action != "act"


def test_an_open_start_is_not_one_year() -> None:
    assert shape_of("total casualties from 2023 on", "list.csv", QUAKES)["conditions"] == [("day", ">=", "2023")]
    assert shape_of("total casualties from 2023", "list.csv", QUAKES)["conditions"] == [("day", "==", "2023")]


def test_no_before_a_cell_leaves_its_rows_out() -> None:
    assert shape_of("how many rows with no Bora", "list.csv", QUAKES)["conditions"] == [("name", "!=", "Bora")]


TARGETS = "店名,売上高,売上目標\n" + "".join(
    f"{('北店', '南店')[row % 2]},{row * 37 % 900 + 10},{row * 53 % 900 + 10}\n" for row in range(50)
)


def test_japanese_names_both_columns_before_the_word_that_compares() -> None:
    found = shape_of("売上高が売上目標を上回った件数", "list.csv", TARGETS)
    assert found["conditions"] == [("売上高", ">", None)]
    assert all(agg == "count" for _, agg in found["metrics"])


def test_a_sum_of_a_column_is_of_that_column_alone() -> None:
    table = "Kunde,Betrag,Laufstunden\n" + "".join(f"K{row % 5},{row * 7 % 90}.5,{row % 13 + 2}\n" for row in range(60))
    assert shape_of("Summe der Laufstunden pro Kunde", "list.csv", table)["metrics"] == [("Laufstunden", "sum")]


def test_a_bounded_volume_is_no_number_of_pieces() -> None:
    table = "day,volume\n" + "".join(f"2024-02-{row + 1:02d},{row * 31 % 90}\n" for row in range(28))
    found = shape_of("how many days had a volume of more than 40?", "list.csv", table)
    assert found["conditions"] == [("volume", ">", 40)]
    assert all(agg == "count" for _, agg in found["metrics"])
