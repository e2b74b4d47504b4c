"""What is said beside the point changes nothing; what would change the answer is never taken for it."""

import pytest

from agent.reasoning.rules.reading.asides import without_asides
from tests.agent.reasoning.reading.one_table import shape_of

VISITS = """visit_no,guest_no,day,hut,state,nights,remark
1,07,2024-05-01,North,kept,2,call back in 2 months
2,07,2024-05-02,South,cancelled,1,
3,09,2024-06-02,North,kept,3,
4,11,2024-06-09,South,kept,1,dog
5,11,2024-07-01,North,no-show,1,dog
6,12,2024-07-04,North,kept,4,
"""


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("how many came according to this list?", "how many came?"),
        ("guests per hut (each guest once, some are in there double)", "guests per hut (guest counted once)"),
        ("do they differ? t-test or similar", "do they differ? t-test"),
        ("I'm new to this and a bit lost: what does a median tell me?", "what does a median tell me?"),
        ("nights by state, according to age", "nights by state, according to age"),
        ("total price, tax included", "total price, tax included"),
    ],
)
def test_asides_are_left_out(said: str, left: str) -> None:
    assert without_asides(said) == left


def test_what_is_included_is_no_condition() -> None:
    assert shape_of("total nights including cancelled ones", "visits.csv", VISITS)["conditions"] == []
    assert shape_of("how many visits, cancelled ones included?", "visits.csv", VISITS)["conditions"] == []


def test_a_month_to_count_by_is_no_cell_that_speaks_of_months() -> None:
    found = shape_of("line chart of kept visits per month", "visits.csv", VISITS)
    assert found["conditions"] == [("state", "==", "kept")]
    assert found["groups"] == ["day"]


@pytest.mark.parametrize(
    "question", ["how many guests does each hut serve", "waht is teh number of guests per hut, each guest only once"]
)
def test_each_guest_once_counts_guests(question: str) -> None:
    found = shape_of(question, "visits.csv", VISITS)
    assert (found["metrics"], found["groups"]) == ([("guest_no", "nunique")], ["hut"])
