"""What becomes of a model's answer beside that of the rules: completed by it, and never better than it allows."""

from collections.abc import Callable, Mapping
from typing import Any

from agent.reasoning.code_prompts import CodeDraft, ExplainResults, FixCode, WriteCode
from agent.reasoning.prompts import (
    DeclineRequest,
    ExplainConcept,
    Explanation,
    NarrateAnswer,
    Narration,
    Prompt,
    Refusal,
)
from agent.reasoning.reviewed_prompts import CritiqueAnswer, Opinion
from agent.reasoning.rules.study.phrases import say
from agent.reasoning.scientist_prompts import Alignment, CheckAlignment, ExplainLimitation
from agent.reasoning.study_prompts import StudyPlan, StudyText, TellStudy

MOST_CAVEATS = 6


def _narrate(told: Narration, rules: Narration) -> Narration:
    """The model's words; caveats and next questions of the rules, which are made from what was computed."""
    caveats = list(dict.fromkeys([*rules.caveats, *told.caveats]))[:MOST_CAVEATS]
    return told.model_copy(update={"caveats": caveats, "next_questions": rules.next_questions or told.next_questions})


def _explain(told: Explanation, rules: Explanation) -> Explanation:
    """The model's words, with questions of the rules: those surely work."""
    return told.model_copy(update={"next_questions": rules.next_questions})


def _decline(told: Refusal, rules: Refusal) -> Refusal:
    """The model's words, with questions of the rules: those surely work."""
    return told.model_copy(update={"alternatives": rules.alternatives or told.alternatives})


def _program(told: CodeDraft, rules: CodeDraft) -> CodeDraft:
    """The model's program; where it has none, that of the rules if they have one."""
    return rules if not told.code.strip() and rules.code.strip() else told


def _align(told: Alignment, rules: Alignment) -> Alignment:
    """The model's judgement. Missing cells that it says nothing of are a caveat all the same."""
    if not told.aligned or told.caveats or not rules.caveats:
        return told
    return told.model_copy(update={"caveats": rules.caveats, "recommendation": "proceed_with_caveats"})


def _judge(told: Opinion, rules: Opinion) -> Opinion:
    """The lower score; what each finds wrong is told."""
    faults = [one.critique for one in (rules, told) if one.critique and one.score < 1]
    return told.model_copy(
        update={"score": min(told.score, rules.score), "critique": " ".join(dict.fromkeys(faults)) or rules.critique}
    )


def _told_study(told: StudyText, rules: StudyText) -> StudyText:
    """The model's words, then what must not be missing: the figures of a ranking, its doubts, the computed concerns."""
    lines = list(dict.fromkeys([*rules.lines, *told.lines]))
    listed = "\n".join(line for line in rules.text.split("\n")[1:] if line) if "\n- " in rules.text else ""
    doubt = f" {say('driver.chance')}" if say("driver.chance") in rules.text and not listed else ""
    text = f"{told.text}{doubt}" + (f"\n\n{listed}" if listed else "")
    return StudyText(text=text, lines=lines)


COMPLETED: Mapping[type[Prompt[Any]], Callable[[Any, Any], Any]] = {
    NarrateAnswer: _narrate,
    ExplainResults: _narrate,
    ExplainConcept: _explain,
    DeclineRequest: _decline,
    WriteCode: _program,
    FixCode: _program,
    CheckAlignment: _align,
    ExplainLimitation: _explain,
    CritiqueAnswer: _judge,
    TellStudy: _told_study,
}
"""Prompts that both answer, with what becomes of the two answers: (the model's, the rules') -> one."""


def agreed_plan(rules: StudyPlan, told: StudyPlan) -> StudyPlan:
    """The model's scope. An outcome and conditions that the rules found in the question's words stay theirs."""
    ours, theirs = rules.scope, told.scope
    if ours is None or theirs is None:
        return rules
    if not rules.assumptions and (ours.dataset_id, ours.outcome) != (theirs.dataset_id, theirs.outcome):
        return rules
    if ours.filters and ours.dataset_id == theirs.dataset_id:
        theirs = theirs.model_copy(update={"filters": ours.filters, "prepare": ours.prepare})
    named = (ours.dataset_id, ours.outcome) == (theirs.dataset_id, theirs.outcome)
    assumed = rules.assumptions if named else [told.rationale]
    return StudyPlan(scope=theirs, rationale=told.rationale, assumptions=[*assumed, *told.assumptions])
