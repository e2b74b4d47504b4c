"""The plan of a turn as a list, each task with its state, the parts of a task below it."""

from collections.abc import Sequence

import streamlit as st

from agent.state import PlanTask, SubAgent, TaskStatus
from pages.components.catalogue import say
from pages.components.escape import escape

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
