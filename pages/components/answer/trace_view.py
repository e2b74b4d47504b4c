"""One turn on the activity page: every step with its time and its error, and what was computed."""

import pandas as pd
import streamlit as st
from pydantic import JsonValue

from agent.service import computation_words, telling
from agent.state import TurnRecord
from pages.components.answer.progress import node_words
from pages.components.answer.review_view import show_review_details
from pages.components.catalogue import clock, language, say, seconds
from pages.components.escape import escape, showable

_CRITIC = "critic"  # the step that judges


def show_trace(number: int, turn: TurnRecord, way: str, *, expanded: bool) -> None:
    """The turn's steps as a table with bars for their times, then what was computed. `way` is its workflow's title."""
    label = f"{number}. {escape(turn['question'])} · {say('status.' + turn['status'])} · {seconds(turn['seconds'])}"
    with st.expander(label, expanded=expanded):
        began = say("trace.began", time=clock(turn["started"]), way=escape(way))
        st.caption(f"{began}{_share_of_critic(turn)}")
        longest = max((entry["seconds"] for entry in turn["trace"]), default=0.0)
        rows = [
            (node_words(entry["node"]), entry["seconds"], showable(entry["text"]), showable(entry["error"] or ""))
            for entry in turn["trace"]
        ]
        if rows:
            heads = [say(f"trace.{head}") for head in ("step", "seconds", "did", "error")]
            steps = pd.DataFrame(rows, columns=heads)
            st.dataframe(
                steps if steps[heads[-1]].any() else steps.drop(columns=heads[-1]),
                hide_index=True,
                key=f"trace_{turn['turn_id']}",
                column_config={
                    heads[1]: st.column_config.ProgressColumn(
                        format="%.3f", min_value=0.0, max_value=max(longest, 0.001)
                    )
                },
                alt=say("trace.alt"),
            )
        show_review_details(turn)
        if specs := _specs(turn):
            st.markdown(f"**{say('trace.computed')}**")
            with telling(language()):
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
    rest = max(0.0, turn["seconds"] - spent)
    return say("trace.critic", whole=f"{turn['seconds']:.3f}", rest=f"{rest:.3f}")
