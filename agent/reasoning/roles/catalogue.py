"""Which reasoner stands for which role."""

from collections.abc import Callable, Mapping
from typing import Any, Literal

from agent.model_settings import ModelRole
from agent.reasoning.code_prompts import ExplainResults
from agent.reasoning.prompts import (
    Answer,
    DeclineRequest,
    ExplainConcept,
    Explanation,
    NarrateAnswer,
    Prompt,
    Reasoner,
    SuggestQuestions,
    WriteReport,
)
from agent.reasoning.roles.lead import LeadReasoner
from agent.reasoning.roles.second import SecondReasoner
from agent.reasoning.roles.standing_in import ModelReasoner, WithRules
from agent.reasoning.rules.narration.concepts import concept_in
from agent.reasoning.scientist_prompts import ExplainLimitation
from agent.reasoning.study_prompts import TellStudy

# ----------------------------------------------------------------
# A model that does not read well enough: it words what the built-in reasoner found, and decides nothing.


class WordsReasoner(WithRules):
    """The built-in reasoner reads, classifies, plans and judges; the model words answers, explanations and reports."""

    role: ModelRole = "words"
    looks = False
    programs = False

    def __init__(self, model: Reasoner, rules: Reasoner) -> None:
        super().__init__(model, rules)
        self._answers: Mapping[type[Prompt[Any]], Callable[[Any], Any]] = {
            NarrateAnswer: self.beside,
            ExplainConcept: self._explain,
            **dict.fromkeys((ExplainResults, DeclineRequest, ExplainLimitation, TellStudy), self.beside),
            **dict.fromkeys((WriteReport, SuggestQuestions), self.either),
        }

    def decide(self, prompt: Prompt[Answer]) -> Answer:
        """The model's words where words are asked for; the built-in answer to everything else."""
        answer: Answer = self._answers.get(type(prompt), self.by_rules)(prompt)
        return answer

    def _explain(self, prompt: ExplainConcept) -> Explanation:
        """The glossary where it knows the idea, for its words were checked; the model's words otherwise."""
        return self.by_rules(prompt) if concept_in(prompt.question) is not None else self.beside(prompt)


ActiveRole = Literal["lead", "second", "words"]
ROLE_REASONERS: Mapping[ActiveRole, Callable[[Reasoner, Reasoner], ModelReasoner]] = {
    "lead": LeadReasoner,
    "second": SecondReasoner,
    "words": WordsReasoner,
}
"""Made of (the model, the built-in reasoner behind it), for one turn. With the role "off" there is none."""
