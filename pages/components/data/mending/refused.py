"""Files that could not be read as they are, kept until the person has said how to, or lets them go."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

import streamlit as st

from agent.service import AnalystService
from pages.components import process
from pages.components.catalogue import say
from pages.components.data.mending.draft import Draft
from pages.components.data.mending.panel import Apply, show_mending
from pages.components.escape import escape
from pages.components.load_runner import Load, Mendable
from registry.dataset import DETECT, ReadingChoices

_KEPT = "refused_files"
_MOST = 3
"""Files kept at once; the oldest goes, for each takes this session's memory."""


@dataclass(frozen=True)
class RefusedFile:
    """A file as it came, and why it was not read."""

    conversation_id: str
    name: str
    mendable: Mendable
    why: str
    key: str = field(default_factory=lambda: secrets.token_hex(8))


def refused_here() -> list[RefusedFile]:
    """The files of this session that wait to be mended."""
    kept: list[RefusedFile] = st.session_state.setdefault(_KEPT, [])
    return kept


def add_refused(kept: list[RefusedFile], file: RefusedFile) -> None:
    """One more of them."""
    kept.append(file)
    del kept[:-_MOST]


def show_refused_files(service: AnalystService, conversation_id: str) -> None:
    """A card for each file that waits to be mended: why, its first lines, the choices, and what they give."""
    for file in [each for each in refused_here() if each.conversation_id == conversation_id]:
        with st.container(border=True, key=f"refused_{file.key}"):
            st.header(escape(file.name), anchor=False)
            st.error(escape(file.why), icon=":material/error:")
            st.markdown(say("files.refused"))
            draft = Draft(file.key, file.name, _content_of(file), DETECT, file.mendable.offered)
            show_mending(draft, _adding(service, file), say("files.load_so"))
            st.button(say("files.let_go"), key=f"let_go_{file.key}", on_click=_let_go, args=(file.key,))


def _content_of(file: RefusedFile) -> Callable[[], bytes]:
    return lambda: file.mendable.content


def _adding(service: AnalystService, file: RefusedFile) -> Apply:
    def add(choices: ReadingChoices) -> None:
        content = file.mendable.content
        work = partial(service.datasets.add, file.conversation_id, file.name, content, choices)
        process.loads().run(file.conversation_id, Load(file.name, work, len(content), waiting=file.key))

    return add


def _let_go(key: str) -> None:
    kept = refused_here()
    kept[:] = [each for each in kept if each.key != key]
