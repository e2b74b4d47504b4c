"""A checkpoint of a longer piece of work: accept the proposal, change it in words or by controls, or skip."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

import streamlit as st

from agent.service import PickedOption
from agent.state import PendingInput, PendingOption
from pages.components.escape import escape, showable

Control = Mapping[str, Any]
Pick = Callable[[PickedOption, str], None]


def show_checkpoint(pending: PendingInput, pick: Pick) -> None:
    """The card. A choice sends the changed controls and the words with it."""
    name = pending["checkpoint_id"]
    with st.form(f"checkpoint_{name}", enter_to_submit=False):
        if pending["prompt"]:
            st.markdown(f"**{escape(pending['prompt'])}**")
        for control in controls_of(pending):
            _DRAW[control["kind"]](control, f"control_{name}_{control['id']}")
        st.text_input("Or say what should be different", key=f"words_{name}", placeholder="Leave it empty to accept")
        with st.container(horizontal=True):
            for place, option in enumerate(pending["options"]):
                st.form_submit_button(
                    escape(option["label"]),
                    key=f"go_{name}_{option['option_id']}",
                    type="primary" if place == 0 else "secondary",
                    on_click=_decide,
                    args=(pending, option, pick),
                )


def controls_of(pending: PendingInput) -> Sequence[Control]:
    """The controls that a page can draw and that leave a choice; others are left to words."""
    given = cast(Sequence[Control], pending["context"].get("controls", []))
    return [control for control in given if control.get("kind") in _DRAW and control.get("choices") != []]


def words_of(controls: Sequence[Control], chosen: Mapping[str, Any], said: str) -> str:
    """What the person decided, in words: one sentence for each control that was changed, then their own words."""
    changed = [_says(control, chosen[control["id"]]) for control in controls if _is_changed(control, chosen)]
    return ". ".join(part for part in (*changed, said.strip()) if part)


def _is_changed(control: Control, chosen: Mapping[str, Any]) -> bool:
    """A choice that was left open is None and says nothing."""
    value = chosen.get(control["id"])
    return value is not None and value != control["value"]


def _says(control: Control, value: Any) -> str:
    if control["kind"] == "toggle":
        return str(control["says"] if value else control["says_not"])
    return str(control["says"]).replace("{value}", str(value))


def _decide(pending: PendingInput, option: PendingOption, pick: Pick) -> None:
    """Only the first option takes changes along; the others say what they say."""
    name = pending["checkpoint_id"]
    controls = controls_of(pending)
    keys = {control["id"]: f"control_{name}_{control['id']}" for control in controls}
    chosen = {control: st.session_state[key] for control, key in keys.items() if key in st.session_state}
    takes = option == pending["options"][0]
    text = words_of(controls, chosen, str(st.session_state.get(f"words_{name}", ""))) if takes else ""
    pick(PickedOption(name, option["option_id"], text), text or option["label"])


def _draw_choice(control: Control, key: str) -> None:
    choices = list(control["choices"])
    place = choices.index(control["value"]) if control["value"] in choices else None
    st.selectbox(escape(control["label"]), choices, index=place, format_func=lambda one: showable(str(one)), key=key)


def _draw_number(control: Control, key: str) -> None:
    st.number_input(escape(control["label"]), control["low"], control["high"], control["value"], key=key)


def _draw_toggle(control: Control, key: str) -> None:
    st.toggle(escape(control["label"]), bool(control["value"]), key=key)


def _draw_text(control: Control, key: str) -> None:
    example = showable(str(control.get("example", "")))
    st.text_input(escape(control["label"]), showable(str(control["value"])), key=key, placeholder=example or None)


_DRAW: Mapping[str, Callable[[Control, str], None]] = {
    "choice": _draw_choice,
    "number": _draw_number,
    "toggle": _draw_toggle,
    "text": _draw_text,
}
