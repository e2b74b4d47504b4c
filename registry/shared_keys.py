"""Which columns of two data sets hold the same things? Found by their values, because names often differ."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

from pandas.api.types import is_numeric_dtype

from registry.dataset import Dataset
from registry.profile import ColumnKind, ColumnProfile

KEY_KINDS: frozenset[ColumnKind] = frozenset({"text", "identifier"})
MOST_DISTINCT = 200_000
LEAST_SHARED = 2
LEAST_COVERED = 0.5
ONCE = 1.5
"""Rows a value, on average, up to which a column still names things: a few double entries do not count."""


@dataclass(frozen=True)
class SharedKey:
    """Two columns of different data sets with values in common; at least one of them names each thing once.

    `covered` is the share of the distinct values of the side with fewer that stand in the other, 0.5 to 1.
    """

    left_id: str
    left: str
    right_id: str
    right: str
    covered: float
    numbered: bool  # all shared values are digits: running numbers of different things look alike

    def turned(self) -> "SharedKey":
        """The same key seen from the other data set."""
        return SharedKey(self.right_id, self.right, self.left_id, self.left, self.covered, self.numbered)


def shared_keys(datasets: Iterable[Dataset]) -> tuple[SharedKey, ...]:
    """The keys of every pair of data sets, in the order of upload; no cell leaves this function."""
    kept = [(dataset, _key_values(dataset)) for dataset in datasets]
    return tuple(
        key
        for (one, mine), (other, theirs) in combinations(kept, 2)
        for left, left_values in mine
        for right, right_values in theirs
        if (key := _share(one, left, left_values, other, right, right_values)) is not None
    )


def _key_values(dataset: Dataset) -> list[tuple[ColumnProfile, frozenset[str]]]:
    return [
        (column, frozenset(map(str, dataset.counts(column.name).index)))
        for column in dataset.profile.columns
        if column.kind in KEY_KINDS and LEAST_SHARED <= column.unique <= MOST_DISTINCT
    ]


def _share(
    one: Dataset,
    left: ColumnProfile,
    left_values: frozenset[str],
    other: Dataset,
    right: ColumnProfile,
    right_values: frozenset[str],
) -> SharedKey | None:
    same_type = is_numeric_dtype(left.dtype) == is_numeric_dtype(right.dtype)
    names_things = any(column.count <= ONCE * column.unique for column in (left, right))
    both = left_values & right_values
    covered = len(both) / min(len(left_values), len(right_values))
    if not same_type or not names_things or len(both) < LEAST_SHARED or covered < LEAST_COVERED:
        return None
    numbered = all(value.isdecimal() for value in both)
    return SharedKey(one.dataset_id, left.name, other.dataset_id, right.name, round(covered, 3), numbered)
