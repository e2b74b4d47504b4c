"""The way back to one's conversations from any browser: a link that is shown once."""

from datetime import datetime
from urllib.parse import urlsplit, urlunsplit

import streamlit as st

from agent.service import AnalystService
from pages.components.catalogue import say
from pages.components.connection.browser import browser_identity
from pages.components.process import service
from pages.components.refusals import told_when_refused

_PARAMETER = "back"
_SHOWN = "recovery_link_shown"
_USED_UP = "recovery_link_used_up"


def show_recovery() -> None:
    """Where the address holds a recovery link, asks whether to open the conversations here, and ends the page."""
    if service().settings.sign_in:
        return  # whoever signs in finds their conversations anywhere
    if st.session_state.pop(_USED_UP, False):
        st.error(say("recovery.dead"), icon=":material/error:")
    if _PARAMETER not in st.query_params:
        return
    st.title(say("recovery.open"), anchor=False)
    st.write(say("recovery.open_about"))
    with st.container(horizontal=True):
        st.button(say("recovery.open_yes"), type="primary", on_click=_recover, args=(st.query_params[_PARAMETER],))
        st.button(say("recovery.open_no"), on_click=_leave)
    st.stop()


@told_when_refused
def _recover(secret: str) -> None:
    st.session_state[_USED_UP] = not service().people.recover(secret, browser_identity())
    _leave()


def _leave() -> None:
    del st.query_params[_PARAMETER]


def show_recovery_settings(of: AnalystService, owner: str) -> None:
    """Makes, shows once, and revokes the link. Nothing where conversations are not kept, or people sign in."""
    if not of.people.kept or of.settings.sign_in:
        return
    st.header(say("recovery.title"), anchor=False)
    st.markdown(say("recovery.about"))
    if shown := st.session_state.get(_SHOWN):
        st.markdown(f"**{say('recovery.shown')}**")
        st.code(shown, language=None, wrap_lines=True)
        st.button(say("recovery.kept"), on_click=_forget)
        return
    made = of.people.recovery_link(owner)
    if made:
        st.caption(say("recovery.made", day=f"{datetime.fromtimestamp(made.made):%Y-%m-%d}"))
    with st.container(horizontal=True):
        st.button(say("recovery.make"), on_click=_make, args=(of, owner), icon=":material/key:")
        if made:
            st.button(say("recovery.revoke"), on_click=told_when_refused(of.people.revoke), args=(made,))


@told_when_refused
def _make(of: AnalystService, owner: str) -> None:
    st.session_state[_SHOWN] = f"{home_address()}?{_PARAMETER}={of.people.make_recovery_link(owner)}"


def _forget() -> None:
    st.session_state[_SHOWN] = None


def home_address() -> str:
    """The address of the first page, as this browser sees the server."""
    parts = urlsplit(st.context.url or "")
    return urlunsplit((parts.scheme, parts.netloc, parts.path.rpartition("/")[0] + "/", "", ""))
