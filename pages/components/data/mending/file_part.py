"""Choices about the whole file: its characters, its separators, where the table stands in it."""

import re

import streamlit as st

from pages.components.catalogue import say
from pages.components.data.mending.choice_words import delimiters, encodings, quotes
from pages.components.data.mending.controls import choose_one, make
from pages.components.data.mending.draft import Draft
from pages.components.escape import escape, showable
from registry.preview import FIRST_LINES, Preview
from registry.receipt import ImportReceipt

_RANGES = re.compile(r"\d{1,9}(\s*-\s*\d{1,9})?")
_MOST_LINES = 10_000
_DECIMALS = {".": "mending.decimal_point", ",": "mending.decimal_comma"}
_TOTALS = {"out": "mending.totals_out", "in": "mending.totals_in"}


def show_file_part(draft: Draft, preview: Preview | str) -> None:
    """The first lines as they stand in the file, and what can be chosen about it."""
    receipt = None if isinstance(preview, str) else preview.read.receipt
    if offered := draft.offered or (() if isinstance(preview, str) else preview.read.offered):
        titles = {table.key: showable(table.title) for table in offered}
        choose_one(draft, "table", say("mending.table"), titles)
    _show_lines(draft)
    if draft.is_text():
        _show_characters(draft, receipt)
    _show_layout(draft, receipt)


def _show_lines(draft: Draft) -> None:
    key = f"{draft.key}_first_line"
    first = int(st.number_input(say("mending.from_line"), min_value=1, value=1, step=FIRST_LINES, key=key))
    lines = draft.lines(first)
    if isinstance(lines, str):
        st.error(escape(lines), icon=":material/error:")
    elif lines:
        width = len(str(first + len(lines)))
        st.code(
            "\n".join(f"{first + place:>{width}}  {showable(line)}" for place, line in enumerate(lines)), language=None
        )


def _show_characters(draft: Draft, receipt: ImportReceipt | None) -> None:
    encoding, delimiter, quote = st.columns(3)
    with encoding:
        found = encodings().get(receipt.encoding, receipt.encoding) if receipt else ""
        choose_one(draft, "encoding", say("mending.characters"), encodings(), found=found)
    with delimiter:
        found = delimiters().get(receipt.delimiter, receipt.delimiter) if receipt else ""
        choose_one(draft, "delimiter", say("mending.separator"), delimiters(), found=found, free=True)
    with quote:
        choose_one(draft, "quote", say("mending.quotes"), quotes(), free=True)


def _show_layout(draft: Draft, receipt: ImportReceipt | None) -> None:
    line, lines, out, data = st.columns(4)
    with line:
        found = say("mending.found_so", value=str(receipt.header_line)) if receipt else say("mending.found")
        _number(draft, "header_line", say("mending.names_line"), 0, found, say("mending.names_help"))
    with lines:
        _number(
            draft, "header_lines", say("mending.names_lines"), 1, say("mending.found"), say("mending.names_lines_help")
        )
    with out:
        _lines(draft, "skip_lines", say("mending.leave_out"))
    with data:
        _lines(draft, "kept_lines", say("mending.are_data"))
    decimal, totals = st.columns(2)
    with decimal:
        signs = {sign: say(key) for sign, key in _DECIMALS.items()}
        found = say("decimal.point" if receipt.decimal == "." else "decimal.comma") if receipt else ""
        choose_one(draft, "decimal", say("mending.decimal"), signs, found=found)
    with totals:
        choose_one(draft, "totals", say("mending.totals"), {value: say(key) for value, key in _TOTALS.items()})


def _number(draft: Draft, name: str, label: str, fewest: int, found: str, help_text: str) -> None:
    key = f"{draft.key}_{name}"
    st.session_state[key] = getattr(draft.choices, name)
    st.number_input(
        label, min_value=fewest, value=None, step=1, placeholder=found, key=key, help=help_text,
        on_change=lambda: make(draft, name, "", st.session_state[key]),
    )  # fmt: skip


def _lines(draft: Draft, name: str, label: str) -> None:
    key, wrong = f"{draft.key}_{name}", f"{draft.key}_{name}_wrong"
    if wrong not in st.session_state:
        st.session_state[key] = _write(getattr(draft.choices, name))
    st.text_input(label, key=key, placeholder="3, 7-9", on_change=_take_lines, args=(draft, name, key, wrong))
    if wrong in st.session_state:
        st.caption(f":red[{say('mending.no_lines', most=_MOST_LINES)}]")


def _take_lines(draft: Draft, name: str, key: str, wrong: str) -> None:
    lines = line_numbers(st.session_state[key])
    st.session_state.pop(wrong, None)
    if lines is None:
        st.session_state[wrong] = True
        return
    draft.detect(name)
    if lines:
        draft.choose((name, lines))


def line_numbers(text: str) -> tuple[int, ...] | None:
    """The lines that a text such as "3, 7-9" names; None when it says anything else or too many."""
    found: set[int] = set()
    for part in filter(None, re.split(r"[\s,;]+(?!\s*-)", re.sub(r"\s*-\s*", "-", text.strip()))):
        if not _RANGES.fullmatch(part):
            return None
        first, _, last = part.partition("-")
        if int(last or first) - int(first) >= _MOST_LINES:
            return None
        found.update(range(int(first), int(last or first) + 1))
    return tuple(sorted(found)) if len(found) <= _MOST_LINES else None


def _write(lines: tuple[int, ...]) -> str:
    """ "3, 7-9" for 3, 7, 8 and 9."""
    runs: list[list[int]] = []
    for line in lines:
        if runs and line == runs[-1][1] + 1:
            runs[-1][1] = line
        else:
            runs.append([line, line])
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in runs)
