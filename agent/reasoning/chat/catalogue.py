"""Which function writes which prompt for a model: every prompt that the rules answer has one."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from agent.reasoning.chat.coding import compose_code, compose_correction, compose_plan, compose_understanding
from agent.reasoning.chat.connection.exchange import ModelTurn
from agent.reasoning.chat.critique import compose_opinion
from agent.reasoning.chat.outcomes import compose_code_evaluation, compose_judgement, compose_remedy, compose_results
from agent.reasoning.chat.plain import compose_explanation, compose_refusal, compose_report, compose_suggestions
from agent.reasoning.chat.planning import compose_classification, compose_tools
from agent.reasoning.chat.reading import compose_reading
from agent.reasoning.chat.science import (
    compose_alignment,
    compose_limitation,
    compose_profile,
    compose_requirements,
    compose_selection,
)
from agent.reasoning.chat.study_planning import compose_study_change, compose_study_plan
from agent.reasoning.chat.study_telling import compose_study_answer, compose_study_text
from agent.reasoning.chat.telling import compose_narration
from agent.reasoning.chat.templates import Composed
from agent.reasoning.code_prompts import EvaluateCode, ExplainResults, FixCode, PlanSteps, WriteCode
from agent.reasoning.prompts import (
    DeclineRequest,
    ExplainConcept,
    NarrateAnswer,
    Prompt,
    ReadQuestion,
    SuggestQuestions,
    WriteReport,
)
from agent.reasoning.reviewed_prompts import ClassifyQuestion, CritiqueAnswer, PlanTools
from agent.reasoning.scientist_prompts import (
    CheckAlignment,
    EvaluateResults,
    ExplainLimitation,
    FormulateRequirements,
    PlanRemediation,
    ProfileData,
    SelectColumns,
    UnderstandQuestion,
)
from agent.reasoning.study_prompts import AnswerFromStudy, PlanStudy, ReadStudyChange, TellStudy

Compose = Callable[[Any], Composed[Any]]
ABOUT_WORDS: Mapping[type[Prompt[Any]], Callable[..., Composed[Any]]] = {
    NarrateAnswer: compose_narration,
    ExplainConcept: compose_explanation,
    DeclineRequest: compose_refusal,
    PlanSteps: compose_plan,
    WriteCode: compose_code,
    FixCode: compose_correction,
    EvaluateCode: compose_code_evaluation,
    ExplainResults: compose_results,
    UnderstandQuestion: compose_understanding,
    FormulateRequirements: compose_requirements,
    SelectColumns: compose_selection,
    ProfileData: compose_profile,
    CheckAlignment: compose_alignment,
    EvaluateResults: compose_judgement,
    PlanRemediation: compose_remedy,
    ExplainLimitation: compose_limitation,
    ClassifyQuestion: compose_classification,
    PlanTools: compose_tools,
    CritiqueAnswer: compose_opinion,
    AnswerFromStudy: compose_study_answer,
}
"""Prompts that hold words of people or of steps before, in which values of held-back columns are looked for."""


def composers(turn: ModelTurn) -> dict[type[Prompt[Any]], Compose]:
    """How each prompt of a turn is written."""
    sharing, detailed = turn.sharing, turn.settings.own_server
    about_words = {
        kind: partial(compose, sharing=sharing, find=turn.find_values) for kind, compose in ABOUT_WORDS.items()
    }
    return {
        **about_words,
        ReadQuestion: partial(compose_reading, sharing=sharing, detailed_schema=detailed),
        PlanTools: partial(about_words[PlanTools], detailed_schema=detailed, by_calls=turn.uses_tools),
        PlanStudy: partial(compose_study_plan, sharing=sharing),
        ReadStudyChange: partial(compose_study_change, sharing=sharing),
        TellStudy: partial(compose_study_text, sharing=sharing),
        SuggestQuestions: partial(compose_suggestions, sharing=sharing),
        WriteReport: partial(compose_report, sharing=sharing),
    }
