"""The mind without a model: every prompt is answered by rules, in the same words each time."""

from collections.abc import Callable, Mapping
from typing import Any

from agent.reasoning.prompts import (
    Answer,
    DeclineRequest,
    ExplainConcept,
    NarrateAnswer,
    Prompt,
    ReadQuestion,
    SuggestQuestions,
    WriteReport,
)
from agent.reasoning.rules.narration.answer import narrate_answer
from agent.reasoning.rules.narration.concepts import explain_concept
from agent.reasoning.rules.narration.decline import decline_request
from agent.reasoning.rules.narration.report import write_report
from agent.reasoning.rules.narration.suggestions import suggest_questions
from agent.reasoning.rules.reading.read import read_question
from agent.reasoning.rules.study.answering import answer_from_study
from agent.reasoning.rules.study.change import read_study_change
from agent.reasoning.rules.study.plan import plan_study
from agent.reasoning.rules.study.telling import tell_study
from agent.reasoning.study_prompts import AnswerFromStudy, PlanStudy, ReadStudyChange, TellStudy

ANSWERS: Mapping[type[Prompt[Any]], Callable[[Any], Any]] = {
    ReadQuestion: read_question,
    NarrateAnswer: narrate_answer,
    ExplainConcept: explain_concept,
    DeclineRequest: decline_request,
    WriteReport: write_report,
    SuggestQuestions: suggest_questions,
    PlanStudy: plan_study,
    ReadStudyChange: read_study_change,
    TellStudy: tell_study,
    AnswerFromStudy: answer_from_study,
}
"""How each kind of prompt is answered."""


class RuleReasoner:
    """A Reasoner with no model, no network and no memory: the same prompt always gets the same answer."""

    name = "rules"

    def decide(self, prompt: Prompt[Answer]) -> Answer:
        """The answer to the prompt."""
        answered: Answer = ANSWERS[type(prompt)](prompt)
        return answered
