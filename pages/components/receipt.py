"""The import receipt: what reading a file assumed, converted and skipped, and a click that reads it otherwise."""

from collections.abc import Callable, Sequence

import streamlit as st

from pages.components.escape import escape
from pages.components.mending.choice_words import DELIMITERS, in_words
from pages.components.words import counted, size
from registry.choosing import Choice
from registry.receipt import TEXT_FORMAT, ImportReceipt, ReceiptAction
from registry.receipt_groups import ReceiptGroup, group_receipt

Otherwise = Callable[[Sequence[Choice], bool], None]
"""Reads the file anew with these choices; False: leaves them for good, as what it was unsure of is right."""
_HEADINGS: dict[ReceiptAction, tuple[str, str]] = {
    "unsure": (":material/help:", "Not sure: please look"),
    "warning": (":material/warning:", "Please check"),
    "skipped": (":material/block:", "Skipped"),
    "converted": (":material/swap_horiz:", "Converted"),
    "assumed": (":material/lightbulb:", "Assumed"),
}
"""In the order shown: what may mislead comes first."""
_AT_ONCE = 5
"""Lines of one heading that are shown before the others are unfolded."""
_SHOWN_LINES = 8


def show_receipt(receipt: ImportReceipt, key: str, otherwise: Otherwise) -> None:
    """How the bytes became a table: equal lines together, what may mislead first, each with its lines of the file."""
    groups = group_receipt(receipt)
    for action, (icon, heading) in _HEADINGS.items():
        of_action = [group for group in groups if group.action == action]
        if not of_action:
            continue
        with st.container(key=f"{key}_{action}", gap="xsmall", border=action in ("unsure", "warning")):
            st.markdown(f"{icon} **{heading}**")
            _show_groups(of_action[:_AT_ONCE], f"{key}_{action}", otherwise)
            if rest := of_action[_AT_ONCE:]:
                with st.expander(f"{len(rest):,} more"):
                    _show_groups(rest, f"{key}_{action}_more", otherwise)
    st.caption(_facts(receipt))


def _show_groups(groups: Sequence[ReceiptGroup], key: str, otherwise: Otherwise) -> None:
    for place, group in enumerate(groups):
        choices = tuple(dict.fromkeys(entry.choice for entry in group.entries if entry.choice))
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.markdown(f"- {_sentence(group)}", width="content")
            if choices:
                _show_ways(choices, group, f"{key}_{place}", otherwise)


def _show_ways(choices: tuple[Choice, ...], group: ReceiptGroup, key: str, otherwise: Otherwise) -> None:
    more = f" (and {len(choices) - 1:,} more)" if len(choices) > 1 else ""
    st.button(f"{in_words(choices[0])}{more}", key=f"{key}_other", type="tertiary", icon=":material/edit:",
              on_click=otherwise, args=(choices, True), wrap=True)  # fmt: skip
    if group.action == "unsure":
        st.button("It is right as it is", key=f"{key}_right", type="tertiary", icon=":material/check:",
                  on_click=otherwise, args=(choices, False))  # fmt: skip


def _sentence(group: ReceiptGroup) -> str:
    column = group.columns[0] if group.columns else ""
    shown = f"**{escape(column)}**: " if column and column not in group.text else ""
    return f"{shown}{escape(group.text)}{_lines(group)}"


def _lines(group: ReceiptGroup) -> str:
    if not group.lines:
        return ""
    shown = ", ".join(f"{line:,}" for line in group.lines[:_SHOWN_LINES])
    more = group.count - min(len(group.lines), _SHOWN_LINES)
    noun = "line" if len(group.lines) == 1 and more <= 0 else "lines"
    rest = f" and {more:,} more" if more > 0 else ""
    return f" :gray[({noun} {shown}{rest})]"


def _facts(receipt: ImportReceipt) -> str:
    if not receipt.delimiter or receipt.format != TEXT_FORMAT:
        table = f"{counted(receipt.rows, 'row')}, {counted(receipt.columns, 'column')}"
        return escape(f"Read {size(receipt.size_bytes)} as {receipt.format}: {table}.")
    delimiter = DELIMITERS.get(receipt.delimiter, f"“{receipt.delimiter}”")
    decimal = "point" if receipt.decimal == "." else "comma"
    return escape(
        f"Read {size(receipt.size_bytes)} as {receipt.encoding}, fields separated by {delimiter}, decimal {decimal}, "
        f"column names in line {receipt.header_line:,}: {counted(receipt.rows, 'row')}, "
        f"{counted(receipt.columns, 'column')}."
    )
