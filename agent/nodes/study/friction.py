"""friction: what drives the outcome up or down, by analysts that work side by side, each through its own lens.

The analysts hold their results without ids; `friction` names them in the order of the lenses, so that the same
study gives the same names whichever analyst is done first.
"""

from collections.abc import Mapping, Sequence

from langchain_core.callbacks import dispatch_custom_event
from langchain_core.runnables.config import var_child_runnable_config

from agent.context import TurnContext
from agent.contract import NodeDelta, NodeFunction
from agent.errors import ActionLimitError, DataError, SpecError
from agent.grounding.cells import table_of
from agent.grounding.citations import bind
from agent.nodes.study.facts import (
    LENSES,
    agents_of,
    change_study,
    in_state,
    keep_artifact,
    lens_title,
    plan,
    profile_of,
    run_spec,
    study_delta,
    study_of,
)
from agent.nodes.study.lenses import CATALOGUE, View
from agent.nodes.study.telling import lock_of, tell_study
from agent.nodes.turn_facts import TurnRuntime
from agent.nodes.words import say
from agent.reasoning.study_prompts import TellStudy
from agent.specs.references import literal
from agent.specs.study import LensName, StudyFinding
from agent.state import AgentState, Artifact, ReasoningLine


def analyst(lens: LensName) -> NodeFunction[TurnContext]:
    """The node that looks through one lens. What it cannot compute makes its part blocked, with the reason."""
    number = LENSES.index(lens) + 1

    def look(state: AgentState, runtime: TurnRuntime) -> NodeDelta:
        study = study_of(state)
        view = View(study, profile_of(study.agreed, runtime))
        try:
            made = _compute(lens, view, runtime)
        except (SpecError, DataError, ActionLimitError) as error:
            return _finding(
                StudyFinding(lens=lens, agent_id=f"f{number}", done=False, text=literal(str(error))), str(error)
            )
        lock = lock_of(state, runtime, study, made)
        words = tell_study(runtime, TellStudy(part=lens, scope=study.agreed, artifacts=_previews(made, runtime)), lock)
        runtime.context.artifacts.hold(runtime.context.conversation_id, lens, list(made.values()))
        finding = StudyFinding(
            lens=lens, agent_id=f"f{number}", done=True, text=words.text, artifact_ids=dict.fromkeys(made, "")
        )
        return _finding(finding, lock.line(words.text).text)

    return look


def _finding(finding: StudyFinding, text: str) -> NodeDelta:
    """The finding for `friction`. Who watches the turn learns at once that this analyst is over."""
    if var_child_runnable_config.get() is not None:  # a node that is called by itself has nobody watching
        dispatch_custom_event("sub_agent", {"id": finding.agent_id, "status": "done" if finding.done else "blocked"})
    return {
        "study_findings": [finding.model_dump(mode="json")],
        "requires_user_input": False,
        "reasoning": [ReasoningLine(step_name=f"{lens_title(finding.lens)} Agent", step_text=text)],
    }


def _compute(lens: LensName, view: View, runtime: TurnRuntime) -> dict[str, Artifact]:
    """The lens' results by name; "drivers" is there when it had any to measure."""
    measured = CATALOGUE[lens].measured(view)
    made = {"drivers": run_spec(measured, runtime)[0]} if measured else {}
    for name, spec in CATALOGUE[lens].shown(view, _best(made.get("drivers"))).items():
        artifact = run_spec(spec, runtime)[0]
        made[name] = Artifact(**{**artifact, "role": "main" if name == "chart" else "detail"})
    return made


def _best(drivers: Artifact | None) -> str:
    """The driver of largest impact; "" when none has one."""
    if drivers is None:
        return ""
    table = table_of(drivers)
    place = table["columns"].index("impact_pct")
    return next((str(row[0]) for row in table["rows"] if row[place] is not None), "")


def _previews(made: Mapping[str, Artifact], runtime: TurnRuntime) -> dict[str, Artifact]:
    return dict(zip(made, in_state(list(made.values()), runtime), strict=True))


def friction(state: AgentState, runtime: TurnRuntime) -> NodeDelta:
    """Brings the analysts' findings together, in the order of the lenses."""
    study = study_of(state)
    found = [StudyFinding.model_validate(finding) for finding in state.get("study_findings", [])]
    store, conversation = runtime.context.artifacts, runtime.context.conversation_id
    findings: list[StudyFinding] = []
    artifacts: list[Artifact] = []
    for finding in sorted(found, key=lambda one: LENSES.index(one.lens)):
        named = [keep_artifact(artifact, runtime) for artifact in store.take(conversation, finding.lens)]
        artifacts += named
        findings.append(_bind(finding, [artifact["artifact_id"] for artifact in named]))
    study = change_study(study, findings=findings)
    lenses = ", ".join(lens_title(one.lens) for one in findings)
    line = say("study.side_by_side", lenses=lenses)
    if blocked := [lens_title(finding.lens) for finding in findings if not finding.done]:
        line = say("study.side_by_side_blocked", lenses=lenses, blocked=", ".join(blocked))
    return {
        **study_delta(study),
        "requires_user_input": False,
        "artifacts": in_state(artifacts, runtime),
        "plan_tasks": plan(2, current=3, agents=agents_of(study)),
        "plan_steps_completed": 3,
        "reasoning": [ReasoningLine(step_name="Driver Analysis", step_text=line)],
    }


def _bind(finding: StudyFinding, ids: Sequence[str]) -> StudyFinding:
    """The finding with its results' ids in place of their names."""
    names = dict(zip(finding.artifact_ids, ids, strict=True))
    return finding.model_copy(update={"artifact_ids": names, "text": bind(finding.text, names)})
