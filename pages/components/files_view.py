"""The files at the end of a longer piece of work: its report, and the data that it rests on."""

from collections.abc import Mapping
from pathlib import PurePosixPath

import streamlit as st

from agent.service import AnalystService
from agent.state import TurnRecord

_MIMES: Mapping[str, str] = {".html": "text/html", ".csv": "text/csv", ".md": "text/markdown"}
_UNKNOWN = "application/octet-stream"


def show_files(service: AnalystService, conversation_id: str, turn: TurnRecord, offered: frozenset[str]) -> None:
    """A button for each file that no turn before offers already."""
    report, data = turn.get("report_file_path"), turn.get("data_file_path")
    files = [
        (path, label, name, icon)
        for path, label, name, icon in (
            (report, "Download the report", "tally_report", ":material/description:"),
            (data, "Download its data", "tally_data", ":material/table_rows:"),
        )
        if path and path not in offered
    ]
    if not files:
        return
    with st.container(horizontal=True):
        for path, label, name, icon in files:
            _offer(service, conversation_id, turn, str(path), (label, name, icon))


def _offer(
    service: AnalystService, conversation_id: str, turn: TurnRecord, path: str, words: tuple[str, str, str]
) -> None:
    label, name, icon = words
    suffix = PurePosixPath(path).suffix
    st.download_button(
        label,
        data=lambda: service.file(conversation_id, path),
        file_name=f"{name}{suffix}",
        mime=_MIMES.get(suffix, _UNKNOWN),
        key=f"file_{turn['turn_id']}_{name}",
        on_click="ignore",
        icon=icon,
        type="primary" if path == turn.get("report_file_path") else "secondary",
    )
