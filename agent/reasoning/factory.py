"""The mind that the settings ask for."""

from collections.abc import Callable, Mapping

from agent.reasoning.prompts import Reasoner
from agent.reasoning.rules.reasoner import RuleReasoner
from agent.settings import ReasonerName

REASONERS: Mapping[ReasonerName, Callable[[], Reasoner]] = {"rules": RuleReasoner}


def reasoner_for(name: ReasonerName) -> Reasoner | None:
    """The reasoner of this name; None when this version has none."""
    make = REASONERS.get(name)
    return make() if make else None
