"""Cells copied from a spreadsheet, pasted into the page: a table like any other."""

import streamlit as st

from agent.service import AnalystService
from pages.components.catalogue import say
from pages.components.data.loading import load_text


def show_pasting(service: AnalystService, conversation_id: str, key: str) -> None:
    """A place to paste cells into; what became of them is told where it is told of files."""
    with st.expander(say("paste.title"), icon=":material/content_paste:"):
        place = f"{key}_pasted"
        st.text_area(say("paste.cells"), key=place, placeholder="Name\tAmount\nNorth\t10", height=150)
        st.button(say("paste.load"), key=f"{key}_load_pasted", on_click=_load, args=(service, conversation_id, place))


def _load(service: AnalystService, conversation_id: str, place: str) -> None:
    """Loads what was pasted, and empties the place."""
    if st.session_state[place].strip():
        load_text(service, conversation_id, st.session_state[place])
        st.session_state[place] = ""
