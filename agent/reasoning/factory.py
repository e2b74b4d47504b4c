"""The mind that the settings ask for."""

from collections.abc import Callable, Mapping

from agent.reasoning.prompts import Reasoner
from agent.reasoning.rules.reasoner import RuleReasoner
from agent.settings import ReasonerName, SettingError

REASONERS: Mapping[ReasonerName, Callable[[], Reasoner]] = {"rules": RuleReasoner}


def reasoner_for(name: ReasonerName) -> Reasoner:
    """The reasoner of this name. SettingError when this version has none."""
    make = REASONERS.get(name)
    if make is None:
        raise SettingError(
            f"The reasoner {name!r} needs a language model, which this version cannot be connected to yet.",
            f"Use {' or '.join(REASONERS)}.",
        )
    return make()
