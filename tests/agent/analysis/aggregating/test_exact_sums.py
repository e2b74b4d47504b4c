"""Sums of whole numbers are right to the last digit, and where they are not it is said."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.analysis.execute import execute_analysis
from agent.analysis.frames.source import Table
from agent.specs.parse import parse_spec
from agent.state import Cell
from registry.store import DatasetStore
from tests.cases import examples

Rows = list[list[Cell]]


def summed(values: Sequence[int | None], groups: Sequence[str]) -> tuple[Rows, list[str]]:
    """The sums by group and what the ledger notes."""
    lines = [f"{group},{'' if value is None else value}" for group, value in zip(groups, values, strict=True)]
    data = DatasetStore().add("owner", "traffic.csv", "\n".join(["shop,bytes", *lines]).encode())
    spec = parse_spec({"type": "analysis", "op": "groupby_agg", "metrics": {"bytes": ["sum"]}, "group_cols": ["shop"]})
    assert spec.type == "analysis"
    (table,) = execute_analysis(spec, {data.dataset_id: Table(data.dataset_id, data.name, data.frame, data.profile)})
    payload, ledger = table["payload"], table["ledger"]
    assert isinstance(payload, dict) and ledger is not None
    return payload["rows"], ledger["notes"]


@pytest.mark.parametrize(
    ("values", "sums"),
    [
        ([9007199254740993, 9007199254740995, 12, 1], [["a", 9007199254741005], ["b", 9007199254740996]]),
        ([9007199254740991, 9007199254740990, None, 2], [["a", 9007199254740991], ["b", 9007199254740992]]),
        ([9223372036854775807, 9223372036854775806, 12, 5], [["a", 9223372036854775819], ["b", 9223372036854775811]]),
        (
            [9223372036854775807, 9223372036854775806, 12, None],
            [["a", 9223372036854775819], ["b", 9223372036854775806]],
        ),
        ([18446744073709551615, 7, None, 8], [["a", 18446744073709551615], ["b", 15]]),
        ([-9223372036854775808, -5, 9223372036854775807, 2], [["a", -1], ["b", -3]]),
        ([12, 5, 30, 7], [["a", 42], ["b", 12]]),
    ],
)
def test_sums_keep_every_digit(values: list[int | None], sums: Rows) -> None:
    rows, notes = summed(values, ["a", "b", "a", "b"])
    assert rows == sums
    assert not any("rounded" in note for note in notes)


@pytest.mark.parametrize("values", [[18446744073709551615, 9223372036854775808, 10**18], [2**63 - 1, 2**63 - 2, 12]])
def test_sums_beyond_64_bits_are_rounded_and_said_to_be(values: list[int]) -> None:
    rows, notes = summed(values, ["a", "a", "a"])
    assert rows == [["a", pytest.approx(float(sum(values)), rel=1e-15)]]
    assert any("rounded" in note for note in notes)


@settings(max_examples=examples(20))
@given(st.lists(st.integers(2**53, 2**61), min_size=2, max_size=4, unique_by=(lambda value: value, str)))
def test_sums_of_any_long_numbers_are_exact(values: list[int]) -> None:
    rows, _ = summed([*values, 1], ["a"] * (len(values) + 1))
    assert rows == [["a", sum(values) + 1]]
