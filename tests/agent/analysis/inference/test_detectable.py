"""The smallest effect that samples would have shown."""

import numpy as np
import pytest
from statsmodels.stats.power import FTestAnovaPower, TTestIndPower

from agent.analysis.inference.assumptions import POWER, detectable_effect

SIZES = [(97, 11889), (851, 85), (73, 2433), (89, 667), (7442, 1911), (333, 139), (3, 3), (3, 20_000)]


@pytest.mark.parametrize(("one", "other"), SIZES)
def test_samples_of_any_size_tell_one_effect_whose_power_is_as_promised(one: int, other: int) -> None:
    effect = detectable_effect([np.zeros(one), np.zeros(other)], False)
    assert effect is not None and effect > 0
    assert TTestIndPower().power(effect, one, 0.05, ratio=other / one) == pytest.approx(POWER, abs=1e-6)


@pytest.mark.parametrize("pairs", [3, 12, 4000])
def test_pairs_tell_one_effect(pairs: int) -> None:
    effect = detectable_effect([np.zeros(pairs), np.zeros(pairs)], True)
    assert effect is not None and effect > 0


@pytest.mark.parametrize("sizes", [(7, 8, 9), (40, 300, 12, 5), (527, 527, 527), (1490, 3, 3, 4), (484,) * 5])
def test_several_groups_of_any_size_tell_one_effect_whose_power_is_as_promised(sizes: tuple[int, ...]) -> None:
    effect = detectable_effect([np.zeros(size) for size in sizes], False)
    assert effect is not None and effect > 0
    power = FTestAnovaPower().power(effect, sum(sizes), 0.05, k_groups=len(sizes))
    assert power == pytest.approx(POWER, abs=1e-6)
