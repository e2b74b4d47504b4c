"""Looking at what an act found (seed 002's loop): the steps taken so far, and how they become the answer."""

import re
from collections.abc import Mapping, Sequence
from typing import cast

from langgraph.types import Overwrite

from agent.analysis.frames.tables import preview
from agent.contract import NodeDelta
from agent.grounding.cells import table_of
from agent.nodes.comparing import main_table
from agent.nodes.concluding import Executed, executed_reading, steps_of
from agent.nodes.turn_facts import TurnRuntime, as_data, whole_artifacts
from agent.nodes.words import say
from agent.reasoning.prompts import Observed
from agent.specs.reading import Reading
from agent.state import AgentState, Artifact, Observation, ReasoningLine, StepTaken

ROWS_SEEN = 12
ANSWER = "answer"  # the reading that several steps make together
_SPEC_NAME = re.compile(r"S(\d+)")


def goes_back(state: AgentState, runtime: TurnRuntime, outcome: NodeDelta) -> bool:
    """Whether the result goes back to the reasoner: it was only a step, or there are no rows in it."""
    if not runtime.context.reasoner.looks:
        return False
    return state.get("looking", False) or _is_empty(_execute(state, runtime, outcome).results)


def acts_left(state: AgentState, runtime: TurnRuntime) -> int:
    """How many more acts this turn may take."""
    return max(0, runtime.context.settings.max_acts - state.get("act_count", 0))


def with_step(state: AgentState, runtime: TurnRuntime, outcome: NodeDelta) -> AgentState:
    """The state with the act that has just been executed among its steps."""
    done = _execute(state, runtime, outcome)
    step = StepTaken(
        name=f"O{len(steps_of(state)) + 1}",
        reading=as_data(done.reading),
        artifact_ids={name: artifact["artifact_id"] for name, artifact in done.results.items()},
    )
    seen = {"steps_taken": [*steps_of(state), step], "assumptions": outcome["assumptions"], "looking": False}
    return cast(AgentState, {**state, **seen})


def _execute(state: AgentState, runtime: TurnRuntime, outcome: NodeDelta) -> Executed:
    return executed_reading(cast(AgentState, {**state, **outcome}), runtime)[0]


def _is_empty(results: Mapping[str, Artifact]) -> bool:
    """Whether nothing is in the result, or no row went into it."""
    artifact = main_table(results)
    if artifact is None:
        return False
    ledger = artifact["ledger"]
    return table_of(artifact)["total_rows"] == 0 or (ledger is not None and ledger["rows_used"] == 0)


# ---------------------------------------------------------------- what a mind sees of them


def observe_steps(state: AgentState, runtime: TurnRuntime) -> tuple[Observed, ...]:
    """The steps with the first rows of their results."""
    everything = whole_artifacts(runtime)
    return tuple(
        Observed(
            name=step["name"],
            reading=Reading.model_validate(step["reading"]),
            names=step["artifact_ids"],
            artifacts=tuple(in_short(everything[key]) for key in step["artifact_ids"].values()),
        )
        for step in steps_of(state)
    )


def in_short(artifact: Artifact) -> Artifact:
    """A result as a mind looks at it: a table with its first rows."""
    return preview(artifact, ROWS_SEEN) if artifact["kind"] == "table" else artifact


# ---------------------------------------------------------------- how they end


def taken_before(state: AgentState, readings: Sequence[Reading]) -> str | None:
    """The step that computed the very same, whose result another act would only repeat; None if none did."""
    specs = [as_data(reading)["specs"] for reading in readings]
    return next((step["name"] for step in steps_of(state) if step["reading"]["specs"] in specs), None)


def answered_from(state: AgentState, names: Sequence[str]) -> NodeDelta:
    """Finalizes with these steps as the answer, in this order; with the last one where none of them was taken."""
    steps = steps_of(state)
    by_name = {step["name"]: step for step in steps}
    chosen = [by_name[name] for name in dict.fromkeys(names) if name in by_name] or [steps[-1]]
    reading, artifact_ids = _together(chosen)
    return {
        "next_action": "finalize",
        "readings": [as_data(reading)],
        "chosen_reading": reading.reading_id,
        "observations": Overwrite([Observation(reading_id=reading.reading_id, artifact_ids=artifact_ids, error=None)]),
        "steps_taken": [step for step in steps if step not in chosen],
        "looking": False,
        "interpretation": reading.interpretation,
        "last_error": None,
        "reasoning": [ReasoningLine(step_name="reason", step_text=say("step.there"))],
    }


def end_looking(state: AgentState, why: str) -> NodeDelta:
    """Finalizes with the last step, and says that it need not be the answer."""
    return {**answered_from(state, ()), "assumptions": [*state.get("assumptions", []), why]}


def _together(steps: Sequence[StepTaken]) -> tuple[Reading, dict[str, str]]:
    """The steps as one reading, and its results by the names that its specs have there."""
    readings = [Reading.model_validate(step["reading"]) for step in steps]
    if len(readings) == 1:
        return readings[0], steps[0]["artifact_ids"]
    artifact_ids: dict[str, str] = {}
    before = 0
    for step, reading in zip(steps, readings, strict=True):
        artifact_ids |= {_move(name, before): artifact_id for name, artifact_id in step["artifact_ids"].items()}
        before += len(reading.specs)
    whole = readings[0].model_copy(
        update={
            "reading_id": ANSWER,
            "label": "; ".join(reading.label for reading in readings),
            "interpretation": " ".join(reading.interpretation for reading in readings),
            "specs": [spec for reading in readings for spec in reading.specs],
            "says": "",
            "assumptions": list(dict.fromkeys(one for reading in readings for one in reading.assumptions)),
        }
    )
    return whole, artifact_ids


def _move(name: str, by: int) -> str:
    """S1_2 after three specs -> S4_2."""
    return _SPEC_NAME.sub(lambda found: f"S{int(found[1]) + by}", name, count=1)
