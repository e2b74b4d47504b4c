"""What follows from a reading, by rules: words, plans, programs and judgements, the same each time."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from agent.analysis.limits import run_limited
from agent.reasoning.code_prompts import EvaluateCode, ExplainResults, FixCode, PlanSteps, WriteCode
from agent.reasoning.prompts import (
    Answer,
    Decision,
    DeclineRequest,
    ExplainConcept,
    NarrateAnswer,
    Prompt,
    Read,
    ReadQuestion,
    SuggestQuestions,
    WriteReport,
)
from agent.reasoning.reviewed_prompts import ClassifyQuestion, CritiqueAnswer, PlanTools
from agent.reasoning.rules.code.plan import plan_steps, understand_question
from agent.reasoning.rules.code.science import (
    check_alignment,
    evaluate_results,
    explain_limitation,
    formulate_requirements,
    plan_remediation,
    profile_data,
    select_columns,
)
from agent.reasoning.rules.code.write import evaluate_code, explain_results, fix_code, write_code
from agent.reasoning.rules.narration.answer import decline_request, narrate_answer
from agent.reasoning.rules.narration.concepts import explain_concept
from agent.reasoning.rules.narration.report import write_report
from agent.reasoning.rules.narration.suggestions import suggest_questions
from agent.reasoning.rules.reviewed import classify_question, critique_answer, plan_tools
from agent.reasoning.rules.study.answering import answer_from_study
from agent.reasoning.rules.study.change import read_study_change
from agent.reasoning.rules.study.plan import plan_study
from agent.reasoning.rules.study.telling import tell_study
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

ANSWERS: Mapping[type[Prompt[Any]], Callable[[Any], Any]] = {
    NarrateAnswer: narrate_answer,
    ExplainConcept: explain_concept,
    DeclineRequest: decline_request,
    WriteReport: write_report,
    SuggestQuestions: suggest_questions,
    EvaluateCode: evaluate_code,
    ExplainResults: explain_results,
    SelectColumns: select_columns,
    CheckAlignment: check_alignment,
    EvaluateResults: evaluate_results,
    PlanRemediation: plan_remediation,
    ExplainLimitation: explain_limitation,
    CritiqueAnswer: critique_answer,
    PlanStudy: plan_study,
    TellStudy: tell_study,
    AnswerFromStudy: answer_from_study,
}
"""How each kind of prompt is answered that needs no reading of the question."""
BY_READING: Mapping[type[Prompt[Any]], Callable[[Any, Read], Any]] = {
    PlanSteps: plan_steps,
    WriteCode: write_code,
    FixCode: fix_code,
    UnderstandQuestion: understand_question,
    FormulateRequirements: formulate_requirements,
    ProfileData: profile_data,
    ClassifyQuestion: classify_question,
    PlanTools: plan_tools,
    ReadStudyChange: read_study_change,
}
"""How prompts are answered from a reading of their question, given who reads it."""


def nobody_reads(_: ReadQuestion) -> Decision:
    """A reader for where no question in words comes: each is asked back."""
    return Decision(next_action="ask", rationale=_NOBODY, clarifying_questions=[_NOBODY])


class RuleReasoner:
    """A Reasoner that reads no question itself, with no model, no network and no memory: the same prompt with the same
    reading always gets the same answer.
    """

    name = "rules"
    looks = False  # a reading is of the whole question, and a result would not change it
    programs = False  # theirs are readings of the vocabulary, which needs no program

    def __init__(self, read: Read, *, seconds: float | None = None, megabytes: float = 1024) -> None:
        """`read` is who reads questions, and those that programs and plans are made for. An answer ends after `seconds`
        and when it takes more memory; None: no limit.
        """
        self._read = read
        self._seconds = seconds
        self._megabytes = megabytes

    def decide(self, prompt: Prompt[Answer]) -> Answer:
        """The answer to the prompt. ActionLimitError when it cannot be found within the limits."""
        answer = self._answering(prompt)
        if self._seconds is None or isinstance(prompt, _OF_THE_READER):
            unlimited: Answer = answer()
            return unlimited
        limited: Answer = run_limited(
            answer, seconds=self._seconds, megabytes=self._megabytes, what=_WORDS, remedy=_REMEDY
        )
        return limited

    def _answering(self, prompt: Prompt[Answer]) -> Callable[[], Any]:
        if isinstance(prompt, ReadQuestion):
            return partial(self._read, prompt)
        by_reading = BY_READING.get(type(prompt))
        return partial(by_reading, prompt, self._read) if by_reading else partial(ANSWERS[type(prompt)], prompt)


_NOBODY = "Nobody reads questions here."
_OF_THE_READER = (ReadQuestion, ReadStudyChange)
"""What takes no time but that of the reader, who has limits of their own."""
_WORDS = "Working out the words of the answer"
_REMEDY = "Ask a shorter question, or load a file with fewer columns."
