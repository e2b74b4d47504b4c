"""Which grouping tells most: by totals, by averages, by what changed; chance and one large group tell nothing."""

import pytest

from agent.reasoning.rules.narration.strength import apart_in_change, apart_in_mean, apart_in_total


def test_equal_totals_and_those_of_chance_tell_nothing() -> None:
    assert apart_in_total([10, 10, 10], 30) == 0
    assert apart_in_total([11, 9, 10, 10], 40) == 0
    assert apart_in_total([70, 20, 10], 1000) > apart_in_total([40, 35, 25], 1000) > 0


def test_a_group_of_nearly_all_tells_less_than_groups_of_several_sizes() -> None:
    assert apart_in_total([95, 3, 2], 1000) < apart_in_total([60, 30, 10], 1000)


def test_the_part_of_variance_between_groups_is_that_of_the_textbook() -> None:
    # 1, 2, 3 against 7, 8, 9: between 54, within 4 of 58; epsilon squared 1 - (4/4)/(58/5)
    assert apart_in_mean([(3, 2.0, 1.0), (3, 8.0, 1.0)]) == pytest.approx(1 - 1 / (58 / 5))
    assert apart_in_mean([(3, 2.0, 1.0), (3, 2.0, 1.0)]) == 0
    assert apart_in_mean([(1, 2.0, 0.0), (1, 8.0, 0.0)]) == 0  # a row each says nothing of groups


def test_a_change_is_explained_by_groups_that_did_not_move_with_the_whole() -> None:
    assert apart_in_change([100, 200], [50, 100]) == 0
    assert apart_in_change([100, 200], [0, 150]) > apart_in_change([100, 200], [40, 110]) > 0
