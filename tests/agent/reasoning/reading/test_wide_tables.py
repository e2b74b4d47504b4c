"""Tables with a column for each year or month are read as one measure over time; their totals are no data."""

from typing import Any

import pytest

from agent.analysis.execute import execute_analysis
from agent.analysis.source import Table
from agent.reasoning.prompts import Decision, ReadQuestion
from agent.reasoning.rules.reading.read import read_question
from registry.store import DatasetStore

WATER = """Water use of households (1000 m3),,,,
District,River,2019,2020,2021,2022
Oakham,Lenn,10,12,11,20
Elmley,Lenn,30,,33,30
Ashby,Tove,5,6,7,8
Whole valley total,,45,18,51,58
"""


BUDGET = """Centre,Kind,Jan,Feb,Mar,Apr,Total
North,Rent,10,12,11,20,53
North,Pay,30,33,31,30,124
South,Rent,5,6,7,8,26
"""


class _Wide:
    def __init__(self, text: str = WATER, name: str = "households.csv") -> None:
        self._store = DatasetStore()
        self._dataset = self._store.add("talk", name, text.encode())
        self._frame: Any = None

    def ask(self, question: str) -> Decision:
        profiles = (self._dataset.profile,)
        matches = self._store.find_values("talk", question)
        decision = read_question(ReadQuestion(question, profiles, matches, self._frame))
        self._frame = decision.frame
        return decision

    def rows(self, question: str) -> list[list[Any]]:
        decision = self.ask(question)
        assert decision.next_action == "act", decision.rationale
        table = Table(self._dataset.dataset_id, "households.csv", self._dataset.frame, self._dataset.profile)
        spec: Any = decision.readings[0].specs[0]
        artifacts = execute_analysis(spec, {table.dataset_id: table})
        payload: Any = artifacts[0]["payload"]
        return list(payload["rows"])


@pytest.fixture
def water() -> _Wide:
    return _Wide()


def test_the_year_of_a_question_is_the_column(water: _Wide) -> None:
    assert water.rows("how much water did Oakham use in 2020?") == [[12]]


def test_a_follow_up_keeps_the_year(water: _Wide) -> None:
    water.ask("how much water did Oakham use in 2020?")
    assert water.rows("and Ashby?") == [[6]]


def test_the_total_row_is_left_out_and_named_in_the_receipt(water: _Wide) -> None:
    assert water.rows("total water use per year")[-1] == ["2022", 58]
    assert any("Whole valley total" in entry.text for entry in water._dataset.receipt.entries)


def test_a_group_adds_up_the_cells_of_its_year(water: _Wide) -> None:
    assert sorted(water.rows("water use by river in 2021")) == [["Lenn", 44], ["Tove", 7]]


def test_an_empty_cell_is_no_zero(water: _Wide) -> None:
    assert water.rows("water use by district in 2020") == [["Ashby", 6], ["Oakham", 12]]


def test_growth_between_years_that_are_no_neighbours(water: _Wide) -> None:
    first = water.rows("which district grew the most between 2019 and 2022, in percent?")[0]
    assert first[1] == "Oakham" and first[-1] == pytest.approx(100)


def test_who_fell_the_most_is_the_smallest_growth(water: _Wide) -> None:
    assert water.rows("which district fell the most between 2019 and 2022?")[0][1] == "Elmley"


def test_gaps_are_counted_for_each_thing(water: _Wide) -> None:
    assert water.rows("which districts have gaps?") == [["Elmley", 1]]


def test_rows_are_those_of_the_file(water: _Wide) -> None:
    assert water.rows("how many rows are there?") == [[3]]


def test_an_attribute_that_the_table_lacks_is_named(water: _Wide) -> None:
    assert water.ask("average price in 2020").missing_columns == ["price"]


@pytest.mark.parametrize("name", ["budget 2024.csv", "budget.csv"])
def test_months_without_a_year_and_their_total_count_once(name: str) -> None:
    assert _Wide(BUDGET, name).rows("what is the total?") == [[203]]
    assert _Wide(BUDGET, name).rows("total by Centre") == [["North", 177], ["South", 26]]


def test_months_are_of_the_year_that_the_file_is_called_after() -> None:
    assert _Wide(BUDGET, "budget 2024.csv").rows("total by month")[:2] == [["2024-01", 45], ["2024-02", 51]]
    assert _Wide(BUDGET, "budget 2024.csv").rows("total in March 2024") == [[49]]


def test_months_of_no_known_year_are_words_in_their_order() -> None:
    assert _Wide(BUDGET, "budget.csv").rows("total by month") == [["Jan", 45], ["Feb", 51], ["Mar", 49], ["Apr", 58]]


def test_a_question_about_one_month_of_no_known_year_is_not_answered_with_all() -> None:
    asked = _Wide(BUDGET, "budget.csv")
    assert asked.ask("total in March").next_action != "act" or asked.rows("total in March") == [[49]]
