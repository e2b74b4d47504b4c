"""The words of an answer, each number marked with where it comes from."""

from collections.abc import Mapping
from typing import cast

import streamlit as st

from agent.state import Artifact, Citation, CitedCell, ResolvedText, TablePayload
from pages.components.catalogue import say
from pages.components.escape import escape, escape_within


def answer_markdown(text: ResolvedText, turn_id: str = "", artifacts: Mapping[str, Artifact] = {}) -> str:
    """The answer as Markdown: the first number bold, unverified ones struck. With the turn's id each number is followed
    by its mark, a link that opens what it was made from; so does the bold number itself. `artifacts` tell names of
    groups from numbers."""
    pieces: list[str] = []
    place = 0
    marked = marks_of(text, artifacts)
    first = next((citation for citation, mark in marked if mark), None)
    for citation, mark in marked:
        pieces.append(_prose(text["text"][place : citation["start"]]))
        pieces.append(_number(citation, mark, turn_id, bold=citation is first))
        place = citation["end"]
    pieces.append(_prose(text["text"][place:]))
    return "".join(pieces)


def plain_markdown(text: str) -> str:
    """Prose whose numbers are not marked yet: paragraphs and list lines kept, everything else as characters."""
    return _prose(text)


def show_unverified(text: ResolvedText) -> None:
    """Names the figures that no computation stands behind."""
    struck = [citation["display"] for citation in text["citations"] if not citation["verified"]]
    if struck:
        named = ", ".join(escape(display) for display in struck)
        st.warning(
            say("card.struck", named=named),
            icon=":material/warning:",
        )


def marks_of(text: ResolvedText, artifacts: Mapping[str, Artifact]) -> list[tuple[Citation, int]]:
    """The numbers in reading order, each with its mark; a number that is named again keeps its mark, one that nothing
    stands behind has 0. Names of groups and periods are no numbers."""
    marks: dict[tuple[str, str], int] = {}
    marked = list[tuple[Citation, int]]()
    for cited in sorted(text["citations"], key=lambda cited: cited["start"]):
        if not cited["verified"]:
            marked.append((cited, 0))
        elif any(_is_figure(cell, artifacts) for cell in cited["cells"]):
            marked.append((cited, marks.setdefault((cited["expression"], cited["display"]), len(marks) + 1)))
    return marked


def source_link(turn_id: str, mark: int) -> str:
    """Where a mark leads, for the script that opens its panel (`style.OPEN_SOURCE`)."""
    return f"#source-{turn_id}-{mark}"


def _number(citation: Citation, mark: int, turn_id: str, *, bold: bool) -> str:
    shown = escape(citation["display"])
    if not citation["verified"]:
        return f"~~{shown}~~"
    if not turn_id:
        return f"**{shown}**" if bold else shown
    written, link = f":small[\\[{mark}\\]]", source_link(turn_id, mark)
    return f"[**{shown}**{written}]({link})" if bold else f"{shown}[{written}]({link})"


def _is_figure(cell: CitedCell, artifacts: Mapping[str, Artifact]) -> bool:
    """Whether a number stands there, not the name of a group or a period."""
    if isinstance(cell["value"], bool) or not isinstance(cell["value"], int | float):
        return False
    made = artifacts.get(cell["artifact_id"])
    keys = cast(TablePayload, made["payload"])["key_columns"] if made and made["kind"] == "table" else []
    return cell["column"] not in keys


def _prose(text: str) -> str:
    """Paragraphs and list lines kept, everything else as characters."""
    return "\n".join(_line(line) for line in text.split("\n"))


def _line(line: str) -> str:
    if line.startswith("- "):
        return f"- {escape_within(line[2:])}"
    return escape_within(line)
