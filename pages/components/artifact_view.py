"""Results on the page: tables, figures, texts, each with its row count and a download."""

from collections.abc import Callable
from typing import Any, cast

import pandas as pd
import streamlit as st

from agent.service import AnalystService
from agent.state import Artifact, ArtifactKind, TablePayload, picture_of
from pages.components.catalogue import say
from pages.components.escape import escape, plain_labels, showable
from pages.components.guarded import drawn_or_named
from pages.components.table_frame import as_frame, column_configs
from pages.components.take_along import offer_answer_workbook

FIGURE_PIXELS = 380
_TABLE_ROWS_SHOWN = 15
_ROW_PIXELS = 35


def show_artifact(service: AnalystService, conversation_id: str, artifact: Artifact, key: str) -> None:
    """A result with its title, and its way out; where it cannot be drawn, a sentence that says so."""
    with drawn_or_named(artifact["title"], artifact["artifact_id"]):
        _SHOW[artifact["kind"]](artifact, key)
    if artifact["kind"] == "table":
        with st.container(horizontal=True):
            offer_csv(service, conversation_id, artifact["artifact_id"], key)
            if artifact["role"] == "main":
                offer_answer_workbook(service, conversation_id, artifact["artifact_id"], key)


def rows_line(used: int | None, total: int | None, beside: str = "", *, by_program: bool = False) -> str:
    """ "From 12,431 of 60,000 rows.", "From all 60,000 rows.", or "" if nothing was counted. `beside` tells more of
    them, `by_program` that it was a program that counted."""
    if used is None or total is None:
        return ""
    rows = f"all {total:,} rows" if used == total else f"{used:,} of {total:,} rows"
    return f"From {rows}, as the program counts them." if by_program else f"From {rows}{beside}."


def _show_table(artifact: Artifact, key: str) -> None:
    payload = cast(TablePayload, artifact["payload"])
    st.markdown(f"**{escape(artifact['title'])}**")
    frame = draw_rows(payload, f"table_{key}", artifact["title"])
    if payload["total_rows"] > len(frame):
        st.caption(_more_rows(artifact, len(frame), payload["total_rows"]))


def draw_rows(payload: TablePayload, key: str, alt: str) -> pd.DataFrame:
    """The rows of a table as a grid; what was drawn."""
    frame = as_frame(payload)
    height = "auto" if len(frame) <= _TABLE_ROWS_SHOWN else _ROW_PIXELS * (_TABLE_ROWS_SHOWN + 1)
    st.dataframe(
        frame,
        hide_index=True,
        key=key,
        height=cast(Any, height),
        column_config=column_configs(frame, payload),
        alt=showable(alt),
    )
    return frame


def _more_rows(artifact: Artifact, shown: int, total: int) -> str:
    """A program tells how many rows there are, and sends not more than it may."""
    if artifact["code"] is None:
        return f"The first {shown:,} of {total:,} rows; the download holds them all."
    return f"The first {shown:,} of {total:,} rows, as the program counts them; the download holds those that it sent."


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
    figure = cast(dict[str, Any], plain_labels(cast(Any, artifact["payload"])))
    if not figure["data"]:  # Streamlit cannot draw it
        st.caption("This chart holds no data.")
        return
    layout = figure.setdefault("layout", {})
    layout.pop("title", None)  # it stands above
    alt = str(layout.pop("meta", {}).get("alt", artifact["description"]))
    layout.update(height=FIGURE_PIXELS, modebar={"bgcolor": "rgba(0,0,0,0)"})
    layout["margin"] = {**layout.get("margin", {}), "t": 32}
    st.plotly_chart(figure, key=f"figure_{key}", theme="streamlit", alt=showable(alt))


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
