"""The other tables of a file that holds several, each one click away from being a data set too."""

import streamlit as st

from agent.service import AnalystService
from pages.components.escape import escape
from pages.components.refusals import told_when_refused
from pages.components.words import counted
from registry.dataset import Dataset
from registry.loading import load_beside
from registry.offered import OfferedTable

_SHOWN = 12


def show_offered(service: AnalystService, owner: str, dataset: Dataset) -> None:
    """A button for each table of the file that is no data set of this conversation yet."""
    here = {other.table for other in service.datasets.datasets(owner) if other.fingerprint == dataset.fingerprint}
    absent = [table for table in dataset.offered if table.key not in here]
    if not absent:
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown("The file also holds")
        for table in absent[:_SHOWN]:
            st.button(
                _label(table),
                key=f"offered_{dataset.dataset_id}_{table.key}",
                icon=":material/add:",
                on_click=_load,
                args=(service, owner, dataset.dataset_id, table.key),
            )
        if len(absent) > _SHOWN:
            st.markdown(f"and {counted(len(absent) - _SHOWN, 'more table')}")


def _label(table: OfferedTable) -> str:
    return escape(table.title) if table.rows is None else f"{escape(table.title)} ({counted(table.rows, 'row')})"


@told_when_refused
def _load(service: AnalystService, owner: str, dataset_id: str, key: str) -> None:
    load_beside(service.datasets, owner, dataset_id, key)
