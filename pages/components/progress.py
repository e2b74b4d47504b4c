"""A turn on its way: what is being done, in words, and a way to stop it."""

from collections.abc import Callable

import streamlit as st

from agent.service import ProgressEvent
from pages.components.escape import escape
from pages.components.turn_runner import Job

POLL_SECONDS = 0.4
NODE_WORDS = {
    "route_turn": "Taking up the question",
    "reason": "Working out what to compute",
    "act": "Computing",
    "narrate": "Putting the result into words",
    "explain": "Explaining",
    "out_of_scope": "Finding what can be answered instead",
    "report": "Putting the answer into words",
    "settle": "Checking every number",
}


def node_words(node: str) -> str:
    """What a step does, in words for people."""
    return NODE_WORDS.get(node, node.replace("_", " ").capitalize())


@st.fragment(run_every=POLL_SECONDS)
def show_progress(job: Job, stop: Callable[[], None]) -> None:
    """What the job is doing. Looks again and again by itself, and draws the whole page anew when the job is over."""
    if job.phase != "running":
        st.rerun()
    events = list(job.events)
    with st.container(horizontal=True, vertical_alignment="center", key="progress"):
        st.markdown(f":material/hourglass_top: {escape(_now(events))}", width="content")
        st.button("Stop", key="stop", icon=":material/stop:", on_click=stop)
    done = [escape(_words(event)) for event in events if event.kind == "node_ended"]
    if done:
        st.caption("Done: " + " · ".join(done))


@st.fragment(run_every=POLL_SECONDS)
def show_stopping(job: Job) -> None:
    """The reader has stopped the job; its last step is coming to an end."""
    if job.phase != "stopping":
        st.rerun()
    st.markdown("Stopped. The step under way is coming to its end; you can ask the next question now.")


def _now(events: list[ProgressEvent]) -> str:
    started = [event for event in events if event.kind == "node_started"]
    return f"{_words(started[-1])} ..." if started else "Starting ..."


def _words(event: ProgressEvent) -> str:
    return event.text or node_words(event.node)
