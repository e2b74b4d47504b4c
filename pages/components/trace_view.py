"""One turn on the activity page: every step with its time, its specs and its error."""

import json

import pandas as pd
import streamlit as st

from agent.state import TurnRecord, TurnStatus
from pages.components.escape import escape, showable
from pages.components.progress import node_words
from pages.components.words import clock, seconds

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
    """The turn's steps as a table with bars for their times, then specs and errors. `way` is its workflow's title."""
    label = f"{number}. {escape(turn['question'])} · {STATUS_WORDS[turn['status']]} · {seconds(turn['seconds'])}"
    with st.expander(label, expanded=expanded):
        st.caption(f"Began at {clock(turn['started'])}, way to answer: {escape(way)}.")
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
        specs = [spec for entry in turn["trace"] for spec in entry["specs"]]
        if specs:
            st.markdown("**Specs**")
            st.code(showable(json.dumps(specs, indent=2, ensure_ascii=False)), language="json", wrap_lines=True)
