"""Which tools answer a question: the question is read into specs, and each spec is called by its tool's name."""

from agent.reasoning.prompts import NOT_OF_PLANS, Decision, Read
from agent.reasoning.reviewed_prompts import PlannedCall, PlanTools, ToolPlan, ToolReading
from agent.specs.reading import Reading
from agent.tools.catalogue import call_for


def plan_tools(prompt: PlanTools, read: Read) -> ToolPlan:
    """The plan. What the critic or the person said about the plan before is read as a follow-up to it."""
    return _as_calls(read(prompt.followup or prompt.asked))


def _as_calls(decision: Decision) -> ToolPlan:
    told = decision.model_dump(exclude=NOT_OF_PLANS)
    planned = decision.readings if decision.next_action == "act" else []
    return ToolPlan(**told, readings=[_reading(reading) for reading in planned])


def _reading(reading: Reading) -> ToolReading:
    calls = [call_for(spec) for spec in reading.specs]
    return ToolReading(
        reading_id=reading.reading_id,
        label=reading.label,
        interpretation=reading.interpretation,
        calls=[PlannedCall(tool_name=call.tool.name, arguments=call.arguments) for call in calls],
        headline=reading.headline,
        compare=reading.compare,
        assumptions=reading.assumptions,
    )
