"""Below the navigation: the data at hand, and a new conversation."""

from collections.abc import Callable
from textwrap import shorten

import streamlit as st

from agent.service import AnalystService
from pages.components.escape import escape
from pages.components.model_form import model_line
from pages.components.sign_in import Person, show_person
from pages.components.words import counted

TITLE_LENGTH = 60  # characters


def show_sidebar(
    service: AnalystService,
    conversation_id: str,
    person: Person,
    *,
    on_new: Callable[[], None],
    on_open: Callable[[str], None],
) -> None:
    """Names the data sets of the conversation, and offers a new one and those that were had before."""
    with st.sidebar:
        loaded = service.datasets.datasets(conversation_id)
        if loaded:
            st.caption("Data in this conversation")
        for dataset in loaded:
            st.markdown(f"{escape(dataset.name)}  \n:small[:gray[{counted(dataset.profile.rows, 'row')}]]")
        if model := model_line(service, conversation_id):
            st.caption(model)
        st.button(
            "New conversation",
            icon=":material/add:",
            on_click=on_new,
            width="stretch",
            help="Starts with no data. This one stays open at its own address until it is freed.",
        )
        others = [one for one in service.people.earlier(person.owner) if one.conversation_id != conversation_id]
        if others:
            with st.expander("Earlier conversations"):
                for one in others:
                    label = escape(shorten(one.title, TITLE_LENGTH, placeholder=" ..."))
                    key = f"earlier_{one.conversation_id}"
                    st.button(label, key=key, on_click=on_open, args=(one.conversation_id,), type="tertiary")
        show_person(person)
