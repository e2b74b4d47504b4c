"""What a number of an answer stands on, opened from its mark: its rows, what was done to them, the program.

A panel is made when it is opened and not before, in a fragment of its own: thirty answers cost thirty rows of marks.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

import streamlit as st

from agent.errors import TallyError
from agent.service import AnalystService, Evidence, arithmetic_of, ledger_in_words, missing_key, shown_cell
from agent.state import (
    Artifact,
    Citation,
    CitedCell,
    ResolvedText,
    TablePayload,
    TurnRecord,
)
from pages.components.answer.artifact_view import draw_rows
from pages.components.answer.code_view import show_reproduction
from pages.components.answer.numbers import marks_of
from pages.components.catalogue import language, say, say_count
from pages.components.escape import escape, showable

ROWS_SHOWN = 200


@dataclass(frozen=True)
class _Mark:
    """An opened mark, with what is needed to say what stands behind its number."""

    service: AnalystService
    conversation_id: str
    turn: TurnRecord
    artifacts: Mapping[str, Artifact]
    number: int  # 0 for a cell of a table
    citation: Citation

    @property
    def key(self) -> str:
        if self.number:
            return f"{self.turn['turn_id']}_{self.number}"
        (cell,) = self.citation["cells"]
        return f"{self.turn['turn_id']}_{cell['artifact_id']}_cell"

    def shown(self, cell: CitedCell) -> str:
        """A cell's value as people read it."""
        return shown_cell(cell, self.artifacts.get(cell["artifact_id"]))

    def called(self, cell: CitedCell) -> str:
        """What a cell is: "amount, North"."""
        made = self.artifacts.get(cell["artifact_id"])
        headings = cast(TablePayload, made["payload"]).get("headings", {}) if made and made["kind"] == "table" else {}
        column = headings.get(cell["column"]) or cell["column"].replace("_", " ")
        row = cell["row"].replace("#", say("sources.row"), 1) if cell["row"].startswith("#") else cell["row"]
        return f"{column}, {row}" if row else column


def show_sources(
    service: AnalystService,
    conversation_id: str,
    turn: TurnRecord,
    told: ResolvedText,
    artifacts: Mapping[str, Artifact],
) -> None:
    """The marks of an answer as it is told, each opening what its number was made from; nothing for an answer without
    numbers."""
    cited: dict[int, Citation] = {}
    for one, mark in marks_of(told, artifacts):
        if mark:
            cited.setdefault(mark, one)
    if cited:
        marks = {mark: _Mark(service, conversation_id, turn, artifacts, mark, one) for mark, one in cited.items()}
        _show_marks(turn["turn_id"], marks)


@st.fragment
def _show_marks(turn_id: str, marks: Mapping[int, _Mark]) -> None:
    with st.container(key=f"sources_{turn_id}"):  # not seen: the marks in the sentence press its buttons
        opened = st.pills(
            say("sources.title"),
            [*marks],
            key=f"marks_{turn_id}",
            label_visibility="collapsed",
        )
    if opened is not None and opened in marks:
        with st.container(border=True, key=f"source_{turn_id}_{opened}"):
            _show_panel(marks[opened])


def show_cell(service: AnalystService, conversation_id: str, turn: TurnRecord, made: Artifact, cell: CitedCell) -> None:
    """What a cell of a result table was made from, below the table."""
    display = shown_cell(cell, made)
    citation = Citation(start=0, end=len(display), display=display, verified=True, expression="", cells=[cell])
    mark = _Mark(service, conversation_id, turn, {made["artifact_id"]: made}, 0, citation)
    with st.container(border=True, key=f"source_{mark.key}"):
        _show_panel(mark)


def _show_panel(mark: _Mark) -> None:
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        numbered = f" :small[:gray[\\[{mark.number}\\]]]" if mark.number else ""
        st.markdown(f"**{escape(mark.citation['display'])}**{numbered}", width="content")
        if mark.number:
            st.button(say("sources.close"), key=f"close_source_{mark.key}", icon=":material/close:", type="tertiary",
                      on_click=_close, args=(mark.turn["turn_id"],))  # fmt: skip
    cell = _chosen_cell(mark)
    searched = f"find_{mark.key}"
    search = str(st.session_state.get(searched, ""))
    try:
        found = mark.service.evidence(mark.conversation_id, mark.turn, cell, search=search, language=language())
    except TallyError as untold:
        _show_untold(mark, cell, untold)
        return
    st.markdown(_sentence(found, cell))
    if found.condition:
        st.markdown(say("sources.condition", condition=escape(found.condition)))
    rows, steps, code = st.tabs(
        [say("sources.rows"), say("sources.steps"), say("sources.code")], key=f"tabs_{mark.key}"
    )
    with rows:
        _show_rows(mark, cell, found, searched)
    with steps:
        _show_steps(mark, cell)
    with code:
        show_reproduction(mark.service, mark.conversation_id, mark.turn, f"source_{mark.key}")


def _close(turn_id: str) -> None:
    st.session_state[f"marks_{turn_id}"] = None


def _show_untold(mark: _Mark, cell: CitedCell, why: TallyError) -> None:
    """The cell and what was done, where its rows cannot be shown."""
    called = escape(mark.called(cell))
    st.markdown(f"{called[:1].upper()}{called[1:]}: **{escape(mark.shown(cell))}**.")
    st.info(escape(why.told(language())), icon=":material/info:")
    _show_steps(mark, cell)


def _chosen_cell(mark: _Mark) -> CitedCell:
    """The cell to tell of; where a number was made of several, how, and one of them on choice."""
    cells = mark.citation["cells"]
    if len(cells) == 1:
        return cells[0]
    shown = [mark.shown(cell) for cell in cells]
    if written := arithmetic_of(mark.citation, shown):
        st.markdown(say("sources.computed", arithmetic=escape(written)))
    picked = st.selectbox(
        say("sources.which"),
        range(len(cells)),
        key=f"cell_{mark.key}",
        format_func=lambda at: showable(f"{shown[at]} ({mark.called(cells[at])})"),
    )
    return cells[picked]


# ---------------------------------------------------------------- rows


def _sentence(found: Evidence, cell: CitedCell) -> str:
    """ "Sum of amount for North: 12 of 48 rows of sales.csv." """
    heading = escape(found.heading.replace("_", " ") if found.heading == cell["column"] else found.heading)
    group = say("sources.and").join(
        escape(missing_key(language()) if value is None else str(value)) for _, value in found.group
    )
    what = f"{heading[:1].upper()}{heading[1:]}"
    what = say("sources.of_group", what=what, group=group) if group else what
    return say("sources.told", what=what, rows=_rows_in_words(found))


def _rows_in_words(found: Evidence) -> str:
    ledger = found.rows["ledger"]
    named = say("sources.of_data", name=escape(ledger["dataset"])) if ledger else ""
    key = "sources.all_rows" if found.used == found.total else "sources.some_rows"
    rows = say_count(key, found.total, used=found.used, of_data=named)
    if found.kind == "groups":
        return say_count("sources.made_groups", found.used, of_data=named)
    if found.kind == "multiplied":
        return say_count("sources.made_rows", found.used, total=found.total, of_data=named)
    if found.groups is not None:
        return say_count("sources.grouped", found.groups, rows=rows)
    return rows if found.narrowed else say("sources.drawn", rows=rows)


def _show_rows(mark: _Mark, cell: CitedCell, found: Evidence, searched: str) -> None:
    st.text_input(
        say("sources.find"),
        key=searched,
        placeholder=say("sources.find_hint"),
        label_visibility="collapsed",
        icon=":material/search:",
    )
    shown = TablePayload(**{**found.table, "rows": list(found.table["rows"][:ROWS_SHOWN])})
    if shown["rows"]:
        draw_rows(shown, f"rows_{mark.key}", say("sources.behind"))
    st.caption(_told_of_rows(found, len(shown["rows"]), str(st.session_state.get(searched, ""))))
    st.download_button(
        say("sources.download"),
        data=lambda: mark.service.evidence_csv(mark.conversation_id, mark.turn, cell),
        file_name=f"tally_rows_{mark.number}.csv",
        mime="text/csv",
        key=f"rows_csv_{mark.key}",
        on_click="ignore",
        icon=":material/download:",
        type="tertiary",
    )


def _told_of_rows(found: Evidence, shown: int, search: str) -> str:
    if search.strip():
        hold = say_count("sources.found", found.found, used=found.used, search=escape(search))
        return hold if found.found == shown else hold + say("sources.found_first", shown=shown)
    if not found.used:
        return say("sources.none")
    held = len(found.table["rows"])
    if held < found.found:
        return say("sources.held", shown=shown, held=held)
    return say("sources.all") if shown == found.used else say("sources.first", shown=shown)


# ---------------------------------------------------------------- steps


def _show_steps(mark: _Mark, cell: CitedCell) -> None:
    made = mark.artifacts.get(cell["artifact_id"])
    if made is None:
        return
    st.markdown(f"**{escape(made['title'])}**")
    lines = ledger_in_words(made["ledger"], language()) if made["ledger"] else []
    if lines:
        st.markdown("\n".join(f"{place}. {escape(line)}" for place, line in enumerate(lines, 1)))
