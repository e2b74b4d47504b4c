"""A file that is too large to upload, named by its path: for a person whose own machine this is, and nobody else."""

from collections.abc import Mapping
from urllib.parse import urlsplit

import streamlit as st

from agent.service import AnalystService
from pages.components.catalogue import say
from pages.components.data.loading import load_path
from pages.components.reading.spec_form import pressed

_OWN_NAMES = ("localhost", "127.0.0.1", "::1")
_FORWARDED = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via")
"""What a proxy says of whom it asks for: then the one who asks sits elsewhere."""
_PLACE = "data_path"


def show_by_path(service: AnalystService, conversation_id: str) -> None:
    """A place for the path of a large file; nothing where a path could be that of somebody else's machine."""
    if not reads_paths(service):
        return
    with st.expander(say("by_path.title"), icon=":material/hard_drive:"):
        st.text_input(say("by_path.path"), key=_PLACE, placeholder="/home/me/sales-2015-2025.csv")
        st.caption(say("by_path.help"))
        if pressed(say("by_path.load"), key=f"{_PLACE}_load"):
            _load(service, conversation_id)


def reads_paths(service: AnalystService) -> bool:
    """Whether files are read by their path here: only for whoever sits at this machine."""
    return service.datasets.asks_paths and is_own_machine(
        str(st.get_option("server.address") or ""), st.context.headers.to_dict()
    )


def is_own_machine(address: str, headers: Mapping[str, str]) -> bool:
    """Whether the server listens to this machine alone, and was asked by its own name with no proxy between."""
    told = {name.casefold(): value for name, value in headers.items()}
    host = urlsplit(f"//{told.get('host', '')}").hostname or ""
    return address in _OWN_NAMES and host in _OWN_NAMES and not any(name in told for name in _FORWARDED)


def _load(service: AnalystService, conversation_id: str) -> None:
    """Loads what lies at the path; the page tells what became of it."""
    path = str(st.session_state[_PLACE]).strip()
    if path and reads_paths(service):
        with st.spinner(say("by_path.reading")):
            load_path(service, conversation_id, path)
        st.rerun()
