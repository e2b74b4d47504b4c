"""What a press of a button could not do, kept until the page is drawn, then told in its sentence."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

import streamlit as st

from agent.errors import TallyError
from pages.components.catalogue import language
from pages.components.escape import escape

_REFUSALS = "refusals"
P = ParamSpec("P")


def told_when_refused(act: Callable[P, None]) -> Callable[P, None]:
    """The button's callback, with what it is refused noted for the page. A fault of ours is none of the person's
    business: it is raised on."""

    @wraps(act)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            act(*args, **kwargs)
        except TallyError as refused:
            note_refusal(refused)

    return guarded


def note_refusal(refused: TallyError) -> None:
    """Keeps the sentence for the next drawing of the page."""
    if refused.actor == "developer":
        raise refused
    st.session_state.setdefault(_REFUSALS, []).append(refused.told(language()))


def show_refusals() -> None:
    """Tells what was refused since the page was drawn last, in sight wherever the reader is on a long page, until the
    reader closes it."""
    for sentence in st.session_state.pop(_REFUSALS, []):
        st.toast(escape(sentence), icon=":material/error:", duration="infinite")
