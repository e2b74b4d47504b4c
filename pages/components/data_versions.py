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
    for dataset, version in since:
        told = say("answer.read_anew", version=str(version), name=escape(dataset.name), now=str(dataset.version))
        st.caption(f":material/history: {told}")
    done = any(one.get("changes") == turn["turn_id"] for one in service.turns(conversation_id))
    if since and again and not done:
        key = f"again_{turn['turn_id']}"
        if pressed(say("answer.again"), key=key, icon=":material/replay:", help=say("answer.again_help")):
            again(turn)
            st.rerun()
