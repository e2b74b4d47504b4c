"""How a question was read, as chips that can be changed; and the same editor, empty, to ask without typing."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, cast

import streamlit as st
from pydantic import JsonValue

from agent.errors import TallyError
from agent.service import (
    CHARTS_OF_GROUPS,
    KINDS,
    AnalystService,
    Edit,
    Part,
    SpecForm,
    form_of,
    parts_of_turn,
    reading_of_form,
    reading_with,
    spec_forms,
)
from agent.state import TurnRecord
from pages.components.escape import escape, showable
from pages.components.spec_fields import EMPTY, Fields

Json = dict[str, JsonValue]
Run = Callable[[str, Json, str], None]
"""Starts the turn of an edit: the turn that it changes, the reading, and what it is called."""
ICONS: Mapping[str, str] = {
    "measure": ":material/functions:", "column": ":material/view_column:", "group": ":material/category:",
    "condition": ":material/filter_alt:", "period": ":material/calendar_month:", "order": ":material/sort:",
    "chart": ":material/bar_chart:", "step": ":material/build:", "option": ":material/tune:",
}  # fmt: skip
_MAIN = ("measure", "column", "group", "period", "condition", "order")
"""Kinds of fields that the form shows at once, in this order; the others stand below, folded."""
_TITLES: Mapping[str, str] = {
    "groupby_agg": "Measures by group", "time_trend": "A measure over time", "value_counts": "How often each value",
    "row_lookup": "Rows: highest, lowest, matching", "share_ratio": "Shares and ratios",
    "column_summary": "Statistics of columns", "correlation": "Correlation of columns",
    "correlation_matrix": "Correlations of all columns", "compare_groups": "Do groups differ?",
    "dataset_overview": "What is in the data", "missingness": "Missing cells", "duplicate_check": "Repeated rows",
    "outliers": "Outliers", "normality_test": "Is it normally distributed?", "pivot_table": "Two keys, one measure",
    "contingency_test": "Do two categories go together?", "ols_regression": "Linear regression",
    "hist": "Histogram", "scatter": "Scatter plot", "box": "Box plot", "violin": "Violin plot",
}  # fmt: skip
"""What the kinds of specs are called here; others by their own name."""


@dataclass(frozen=True)
class Editor:
    """Who changes readings of a conversation: columns to choose from, and how an edit is started."""

    service: AnalystService
    conversation_id: str
    run: Run

    def fields(self, key: str, dataset_id: JsonValue = None) -> Fields:
        """The controls over the columns of a data set; over all where none is said."""
        tables = self.service.datasets.datasets(self.conversation_id)
        used = [table.profile for table in tables if dataset_id in (None, table.dataset_id)]
        columns = [column for profile in used for column in profile.columns]
        numbers = frozenset(column.name for column in columns if column.kind == "number")
        return Fields(tuple(dict.fromkeys(column.name for column in columns)), numbers, key)

    def start(self, turn_id: str, make: Callable[[], Json]) -> None:
        """Starts the edit; a reading that is refused is told where it was made, and nothing else happens."""
        try:
            reading = make()
            called = self.service.told_as(self.conversation_id, turn_id, reading)
        except TallyError as refused:
            if refused.actor == "developer":
                raise
            st.error(escape(str(refused)), icon=":material/error:")
            return
        self.run(turn_id, reading, called)
        st.rerun()


@dataclass(frozen=True)
class ByHand:
    """What can be done by hand on the page as it stands. No editor while a turn is on its way."""

    editor: Editor | None
    latest: str  # the turn that follow-ups build on
    undone: frozenset[str]
    aside: str  # the checkpoint id of the question that can be taken up again
    undo: Callable[[], None]
    take_up: Callable[[], None]


def show_reading(turn: TurnRecord, by_hand: ByHand) -> None:
    """The chips of a turn's reading; those of the latest answer are controls, each for its part."""
    parts = parts_of_turn(turn)
    if not parts:
        return
    with st.container(key=f"reading_{turn['turn_id']}", gap="xsmall"):
        told = f": {escape(turn['interpretation'])}" if turn["interpretation"] else ""
        st.caption(f"**Read as**{told}")
        if by_hand.editor is None or by_hand.latest != turn["turn_id"]:
            st.markdown(" ".join(f":gray-badge[{ICONS[part.kind]} {_words(part)}]" for part in parts))
        else:
            _chips(turn, parts, by_hand.editor, by_hand.undo)


def show_set_aside(turn: TurnRecord, by_hand: ByHand) -> None:
    """The question that was open when this one was asked, and the way back to it."""
    aside = turn.get("set_aside")
    if aside is None:
        return
    asked = escape(str(aside["context"].get("question", "") or aside["message"]))
    st.caption(f":material/bookmark: Set aside: {asked}")
    if by_hand.editor is not None and by_hand.aside == aside["checkpoint_id"]:
        key = f"take_up_{aside['checkpoint_id']}"
        st.button(f"Take up: {asked}", key=key, on_click=by_hand.take_up, wrap=True, icon=":material/replay:")


@st.fragment
def _chips(turn: TurnRecord, parts: tuple[Part, ...], editor: Editor, undo: Callable[[], None]) -> None:
    with st.container(horizontal=True, key=f"parts_{turn['turn_id']}", gap="xsmall"):
        for part in parts:
            if part.kept and part.removable:
                _kept_chip(turn, part, editor)
            else:
                _chip(turn, part, editor)
        _whole_form(turn, editor)
        if pressed("Undo", key=f"undo_{turn['turn_id']}", icon=":material/undo:", type="tertiary",
                     help="Take this answer back; the next question builds on the one before."):  # fmt: skip
            undo()
            st.rerun()


def pressed(label: str, key: str, **looks: Any) -> bool:
    """A button, and whether it was pressed. The press is noted before anything else of the run: a run that is begun
    anew on the way, as on a page that was entered directly, would lose it."""
    st.button(label, key=key, on_click=_note_press, args=(key,), **looks)
    return bool(st.session_state.pop(f"{key}_pressed", False))


def _note_press(key: str) -> None:
    st.session_state[f"{key}_pressed"] = True


def _kept_chip(turn: TurnRecord, part: Part, editor: Editor) -> None:
    """What was kept from before goes with one click."""
    key = f"drop_{turn['turn_id']}_{part.path}"
    if pressed(_words(part), key=key, icon=":material/close:", help="Kept from before. Remove it and compute again."):
        editor.start(turn["turn_id"], lambda: reading_with(turn["reading"], Edit("remove", part.path)))


def _chip(turn: TurnRecord, part: Part, editor: Editor) -> None:
    key = f"chip_{turn['turn_id']}_{part.path}"
    with st.popover(_words(part), icon=ICONS[part.kind], key=key, on_change="rerun") as opened:
        if not opened.open:
            return
        spec, name = _place(turn, part)
        form = form_of(spec)
        field = next((one for one in form.fields if one.name == name), None)
        apply = drop = False
        value: JsonValue = None
        fields = editor.fields(f"{key}_field", spec.get("dataset_id"))
        try:
            if field is None:  # the kind of a chart
                value = _chart(str(spec["kind"]), key)
            else:
                value = fields.draw(field, spec.get(name, field.default))
        except TallyError as wrong:
            st.error(escape(str(wrong)), icon=":material/error:")
        with st.container(horizontal=True):
            apply = pressed("Apply", key=f"{key}_apply", type="primary")
            drop = part.removable and pressed("Remove", key=f"{key}_remove", icon=":material/close:")
        edit = Edit("remove", part.path) if drop else Edit("set", part.field, value)
        if apply and value in EMPTY and not drop:
            edit = Edit("remove", part.field)
        if apply or drop:
            editor.start(turn["turn_id"], lambda: reading_with(turn["reading"], edit))


def _chart(now: str, key: str) -> str | None:
    kinds = [now, *(one for one in CHARTS_OF_GROUPS if one != now)]
    return st.selectbox("Chart", kinds, key=f"{key}_kind")


def _place(turn: TurnRecord, part: Part) -> tuple[Json, str]:
    """The spec that a part belongs to, and the name of the part's field."""
    where, _, name = part.field.rpartition("/")
    found: Any = turn["reading"]
    for key in where.split("/")[1:]:
        found = found[int(key)] if isinstance(found, list) else found[key]
    return cast(Json, found), name


def _whole_form(turn: TurnRecord, editor: Editor) -> None:
    """The form of the measure, or of a chart that stands alone: to add what has no chip yet."""
    key = f"change_{turn['turn_id']}"
    with st.popover("Change or add", icon=":material/edit:", key=key, on_change="rerun", type="tertiary") as opened:
        if not opened.open:
            return
        specs = cast(list[Json], turn["reading"]["specs"])
        place = next((at for at, one in enumerate(specs) if one.get("type") == "analysis"), 0)
        drawn = next((str(one["kind"]) for one in specs if one.get("type") == "plot"), None)
        _spec_form(editor, key, turn, specs[place], place, drawn)


def _spec_form(editor: Editor, key: str, turn: TurnRecord | None, spec: Json, place: int, drawn: str | None) -> None:
    form = form_of(spec)
    fields = editor.fields(key, spec.get("dataset_id"))
    try:
        made = _filled(form, fields, spec)
    except TallyError as wrong:
        st.error(escape(str(wrong)), icon=":material/error:")
        return
    chart = drawn
    if form.tag == "op":
        kinds = list(dict.fromkeys([None, *([drawn] if drawn else []), *CHARTS_OF_GROUPS]))
        chart = st.selectbox("Chart", kinds, index=kinds.index(drawn), key=f"{key}_chart",
                             format_func=lambda one: "No chart" if one is None else one)  # fmt: skip
    if pressed("Apply" if turn else "Ask this", key=f"{key}_apply", type="primary"):
        reading = turn["reading"] if turn else None
        turn_id = turn["turn_id"] if turn else ""
        editor.start(turn_id, lambda: reading_of_form(reading, place, made, chart))


def _filled(form: SpecForm, fields: Fields, spec: Json) -> Json:
    """The spec as its form is filled now: what is asked most often first, the rest folded away."""
    kept: Json = {name: value for name, value in spec.items() if name in ("type", form.tag, "dataset_id")}
    main = tuple(one for one in form.fields if one.required or KINDS.get(one.name) in _MAIN)
    main = tuple(sorted(main, key=lambda one: _MAIN.index(KINDS.get(one.name, "column"))))
    rest = tuple(one for one in form.fields if one not in main and one.name != "dataset_id")
    made = fields.form(main, spec)
    if rest:
        with st.expander("More"):
            made |= fields.form(rest, spec)
    return {**kept, **made}


@st.fragment
def show_question_builder(editor: Editor, key: str) -> None:
    """The editor with nothing in it: choose what to compute, of which columns and rows."""
    with st.expander("Build a question", icon=":material/add_chart:", key=key, on_change="rerun") as opened:
        if not opened.open:
            return
        st.caption("Choose what to compute, of which columns and rows. No words needed.")
        tables = {table.dataset_id: table.name for table in editor.service.datasets.datasets(editor.conversation_id)}
        table = next(iter(tables))
        if len(tables) > 1:
            table = st.selectbox("Data", list(tables), format_func=lambda one: showable(tables[one]), key=f"{key}_data")
        names = [name for name in _TITLES if name in spec_forms()]
        names += [name for name in spec_forms() if name not in names and name not in CHARTS_OF_GROUPS]
        name = st.selectbox("Compute", names, format_func=_title, key=f"{key}_what")
        form = spec_forms()[name]
        spec: Json = {"type": "analysis" if form.tag == "op" else "plot", form.tag: name}
        if len(tables) > 1:
            spec["dataset_id"] = table
        _spec_form(editor, f"{key}_{name}_{table}", None, spec, 0, None)


def _title(name: str) -> str:
    return _TITLES.get(name) or name.replace("_", " ").capitalize()


def _words(part: Part) -> str:
    return f"{escape(part.label)} · kept from before" if part.kept else escape(part.label)
