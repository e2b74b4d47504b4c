"""What the person switched for their turns, on top of the settings."""

from typing import Any

import pytest

from agent.sessions.conversations import TurnChoices
from agent.settings import Settings


@pytest.mark.parametrize(
    ("usual", "chosen", "policy"),
    [
        ("code", TurnChoices(), "code"),
        ("always", TurnChoices(), "always"),
        ("code", TurnChoices(approval_policy="always"), "always"),
        ("always", TurnChoices(approval_policy="never"), "never"),
    ],
)
def test_a_policy_that_was_chosen_stands_above_the_usual_one(usual: Any, chosen: TurnChoices, policy: str) -> None:
    settings = chosen.on(Settings(approval_policy=usual))
    assert settings.approval_policy == policy
    assert settings.approve_code == (policy != "never")


def test_choices_are_the_same_after_they_were_kept() -> None:
    chosen = TurnChoices(double_check=False, approval_policy="always")
    assert TurnChoices.of(chosen.plain()) == chosen
    assert TurnChoices().plain() == {}
    assert TurnChoices.of({}) == TurnChoices()
    with pytest.raises(ValueError, match="approval_policy"):
        TurnChoices.of({"approval_policy": "sometimes"})
