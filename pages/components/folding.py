"""Older answers are folded to their words: a page of thirty turns is drawn as fast as one of four."""

from collections.abc import Sequence

import streamlit as st

from agent.state import TurnRecord
from pages.components.catalogue import say
from pages.components.numbers import answer_markdown, show_unverified

WHOLE = 4  # turns at the end that are drawn whole
_UNFOLDED = "unfolded_turns"


def folded(turns: Sequence[TurnRecord], keep: frozenset[str]) -> frozenset[str]:
    """The ids of the turns whose results are folded away: all but the last ones, those of `keep`, and those that the
    reader opened."""
    opened: set[str] = st.session_state.setdefault(_UNFOLDED, set())
    older = {turn["turn_id"] for turn in turns[:-WHOLE] if turn["artifact_ids"] or turn.get("code")}
    return frozenset(older - opened - keep)


def show_folded(turn: TurnRecord) -> None:
    """The words of an older answer, and the way to the rest of it."""
    if turn["answer"]["text"]:
        st.markdown(answer_markdown(turn["answer"]))
    show_unverified(turn["answer"])
    key = f"unfold_{turn['turn_id']}"
    st.button(
        say("answer.unfold"),
        key=key,
        icon=":material/unfold_more:",
        type="tertiary",
        on_click=_unfold,
        args=(turn["turn_id"],),
    )


def _unfold(turn_id: str) -> None:
    st.session_state.setdefault(_UNFOLDED, set()).add(turn_id)
