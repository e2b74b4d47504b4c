"""How every page opens: page config, navigation, the service, and a conversation that this browser may see."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn

import streamlit as st

from agent.errors import TallyError
from agent.service import AnalystService, Sharing
from agent.settings import SettingError
from pages.components.catalogue import language, say
from pages.components.connection.recovery import show_recovery
from pages.components.connection.sign_in import Person, person_here
from pages.components.escape import escape
from pages.components.navigation import leave_direct_run
from pages.components.process import loads, reopenings, runner, service
from pages.components.refusals import show_refusals, told_when_refused
from pages.components.reopening import is_mine
from pages.components.report_view import show_shared_report
from pages.components.sidebar import Ways, show_sidebar
from pages.components.style import begin_page
from pages.components.turn_runner import TurnRunner

_PARAMETER = "c"
_KEPT = "conversation_id"


@dataclass(frozen=True)
class Visit:
    """A page being shown: whose conversation, and the way to data and turns."""

    conversation_id: str
    service: AnalystService
    runner: TurnRunner
    person: Person  # who looks at it


def show_page(title: str, draw: Callable[[Visit], None]) -> None:
    """Opens a page and draws it. A store that fails in the middle is told in its sentence, below what is drawn."""
    visit = _open(title)
    show_refusals()
    try:
        draw(visit)
    except TallyError as failed:
        if failed.actor == "developer":
            raise
        st.error(escape(failed.told(language())), icon=":material/error:")


def _open(title: str) -> Visit:
    """Comes back only with a conversation that belongs to this browser; otherwise the page ends here, with a sentence
    and a way on, having shown nothing of the data."""
    leave_direct_run()
    begin_page(title)
    _check_settings()
    try:
        person = person_here(service())
        show_recovery()
        show_shared_report(service(), person)
        visit = Visit(_conversation(person.owner), service(), runner(), person)
        mine = is_mine(visit.service, reopenings(), visit.conversation_id, person.owner)
    except TallyError as failed:
        if failed.actor == "developer":
            raise
        _tell_failure(failed)
    if not mine:
        _refuse()
    st.query_params[_PARAMETER] = visit.conversation_id
    show_sidebar(
        visit.service,
        visit.conversation_id,
        person,
        Ways(start_conversation, open_conversation, told_when_refused(delete_conversation)),
    )
    return visit


@told_when_refused
def start_conversation() -> None:
    """Makes a new conversation the one of this tab (a button's callback)."""
    _begin(person_here(service()).owner)


def open_conversation(conversation_id: str) -> None:
    """Makes an earlier conversation the one of this tab (a button's callback)."""
    st.session_state[_KEPT] = conversation_id
    st.query_params[_PARAMETER] = conversation_id


def _begin(owner: str) -> None:
    """A new conversation for this tab. A model that was connected here, and the switch that no values are
    sent, hold for it too."""
    conversation_id = service().start_conversation(owner)
    before = st.session_state.get(_KEPT)
    if before is not None and service().owns(before, owner):
        models = service().models
        models.connect(conversation_id, models.settings(before))
        models.share(conversation_id, Sharing(no_samples=models.sharing(before).no_samples))
    st.session_state[_KEPT] = conversation_id
    st.query_params[_PARAMETER] = conversation_id


def _check_settings() -> None:
    """Whoever starts the app reads what to mend on the page itself, not only in the log."""
    try:
        service()
    except SettingError as wrong:
        st.title(say("session.no_start"))
        st.error(escape(wrong.told(language())), icon=":material/error:")
        st.stop()


def _conversation(owner: str) -> str:
    """The id in the address, else the one of this tab (the navigation clears the address), else the last one of this
    browser, else a new one."""
    if _PARAMETER in st.query_params:
        st.session_state[_KEPT] = st.query_params[_PARAMETER]
    elif _KEPT not in st.session_state:
        _take_last(owner)
    return str(st.session_state[_KEPT])


def _take_last(owner: str) -> None:
    """Goes on with the conversation that was used last; a new one where there is none."""
    last = next(iter(service().people.earlier(owner)), None)
    if last is None:
        _begin(owner)
    else:
        open_conversation(last.conversation_id)


def delete_conversation(conversation_id: str) -> None:
    """Ends the conversation and makes another one that of this tab (a button's callback)."""
    owner = person_here(service()).owner
    if service().owns(conversation_id, owner):
        loads().cancel(conversation_id)
        service().end(conversation_id)
        runner().forget(conversation_id)
    _take_last(owner)


def _tell_failure(failed: TallyError) -> NoReturn:
    """The store cannot be read, or what it holds of this conversation is damaged."""
    st.title(say("session.cannot_open"), anchor=False)
    st.error(escape(failed.told(language())), icon=":material/error:")
    with st.container(horizontal=True):
        st.button(say("session.try_again"), type="primary")
        st.button(say("session.start_new"), on_click=start_conversation)
    show_refusals()
    st.stop()


def _refuse() -> NoReturn:
    st.title(say("session.not_here"))
    st.write(say("session.not_here_why"))
    st.button(say("session.start_new"), type="primary", on_click=start_conversation)
    st.stop()
