"""Running totals: over time, of what adds up, asked at once or afterwards."""

from agent.reasoning.rules.reading.frame import Frame
from tests.agent.reasoning.reading.conftest import Talk


def last_frame(talk: Talk, *questions: str) -> Frame:
    for question in questions:
        decision = talk.ask(question)
        assert decision.next_action == "act", (question, decision.rationale)
    assert decision.frame is not None
    return Frame.model_validate(decision.frame["frames"][-1])  # type: ignore[index]


def shape(frame: Frame) -> tuple[bool, list[str | None], list[str]]:
    return frame.cumulative, [slot.grain for slot in frame.groups], [metric.agg for metric in frame.metrics]


def test_a_running_total_goes_over_the_time_that_is_named(bakery: Talk) -> None:
    assert shape(last_frame(bakery, "running total of quantity per month")) == (True, ["month"], ["sum"])


def test_a_running_total_of_a_year_goes_over_its_months(bakery: Talk) -> None:
    frame = last_frame(bakery, "cumulative quantity over the months of 2023")
    assert shape(frame) == (True, ["month"], ["sum"])
    assert frame.conditions[0][0].value == "2023"


def test_a_table_over_time_is_added_up_afterwards(bakery: Talk) -> None:
    frame = last_frame(bakery, "quantity per month", "as a running total please")
    assert shape(frame) == (True, ["month"], ["sum"])


def test_what_is_asked_next_keeps_the_running_total(bakery: Talk) -> None:
    frame = last_frame(bakery, "running total of quantity per month", "and only for bread?")
    assert shape(frame) == (True, ["month"], ["sum"])
    assert frame.conditions[0][0].value == "bread"


def test_a_cumulative_share_is_of_groups_and_not_over_time(bakery: Talk) -> None:
    frame = last_frame(bakery, "cumulative share of quantity by product")
    assert frame.share
    assert [slot.columns[0].column for slot in frame.groups] == ["product"]
