"""Below the navigation: the data at hand, and a new conversation."""

from collections.abc import Callable

import streamlit as st

from agent.service import AnalystService
from pages.components.escape import escape
from pages.components.words import counted


def show_sidebar(service: AnalystService, conversation_id: str, *, on_new: Callable[[], None]) -> None:
    """Names the data sets of the conversation and offers a new one."""
    with st.sidebar:
        loaded = service.datasets.datasets(conversation_id)
        if loaded:
            st.caption("Data in this conversation")
        for dataset in loaded:
            st.markdown(f"{escape(dataset.name)}  \n:small[:gray[{counted(dataset.profile.rows, 'row')}]]")
        st.button(
            "New conversation",
            icon=":material/add:",
            on_click=on_new,
            width="stretch",
            help="Starts with no data. This one stays open at its own address until it is freed.",
        )
