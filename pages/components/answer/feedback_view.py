"""Thumbs up or down below an answer, where the run log keeps them."""

from collections.abc import Mapping

import streamlit as st

from agent.errors import TallyError
from agent.service import AnalystService, Feedback
from agent.state import TurnRecord
from pages.components.catalogue import language
from pages.components.escape import escape
from pages.components.refusals import told_when_refused

_THUMBS: Mapping[int, Feedback] = {0: "down", 1: "up"}
_PLACES: Mapping[Feedback, int] = {value: place for place, value in _THUMBS.items()}
_WITHOUT_ANSWER = ("asked", "stopped")


def feedback_given(service: AnalystService, conversation_id: str) -> Mapping[str, Feedback]:
    """What was pressed so far, by turn id. A log that cannot be read is told, and costs nobody the answers."""
    if not service.takes_feedback:
        return {}
    try:
        return service.feedback_given(conversation_id)
    except TallyError as failed:
        if failed.actor == "developer":
            raise
        st.caption(f":material/error: {escape(failed.told(language()))}")
        return {}


def show_feedback(
    service: AnalystService, conversation_id: str, turn: TurnRecord, given: Mapping[str, Feedback]
) -> None:
    """The two thumbs with what was pressed before; nothing for a turn without an answer."""
    if not service.takes_feedback or turn["status"] in _WITHOUT_ANSWER:
        return
    key = f"thumbs_{conversation_id}_{turn['turn_id']}"
    value = given.get(turn["turn_id"])
    st.session_state[key] = _PLACES[value] if value else None
    st.feedback("thumbs", key=key, on_change=_keep, args=(service, conversation_id, turn["turn_id"], key))


@told_when_refused
def _keep(service: AnalystService, conversation_id: str, turn_id: str, key: str) -> None:
    pressed = st.session_state[key]
    service.feedback(conversation_id, turn_id, None if pressed is None else _THUMBS[pressed])
