"""Seed 002's act: executes the specs that stand in the state, either or both, and says what went wrong."""

from datetime import date
from typing import Any

import pytest
from langgraph.runtime import Runtime

from agent.context import ArtifactStore, TurnContext
from agent.errors import ActionLimitError
from agent.nodes.act import act
from agent.nodes.turn_facts import TurnRuntime
from agent.state import AgentState
from registry.store import DatasetStore
from tests.agent.scripted import STAFF, Script

OVERVIEW: dict[str, Any] = {"type": "analysis", "op": "dataset_overview"}
BOX: dict[str, Any] = {"type": "plot", "kind": "box", "x": "department", "y": "salary", "title": "Pay", "filters": []}
GROUPED: dict[str, Any] = {
    "type": "analysis", "op": "groupby_agg", "group_cols": ["department"],
    "metrics": {"salary": ["sum", "mean"], "name": ["count"]}, "filters": [],
    "sort": {"by": "salary_sum", "ascending": False}, "top_k": 50,
}  # fmt: skip


@pytest.fixture
def runtime() -> TurnRuntime:
    store = DatasetStore()
    store.add("c1", "staff.csv", STAFF)
    return Runtime(context=TurnContext("c1", store, ArtifactStore(), Script([])))


def test_an_analysis_spec_alone_gives_a_table(runtime: TurnRuntime) -> None:
    delta: Any = act({"analysis_spec": GROUPED}, runtime)
    assert [artifact["kind"] for artifact in delta["artifacts"]] == ["table"]
    assert delta["artifacts"][0]["payload"]["rows"][0] == ["Engineering", 10000, 5000.0, 2]
    assert (delta["last_error"], delta["act_count"]) == (None, 1)
    assert delta["logs"] == [f"groupby_agg: {delta['artifacts'][0]['title']}"]


def test_both_specs_are_executed_the_analysis_first(runtime: TurnRuntime) -> None:
    delta: Any = act({"analysis_spec": OVERVIEW, "plot_spec": BOX, "act_count": 3}, runtime)
    kinds = [artifact["kind"] for artifact in delta["artifacts"]]
    assert kinds[0] == "table" and "figure" in kinds
    assert delta["act_count"] == 4
    (observation,) = delta["observations"]
    assert [name for name in observation["artifact_ids"] if "_" not in name] == ["S1", "S2"]
    kept = runtime.context.artifacts.all("c1")
    assert list(observation["artifact_ids"].values()) == list(kept)


@pytest.mark.parametrize(
    ("state", "names"),
    [
        ({"analysis_spec": {"op": "group_agg"}}, "groupby_agg"),
        ({"plot_spec": {"kind": "barr", "x": "department"}}, "bar"),
        ({"analysis_spec": {**GROUPED, "group_cols": ["departmant"]}}, "department"),
        ({"analysis_spec": {**GROUPED, "metrics": {"salary": ["average"]}}}, "mean"),
        ({"analysis_spec": {**GROUPED, "filters": [{"col": "salary", "op": "~", "value": 1}]}}, "=="),
        ({}, "no spec"),
    ],
)
def test_what_the_language_does_not_know_is_refused_with_the_nearest(
    runtime: TurnRuntime, state: AgentState, names: str
) -> None:
    delta: Any = act(state, runtime)
    assert names in delta["last_error"]
    assert delta["observations"][0]["error"] == delta["last_error"]
    assert not delta.get("artifacts")
    assert not runtime.context.artifacts.all("c1")


def test_half_a_reading_is_no_answer(runtime: TurnRuntime) -> None:
    delta: Any = act({"analysis_spec": OVERVIEW, "plot_spec": {**BOX, "y": "pay"}}, runtime)
    assert "pay" in delta["last_error"]
    assert delta["artifacts"] == []
    assert not runtime.context.artifacts.all("c1")


def test_every_action_runs_under_the_limits(runtime: TurnRuntime, monkeypatch: pytest.MonkeyPatch) -> None:
    given: dict[str, object] = {}

    def limited(action: object, **limits: object) -> object:
        given.update(limits)
        raise ActionLimitError("The computation took longer than 30 seconds.", "Filter the rows.")

    monkeypatch.setattr("agent.nodes.act.run_limited", limited)
    delta: Any = act({"analysis_spec": GROUPED}, runtime)
    assert given == {"seconds": 30, "megabytes": 1024, "what": "The computation"}
    assert delta["last_error"] == "The computation took longer than 30 seconds. Filter the rows."


DATED = b"""day,region,sales
2024-01-10,North,10
2024-02-20,South,20
2024-03-05,North,30
"""
RECENT = {"col": "day", "op": ">=", "value": {"date": "today", "shift": -1, "unit": "month", "whole": True}}
IN_THE_LAST_MONTH = {"col": "day", "op": "==", "value": {"date": "latest", "unit": "month", "whole": True}}


@pytest.mark.parametrize(
    ("condition", "question", "rows", "said"),
    [
        (RECENT, "sales since last month", 2, "Today is 2024-03-20."),
        (RECENT, "Umsatz seit letztem Monat", 2, "Heute ist 2024-03-20."),
        (IN_THE_LAST_MONTH, "sales in the latest month", 1, "The latest day in the data is 2024-03-05."),
    ],
)
def test_a_date_told_from_today_is_the_turns_own_and_is_said(
    condition: dict[str, Any], question: str, rows: int, said: str
) -> None:
    store = DatasetStore()
    store.add("c1", "sold.csv", DATED)
    context = TurnContext("c1", store, ArtifactStore(), Script([]), today=date(2024, 3, 20))
    spec = {"op": "groupby_agg", "metrics": {"*": ["count"]}, "filters": [condition]}
    delta: Any = act({"analysis_spec": spec, "question": question}, Runtime(context=context))  # type: ignore[typeddict-item]
    (artifact,) = delta["artifacts"]
    assert artifact["payload"]["rows"] == [[rows]]
    assert delta["readings"][0]["assumptions"] == [said]
    assert "date" not in str(artifact["spec"]["filters"]) and delta["readings"][0]["specs"] == [artifact["spec"]]


def test_a_spec_without_such_a_date_assumes_nothing(runtime: TurnRuntime) -> None:
    delta: Any = act({"analysis_spec": GROUPED}, runtime)
    assert delta["readings"][0]["assumptions"] == []
