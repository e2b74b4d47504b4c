"""A plan of tool calls as a decision with specs, and back: two plans are weighed as two readings are."""

from agent.reasoning.prompts import NOT_OF_PLANS, Decision
from agent.reasoning.reviewed_prompts import PlannedCall, ToolPlan, ToolReading
from agent.specs.reading import Reading
from agent.tools.catalogue import call_for, planned_call


def as_decision(plan: ToolPlan) -> Decision:
    """The plan with its calls as the specs that they mean. SpecError when a call names no tool or does not fit it."""
    return Decision(**plan.model_dump(exclude={"readings"}), readings=[_as_reading(one) for one in plan.readings])


def as_plan(decision: Decision, *made_from: ToolPlan) -> ToolPlan:
    """The decision as calls: those of the plans that it was made from, where a reading stands in one of them."""
    calls = {reading.reading_id: reading.calls for plan in made_from for reading in plan.readings}
    readings = [_as_calls(reading, calls.get(reading.reading_id)) for reading in decision.readings]
    return ToolPlan(**decision.model_dump(exclude=NOT_OF_PLANS), readings=readings)


def _as_reading(reading: ToolReading) -> Reading:
    specs = [spec for call in reading.calls for spec in planned_call(call.tool_name, call.arguments).specs]
    return Reading(**reading.model_dump(exclude={"calls"}), specs=specs)


def _as_calls(reading: Reading, planned: list[PlannedCall] | None) -> ToolReading:
    found = [call_for(spec) for spec in reading.specs] if planned is None else []
    calls = planned or [PlannedCall(tool_name=call.tool.name, arguments=call.arguments) for call in found]
    return ToolReading(**reading.model_dump(exclude={"specs"}), calls=calls)
