"""A model that has shown that it reads well: what it reads, plans and judges is taken."""

from dataclasses import replace

from agent.model_settings import ModelRole
from agent.reasoning.agreement import as_decision, as_plan, same_meaning, without_duplicates
from agent.reasoning.code_prompts import FixCode, WriteCode
from agent.reasoning.completed import COMPLETED
from agent.reasoning.prompts import (
    Decision,
    NarrateAnswer,
    ReadQuestion,
    Reasoner,
)
from agent.reasoning.reviewed_prompts import CritiqueAnswer, PlanTools, ToolPlan
from agent.reasoning.roles.offers import picked_decision
from agent.reasoning.roles.standing_in import Handlers, WithRules
from agent.reasoning.study_prompts import (
    AnswerFromStudy,
    ReadStudyChange,
    StudyAnswer,
    StudyChange,
)
from agent.reasoning.words import say

MODEL_READING = "m"
"""Readings of a model have ids that start so."""
REPAIRS = 2
"""Times that readings which could not be executed go back to the model within a turn."""


class LeadReasoner(WithRules):
    """The model's reading, plan, classification, scope, change and critique count. Its own several readings are those
    that are compared; the built-in reader answers only where the model cannot be reached or gave nothing that works.
    """

    role: ModelRole = "lead"
    looks = True
    programs = True

    def __init__(self, model: Reasoner, rules: Reasoner) -> None:
        super().__init__(model, rules)
        self._sent_back = 0
        self._answers: Handlers = {
            **dict.fromkeys(COMPLETED, self.beside),
            **dict.fromkeys((WriteCode, FixCode), self.program),
            NarrateAnswer: self.beside,
            CritiqueAnswer: self.either,
            ReadQuestion: self._read,
            PlanTools: self._plan,
            ReadStudyChange: self._change,
            AnswerFromStudy: self._answer,
        }

    def _read(self, prompt: ReadQuestion) -> Decision:
        picked = picked_decision(prompt)
        if picked is not None:
            return picked
        told = None if self._is_spent(prompt) else self.by_model(prompt)
        if told is None or self._repeats(told, prompt):
            return self.by_rules(_for_rules(prompt))
        return told.model_copy(update={"readings": without_duplicates(told.readings)})

    def _is_spent(self, prompt: ReadQuestion) -> bool:
        """Whether readings went back often enough; counts this one."""
        if not prompt.last_error:
            return False
        self._sent_back += 1
        if self._sent_back > REPAIRS:
            self.note(f"{say('roles.nothing_executable')} {say('roles.stood_in')}")
        return self._sent_back > REPAIRS

    def _repeats(self, told: Decision, prompt: ReadQuestion) -> bool:
        """Whether all that is read has failed before, which is noted."""
        failed = told.next_action == "act" and all(
            any(same_meaning(reading, before) for before in prompt.failed) for reading in told.readings
        )
        if failed:
            self.note(f"{say('roles.nothing_executable')} {say('roles.stood_in')}")
        return failed

    def _plan(self, prompt: PlanTools) -> ToolPlan:
        """A plan is a reading written as calls, and goes back as often."""
        told = None if self._is_spent(prompt.asked) else self.by_model(prompt)
        read = None if told is None else as_decision(told)
        if told is None or read is None or self._repeats(read, prompt.asked):
            return self.by_rules(replace(prompt, asked=_for_rules(prompt.asked)))
        return as_plan(read.model_copy(update={"readings": without_duplicates(read.readings)}), told)

    def _change(self, prompt: ReadStudyChange) -> StudyChange:
        """The built-in reader stands in too where the model does not understand the words."""
        told = self.by_model(prompt)
        return told if told and told.action != "unclear" else self.by_rules(prompt)

    def _answer(self, prompt: AnswerFromStudy) -> StudyAnswer:
        """The built-in reader stands in too where the model finds nothing in the results."""
        told = self.by_model(prompt)
        return told if told and told.found else self.by_rules(prompt)


def _for_rules(prompt: ReadQuestion) -> ReadQuestion:
    """The prompt for the built-in reader: what a model's readings failed by before is not its error."""
    by_model = prompt.failed and all(reading.reading_id.startswith(MODEL_READING) for reading in prompt.failed)
    return replace(prompt, last_error=None, failed=()) if by_model else prompt
