"""One control for each kind of field that a spec can have; what it holds comes back as JSON, nothing for "as usual"."""

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace

import streamlit as st
from pydantic import JsonValue

from agent.errors import SpecError
from agent.service import FormField, Words
from pages.components.catalogue import say
from pages.components.escape import escape, showable

ROWS = "*"
EMPTY: tuple[JsonValue, ...] = (None, [], {}, "")
"""What a control holds where nothing is said."""
_LISTS = ("in", "not_in", "between")
_ONE_OR_MORE = ("lists", "not_lists")


@dataclass(frozen=True)
class Fields:
    """What controls are drawn with: the columns to choose from, those of numbers, what every key begins with, and the
    words of the reader's language for the fields of a form.
    """

    columns: tuple[str, ...]
    numbers: frozenset[str]
    key: str
    words: Words
    form_name: str = ""

    def draw(self, field: FormField, value: JsonValue, *where: str | int) -> JsonValue:
        """The control of a field with a value to begin with; what it holds now. SpecError where text is no JSON."""
        return _CONTROLS[field.kind](self, field, value, (*where, field.name))

    def form(self, fields: tuple[FormField, ...], values: JsonValue, *where: str | int) -> dict[str, JsonValue]:
        """All fields of a form, without those that are as they are anyway."""
        given = values if isinstance(values, dict) else {}
        drawn = {one.name: self.draw(one, given.get(one.name, one.default), *where) for one in fields}
        kept: dict[str, JsonValue] = {name: value for name, value in drawn.items() if value not in EMPTY}
        if {"op", "value", "col"} <= {one.name for one in fields}:
            return _condition(kept, self.numbers)
        usual = {one.name: one.default for one in fields}
        return {name: value for name, value in kept.items() if value != usual[name] or name in ("agg", "col")}

    @property
    def inside(self) -> "Fields":
        """For the fields of a form within the form, which have names of their own."""
        return replace(self, form_name="")

    def label(self, name: str) -> str:
        """What a field is called."""
        return self.words.field(name, self.form_name)

    def help(self, field: FormField) -> str | None:
        """What a field is for, in plain words; None where its name says it."""
        return escape(self.words.help(field.name)) or None

    def choice(self, of: str) -> Callable[[JsonValue], str]:
        """What the choices of a field are called."""
        return lambda one: say("editor.as_usual") if one is None else self.words.choice(str(one), of)

    def at(self, where: tuple[str | int, ...]) -> str:
        """The key of a control."""
        return "_".join((self.key, *map(str, where)))


def _choice(fields: Fields, field: FormField, value: JsonValue, where: tuple[str | int, ...]) -> JsonValue:
    options: list[JsonValue] = [*([None] if field.nullable or not field.required else []), *field.choices]
    if field.default is not None and None in options:
        options.remove(None)
    return st.selectbox(
        fields.label(field.name), options, index=options.index(value) if value in options else 0,
        format_func=fields.choice(field.name), key=fields.at(where),
        help=fields.help(field),
    )  # fmt: skip


def _flag(fields: Fields, field: FormField, value: JsonValue, where: tuple[str | int, ...]) -> JsonValue:
    return st.checkbox(fields.label(field.name), bool(value), key=fields.at(where), help=fields.help(field))


def _whole(fields: Fields, field: FormField, value: JsonValue, where: tuple[str | int, ...]) -> JsonValue:
    low, high = (None if bound is None else int(bound) for bound in (field.low, field.high))
    start = int(value) if isinstance(value, int | float) else None
    return st.number_input(
        fields.label(field.name), low, high, start, 1, key=fields.at(where), help=fields.help(field),
        placeholder=say("editor.no_limit"),
    )  # fmt: skip


def _number(fields: Fields, field: FormField, value: JsonValue, where: tuple[str | int, ...]) -> JsonValue:
    start = float(value) if isinstance(value, int | float) else None
    return st.number_input(
        fields.label(field.name), field.low, field.high, start, key=fields.at(where), help=fields.help(field),
        placeholder=say("editor.as_usual"),
    )  # fmt: skip


def _text(fields: Fields, field: FormField, value: JsonValue, where: tuple[str | int, ...]) -> JsonValue:
    shown = "" if value is None else showable(str(value))
    return st.text_input(fields.label(field.name), shown, key=fields.at(where), help=fields.help(field))


def _column(fields: Fields, field: FormField, value: JsonValue, where: tuple[str | int, ...]) -> JsonValue:
    options = list(dict.fromkeys([*fields.columns, *([str(value)] if value is not None else [])]))
    if ROWS in (field.default, value):
        options = [ROWS, *(one for one in options if one != ROWS)]
    return st.selectbox(
        fields.label(field.name), options, index=options.index(str(value)) if value is not None else None,
        format_func=_column_name, key=fields.at(where), help=fields.help(field), accept_new_options=True,
        placeholder=say("editor.choose_column"),
    )  # fmt: skip


def _column_name(name: str) -> str:
    return say("editor.rows") if name == ROWS else showable(name)


def _value(fields: Fields, field: FormField, value: JsonValue, where: tuple[str | int, ...]) -> JsonValue:
    """What a condition compares with, as text: values with commas between them, or JSON for what has parts."""
    is_plain = isinstance(value, list) and not any(isinstance(one, dict) for one in value)
    shown = ", ".join(map(str, value)) if isinstance(value, list) and is_plain else value
    has_parts = isinstance(shown, dict | list)
    text = json.dumps(shown, ensure_ascii=False) if has_parts else "" if shown is None else str(shown)
    label, told = fields.label(field.name), escape(fields.words.help("value"))
    return st.text_input(label, showable(text), key=fields.at(where), help=told)


def _list(fields: Fields, field: FormField, value: JsonValue, where: tuple[str | int, ...]) -> JsonValue:
    assert field.item is not None  # a list has items
    kind, kept = field.item.kind, value if isinstance(value, list) else []
    if kind in ("form", "one_of", "either", "json", "value", "list", "map"):
        return _rows(fields, field, [(None, item) for item in kept], where)
    options: list[str] = [str(one) for one in field.item.choices]
    if kind == "column":
        options = [*fields.columns]
    options += [str(item) for item in kept if str(item) not in options]
    label = fields.label("agg" if field.item.choices and field.name == "metrics" else field.name)
    chosen = st.multiselect(
        label, options, [str(item) for item in kept], key=fields.at(where),
        format_func=fields.choice(field.name) if kind == "choice" else _column_name,
        help=fields.help(field), accept_new_options=kind != "choice",
    )  # fmt: skip
    return [_as_number(item) if kind in ("whole", "number") else item for item in chosen]


def _map(fields: Fields, field: FormField, value: JsonValue, where: tuple[str | int, ...]) -> JsonValue:
    """Metrics: a column and what is computed of it, a row each; what has a name of its own: the name and its form, or
    its formula. Other maps are JSON.
    """
    assert field.item is not None  # a map has values
    if field.item.kind not in ("list", "form"):
        return _json(fields, field, value, where)
    kept = list(value.items()) if isinstance(value, dict) else []
    rows = _rows(fields, field, [(name, item) for name, item in kept], where)
    pairs = [row for row in rows if isinstance(row, list)]
    return {str(name): item for name, item in pairs if name and item}


def _rows(
    fields: Fields, field: FormField, rows: list[tuple[str | None, JsonValue]], where: tuple[str | int, ...]
) -> list[JsonValue]:
    """A box a row with its controls and a way to leave it out, and a button for one more."""
    assert field.item is not None
    count = fields.at((*where, "rows"))
    st.session_state.setdefault(count, max(len(rows), 1 if field.required else 0))
    st.markdown(f"**{fields.label(field.name)}**")
    found: list[JsonValue] = []
    for place in range(int(st.session_state[count])):
        name, item = rows[place] if place < len(rows) else (None, None)
        with st.container(border=True, gap="xsmall"):
            if field.kind == "map":
                made: JsonValue = _named_row(fields, field, (name, item), (*where, place))
            else:
                made = fields.inside.draw(field.item, item, *where, place)
            item_name = fields.words.one(field.name)
            gone = say("editor.remove_one", item=item_name, place=str(place + 1))
            leave = st.checkbox(gone, key=fields.at((*where, place, "gone")))
        if not leave and made not in EMPTY:
            found.append(made)
    st.button(
        say("editor.add_one", item=fields.words.one(field.name)), key=fields.at((*where, "more")),
        icon=":material/add:", on_click=_one_more, args=(count,),
    )  # fmt: skip
    return found


def _named_row(
    fields: Fields, field: FormField, row: tuple[str | None, JsonValue], where: tuple[str | int, ...]
) -> JsonValue:
    """A row of a map as a pair: the column that it is about, or its own name, and what stands there."""
    assert field.item is not None
    (name, value), inside = row, fields.inside
    if field.item.kind == "list" and field.item.item is not None and field.item.item.choices:
        column = _column(fields, FormField("of", "column", default=ROWS), name, (*where, "key"))
        return [column, inside.draw(field.item, value, *where)]
    key = _text(inside, FormField("name", "text"), name, (*where, "key"))
    if field.item.kind == "form":
        return [key, dict(inside.form(field.item.fields, value, *where))]
    return [key, _json(inside, FormField("expression", "json"), value, (*where, "expression"))]


def _one_more(count: str) -> None:
    st.session_state[count] += 1


def _form(fields: Fields, field: FormField, value: JsonValue, where: tuple[str | int, ...]) -> JsonValue:
    title = fields.label(field.name)
    if field.nullable:
        used = st.checkbox(title, value is not None, key=fields.at((*where, "used")), help=fields.help(field))
        if not used:
            return None
    elif field.name not in ("filters", "having"):
        st.markdown(f"**{title}**")
    return dict(fields.inside.form(field.fields, value, *where))


def _one_of(fields: Fields, field: FormField, value: JsonValue, where: tuple[str | int, ...]) -> JsonValue:
    known = list(field.forms)
    now = value.get(field.tag) if isinstance(value, dict) else None
    chosen = st.selectbox(
        fields.label(field.name), known, index=known.index(str(now)) if now in known else None,
        format_func=fields.words.form, key=fields.at((*where, field.tag)), help=fields.help(field),
        placeholder=say("editor.choose_kind"),
    )  # fmt: skip
    if chosen is None:
        return None
    inner = replace(fields, form_name=chosen)
    return {field.tag: chosen, **inner.form(field.forms[chosen], value if now == chosen else None, *where, chosen)}


def _either(fields: Fields, field: FormField, value: JsonValue, where: tuple[str | int, ...]) -> JsonValue:
    """A form among several: the one whose fields the value has, until another is chosen."""
    known = list(field.forms)
    given = set(value) if isinstance(value, dict) else set[str]()
    fitting = (name for name, form in field.forms.items() if {one.name for one in form if one.required} <= given)
    now = next(fitting, known[0])
    chosen = st.selectbox(
        say("editor.kind"), known, index=known.index(now), format_func=fields.words.form,
        key=fields.at((*where, "kind")), help=fields.help(field),
    )  # fmt: skip
    return dict(fields.inside.form(field.forms[chosen], value if chosen == now else None, *where))


def _json(fields: Fields, field: FormField, value: JsonValue, where: tuple[str | int, ...]) -> JsonValue:
    text = "" if value in (None, {}, []) else json.dumps(value, ensure_ascii=False)
    said = st.text_area(
        fields.label(field.name), showable(text), key=fields.at(where), help=fields.help(field), height=68
    )
    if not said.strip():
        return None
    try:
        found: JsonValue = json.loads(said)
    except ValueError as error:
        raise SpecError(
            say("editor.no_formula", field=fields.label(field.name), why=str(error)), say("editor.mend_formula")
        ) from error
    return found


def _condition(kept: dict[str, JsonValue], numbers: frozenset[str]) -> dict[str, JsonValue]:
    """A condition with its value as its comparison and its column take it; {} while it is empty."""
    if "col" not in kept or "op" not in kept:
        return {}
    text, op, is_number = str(kept.pop("value", "")), kept["op"], kept["col"] in numbers
    if op in ("is_null", "not_null") or not text.strip():
        return kept
    if text.lstrip().startswith("{") or (op in _LISTS and text.lstrip().startswith("[") and "{" in text):
        try:
            return {**kept, "value": json.loads(text)}
        except ValueError as error:
            raise SpecError(say("editor.no_value", why=str(error)), say("editor.mend_value")) from error
    parts = [part.strip() for part in text.split(",")] if op in (*_LISTS, *_ONE_OR_MORE) else [text]
    values: list[JsonValue] = [_as_number(part) if is_number else part for part in parts]
    return {**kept, "value": values if op in _LISTS or len(values) > 1 else values[0]}


def _as_number(text: str) -> JsonValue:
    for number in (int, float):
        with suppress(ValueError):
            return number(text)
    return text  # the language says what is wrong with it


_CONTROLS: Mapping[str, Callable[[Fields, FormField, JsonValue, tuple[str | int, ...]], JsonValue]] = {
    "choice": _choice,
    "flag": _flag,
    "whole": _whole,
    "number": _number,
    "text": _text,
    "column": _column,
    "value": _value,
    "list": _list,
    "map": _map,
    "form": _form,
    "one_of": _one_of,
    "either": _either,
    "json": _json,
}
