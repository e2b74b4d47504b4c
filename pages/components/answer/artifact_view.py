"""Results on the page: tables, figures, texts, each with its row count and a download."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, cast

import pandas as pd
import streamlit as st
from pandas.io.formats.style import Styler

from agent.service import AnalystService, cell_writer, missing_key, telling, words_in, written_in
from agent.state import Artifact, ArtifactKind, Cell, TablePayload, picture_of
from pages.components.catalogue import in_signs, language, say, say_count
from pages.components.escape import escape, plain_labels, showable

MOST_WRITTEN = 50_000
"""Cells of a table that are written one by one; of a wider one the browser writes them, in its own signs."""
FIGURE_PIXELS = 300
_TABLE_ROWS_SHOWN = 15
_ROW_PIXELS = 35


OnCell = Callable[[Artifact, int, int], None]
"""Shows what a cell of a table was made from: the table, the row and the column, counted from 0."""


def show_artifact(
    service: AnalystService, conversation_id: str, artifact: Artifact, key: str, on_cell: OnCell | None = None
) -> None:
    """A result with its title; where it cannot be drawn, a sentence that says so. A table's cells open what `on_cell`
    shows of them. A table that is no main result has its way out below it."""
    with drawn_or_named(artifact["title"], artifact["artifact_id"]):
        if artifact["kind"] == "table" and on_cell is not None:
            _show_table_of_cells(artifact, key, on_cell)
        else:
            _SHOW[artifact["kind"]](artifact, key)
    if artifact["kind"] == "table" and artifact["role"] != "main":
        offer_csv(service, conversation_id, artifact["artifact_id"], key)


@st.fragment
def _show_table_of_cells(artifact: Artifact, key: str, on_cell: OnCell) -> None:
    _show_table(artifact, key, opens=True)
    chosen = st.session_state.get(f"table_{key}")
    cells = chosen.selection.cells if chosen is not None else []
    if cells:
        row, shown = cells[0]
        columns = list(as_frame(cast(TablePayload, artifact["payload"])).columns)
        on_cell(artifact, int(row), columns.index(shown))


def rows_line(used: int | None, total: int | None, beside: str = "", *, by_program: bool = False) -> str:
    """ "From 12,431 of 60,000 rows.", "From all 60,000 rows.", or "" if nothing was counted. `beside` tells more of
    them, `by_program` that it was a program that counted."""
    if used is None or total is None:
        return ""
    told = say("counted.by_program") if by_program else beside
    key = "counted.rows_all" if used == total else "counted.rows_some"
    return say_count(key, total, used=used, beside=told)


def _show_table(artifact: Artifact, key: str, *, opens: bool = False) -> None:
    payload = cast(TablePayload, artifact["payload"])
    st.markdown(f"**{escape(artifact['title'])}**")
    frame = draw_rows(payload, f"table_{key}", artifact["title"], opens=opens)
    if payload["total_rows"] > len(frame):
        st.caption(_more_rows(artifact, len(frame), payload["total_rows"]))


def draw_rows(payload: TablePayload, key: str, alt: str, *, opens: bool = False) -> pd.DataFrame:
    """The rows of a table as a grid; what was drawn. With `opens` a cell can be chosen."""
    frame = as_frame(payload)
    height = "auto" if len(frame) <= _TABLE_ROWS_SHOWN else _ROW_PIXELS * (_TABLE_ROWS_SHOWN + 1)
    st.dataframe(
        written(frame, payload) if frame.size <= MOST_WRITTEN else frame,
        hide_index=True,
        key=key,
        height=cast(Any, height),
        column_config=column_configs(frame, payload),
        alt=showable(alt),
        **(_CHOICE if opens else {}),
    )
    return frame


_CHOICE: Any = {"on_select": "rerun", "selection_mode": "single-cell"}


def _more_rows(artifact: Artifact, shown: int, total: int) -> str:
    """A program tells how many rows there are, and sends not more than it may."""
    if artifact["code"] is None:
        return say("counted.first", shown=shown, total=total)
    return say("counted.first_by_program", shown=shown, total=total)


def _show_figure(artifact: Artifact, key: str) -> None:
    st.markdown(f"**{escape(artifact['title'])}**")
    picture = picture_of(artifact["payload"])
    if picture is None:
        _show_chart(artifact, key)
    else:
        st.image(picture, alt=showable(f"{artifact['title']}. {artifact['description']}"))
    if artifact["description"]:
        st.caption(escape(artifact["description"]))


def _show_chart(artifact: Artifact, key: str) -> None:
    drawn = written_in(cast(dict[str, Any], artifact["payload"]), language())
    figure = cast(dict[str, Any], plain_labels(cast(Any, drawn)))
    if not figure["data"]:  # Streamlit cannot draw it
        st.caption(say("counted.no_data"))
        return
    layout = figure.setdefault("layout", {})
    layout.pop("title", None)  # it stands above
    _leave_out_repeated(layout, figure["data"], artifact["title"])
    alt = str(layout.pop("meta", {}).get("alt", artifact["description"]))
    height = max(FIGURE_PIXELS, int(layout.get("height", 0)))
    layout.update(height=height, modebar={"bgcolor": "rgba(0,0,0,0)"})
    layout["margin"] = {**layout.get("margin", {}), "t": 16, "b": 30}  # an axis that needs more takes it
    st.plotly_chart(figure, key=f"figure_{key}", theme="streamlit", alt=showable(alt))


def _leave_out_repeated(layout: dict[str, Any], traces: list[dict[str, Any]], heading: str) -> None:
    """Takes away titles of axes that the heading says, and those of dates; clouds of points keep theirs."""
    if any(trace.get("type") not in ("bar", "scatter") or _is_cloud(trace) for trace in traces):
        return
    if "xaxis2" in layout or "yaxis2" in layout:  # panels are told apart by their titles
        return
    for axis in (layout.get("xaxis") or {}, layout.get("yaxis") or {}):
        title = axis.get("title")
        words = str(title.get("text") or "") if isinstance(title, dict) else ""
        if words and (words.casefold() in heading.casefold() or axis.get("type") == "date"):
            axis["title"] = {"text": ""}


def _is_cloud(trace: dict[str, Any]) -> bool:
    return trace.get("type") == "scatter" and "lines" not in str(trace.get("mode", ""))


def _show_text(artifact: Artifact, _key: str) -> None:
    st.markdown(f"**{escape(artifact['title'])}**")
    st.text(showable(str(artifact["payload"])))


_SHOW: dict[ArtifactKind, Callable[[Artifact, str], None]] = {
    "table": _show_table,
    "figure": _show_figure,
    "text": _show_text,
}


def offer_csv(service: AnalystService, conversation_id: str, artifact_id: str, key: str, label: str = "") -> None:
    """A button that hands out the whole table, made when it is pressed. `label` is escaped already."""
    st.download_button(
        label or say("take.csv"),
        data=lambda: service.table_csv(conversation_id, artifact_id),
        file_name=f"tally_{artifact_id}.csv",
        mime="text/csv",
        key=f"csv_{key}",
        on_click="ignore",
        icon=":material/download:",
        type="tertiary",
    )


# ----------------------------------------------------------------
# A result table as a frame that a page can show: names, numbers and units as people read them.


_LARGEST_SHOWN = 2**53
"""Beyond this a browser rounds whole numbers; they are shown as text."""


def as_frame(payload: TablePayload) -> pd.DataFrame:
    """The preview rows with names that a page can show: cleaned, and different from each other."""
    names: list[str] = []
    for column in payload["columns"]:
        name = showable(column) or " "
        while name in names:
            name += "\u200b"
        names.append(name)
    columns = [_show([_in_words(row[place]) for row in payload["rows"]]) for place in range(len(names))]
    for place, column in enumerate(payload["columns"]):
        if column in payload["key_columns"]:  # a group of its own, not a gap
            columns[place] = [missing_key(language()) if cell is None else cell for cell in columns[place]]
    return pd.DataFrame(dict(zip(names, columns, strict=True)))


def written(frame: pd.DataFrame, payload: TablePayload) -> Styler:
    """The frame of `as_frame(payload)` with its cells as people of the reader's language write them; it is sorted by
    what the cells hold."""
    texts = {
        shown: partial(_cell_text, cell_writer(payload, name, frame[shown]), language())
        for shown, name in zip(frame.columns, payload["columns"], strict=True)
    }
    return frame.style.format(cast(Any, texts))


def _cell_text(write: Callable[[Cell], str], spoken: str, cell: Cell) -> str:
    with telling(spoken):
        return showable(write(cell))


def column_configs(frame: pd.DataFrame, payload: TablePayload) -> dict[str, Any]:
    """How each column of `as_frame(payload)` is headed."""
    return {
        shown: _config(name, payload, frame[shown])
        for shown, name in zip(frame.columns, payload["columns"], strict=True)
    }


def _config(name: str, payload: TablePayload, cells: "pd.Series[Any]") -> Any:
    unit = payload["units"].get(name, "")
    words = payload.get("headings", {}).get(name, name)
    label = showable(words if unit in ("", "%") or unit in words else f"{words} ({unit})")
    if not pd.api.types.is_numeric_dtype(cells) or pd.api.types.is_bool_dtype(cells):
        return st.column_config.Column(label)
    return st.column_config.NumberColumn(label)


def _show(cells: list[Cell]) -> list[Cell]:
    """A column of one kind: as it is, or wholly as text where a browser would round or a page would stumble."""
    kinds = {type(cell) for cell in cells if cell is not None}
    numeric = kinds <= {int, float} or kinds <= {bool}
    if numeric and not any(isinstance(cell, int) and abs(cell) > _LARGEST_SHOWN for cell in cells):
        return cells
    return [cell if cell is None else showable(_text(cell)) for cell in cells]


def _in_words(cell: Cell) -> Cell:
    """Yes and no as words, which a page would draw as boxes to tick; anything else as it is."""
    return words_in(language()).say("value.true" if cell else "value.false") if isinstance(cell, bool) else cell


def _text(cell: bool | int | float | str) -> str:
    return in_signs(f"{cell:,}") if type(cell) is int else str(cell)


# ----------------------------------------------------------------
# One result that cannot be drawn does not take the page with it.


_log = logging.getLogger(__name__)


@contextmanager
def drawn_or_named(title: str, artifact_id: str) -> Iterator[None]:
    """Draws in the block. What goes wrong there is logged whole, and a sentence stands in the result's place."""
    try:
        yield
    except Exception:  # noqa: BLE001 - a boundary: what a file, a model or a program left may fail in any library
        _log.exception("a result could not be drawn")
        st.warning(say("card.not_drawn", title=escape(title or artifact_id)), icon=":material/broken_image:")
