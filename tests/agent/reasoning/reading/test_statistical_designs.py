"""The design of a statistical question: pair by pair, and each group for itself."""

import pytest

from tests.agent.reasoning.reading.conftest import Talk


@pytest.mark.parametrize(
    "question",
    [
        "correlation of age and salary by section",
        "what is the correlation between age and salary for each section?",
    ],
)
def test_a_correlation_by_group_is_one_for_each_group(question: str) -> None:
    spec = Talk("crew.csv").ask(question).readings[0].specs[0].model_dump()
    assert (spec["op"], spec["by"]) == ("correlation", "section")
    assert {*spec["columns"]} == {"age", "salary"}


def test_two_columns_of_the_same_row_are_tested_pair_by_pair() -> None:
    decision = Talk("crew.csv").ask("is there a significant difference between age and salary?")
    spec = decision.readings[0].specs[0].model_dump()
    assert (spec["op"], {spec["a"], spec["b"]}) == ("compare_columns", {"age", "salary"})
