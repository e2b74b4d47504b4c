"""What waits for the person, open or past, drawn by its kind."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

import streamlit as st

from agent.service import PickedOption
from agent.state import PendingInput, PendingOption
from pages.components.answer.code_view import show_failed_attempts
from pages.components.catalogue import say, say_count
from pages.components.escape import escape, showable

Pick = Callable[[PickedOption, str], None]

# ----------------------------------------------------------------
# A checkpoint of a longer piece of work: accept the proposal, change it in words or by controls, or skip.


Control = Mapping[str, Any]


def show_checkpoint(pending: PendingInput, pick: Pick) -> None:
    """The card. A choice sends the changed controls and the words with it."""
    name = pending["checkpoint_id"]
    with st.form(f"checkpoint_{name}", enter_to_submit=False):
        if pending["prompt"]:
            st.markdown(f"**{escape(pending['prompt'])}**")
        for control in controls_of(pending):
            _DRAW[control["kind"]](control, f"control_{name}_{control['id']}")
        st.text_input(say("checkpoint.different"), key=f"words_{name}", placeholder=say("checkpoint.accept"))
        with st.container(horizontal=True):
            for place, option in enumerate(pending["options"]):
                st.form_submit_button(
                    escape(option["label"]),
                    key=f"go_{name}_{option['option_id']}",
                    type="primary" if place == 0 else "secondary",
                    on_click=_decide_checkpoint,
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


def _decide_checkpoint(pending: PendingInput, option: PendingOption, pick: Pick) -> None:
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


# ----------------------------------------------------------------
# Something waits for a yes before it runs: what it is, what it reads, why, and the buttons.


APPROVE = "approve"
_FACTS = ("asked_for", "note", "why", "interpretation")
"""What the context tells of what waits, in the order shown."""
_LINE_PIXELS = 24
_LEAST_PIXELS, _MOST_PIXELS = 120, 480


def show_approval(pending: PendingInput, pick: Pick) -> None:
    """The card. Code can be changed before it runs; a refusal can say what should be different."""
    context = cast(dict[str, Any], pending["context"])
    name = pending["checkpoint_id"]
    with st.form(f"approval_{name}", enter_to_submit=False):
        _show_what(pending)
        st.text_input(
            say("approval.different"),
            key=f"reason_{name}",
            placeholder=say("approval.few_words"),
            label_visibility="collapsed",
        )
        with st.container(horizontal=True):
            for option in pending["options"]:
                st.form_submit_button(
                    escape(option["label"]),
                    key=f"verdict_{name}_{option['option_id']}",
                    type="primary" if option["option_id"] == APPROVE else "secondary",
                    on_click=_decide_approval,
                    args=(pending, option, pick),
                )
        _show_editor(str(context.get("code", "")), f"code_{name}")
    show_failed_attempts(context.get("failed_attempts", []), f"before_{name}")


def _show_editor(code: str, key: str) -> None:
    """The program as text that can be changed; nothing where no program waits."""
    if not code:
        return
    height = min(max(_LINE_PIXELS * (code.count("\n") + 2), _LEAST_PIXELS), _MOST_PIXELS)
    with st.expander(say("approval.change"), icon=":material/edit:"):
        st.text_area(say("approval.program"), showable(code), height, key=key)


def show_past_approval(pending: PendingInput) -> None:
    """What was shown before the decision, without its buttons."""
    with st.expander(say("approval.waited"), icon=":material/approval_delegation:"):
        _show_what(pending)


def _decide_approval(pending: PendingInput, option: PendingOption, pick: Pick) -> None:
    """The words of the form go with the decision: the program with a yes, the reason with a no."""
    name = pending["checkpoint_id"]
    approved = option["option_id"] == APPROVE
    text = str(st.session_state.get(f"code_{name}" if approved else f"reason_{name}", "")).strip()
    shown = option["says"] if approved or not text else f"{option['says']}: {text}"
    pick(PickedOption(name, option["option_id"], text), shown)


def _show_what(pending: PendingInput) -> None:
    context = cast(dict[str, Any], pending["context"])
    st.markdown(escape(pending["message"]))
    lines = [f"- **{say(f'approval.{key}')}** {escape(str(context[key]))}" for key in _FACTS if context.get(key)]
    if context.get("reads"):
        lines.append(f"- **{say('approval.reads')}** " + ", ".join(_read(one) for one in context["reads"]))
    lines += [f"- **{say('card.assumed')}** {escape(str(each))}" for each in context.get("assumptions", [])]
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
        rows = f" ({say_count('rows', one['rows'])})" if "rows" in one else ""
        return f"{escape(str(one['name']))}{rows}"
    return escape(str(one))


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
        st.caption(say("choice.own_words"))


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
