"""supervisor: what comes next in a study, from the steps done, whether it is complete, and the person's answer."""

from dataclasses import dataclass
from typing import cast

from langchain_core.messages import AIMessage

from agent.contract import NodeDelta
from agent.grounding.citations import lock_text
from agent.nodes.study.checkpoints import ACCEPT, SKIP
from agent.nodes.study.facts import (
    NAME,
    STEP_NUMBERS,
    TASKS,
    agents_of,
    change_study,
    plan,
    study_delta,
    study_of,
)
from agent.nodes.turn_facts import TurnRuntime, profiles
from agent.nodes.words import say
from agent.reasoning.study_prompts import ReadStudyChange, StudyChange
from agent.specs.references import literal
from agent.specs.study import CheckpointStep, Study, StudyDecision, StudyScope
from agent.state import AgentState, PendingInput, ReasoningLine

END = "end"
AFTER = ("data_discovery", "data_prep", "friction", "synthesizer")
"""The next step by the number of steps done."""


def next_agent(steps_done: int, *, complete: bool, critique: bool) -> str:
    """The step that follows: the critique is optional, and after a complete analysis there is only the end."""
    if complete:
        return END
    if steps_done < len(AFTER):
        return AFTER[steps_done]
    return "critique" if critique else "reporting"


def supervisor(state: AgentState, runtime: TurnRuntime) -> NodeDelta:
    """Decides; computes nothing. At the start of a turn it reads what the person said to the open checkpoint."""
    if state.get("last_completed_node") != "route_turn":
        return _go_on(state)
    if not profiles(runtime):
        return _say("asked", say("say.upload"))
    pending = state.get("previous_pending")
    if state.get("study") is None:
        return _begin(state)
    if pending is not None and pending["kind"] == "checkpoint" and pending["context"].get("workflow") == NAME:
        return _answer(state, runtime, pending)
    if state.get("analysis_complete"):
        return _towards("qa_agent", say("study.answering"))
    return _begin(state)


def _begin(state: AgentState) -> NodeDelta:
    """A new study with its plan."""
    study = Study(question=state.get("question", ""))
    return {
        **_towards("data_discovery", say("study.planned", count=len(TASKS))),
        **study_delta(study),
        **_plan(study, 0, 1),
        "phase": "analysis",
        "analysis_complete": False,
        "report_file_path": "",
        "data_file_path": "",
    }


def _go_on(state: AgentState) -> NodeDelta:
    """After a step of this turn."""
    done = state.get("plan_steps_completed", 0)
    after = next_agent(done, complete=_is_over(state), critique=state.get("critique_enabled", True))
    return _start(after, study_of(state), done) if after != END else _towards(END, say("study.turn_done"))


def _is_over(state: AgentState) -> bool:
    return state.get("analysis_complete", False)


def _start(step: str, study: Study, done: int) -> NodeDelta:
    """Sets out for a step: its task is in progress, its analysts too."""
    fresh = change_study(study, findings=[]) if step == "friction" else study
    return {
        **_towards(step, say(f"study.towards.{step}")),
        **study_delta(fresh),
        **_plan(fresh, done, min(done + 1, len(TASKS))),
    }


def _plan(study: Study, done: int, current: int) -> NodeDelta:
    started = current >= STEP_NUMBERS["data_prep"] + 1
    return {
        "plan_tasks": plan(done, current=current, agents=agents_of(study) if started else ()),
        "plan_steps_total": len(TASKS),
        "plan_steps_completed": done,
    }


def _towards(step: str, text: str) -> NodeDelta:
    return {
        "next_agent": step,
        "requires_user_input": False,
        "reasoning": [ReasoningLine(step_name="Supervisor", step_text=text)],
    }


def _say(status: str, sentence: str) -> NodeDelta:
    return {
        **_towards(END, sentence),
        "status": status,
        "answer": lock_text(sentence, {}),
        "answer_template": literal(sentence),
        "messages": [AIMessage(sentence)],
    }


# ---------------------------------------------------------------- the person's answer


@dataclass(frozen=True)
class _Heard:
    """The answer to a checkpoint, as it was understood."""

    step: CheckpointStep
    checkpoint_id: str
    said: str
    change: StudyChange


def _answer(state: AgentState, runtime: TurnRuntime, pending: PendingInput) -> NodeDelta:
    study = study_of(state)
    scope = study.agreed
    if scope.dataset_id not in {profile.dataset_id for profile in profiles(runtime)}:
        return _ended(state, say("study.data_gone"))
    step = cast(CheckpointStep, pending["context"]["step"])
    said = state.get("question", "")
    heard = _Heard(step, pending["checkpoint_id"], said, _understood(state, runtime, step, scope))
    if heard.change.action == "stop":
        return _ended(state, say("study.ended"))
    if heard.change.action == "unclear":
        return _ask_again(study, step, heard.change.unclear)
    return _take(_note(study, heard), heard)


def _ended(state: AgentState, sentence: str) -> NodeDelta:
    ended: NodeDelta = {"study": None, "plan_tasks": _block_plan(state), "analysis_complete": False}
    return {**_say("answered", sentence), **ended}


def _understood(state: AgentState, runtime: TurnRuntime, step: CheckpointStep, scope: StudyScope) -> StudyChange:
    """A button means what it says; words, on a button or typed, are read."""
    said, picked = state.get("question", ""), state.get("picked_option")
    if picked == SKIP:
        return StudyChange(action="skip")
    if picked == ACCEPT and said == say("study.says_accept"):
        return StudyChange(action="accept")
    context = runtime.context
    read = context.reasoner.decide(
        ReadStudyChange(
            words=said,
            step=step,
            scope=scope,
            datasets=profiles(runtime),
            value_matches=context.datasets.find_values(context.conversation_id, said),
        )
    )
    return read.model_copy(update={"go_on": True}) if picked and read.action == "change" else read


def _note(study: Study, heard: _Heard) -> Study:
    """The study with the decision written down; one checkpoint is decided once, also after a turn that broke off."""
    decision = StudyDecision(
        step=heard.step, checkpoint_id=heard.checkpoint_id, by="person", action=heard.change.action, said=heard.said,
        changed=heard.change.changed,
    )  # fmt: skip
    before = [one for one in study.decisions if one.checkpoint_id != heard.checkpoint_id]
    unattended = study.unattended or heard.change.action == "skip"
    return change_study(study, decisions=[*before, decision], unattended=unattended)


def _take(study: Study, heard: _Heard) -> NodeDelta:
    """Goes on as agreed, or goes back to the step that the change concerns."""
    done = STEP_NUMBERS[heard.step]
    if heard.change.action != "change" or heard.change.scope is None:
        step = next_agent(done, complete=False, critique=study.agreed.critique)
        return _start(step, study, done)
    back = first_concerned(heard.step, study.agreed, heard.change.scope)
    quiet = _quiet(heard.step, back, go_on=heard.change.go_on)
    fresh = change_study(study, scope=heard.change.scope, quiet=quiet, note=" ".join(heard.change.changed))
    return _start(back, fresh, STEP_NUMBERS[back] - 1)


def first_concerned(step: CheckpointStep, before: StudyScope, after: StudyScope) -> CheckpointStep:
    """The step from which a change at a checkpoint has to be worked through again."""
    if step == "data_discovery" or (before.dataset_id, before.outcome) != (after.dataset_id, after.outcome):
        return "data_discovery"
    ranking_only = {"ease", "dropped", "critique"}
    same_rows = before.model_dump(exclude=ranking_only) == after.model_dump(exclude=ranking_only)
    return "synthesizer" if step == "synthesizer" and same_rows else "data_prep"


def _quiet(step: CheckpointStep, back: CheckpointStep, *, go_on: bool) -> list[CheckpointStep]:
    """Checkpoints passed on the way back to where the person was are not asked again; with "go on" that one neither."""
    between = [one for one, number in STEP_NUMBERS.items() if STEP_NUMBERS[back] <= number < STEP_NUMBERS[step]]
    if back == "data_discovery" and step != "data_discovery":
        between = []  # another outcome is another scope, so it is agreed upon again
    return [*between, step] if go_on else between


def _ask_again(study: Study, step: CheckpointStep, note: str) -> NodeDelta:
    done = STEP_NUMBERS[step] - 1
    asked = change_study(study, note=note)
    return {
        **_towards(step, note),
        **study_delta(asked),
        **_plan(asked, done, done + 1),
    }


def _block_plan(state: AgentState) -> object:
    """The plan of a study that ends here: what is not done will not be."""
    return [task if task["status"] == "done" else {**task, "status": "blocked"} for task in state.get("plan_tasks", [])]
