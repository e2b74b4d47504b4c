"""State is plain data: the same after a checkpoint, and growing with the turns, not with their square."""

from typing import Any, cast

from langgraph.checkpoint.memory import MemorySaver
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer

from agent.reasoning.prompts import Decision
from agent.service import AnalystService, PickedOption
from agent.settings import Settings
from agent.state import AgentState, append_all
from tests.agent.scripted import STAFF, Script, act, by_department, reading, salary

MEAN = reading("mean", salary("mean"), headline="{S1.salary_mean}")
MEDIAN = reading("median", salary("median"), headline="{S1.salary_median}")
CHART = reading("chart", {"kind": "bar", "x": "department", "y": "salary", "agg": "mean"})
STRICT = JsonPlusSerializer(allowed_msgpack_modules=None)


def conversation_over(saver: MemorySaver, *steps: Decision) -> tuple[AnalystService, str]:
    service = AnalystService(Settings(), reasoner=Script([*steps]), checkpointer=saver)
    conversation = service.start_conversation("owner")
    service.datasets.add(conversation, "staff.csv", STAFF)
    return service, conversation


def values(service: AnalystService, conversation: str) -> dict[str, Any]:
    found: dict[str, Any] = service._graph.get_state({"configurable": {"thread_id": conversation}}).values
    return found


def test_two_turns_survive_a_checkpoint_unchanged() -> None:
    saver = MemorySaver(serde=STRICT)
    service, conversation = conversation_over(saver, act(MEAN, MEDIAN), act(CHART))
    service.ask(conversation, "Typical?")
    service.answer(conversation, PickedOption(cast(Any, service.pending(conversation))["checkpoint_id"], "mean"))
    service.ask(conversation, "Chart?")
    state = values(service, conversation)
    assert STRICT.loads_typed(STRICT.dumps_typed(state)) == state
    assert state["turns"] == service.turns(conversation)
    assert set(state) <= set(AgentState.__annotations__)


def test_what_belongs_to_a_turn_is_reset_by_the_next() -> None:
    saver = MemorySaver(serde=STRICT)
    service, conversation = conversation_over(saver, act(reading("r", by_department())), act(CHART))
    service.ask(conversation, "Mean by department?")
    service.ask(conversation, "Chart?")
    state = values(service, conversation)
    assert [artifact["kind"] for artifact in state["artifacts"]] == ["figure", "table"]
    assert [observation["reading_id"] for observation in state["observations"]] == ["chart"]
    assert [entry["node"] for entry in state["trace"]] == [
        "route_turn", "reason", "act", "reason", "report", "settle",
    ]  # fmt: skip
    assert state["act_count"] == 1
    assert state["analysis_spec"] is None and state["plot_spec"]["kind"] == "bar"
    assert [message.type for message in state["messages"]] == ["human", "ai"] * 2


def test_state_holds_previews_and_no_data_of_figures() -> None:
    saver = MemorySaver(serde=STRICT)
    rows = b"n,v\n" + b"".join(b"k%d,%d\n" % (row, row) for row in range(500))
    service = AnalystService(
        Settings(), reasoner=Script([act(reading("r", salary_like()), CHART_OF_N)]), checkpointer=saver
    )
    conversation = service.start_conversation("owner")
    service.datasets.add(conversation, "many.csv", rows)
    service.ask(conversation, "Each?")
    table, figure = (
        next(artifact for artifact in values(service, conversation)["artifacts"] if artifact["kind"] == kind)
        for kind in ("table", "figure")
    )
    assert (len(table["payload"]["rows"]), table["payload"]["total_rows"]) == (100, 500)
    assert figure["payload"]["data"] == []
    assert len(cast(Any, service.artifact(conversation, table["artifact_id"])["payload"])["rows"]) == 500


def salary_like() -> dict[str, object]:
    return {"op": "groupby_agg", "group_cols": ["n"], "metrics": {"v": ["sum"]}}


CHART_OF_N = reading("chart", {"kind": "hist", "x": "v"})


def test_memory_grows_with_the_turns_and_is_freed() -> None:
    saver = MemorySaver(serde=STRICT)
    service, conversation = conversation_over(saver, act(reading("r", by_department())))
    sizes = []
    for turn in range(30):
        assert service.ask(conversation, f"Question {turn}?")["status"] == "answered"
        sizes.append(stored_bytes(saver))
    early, late = sizes[9] - sizes[4], sizes[29] - sizes[24]
    assert late < early * 1.5, "a turn late in a conversation must not cost more than one early in it"
    assert sizes[29] / 30 < 300_000
    assert [turn["question"] for turn in service.turns(conversation)] == [f"Question {turn}?" for turn in range(30)]
    assert len(values(service, conversation)["turns"]) == 30
    assert len(values(service, conversation)["messages"]) <= 42, "messages are for context; the turns are kept whole"
    service.end(conversation)
    assert stored_bytes(saver) == 0


def stored_bytes(saver: MemorySaver) -> int:
    blobs = sum(len(blob[1]) for blob in saver.blobs.values())
    writes = sum(len(write[2][1]) for writes in saver.writes.values() for write in writes.values())
    kept = sum(
        len(saved[0][1]) + len(saved[1][1])
        for namespaces in saver.storage.values()
        for checkpoints in namespaces.values()
        for saved in checkpoints.values()
    )
    return blobs + writes + kept


def test_the_reducer_of_turns_may_be_folded_in_any_batches() -> None:
    assert append_all(append_all(None, [[1]]), [[2], [3]]) == append_all(None, [[1], [2], [3]]) == [1, 2, 3]
