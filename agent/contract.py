"""What a node may return: a delta of the state, validated; control apart from payload (seed 004, sections 2 to 7)."""

import time
from collections.abc import Callable, Mapping
from functools import cache
from typing import Annotated, Any, Literal, Protocol, TypeAlias, cast, get_args, get_origin, get_type_hints

from langchain_core.messages import BaseMessage
from langgraph.runtime import Runtime
from langgraph.types import Overwrite
from langgraph.typing import ContextT
from pydantic import ConfigDict, InstanceOf, JsonValue, TypeAdapter, ValidationError

from agent.errors import ContractError
from agent.state import AgentState, PendingInput, ReasoningLine, TraceEntry

NodeDelta: TypeAlias = dict[str, object]
"""Only what a node changes, by state key; `Overwrite(value)` replaces what a reducer would append to."""
NodeFunction: TypeAlias = Callable[[AgentState, Runtime[ContextT]], Mapping[str, object]]


class GraphNode(Protocol[ContextT]):
    """A node as langgraph takes it, which injects `runtime` by its name."""

    def __call__(self, state: AgentState, runtime: Runtime[ContextT]) -> NodeDelta: ...


CONTROL = frozenset(
    {
        "next_action", "next_agent", "requires_user_input", "open_checkpoint_id", "checkpoint_message",
        "checkpoint_prompt", "last_completed_node", "status", "pending_input", "previous_pending",
    }
)  # fmt: skip
"""Keys that steer: who goes next and whether the person is waited for."""
PAYLOAD = frozenset(AgentState.__annotations__) - CONTROL
"""Keys that carry: words, specs, results, progress."""
NO_INPUT_NEEDED: Mapping[str, object] = {
    "requires_user_input": False,
    "open_checkpoint_id": "",
    "checkpoint_message": "",
    "checkpoint_prompt": "",
}
_NOT_JSON = frozenset({"messages"})
_WRITES: Mapping[str, Any] = {"messages": list[InstanceOf[BaseMessage]]}
"""What may be written where it is more than what is kept: a RemoveMessage takes a message out."""


def validate_delta(node: str, delta: Mapping[str, object]) -> NodeDelta:
    """The delta, when every key is one of the state's and every value of its type and plain JSON.

    ContractError names node and key. Values pass through unchanged: nothing is coerced.
    """
    if not isinstance(delta, Mapping):
        raise ContractError(f"Node {node} returned {type(delta).__name__}.", "Return a dict of changed state keys.")
    for key, value in delta.items():
        if key not in AgentState.__annotations__:
            raise ContractError(f"Node {node} returned the unknown key {key!r}.", "Use a key of AgentState.")
        _check(node, key, value.value if isinstance(value, Overwrite) else value)
    return dict(delta)


def as_node(
    name: str, function: NodeFunction[ContextT], *, control: Literal["own", "carried"] = "own"
) -> GraphNode[ContextT]:
    """The function as a node: its delta is validated and completed.

    Completed means: `last_completed_node`, a trace entry (the last of its own, if it wrote some), at least one
    reasoning line, and control that says whether the person is waited for. A delta with a `pending_input` asks: its
    checkpoint fields are set from it. Any other delta clears them, so that no stale prompt is ever shown. "carried"
    leaves control as it is (bookkeeping nodes).
    """

    def node(state: AgentState, runtime: Runtime[ContextT]) -> NodeDelta:
        started, clock = time.time(), time.perf_counter()
        delta = validate_delta(name, function(state, runtime))
        lines = delta.setdefault("reasoning", [ReasoningLine(step_name=name, step_text=f"{name} done")])
        delta["last_completed_node"] = name
        if control == "own":
            delta = {**NO_INPUT_NEEDED, **delta, **_asking(name, delta)}
        entry = TraceEntry(
            node=name,
            started=started,
            seconds=time.perf_counter() - clock,
            text=_text_of(lines),
            specs=_specs_of(delta),
            error=cast(str | None, delta.get("last_error")),
        )
        return validate_delta(name, {**delta, "trace": _trace(delta.get("trace"), entry)})

    node.__name__ = name
    return node


def _asking(name: str, delta: NodeDelta) -> NodeDelta:
    pending = cast(PendingInput | None, delta.get("pending_input"))
    if pending is None:
        if delta.get("requires_user_input"):
            raise ContractError(f"Node {name} asks the person but returned no pending_input.", "Return one.")
        return {}
    return {
        "requires_user_input": True,
        "open_checkpoint_id": pending["checkpoint_id"],
        "checkpoint_message": pending["message"],
        "checkpoint_prompt": pending["prompt"],
    }


def _trace(trace: object, entry: TraceEntry) -> object:
    """The trace with the node's run. Where the node told its steps itself, the last one carries time and specs."""
    if isinstance(trace, Overwrite):
        return Overwrite([*cast(list[TraceEntry], trace.value), entry])
    own = cast(list[TraceEntry], trace or [])
    if own and own[-1]["node"] == entry["node"]:
        return [*own[:-1], TraceEntry(**{**entry, "text": own[-1]["text"]})]
    return [*own, entry]


def _text_of(lines: object) -> str:
    written = cast(list[ReasoningLine], lines.value if isinstance(lines, Overwrite) else lines)
    return written[0]["step_text"] if written else ""


def _specs_of(delta: NodeDelta) -> list[dict[str, JsonValue]]:
    """The specs that a node executed, or else those that it chose; each once, in order."""
    found: list[dict[str, JsonValue]] = []
    artifacts = delta.get("artifacts")
    readings = delta.get("readings")
    if isinstance(artifacts, list):
        found = [artifact["spec"] for artifact in artifacts if artifact["spec"]]
    elif isinstance(readings, list):
        found = [spec for reading in readings for spec in reading["specs"]]
    return [spec for place, spec in enumerate(found) if spec not in found[:place]]


def _check(node: str, key: str, value: object) -> None:
    try:
        _adapter(key).validate_python([value])
    except ValidationError as error:
        raise ContractError(
            f"Node {node} returned a wrong value for {key!r}: {error.errors()[0]['msg']}.",
            "See agent/state.py for its type.",
        ) from error
    if key not in _NOT_JSON and (odd := _not_plain(value)):
        raise ContractError(
            f"Node {node} returned a value of type {odd} inside {key!r}.", "State holds plain JSON values only."
        )


@cache
def _adapter(key: str) -> TypeAdapter[Any]:
    hint = _WRITES.get(key, _hints()[key])
    bare = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    return TypeAdapter(list[bare], config=ConfigDict(extra="forbid", strict=True))  # type: ignore[valid-type]


@cache
def _hints() -> dict[str, Any]:
    return get_type_hints(AgentState, include_extras=True)


def _not_plain(value: object) -> str:
    """The name of the first type inside that JSON does not know; "" when there is none. numpy's floats pass for
    floats elsewhere and break the checkpoint, so types are compared exactly.
    """
    kind = type(value)
    if kind is dict:
        parts: list[object] = [part for pair in cast(dict[object, object], value).items() for part in pair]
    elif kind is list:
        parts = cast(list[object], value)
    else:
        return "" if value is None or kind in (str, int, float, bool) else kind.__name__
    return next((odd for part in parts if (odd := _not_plain(part))), "")
