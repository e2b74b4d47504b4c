"""The first page is there at once: what the pages compute with is loaded beside the server, while it starts."""

import contextlib
import gc
import importlib
import threading

import streamlit as st

from pages.components.catalogue import say
from pages.components.welcome import show_early_welcome

_LOADED = threading.Event()
_ONCE = threading.Lock()


def begin_loading() -> None:
    """Begins to load, once in this process."""
    with _ONCE:
        if _THREAD.ident is None:
            _THREAD.start()


def is_loaded() -> bool:
    """Whether all is loaded. It is being loaded from now on."""
    begin_loading()
    return _LOADED.is_set()


def show_first_until_loaded() -> None:
    """The first page until all is loaded: its head, where that is what the visitor will see; then the page itself is
    drawn in its place. It runs as the first page does, so that what is dropped there stays there."""
    if show_early_welcome():
        _THREAD.join()
    else:
        wait_until_loaded()
    st.rerun()


def wait_until_loaded() -> None:
    """Shows the name of the app and that it is starting, until all is loaded; nothing where it is."""
    if is_loaded():
        return
    shown = st.empty()
    with shown.container():
        st.title("Tally")
        st.caption(say("page.starting"))
    _THREAD.join()
    shown.empty()


def _load() -> None:
    """Imports the first page with all that it needs. The garbage collector would look at every module again and again
    (a fifth of the time): it rests meanwhile.

    An import that fails is told where the page imports the same.
    """
    gc.disable()
    try:
        with contextlib.suppress(ImportError):
            importlib.import_module("pages.chat")
    finally:
        gc.enable()
        _LOADED.set()


_THREAD = threading.Thread(target=_load, name="starting", daemon=True)
