"""data_discovery: what is explained, by which columns, over which data. Checkpoint: scope and columns."""

from pydantic import JsonValue

from agent.contract import NodeDelta
from agent.grounding.citations import lock_text
from agent.nodes.study.checkpoints import Proposal, choice_control, propose
from agent.nodes.study.facts import change_study, in_state, keep_artifact, plan, profile_of, run_spec, study_of
from agent.nodes.study.telling import lock_of
from agent.nodes.turn_facts import TurnRuntime, profiles
from agent.nodes.words import say
from agent.reasoning.study_prompts import PlanStudy, StudyPlan
from agent.specs.measures import DatasetOverview
from agent.specs.references import literal, reference
from agent.specs.study import Study, StudyScope
from agent.state import AgentState, ReasoningLine
from registry.profile import DatasetProfile


def data_discovery(state: AgentState, runtime: TurnRuntime) -> NodeDelta:
    """The scope as the reasoner plans it, or as the person changed it, for the person to agree on."""
    study = study_of(state)
    if study.scope is None:
        planned = _plan(state, runtime)
        if planned.scope is None:
            return _nothing_to_explain(planned.rationale)
        study = change_study(study, scope=planned.scope, assumptions=planned.assumptions)
    scope = study.agreed
    profile = profile_of(scope, runtime)
    overview = keep_artifact(run_spec(DatasetOverview(dataset_id=scope.dataset_id), runtime)[0], runtime)
    artifact_id = overview["artifact_id"]
    proposal = Proposal(
        "data_discovery",
        _message(study, profile, artifact_id),
        say("study.scope_prompt"),
        _controls(scope, profile),
        [artifact_id],
    )
    line = say("study.read", name=profile.name, outcome=scope.outcome, columns=", ".join(scope.columns))
    return {
        **propose(study, proposal, lock_of(state, runtime, study, {artifact_id: overview})),
        "reasoning": [ReasoningLine(step_name="Data Discovery Agent", step_text=line)],
        "artifacts": in_state([overview], runtime),
        "plan_tasks": plan(0, current=1),
        "plan_steps_completed": 1,
        "interpretation": say("study.about", outcome=scope.outcome),
        "assumptions": study.assumptions,
    }


def _plan(state: AgentState, runtime: TurnRuntime) -> StudyPlan:
    context = runtime.context
    known = profiles(runtime)
    question = state.get("question", "")
    matches = context.datasets.find_values(context.conversation_id, question)
    keys = context.datasets.shared_keys(context.conversation_id)
    planned = context.reasoner.decide(PlanStudy(question, known, matches, keys))
    if planned.scope is not None and not _fits(planned.scope, known):
        return StudyPlan(scope=None, rationale=say("study.unfit_plan"))
    return planned


def _fits(scope: StudyScope, known: tuple[DatasetProfile, ...]) -> bool:
    """Whether the data have what the scope names; a model may have made names up."""
    table = next((table for table in known if table.dataset_id == scope.dataset_id), None)
    named = {scope.outcome, *scope.columns}
    return table is not None and bool(scope.columns) and named <= set(table.column_names)


def _nothing_to_explain(sentence: str) -> NodeDelta:
    return {
        "study": None,
        "status": "answered",
        "answer": lock_text(sentence, {}),
        "answer_template": literal(sentence),
        "plan_tasks": [],
        "analysis_complete": True,
        "reasoning": [ReasoningLine(step_name="Data Discovery Agent", step_text=sentence)],
    }


def _message(study: Study, profile: DatasetProfile, overview: str) -> str:
    scope = study.agreed
    outcome = scope.outcome
    if scope.outcome_value is not None:
        outcome = say("study.how_often", outcome=outcome, value=scope.outcome_value)
    rows = reference(overview, "rows")
    lines = [
        say("study.scope", name=literal(profile.name), rows=rows, outcome=literal(outcome)),
        say("study.looked_at", columns=literal(", ".join(scope.columns))),
    ]
    if scope.left_out:
        left = "; ".join(say("study.left_one", column=one.column, why=one.why) for one in scope.left_out)
        lines.append(say("study.left_out", columns=literal(left)))
    lines += [say("study.assumed", what=literal(one)) for one in study.assumptions]
    return "\n".join(lines)


def _controls(scope: StudyScope, profile: DatasetProfile) -> list[dict[str, JsonValue]]:
    others = [
        column.name
        for column in profile.columns
        if (column.kind == "number" or (column.kind in ("text", "boolean") and column.unique == 2))
        and column.name != scope.outcome
    ]
    return [
        choice_control("outcome", scope.outcome, [scope.outcome, *others]),
        choice_control("without", "", scope.columns),
        choice_control("with", "", [one.column for one in scope.left_out]),
    ]
