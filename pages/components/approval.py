"""Something waits for a yes before it runs: what it is, what it reads, why, and the buttons."""

from collections.abc import Callable
from typing import Any, cast

import streamlit as st

from agent.service import PickedOption
from agent.state import PendingInput, PendingOption
from pages.components.code_view import show_failed_attempts
from pages.components.escape import escape, showable
from pages.components.words import counted

APPROVE = "approve"
_FACTS = (("You asked for", "asked_for"), ("Note", "note"), ("Why", "why"), ("Read as", "interpretation"))
_LINE_PIXELS = 24
_LEAST_PIXELS, _MOST_PIXELS = 120, 480
Pick = Callable[[PickedOption, str], None]


def show_approval(pending: PendingInput, pick: Pick) -> None:
    """The card. Code can be changed before it runs; a refusal can say what should be different."""
    context = cast(dict[str, Any], pending["context"])
    name = pending["checkpoint_id"]
    with st.form(f"approval_{name}", enter_to_submit=False):
        _show_what(pending)
        st.text_input(
            "If not, what should be different?",
            key=f"reason_{name}",
            placeholder="If not, what should be different? A few words are enough",
            label_visibility="collapsed",
        )
        with st.container(horizontal=True):
            for option in pending["options"]:
                st.form_submit_button(
                    escape(option["label"]),
                    key=f"verdict_{name}_{option['option_id']}",
                    type="primary" if option["option_id"] == APPROVE else "secondary",
                    on_click=_decide,
                    args=(pending, option, pick),
                )
        _show_editor(str(context.get("code", "")), f"code_{name}")
    show_failed_attempts(context.get("failed_attempts", []), f"before_{name}")


def _show_editor(code: str, key: str) -> None:
    """The program as text that can be changed; nothing where no program waits."""
    if not code:
        return
    height = min(max(_LINE_PIXELS * (code.count("\n") + 2), _LEAST_PIXELS), _MOST_PIXELS)
    with st.expander("Change it first", icon=":material/edit:"):
        st.text_area("The program that runs when you say yes", showable(code), height, key=key)


def show_past_approval(pending: PendingInput) -> None:
    """What was shown before the decision, without its buttons."""
    with st.expander("What waited for a yes", icon=":material/approval_delegation:"):
        _show_what(pending)


def _decide(pending: PendingInput, option: PendingOption, pick: Pick) -> None:
    """The words of the form go with the decision: the program with a yes, the reason with a no."""
    name = pending["checkpoint_id"]
    approved = option["option_id"] == APPROVE
    text = str(st.session_state.get(f"code_{name}" if approved else f"reason_{name}", "")).strip()
    shown = option["says"] if approved or not text else f"{option['says']}: {text}"
    pick(PickedOption(name, option["option_id"], text), shown)


def _show_what(pending: PendingInput) -> None:
    context = cast(dict[str, Any], pending["context"])
    st.markdown(escape(pending["message"]))
    facts = [(title, context.get(key)) for title, key in _FACTS]
    lines = [f"- **{title}:** {escape(str(words))}" for title, words in facts if words]
    if context.get("reads"):
        lines.append("- **Reads:** " + ", ".join(_read(one) for one in context["reads"]))
    lines += [f"- **Assumed:** {escape(str(assumption))}" for assumption in context.get("assumptions", [])]
    if lines:
        st.markdown("\n".join(lines))
    code = context.get("code") or context.get("code_preview")
    if code:
        st.code(showable(str(code)), language="python", wrap_lines=True)
    if context.get("insights"):
        for paragraph in str(context["insights"]).split("\n"):
            st.markdown(escape(paragraph))
    if pending["prompt"]:
        st.caption(escape(pending["prompt"]))


def _read(one: Any) -> str:
    """A data set that is read: its name, and its rows where they are told."""
    if isinstance(one, dict):
        rows = f" ({counted(one['rows'], 'row')})" if "rows" in one else ""
        return f"{escape(str(one['name']))}{rows}"
    return escape(str(one))
