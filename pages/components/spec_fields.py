"""One control for each kind of field that a spec can have; what it holds comes back as JSON, nothing for "as usual"."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import streamlit as st
from pydantic import JsonValue

from agent.errors import SpecError
from agent.service import FormField
from pages.components.escape import escape, showable

ROWS = "*"
EMPTY: tuple[JsonValue, ...] = (None, [], {}, "")
"""What a control holds where nothing is said."""
_LISTS = ("in", "not_in", "between")
_WORDS: Mapping[str, str] = {
    "group_cols": "Groups", "group_col": "Group", "metrics": "Measures", "filters": "Conditions", "col": "Column",
    "op": "Comparison", "agg": "Aggregation", "top_k": "Only the first", "k": "How many rows", "by": "By",
    "sort": "Order", "having": "Conditions on results", "top_per": "First of each", "prepare": "Steps before",
    "date_col": "Date column", "order_by": "Ordered by", "which": "Which rows", "of": "Of",
    "y": "Outcome", "x": "Explained by",
}  # fmt: skip
"""Names of fields where the plain words of their key say too little."""


_CHOICES: Mapping[str, str] = {
    "==": "is", "!=": "is not", ">": "is above", ">=": "is at least", "<": "is below", "<=": "is at most",
    "in": "is one of", "not_in": "is none of", "between": "is from, to", "is_null": "is empty",
    "not_null": "is filled in", "nunique": "number of different", "std": "standard deviation", "var": "variance",
}  # fmt: skip


_FORMS: Mapping[str, str] = {"Filter": "one condition", "AnyOf": "any of several conditions"}


@dataclass(frozen=True)
class Fields:
    """What controls are drawn with: the columns to choose from, those of numbers, and what every key begins with."""

    columns: tuple[str, ...]
    numbers: frozenset[str]
    key: str

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

    def at(self, where: tuple[str | int, ...]) -> str:
        """The key of a control."""
        return "_".join((self.key, *map(str, where)))


def label_of(name: str) -> str:
    """The name of a field for people."""
    words = name.replace("_", " ")
    return _WORDS.get(name) or f"{words[:1].upper()}{words[1:]}"


def _choice(fields: Fields, field: FormField, value: JsonValue, where: tuple[str | int, ...]) -> JsonValue:
    options: list[JsonValue] = [*([None] if field.nullable or not field.required else []), *field.choices]
    if field.default is not None and None in options:
        options.remove(None)
    return st.selectbox(
        label_of(field.name), options, index=options.index(value) if value in options else 0,
        format_func=_choice_name, key=fields.at(where),
        help=_help(field),
    )  # fmt: skip


def _choice_name(choice: JsonValue) -> str:
    return "(as usual)" if choice is None else _CHOICES.get(str(choice)) or str(choice).replace("_", " ")


def _flag(fields: Fields, field: FormField, value: JsonValue, where: tuple[str | int, ...]) -> JsonValue:
    return st.checkbox(label_of(field.name), bool(value), key=fields.at(where), help=_help(field))


def _whole(fields: Fields, field: FormField, value: JsonValue, where: tuple[str | int, ...]) -> JsonValue:
    low, high = (None if bound is None else int(bound) for bound in (field.low, field.high))
    start = int(value) if isinstance(value, int | float) else None
    return st.number_input(
        label_of(field.name), low, high, start, 1, key=fields.at(where), help=_help(field), placeholder="(no limit)"
    )  # fmt: skip


def _number(fields: Fields, field: FormField, value: JsonValue, where: tuple[str | int, ...]) -> JsonValue:
    start = float(value) if isinstance(value, int | float) else None
    return st.number_input(
        label_of(field.name), field.low, field.high, start, key=fields.at(where), help=_help(field),
        placeholder="(as usual)",
    )  # fmt: skip


def _text(fields: Fields, field: FormField, value: JsonValue, where: tuple[str | int, ...]) -> JsonValue:
    shown = "" if value is None else showable(str(value))
    return st.text_input(label_of(field.name), shown, key=fields.at(where), help=_help(field))


def _column(fields: Fields, field: FormField, value: JsonValue, where: tuple[str | int, ...]) -> JsonValue:
    options = list(dict.fromkeys([*fields.columns, *([str(value)] if value is not None else [])]))
    if ROWS in (field.default, value):
        options = [ROWS, *(one for one in options if one != ROWS)]
    return st.selectbox(
        label_of(field.name), options, index=options.index(str(value)) if value is not None else None,
        format_func=_column_name, key=fields.at(where), help=_help(field), accept_new_options=True,
        placeholder="Choose a column",
    )  # fmt: skip


def _column_name(name: str) -> str:
    return "(rows)" if name == ROWS else showable(name)


def _value(fields: Fields, field: FormField, value: JsonValue, where: tuple[str | int, ...]) -> JsonValue:
    """What a condition compares with, as text: values with commas between them, or JSON for a statistic."""
    shown = ", ".join(map(str, value)) if isinstance(value, list) else value
    text = json.dumps(shown, ensure_ascii=False) if isinstance(shown, dict) else "" if shown is None else str(shown)
    told = "A value; several with commas between them. A month is written 2025-03."
    return st.text_input(label_of(field.name), showable(text), key=fields.at(where), help=told)


def _list(fields: Fields, field: FormField, value: JsonValue, where: tuple[str | int, ...]) -> JsonValue:
    assert field.item is not None  # a list has items
    kind, kept = field.item.kind, value if isinstance(value, list) else []
    if kind in ("form", "one_of", "either", "json", "value", "list", "map"):
        return _rows(fields, field, [(None, item) for item in kept], where)
    options: list[str] = [str(one) for one in field.item.choices]
    if kind == "column":
        options = [*fields.columns]
    options += [str(item) for item in kept if str(item) not in options]
    label = "Aggregation" if field.item.choices and field.name == "metrics" else label_of(field.name)
    chosen = st.multiselect(
        label, options, [str(item) for item in kept], key=fields.at(where),
        format_func=_choice_name if kind == "choice" else _column_name,
        help=_help(field), accept_new_options=kind != "choice",
    )  # fmt: skip
    return [_as_number(item) if kind in ("whole", "number") else item for item in chosen]


def _map(fields: Fields, field: FormField, value: JsonValue, where: tuple[str | int, ...]) -> JsonValue:
    """Metrics: a column and what is computed of it, a row each. Other maps are JSON."""
    assert field.item is not None  # a map has values
    if field.item.kind != "list":
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
    st.markdown(f"**{label_of(field.name)}**")
    found: list[JsonValue] = []
    for place in range(int(st.session_state[count])):
        name, item = rows[place] if place < len(rows) else (None, None)
        with st.container(border=True, gap="xsmall"):
            column = _row_column(fields, field, name, (*where, place))
            made: JsonValue = fields.draw(field.item, item, *where, place)
            made = [column, made] if field.kind == "map" else made
            leave = st.checkbox(f"Remove {_row_name(field)} {place + 1}", key=fields.at((*where, place, "gone")))
        if not leave and made not in EMPTY:
            found.append(made)
    st.button(
        f"Add {_row_name(field)}", key=fields.at((*where, "more")), icon=":material/add:", on_click=_one_more,
        args=(count,),
    )  # fmt: skip
    return found


def _row_column(fields: Fields, field: FormField, name: str | None, where: tuple[str | int, ...]) -> JsonValue:
    """The column that a row of a map is about; nothing for a list."""
    if field.kind != "map":
        return None
    return _column(fields, FormField("of", "column", default=ROWS), name, (*where, "key"))


def _row_name(field: FormField) -> str:
    return label_of(field.name).lower().removesuffix("s")


def _one_more(count: str) -> None:
    st.session_state[count] += 1


def _form(fields: Fields, field: FormField, value: JsonValue, where: tuple[str | int, ...]) -> JsonValue:
    title = label_of(field.name)
    if field.nullable:
        used = st.checkbox(title, value is not None, key=fields.at((*where, "used")), help=_help(field))
        if not used:
            return None
    elif field.name not in ("filters", "having"):
        st.markdown(f"**{title}**")
    return dict(fields.form(field.fields, value, *where))


def _one_of(fields: Fields, field: FormField, value: JsonValue, where: tuple[str | int, ...]) -> JsonValue:
    known = list(field.forms)
    now = value.get(field.tag) if isinstance(value, dict) else None
    chosen = st.selectbox(
        label_of(field.name), known, index=known.index(str(now)) if now in known else None,
        format_func=lambda one: one.replace("_", " "), key=fields.at((*where, field.tag)), help=_help(field),
        placeholder="Choose a kind",
    )  # fmt: skip
    if chosen is None:
        return None
    return {field.tag: chosen, **fields.form(field.forms[chosen], value if now == chosen else None, *where, chosen)}


def _either(fields: Fields, field: FormField, value: JsonValue, where: tuple[str | int, ...]) -> JsonValue:
    """A form among several: the one whose fields the value has, until another is chosen."""
    known = list(field.forms)
    given = set(value) if isinstance(value, dict) else set[str]()
    fitting = (name for name, form in field.forms.items() if {one.name for one in form if one.required} <= given)
    now = next(fitting, known[0])
    chosen = st.selectbox(
        "Kind", known, index=known.index(now), format_func=lambda one: _FORMS.get(one, one),
        key=fields.at((*where, "kind")), help=_help(field),
    )  # fmt: skip
    return dict(fields.form(field.forms[chosen], value if chosen == now else None, *where))


def _json(fields: Fields, field: FormField, value: JsonValue, where: tuple[str | int, ...]) -> JsonValue:
    text = "" if value in (None, {}, []) else json.dumps(value, ensure_ascii=False)
    said = st.text_area(label_of(field.name), showable(text), key=fields.at(where), help=_help(field), height=68)
    if not said.strip():
        return None
    try:
        found: JsonValue = json.loads(said)
    except ValueError as error:
        raise SpecError(f"{label_of(field.name)} is not JSON: {error}.", "Mend it, or leave it empty.") from error
    return found


def _condition(kept: dict[str, JsonValue], numbers: frozenset[str]) -> dict[str, JsonValue]:
    """A condition with its value as its comparison and its column take it; {} while it is empty."""
    if "col" not in kept or "op" not in kept:
        return {}
    text, op, is_number = str(kept.pop("value", "")), kept["op"], kept["col"] in numbers
    if op in ("is_null", "not_null") or not text.strip():
        return kept
    if text.lstrip().startswith("{"):
        try:
            return {**kept, "value": json.loads(text)}
        except ValueError as error:
            raise SpecError(f"The value is not JSON: {error}.", "Write a plain value.") from error
    parts = [part.strip() for part in text.split(",")] if op in _LISTS else [text]
    values: list[JsonValue] = [_as_number(part) if is_number else part for part in parts]
    return {**kept, "value": values if op in _LISTS else values[0]}


def _as_number(text: str) -> JsonValue:
    try:
        return int(text)
    except ValueError:
        try:
            return float(text)
        except ValueError:
            return text  # the language says what is wrong with it


def _help(field: FormField) -> str | None:
    return escape(field.help) or None


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
