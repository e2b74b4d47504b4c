"""The words of an answer, each number marked with where it comes from."""

from collections.abc import Mapping

import pandas as pd
import streamlit as st

from agent.state import Artifact, Citation, CitedCell, ResolvedText
from pages.components.escape import escape, escape_within, showable


def answer_markdown(text: ResolvedText) -> str:
    """The answer as Markdown: the first number bold, each number followed by its mark, unverified ones struck."""
    pieces: list[str] = []
    place = 0
    marked = _marked(text)
    first = next((citation for citation, _ in marked if _is_figure(citation)), None)
    for citation, mark in marked:
        pieces.append(_prose(text["text"][place : citation["start"]]))
        pieces.append(_number(citation, mark, bold=citation is first))
        place = citation["end"]
    pieces.append(_prose(text["text"][place:]))
    return "".join(pieces)


def show_unverified(text: ResolvedText) -> None:
    """Names the figures that no computation stands behind."""
    struck = [citation["display"] for citation in text["citations"] if not citation["verified"]]
    if struck:
        named = ", ".join(escape(display) for display in struck)
        st.warning(
            f"Struck through because no computation stands behind it: {named}. Do not rely on it.",
            icon=":material/warning:",
        )


def show_sources(text: ResolvedText, artifacts: Mapping[str, Artifact], key: str) -> None:
    """A line for every cell that a number of the answer was made from, under the number's mark."""
    told: dict[int, Citation] = {}
    for citation, mark in _marked(text):
        told.setdefault(mark, citation)
    rows = [_source(mark, citation, cell, artifacts) for mark, citation in told.items() for cell in citation["cells"]]
    if not rows:
        return
    with st.expander("Where these numbers come from", icon=":material/search:"):
        st.dataframe(
            pd.DataFrame(rows, columns=["Mark", "Shown", "Result", "Row", "Column", "Value", "Written as"]),
            hide_index=True,
            key=f"sources_{key}",
            alt="The cell behind every number of the answer",
        )


def _marked(text: ResolvedText) -> list[tuple[Citation, int]]:
    """The citations in reading order, each with its mark; a number that is named again keeps its mark."""
    marks: dict[tuple[str, str], int] = {}
    ordered = sorted(text["citations"], key=lambda cited: cited["start"])
    return [(cited, marks.setdefault((cited["expression"], cited["display"]), len(marks) + 1)) for cited in ordered]


def _source(mark: int, citation: Citation, cell: CitedCell, artifacts: Mapping[str, Artifact]) -> tuple[str, ...]:
    artifact = artifacts.get(cell["artifact_id"])
    title = f"{cell['artifact_id']}: {artifact['title']}" if artifact else cell["artifact_id"]
    value = "no value" if cell["value"] is None else str(cell["value"])
    written = citation["expression"]
    texts = (f"[{mark}]", citation["display"], title, cell["row"], cell["column"], value, written)
    return tuple(showable(text) for text in texts)


def _number(citation: Citation, mark: int, *, bold: bool) -> str:
    shown = escape(citation["display"])
    if not citation["verified"]:
        return f"~~{shown}~~"
    number = f"**{shown}**" if bold else shown
    return f"{number}:small[:gray[\\[{mark}\\]]]"


def _is_figure(citation: Citation) -> bool:
    """Whether a number stands there, not the name of a group or a period."""
    return any(isinstance(cell["value"], int | float) for cell in citation["cells"])


def _prose(text: str) -> str:
    """Paragraphs and list lines kept, everything else as characters."""
    return "\n".join(_line(line) for line in text.split("\n"))


def _line(line: str) -> str:
    if line.startswith("- "):
        return f"- {escape_within(line[2:])}"
    return escape_within(line)
