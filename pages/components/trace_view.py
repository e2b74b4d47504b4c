"""One turn on the activity page: every step with its time and its error, and what was computed."""

import pandas as pd
import streamlit as st
from pydantic import JsonValue

from agent.service import computation_words
from agent.state import TurnRecord, TurnStatus
from pages.components.escape import escape, showable
from pages.components.progress import node_words
from pages.components.review_view import show_review_details
from pages.components.words import clock, seconds

_CRITIC = "critic"  # the step that judges
STATUS_WORDS: dict[TurnStatus, str] = {
    "answered": "answered",
    "asked": "asked back",
    "out_of_scope": "out of scope",
    "missing_column": "column not found",
    "explained": "explained",
    "stopped": "stopped",
    "error": "failed",
}


def show_trace(number: int, turn: TurnRecord, way: str, *, expanded: bool) -> None:
    """The turn's steps as a table with bars for their times, then what was computed. `way` is its workflow's title."""
    label = f"{number}. {escape(turn['question'])} · {STATUS_WORDS[turn['status']]} · {seconds(turn['seconds'])}"
    with st.expander(label, expanded=expanded):
        st.caption(f"Began at {clock(turn['started'])}, way to answer: {escape(way)}.{_share_of_critic(turn)}")
        longest = max((entry["seconds"] for entry in turn["trace"]), default=0.0)
        rows = [
            (node_words(entry["node"]), entry["seconds"], showable(entry["text"]), showable(entry["error"] or ""))
            for entry in turn["trace"]
        ]
        if rows:
            steps = pd.DataFrame(rows, columns=["Step", "Seconds", "What it did", "Error"])
            st.dataframe(
                steps if steps["Error"].any() else steps.drop(columns="Error"),
                hide_index=True,
                key=f"trace_{turn['turn_id']}",
                column_config={
                    "Seconds": st.column_config.ProgressColumn(
                        format="%.3f", min_value=0.0, max_value=max(longest, 0.001)
                    )
                },
                alt="Steps of this turn with their times",
            )
        show_review_details(turn)
        if specs := _specs(turn):
            st.markdown("**What was computed**")
            st.markdown("\n".join(f"- {escape(computation_words(spec))}" for spec in specs))


def _specs(turn: TurnRecord) -> list[dict[str, JsonValue]]:
    """Each spec once: it is chosen in one step and executed in another."""
    every = [spec for entry in turn["trace"] for spec in entry["specs"]]
    return [spec for place, spec in enumerate(every) if spec not in every[:place]]


def _share_of_critic(turn: TurnRecord) -> str:
    """What the turn took without its critic; "" where there was none."""
    if not turn.get("critique_history"):
        return ""
    spent = sum(entry["seconds"] for entry in turn["trace"] if entry["node"] == _CRITIC)
    return f" It took {turn['seconds']:.3f} s; without the critic {max(0.0, turn['seconds'] - spent):.3f} s."
