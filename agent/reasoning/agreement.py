"""Whether two readings of a question mean the same computation, however they are written."""

import json
from collections.abc import Sequence

from agent.reasoning.prompts import NOT_OF_PLANS, Decision
from agent.reasoning.reviewed_prompts import PlannedCall, ToolPlan, ToolReading
from agent.specs.parse import Spec
from agent.specs.reading import Reading
from agent.tools.catalogue import call_for, planned_call


def same_meaning(one: Reading, other: Reading) -> bool:
    """Whether the answer of one is computed in the other too; order and titles do not count."""
    ours, theirs = [_essence(spec) for spec in one.specs], [_essence(spec) for spec in other.specs]
    return ours[0] in theirs or theirs[0] in ours


def without_duplicates(readings: Sequence[Reading]) -> list[Reading]:
    """Each meaning once, the first way it was read."""
    kept: list[Reading] = []
    for reading in readings:
        if not any(same_meaning(reading, other) for other in kept):
            kept.append(reading)
    return kept


def _essence(spec: Spec) -> str:
    told = spec.model_dump(mode="json", exclude_defaults=True)
    name = {key: getattr(spec, key, None) for key in ("op", "kind")}
    unimportant = {
        "title",
        "dataset_id",
        *(() if any(told.get(key) for key in ("top_k", "top_per", "skip")) else ("sort",)),
    }
    kept = {key: _order(value) for key, value in told.items() if key not in unimportant}
    tables = told.get("dataset_id")
    return json.dumps([name, kept, tables], sort_keys=True, ensure_ascii=False)


def _order(value: object) -> object:
    """Lists whose order means nothing, in one order."""
    if isinstance(value, list) and all(isinstance(item, str | dict) for item in value):
        return sorted(value, key=lambda item: json.dumps(item, sort_keys=True))
    return value


# ----------------------------------------------------------------
# A plan of tool calls as a decision with specs, and back: two plans are weighed as two readings are.


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
