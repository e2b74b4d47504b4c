"""One data set on the data page: receipt, choices, profile, preview, removal."""

import dataclasses

import streamlit as st

from agent.errors import TallyError
from agent.service import AnalystService
from pages.components.escape import escape
from pages.components.profile_view import show_preview, show_profile
from pages.components.receipt import show_receipt
from pages.components.refusals import told_when_refused
from pages.components.sharing_form import show_proposals
from pages.components.words import counted, size
from registry.dataset import Dataset
from registry.store import DatasetStore

_REFUSED = "reread_refused"
_READING = {True: "Day first (31.12.)", False: "Month first (12/31)"}


def show_dataset(service: AnalystService, owner: str, dataset: Dataset) -> None:
    """Everything known of a data set, what may mislead first."""
    store = service.datasets
    with st.container(border=True, key=f"dataset_{dataset.dataset_id}"):
        st.subheader(escape(dataset.name), anchor=False)
        profile = dataset.profile
        facts = [counted(profile.rows, "row"), counted(len(profile.columns), "column"), size(dataset.memory_bytes)]
        if profile.duplicate_rows:
            facts.append(counted(profile.duplicate_rows, "repeated row"))
        st.markdown(" · ".join(facts))
        show_receipt(dataset.receipt)
        if service.models.settings(owner) is not None:
            show_proposals(service, owner, dataset)
        _show_date_choices(store, owner, dataset)
        columns, rows = st.tabs(["Columns", "First rows"])
        with columns:
            show_profile(dataset)
        with rows:
            show_preview(dataset)
        _show_removal(store, owner, dataset)


def _show_date_choices(store: DatasetStore, owner: str, dataset: Dataset) -> None:
    decided = dict(dataset.choices.day_first)
    open_columns = [column.name for column in dataset.profile.columns if column.kind == "ambiguous_date"]
    for column in [*open_columns, *(name for name in decided if name not in open_columns)]:
        with st.container(horizontal=True, vertical_alignment="center"):
            if column in decided:
                st.markdown(f"**{escape(column)}** is read {_READING[decided[column]].lower()}.")
            else:
                st.markdown(f"**{escape(column)}**: does the day or the month come first?")
            for day_first, label in _READING.items():
                st.button(
                    label,
                    key=f"dates_{dataset.dataset_id}_{column}_{day_first}",
                    disabled=decided.get(column) is day_first,
                    on_click=_reread,
                    args=(store, owner, dataset, column, day_first),
                )
    if refused := st.session_state.pop(_REFUSED, ""):
        st.error(escape(refused), icon=":material/error:")


def _reread(store: DatasetStore, owner: str, dataset: Dataset, column: str, day_first: bool) -> None:
    decided = {**dict(dataset.choices.day_first), column: day_first}
    try:
        store.reread(owner, dataset.dataset_id, dataclasses.replace(dataset.choices, day_first=tuple(decided.items())))
    except TallyError as refused:
        st.session_state[_REFUSED] = str(refused)


def _show_removal(store: DatasetStore, owner: str, dataset: Dataset) -> None:
    with st.popover("Remove", icon=":material/delete:"):
        st.markdown("Remove this data set from the conversation? Answers already given stay.")
        st.button(
            "Yes, remove it",
            key=f"remove_{dataset.dataset_id}",
            type="primary",
            on_click=_remove,
            args=(store, owner, dataset.dataset_id),
        )


@told_when_refused
def _remove(store: DatasetStore, owner: str, dataset_id: str) -> None:
    if any(dataset.dataset_id == dataset_id for dataset in store.datasets(owner)):  # another tab may have been faster
        store.remove(owner, dataset_id)
