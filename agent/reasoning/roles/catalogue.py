"""Which reasoner stands for which role."""

from collections.abc import Callable, Mapping
from typing import Literal

from agent.reasoning.prompts import Reasoner
from agent.reasoning.roles.lead import LeadReasoner
from agent.reasoning.roles.second import SecondReasoner
from agent.reasoning.roles.standing_in import ModelReasoner
from agent.reasoning.roles.words import WordsReasoner

ActiveRole = Literal["lead", "second", "words"]
ROLE_REASONERS: Mapping[ActiveRole, Callable[[Reasoner, Reasoner], ModelReasoner]] = {
    "lead": LeadReasoner,
    "second": SecondReasoner,
    "words": WordsReasoner,
}
"""Made of (the model, the built-in reasoner behind it), for one turn. With the role "off" there is none."""
