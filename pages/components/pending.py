"""What waits for the person: one question, with a button for each choice."""

from collections.abc import Callable

import streamlit as st

from agent.service import PickedOption
from agent.state import PendingInput, PendingOption
from pages.components.escape import escape

Pick = Callable[[PickedOption, str], None]


def show_open_pending(pending: PendingInput, pick: Pick) -> None:
    """The question that is open now: each button shows its choice and the number it would give."""
    with st.container(border=True, key=f"pending_{pending['checkpoint_id']}"):
        _show_question(pending)
        for option in pending["options"]:
            st.button(
                _label(option),
                key=f"option_{pending['checkpoint_id']}_{option['option_id']}",
                on_click=pick,
                args=(PickedOption(pending["checkpoint_id"], option["option_id"]), option["label"]),
                width="stretch",
                wrap=True,
            )
        st.caption("Or answer in your own words below.")


def show_past_pending(pending: PendingInput) -> None:
    """A question that was answered or passed over: the same words, nothing to press."""
    _show_question(pending)
    st.markdown("\n".join(f"- {_label(option)}" for option in pending["options"]))


def _show_question(pending: PendingInput) -> None:
    if pending["message"]:
        st.markdown(escape(pending["message"]))
    if pending["prompt"] and pending["prompt"] != pending["message"]:
        st.markdown(f"**{escape(pending['prompt'])}**")


def _label(option: PendingOption) -> str:
    number = f": **{escape(option['number'])}**" if option["number"] else ""
    return f"{escape(option['label'])}{number}"
