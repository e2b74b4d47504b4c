"""Short turns of a talk: split that, per that, judged by that, the others, and what has or has not happened."""

from typing import Any

import pytest

from agent.reasoning.prompts import Decision, ReadQuestion
from agent.reasoning.rules.reading.read import read_question
from registry.store import DatasetStore
from tests.agent.reasoning.reading.test_read import spec_of

ROWS = [
    f"{number},{100 + number % 15},{('Attic', 'Cellar', 'Yard')[number % 3]},{('big', 'small')[number % 2]},"
    f"2024-0{1 + number % 6}-1{number % 9},{10 + number},{'' if number % 4 else '2024-09-0' + str(1 + number % 9)},"
    f"{1 + number % 5}"
    for number in range(1, 61)
]
LOCKERS = "Rental,Tenant,Site,Size,Started,Fee,Cancelled,Rating\n" + "\n".join(ROWS)


class Lockers:
    """A talk about rented lockers with the rules alone."""

    def __init__(self) -> None:
        self._store = DatasetStore()
        self._store.add("talk", "locker_rentals.csv", LOCKERS.encode())
        self._frame: Any = None

    def ask(self, question: str) -> Decision:
        profiles = tuple(data.profile for data in self._store.datasets("talk"))
        found = self._store.find_values("talk", question)
        decision = read_question(ReadQuestion(question, profiles, found, frame=self._frame))
        self._frame = decision.frame
        return decision


@pytest.fixture
def lockers() -> Lockers:
    return Lockers()


def test_split_that_adds_a_group(lockers: Lockers) -> None:
    lockers.ask("total fee by site")
    assert spec_of(lockers.ask("split that by size"))["group_cols"] == ["Site", "Size"]


def test_and_before_bounds_the_day_behind_it(lockers: Lockers) -> None:
    lockers.ask("how many rentals started before 1 March 2024?")
    assert spec_of(lockers.ask("and before 1 February 2024?"))["filters"][0]["op"] == "<"


def test_all_side_by_side_leaves_the_one_value(lockers: Lockers) -> None:
    lockers.ask("total fee in the Attic")
    chart = spec_of(lockers.ask("all sites side by side, as a chart"))
    assert (chart["of"]["group_cols"], chart["of"].get("filters", [])) == (["Site"], [])


@pytest.mark.parametrize(
    ("question", "op"),
    [
        ("how many rentals have been cancelled?", "not_null"),
        ("how many rentals are still active?", "is_null"),
        ("how many were not cancelled?", "is_null"),
    ],
)
def test_what_has_happened_is_told_by_its_date(lockers: Lockers, question: str, op: str) -> None:
    assert spec_of(lockers.ask(question))["filters"] == [{"col": "Cancelled", "op": op}]


def test_and_how_many_have_not_are_the_others(lockers: Lockers) -> None:
    lockers.ask("how many rentals have been cancelled?")
    assert spec_of(lockers.ask("and how many have not?"))["filters"] == [{"col": "Cancelled", "op": "is_null"}]


def test_a_number_that_names_a_thing_is_counted(lockers: Lockers) -> None:
    assert spec_of(lockers.ask("how many different tenants are there?"))["metrics"] == {"Tenant": ["nunique"]}


def test_the_first_is_the_earliest_day(lockers: Lockers) -> None:
    assert spec_of(lockers.ask("when was the first rental?"))["metrics"] == {"Started": ["min"]}


def test_by_a_measure_judges_the_best(lockers: Lockers) -> None:
    lockers.ask("which site has the highest total fee?")
    spec = spec_of(lockers.ask("by rating"))
    assert (spec["group_cols"], spec["metrics"]) == (["Site"], {"Rating": ["mean"]})


def test_a_share_of_all_rows_is_no_share_of_things(lockers: Lockers) -> None:
    lockers.ask("how many different tenants have cancelled?")
    spec = spec_of(lockers.ask("what percentage of all rentals is that?"))
    assert spec["denominator"] == {"agg": "count"} or "Tenant" not in str(spec["denominator"])


@pytest.mark.parametrize(
    ("question", "action"),
    [
        ("why would one use the median fee rather than the mean?", "explain"),
        ("what does a p-value of 0.03 mean?", "explain"),
        ("fit a mixed model of the fee with a random intercept for site", "out_of_scope"),
        ("email the fees to my boss", "out_of_scope"),
        ("new rentals per month as a line graph", "act"),
    ],
)
def test_what_is_no_question_to_the_data_is_told_apart(lockers: Lockers, question: str, action: str) -> None:
    assert lockers.ask(question).next_action == action
