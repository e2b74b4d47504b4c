"""Answers that were computed on an earlier version of their data say so, and can be computed again."""

from collections.abc import Callable

import streamlit as st

from agent.service import AnalystService
from agent.state import TurnRecord
from pages.components.catalogue import say
from pages.components.escape import escape
from pages.components.spec_form import pressed


def show_read_anew(
    service: AnalystService, conversation_id: str, turn: TurnRecord, again: Callable[[TurnRecord], None] | None
) -> None:
    """A line below an answer whose data were read anew since, and the press that computes it again (`again`, None while
    that cannot be); nothing for any other."""
    since = service.read_anew(conversation_id, turn)
    if not since:
        return
    told = [
        say("answer.read_anew", version=str(version), name=escape(dataset.name), now=str(dataset.version))
        for dataset, version in since
    ]
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.caption(f":material/history: {' '.join(told)}", width="content")
        done = any(one.get("changes") == turn["turn_id"] for one in service.turns(conversation_id))
        key = f"again_{turn['turn_id']}"
        if again and not done and pressed(say("answer.again"), key=key, icon=":material/replay:", type="tertiary"):
            again(turn)
            st.rerun()
