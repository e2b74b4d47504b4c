"""Whether the built-in reader can be asked, and what to do where it cannot."""

import streamlit as st

from agent.service import AnalystService, ReaderState
from pages.components.catalogue import say


def show_reader_missing(service: AnalystService, conversation_id: str) -> None:
    """One sentence where questions in words cannot be read: no reader, and no model that reads instead."""
    state = service.reader_state
    if state is None or state.status in ("ready", "starting") or service.models.settings(conversation_id) is not None:
        return
    st.info(_state_words(service, state), icon=":material/info:")


def show_reader(service: AnalystService) -> None:
    """What the built-in reader is and how it stands, for the settings page."""
    state = service.reader_state
    if state is None:
        return
    st.header(say("reader.title"), anchor=False)
    st.markdown(say("reader.about"))
    if (exam := service.reader_exam) is not None:
        st.markdown(say("reader.exam", right=str(exam.right), total=str(exam.total)))
    icon = ":material/check_circle:" if state.status == "ready" else ":material/info:"
    st.markdown(f"{icon} {_state_words(service, state)}")


def _state_words(service: AnalystService, state: ReaderState) -> str:
    """How the reader stands, in a sentence by itself; where it cannot be asked, why, and what to do."""
    if state.status in ("ready", "starting"):
        return say(f"reader.{state.status}")
    reason = "switched_off" if state.status == "off" else state.reason
    return say(f"reader.missing.{reason}", needed=f"{service.settings.reader_megabytes}")
