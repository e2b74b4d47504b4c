"""route_turn: a clean start of each turn. What belongs to a turn is reset, what belongs to the conversation stays."""

from langchain_core.messages import RemoveMessage
from langgraph.types import Overwrite
from pydantic import JsonValue

from agent.contract import NodeDelta
from agent.nodes.commands import command_of
from agent.nodes.turn_facts import TurnRuntime, profiles
from agent.nodes.words import say
from agent.state import AgentState, PendingInput, ReasoningLine

MESSAGES_KEPT = 40
"""Every turn stands whole in `turns`; messages are kept for a reasoner's context only."""
DEFAULT, STUDY = "react", "guided_study"
_FRESH_PLAN: NodeDelta = {"plan_tasks": [], "plan_steps_total": 0, "plan_steps_completed": 0}
"""A study's plan is kept from turn to turn; that of any other workflow is made anew."""


def continued_workflow(pending: PendingInput | None, chosen: str) -> str:
    """The workflow that the person chose; words said to an open checkpoint continue the workflow that asked, unless
    another one than the default was chosen for them.
    """
    asked = pending["context"].get("workflow") if pending is not None and pending["kind"] == "checkpoint" else None
    return asked if isinstance(asked, str) and chosen == DEFAULT else chosen


def route_turn(state: AgentState, runtime: TurnRuntime) -> NodeDelta:
    """Resets the turn's keys, and hands over to the workflow that the person chose; a command goes to its own node."""
    known = profiles(runtime)
    summary: dict[str, JsonValue] = {
        profile.dataset_id: {
            "name": profile.name,
            "rows": profile.rows,
            "columns": [{"name": column.name, "kind": column.kind} for column in profile.columns],
        }
        for profile in known
    }
    workflow = continued_workflow(state.get("pending_input"), state.get("workflow", DEFAULT))
    orders = command_of(state) is not None
    return {
        "workflow": workflow,
        "next_agent": "commands" if orders else workflow,
        "next_action": None,
        "phase": "qa" if workflow == STUDY and state.get("analysis_complete") else "analysis",
        "status": "answered",
        "previous_pending": state.get("pending_input"),
        "turn_marks": {},
        "pending_input": None,
        "dataset_id": known[0].dataset_id if len(known) == 1 else None,
        "dataset_summary": summary or None,
        **_fresh_turn(),
        **({} if workflow == STUDY or orders else _FRESH_PLAN),
        "reasoning": Overwrite([ReasoningLine(step_name="route_turn", step_text=say("step.workflow", name=workflow))]),
        "messages": _expired_messages(state),
    }


def _fresh_turn() -> NodeDelta:
    return {
        "rationale": None,
        "clarifying_questions": [],
        "assumptions": [],
        "readings": [],
        "chosen_reading": None,
        "analysis_spec": None,
        "plot_spec": None,
        "artifacts": Overwrite([]),
        "observations": Overwrite([]),
        "study_findings": Overwrite([]),
        "shown_artifact_ids": [],
        "last_error": None,
        "act_count": 0,
        "looking": False,
        "unsure": False,
        "evidence": {},
        "steps_taken": [],
        **_fresh_code(),
        **_fresh_review(),
        "answer": None,
        "answer_template": "",
        "interpretation": "",
        "caveats": [],
        "next_questions": [],
        "logs": Overwrite([]),
        "trace": Overwrite([]),
        "final_report_md": None,
    }


def _fresh_code() -> NodeDelta:
    """The keys of the workflows with generated code (seeds 001 and 000)."""
    empty = ("plan", "code", "execution_result", "error", "evaluation", "explanation", "final_output")
    further = ("requirements", "data_profile", "alignment_check", "remediation_plan", "code_draft", "double_check")
    counters = ("attempts", "alignment_iterations", "code_attempts", "total_remediations")
    return {
        **dict.fromkeys((*empty, *further)),
        **dict.fromkeys(counters, 0),
        "data_summary": "",
        "execution_success": False,
        "failed_attempts": [],
        "needs_data_work": False,
        "code_accepted": False,
        "code_edited": False,
        "person_said": "",
        "code_artifact_ids": {},
    }


def _fresh_review() -> NodeDelta:
    """The keys of the reviewed workflow (seed 003); its conversation_history belongs to the conversation."""
    return {
        "query_type": None,
        "tool_calls": Overwrite([]),
        "critique_history": Overwrite([]),
        "critique": None,
        "best_answer": None,
        "pending_tool": None,
        "planned_tools": [],
        "tool_result": None,
        "correction": None,
        "iteration_count": 0,
        "review_status": "planning",
    }


def _expired_messages(state: AgentState) -> list[RemoveMessage]:
    messages = state.get("messages", [])
    return [RemoveMessage(id=message.id) for message in messages[:-MESSAGES_KEPT] if message.id]
