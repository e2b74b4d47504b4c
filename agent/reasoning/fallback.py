"""A model with the rules behind it: whoever answers, the turn has an answer, and it says who gave it."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from agent.reasoning.agreement import chosen_offer, is_sure, merged, rules_know_the_offer, without_duplicates
from agent.reasoning.chat.failures import OVER_FOR_THE_TURN, ModelError, StoppedError
from agent.reasoning.chat.past import noted
from agent.reasoning.code_prompts import CodeDraft, FixCode, WriteCode
from agent.reasoning.completed import COMPLETED, agreed_plan
from agent.reasoning.planned import as_decision, as_plan
from agent.reasoning.prompts import (
    Answer,
    Decision,
    ExplainConcept,
    Explanation,
    NarrateAnswer,
    Narration,
    Prompt,
    ReadQuestion,
    Reasoner,
)
from agent.reasoning.reviewed_prompts import Classification, ClassifyQuestion, PlanTools, ToolPlan
from agent.reasoning.rules.narration.concepts import concept_in
from agent.reasoning.study_prompts import (
    AnswerFromStudy,
    PlanStudy,
    ReadStudyChange,
    StudyAnswer,
    StudyChange,
    StudyPlan,
)
from agent.state import NextAction

RULES_ANSWERED = "The built-in rules stood in for it."
RULES_DECIDE: frozenset[NextAction] = frozenset({"out_of_scope", "explain", "finalize"})
"""What the rules decide without a model: refusals, ideas, reports."""
MODEL_READING = "m"
"""Readings of the model have ids that start so."""


class FallbackReasoner:
    """A Reasoner for one turn. Never raises for what a model does; StoppedError when the person stops the turn."""

    name = "model with rules"
    looks = False  # what both read stands at once
    programs = True

    def __init__(self, primary: Reasoner, secondary: Reasoner) -> None:
        self._primary = primary
        self._secondary = secondary
        self._notes: list[str] = []
        self._over = False
        self._answers: Mapping[type[Prompt[Any]], Callable[[Any], Any]] = {
            **dict.fromkeys(COMPLETED, self._beside),
            **dict.fromkeys((WriteCode, FixCode), self._program),
            ReadQuestion: self._read,
            ClassifyQuestion: self._classify,
            PlanTools: self._plan,
            NarrateAnswer: self._narrate,
            ExplainConcept: self._explain,
            PlanStudy: self._scope,
            ReadStudyChange: self._change,
            AnswerFromStudy: self._answer,
        }

    def notes(self) -> tuple[str, ...]:
        """What the person should know of how this turn was answered."""
        return tuple(self._notes)

    def decide(self, prompt: Prompt[Answer]) -> Answer:
        """The model's answer, completed or replaced by the rules'; theirs alone where no model is asked."""
        answer: Answer = self._answers.get(type(prompt), self._either)(prompt)
        return answer

    def _either(self, prompt: Prompt[Answer]) -> Answer:
        told = self._by_model(prompt)
        return self._secondary.decide(prompt) if told is None else told

    def _by_model(self, prompt: Prompt[Answer]) -> Answer | None:
        """The model's answer; None, with a note, when it gives none."""
        if self._over:
            return None
        try:
            return self._primary.decide(prompt)
        except StoppedError:
            raise
        except ModelError as error:
            self._over = error.failure in OVER_FOR_THE_TURN
            self._note(f"{error} {RULES_ANSWERED}")
            return None

    def _note(self, sentence: str) -> None:
        if sentence not in self._notes:
            self._notes.append(sentence)

    # ------------------------------------------------------------ what both read

    def _read(self, prompt: ReadQuestion) -> Decision:
        """Both read the question. An answer to a question of ours needs no model."""
        for_rules = replace(prompt, frame=_frame_for_rules(prompt))
        offer = chosen_offer(prompt)
        if offer is not None:
            picked = Decision(next_action="act", rationale=offer.interpretation, readings=[offer], frame=prompt.frame)
            return _remembering(prompt, picked)
        rules = self._secondary.decide(for_rules)
        if rules.next_action in RULES_DECIDE or rules_know_the_offer(for_rules):
            return rules
        model = self._by_model(prompt)
        if model is None:
            return _remembering(prompt, rules)
        model = model.model_copy(update={"readings": without_duplicates(model.readings)})
        return _remembering(prompt, merged(rules, model, for_rules))

    def _plan(self, prompt: PlanTools) -> ToolPlan:
        """Both plan, and their plans are weighed as readings are."""
        asked = prompt.followup or prompt.asked
        for_rules = replace(prompt, asked=replace(prompt.asked, frame=_frame_for_rules(prompt.asked)))
        rules = self._secondary.decide(for_rules)
        if rules.next_action in RULES_DECIDE:
            return rules
        model = self._by_model(prompt)
        if model is None:
            return as_plan(_remembering(prompt.asked, as_decision(rules)), rules)
        read = as_decision(model)
        read = read.model_copy(update={"readings": without_duplicates(read.readings)})
        lost = prompt.followup is not None and rules.next_action == "ask"  # words that mend a plan of the model alone
        weighed = read if lost else merged(as_decision(rules), read, replace(asked, frame=for_rules.asked.frame))
        return as_plan(_remembering(prompt.asked, weighed), rules, model)

    def _classify(self, prompt: ClassifyQuestion) -> Classification:
        """The rules where they understood the question: the kind follows from what would be computed."""
        return self._secondary.decide(prompt) if is_sure(prompt.asked) else self._either(prompt)

    # ------------------------------------------------------------ what the rules know first

    def _narrate(self, prompt: NarrateAnswer) -> Narration:
        """The rules where the reading brings its own sentence: the change between two periods is no cell to read out.
        The model's words beside theirs otherwise.
        """
        return self._secondary.decide(prompt) if prompt.results[0].reading.says else self._beside(prompt)

    def _explain(self, prompt: ExplainConcept) -> Explanation:
        """The glossary where it knows the idea, for its words were checked; the model's words otherwise."""
        known = concept_in(prompt.question) is not None
        return self._secondary.decide(prompt) if known else self._beside(prompt)

    def _change(self, prompt: ReadStudyChange) -> StudyChange:
        """The rules where they understood every clause; the model otherwise."""
        rules = self._secondary.decide(prompt)
        told = self._by_model(prompt) if rules.action == "unclear" else None
        return told if told and told.action != "unclear" else rules

    def _answer(self, prompt: AnswerFromStudy) -> StudyAnswer:
        """The rules where they know what is asked; the model otherwise, and only what it finds in the results."""
        rules = self._secondary.decide(prompt)
        told = None if rules.found else self._by_model(prompt)
        return told if told and told.found else rules

    def _scope(self, prompt: PlanStudy) -> StudyPlan:
        """Where nothing can be explained no model is asked."""
        rules = self._secondary.decide(prompt)
        told = self._by_model(prompt) if rules.scope else None
        return agreed_plan(rules, told) if told else rules

    def _beside(self, prompt: Prompt[Answer]) -> Answer:
        """The model's answer, completed by that of the rules; theirs alone where it gives none."""
        told, rules = self._by_model(prompt), self._secondary.decide(prompt)
        if told is None:
            return rules
        answer: Answer = COMPLETED[type(prompt)](told, rules)
        return answer

    def _program(self, prompt: Prompt[CodeDraft]) -> CodeDraft:
        """As beside. What the rules cannot write, the model may at another attempt, while it answers at all."""
        draft = self._beside(prompt)
        return draft if self._over else draft.model_copy(update={"final": False})


def _frame_for_rules(prompt: ReadQuestion) -> Any:
    """The rules' memory; empty when the last answer came from a reading of the model, which they do not know."""
    frame = prompt.frame or {}
    picked = frame.get("picked")
    unknown = isinstance(picked, str) and picked.startswith(MODEL_READING)
    return {"model": frame.get("model")} if unknown else prompt.frame


def _remembering(prompt: ReadQuestion, decision: Decision) -> Decision:
    """The decision with what the model's next prompt needs. After a reading of the model alone the rules' memory is
    emptied, so that they do not carry on from an older question.
    """
    if decision.next_action != "act":
        return decision.model_copy(update={"frame": decision.frame or prompt.frame})
    before = (prompt.frame or {}).get("model")
    notes = noted(prompt.question, decision.readings, before if isinstance(before, dict) else None)
    by_rules = [reading for reading in decision.readings if not reading.reading_id.startswith(MODEL_READING)]
    kept = dict(decision.frame or {}) if by_rules else {}
    return decision.model_copy(update={"frame": {**kept, "model": notes}})
