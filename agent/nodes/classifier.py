"""classifier and router: which agent plans the answer (seed 003)."""

from collections.abc import Mapping

from agent.contract import NodeDelta
from agent.nodes.audit import add_trace, together
from agent.nodes.reason import question_prompt
from agent.nodes.turn_facts import TurnRuntime, profiles
from agent.reasoning.reviewed_prompts import ClassifyQuestion
from agent.review_state import AgentName, QueryType
from agent.state import AgentState

AGENT_OF: Mapping[QueryType, AgentName] = {
    "query": "query_agent",
    "statistical": "statistical_agent",
    "insight": "insight_agent",
}


def classifier(state: AgentState, runtime: TurnRuntime) -> NodeDelta:
    """What kind of question it is. Without data there is nothing to classify; the planner then asks for some."""
    kind: QueryType = "query"
    if profiles(runtime):
        kind = runtime.context.reasoner.decide(ClassifyQuestion(question_prompt(state, runtime))).query_type
    return together(
        {"query_type": kind, "max_iterations": runtime.context.settings.max_iterations},
        add_trace("classifier", f"Classifier: Classified as '{kind}' type"),
    )


def router(state: AgentState, _: TurnRuntime) -> NodeDelta:
    """The agent that plans: the one that the critic wants, else the one for this kind of question."""
    usual = AGENT_OF[state.get("query_type") or "query"]
    critique = state.get("critique")
    correction = state.get("correction")
    wanted = critique["reroute_to"] if critique and correction and correction["source"] == "critic" else None
    agent = wanted or usual
    again = f", because: {correction['text']}" if correction else ""
    return together(
        {"next_agent": agent, "planning_agent": agent}, add_trace("router", f"Router: Routing to {agent}{again}")
    )
