"""Seed 004's contracts, section by section: node I/O, checkpoint policy, routing, the synthesizer's example."""

from typing import cast

import pytest
from langgraph.graph import END
from langgraph.runtime import Runtime
from langgraph.types import Send

from agent.context import ArtifactStore, TurnContext
from agent.contract import CONTROL, NodeDelta, as_node
from agent.errors import ContractError
from agent.nodes.study.facts import LENSES, as_data
from agent.nodes.study.supervisor import next_agent
from agent.specs.study import Study
from agent.state import AgentState, PlanTask
from agent.workflows import guided_study
from agent.workflows.guided_study import DECISIONS, NODES, route_after_decision, route_after_supervisor
from registry.store import DatasetStore
from tests.agent.reader.scripted import built_in
from tests.agent.workflows.studies import shop


class Bench:
    """Runs single nodes on one state, as the graph would."""

    def __init__(self) -> None:
        store = DatasetStore()
        store.add("c", "shop.csv", shop().to_csv(index=False).encode())
        self.runtime: Runtime[TurnContext] = Runtime(context=TurnContext("c", store, ArtifactStore(), built_in()))
        self.state = cast(
            AgentState,
            {"question": "What drives the price?", "last_completed_node": "route_turn", "workflow": "guided_study",
             "checkpoint_message": "an old one", "checkpoint_prompt": "old?", "requires_user_input": True},
        )  # fmt: skip

    def run(self, name: str) -> NodeDelta:
        """The node's delta; the state takes it over."""
        delta = as_node(name, NODES[name])(self.state, self.runtime)
        kept = {key: value for key, value in delta.items() if key not in ("study_findings", "reasoning", "trace")}
        findings = [*self.state.get("study_findings", []), *cast(list[object], delta.get("study_findings", []))]
        self.state = cast(AgentState, {**self.state, **kept, "study_findings": findings})
        return delta

    def until(self, name: str) -> NodeDelta:
        """The delta of a node, after all that come before it."""
        order = ("supervisor", "data_discovery", "data_prep", *guided_study.ANALYSTS, "friction", "synthesizer",
                 "critique", "reporting", "qa_agent")  # fmt: skip
        for node in order[: order.index(name)]:
            self.run(node)
        return self.run(name)


# ---------------------------------------------------------------- section 5: node I/O


def test_supervisor_gives_the_next_agent_and_at_first_the_plan() -> None:
    delta = Bench().until("supervisor")
    assert (delta["next_agent"], delta["requires_user_input"]) == ("data_discovery", False)
    tasks = cast(list[PlanTask], delta["plan_tasks"])
    assert [task["id"] for task in tasks] == ["1", "2", "3", "4", "5"]
    assert (delta["plan_steps_total"], delta["plan_steps_completed"]) == (5, 0)
    assert delta["reasoning"]


@pytest.mark.parametrize(("node", "done"), [("data_discovery", 1), ("data_prep", 2), ("synthesizer", 4)])
def test_decision_nodes_ask_with_all_checkpoint_fields(node: str, done: int) -> None:
    delta = Bench().until(node)
    assert delta["plan_steps_completed"] == done
    assert delta["requires_user_input"] is True
    assert delta["checkpoint_message"] and delta["checkpoint_prompt"] and delta["open_checkpoint_id"]
    assert delta["last_completed_node"] == node


def test_friction_joins_the_agents_with_their_lines_and_sub_agents() -> None:
    bench = Bench()
    delta = bench.until("friction")
    assert delta["plan_steps_completed"] == 3
    agents = cast(list[PlanTask], delta["plan_tasks"])[2]["sub_agents"]
    assert [(agent["id"], agent["status"]) for agent in agents] == [(f"f{n}", "done") for n in (1, 2, 3, 4)]
    assert len(bench.state["study_findings"]) == len(LENSES)


def test_critique_only_reasons() -> None:
    delta = Bench().until("critique")
    assert delta["reasoning"]
    payload = set(delta) - CONTROL - {"reasoning", "trace", "study", "critique_enabled"}
    assert not payload


def test_reporting_completes_with_a_message_and_paths() -> None:
    delta = Bench().until("reporting")
    assert (delta["plan_steps_completed"], delta["analysis_complete"], delta["phase"]) == (5, True, "qa")
    assert delta["messages"] and delta["report_file_path"] and delta["data_file_path"]


def test_qa_agent_answers_and_asks_nothing() -> None:
    bench = Bench()
    bench.until("reporting")
    bench.state["question"] = "What is the main driver?"
    delta = bench.run("qa_agent")
    assert delta["messages"] and delta["requires_user_input"] is False


# ---------------------------------------------------------------- section 3: checkpoint policy


@pytest.mark.parametrize("node", [name for name in NODES if name not in (*DECISIONS, "qa_agent")])
def test_all_other_nodes_say_that_they_need_no_input_and_clear_the_prompts(node: str) -> None:
    delta = Bench().until(node)
    assert delta["requires_user_input"] is False
    assert (delta["checkpoint_message"], delta["checkpoint_prompt"], delta["open_checkpoint_id"]) == ("", "", "")
    assert "pending_input" not in delta


def test_every_node_says_that_it_is_the_last_one_done() -> None:
    bench = Bench()
    bench.until("reporting")
    assert bench.state["last_completed_node"] == "reporting"


# ---------------------------------------------------------------- section 6: the synthesizer's example


def test_the_synthesizer_turns_the_seeds_input_into_the_seeds_output() -> None:
    bench = Bench()
    bench.until("friction")
    before = bench.state
    assert before["plan_steps_completed"] == 3 and before["requires_user_input"] is False
    third = before["plan_tasks"][2]
    assert (third["id"], third["status"]) == ("3", "in_progress")
    assert [agent["id"] for agent in third["sub_agents"]] == ["f1", "f2", "f3", "f4"]
    delta = bench.run("synthesizer")
    (line,) = cast(list[dict[str, str]], delta["reasoning"])
    assert line["step_name"] == "Synthesizer Agent"
    assert line["step_text"].startswith("Merging 4 agent outputs. Dominant driver: region (impact x ease: ")
    assert delta["requires_user_input"] is True
    message = cast(str, delta["checkpoint_message"])
    assert message.startswith("Synthesis complete") and "hold" in message and "% of the total" in message
    assert delta["checkpoint_prompt"] == "Proceed to report generation?"
    tasks = {task["id"]: task["status"] for task in cast(list[PlanTask], delta["plan_tasks"])}
    assert (tasks["3"], tasks["4"]) == ("done", "in_progress")
    assert delta["plan_steps_completed"] == 4


# ---------------------------------------------------------------- section 4: routing


@pytest.mark.parametrize(
    ("done", "complete", "critique", "step"),
    [
        (0, False, True, "data_discovery"),
        (1, False, True, "data_prep"),
        (2, False, True, "friction"),
        (3, False, True, "synthesizer"),
        (4, False, True, "critique"),
        (4, False, False, "reporting"),
        (5, True, True, "end"),
    ],
)
def test_the_next_step_follows_from_the_steps_done(done: int, complete: bool, critique: bool, step: str) -> None:
    assert next_agent(done, complete=complete, critique=critique) == step


def test_the_edges_are_those_of_the_seed() -> None:
    drawn = guided_study.build().compile().get_graph()
    edges = {(edge.source, edge.target) for edge in drawn.edges}
    analysts = {f"analyst_{lens}" for lens in LENSES}
    assert ("friction", "synthesizer") in edges and ("critique", "reporting") in edges
    assert {target for source, target in edges if source == "friction"} == {"synthesizer"}
    assert {target for source, target in edges if source == "critique"} == {"reporting"}
    assert {source for source, target in edges if target == "friction"} == analysts
    back = {source for source, target in edges if target == "supervisor"}
    assert back == {"__start__", "data_discovery", "data_prep", "synthesizer", "reporting", "qa_agent"}


def test_friction_is_sent_to_all_analysts_at_once_with_what_they_need() -> None:
    state = cast(AgentState, {"next_agent": "friction", "study": as_data(Study(question="?")), "turns": []})
    sent = route_after_supervisor(state)
    assert isinstance(sent, list) and all(isinstance(one, Send) for one in sent)
    assert [one.node for one in sent] == [f"analyst_{lens}" for lens in LENSES]
    assert all(set(one.arg) == {"study"} for one in sent)


def test_a_checkpoint_ends_the_turn() -> None:
    assert route_after_decision({"requires_user_input": True}) == "end"
    assert route_after_decision({"requires_user_input": False}) == "supervisor"
    assert END == "__end__"


def test_the_supervisor_leads_nowhere_else() -> None:
    with pytest.raises(ContractError, match="'dance'"):
        route_after_supervisor({"next_agent": "dance"})
