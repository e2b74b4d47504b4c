"""Settings from the environment: whole numbers, switches and choices, each refused with a sentence."""

import pytest

from agent.settings import SettingError, Settings


@pytest.mark.parametrize("policy", ["always", "code", "never", " Always "])
def test_the_approval_policy_is_one_of_three(policy: str) -> None:
    assert Settings.from_environment({"TALLY_APPROVAL_POLICY": policy}).approval_policy == policy.strip().lower()


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("TALLY_APPROVAL_POLICY", "sometimes", "always, code, never"),
        ("TALLY_MAX_ITERATIONS", "0", "whole number above 0"),
        ("TALLY_SAMPLE_ROWS", "many", "whole number above 0"),
    ],
)
def test_what_is_no_value_of_a_setting_is_refused(name: str, text: str, told: str) -> None:
    with pytest.raises(SettingError, match=told):
        Settings.from_environment({name: text})


def test_the_defaults_of_reviewed() -> None:
    settings = Settings.from_environment({})
    assert (settings.approval_policy, settings.max_iterations, settings.sample_rows) == ("code", 3, 10_000)
