"""Seed 003: the reviewed workflow. Its graph, its eleven lines, its state, its critic and its ends."""

from dataclasses import replace
from typing import Any, cast

import pytest
from langgraph.runtime import Runtime

from agent.context import ArtifactStore, TurnContext
from agent.errors import ContractError
from agent.graph import memory_checkpointer
from agent.nodes.review.tool_planner import planner
from agent.reasoning.built_in import BuiltInReasoner
from agent.reasoning.reviewed_prompts import CritiqueAnswer, Opinion, PlanTools
from agent.state import AgentState, TurnRecord
from agent.workflows import tool_agent
from registry.store import DatasetStore
from tests.agent.reader.scripted import built_in, recorded_reader
from tests.agent.scripted import STAFF
from tests.agent.scripted_review import WORKFLOW, mean_salary, reviewed, without_model

QUESTION = "What's the average salary by department?"
POOR = Opinion(score=0.2, critique="It answers another question.")


def lines_of(turn: TurnRecord) -> list[str]:
    return [entry["text"] for entry in turn["trace"] if entry["node"] != "route_turn"]


def nodes_of(turn: TurnRecord) -> list[str]:
    """The nodes in the order in which they ran."""
    nodes = [entry["node"] for entry in turn["trace"]]
    return [node for at, node in enumerate(nodes) if at == 0 or nodes[at - 1] != node]


# ---------------------------------------------------------------- the graph as the seed draws it


def test_edges_are_those_of_the_seed() -> None:
    drawn = {(edge.source, edge.target) for edge in tool_agent.build().compile().get_graph().edges}
    assert {("__start__", "classifier"), ("classifier", "router"), ("finish_review", "__end__")} <= drawn
    assert {target for source, target in drawn if source == "router"} == set(tool_agent.PLANNERS)
    assert {target for source, target in drawn if source == "tool_agent"} == set(tool_agent.PLANNERS)
    assert {target for source, target in drawn if source == "critic"} == {"router", "approve_insights", "finish_review"}
    for agent in tool_agent.PLANNERS:
        assert {"tool_agent", "critic"} <= {target for source, target in drawn if source == agent}


def test_a_node_may_only_lead_where_the_graph_says() -> None:
    with pytest.raises(ContractError, match="critic"):
        tool_agent.route_from("critic", cast(AgentState, {"next_agent": "tool_agent"}))


# ---------------------------------------------------------------- the seed's example


def test_the_eleven_lines_of_the_seeds_example() -> None:
    service, conversation = without_model()
    turn = service.ask(conversation, QUESTION, workflow=WORKFLOW)
    arguments = {"column": "salary", "operation": "mean", "group_by": "department"}
    lines = lines_of(turn)
    took = lines[6].removeprefix("Tool Agent: aggregate_data completed in ")
    assert took.endswith("ms") and float(took.removesuffix("ms")) > 0
    assert [*lines[:6], *lines[7:]] == [
        "Classifier: Classified as 'query' type",
        "Router: Routing to query_agent",
        "Query Agent: Planning tool call",
        f"Query Agent: Requesting tool 'aggregate_data' with args: {arguments}",
        f"Tool Agent: Executing aggregate_data with args: {arguments}",
        "Tool Agent: Used 5 of 5 rows",
        "Query Agent: Interpreted aggregate_data result and generated response",
        "Critic Agent: Evaluating response quality",
        "Critic: Checks only, nobody judged the answer, Passed=True, Reroute=None",
        "Workflow completed",
    ]
    assert len(lines) == 11
    assert "Engineering: 5,000" in turn["answer"]["text"]


def run_alone(question: str, reasoner: Any = None) -> dict[str, Any]:
    """The final state of the workflow by itself, as the seed's integration test invokes it."""
    store = DatasetStore()
    store.add("c1", "staff.csv", STAFF)
    graph = tool_agent.build().compile(checkpointer=memory_checkpointer())
    context = TurnContext("c1", store, ArtifactStore(), reasoner or built_in())
    given = {"question": question, "workflow": WORKFLOW, "turn_id": "T1"}
    state: dict[str, Any] = graph.invoke(
        cast(Any, given), {"configurable": {"thread_id": "c1"}, "recursion_limit": 60}, context=context
    )
    return state


def test_the_state_after_the_seeds_example() -> None:
    state = run_alone(QUESTION)
    (made,) = state["tool_calls"]
    assert made["tool_name"] == "aggregate_data"
    assert made["arguments"] == {"column": "salary", "operation": "mean", "group_by": "department"}
    assert made["result"]["result"] == {"Engineering": 5000.0, "Legal": 5000.0, "Sales": 3100.0}
    assert made["error"] is None and made["seconds"] > 0
    assert state["critique"]["passed"] is True and state["critique"]["reroute_to"] is None
    assert state["critique_history"] == [state["critique"]]
    assert state.get("iteration_count", 0) == 0
    assert state["max_iterations"] == 3
    assert state["review_status"] == "completed"
    assert [entry["speaker"] for entry in state["conversation_history"]] == ["user", "assistant"]


def test_full_workflow_with_critic() -> None:
    state = run_alone("What's the average salary?")
    assert (state["review_status"], state["status"]) == ("completed", "answered")
    assert state["answer"]["text"].startswith("Average salary: 4,240")
    assert state["critique"]["passed"] is True
    assert len(state["tool_calls"]) > 0


def test_statistical_agent_planning() -> None:
    store = DatasetStore()
    store.add("c1", "staff.csv", b"age,salary,level\n30,100,1\n40,120,2\n50,180,1\n60,150,3\n")
    runtime = Runtime(context=TurnContext("c1", store, ArtifactStore(), built_in()))
    delta: Any = planner("statistical_agent")({"question": "Show me correlations"}, runtime)
    assert delta["pending_tool"]["tool_name"] == "calculate_correlation"
    assert delta["next_agent"] == "tool_agent"


@pytest.mark.parametrize(
    ("question", "agent"),
    [
        (QUESTION, "query_agent"),
        ("Are there outliers in salary?", "statistical_agent"),
        ("Give me an overview of the data", "insight_agent"),
    ],
)
def test_the_question_finds_its_agent(question: str, agent: str) -> None:
    service, conversation = without_model()
    turn = service.ask(conversation, question, workflow=WORKFLOW)
    assert turn["status"] == "answered"
    assert agent in nodes_of(turn)


def test_the_history_of_the_conversation_grows_and_the_turns_keys_start_anew() -> None:
    service, conversation, script = reviewed()
    service.ask(conversation, QUESTION, workflow=WORKFLOW)
    second = service.ask(conversation, QUESTION, workflow=WORKFLOW)
    assert len(second["tool_calls"]) == 1
    prompt = script.asked(PlanTools)[-1]
    assert [entry["speaker"] for entry in prompt.conversation] == ["user", "assistant"]
    assert prompt.conversation[0]["text"] == QUESTION


# ---------------------------------------------------------------- the critic's cycle


def test_a_low_score_sends_the_answer_back_with_the_critique_as_guidance() -> None:
    good = Opinion(score=1.0, critique="It answers the question.")
    service, conversation, script = reviewed(mean_salary(), mean_salary(group_by="level"), opinions=[POOR, good])
    turn = service.ask(conversation, "Typical salary?", workflow=WORKFLOW)
    assert nodes_of(turn) == [
        "route_turn", "classifier", "router", "query_agent", "tool_agent", "query_agent", "critic",
        "router", "query_agent", "tool_agent", "query_agent", "critic", "finish_review",
    ]  # fmt: skip
    first, second = script.asked(PlanTools)
    assert first.guidance == ()
    assert second.guidance == (POOR.critique,)
    assert turn["critique"]["passed"] is True
    assert not [caveat for caveat in turn["caveats"] if "critic" in caveat]
    assert turn["artifact_ids"] == turn["tool_calls"][-1]["artifact_ids"]


def test_the_critic_names_who_tries_again() -> None:
    poor = POOR.model_copy(update={"reroute_to": "statistical_agent"})
    service, conversation, script = reviewed(mean_salary(), mean_salary(group_by="level"), opinions=[poor])
    turn = service.ask(conversation, "Typical salary?", workflow=WORKFLOW)
    assert "statistical_agent" in nodes_of(turn)
    assert [prompt.agent for prompt in script.asked(PlanTools)][:2] == ["query_agent", "statistical_agent"]


def test_after_three_iterations_the_answer_is_shown_with_its_score_and_what_is_wrong() -> None:
    plans = [mean_salary(), *(mean_salary(top_k=n) for n in range(1, 9))]
    service, conversation, script = reviewed(*plans, opinions=[POOR])
    turn = service.ask(conversation, "Typical salary?", workflow=WORKFLOW)
    assert turn["status"] == "answered"
    assert len(script.asked(PlanTools)) == 4
    assert len(script.asked(CritiqueAnswer)) == 4
    assert turn["critique"] == {
        "score": 0.68, "critique": POOR.critique, "reroute_to": "query_agent", "passed": False, "findings": [],
        "says": "",
    }  # fmt: skip
    assert [one["score"] for one in turn["critique_history"]] == [0.68] * 4
    assert turn["caveats"][0] == (
        "The critic gave this answer 0.68 of 1, which is not enough. It answers another question."
    )
    assert turn["answer"]["text"] == "On the whole 4,240."


def opinions(*scores: float) -> list[Opinion]:
    return [Opinion(score=score, critique=f"Scored {score}.") for score in scores]


@pytest.mark.parametrize(
    ("scores", "best"), [((0.4, 0.1, 0.3, 0.2), 0), ((0.1, 0.2, 0.3, 0.2), 2), ((0.1, 0.4, 0.4, 0.1), 2)]
)
def test_when_iterations_end_the_best_answer_is_shown_and_of_equal_ones_the_last(
    scores: tuple[float, ...], best: int
) -> None:
    plans = [mean_salary(), *(mean_salary(top_k=n) for n in range(1, 9))]
    narration = [f"Answer {place}: {{S1[#1].salary_mean}}." for place in "ABCD"]
    service, conversation, script = reviewed(*plans, opinions=opinions(*scores), narration=narration)
    turn = service.ask(conversation, "Typical salary?", workflow=WORKFLOW)
    assert len(script.asked(CritiqueAnswer)) == 4
    shown = f"Answer {'ABCD'[best]}: 4,240."
    assert turn["answer"]["text"] == shown
    assert turn["artifact_ids"] == turn["tool_calls"][best]["artifact_ids"]
    expected = round(0.6 + 0.4 * scores[best], 4)
    assert (turn["critique"]["score"], turn["critique"]["critique"]) == (expected, f"Scored {scores[best]}.")
    assert (
        f"gave this answer {expected:.2f} of 1" in turn["caveats"][0]
        and f"Scored {scores[best]}." in turn["caveats"][0]
    )
    followed = service.ask(conversation, "And now?", workflow=WORKFLOW)
    assert shown not in followed["answer"]["text"], "what was kept belongs to its turn"


def test_an_answer_that_was_judged_stands_when_the_other_plan_breaks() -> None:
    broken = mean_salary(group_by="no such column")
    service, conversation, _ = reviewed(mean_salary(), broken, opinions=[POOR])
    turn = service.ask(conversation, "Typical salary?", workflow=WORKFLOW)
    assert (turn["status"], turn["answer"]["text"]) == ("answered", "On the whole 4,240.")
    assert turn["artifact_ids"] == turn["tool_calls"][0]["artifact_ids"]
    assert turn["caveats"][0].startswith("The critic gave this answer 0.68 of 1")


def test_the_same_plan_again_is_not_run_again() -> None:
    service, conversation, script = reviewed(mean_salary(), opinions=[POOR])
    turn = service.ask(conversation, "Typical salary?", workflow=WORKFLOW)
    assert len(turn["tool_calls"]) == 1
    assert len(script.asked(PlanTools)) == 2
    assert "Query Agent: No other plan; the answer stands" in lines_of(turn)
    assert turn["caveats"][0].startswith("The critic gave this answer 0.68 of 1")
    assert turn["answer"]["text"] == "On the whole 4,240."
    assert turn["artifact_ids"]


def test_an_answer_that_fails_the_checks_is_not_put_before_the_reasoner() -> None:
    service, conversation, script = reviewed(mean_salary(), narration=["It is 12,345, or 67,890."])
    turn = service.ask(conversation, "Typical salary?", workflow=WORKFLOW)
    assert not script.asked(CritiqueAnswer)
    assert turn["critique"]["score"] == 0.4
    assert turn["critique"]["findings"] == ["These figures are in no result: 12,345, 67,890."]


def test_a_plan_is_mended_by_what_the_critic_says_with_no_model() -> None:
    class HardOfHearing(BuiltInReasoner):
        """Plans at first as if the groups had not been said."""

        def decide(self, prompt: Any) -> Any:
            if isinstance(prompt, PlanTools) and prompt.followup is None:
                prompt = replace(prompt, asked=replace(prompt.asked, question="What's the average salary?"))
            return super().decide(prompt)

    state = run_alone(QUESTION, HardOfHearing(recorded_reader()))
    assert [critique["passed"] for critique in state["critique_history"]] == [False, True]
    assert state["critique_history"][0]["says"] == "by department"
    assert state["tool_calls"][1]["arguments"]["group_by"] == "department"
    assert state["iteration_count"] == 1
