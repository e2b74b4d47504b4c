"""Follow-ups about other rows: the other way round, the others, those that have one, and cells missing among some."""

from agent.reasoning.rules.reading.memory import Memory
from agent.specs.base import filters_in
from agent.specs.measures import DatasetOverview, Missingness
from tests.agent.reasoning.reading.conftest import Talk
from tests.agent.reasoning.reading.test_read import spec_of


def test_the_other_way_round_turns_to_the_other_data_set() -> None:
    talk = Talk("visitors.csv", "visits.csv")
    first = Memory.from_json(talk.ask("how many visitors have never visited?").frame).last
    then = Memory.from_json(talk.ask("the other way round: visits whose visitor is not on the list").frame).last
    assert first is not None
    assert then is not None
    assert (then.intent, then.dataset_id, then.other_dataset) == ("orphans", first.other_dataset, first.dataset_id)


def test_missing_cells_are_counted_among_the_rows_that_are_left(trams: Talk) -> None:
    trams.ask("how many values are missing in each column?")
    spec = trams.ask("only those opened in 2021").readings[0].specs[0]
    assert isinstance(spec, Missingness)
    assert [item.col for item in filters_in(spec.filters)] == ["opened"]


def test_missing_cells_by_group(trams: Talk) -> None:
    trams.ask("how many values are missing in each column?")
    spec = trams.ask("by line").readings[0].specs[0]
    assert isinstance(spec, Missingness)
    assert spec.by == "line"


def test_an_overview_is_of_the_rows_that_are_left(trams: Talk) -> None:
    trams.ask("give me an overview of the data")
    spec = trams.ask("only those opened in 2021").readings[0].specs[0]
    assert isinstance(spec, DatasetOverview)
    assert [item.col for item in filters_in(spec.filters)] == ["opened"]


def test_those_that_have_one_after_those_that_have_none(trams: Talk) -> None:
    trams.ask("how many trams have no remark?")
    assert spec_of(trams.ask("and how many have one?"))["filters"] == [{"col": "remark", "op": "not_null"}]


def test_the_others_are_on_the_other_side_of_a_bound(trams: Talk) -> None:
    trams.ask("how many trams have more than 3 inside doors?")
    assert [item["op"] for item in spec_of(trams.ask("and the others?"))["filters"]] == ["<="]
