"""A reasoner that follows a script through the reviewed workflow, and a service over it."""

from dataclasses import dataclass, field
from typing import Any, cast

from agent.reasoning.prompts import Answer, Prompt
from agent.reasoning.reviewed_prompts import (
    Classification,
    ClassifyQuestion,
    CritiqueAnswer,
    Opinion,
    PlannedCall,
    PlanTools,
    ToolPlan,
    ToolReading,
)
from agent.review_state import QueryType
from agent.service import AnalystService
from agent.settings import Settings
from tests.agent.scripted import STAFF, Script

WORKFLOW = "tool_agent"


def call(tool_name: str, **arguments: Any) -> PlannedCall:
    return PlannedCall(tool_name=tool_name, arguments=arguments)


def plan(*calls: PlannedCall, reading_id: str = "r1", **more: Any) -> ToolPlan:
    reading = ToolReading(reading_id=reading_id, label="as asked", interpretation="As asked.", calls=list(calls))
    return ToolPlan(next_action="act", rationale="Tools answer it.", readings=[reading], **more)


def mean_salary(**more: Any) -> ToolPlan:
    return plan(call("aggregate_data", column="salary", operation="mean", **more))


@dataclass
class ReviewScript(Script):
    """Plans and opinions step by step, the last of each repeated; everything else as in Script."""

    plans: list[ToolPlan] = field(default_factory=lambda: [mean_salary(group_by="department")])
    opinions: list[Opinion] = field(default_factory=lambda: [Opinion(score=1.0, critique="It answers the question.")])
    query_type: QueryType = "query"

    def decide(self, prompt: Prompt[Answer]) -> Answer:
        answer: object
        if isinstance(prompt, ClassifyQuestion):
            answer = Classification(query_type=self.query_type, rationale="By its words.")
        elif isinstance(prompt, PlanTools):
            answer = self.plans.pop(0) if len(self.plans) > 1 else self.plans[0]
        elif isinstance(prompt, CritiqueAnswer):
            answer = self.opinions.pop(0) if len(self.opinions) > 1 else self.opinions[0]
        else:
            return super().decide(prompt)
        self.prompts.append(prompt)
        return cast(Answer, answer)


def reviewed(
    *plans: ToolPlan, content: bytes | None = STAFF, settings: Settings | None = None, **script: Any
) -> tuple[AnalystService, str, ReviewScript]:
    """A service over a script, a conversation with the staff table, and the script."""
    script.setdefault("narration", ["On the whole {S1[#1].salary_mean}."])
    mind = ReviewScript([], plans=[*plans] or [mean_salary(group_by="department")], **script)
    service = AnalystService(settings or Settings(), reasoner=mind)
    conversation = service.start_conversation("owner")
    if content is not None:
        service.datasets.add(conversation, "staff.csv", content)
    return service, conversation, mind


def without_model(settings: Settings | None = None, content: bytes = STAFF) -> tuple[AnalystService, str]:
    """A service with no model, and a conversation with the staff table."""
    service = AnalystService(settings or Settings())
    conversation = service.start_conversation("owner")
    service.datasets.add(conversation, "staff.csv", content)
    return service, conversation
