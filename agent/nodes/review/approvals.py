"""Approvals: the person sees what will run, or what was found, and says yes, or what should be different."""

import json
from typing import cast

from langchain_core.messages import AIMessage
from langgraph.types import Overwrite, interrupt
from pydantic import JsonValue

from agent.contract import NodeDelta
from agent.errors import SpecError
from agent.grounding.citations import lock_text
from agent.nodes.asking import removed_datasets, told_gone
from agent.nodes.code.approve_code import APPROVE, REJECT, Verdict
from agent.nodes.review.audit import add_trace, together, was_judged
from agent.nodes.turn_facts import TurnRuntime, asked_question, readings_of
from agent.nodes.words import say
from agent.review_state import Correction, ToolRequest
from agent.state import AgentState, PendingInput, PendingOption, ResolvedText
from agent.tools.catalogue import planned_call


def tools_need_approval(runtime: TurnRuntime) -> bool:
    """Whether planned tools wait for the person. Tools are no generated code: only "always" asks."""
    return runtime.context.settings.approval_policy == "always"


def insights_need_approval(state: AgentState, runtime: TurnRuntime) -> bool:
    """Whether the answer waits for the person: only insights do."""
    return runtime.context.settings.approval_policy == "always" and state.get("query_type") == "insight"


def approve_tools(state: AgentState, runtime: TurnRuntime) -> NodeDelta:
    """Waits before tools run. The node runs again from its start when the person answers, so nothing before
    `interrupt` changes anything.
    """
    question = pending_tools(state)
    verdict = Verdict.model_validate(interrupt(question, response_schema=Verdict))
    if removed := removed_datasets(state, runtime, str(question["context"]["code_preview"])):
        return _not_run(told_gone(removed), say("approve.data_gone"), "")
    if verdict.option_id == APPROVE:
        return together(
            {"next_agent": "tool_agent", "person_said": _yes(state, say("approve.tools_yes"))},
            add_trace("approve_tools", _traced(say("approve.tools_ran"))),
        )
    reason = verdict.text.strip()
    return (
        _planned_anew("approve_tools", reason)
        if reason
        else _not_run(
            lock_text(say("approve.tools_not_run"), {}), say("approve.tools_refused"), say("approve.says_not")
        )
    )


def approve_insights(state: AgentState, _: TurnRuntime) -> NodeDelta:
    """Waits after insights were found."""
    verdict = Verdict.model_validate(interrupt(pending_insights(state), response_schema=Verdict))
    if verdict.option_id == APPROVE:
        onwards: NodeDelta = {"next_agent": "finish_review", "person_said": _yes(state, say("approve.insights_yes"))}
        return together(onwards, add_trace("approve_insights", _traced(say("approve.insights_taken"))))
    if reason := verdict.text.strip():
        return _planned_anew("approve_insights", reason)
    refused: NodeDelta = {
        "next_agent": "finish_review",
        "person_said": say("approve.insights_no"),
        "caveats": [say("approve.not_approved"), *state.get("caveats", [])],
    }
    return together(refused, add_trace("approve_insights", _traced(say("approve.insights_refused"))))


def _yes(state: AgentState, yes: str) -> str:
    """The person's yes, after what they wanted instead: without that nobody could tell what was approved."""
    correction = state.get("correction")
    wanted = [correction["text"]] if correction and correction["source"] == "person" else []
    return ": ".join([*wanted, yes])


def _traced(told: str) -> str:
    return say("approve.traced", told=told)


def _not_run(answer: ResolvedText, why: str, said: str) -> NodeDelta:
    ended: NodeDelta = {
        "next_agent": "finish_review",
        "person_said": said,
        "status": "stopped",
        "answer": answer,
        "chosen_reading": None,
        "messages": [AIMessage(answer["text"])],
    }
    return together(ended, add_trace("approve_tools", _traced(why)))


def _planned_anew(node: str, reason: str) -> NodeDelta:
    """What the person wants instead, as the ground for another plan."""
    again: NodeDelta = {
        "next_agent": "router",
        "correction": Correction(source="person", text=reason, says=reason),
        "person_said": reason,
        "tool_result": None,
        "iteration_count": 0,  # a new wish, a new round
        "observations": Overwrite([]),
        "chosen_reading": None,
        "critique": None,
        "best_answer": None,  # as good as it was, it is not what is wanted now
    }
    return together(again, add_trace(node, _traced(say("approve.something_else", reason=reason))))


# ---------------------------------------------------------------- what is shown


def pending_tools(state: AgentState) -> PendingInput:
    """The question before tools run, with a preview; the same for the same state."""
    pending = state.get("pending_tool")
    requests = [pending, *state.get("planned_tools", [])] if pending else []
    first = readings_of(state)[:1]
    return _pending(
        state,
        f"tools-{state.get('act_count', 0)}-{len(state.get('critique_history', []))}",
        (say("approve.tools_message"), say("approve.tools_prompt")),
        (say("approve.tools_yes"), say("approve.says_not")),
        {
            "approval_type": "tool_execution",
            "interpretation": first[0].interpretation if first else "",
            "tools": cast(list[JsonValue], [dict(request) for request in requests]),
            "code_preview": "\n".join(preview_of(request) for request in requests),
        },
    )


def pending_insights(state: AgentState) -> PendingInput:
    """The question after insights were found."""
    answer = state.get("answer")
    critique = state.get("critique")
    return _pending(
        state,
        f"insights-{state.get('act_count', 0)}-{len(state.get('critique_history', []))}",
        (say("approve.insights_message"), say("approve.insights_prompt")),
        (say("approve.insights_yes"), say("approve.insights_no")),
        {
            "approval_type": "insight_recommendation",
            "insights": answer["text"] if answer else "",
            "score": critique["score"] if critique and was_judged(critique) else None,
        },
    )


def preview_of(request: ToolRequest) -> str:
    """What will run, as a call; below it the specs that it means."""
    given = ", ".join(f"{name}={json.dumps(value, ensure_ascii=False)}" for name, value in request["arguments"].items())
    lines = [f"{request['tool_name']}({given})"]
    try:
        specs = planned_call(request["tool_name"], request["arguments"]).specs
    except SpecError as error:
        return "\n".join([*lines, f"# {error}"])
    named = (spec.kind if spec.type == "plot" else spec.op for spec in specs)
    return "\n".join([*lines, *(f"# {name}" for name in named if name != request["tool_name"])])


def _pending(
    state: AgentState, name: str, words: tuple[str, str], says: tuple[str, str], context: dict[str, JsonValue]
) -> PendingInput:
    message, prompt = words
    return PendingInput(
        kind="approve",
        checkpoint_id=f"{state.get('turn_id', '')}-{name}",
        message=message,
        prompt=prompt,
        options=[
            PendingOption(option_id=APPROVE, label=say("approve.approve"), number="", says=says[0]),
            PendingOption(option_id=REJECT, label=say("approve.reject"), number="", says=says[1]),
        ],
        context={"question": asked_question(state), **context},
    )
