"""A turn on its way: what is being done, the answer as it is written, and a way to stop it."""

import json
from collections.abc import Callable, Sequence

import streamlit as st

from agent.service import EventKind, ProgressEvent
from agent.service import step_words as words_of_node
from agent.state import PlanTask, SubAgent, TaskStatus
from pages.components.answer.numbers import plain_markdown
from pages.components.catalogue import language, say, say_if_known
from pages.components.escape import escape
from pages.components.turn_runner import Job

POLL_SECONDS = 0.4
LINES_SHOWN = 8


def node_words(node: str) -> str:
    """What a step does, in words for people."""
    return say_if_known(f"step.{node}", words_of_node(node, language()) or node.replace("_", " ").capitalize())


def step_words(name: str) -> str:
    """A step by the name that its lines carry, a repeated one with its number: "act (2)" is "Computing (2)"."""
    node, bracket, again = name.partition(" (")
    return f"{node_words(node)}{bracket}{again}"


@st.fragment(run_every=POLL_SECONDS)
def show_progress(job: Job, stop: Callable[[], None]) -> None:
    """What the job is doing. Looks again and again by itself, and draws the whole page anew when the job is over."""
    if job.phase != "running":
        st.rerun()
    events = list(job.events)
    with st.container(horizontal=True, vertical_alignment="center", key="progress"):
        st.markdown(f":material/hourglass_top: {escape(_now(events))}", width="content")
        st.button(say("progress.stop"), key="stop", icon=":material/stop:", on_click=stop)
    if plan := _last(events, "plan"):
        show_plan(json.loads(plan.text))
    if told := _text_of(events):
        st.caption("\n".join(f"- {escape(line)}" for line in told[-LINES_SHOWN:]))
    elif done := [escape(_words(event)) for event in events if event.kind == "node_ended"]:
        st.caption(say("progress.done", steps=" · ".join(done)))
    if written := _last(events, "token"):
        st.markdown(plain_markdown(written.text))


@st.fragment(run_every=POLL_SECONDS)
def show_stopping(job: Job) -> None:
    """The reader has stopped the job; its last step is coming to an end."""
    if job.phase != "stopping":
        st.rerun()
    st.markdown(say("progress.stopping"))


def _now(events: list[ProgressEvent]) -> str:
    """The last step that began, or what it says of itself since then."""
    told = [event for event in events if event.kind in ("node_started", "note")]
    if not told:
        return say("progress.starting")
    return told[-1].text if told[-1].kind == "note" else f"{_words(told[-1])} ..."


def _last(events: list[ProgressEvent], kind: EventKind) -> ProgressEvent | None:
    return next((event for event in reversed(events) if event.kind == kind), None)


def _text_of(events: list[ProgressEvent]) -> list[str]:
    """What the agents of a longer piece of work say of what they did; steps that only name themselves say nothing."""
    lines = [(event.node, line) for event in events if event.kind == "reasoning" for line in json.loads(event.text)]
    return [f"{line['step_name']}: {line['step_text']}" for node, line in lines if line["step_name"] != node]


def _words(event: ProgressEvent) -> str:
    return event.text or node_words(event.node)


# ----------------------------------------------------------------
# The plan of a turn as a list, each task with its state, the parts of a task below it.


_MARKS: dict[TaskStatus, str] = {
    "todo": ":material/radio_button_unchecked:",
    "in_progress": ":material/pending:",
    "done": ":material/check_circle:",
    "blocked": ":material/block:",
}
_NEXT_LINE = "  \n"
_INDENT = "&emsp;&ensp;"


def show_plan(tasks: Sequence[PlanTask]) -> None:
    """Every task with its state in a mark and in words."""
    lines: list[str] = []
    for task in tasks:
        lines.append(_line(task))
        lines += [f"{_INDENT}{_line(part)}" for part in task.get("sub_agents", [])]
    if lines:
        st.markdown(_NEXT_LINE.join(lines))


def _line(task: PlanTask | SubAgent) -> str:
    status = task["status"]
    return f"{_MARKS[status]} {escape(task['title'])} :small[:gray[{say(f'task.{status}')}]]"
