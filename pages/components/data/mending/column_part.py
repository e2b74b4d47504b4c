"""Choices about one column: its name, what it holds, what it means."""

import streamlit as st

from pages.components.catalogue import say
from pages.components.data.mending.choice_words import kinds
from pages.components.data.mending.controls import choose_one, chosen, make
from pages.components.data.mending.draft import Draft
from pages.components.escape import showable
from registry.choosing import Choice, with_choice
from registry.columns.renaming import name_in_file
from registry.preview import Preview
from registry.profile import ColumnProfile

_DAY_FIRST = {True: "mending.day_first", False: "mending.month_first"}
_SPELLINGS = {True: "mending.spellings_one", False: "mending.spellings_apart"}
_DATED = ("date", "datetime", "ambiguous_date")


def show_column_part(draft: Draft, preview: Preview) -> None:
    """One column at a time, called as it is shown."""
    columns = {name_in_file(draft.choices, column.name): column for column in preview.profile.columns}
    key = f"{draft.key}_column"
    if st.session_state.get(key) not in columns:
        st.session_state[key] = draft.column if draft.column in columns else next(iter(columns))
    name = st.selectbox(
        say("profile.column"), list(columns), key=key, format_func=lambda one: showable(columns[one].name)
    )
    _show_meaning(draft, name, columns[name])
    _show_kind(draft, name, columns[name])
    _show_words(draft, name)


def _show_meaning(draft: Draft, name: str, column: ColumnProfile) -> None:
    shown, unit, meaning = st.columns([2, 1, 3])
    with shown:
        _text(draft, "renamed", name, say("sidebar.name"), name)
    with unit:
        _text(draft, "units", name, say("profile.unit"), column.unit or "")
    with meaning:
        _text(draft, "described", name, say("mending.means"), column.description)


def _show_kind(draft: Draft, name: str, column: ColumnProfile) -> None:
    kind, order, spellings = st.columns(3)
    with kind:
        choose_one(draft, "kinds", say("mending.holds"), kinds(), column=name, found=say(f"kind.{column.kind}"))
    with order:
        if column.kind in _DATED or chosen(draft, "day_first", name) is not None:
            orders = {value: say(key) for value, key in _DAY_FIRST.items()}
            choose_one(draft, "day_first", say("mending.first_comes"), orders, column=name)
    with spellings:
        if column.kind == "text":
            ways = {value: say(key) for value, key in _SPELLINGS.items()}
            choose_one(draft, "spellings", say("mending.spellings"), ways, column=name)


def _show_words(draft: Draft, name: str) -> None:
    missing, kept, blank = st.columns(3)
    with missing:
        _words(draft, "missing_words", name, say("mending.missing_words"), say("mending.missing_such_as"))
    with kept:
        _words(draft, "kept_words", name, say("mending.kept_words"), say("mending.kept_such_as"))
    with blank:
        key = f"{draft.key}_fill_{name}"
        st.session_state[key] = name in draft.choices.fill_down
        st.checkbox(say("mending.fill_down"), key=key, on_change=_fill, args=(draft, name, key))


def _text(draft: Draft, name: str, column: str, label: str, found: str) -> None:
    """A text about a column; what the file says stands there at first, and again when it is emptied."""
    key = f"{draft.key}_{name}_{column}"
    kept = chosen(draft, name, column)
    st.session_state[key] = found if kept is None else kept
    st.text_input(label, key=key, max_chars=300, on_change=_take_text, args=(draft, name, column, key, found))


def _take_text(draft: Draft, name: str, column: str, key: str, found: str) -> None:
    text = " ".join(st.session_state[key].split())
    same = text == column if name == "renamed" else text == found and chosen(draft, name, column) is None
    takes_back = same or (not text and (name != "units" or not found))
    make(draft, name, column, None if takes_back else text)


def _words(draft: Draft, name: str, column: str, label: str, such_as: str) -> None:
    key = f"{draft.key}_{name}_{column}"
    words = [word for of, word in getattr(draft.choices, name) if of == column]
    st.session_state[key] = words
    st.multiselect(
        label, words, key=key, accept_new_options=True, on_change=_take_words, args=(draft, name, column, key),
        placeholder=such_as,
    )  # fmt: skip


def _take_words(draft: Draft, name: str, column: str, key: str) -> None:
    choices = draft.choices
    before = [(of, word) for of, word in getattr(choices, name) if of == column]
    for pair in before:
        draft.take_back((name, pair))
    for word in st.session_state[key]:
        draft.choose((name, (column, word)))


def _fill(draft: Draft, name: str, key: str) -> None:
    choice: Choice = ("fill_down", name)
    if st.session_state[key]:
        draft.set(with_choice(draft.choices, choice))
    else:
        draft.take_back(choice)
