"""The planning agents: plan tool calls, then interpret their results (seed 003, section 3)."""

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from agent.analysis.frames.sampling import SEED, sample_of
from agent.context import TurnContext
from agent.contract import NodeDelta, NodeFunction
from agent.errors import SpecError
from agent.grounding.citations import lock_text
from agent.nodes.asking import ask_for_data
from agent.nodes.concluding import Trouble, conclude, executed_reading
from agent.nodes.picked import picked_reading
from agent.nodes.reason import ASK_AGAIN, decide, question_prompt, take_pick, try_again
from agent.nodes.report import report
from agent.nodes.review.approvals import tools_need_approval
from agent.nodes.review.audit import add_trace, best_instead, shown_again, together
from agent.nodes.turn_facts import TurnRuntime, profiles, readings_of
from agent.nodes.words import say
from agent.reasoning.prompts import Decision, PastTurn, ReadQuestion
from agent.reasoning.reviewed_prompts import PlannedCall, PlanTools, ToolPlan, ToolReading
from agent.review_state import AgentName, ToolRequest
from agent.specs.reading import Reading
from agent.specs.references import literal
from agent.state import AgentState, Citation, NextAction, ResolvedText
from agent.tools.catalogue import SEED_TOOLS, TOOL_EXECUTORS, call_for, planned_call

FINISH, CRITIC = "finish_review", "critic"
NEXT_OF: dict[NextAction, str] = {
    "ask": FINISH,
    "explain": "explain_concept",
    "out_of_scope": "decline_request",
    "finalize": FINISH,
    "hand_over": "hand_over_review",
}
HISTORY_KEPT = 20


def planner(agent: AgentName) -> NodeFunction[TurnContext]:
    """The node of a planning agent. It plans until there is a tool's result, and then interprets that."""

    def node(state: AgentState, runtime: TurnRuntime) -> NodeDelta:
        if not profiles(runtime):
            return {**ask_for_data(state, runtime), "next_agent": FINISH}
        if state.get("tool_result") is not None:
            return _interpret(agent, state, runtime)
        return _plan(agent, state, runtime)

    return node


class _PlanReader:
    """Has a plan made, and keeps its calls by reading, for a decision knows of specs only."""

    def __init__(self, agent: AgentName) -> None:
        self._agent = agent
        self.calls: dict[str, list[PlannedCall]] = {}

    def __call__(self, state: AgentState, runtime: TurnRuntime, trouble: Trouble | None) -> Decision:
        message = ""
        for _ in range(ASK_AGAIN):
            plan = runtime.context.reasoner.decide(plan_prompt(self._agent, state, runtime, trouble))
            try:
                return self._decision(plan)
            except SpecError as error:
                message, trouble = str(error), Trouble(str(error))
        asked = f"{say('say.cannot', error=message)} {say('say.say_more')}"
        return Decision(next_action="ask", rationale=message, clarifying_questions=[asked])

    def _decision(self, plan: ToolPlan) -> Decision:
        """The plan as a decision. SpecError when a call names no tool, or arguments that do not fit."""
        readings = _apart(plan.readings)
        decided = Decision(**plan.model_dump(exclude={"readings"}), readings=[_as_specs(one) for one in readings])
        self.calls = {reading.reading_id: reading.calls for reading in readings}
        return decided


def plan_prompt(agent: AgentName, state: AgentState, runtime: TurnRuntime, trouble: Trouble | None = None) -> PlanTools:
    """The question, with all that was said against the plans before."""
    asked = question_prompt(state, runtime, trouble)
    correction = state.get("correction")
    followup = None
    if correction and correction["says"] and trouble is None:
        matches = runtime.context.datasets.find_values(runtime.context.conversation_id, correction["says"])
        followup = replace(
            asked,
            question=correction["says"],
            value_matches=matches,
            pending=None,
            history=_history_with_plan(asked, state),
        )
    critiques = state.get("critique_history", [])
    return PlanTools(
        asked=asked,
        agent=agent,
        tools=(*SEED_TOOLS, *(name for name in TOOL_EXECUTORS if name not in SEED_TOOLS)),
        guidance=tuple(critique["critique"] for critique in critiques if not critique["passed"]),
        feedback=(correction["text"],) if correction and correction["source"] == "person" else (),
        followup=followup,
        conversation=tuple(state.get("conversation_history", [])[-HISTORY_KEPT:]),
    )


def _history_with_plan(asked: ReadQuestion, state: AgentState) -> tuple[PastTurn, ...]:
    """The turns before, the last one the question with what the plan would compute that is to be mended."""
    planned = tuple(spec for reading in readings_of(state)[:1] for spec in reading.specs)
    before = asked.history
    if before and before[-1].question == asked.question:  # it is there already, as what waits for a yes
        before = before[:-1]
    return (*before, PastTurn(asked.question, "asked", "", "", specs=planned))


# ---------------------------------------------------------------- planning


def _plan(agent: AgentName, state: AgentState, runtime: TurnRuntime) -> NodeDelta:
    reader = _PlanReader(agent)
    picked = None if state.get("correction") else picked_reading(state)
    delta = take_pick(state, runtime, picked) if picked else decide(state, runtime, reader)
    correction = state.get("correction")
    by_critic = correction is not None and correction["source"] == "critic"
    if delta["next_action"] == "act":
        requests = _requests(delta, reader.calls, runtime)
        if by_critic and requests == _before(state):
            return _as_it_was(agent, state)
        return together(delta, _request(agent, requests, runtime))
    if by_critic:
        return _as_it_was(agent, state)
    return together(delta, _not_acting(agent, state, runtime, delta))


def _requests(delta: NodeDelta, calls: dict[str, list[PlannedCall]], runtime: TurnRuntime) -> list[ToolRequest]:
    """The calls of the readings that can be executed; those of a picked reading are made from its specs.

    Where there is one data set only, it goes without saying.
    """
    known = profiles(runtime)
    only = known[0].dataset_id if len(known) == 1 else None
    readings = [Reading.model_validate(reading) for reading in cast(list[object], delta["readings"])]
    return [
        ToolRequest(
            tool_name=call.tool_name,
            arguments={name: value for name, value in call.arguments.items() if name != "dataset_id" or value != only},
            reading_id=reading.reading_id,
        )
        for reading in readings
        for call in calls.get(reading.reading_id) or _calls_of(reading)
    ]


def _calls_of(reading: Reading) -> list[PlannedCall]:
    found = [call_for(spec) for spec in reading.specs]
    return [PlannedCall(tool_name=call.tool.name, arguments=call.arguments) for call in found]


def _request(agent: AgentName, requests: Sequence[ToolRequest], runtime: TurnRuntime) -> NodeDelta:
    lines = [
        _trace("requesting", agent, tool=request["tool_name"], arguments=str(request["arguments"]))
        for request in requests
    ]
    control: NodeDelta = {
        "next_agent": "approve_tools" if tools_need_approval(runtime) else "tool_agent",
        "pending_tool": requests[0],
        "planned_tools": list(requests[1:]),
        "tool_result": None,
        "review_status": "awaiting_approval" if tools_need_approval(runtime) else "planning",
    }
    return together(control, add_trace(agent, _trace("planning", agent), *lines))


def _trace(what: str, agent: AgentName, **values: str) -> str:
    """A line of the audit trail that begins with what the agent is called."""
    return say(f"trace.{what}", agent=say(f"trace.agent.{agent}"), **values)


def _before(state: AgentState) -> list[ToolRequest]:
    """The calls that were made for the answer that stands."""
    pending = state.get("pending_tool")
    return [pending, *state.get("planned_tools", [])] if pending else []


def _as_it_was(agent: AgentName, state: AgentState) -> NodeDelta:
    """The critic's objections lead to no other plan: the best answer that there is is shown, with what is wrong."""
    line = add_trace(agent, _trace("no_other_plan", agent))
    return together({"next_agent": FINISH}, line, best_instead(state, state.get("critique")))


def _not_acting(agent: AgentName, state: AgentState, runtime: TurnRuntime, delta: NodeDelta) -> NodeDelta:
    action = cast(NextAction, delta["next_action"])
    line = add_trace(agent, _trace("no_tool", agent, action=action))
    if action != "finalize":
        return together(line, {"next_agent": NEXT_OF[action]})
    told = report(cast(AgentState, {**state, **delta, "last_error": None}), runtime)
    return together(line, told, {"next_agent": FINISH})


def _as_specs(reading: ToolReading) -> Reading:
    specs = [spec for call in reading.calls for spec in planned_call(call.tool_name, call.arguments).specs]
    return Reading(**reading.model_dump(exclude={"calls"}), specs=specs)


def _apart(readings: Sequence[ToolReading]) -> list[ToolReading]:
    """The readings with ids that tell them apart."""
    if len({reading.reading_id for reading in readings}) == len(readings):
        return [*readings]
    return [reading.model_copy(update={"reading_id": f"r{number}"}) for number, reading in enumerate(readings, 1)]


# ---------------------------------------------------------------- interpreting


def _interpret(agent: AgentName, state: AgentState, runtime: TurnRuntime) -> NodeDelta:
    outcome = conclude(state, runtime)
    if isinstance(outcome, Trouble):
        return _after_trouble(agent, state, runtime, outcome)
    if outcome["next_action"] == "ask":
        line = add_trace(agent, _trace("differ", agent))
        return together(outcome, line, {"next_agent": FINISH})
    told = cast(AgentState, {**state, **outcome})
    answer = with_sample_notice(report(told, runtime), runtime, told)
    ran = ", ".join(dict.fromkeys(request["tool_name"] for request in _before(state)))
    line = add_trace(agent, _trace("interpreted", agent, tools=ran))
    return together(outcome, answer, line, {"next_agent": CRITIC, "review_status": "interpreted"})


def _after_trouble(agent: AgentName, state: AgentState, runtime: TurnRuntime, trouble: Trouble) -> NodeDelta:
    """All tools failed: another plan, a question to the person, or the reason why there is no answer."""
    reader = _PlanReader(agent)
    delta = try_again(state, runtime, reader, trouble)
    if delta["next_action"] == "act":
        return together(delta, _request(agent, _requests(delta, reader.calls, runtime), runtime))
    failed = add_trace(agent, _trace("of", agent, text=trouble.message))
    if best := state.get("best_answer"):
        line = add_trace(agent, _trace("other_fails", agent))
        return together(failed, shown_again(best), line, {"next_agent": FINISH})
    if delta["next_action"] != "finalize":
        return together(delta, failed, {"next_agent": NEXT_OF[cast(NextAction, delta["next_action"])]})
    told = report(cast(AgentState, {**state, **delta}), runtime)
    return together(delta, told, failed, {"next_agent": FINISH})


# ----------------------------------------------------------------
# A result of a sample says so first (DESIGN section 4, law 2).


def with_sample_notice(told: NodeDelta, runtime: TurnRuntime, state: AgentState) -> NodeDelta:
    """The told answer, preceded by what it was computed from when that was not all rows."""
    answer = cast(ResolvedText | None, told.get("answer"))
    found = {
        sample
        for executed in executed_reading(state, runtime)[:1]
        for artifact in executed.results.values()
        if (sample := sample_of(artifact["ledger"]))
    }
    if not found or answer is None:
        return told
    size, whole = min(found)
    sentence = say("say.estimates", size=size, rows=whole, seed=str(SEED))
    notice = lock_text(sentence, {}, facts=(sentence,))
    return {
        **told,
        "answer": _join(notice, answer),
        "answer_template": f"{literal(sentence)}\n\n{told['answer_template']}",
        "caveats": [sentence, *cast(list[str], told.get("caveats", []))],
    }


def _join(first: ResolvedText, second: ResolvedText) -> ResolvedText:
    by = len(first["text"]) + 2
    moved = [
        Citation(**{**citation, "start": citation["start"] + by, "end": citation["end"] + by})
        for citation in second["citations"]
    ]
    return ResolvedText(text=f"{first['text']}\n\n{second['text']}", citations=[*first["citations"], *moved])
