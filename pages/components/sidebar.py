"""Below the navigation: the data at hand, a new conversation, and those that were had before."""

from collections.abc import Callable
from dataclasses import dataclass
from textwrap import shorten

import streamlit as st

from agent.service import AnalystService, Earlier
from pages.components.catalogue import say, say_count
from pages.components.connection.model_form import model_line
from pages.components.connection.sign_in import Person, show_person
from pages.components.escape import escape
from pages.components.refusals import told_when_refused

TITLE_LENGTH = 60  # characters
LISTED = 12  # conversations that the list shows; a search looks through all
SEARCHED_FROM = 6  # conversations on, a list has a search


@dataclass(frozen=True)
class Ways:
    """The ways from one conversation to another; callbacks of buttons."""

    new: Callable[[], None]
    open: Callable[[str], None]
    delete: Callable[[str], None]


def show_sidebar(service: AnalystService, conversation_id: str, person: Person, ways: Ways) -> None:
    """Names the data sets of the conversation, and offers a new one and those that were had before."""
    with st.sidebar:
        loaded = service.datasets.datasets(conversation_id)
        if loaded:
            st.caption(say("sidebar.data"))
        for dataset in loaded:
            st.markdown(f"{escape(dataset.name)}  \n:small[:gray[{say_count('rows', dataset.profile.rows)}]]")
        if model := model_line(service, conversation_id):
            st.caption(model)
        st.button(
            say("sidebar.new"), icon=":material/add:", on_click=ways.new, width="stretch", help=say("sidebar.new_help")
        )
        _show_conversations(service, conversation_id, person, ways)
        show_person(person)


def _show_conversations(service: AnalystService, conversation_id: str, person: Person, ways: Ways) -> None:
    """The one that is open, to be renamed or deleted, and the others, last used first."""
    every = service.people.earlier(person.owner)
    if not every:
        return
    st.caption(say("sidebar.conversations"))
    this = next((one for one in every if one.conversation_id == conversation_id), None)
    if this is not None:
        _show_open(service, this, ways)
    others = [one for one in every if one is not this]
    if len(others) >= SEARCHED_FROM:
        wanted = st.text_input(
            say("sidebar.search"),
            key="conversation_search",
            placeholder=say("sidebar.search"),
            label_visibility="collapsed",
        )
        others = [one for one in others if wanted.casefold() in one.title.casefold()]
    with st.container(key="conversations", gap="xxsmall"):
        for one in others[:LISTED]:
            key = f"earlier_{one.conversation_id}"
            st.button(_name_of(one), key=key, on_click=ways.open, args=(one.conversation_id,), type="tertiary")
    if len(others) > LISTED:
        st.caption(say_count("sidebar.more", len(others) - LISTED))


def _show_open(service: AnalystService, one: Earlier, ways: Ways) -> None:
    key = f"conversation_{one.conversation_id}"
    with st.popover(_name_of(one), key=key, width="stretch", on_change="rerun") as opened:
        if not opened.open:
            return
        name = f"name_{one.conversation_id}"
        st.text_input(say("sidebar.name"), one.title, key=name)
        st.button(say("sidebar.rename"), key=f"rename_{key}", on_click=_rename, args=(service, one, name))
        sure = f"sure_{key}"
        if st.toggle(say("sidebar.delete"), key=sure):
            st.caption(say("sidebar.delete_help"))
            st.button(
                say("sidebar.delete_sure"),
                key=f"delete_{key}",
                icon=":material/delete:",
                on_click=ways.delete,
                args=(one.conversation_id,),
            )


@told_when_refused
def _rename(service: AnalystService, one: Earlier, name: str) -> None:
    service.people.rename(one.conversation_id, str(st.session_state[name]))


def _name_of(one: Earlier) -> str:
    return escape(shorten(one.title, TITLE_LENGTH, placeholder=" ..."))
