"""A model with the rules behind it: whoever answers, the turn has an answer, and it says who gave it."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from agent.reasoning.agreement import chosen_offer, merged, rules_know_the_offer, without_duplicates
from agent.reasoning.chat.failures import Failure, ModelError, StoppedError
from agent.reasoning.chat.past import noted
from agent.reasoning.code_prompts import CodeDraft, ExplainResults, FixCode, WriteCode
from agent.reasoning.prompts import (
    Answer,
    Decision,
    DeclineRequest,
    ExplainConcept,
    Explanation,
    NarrateAnswer,
    Prompt,
    ReadQuestion,
    Reasoner,
)
from agent.reasoning.rules.narration.concepts import concept_in
from agent.reasoning.scientist_prompts import Alignment, CheckAlignment, ExplainLimitation

RULES_ANSWERED = "The built-in rules stood in for it."
OVER_FOR_THE_TURN: frozenset[Failure] = frozenset(
    {
        "unreachable",
        "refused_key",
        "not_found",
        "quota",
        "busy",
        "broken_server",
        "rejected",
        "no_api",
        "timeout",
        "budget",
    }
)
"""Failures after which the model is not asked again in the same turn: the next call would end the same way."""
BY_RULES_ALONE = frozenset(
    {
        "classify_question",
        "plan_tools",
        "critique_answer",
        "plan_study",
        "read_study_change",
        "tell_study",
        "answer_from_study",
    }
)
"""Templates of prompts that no model is asked, with no note: the reviewed and the study workflow keep to rules."""
MOST_CAVEATS = 6
MODEL_READING = "m"
"""Readings of the model have ids that start so."""


class FallbackReasoner:
    """A Reasoner for one turn. Never raises for what a model does; StoppedError when the person stops the turn."""

    name = "model with rules"

    def __init__(self, primary: Reasoner, secondary: Reasoner) -> None:
        self._primary = primary
        self._secondary = secondary
        self._notes: list[str] = []
        self._over = False
        self._answers: Mapping[type[Prompt[Any]], Callable[[Any], Any]] = {
            ReadQuestion: self._read,
            NarrateAnswer: self._narrate,
            ExplainConcept: self._explain,
            DeclineRequest: self._decline,
            WriteCode: self._code,
            FixCode: self._code,
            ExplainResults: self._narrate,
            CheckAlignment: self._align,
            ExplainLimitation: self._limit,
        }

    def notes(self) -> tuple[str, ...]:
        """What the person should know of how this turn was answered."""
        return tuple(self._notes)

    def decide(self, prompt: Prompt[Answer]) -> Answer:
        """The model's answer, completed or replaced by the rules'; theirs alone where no model is asked."""
        if prompt.template in BY_RULES_ALONE:
            return self._secondary.decide(prompt)
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

    # ------------------------------------------------------------ each prompt

    def _read(self, prompt: ReadQuestion) -> Decision:
        """Both read the question. An answer to a question of ours needs no model."""
        for_rules = replace(prompt, frame=_frame_for_rules(prompt))
        offer = chosen_offer(prompt)
        if offer is not None:
            picked = Decision(next_action="act", rationale=offer.interpretation, readings=[offer], frame=prompt.frame)
            return _remembering(prompt, picked)
        rules = self._secondary.decide(for_rules)
        if rules.next_action in ("out_of_scope", "explain", "finalize") or rules_know_the_offer(for_rules):
            return rules
        model = self._by_model(prompt)
        if model is None:
            return _remembering(prompt, rules)
        model = model.model_copy(update={"readings": without_duplicates(model.readings)})
        return _remembering(prompt, merged(rules, model, for_rules))

    def _narrate(self, prompt: NarrateAnswer | ExplainResults) -> Any:
        """The model's words; caveats and next questions of the rules, which are made from what was computed."""
        told = self._by_model(prompt)
        rules = self._secondary.decide(prompt)
        if told is None:
            return rules
        caveats = list(dict.fromkeys([*rules.caveats, *told.caveats]))[:MOST_CAVEATS]
        following = rules.next_questions or told.next_questions
        return told.model_copy(update={"caveats": caveats, "next_questions": following})

    def _explain(self, prompt: ExplainConcept) -> Any:
        """The glossary where it knows the idea, for its words were checked; the model's words otherwise."""
        if concept_in(prompt.question) is not None:
            return self._secondary.decide(prompt)
        told = self._by_model(prompt)
        rules = self._secondary.decide(prompt)
        return rules if told is None else told.model_copy(update={"next_questions": rules.next_questions})

    def _decline(self, prompt: DeclineRequest) -> Any:
        """The model's words, with questions of the rules: those surely work."""
        told = self._by_model(prompt)
        rules = self._secondary.decide(prompt)
        if told is None:
            return rules
        return told.model_copy(update={"alternatives": rules.alternatives or told.alternatives})

    def _code(self, prompt: WriteCode | FixCode) -> CodeDraft:
        """The model's program; where it has none, that of the rules if they have one."""
        told = self._by_model(prompt)
        if told is not None and told.code.strip():
            return told
        rules = self._secondary.decide(prompt)
        return rules if told is None or rules.code.strip() else told

    def _align(self, prompt: CheckAlignment) -> Alignment:
        """The model's judgement. Missing cells that it says nothing of are a caveat all the same."""
        told = self._by_model(prompt)
        rules = self._secondary.decide(prompt)
        if told is None:
            return rules
        if not told.aligned or told.caveats or not rules.caveats:
            return told
        return told.model_copy(update={"caveats": rules.caveats, "recommendation": "proceed_with_caveats"})

    def _limit(self, prompt: ExplainLimitation) -> Explanation:
        """The model's words, with questions of the rules: those surely work."""
        told = self._by_model(prompt)
        rules = self._secondary.decide(prompt)
        return rules if told is None else told.model_copy(update={"next_questions": rules.next_questions})


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
