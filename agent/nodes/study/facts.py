"""What the nodes of a study share: the study in state, its plan, its specs' common parts, running a spec."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import cast, get_args

from pydantic import JsonValue

from agent.analysis.drivers import execute_drivers
from agent.analysis.execute import execute_analysis, execute_plot
from agent.analysis.filtering.relative_dates import resolve_dates
from agent.analysis.frames.tables import preview
from agent.analysis.joint_drivers import execute_joint
from agent.analysis.limits import run_limited
from agent.contract import NodeDelta
from agent.errors import ContractError
from agent.nodes.turn_facts import TurnRuntime, clock, tables
from agent.nodes.words import say
from agent.specs.drivers import Drivers, JointDrivers
from agent.specs.parse import Spec
from agent.specs.study import CheckpointStep, LensName, Study, StudyScope
from agent.specs.transforms import RecodeColumn, Transform
from agent.state import AgentState, Artifact, PlanTask, SubAgent, TaskStatus
from registry.profile import DatasetProfile

NAME = "guided_study"
TASKS = ("discovery", "preparation", "drivers", "synthesis", "report")
"""The tasks of the plan, as phrases name them."""
LENSES: tuple[LensName, ...] = get_args(LensName)
STEP_NUMBERS: Mapping[CheckpointStep, int] = {"data_discovery": 1, "data_prep": 2, "synthesizer": 4}
"""How many steps are done when the checkpoint of a step is answered."""


def study_of(state: AgentState) -> Study:
    """The study under way. ContractError when there is none: the supervisor makes one first."""
    kept = state.get("study")
    if kept is None:
        raise ContractError("There is no study in the state.", "The supervisor has to make one.")
    return Study.model_validate(kept)


def as_data(study: Study) -> dict[str, JsonValue]:
    """The study as plain data for the state."""
    data: dict[str, JsonValue] = study.model_dump(mode="json")
    return data


def change_study(study: Study, **parts: object) -> Study:
    """The study with some parts replaced."""
    return study.model_copy(update=parts)


def profile_of(scope: StudyScope, runtime: TurnRuntime) -> DatasetProfile:
    """The profile of the study's data set. UnknownDatasetError when it is gone."""
    return runtime.context.datasets.get(runtime.context.conversation_id, scope.dataset_id).profile


# ---------------------------------------------------------------- the plan


def plan(done: int, *, current: int | None = None, agents: Sequence[SubAgent] = ()) -> list[PlanTask]:
    """The five tasks: the first `done` are done, `current` (from 1) is in progress, the others are to do."""
    tasks: list[PlanTask] = []
    for number, task in enumerate(TASKS, 1):
        status: TaskStatus = "done" if number <= done else "in_progress" if number == current else "todo"
        tasks.append(PlanTask(id=str(number), title=say(f"study.task.{task}"), status=status))
    if agents:
        tasks[2] = PlanTask(**{**tasks[2], "sub_agents": [*agents]})
    return tasks


def lens_title(lens: LensName) -> str:
    """What an analyst's view is called, in the language that is told."""
    return say(f"study.lens.{lens}")


def agents_of(study: Study) -> list[SubAgent]:
    """The analysts of the driver analysis with their status; in progress while nothing has been found."""
    status: dict[str, TaskStatus] = {
        finding.agent_id: "done" if finding.done else "blocked" for finding in study.findings
    }
    return [
        SubAgent(id=f"f{number}", title=lens_title(lens), status=status.get(f"f{number}", "in_progress"))
        for number, lens in enumerate(LENSES, 1)
    ]


# ---------------------------------------------------------------- specs


def outcome_name(scope: StudyScope) -> str:
    """The column that is explained after `outcome_steps`: the outcome, or 1 for its value and 0 for the other."""
    return scope.outcome if scope.outcome_value is None else f"{scope.outcome} is {scope.outcome_value}"


def outcome_steps(scope: StudyScope, profile: DatasetProfile) -> list[Transform]:
    """The steps that all specs of a study begin with."""
    column = profile.column(scope.outcome)
    if scope.outcome_value is None or column is None:
        return [*scope.prepare]
    coded = {item.value: int(item.value == scope.outcome_value) for item in column.top_values}
    return [*scope.prepare, RecodeColumn(col=scope.outcome, name=outcome_name(scope), mapping=coded)]


def run_spec(spec: Spec | Drivers | JointDrivers, runtime: TurnRuntime) -> list[Artifact]:
    """The spec's artifacts, without ids, under the limits of one action. Errors as `execute_analysis`."""
    known = tables(runtime)
    spec = resolve_dates(spec, clock(runtime))
    action: Callable[[], list[Artifact]]
    if isinstance(spec, Drivers):
        action = partial(execute_drivers, spec, known)
    elif isinstance(spec, JointDrivers):
        action = partial(execute_joint, spec, known)
    else:
        action = partial(execute_plot, spec, known) if spec.type == "plot" else partial(execute_analysis, spec, known)
    settings = runtime.context.settings
    what = spec.kind if spec.type == "plot" else spec.op
    return run_limited(action, seconds=settings.action_seconds, megabytes=settings.action_megabytes, what=what)


def keep_artifact(artifact: Artifact, runtime: TurnRuntime) -> Artifact:
    """The artifact in the conversation's store, with its id."""
    return runtime.context.artifacts.add(runtime.context.conversation_id, artifact)


def in_state(artifacts: Sequence[Artifact], runtime: TurnRuntime) -> list[Artifact]:
    """Tables as previews, figures without their data: what the state may hold."""
    rows = runtime.context.settings.preview_rows
    light = []
    for one in artifacts:
        if one["kind"] == "figure":
            figure = cast(dict[str, JsonValue], one["payload"])
            light.append(Artifact(**{**one, "payload": {"data": [], "layout": figure.get("layout")}}))
        else:
            light.append(preview(one, rows))
    return light


def study_delta(study: Study) -> NodeDelta:
    """The study as the state keeps it, with whether a critique is wanted."""
    return {"study": as_data(study), "critique_enabled": study.scope is None or study.scope.critique}
