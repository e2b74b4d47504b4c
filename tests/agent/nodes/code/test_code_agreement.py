"""Do a program and the vocabulary say the same? Each number counts with what it belongs to."""

from typing import Any

import pytest

from agent.nodes.code.code_agreement import figures_agree, numbers_agree, numbers_verdict
from agent.state import Artifact, Cell
from tests.agent.made_artifacts import table as made_table


def table(columns: list[str], rows: list[list[Cell]], keys: tuple[str, ...] = ()) -> dict[str, Artifact]:
    return {"S1": made_table(columns, rows, [*keys])}


GROUPS = table(["team", "pay_mean"], [["IT", 10.5], ["HR", 20.25]], ("team",))


@pytest.mark.parametrize(
    ("columns", "rows", "agrees"),
    [
        (["team", "mean"], [["HR", 20.25], ["IT", 10.5]], True),
        (["team", "mean"], [["IT", 20.25], ["HR", 10.5]], False),  # swapped groups
        (["team", "mean"], [["it", 10.5]], True),
        (["IT", "HR"], [[10.5, 20.25]], True),  # wide
        (["IT", "HR"], [[20.25, 10.5]], False),
        (["value"], [[20.25]], True),
        (["value"], [[21.0]], False),
        (["team", "mean"], [["Legal", 10.5]], False),
        (["team", "share"], [["IT", 0.105]], True),  # a share, and in percent
    ],
)
def test_numbers_agree_only_with_the_words_beside_them(
    columns: list[str], rows: list[list[Cell]], agrees: bool
) -> None:
    assert numbers_agree(table(columns, rows), GROUPS) is agrees
    assert numbers_agree(GROUPS, table(columns, rows)) is agrees


@pytest.mark.parametrize(
    ("short", "agrees"), [(3.14, True), (3.142, True), (3.1416, True), (3.2, False), (3.0, False), (3.15, False)]
)
def test_a_rounded_number_is_the_same_number(short: float, agrees: bool) -> None:
    assert numbers_agree(table(["v"], [[short]]), table(["v"], [[3.14159265]])) is agrees


TEST = table(["test", "statistic", "df", "p", "n"], [["welch", 3.7132, 48.2, 0.0007, 80]], ("test",))


@pytest.mark.parametrize(
    ("columns", "value", "verdict"),
    [
        (["t_statistic"], 3.7132, "same"),
        (["p_value"], 0.0007, "same"),
        (["p_value"], 3.7132, "different"),  # the p-value is another one, whatever the statistic is
        (["p_value"], 0.04, "different"),
        (["statistic"], 0.0007, "different"),
        (["correlation"], 0.5, "not_comparable"),  # no such quantity there
        (["answer"], 0.5, "not_comparable"),  # which of them is meant is not said
        (["answer"], 0.0007, "same"),
    ],
)
def test_like_is_compared_with_like(columns: list[str], value: float, verdict: str) -> None:
    assert numbers_verdict(table(columns, [[value]]), TEST) == verdict


@pytest.mark.parametrize(
    ("told", "decimals", "verdict"), [(0.34, (2,), "same"), (0.34, (), "different"), (0.35, (2,), "different"),
                                      (34.0, (0,), "same"), (0.34, (4, 2), "same")],
)  # fmt: skip
def test_a_number_is_compared_at_the_decimals_asked_for(told: float, decimals: tuple[int, ...], verdict: str) -> None:
    assert numbers_verdict(table(["r"], [[told]]), table(["r"], [[0.3416]]), decimals) == verdict


def test_a_name_beside_a_table_of_numbers_is_no_other_result() -> None:
    assert numbers_verdict(table(["team"], [["IT"]]), GROUPS) == "not_comparable"
    assert numbers_verdict(table(["team"], [["IT"]]), table(["team"], [["HR"]])) == "different"


def test_keys_are_compared_by_what_they_say() -> None:
    ours = table(["when", "paid", "n"], [["2024-03-01T00:00:00", True, 5], ["2024-04-01", False, 6]])
    theirs = table(["when", "paid", "n"], [["2024-03-01", "true", 5], ["2024-04-01", "False", 6]], ("when", "paid"))
    assert numbers_agree(ours, theirs)
    years = table(["year", "n"], [[2023, 5], [2024, 6]], ("year",))
    assert numbers_agree(table(["year", "n"], [["2023", 5], ["2024", 6]]), years)
    assert not numbers_agree(table(["year", "n"], [["2023", 6], ["2024", 5]]), years)


def figure(*traces: dict[str, Any]) -> dict[str, Artifact]:
    made = made_table(["x"], [[1]])
    return {"F1": Artifact(**{**made, "kind": "figure", "payload": {"data": [*traces], "layout": {}}})}


def test_pictures_agree_by_what_stands_at_each_place() -> None:
    bars = figure({"type": "bar", "x": ["IT", "HR"], "y": [1, 2]})
    assert figures_agree(figure({"type": "bar", "x": ["HR", "IT"], "y": [2, 1]}), bars) == "same"
    assert figures_agree(figure({"type": "bar", "x": ["HR", "IT"], "y": [1, 2]}), bars) == "different"
    assert figures_agree(figure({"type": "bar", "orientation": "h", "y": ["HR"], "x": [2]}), bars) == "same"
    assert figures_agree(figure({"type": "pie", "labels": ["IT", "HR"], "values": [1, 2]}), bars) == "same"
    assert figures_agree(figure({"type": "bar", "x": ["A", "B"], "y": [1, 2]}), bars) == "not_comparable"
    assert figures_agree(figure({"type": "histogram", "x": [1, 2]}), bars) == "not_comparable"
    assert figures_agree(figure(), bars) == "not_comparable"
