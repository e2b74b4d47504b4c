"""What a person takes along of the answers: a table, a workbook, the report; each made when pressed."""

from collections.abc import Callable
from functools import partial
from typing import Literal

import streamlit as st

from agent.service import AnalystService
from agent.state import Artifact
from pages.components.catalogue import say

_EXCEL = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


def offer_answer_workbook(service: AnalystService, conversation_id: str, turn_id: str, key: str) -> None:
    """A button that hands out the answer of a turn as a workbook: its tables, its pictures, how they were made."""

    def make() -> bytes:
        return service.workbook(conversation_id, turn_id=turn_id) or b""

    _offer("excel", make, f"tally_{turn_id}.xlsx", _EXCEL, ":material/table:", key=key, type="tertiary")


def offer_picture(service: AnalystService, picture: Artifact, key: str, spoken: str) -> None:
    """A button that hands out a figure as a picture, its dates and numbers as people of the language write them."""
    _offer("picture", lambda: service.picture(picture, spoken), f"tally_{key}.png", "image/png", ":material/image:",
           key=key, type="tertiary")  # fmt: skip


def offer_conversation(service: AnalystService, conversation_id: str) -> None:
    """Buttons for the conversation: the report as it was chosen, workbook and notebook of all answers."""
    with st.container(horizontal=True, key="take_along"):
        for what, make, name, mime, icon in (
            (
                "html",
                service.report_html,
                "tally_report.html",
                "text/html",
                ":material/download:",
            ),
            (
                "word",
                service.report_word,
                "tally_report.docx",
                _WORD,
                ":material/description:",
            ),
            ("excel", service.workbook, "tally_answers.xlsx", _EXCEL, ":material/table:"),
            ("notebook", service.notebook_zip, "tally_notebook.zip", "application/zip", ":material/developer_guide:"),
            (
                "zip",
                service.report_zip,
                "tally_report.zip",
                "application/zip",
                ":material/folder_zip:",
            ),
        ):
            _offer(
                what,
                partial(_made, make, conversation_id),
                name,
                mime,
                icon,
                key="report",
                type="primary" if what == "html" else "secondary",
            )


def _made(make: Callable[[str], bytes | None], conversation_id: str) -> bytes:
    return make(conversation_id) or b""


def _offer(
    what: str,
    make: Callable[[], bytes],
    name: str,
    mime: str,
    icon: str,
    *,
    key: str,
    type: Literal["primary", "secondary", "tertiary"],  # noqa: A002 - Streamlit's name for it
) -> None:
    st.download_button(
        say(f"take.{what}"),
        data=make,
        file_name=name,
        mime=mime,
        key=f"{what}_{key}",
        on_click="ignore",
        icon=icon,
        type=type,
        help=say(f"take.{what}_help"),
    )
