"""Cells that hold several choices are known, and look-alikes are not."""

import pytest

from registry.profiling import build_profile
from registry.values.several_values import counted_each, separator_of
from tests.registry.reading import column, one_column, read, said

SURVEY = ["phone;laptop", "phone", "tablet;phone;laptop", "laptop", "phone;tablet"]


@pytest.mark.parametrize(
    ("cells", "separator"),
    [
        (SURVEY, ";"),
        (["Lesen, Kochen", "Sport", "Kochen, Sport, Lesen", "Lesen", "Sport, Kochen", "Kochen"], ","),
        (["['Drama', 'Comedy']", "['Comedy']", "['Drama', 'Crime', 'Comedy']", "['Crime']"], "[]"),
        (["bug|ui", "ui", "api|bug", "bug"], "|"),
        (["英語、数学".replace("、", ","), "英語", "数学,理科", "理科"], ","),
        (["1;3", "2", "3;2;1", "2"], ";"),
        (["R / SQL", "SQL", "Python/SQL/R", "Go"], "/"),
        (["肉、魚", "魚", "野菜、肉", "野菜"], "、"),
        (["Sport, Rare thing", "Sport", "Music, Sport", "Music"], ","),
        (["km/h", "m/s", "km/h", "m/s"], ""),
        (["A/B testing", "Design", "A/B testing", "Code"], ""),
        (["Austin, TX", "Dallas, TX", "Boston, MA", "Reno, NV"], ""),
        (["Smith, John", "Doe, Jane", "Smith, Ann", "Roe, John"], ""),
        (["Food/Tea", "Food/Nuts", "Food", "Home/Lamps", "Home"], ""),
        (["Good, but slow", "Bad", "Fine, really", "Great service, will come back"], ""),
        (["red", "blue", "green", "red"], ""),
        (["a,b", "c,d"], ""),
    ],
)
def test_what_parts_the_values_of_a_cell(cells: list[str], separator: str) -> None:
    assert separator_of(cells, [1] * len(cells)) == separator


def test_each_value_is_counted_once_a_cell() -> None:
    assert counted_each([*SURVEY, "phone; phone"], [1] * 6, ";") == {"phone": 5, "laptop": 3, "tablet": 2}


def test_the_cells_stay_as_they_are_and_receipt_and_profile_say_what_they_hold() -> None:
    table = read(one_column(SURVEY, "devices"))
    assert column(one_column(SURVEY, "devices"), "devices") == SURVEY
    assert said(table, "assumed", "several values").count == 3
    devices = build_profile("d", "survey", 1, table).column("devices")
    assert devices is not None and devices.separator == ";"
