"""Years and months of a question are never dropped: columns of years and months take them, or it is asked."""

import pytest

from tests.agent.reasoning.reading.one_table import decision_on, shape_of

_ROWS = [(2021 + place // 24, place % 12 + 1, ("東店", "西店")[place % 2], place * 7 + 3) for place in range(72)]
JISSEKI = "年度,月,店名,売上高\n" + "\n".join(f"{year},{month}月,{shop},{sold}" for year, month, shop, sold in _ROWS)
CATCH = "year,month,harbour,catch_kg\n" + "\n".join(
    f"{year},{month},{('Wick', 'Oban')[month % 2]},{sold}" for year, month, _, sold in _ROWS
)
PLAIN = "harbour,catch_kg\n" + "\n".join(f"{('Wick', 'Oban')[place % 2]},{place}" for place in range(9))


@pytest.mark.parametrize(
    ("question", "conditions"),
    [
        ("2022年度の売上高合計", [("年度", "==", 2022)]),
        ("2022年度上期の売上高", [("年度", "==", 2022), ("月", "in", [4, 5, 6, 7, 8, 9])]),
        ("2022年度下期（10月〜3月）の売上高", [("年度", "==", 2022), ("月", "in", [10, 11, 12, 1, 2, 3])]),
        ("2022年度の月別売上高", [("年度", "==", 2022)]),
    ],
)
def test_fiscal_years_and_halves_choose_rows(question: str, conditions: list[tuple[str, str, object]]) -> None:
    assert shape_of(question, "jisseki.csv", JISSEKI)["conditions"] == conditions


@pytest.mark.parametrize(
    ("question", "conditions"),
    [
        ("total catch in 2022", [("year", "==", 2022)]),
        ("total catch in March 2022", [("year", "==", 2022), ("month", "==", 3)]),
        ("total catch in Q2 2022 by harbour", [("year", "==", 2022), ("month", "in", [4, 5, 6])]),
    ],
)
def test_years_and_months_in_columns_of_numbers_choose_rows(
    question: str, conditions: list[tuple[str, str, object]]
) -> None:
    assert shape_of(question, "catch.csv", CATCH)["conditions"] == conditions


def test_a_year_that_nothing_in_the_data_holds_is_asked_about() -> None:
    assert decision_on("total catch in 2022", "catch.csv", PLAIN).next_action == "ask"
    assert decision_on("total catch in 2022", "catch_2022.csv", PLAIN).next_action == "act"
