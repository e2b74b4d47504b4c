"""The import receipt: what reading a file assumed, converted and skipped."""

import streamlit as st

from pages.components.escape import escape
from pages.components.words import counted, size
from registry.receipt import ImportReceipt, ReceiptAction, ReceiptEntry

_HEADINGS: dict[ReceiptAction, tuple[str, str]] = {
    "warning": (":material/warning:", "Please check"),
    "skipped": (":material/block:", "Skipped"),
    "converted": (":material/swap_horiz:", "Converted"),
    "assumed": (":material/lightbulb:", "Assumed"),
}
"""In the order shown: what may mislead comes first."""
_DELIMITERS = {",": "comma", ";": "semicolon", "\t": "tab", "|": "bar", " ": "blank"}
_SHOWN_LINES = 8


def show_receipt(receipt: ImportReceipt) -> None:
    """How the bytes became a table, warnings first, each entry with its lines of the file."""
    for action, (icon, heading) in _HEADINGS.items():
        entries = receipt.of(action)
        if not entries:
            continue
        body = "\n".join(f"- {_sentence(entry)}" for entry in entries)
        if action == "warning":
            st.warning(f"**{heading}**\n\n{body}", icon=icon)
        else:
            st.markdown(f"{icon} **{heading}**\n\n{body}")
    st.caption(_facts(receipt))


def _sentence(entry: ReceiptEntry) -> str:
    column = f"**{escape(entry.column)}**: " if entry.column and entry.column not in entry.text else ""
    return f"{column}{escape(entry.text)}{_lines(entry)}"


def _lines(entry: ReceiptEntry) -> str:
    if not entry.lines:
        return ""
    shown = ", ".join(f"{line:,}" for line in entry.lines[:_SHOWN_LINES])
    more = entry.count - min(len(entry.lines), _SHOWN_LINES)
    noun = "line" if len(entry.lines) == 1 and more <= 0 else "lines"
    rest = f" and {more:,} more" if more > 0 else ""
    return f" :gray[({noun} {shown}{rest})]"


def _facts(receipt: ImportReceipt) -> str:
    delimiter = _DELIMITERS.get(receipt.delimiter, f"“{receipt.delimiter}”")
    decimal = "point" if receipt.decimal == "." else "comma"
    return escape(
        f"Read {size(receipt.size_bytes)} as {receipt.encoding}, fields separated by {delimiter}, decimal {decimal}, "
        f"column names in line {receipt.header_line:,}: {counted(receipt.rows, 'row')}, "
        f"{counted(receipt.columns, 'column')}."
    )
