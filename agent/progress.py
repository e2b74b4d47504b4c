"""Progress of a turn as plain events, from langgraph's callbacks."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal
from uuid import UUID

from langchain_core.callbacks import BaseCallbackHandler
from langgraph.errors import GraphInterrupt

WAITING = "waiting"
"""The custom event of a program that waits for a place; its data are {"position": 1}."""
EventKind = Literal["node_started", "node_ended", "node_failed", "token", "note"]


@dataclass(frozen=True)
class ProgressEvent:
    """Something that happened in a turn. `at` is in seconds since the epoch."""

    kind: EventKind
    node: str
    text: str
    at: float


Listener = Callable[[ProgressEvent], None]


class NodeProgress(BaseCallbackHandler):
    """Tells a listener when a node starts, ends or fails. Steps inside a node (routers, models) are not told."""

    def __init__(self, listener: Listener, words: Mapping[str, str]) -> None:
        self._listener = listener
        self._words = words
        self._running: dict[UUID, str] = {}  # the end of a run is told by its id only

    def on_chain_start(
        self,
        serialized: dict[str, Any],  # noqa: ARG002 - langchain's signature
        inputs: dict[str, Any],  # noqa: ARG002
        *,
        run_id: UUID,
        metadata: dict[str, Any] | None = None,
        **more: Any,
    ) -> None:
        """A node, if its name is that of the graph's node; a router carries its own name."""
        name = more.get("name")
        if isinstance(name, str) and name == (metadata or {}).get("langgraph_node"):
            self._running[run_id] = name
            self._tell("node_started", name, self._words.get(name, ""))

    def on_chain_end(self, outputs: dict[str, Any], *, run_id: UUID, **_more: Any) -> None:  # noqa: ARG002
        """A node is done."""
        if name := self._running.pop(run_id, None):
            self._tell("node_ended", name, self._words.get(name, ""))

    def on_chain_error(self, error: BaseException, *, run_id: UUID, **_more: Any) -> None:
        """A node failed, which is told at the boundary; or it waits for the person, which is no failure."""
        if name := self._running.pop(run_id, None):
            waits = isinstance(error, GraphInterrupt)
            self._tell("node_ended" if waits else "node_failed", name, "" if waits else type(error).__name__)

    def on_custom_event(self, name: str, data: Any, **_more: Any) -> None:
        """A node tells of its own progress: the place of a program in the waiting line."""
        if name == WAITING:
            self._tell("note", name, f"Waiting for a free place to run the code; {data['position']} in line.")

    def _tell(self, kind: EventKind, node: str, text: str) -> None:
        self._listener(ProgressEvent(kind, node, text, time.time()))
