"""A reasoner and a runner that follow scripts, for the workflows with generated code."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from agent.reasoning.code_prompts import (
    CodeDraft,
    CodeEvaluation,
    EvaluateCode,
    ExplainResults,
    FixCode,
    PlanSteps,
    StepPlan,
    WriteCode,
)
from agent.reasoning.prompts import (
    Answer,
    Decision,
    ExplainConcept,
    Explanation,
    NarrateAnswer,
    Narration,
    Prompt,
    ReadQuestion,
    ReportDraft,
    WriteReport,
)
from agent.reasoning.scientist_prompts import (
    Alignment,
    CheckAlignment,
    ColumnSelection,
    DataProfile,
    EvaluateResults,
    Evaluation,
    ExplainLimitation,
    FormulateRequirements,
    PlanRemediation,
    ProfileData,
    Remediation,
    Requirements,
    SelectColumns,
    Understanding,
    UnderstandQuestion,
)
from agent.sandbox.results import CodeError, CodeLimits, CodeResult, PlotlyFigure, ResultTable
from agent.service import AnalystService, PickedOption
from agent.settings import Settings
from agent.state import TurnRecord
from tests.agent.scripted import STAFF

QUIET = Settings(approval_policy="never")
NOTHING_TO_COMPARE = Decision(next_action="ask", rationale="The vocabulary has no words for it.")
ACCEPTED = Evaluation(is_valid=True, confidence=0.9, recommendation="accept", reasoning="Plausible.")
REFUSED = Evaluation(
    is_valid=False, issues_found=["It is wrong."], confidence=0.1, recommendation="code_error", reasoning="Wrong."
)
DEFAULTS: Mapping[type[Prompt[Any]], Any] = {
    NarrateAnswer: Narration(text="Here it is."),
    ReadQuestion: NOTHING_TO_COMPARE,
    PlanSteps: StepPlan(needs_code=True, needs_evaluation=True, reasoning="Code and evaluation."),
    WriteCode: CodeDraft(code="result = 1", why="Computes it."),
    FixCode: CodeDraft(code="result = 2", why="Computes it another way."),
    EvaluateCode: CodeEvaluation(text="It looks right."),
    ExplainResults: Narration(text="Here it is."),
    ExplainConcept: Explanation(text="A p-value is a probability."),
    WriteReport: ReportDraft(title="Findings", conclusion="Done."),
    UnderstandQuestion: Understanding(needs_data_work=True, reasoning="About the data."),
    FormulateRequirements: Requirements(
        variables_needed=["salary"], analysis_type="descriptive", success_criteria="A number.", reasoning="Simple."
    ),
    SelectColumns: ColumnSelection(columns=["salary"]),
    ProfileData: DataProfile(available_columns=["salary"], is_suitable=True, reasoning="It is there."),
    CheckAlignment: Alignment(aligned=True, recommendation="proceed", reasoning="It fits."),
    EvaluateResults: ACCEPTED,
    PlanRemediation: Remediation(
        root_cause="A mistake.", action="rewrite_code", guidance="Divide by n.", reasoning="The code."
    ),
    ExplainLimitation: Explanation(text="The data lack it."),
}


@dataclass
class CodeScript:
    """Answers each kind of prompt from its own list, the last one again and again; what has no list, plainly."""

    answers: dict[type[Prompt[Any]], list[Any]] = field(default_factory=dict)
    name: str = "script"
    looks: bool = False
    programs: bool = True
    prompts: list[Prompt[Any]] = field(default_factory=list)

    def decide(self, prompt: Prompt[Answer]) -> Answer:
        self.prompts.append(prompt)
        left = self.answers.get(type(prompt)) or [DEFAULTS[type(prompt)]]
        step = left.pop(0) if len(left) > 1 else left[0]
        return cast(Answer, step(prompt) if callable(step) else step)

    def asked(self, kind: type[Prompt[Any]]) -> list[Any]:
        return [prompt for prompt in self.prompts if isinstance(prompt, kind)]


@dataclass
class ScriptedRunner:
    """Gives its results one by one, the last one again and again, and remembers what it was to run."""

    results: list[CodeResult]
    ran: list[str] = field(default_factory=list)

    def __call__(
        self,
        code: str,
        datasets: Mapping[str, Any],
        *,
        limits: CodeLimits = CodeLimits(),  # noqa: B008 - frozen
        on_position: Callable[[int], None] | None = None,
        stopped: Callable[[], bool] = lambda: False,
        max_runs: int = 2,
    ) -> CodeResult:
        self.ran.append(code)
        return self.results.pop(0) if len(self.results) > 1 else self.results[0]


def table(
    *columns: str, rows: tuple[tuple[Any, ...], ...], rows_used: int | None = 5, name: str = "result"
) -> CodeResult:
    return CodeResult(True, results=(ResultTable(name, columns, rows, len(rows)),), rows_used=rows_used)


def chart() -> CodeResult:
    figure: dict[str, Any] = {"data": [{"type": "bar", "x": ["a"], "y": [1]}], "layout": {"title": {"text": "Ages"}}}
    return CodeResult(True, figures=(PlotlyFigure(figure),))


def failing(message: str) -> CodeResult:
    return CodeResult(False, CodeError("exception", message, 1, "KeyError", message))


def service_of(
    *results: CodeResult, settings: Settings = QUIET, content: bytes = STAFF, **answers: Any
) -> tuple[AnalystService, str, CodeScript, ScriptedRunner]:
    """A service over scripts. `answers` are lists by the name of the prompt: `WriteCode=[...]`."""
    kinds = {kind.__name__: kind for kind in DEFAULTS}
    script = CodeScript({kinds[name]: list(given) for name, given in answers.items()})
    runner = ScriptedRunner(list(results) or [table("salary_mean", rows=((4240.0,),))])
    service = AnalystService(settings, reasoner=script, code_runner=runner)
    conversation = service.start_conversation("owner")
    service.datasets.add(conversation, "staff.csv", content)
    return service, conversation, script, runner


def nodes_of(turn: TurnRecord) -> list[str]:
    """The workflow's nodes in the order in which they ran, without the mark that they carry in the graph."""
    names = [entry["node"] for entry in turn["trace"]]
    return [name.removeprefix("code_").removeprefix("science_") for name in names if name != "route_turn"]


def answer(service: AnalystService, conversation: str, option: str, text: str = "") -> TurnRecord:
    """Answers what is open."""
    pending = service.pending(conversation)
    assert pending is not None
    return service.answer(conversation, PickedOption(pending["checkpoint_id"], option, text))


def final_output(service: AnalystService, conversation: str) -> dict[str, Any]:
    """The seeds' final output of the last turn."""
    state = service._graph.get_state({"configurable": {"thread_id": conversation}}).values
    return cast(dict[str, Any], state["final_output"])
