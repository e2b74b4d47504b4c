"""A model that reads about every other question right: it reads beside the built-in reader, and results decide."""

from collections.abc import Sequence
from itertools import chain, zip_longest

from agent.model_settings import ModelRole
from agent.reasoning.agreement import as_decision, as_plan, same_meaning, without_duplicates
from agent.reasoning.code_prompts import FixCode, WriteCode
from agent.reasoning.completed import COMPLETED, agreed_plan
from agent.reasoning.prompts import (
    Decision,
    ExplainConcept,
    Explanation,
    NarrateAnswer,
    ReadQuestion,
    Reasoner,
)
from agent.reasoning.reviewed_prompts import ClassifyQuestion, PlanTools, ToolPlan
from agent.reasoning.roles.offers import picked_decision
from agent.reasoning.roles.standing_in import Handlers, WithRules
from agent.reasoning.rules.narration.concepts import concept_in
from agent.reasoning.study_prompts import (
    AnswerFromStudy,
    PlanStudy,
    ReadStudyChange,
    StudyAnswer,
    StudyChange,
    StudyPlan,
)
from agent.reasoning.words import say
from agent.specs.reading import Reading
from agent.state import NextAction

MOST_READINGS, MOST_CHOICES = 3, 5
NOT_TO_COMPUTE: frozenset[NextAction] = frozenset({"out_of_scope", "explain", "finalize"})
"""Kinds of questions that the built-in reader knows by their words: there is no reading that a model's could equal."""


class SecondReasoner(WithRules):
    """Both read. The same result answers, different results are shown to choose from, once. Where the model alone has a
    reading it is shown with what it gives and asked about; where the built-in reader alone has one it is taken, and
    said to be alone.
    """

    role: ModelRole = "second"
    looks = False
    programs = True

    def __init__(self, model: Reasoner, rules: Reasoner) -> None:
        super().__init__(model, rules)
        self._answers: Handlers = {
            **dict.fromkeys(COMPLETED, self.beside),
            **dict.fromkeys((WriteCode, FixCode), self.program),
            NarrateAnswer: self.beside,
            ExplainConcept: self._explain,
            ReadQuestion: self._read,
            PlanTools: self._plan,
            ClassifyQuestion: self.by_rules,
            PlanStudy: self._scope,
            ReadStudyChange: self._change,
            AnswerFromStudy: self._answer,
        }

    def _read(self, prompt: ReadQuestion) -> Decision:
        picked = picked_decision(prompt)
        if picked is not None:
            return picked
        rules = self.by_rules(prompt)
        if rules.next_action in NOT_TO_COMPUTE:
            return rules
        model = self.by_model(prompt)
        return rules if model is None else both(rules, model)

    def _plan(self, prompt: PlanTools) -> ToolPlan:
        """Both plan, and their plans are weighed as readings are."""
        rules = self.by_rules(prompt)
        if rules.next_action in NOT_TO_COMPUTE:
            return rules
        model = self.by_model(prompt)
        if model is None:
            return rules
        weighed = both(as_decision(rules), as_decision(model))
        if weighed.unsure:  # what the built-in reader asks stays asked, with what the model would take
            offered = [reading.label for reading in weighed.readings]
            return rules.model_copy(update={"choices": [*offered, *rules.choices][:MOST_CHOICES]})
        return as_plan(weighed, rules, model)

    def _explain(self, prompt: ExplainConcept) -> Explanation:
        """The glossary where it knows the idea, for its words were checked; the model's words otherwise."""
        return self.by_rules(prompt) if concept_in(prompt.question) is not None else self.beside(prompt)

    def _change(self, prompt: ReadStudyChange) -> StudyChange:
        """The built-in reader where it understood every clause; the model otherwise."""
        rules = self.by_rules(prompt)
        told = self.by_model(prompt) if rules.action == "unclear" else None
        return told if told and told.action != "unclear" else rules

    def _answer(self, prompt: AnswerFromStudy) -> StudyAnswer:
        """The built-in reader where it knows what is asked; the model otherwise, and only what it finds."""
        rules = self.by_rules(prompt)
        told = None if rules.found else self.by_model(prompt)
        return told if told and told.found else rules

    def _scope(self, prompt: PlanStudy) -> StudyPlan:
        """Where nothing can be explained no model is asked."""
        rules = self.by_rules(prompt)
        told = self.by_model(prompt) if rules.scope else None
        return agreed_plan(rules, told) if told else rules


def both(rules: Decision, model: Decision) -> Decision:
    """One decision of two: the readings of both, each meaning once, or those of the one that has any. Of those of the
    model alone nobody is sure: it reads about every other question right.
    """
    if rules.next_action == "act" and model.next_action == "act":
        is_weighed = rules.unsure or bool(rules.evidence)
        own = rules.readings[:1] if is_weighed else rules.readings  # what is read by both is sure
        together = {"readings": in_turn(own, model.readings), "unsure": False, "evidence": {}}
        return rules.model_copy(update=together)
    if model.next_action == "act":
        asked = " ".join([*rules.clarifying_questions, say("roles.model_alone")])
        found = {"readings": without_duplicates(model.readings), "unsure": True, "question_if_different": asked}
        return model.model_copy(update=found)
    if rules.next_action == "act":
        return rules.model_copy(update={"assumptions": [*rules.assumptions, say("roles.rules_alone")]})
    return rules if rules.missing_columns or model.next_action == "ask" else model


def in_turn(rules: Sequence[Reading], model: Sequence[Reading]) -> list[Reading]:
    """The first of each, then the others, each meaning once, as many as are compared."""
    others = [reading for reading in model if not any(same_meaning(reading, own) for own in rules)]
    mixed = chain.from_iterable(zip_longest(rules, others))
    return without_duplicates([reading for reading in mixed if reading is not None])[:MOST_READINGS]
