"""One figure is told with what makes it say something: its share of all, or its change from the period before."""

import pytest

from agent.service import AnalystService
from agent.settings import Settings
from tests.agent.reader.scripted import ScriptedReader

ORDERS = "day,shop,units,price\n" + "".join(
    f"2025-{month:02}-{day:02},{shop},{units},2.5\n"
    for month, units in ((1, 10), (2, 15), (3, 12), (4, 3))
    for day, shop in ((1, "North"), (14, "South"), (28, "North"))
    if (month, day) != (4, 28)
)
"""January to March are whole; April ends on the fourteenth."""


def told(line: str, monkeypatch: pytest.MonkeyPatch, question: str = "what is it?") -> str:
    monkeypatch.setattr("agent.reasoning.factory.ReaderEngine", lambda *_: ScriptedReader({question: [(line, 0.97)]}))
    service = AnalystService(Settings())
    try:
        conversation = service.start_conversation("someone")
        service.datasets.add(conversation, "orders.csv", ORDERS.encode())
        turn = service.ask(conversation, question)
        assert all(one["verified"] for one in turn["answer"]["citations"])
        return turn["answer"]["text"]
    finally:
        service.close()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "groupby_agg m=units.sum where=(shop == South)",
            "Total units where shop is South: 40. That is 34.2 % of all units.",
        ),
        (
            "groupby_agg m=*.count where=(shop == South)",
            "There are 4 rows where shop is South. That is 36.4 % of all rows.",
        ),
        (
            "groupby_agg m=units.sum where=(day == 2025-02)",
            "Total units in February 2025: 45. That is 50 % more than in January 2025.",
        ),
        (
            "groupby_agg m=units.sum where=(day == 2025-03 & shop == South)",
            "Total units in March 2025 where shop is South: 12. That is 20 % less than in February 2025.",
        ),
    ],
)
def test_a_figure_with_a_condition_is_told_with_its_share_or_its_change(
    line: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert told(line, monkeypatch) == said


@pytest.mark.parametrize("line", ["groupby_agg m=units.sum", "groupby_agg m=price.mean where=(shop == South)"])
def test_a_figure_of_all_rows_and_one_that_does_not_add_up_stand_alone(
    line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "That is" not in told(line, monkeypatch)


@pytest.mark.parametrize("month", ["2025-04", "2025-01"])
def test_a_period_is_not_compared_with_one_that_the_data_do_not_cover(
    month: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = told(f"groupby_agg m=units.sum where=(day == {month})", monkeypatch)
    assert "than in" not in text and "% of all units" in text


def test_a_share_is_told_in_the_language_of_the_question(monkeypatch: pytest.MonkeyPatch) -> None:
    line = "groupby_agg m=units.sum where=(shop == South)"
    assert told(line, monkeypatch, "Wie viele Stück im Süden?").endswith("Das sind 34,2 % von units insgesamt.")
    assert told(line, monkeypatch, "南の合計は？").endswith("units全体の 34.2 % です。")


def test_of_many_groups_the_ends_and_the_total_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{__name__}.ORDERS", "sku,units\n" + "".join(f"item {at},{at}\n" for at in range(1, 301)))
    assert told("groupby_agg by=sku m=units.sum", monkeypatch).startswith(
        "item 300 has the most units: 300. item 1 has the least: 1."
    )
    assert told("groupby_agg by=sku m=units.sum", monkeypatch).endswith("All 300 together: 45,150.")


def test_groups_that_do_not_add_up_have_no_total(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{__name__}.ORDERS", "sku,units\n" + "".join(f"item {at},{at}\n" for at in range(1, 301)))
    assert "together" not in told("groupby_agg by=sku m=units.mean", monkeypatch)
