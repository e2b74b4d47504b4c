"""How sure a reading is: what makes it surer, and what less."""

from collections.abc import Sequence

import pytest

from agent.reader.trust import Evidence, learned_weights, mass_of, sureness_of


def of(*probabilities: float, unused: int = 0) -> list[Evidence]:
    return [Evidence(probability=one, unused=unused) for one in probabilities]


def sure(*groups: Sequence[Evidence], failed: Sequence[Evidence] = ()) -> float:
    return sureness_of(groups, failed).probability


def test_a_more_probable_reading_is_surer() -> None:
    assert sure(of(0.3)) < sure(of(0.6)) < sure(of(0.95))


def test_readings_that_give_the_same_make_one_another_surer() -> None:
    assert sure(of(0.5)) < sure(of(0.5, 0.4))


def test_the_mass_of_a_group_is_a_probability() -> None:
    assert mass_of(of(0.7, 0.6)) == 1.0
    assert mass_of([]) == 0.0


@pytest.mark.parametrize(("threshold", "told"), [(0.0, True), (1.0, False)])
def test_another_threshold_than_the_learned_one_decides(threshold: float, told: bool) -> None:
    assert sureness_of([of(0.9)], threshold=threshold).is_enough is told


def test_the_learned_weights_tell_only_what_is_more_likely_right_than_not() -> None:
    assert 0.5 < learned_weights().threshold < 1
