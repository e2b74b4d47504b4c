"""What became of a file that was just added, before anything is asked: its first rows, what was decided, what is
unsure, and how to read it otherwise. Whoever does not care presses nothing."""

import streamlit as st

from agent.service import AnalystService
from pages.components.catalogue import say, say_count
from pages.components.data.dataset_card import show_offered
from pages.components.data.judged import line_of, rereading
from pages.components.data.mending.draft import draft_of
from pages.components.data.mending.panel import show_mending
from pages.components.data.profile_view import first_rows
from pages.components.escape import escape
from registry.dataset import Dataset
from registry.judgements import judged_in

_ADDED = "just_added"
_ROWS = 5
_LINES = 3


def note_added(service: AnalystService, conversation_id: str, dataset_id: str) -> None:
    """Notes that a file came in; it is shown until the next question."""
    st.session_state.setdefault(_ADDED, {})[dataset_id] = len(service.turns(conversation_id))


def _just_added(service: AnalystService, conversation_id: str) -> tuple[Dataset, ...]:
    """The data sets that came in here since the last question."""
    noted: dict[str, int] = st.session_state.get(_ADDED, {})
    turns = len(service.turns(conversation_id))
    return tuple(one for one in service.datasets.datasets(conversation_id) if noted.get(one.dataset_id) == turns)


def were_added() -> frozenset[str]:
    """The ids of all data sets that came in here: a card told what became of them."""
    return frozenset(st.session_state.get(_ADDED, {}))


def show_added(service: AnalystService, conversation_id: str) -> None:
    """A card for each data set that came in since the last question."""
    for dataset in _just_added(service, conversation_id):
        with st.container(border=True, key=f"added_{dataset.dataset_id}"):
            _show_card(service, conversation_id, dataset)


def _show_card(service: AnalystService, conversation_id: str, dataset: Dataset) -> None:
    profile = dataset.profile
    size = say("files.between").join((say_count("rows", profile.rows), say_count("columns", len(profile.columns))))
    st.markdown(f":material/check: **{escape(dataset.name)}**: {size}")
    show_offered(service, conversation_id, dataset)
    key = f"added_{dataset.dataset_id}_{dataset.version}"
    first_rows(dataset.head(_ROWS), f"{key}_rows")
    decided = judged_in(dataset.receipt.entries)
    lines = [f":material/rule: {line_of(one.kind, one.column, one.count, one.values)}" for one in decided]
    lines = [*lines[:_LINES], *(["…"] if len(lines) > _LINES else [])]
    unsure = [*dataset.receipt.of("unsure"), *dataset.receipt.of("warning")]
    told = [f":material/help: {escape(entry.text)}" for entry in unsure if entry.judged is None]
    lines += [*told[:_LINES], *(["…"] if len(told) > _LINES else [])]
    if lines:
        st.caption("  \n".join(lines))
    with st.expander(say("mending.title"), icon=":material/tune:", key=f"{key}_mend", on_change="rerun") as opened:
        if opened.open:
            draft = draft_of(service.datasets, conversation_id, dataset, f"{key}_draft")
            show_mending(draft, rereading(service, conversation_id, dataset), say("mending.use"))
