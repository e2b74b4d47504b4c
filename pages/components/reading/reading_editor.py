"""How a question was read, as chips that can be changed: a row for each thing that was computed."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

import streamlit as st
from pydantic import JsonValue

from agent.errors import TallyError
from agent.service import GROUP_KINDS, Computation, Edit, Part, form_of, reading_with, words_in
from agent.state import TurnRecord
from pages.components.catalogue import language, say
from pages.components.escape import escape
from pages.components.reading.spec_fields import EMPTY
from pages.components.reading.spec_form import Editor, pressed, show_spec_form

Json = dict[str, JsonValue]
ICONS: Mapping[str, str] = {
    "measure": ":material/functions:", "column": ":material/view_column:", "group": ":material/category:",
    "condition": ":material/filter_alt:", "period": ":material/calendar_month:", "order": ":material/sort:",
    "chart": ":material/bar_chart:", "step": ":material/build:", "option": ":material/tune:",
}  # fmt: skip


@dataclass(frozen=True)
class ByHand:
    """What can be done by hand on the page as it stands. No editor while a turn is on its way."""

    editor: Editor | None
    latest: str  # the turn that follow-ups build on
    undone: frozenset[str]
    aside: str  # the checkpoint id of the question that can be taken up again
    undo: Callable[[], None]
    take_up: Callable[[], None]
    again: Callable[[TurnRecord], None]
    computed: Callable[[TurnRecord], Sequence[Computation]]


def show_reading(turn: TurnRecord, by_hand: ByHand) -> None:
    """The chips of a turn's reading, a row for each computation; those of the latest answer are controls."""
    computed = by_hand.computed(turn)
    if not any(one.parts for one in computed):
        return
    with st.container(key=f"reading_{turn['turn_id']}", gap="xsmall"):
        if by_hand.editor is None or by_hand.latest != turn["turn_id"]:
            for one in computed:
                _show_heading(turn, one, computed)
                badges = " ".join(f":gray-badge[{ICONS[part.kind]} {_words(part)}]" for part in one.parts)
                st.markdown(f":small[:gray[{say('answer.read_as')}]] {badges}")
        else:
            _chips(turn, computed, by_hand.editor, by_hand.undo)


def show_set_aside(turn: TurnRecord, by_hand: ByHand) -> None:
    """The question that was open when this one was asked, and the way back to it."""
    aside = turn.get("set_aside")
    if aside is None:
        return
    asked = escape(str(aside["context"].get("question", "") or aside["message"]))
    st.caption(f":material/bookmark: {say('editor.set_aside', question=asked)}")
    if by_hand.editor is not None and by_hand.aside == aside["checkpoint_id"]:
        key = f"take_up_{aside['checkpoint_id']}"
        label = say("editor.take_up", question=asked)
        st.button(label, key=key, on_click=by_hand.take_up, wrap=True, icon=":material/replay:")


@st.fragment
def _chips(turn: TurnRecord, computed: Sequence[Computation], editor: Editor, undo: Callable[[], None]) -> None:
    for row, one in enumerate(computed):
        _show_heading(turn, one, computed)
        with st.container(horizontal=True, key=f"parts_{turn['turn_id']}_{row}", gap="xsmall",
                          vertical_alignment="center"):  # fmt: skip
            st.caption(say("answer.read_as"), width="content")
            for part in one.parts:
                if part.kept and part.removable:
                    _kept_chip(turn, part, editor, row)
                else:
                    _chip(turn, part, editor, row)
            _whole_form(turn, one, editor, row)
            if row == len(computed) - 1:
                _undo(turn, undo)


def _undo(turn: TurnRecord, undo: Callable[[], None]) -> None:
    if pressed(say("editor.undo"), key=f"undo_{turn['turn_id']}", icon=":material/undo:", type="tertiary",
               help=say("editor.undo_help")):  # fmt: skip
        undo()
        st.rerun()


def _show_heading(turn: TurnRecord, one: Computation, computed: Sequence[Computation]) -> None:
    """What a row computes, where there are several."""
    if len(computed) > 1:
        spec = cast(list[Json], turn["reading"]["specs"])[one.places[0]]
        st.caption(escape(one.heading) or words_in(language()).kind(str(spec.get("op") or spec.get("kind"))))


def _kept_chip(turn: TurnRecord, part: Part, editor: Editor, row: int) -> None:
    """What was kept from before goes with one click."""
    key = _key("drop", turn, part, row)
    if pressed(_words(part), key=key, icon=":material/close:", help=say("editor.kept_help")):
        editor.start(turn["turn_id"], lambda: reading_with(turn["reading"], Edit("remove", part.path)))


def _key(what: str, turn: TurnRecord, part: Part, row: int) -> str:
    """The key of a chip: a part that several rows have stands in each."""
    return f"{what}_{turn['turn_id']}_{part.path}" + (f"_{row}" if row else "")


def _chip(turn: TurnRecord, part: Part, editor: Editor, row: int) -> None:
    key = _key("chip", turn, part, row)
    with st.popover(_words(part), icon=ICONS[part.kind], key=key, on_change="rerun") as opened:
        if not opened.open:
            return
        spec, name = _place(turn, part)
        form = form_of(spec)
        field = next((one for one in form.fields if one.name == name), None)
        apply = drop = False
        value: JsonValue = None
        fields = editor.fields(f"{key}_field", form.name, spec.get("dataset_id"))
        try:
            if field is None:  # the kind of a chart
                value = _chart(str(spec["kind"]), key, editor)
            else:
                value = fields.draw(field, spec.get(name, field.default))
        except TallyError as wrong:
            st.error(escape(wrong.told(language())), icon=":material/error:")
        with st.container(horizontal=True):
            apply = pressed(say("editor.apply"), key=f"{key}_apply", type="primary")
            drop = part.removable and pressed(say("editor.remove"), key=f"{key}_remove", icon=":material/close:")
        edit = Edit("remove", part.path) if drop else Edit("set", part.field, value)
        if apply and value in EMPTY and not drop:
            edit = Edit("remove", part.field)
        if apply or drop:
            editor.start(turn["turn_id"], lambda: reading_with(turn["reading"], edit))


def _chart(now: str, key: str, editor: Editor) -> str | None:
    kinds = [now, *(one for one in GROUP_KINDS if one != now)]
    return st.selectbox(say("editor.chart"), kinds, key=f"{key}_kind", format_func=editor.words.kind)


def _place(turn: TurnRecord, part: Part) -> tuple[Json, str]:
    """The spec that a part belongs to, and the name of the part's field."""
    where, _, name = part.field.rpartition("/")
    found: Any = turn["reading"]
    for key in where.split("/")[1:]:
        found = found[int(key)] if isinstance(found, list) else found[key]
    return cast(Json, found), name


def _whole_form(turn: TurnRecord, one: Computation, editor: Editor, row: int) -> None:
    """The form of the measure, or of a chart that stands alone: to add what has no chip yet."""
    key = f"change_{turn['turn_id']}" + (f"_{row}" if row else "")
    with st.popover(
        say("editor.change"), icon=":material/edit:", key=key, on_change="rerun", type="tertiary"
    ) as opened:
        if not opened.open:
            return
        specs = cast(list[Json], turn["reading"]["specs"])
        place = next((at for at in one.places if specs[at].get("type") == "analysis"), one.places[0])
        charts = [at for at, spec in enumerate(specs) if spec.get("type") == "plot"]
        drawn = next((str(specs[at]["kind"]) for at in charts), None)
        draws = charts[0] in one.places if charts else row == 0
        show_spec_form(editor, key, turn, specs[place], place, drawn, draws=draws)


def _words(part: Part) -> str:
    return say("editor.kept", label=escape(part.label)) if part.kept else escape(part.label)
