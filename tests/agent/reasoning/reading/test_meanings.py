"""A column can be called by what it means."""

from dataclasses import replace

import pytest

from agent.reasoning.rules.reading.meanings import with_names_for_meanings
from registry.profile import DatasetProfile
from registry.store import DatasetStore


def described(**meanings: str) -> DatasetProfile:
    profile = DatasetStore().add("o", "survey.csv", b"q1,q2,age\n5,4,30\n4,3,41\n").profile
    columns = tuple(replace(column, description=meanings.get(column.name, "")) for column in profile.columns)
    return replace(profile, columns=columns)


@pytest.mark.parametrize(
    ("meaning", "asked", "read"),
    [
        ("overall satisfaction", "mean Overall Satisfaction by age", "mean q1 by age"),
        ("overall satisfaction.", "overall satisfaction?", "q1?"),
        ("満足度", "満足度の平均", "q1の平均"),
        ("satisfaction", "dissatisfaction by age", "dissatisfaction by age"),
        ("age", "mean age", "mean age"),
        ("how satisfied were you with the service that you got", "mean satisfaction", "mean satisfaction"),
    ],
)
def test_words_that_describe_a_column_stand_for_it(meaning: str, asked: str, read: str) -> None:
    assert with_names_for_meanings(asked, [described(q1=meaning)]) == read


def test_words_that_describe_two_columns_stand_for_none_and_longer_ones_come_first() -> None:
    assert with_names_for_meanings("mean score", [described(q1="score", q2="score")]) == "mean score"
    assert with_names_for_meanings("mean final score", [described(q1="score", q2="final score")]) == "mean q2"
