"""Files that could not be read as they are, kept until the person has said how to, or lets them go."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field

import streamlit as st

from agent.service import AnalystService
from pages.components.catalogue import say
from pages.components.data.mending.draft import Draft
from pages.components.data.mending.panel import show_mending
from pages.components.escape import escape
from registry.dataset import DETECT, ReadingChoices
from registry.errors import RegistryError
from registry.preview import has_lines

_KEPT = "refused_files"
_MOST = 3
"""Files kept at once; the oldest goes, for each takes this session's memory."""


@dataclass(frozen=True)
class RefusedFile:
    """A file as it came, and why it was not read."""

    conversation_id: str
    name: str
    content: bytes = field(repr=False)
    why: str
    key: str = field(default_factory=lambda: secrets.token_hex(8))


def keep_refused(conversation_id: str, name: str, content: bytes, why: RegistryError) -> bool:
    """Keeps a file that another way of reading may mend; whether it is such a file."""
    if not has_lines(content, name):
        return False
    kept: list[RefusedFile] = st.session_state.setdefault(_KEPT, [])
    kept.append(RefusedFile(conversation_id, name, content, str(why)))
    del kept[:-_MOST]
    return True


def show_refused_files(service: AnalystService, conversation_id: str, added: Callable[[str], None]) -> None:
    """A card for each file that waits to be mended; `added` is told the id of the data set that one became."""
    for file in [each for each in st.session_state.get(_KEPT, []) if each.conversation_id == conversation_id]:
        with st.container(border=True, key=f"refused_{file.key}"):
            st.header(escape(file.name), anchor=False)
            st.error(escape(file.why), icon=":material/error:")
            st.markdown(say("files.refused"))
            draft = Draft(file.key, file.name, _assemble(file.content), DETECT)
            show_mending(draft, _adding(service, file, added), say("files.load_so"))
            st.button(say("files.let_go"), key=f"let_go_{file.key}", on_click=_let_go, args=(file.key,))


def _assemble(content: bytes) -> Callable[[], bytes]:
    return lambda: content


def _adding(
    service: AnalystService, file: RefusedFile, added: Callable[[str], None]
) -> Callable[[ReadingChoices], None]:
    def add(choices: ReadingChoices) -> None:
        added(service.datasets.add(file.conversation_id, file.name, file.content, choices).dataset_id)
        _let_go(file.key)

    return add


def _let_go(key: str) -> None:
    kept: list[RefusedFile] = st.session_state.get(_KEPT, [])
    kept[:] = [each for each in kept if each.key != key]
