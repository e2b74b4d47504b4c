"""The words of an answer, each number marked with where it comes from."""

import streamlit as st

from agent.state import Citation, ResolvedText
from pages.components.catalogue import say
from pages.components.escape import escape, escape_within


def answer_markdown(text: ResolvedText, turn_id: str = "") -> str:
    """The answer as Markdown: the first number bold, each number followed by its mark, unverified ones struck. With
    the turn's id each mark is a link that opens what its number was made from."""
    pieces: list[str] = []
    place = 0
    marked = marks_of(text)
    first = next((citation for citation, _ in marked if _is_figure(citation)), None)
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


def marks_of(text: ResolvedText) -> list[tuple[Citation, int]]:
    """The citations in reading order, each with its mark; a number that is named again keeps its mark."""
    marks: dict[tuple[str, str], int] = {}
    ordered = sorted(text["citations"], key=lambda cited: cited["start"])
    return [(cited, marks.setdefault((cited["expression"], cited["display"]), len(marks) + 1)) for cited in ordered]


def source_link(turn_id: str, mark: int) -> str:
    """Where a mark leads, for the script that opens its panel (`style.OPEN_SOURCE`)."""
    return f"#source-{turn_id}-{mark}"


def _number(citation: Citation, mark: int, turn_id: str, *, bold: bool) -> str:
    shown = escape(citation["display"])
    if not citation["verified"]:
        return f"~~{shown}~~"
    number = f"**{shown}**" if bold else shown
    if turn_id and citation["cells"]:
        return f"{number}[:small[\\[{mark}\\]]]({source_link(turn_id, mark)})"
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
