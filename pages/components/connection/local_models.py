"""Language models that run on this machine already: found by themselves, and one click away."""

from collections.abc import Iterator
from dataclasses import replace

import streamlit as st

from agent.model_settings import Secret
from agent.service import AnalystService, LocalServer
from pages.components.catalogue import say
from pages.components.escape import escape
from pages.components.refusals import told_when_refused

FOUND_SECONDS = 20.0  # how long what was found holds: pages are drawn again and again
MODELS_SHOWN = 4  # of one server; others can be typed
_CHOSEN = "local_model_chosen"


def show_local_models(service: AnalystService, conversation_id: str, key: str) -> None:
    """A button a model that a server of this machine offers; nothing where none runs or one of them is used already."""
    used = service.models.settings(conversation_id)
    offers = list(_offers(_find(service)))
    if not offers or (used and any(used.base_url == server.base_url for server, _ in offers)):
        return
    st.markdown(say("local.found"))
    with st.container(horizontal=True):
        for place, (server, model) in enumerate(offers):
            st.button(
                say("local.use", model=escape(model), server=escape(server.title)),
                key=f"{key}_local_{place}",
                icon=":material/memory:",
                on_click=_use,
                args=(service, conversation_id, server, model),
            )


def show_chosen_model() -> None:
    """What the last press of such a button did, once."""
    if said := st.session_state.pop(_CHOSEN, ""):
        st.success(escape(said))


@st.cache_data(ttl=FOUND_SECONDS, show_spinner=False)
def _find(_service: AnalystService) -> tuple[LocalServer, ...]:
    return _service.models.local_servers()


def _offers(servers: tuple[LocalServer, ...]) -> Iterator[tuple[LocalServer, str]]:
    for server in servers:
        yield from ((server, model) for model in server.models[:MODELS_SHOWN])


@told_when_refused
def _use(service: AnalystService, conversation_id: str, server: LocalServer, model: str) -> None:
    """Connects the model; what it may decide is found out in the background. A key of another address stays there."""
    base = service.models.settings(conversation_id) or service.models.unconnected
    service.models.connect(
        conversation_id, replace(base, base_url=server.base_url, name=model, api_key=Secret(), role="auto")
    )
    service.models.begin_exam(conversation_id)
    st.session_state[_CHOSEN] = say("local.used", model=model, server=server.title)
