"""A spec as a form: to change a reading as a whole, and, empty, to ask without typing."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st
from pydantic import JsonValue
from streamlit.delta_generator import DeltaGenerator

from agent.errors import TallyError
from agent.service import (
    GROUP_KINDS,
    KINDS,
    AnalystService,
    IllFormedError,
    SpecForm,
    Words,
    fields_lacking,
    form_of,
    reading_of_form,
    spec_forms,
)
from agent.state import TurnRecord
from pages.components.catalogue import language, say
from pages.components.escape import escape, showable
from pages.components.reading.spec_fields import Fields

Json = dict[str, JsonValue]
Run = Callable[[str, Json, str], None]
"""Starts the turn of an edit: the turn that it changes, the reading, and what it is called."""
_FIRST = ("groupby_agg", "time_trend", "value_counts", "row_lookup", "share_ratio", "column_summary", "correlation")
"""Kinds of specs that are asked for most often, which are offered first."""
_MAIN = ("measure", "column", "group", "period", "condition", "order")
"""Kinds of fields that the form shows at once, in this order; the others stand below, folded."""


@dataclass(frozen=True)
class Editor:
    """Who changes readings of a conversation: columns to choose from, how an edit is started, and what its parts are
    called in the reader's language.
    """

    service: AnalystService
    conversation_id: str
    run: Run
    words: Words

    def fields(self, key: str, form: str, dataset_id: JsonValue = None) -> Fields:
        """The controls of a form over the columns of a data set; over all where none is said."""
        tables = self.service.datasets.datasets(self.conversation_id)
        used = [table.profile for table in tables if dataset_id in (None, table.dataset_id)]
        columns = [column for profile in used for column in profile.columns]
        numbers = frozenset(column.name for column in columns if column.kind == "number")
        return Fields(tuple(dict.fromkeys(column.name for column in columns)), numbers, key, self.words, form)

    def told(self, refused: TallyError) -> str:
        """Why something was refused: by the names that its fields have here, where they are what is wrong."""
        faults = (refused.lacking, refused.clashing) if isinstance(refused, IllFormedError) else ()
        said = [
            say(key, fields=self.named(fields))
            for key, found in zip(("editor.lacking", "editor.clashing"), faults, strict=False)
            for fields in found
        ]
        return "  \n".join(said) or escape(refused.told(language()))

    def named(self, fields: Sequence[str], form: str = "") -> str:
        """Fields by what they are called, one of which is meant."""
        return say("editor.or").join(f"**{escape(self.words.field(name, form))}**" for name in fields)

    def start(self, turn_id: str, make: Callable[[], Json]) -> None:
        """Starts the edit; a reading that is refused is told where it was made, and nothing else happens."""
        try:
            reading = make()
            called = self.service.told_as(self.conversation_id, turn_id, reading, self.words.language)
        except TallyError as refused:
            if refused.actor == "developer":
                raise
            st.error(self.told(refused), icon=":material/error:")
            return
        self.run(turn_id, reading, called)
        st.rerun()


def pressed(label: str, key: str, **looks: Any) -> bool:
    """A button, and whether it was pressed. The press is noted before anything else of the run: a run that is begun
    anew on the way, as on a page that was entered directly, would lose it."""
    st.button(label, key=key, on_click=_note_press, args=(key,), **looks)
    return bool(st.session_state.pop(f"{key}_pressed", False))


def _note_press(key: str) -> None:
    st.session_state[f"{key}_pressed"] = True


def show_spec_form(
    editor: Editor, key: str, turn: TurnRecord | None, spec: Json, place: int, drawn: str | None, *, draws: bool = True
) -> None:
    """The form of the spec at a place of the turn's reading, or of a new one, and the button that runs it. `drawn` is
    the reading's chart; with `draws` it can be changed here.
    """
    form = form_of(spec)
    fields = editor.fields(key, form.name, spec.get("dataset_id"))
    try:
        made, is_whole = _fill(editor, form, fields, spec)
    except TallyError as wrong:
        st.error(escape(wrong.told(language())), icon=":material/error:")
        return
    chart = drawn
    if form.tag == "op" and draws:
        kinds = list(dict.fromkeys([None, *([drawn] if drawn else []), *GROUP_KINDS]))
        chart = st.selectbox(
            say("editor.chart"), kinds, index=kinds.index(drawn), key=f"{key}_chart",
            format_func=lambda one: say("editor.no_chart") if one is None else editor.words.kind(one),
        )  # fmt: skip
    if pressed(
        say("editor.apply" if turn else "editor.ask"), key=f"{key}_apply", type="primary", disabled=not is_whole
    ):
        reading = turn["reading"] if turn else None
        turn_id = turn["turn_id"] if turn else ""
        editor.start(turn_id, lambda: reading_of_form(reading, place, made, chart))


def _fill(editor: Editor, form: SpecForm, fields: Fields, spec: Json) -> tuple[Json, bool]:
    """The spec as its form is filled now, and whether nothing is lacking: what is asked most often first, the rest
    folded away; what is still to be filled is said below it."""
    kept: Json = {name: value for name, value in spec.items() if name in ("type", form.tag, "dataset_id")}
    main = tuple(one for one in form.fields if one.required or KINDS.get(one.name) in _MAIN)
    main = tuple(sorted(main, key=lambda one: _MAIN.index(KINDS.get(one.name, "column"))))
    rest = tuple(one for one in form.fields if one not in main and one.name != "dataset_id")
    made: Json = {}
    below: dict[str, DeltaGenerator] = {}
    for one in main:
        made |= fields.form((one,), spec)
        below[one.name] = st.empty()
    if rest:
        with st.expander(say("editor.more")):
            made |= fields.form(rest, spec)
    whole = {**kept, **made}
    lacking = fields_lacking(whole)
    for names in lacking:
        place = next((below[name] for name in names if name in below), st)
        told = editor.named(names, form.name)
        place.caption(f":material/edit_note: {say('editor.lacking', fields=told)}")
    return whole, not lacking


def offer_question_builder(key: str, *, is_offered: bool) -> None:
    """The button that opens the editor and closes it. `is_offered`: it is the way on where nothing that is on offer is
    right."""
    title = say("editor.something_else" if is_offered else "editor.build")
    st.button(title, key=f"{key}_open", icon=":material/add_chart:", type="tertiary", on_click=_turn_over, args=(key,))


def _turn_over(key: str) -> None:
    st.session_state[key] = not st.session_state.get(key, False)


@st.fragment
def show_question_builder(editor: Editor, key: str, near: Json | None = None) -> None:
    """The editor, where it was opened: choose what to compute, of which columns and rows. It begins with nothing in it,
    or with a spec that is near to what was meant.
    """
    if not st.session_state.get(key, False):
        return
    with st.container(border=True, key=f"{key}_form"):
        st.caption(say("editor.build_about"))
        tables = {table.dataset_id: table.name for table in editor.service.datasets.datasets(editor.conversation_id)}
        table = next(iter(tables))
        if len(tables) > 1:
            table = st.selectbox(
                say("editor.data"), list(tables), format_func=lambda one: showable(tables[one]), key=f"{key}_data"
            )
        offered = [name for name in spec_forms() if name not in GROUP_KINDS]
        names = sorted(offered, key=lambda one: _FIRST.index(one) if one in _FIRST else len(_FIRST))
        what = say("editor.compute")
        begun = str((near or {}).get("op") or (near or {}).get("kind") or names[0])
        at = names.index(begun) if begun in names else 0
        name = st.selectbox(what, names, index=at, format_func=editor.words.kind, key=f"{key}_what")
        form = spec_forms()[name]
        spec: Json = {"type": "analysis" if form.tag == "op" else "plot", form.tag: name}
        if len(tables) > 1:
            spec["dataset_id"] = table
        if near is not None and name == begun and near.get("dataset_id", table) == table:
            spec = near
        show_spec_form(editor, f"{key}_{name}_{table}", None, spec, 0, None)
