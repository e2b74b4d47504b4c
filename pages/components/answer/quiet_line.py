"""The one line below an answer: its rows, what was decided about the data, how it was computed, what can be taken."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

import streamlit as st

from agent.service import AnalystService, spreadsheet_cell
from agent.state import Artifact, Cell, ResolvedText, TablePayload, TurnRecord
from pages.components.answer.artifact_view import offer_csv
from pages.components.answer.computed import is_computed, show_computation
from pages.components.answer.take_along import offer_answer_workbook, offer_picture
from pages.components.catalogue import language, say
from pages.components.data.judged import ICON, decided, show_judged
from pages.components.escape import escape, showable

MOST_COPIED = 1_000
"""Rows of a table that can be copied; the download holds all."""
_CELLS_HIGH, _PICTURE_WIDE = 160, 420


@dataclass(frozen=True)
class Shown:
    """What an answer shows: its sentences, its main results, the picture that was drawn of a table
    unasked, and the data of a chart that was asked for."""

    told: ResolvedText
    main: Sequence[Artifact]
    drawn: Artifact | None
    data: Artifact | None

    @property
    def tables(self) -> list[Artifact]:
        """The main tables; of a chart that was asked for, the table of what it draws."""
        return [one for one in (*self.main, self.data) if one is not None and one["kind"] == "table"]

    @property
    def picture(self) -> Artifact | None:
        """The picture that a person sees first."""
        return next((one for one in self.main if one["kind"] == "figure"), self.drawn)


@st.fragment
def show_quiet_line(
    service: AnalystService, conversation_id: str, turn: TurnRecord, shown: Shown, artifacts: Mapping[str, Artifact],
    facts: str, changeable: bool,
) -> None:  # fmt: skip
    """The line of a turn; `facts`: how many rows it stands on, as Markdown; `changeable`: whether what was decided of
    the data can be decided otherwise here. Nothing for a turn with nothing to say."""
    computed, judged = is_computed(turn, artifacts), turn.get("judged", [])
    if not (facts or computed or judged or shown.main):
        return
    turn_id = turn["turn_id"]
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key=f"line_{turn_id}"):
        if facts:
            st.caption(facts, width="content")
        if judged:
            st.button(decided(judged), key=f"decided_{turn_id}", icon=ICON, type="tertiary",
                      on_click=_turn_over, args=(f"judged_{turn_id}",))  # fmt: skip
        if computed:
            st.button(say("computed.title"), key=f"how_{turn_id}", icon=":material/functions:", type="tertiary",
                      on_click=_turn_over, args=(f"computed_{turn_id}",))  # fmt: skip
        if shown.main:
            _offer_copies(service, conversation_id, turn, shown)
            _offer_downloads(service, conversation_id, turn, shown)
    if judged and st.session_state.get(f"judged_{turn_id}", False):
        with st.container(border=True, key=f"decisions_{turn_id}", gap=None):
            show_judged(service, conversation_id, turn, changeable=changeable)
    if computed and st.session_state.get(f"computed_{turn_id}", False):
        with st.container(border=True, key=f"method_{turn_id}"):
            show_computation(service, conversation_id, turn, artifacts)


def _turn_over(key: str) -> None:
    st.session_state[key] = not st.session_state.get(key, False)


def _offer_copies(service: AnalystService, conversation_id: str, turn: TurnRecord, shown: Shown) -> None:
    """The sentences and the tables, each in a box that the browser copies whole, the tables as cells; the picture as an
    image, which browsers copy from their own menu."""
    key, icon = f"copy_{turn['turn_id']}", ":material/content_copy:"
    with st.popover(say("take.copy"), icon=icon, type="tertiary", key=key, on_change="rerun") as opened:
        if not opened.open:
            return
        st.code(showable(shown.told["text"]), language=None, wrap_lines=True)
        for table in shown.tables:
            st.caption(say("take.cells", title=escape(table["title"])))
            whole = cast(TablePayload, service.artifact(conversation_id, table["artifact_id"])["payload"])
            st.code(showable(_as_cells(whole)), language=None, height=_CELLS_HIGH)
        if shown.picture is not None:
            st.caption(say("take.copy_picture"))
            alt = showable(shown.picture["title"])
            st.image(service.picture(shown.picture, language()), width=_PICTURE_WIDE, alt=alt)


def _as_cells(table: TablePayload) -> str:
    """A table as cells that a spreadsheet takes in: a tab between them, a line a row, under its headings."""
    headings = [table.get("headings", {}).get(name, name) for name in table["columns"]]
    rows: list[list[Cell]] = [[*headings], *table["rows"][:MOST_COPIED]]
    return "\n".join("\t".join(_cell(cell) for cell in row) for row in rows)


def _cell(cell: Cell) -> str:
    """One cell on one line; text that a spreadsheet would compute is kept from it, as in downloads."""
    written = spreadsheet_cell(" ".join(cell.split()) if isinstance(cell, str) else cell)
    return "" if written is None else str(written)


def _offer_downloads(service: AnalystService, conversation_id: str, turn: TurnRecord, shown: Shown) -> None:
    key = turn["turn_id"]
    with st.popover(say("take.download"), icon=":material/download:", type="tertiary", key=f"download_{key}"):
        for table in shown.tables:
            label = say("take.csv") if len(shown.tables) == 1 else say("take.csv_of", title=escape(table["title"]))
            offer_csv(service, conversation_id, table["artifact_id"], f"{key}_{table['artifact_id']}", label)
        offer_answer_workbook(service, conversation_id, key, key)
        if shown.picture is not None:
            offer_picture(service, shown.picture, key, language())
