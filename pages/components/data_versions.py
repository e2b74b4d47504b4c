"""Answers that were computed on an earlier version of their data say so."""

import streamlit as st

from agent.service import AnalystService
from agent.state import TurnRecord
from pages.components.escape import escape


def show_read_anew(service: AnalystService, conversation_id: str, turn: TurnRecord) -> None:
    """A line below an answer whose data were read anew since; nothing for any other."""
    for dataset, version in service.read_anew(conversation_id, turn):
        st.caption(
            f":material/history: Computed on version {version} of {escape(dataset.name)}. It was read anew since (now"
            f" version {dataset.version}): ask again for the new numbers."
        )
