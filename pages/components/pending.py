"""What waits for the person, open or past, drawn by its kind."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import streamlit as st

from agent.service import PickedOption
from agent.state import PendingInput, PendingOption
from pages.components.approval import Pick, show_approval, show_past_approval
from pages.components.checkpoint import show_checkpoint
from pages.components.escape import escape

__all__ = ["Pick", "says_its_message", "show_open_pending", "show_past_pending"]


@dataclass(frozen=True)
class Card:
    """How a kind of question is drawn while it is open, and afterwards."""

    show_open: Callable[[PendingInput, Pick], None]
    show_past: Callable[[PendingInput], None]
    says_its_message: bool  # otherwise the answer of the turn says it, with the sources of its numbers


def show_open_pending(pending: PendingInput, pick: Pick) -> None:
    """The question that is open now."""
    _CARDS[pending["kind"]].show_open(pending, pick)


def show_past_pending(pending: PendingInput) -> None:
    """A question that was answered or passed over: the same words, nothing to press."""
    _CARDS[pending["kind"]].show_past(pending)


def says_its_message(pending: PendingInput) -> bool:
    """Whether the card says the message, so that the answer above need not."""
    return _CARDS[pending["kind"]].says_its_message


def _show_choice(pending: PendingInput, pick: Pick) -> None:
    """Each button shows its choice and the number it would give."""
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


def _show_past_choice(pending: PendingInput) -> None:
    _show_question(pending)
    st.markdown("\n".join(f"- {_label(option)}" for option in pending["options"]))


def _show_past_checkpoint(pending: PendingInput) -> None:
    if pending["prompt"]:
        st.caption(escape(pending["prompt"]))


def _show_question(pending: PendingInput) -> None:
    if pending["message"]:
        st.markdown(escape(pending["message"]))
    if pending["prompt"] and pending["prompt"] != pending["message"]:
        st.markdown(f"**{escape(pending['prompt'])}**")


def _label(option: PendingOption) -> str:
    number = f": **{escape(option['number'])}**" if option["number"] else ""
    return f"{escape(option['label'])}{number}"


_CARDS: Mapping[str, Card] = {
    "clarify": Card(_show_choice, _show_past_choice, says_its_message=True),
    "approve": Card(show_approval, show_past_approval, says_its_message=True),
    "checkpoint": Card(show_checkpoint, _show_past_checkpoint, says_its_message=False),
}
