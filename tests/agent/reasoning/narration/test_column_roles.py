"""What a column is in questions: nothing is averaged that only names, and nothing added up that is a price."""

from collections.abc import Sequence

import pytest

from agent.reasoning.rules.narration.column_roles import adds_up, roles_of, yes_of
from registry.profile import DatasetProfile
from tests.agent.reasoning.narration.worked import shop


def table(**columns: Sequence[object]) -> DatasetProfile:
    """Twelve rows, their columns filled round and round."""
    rows = [[str(values[n % len(values)]) for values in columns.values()] for n in range(12)]
    return shop("\n".join(",".join(row) for row in [[*columns], *rows]) + "\n", "t.csv").profile


@pytest.mark.parametrize(
    "name", ["Sample Number", "School", "SUBJID", "year", "hr", "season", "Kundennr Nr", "PLZ", "ronde"]
)
def test_a_number_that_only_names_is_no_measure(name: str) -> None:
    assert [one.name for one in roles_of(table(x=[1.5, 2, 7], **{name: [3, 14, 15, 92, 65]})).measures] == ["x"]


@pytest.mark.parametrize(
    ("name", "is_added"),
    [
        ("net sales", True), ("Number of visitors", True), ("Menge", True), ("Wartość netto", True), ("売上金額", True),
        ("UnitCost", False), ("Unit price", False), ("RatePerNight", False), ("MonthlyFee", False), ("age", False),
        ("total_fat", False), ("total", True), ("open_rate", False), ("USD per EUR", False), ("height", False),
    ],
)  # fmt: skip
def test_sums_are_of_money_and_counts(name: str, is_added: bool) -> None:
    (measure,) = roles_of(table(**{name: [3.5, 14, 15, 92, 65]})).measures
    assert adds_up(measure) is is_added


def test_revenue_comes_before_cost_and_price_before_other_numbers() -> None:
    made = table(bedrooms=[1, 2, 3], price=[9, 8, 5], cost=[7, 5, 4], omzet=[1, 6, 4], humidity=[1, 3, 4])
    assert [one.name for one in roles_of(made).measures] == ["omzet", "cost", "price", "bedrooms", "humidity"]


@pytest.mark.parametrize(
    ("values", "yes"),
    [
        (["yes", "no"], "yes"), (["Evet", "Hayır"], "Evet"), (["oui", "non"], "oui"), (["J", "N"], "J"), ([1, 0], "1"),
        (["N", "S"], None), (["yes", "maybe"], None), ([1, 2], None),
    ],
)  # fmt: skip
def test_a_column_says_yes_in_pairs_of_one_language(values: Sequence[object], yes: str | None) -> None:
    (column,) = table(flag=values, x=["a", "b", "c"]).columns[:1]
    assert yes_of(column) == yes


def test_groups_hold_rows_labels_name_them_and_sentences_are_neither() -> None:
    made = table(
        region=["N", "S", "W"],
        hour=[8, 9, 10],
        museum=[f"Museum {letter}" for letter in "abcdefghijkl"],
        note=["the parcel came late and the box was crushed on two sides", "fine"],
        number=[*range(1, 13)],
    )
    roles = roles_of(made)
    assert [one.name for one in roles.groups] == ["region", "hour"]
    assert [one.name for one in roles.labels] == ["museum"] and not roles.measures
