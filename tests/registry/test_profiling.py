"""The profile: what reasoning may know of the data."""

import math

import pytest

from registry.profile import ColumnProfile, DatasetProfile, ValueCount
from registry.store import DatasetStore

TEXT = """id,when,at,place,amount (EUR),paid,nothing
7,2024-02-01,10:30,north,1.5,true,
8,2024-01-15,09:15,south,2.5,false,
9,2024-03-31,23:59,north,,true,
9,2024-03-31,23:59,north,,true,
"""


@pytest.fixture(scope="module")
def profile() -> DatasetProfile:
    return DatasetStore().add("ann", "table.csv", TEXT.encode()).profile


def named(profile: DatasetProfile, name: str) -> ColumnProfile:
    column = profile.column(name)
    assert column is not None
    return column


def test_rows_duplicates_and_names_are_counted(profile: DatasetProfile) -> None:
    assert (profile.rows, profile.duplicate_rows) == (4, 1)
    assert profile.column_names == ("id", "when", "at", "place", "amount (EUR)", "paid", "nothing")


def test_a_number_has_its_summary_of_the_sample(profile: DatasetProfile) -> None:
    column = named(profile, "amount (EUR)")
    assert (column.count, column.missing, column.unique, column.unit) == (2, 2, 2, "EUR")
    assert column.missing_share == 0.5
    assert column.numeric is not None
    assert (column.numeric.mean, column.numeric.median, column.numeric.is_integer) == (2.0, 2.0, False)
    assert column.numeric.std == pytest.approx(math.sqrt(0.5))
    assert column.numeric.variance == pytest.approx(0.5)
    assert column.top_values == ()


def test_dates_and_times_have_a_span(profile: DatasetProfile) -> None:
    assert (named(profile, "when").first, named(profile, "when").last) == ("2024-01-15", "2024-03-31")
    assert (named(profile, "at").first, named(profile, "at").last) == ("09:15:00", "23:59:00")


def test_values_are_counted_most_frequent_first(profile: DatasetProfile) -> None:
    assert named(profile, "place").top_values == (ValueCount("north", 3), ValueCount("south", 1))
    assert named(profile, "paid").top_values[0] == ValueCount("true", 3)
    assert named(profile, "id").top_values[0] == ValueCount("9", 2)
    assert named(profile, "when").top_values[0] == ValueCount("2024-03-31", 2)


def test_an_identifier_has_no_mean(profile: DatasetProfile) -> None:
    assert named(profile, "id").kind == "identifier"
    assert named(profile, "id").numeric is None


def test_an_empty_column_is_known_as_such(profile: DatasetProfile) -> None:
    column = named(profile, "nothing")
    assert (column.kind, column.count, column.missing, column.samples) == ("empty", 0, 4, ())


def test_samples_are_few_and_short() -> None:
    text = "word,n\n" + "".join(f"{'long ' * 40}{number},{number}\n" for number in range(50))
    column = named(DatasetStore().add("ann", "t.csv", text.encode()).profile, "word")
    assert 1 <= len(column.samples) <= 6
    assert all(len(sample) <= 80 for sample in column.samples)


def test_one_value_has_no_deviation() -> None:
    column = named(DatasetStore().add("ann", "t.csv", b"a,b\nx,5\n").profile, "b")
    assert column.numeric is not None
    assert math.isnan(column.numeric.std)
