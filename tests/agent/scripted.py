"""A reasoner that follows a script, and a service over it: tests decide what is decided."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, cast

from agent.reasoning.prompts import (
    Answer,
    Decision,
    DeclineRequest,
    ExplainConcept,
    Explanation,
    NarrateAnswer,
    Narration,
    Prompt,
    ReadQuestion,
    Refusal,
    ReportDraft,
    Suggestions,
    SuggestQuestions,
    WriteReport,
)
from agent.service import AnalystService
from agent.settings import Settings
from agent.specs.parse import parse_spec
from agent.specs.reading import Comparison, Reading

STAFF = b"""name,department,level,salary
Ann,Engineering,Senior,6000
Bob,Engineering,Junior,4000
Cid,Sales,Junior,3000
Dee,Sales,Junior,3200
Eve,Legal,Senior,5000
"""

Step = Decision | Exception | Callable[[ReadQuestion], Decision]


def reading(
    reading_id: str,
    *specs: dict[str, object],
    headline: str = "",
    compare: Comparison = "values",
    label: str = "",
    assumptions: tuple[str, ...] = (),
) -> Reading:
    return Reading(
        reading_id=reading_id,
        label=label or reading_id,
        interpretation=f"Read as {label or reading_id}.",
        specs=[parse_spec(spec) for spec in specs],
        headline=headline,
        compare=compare,
        assumptions=list(assumptions),
    )


def salary(aggregation: str = "mean", **more: object) -> dict[str, object]:
    return {"op": "groupby_agg", "metrics": {"salary": [aggregation]}, **more}


def by_department(aggregation: str = "mean") -> dict[str, object]:
    return salary(aggregation, group_cols=["department"], sort={"by": f"salary_{aggregation}"})


def act(*readings: Reading, **more: Any) -> Decision:
    return Decision(next_action="act", rationale="Computing it.", readings=list(readings), **more)


@dataclass
class Script:
    """Answers ReadQuestion step by step; the last step is repeated. Everything else is answered plainly."""

    steps: list[Step]
    narration: list[str] = field(default_factory=lambda: ["The answer is in the table."])
    caveats: list[str] = field(default_factory=list)
    explanation: str = "A median is the middle value."
    name: str = "script"
    looks: bool = False
    programs: bool = True
    prompts: list[Prompt[Any]] = field(default_factory=list)

    def decide(self, prompt: Prompt[Answer]) -> Answer:
        self.prompts.append(prompt)
        return cast(Answer, _ANSWERS[type(prompt)](self, prompt))

    def asked(self, kind: type[Prompt[Any]]) -> list[Any]:
        return [prompt for prompt in self.prompts if isinstance(prompt, kind)]

    def read(self, prompt: ReadQuestion) -> Decision:
        step = self.steps.pop(0) if len(self.steps) > 1 else self.steps[0]
        if isinstance(step, Exception):
            raise step
        return step if isinstance(step, Decision) else step(prompt)

    def narrate(self, prompt: NarrateAnswer) -> Narration:
        text = self.narration.pop(0) if len(self.narration) > 1 else self.narration[0]
        return Narration(text=text, caveats=self.caveats, next_questions=["And by level?"])


def _explain(script: Script, prompt: ExplainConcept) -> Explanation:
    return Explanation(text=script.explanation, next_questions=["And the mean?"])


def _decline(script: Script, prompt: DeclineRequest) -> Refusal:
    return Refusal(
        text="Predictions are out of scope.", alternatives=["How did salary go?", "What is the mean salary?"]
    )


def _draft(script: Script, prompt: WriteReport) -> ReportDraft:
    return ReportDraft(title="Findings", conclusion=" ".join(turn.answer_template for turn in prompt.turns))


def _suggest(script: Script, prompt: SuggestQuestions) -> Suggestions:
    return Suggestions(questions=[f"What is in {prompt.datasets[0].name}?"])


_ANSWERS: dict[type[Prompt[Any]], Callable[[Script, Any], Any]] = {
    ReadQuestion: Script.read,
    NarrateAnswer: Script.narrate,
    ExplainConcept: _explain,
    DeclineRequest: _decline,
    WriteReport: _draft,
    SuggestQuestions: _suggest,
}


def service_of(*steps: Step, content: bytes | None = STAFF, **script: Any) -> tuple[AnalystService, str, Script]:
    """A service over a script, a conversation with the staff table, and the script."""
    mind = Script(list(steps), **script)
    service = AnalystService(Settings(), reasoner=mind)
    conversation = service.start_conversation("owner")
    if content is not None:
        service.datasets.add(conversation, "staff.csv", content)
    return service, conversation, mind
