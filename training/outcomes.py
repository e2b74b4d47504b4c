"""What a person gets for a question: a right or a wrong answer, a due refusal or question, or one that was not due."""

from collections.abc import Mapping
from typing import Literal

from training.corpora import Action
from training.labelled import Labelled

Outcome = Literal["right", "due", "wrong", "asked"]
"""right: answered as meant; due: not answered where no answer was right; wrong; asked: not answered for no reason."""
NO_READING: Mapping[Action, Outcome] = {
    "act": "asked", "ask": "due", "missing": "due", "out_of_scope": "due", "explain": "asked", "command": "asked",
}  # fmt: skip
"""What a question back, or a refusal, is worth, by what is to be done with the question."""


def outcome_of(of: Labelled) -> Outcome:
    """What the rules alone give, without a probability."""
    decision = of.decision
    if decision.next_action == "explain":
        return "due" if of.action == "explain" else "asked"
    if decision.next_action != "act" or not any(of.works) or not of.agree:
        return NO_READING[of.action]
    return "right" if of.right[of.works.index(True)] else "wrong"
