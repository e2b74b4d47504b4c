"""Progress of a turn as plain events, from langgraph's callbacks."""

import json
import re
import threading
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, Literal
from uuid import UUID

from langchain_core.callbacks import BaseCallbackHandler
from langgraph.errors import GraphInterrupt

from agent.errors import CitationError
from agent.grounding.citations import bind, resolve
from agent.grounding.figures import figures_in
from agent.grounding.repeated_figures import Passage, is_told_as_result
from agent.nodes.words import say
from agent.reasoning.code_prompts import ExplainResults
from agent.reasoning.prompts import NarrateAnswer, Prompt, names_on_the_way
from agent.reasoning.study_prompts import TellStudy
from agent.state import Artifact, PlanTask, SubAgent, TaskStatus

WAITING = "waiting"
"""The custom event of a program that waits for a place; its data are {"position": 1}, or 0 once it has one."""
SUB_AGENT = "sub_agent"
"""The custom event of a part of a task that is over; its data are {"id": "f1", "status": "done"}."""
COUNTED = "act"
"""The node that a turn may come back to with something new to do."""
EventKind = Literal["node_started", "node_ended", "node_failed", "token", "note", "plan", "reasoning"]
"""The text of a "token" is the whole text so far; that of a "plan" is its tasks as JSON, that of a "reasoning" the
lines that a node wrote as JSON."""


@dataclass(frozen=True)
class ProgressEvent:
    """Something that happened in a turn. `at` is in seconds since the epoch."""

    kind: EventKind
    node: str
    text: str
    at: float


Listener = Callable[[ProgressEvent], None]


def prose_listener(on_event: Listener | None) -> Callable[[Prompt[Any], str], None] | None:
    """Tells each state of a text that is being written as a `token` event whose text is the whole text so far."""
    if on_event is None:
        return None

    def listen(prompt: Prompt[Any], written: str) -> None:
        on_event(ProgressEvent("token", prompt.template, partial_text(prompt, written), time.time()))

    return listen


def place_listener(on_event: Listener | None) -> Callable[[int], None]:
    """Tells a person's place among the questions that wait to be read, and when theirs is being read."""

    def listen(place: int) -> None:
        if on_event is not None:
            text = say("progress.waits_to_be_read", place=place) if place else say("progress.is_read")
            on_event(ProgressEvent("note", WAITING, text, time.time()))

    return listen


class NodeProgress(BaseCallbackHandler):
    """Tells a listener when a node starts, ends or fails. Steps inside a node (routers, models) are not told."""

    def __init__(self, listener: Listener, words: Callable[[str], str]) -> None:
        self._listener = listener
        self._words = words  # what a node does; "" where nothing is told of it
        self._running: dict[UUID, str] = {}  # the end of a run is told by its id only
        self._acts = 0
        self._lock = threading.Lock()  # parallel steps end in threads of their own
        self._plan: list[PlanTask] = []

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
            self._tell("node_started", name, self._begun(name))

    def _begun(self, name: str) -> str:
        """What the node does, in words; the acts of a turn are counted from the second on."""
        words = self._words(name)
        self._acts += name == COUNTED
        return f"{words} ({self._acts})" if name == COUNTED and self._acts > 1 else words

    def on_chain_end(self, outputs: Any, *, run_id: UUID, **_more: Any) -> None:
        """A node is done, and may have changed the plan."""
        if name := self._running.pop(run_id, None):
            self._tell("node_ended", name, self._words(name))
            given = outputs if isinstance(outputs, Mapping) else {}  # a node may also give a command
            if isinstance(given.get("reasoning"), list):
                self._tell("reasoning", name, json.dumps(given["reasoning"]))
            if given.get("plan_tasks"):
                with self._lock:
                    self._plan = given["plan_tasks"]
                    self._tell("plan", name, json.dumps(self._plan))

    def on_chain_error(self, error: BaseException, *, run_id: UUID, **_more: Any) -> None:
        """A node failed, which is told at the boundary; or it waits for the person, which is no failure."""
        if name := self._running.pop(run_id, None):
            waits = isinstance(error, GraphInterrupt)
            self._tell("node_ended" if waits else "node_failed", name, "" if waits else type(error).__name__)

    def on_custom_event(self, name: str, data: Any, **_more: Any) -> None:
        """A node tells of its own progress: its place in the waiting line, a part of a task that is over."""
        if name == WAITING:
            place = data["position"]
            self._tell("note", name, say("progress.waits", place=place) if place else say("progress.has_place"))
        elif name == SUB_AGENT:
            with self._lock:
                self._plan = [_with_status(task, data["id"], data["status"]) for task in self._plan]
                self._tell("plan", name, json.dumps(self._plan))

    def _tell(self, kind: EventKind, node: str, text: str) -> None:
        self._listener(ProgressEvent(kind, node, text, time.time()))


def _with_status(task: PlanTask, agent_id: str, status: TaskStatus) -> PlanTask:
    agents = task.get("sub_agents")
    if not agents:
        return task
    told = [SubAgent(**{**agent, "status": status}) if agent["id"] == agent_id else agent for agent in agents]
    return PlanTask(**{**task, "sub_agents": told})


# ----------------------------------------------------------------
# An answer while it is being written: references filled in as they resolve, and no figure without a source.


UNRESOLVED = "…"
_REFERENCE = re.compile(r"(\{[^{}]*\})")
_FIGURE = re.compile(r"\d+(?:[.,]\d+)*")


def partial_text(prompt: Prompt[Any], written: str) -> str:
    """The text so far as the person may read it. An unfinished or unknown reference, and a figure that stands neither
    in a result nor in the question, or is told as a result, shows as an ellipsis: the finished answer tells it checked.
    """
    complete = written[: written.rindex("{")] if written.rfind("{") > written.rfind("}") else written
    asked = set(_FIGURE.findall(getattr(prompt, "question", "")))
    shown = ""
    for part in _REFERENCE.split(complete):
        shown += _resolve(part, prompt) if part.startswith("{") else _check(part, shown, asked, type(prompt))
    return shown


def _check(part: str, before: str, asked: Collection[str], kind: type[Prompt[Any]]) -> str:
    """A piece of prose after what stands before it, with an ellipsis for each figure that needs a source."""
    passage = Passage(before + part, len(before))
    figures = figures_in(part) if kind in _RESULTS else []
    told = {figure.start for figure in figures if is_told_as_result(figure, passage)}

    def shown(figure: re.Match[str]) -> str:
        return figure[0] if figure[0] in asked and figure.start() not in told else UNRESOLVED

    return _FIGURE.sub(shown, part)


def _resolve(reference: str, prompt: Prompt[Any]) -> str:
    """The number of a reference; an ellipsis where it leads nowhere yet, or the prompt has no results."""
    found = _RESULTS.get(type(prompt))
    if found is None:
        return UNRESOLVED
    names, artifacts = found(prompt)
    try:
        return resolve(bind(reference, names), artifacts)["text"]
    except CitationError:
        return UNRESOLVED


_Results = tuple[Mapping[str, str], Mapping[str, Artifact]]
"""Names of results, S1 -> A5, and the results by id."""


def _of_answer(prompt: NarrateAnswer) -> _Results:
    first = prompt.results[0]
    artifacts = [*first.artifacts, *(artifact for step in prompt.steps for artifact in step.artifacts)]
    return {**names_on_the_way(prompt.steps), **first.names}, {each["artifact_id"]: each for each in artifacts}


def _of_code(prompt: ExplainResults) -> _Results:
    return prompt.names, {artifact["artifact_id"]: artifact for artifact in prompt.artifacts}


def _of_study(prompt: TellStudy) -> _Results:
    return {}, prompt.artifacts


_RESULTS: Mapping[type[Prompt[Any]], Callable[[Any], _Results]] = {
    NarrateAnswer: _of_answer,
    ExplainResults: _of_code,
    TellStudy: _of_study,
}
"""Where the references of a prompt's prose lead, by its kind."""
