"""Controls that show a choice and make it: "found" is always one of them."""

from collections.abc import Mapping
from typing import cast

import streamlit as st

from pages.components.catalogue import say
from pages.components.data.mending.draft import Draft
from registry.choosing import SHAPES, Choice
from registry.receipt import ChoiceValue


def choose_one(
    draft: Draft, name: str, label: str, options: Mapping[str, str] | Mapping[bool, str], *,
    column: str = "", found: str = "", free: bool = False,
) -> None:  # fmt: skip
    """A list with what can be chosen, value by value in words; `free`: any other text may be typed. `column`: the
    choice is about this column of the file; `found`: what detection says."""
    now = chosen(draft, name, column)
    detected = say("mending.as_found_so", value=found) if found and now is None else say("mending.as_found")
    said = {detected: None, **{words: value for value, words in options.items()}}
    words = next((text for text, value in said.items() if value == now), str(now))
    offered = list(said) if words in said else [*said, words]
    key = f"{draft.key}_{name}_{column}"
    st.session_state[key] = words
    st.selectbox(
        label, offered, key=key, accept_new_options=free, on_change=_chose, args=(draft, name, column, key, said)
    )


def chosen(draft: Draft, name: str, column: str = "") -> object:
    """What is chosen in a field, about a column where it is of columns; None: nothing."""
    kept = getattr(draft.choices, name)
    return dict(kept).get(column) if SHAPES[name] == "of_column" else kept


def _chose(draft: Draft, name: str, column: str, key: str, said: Mapping[str, ChoiceValue | None]) -> None:
    words = st.session_state[key]
    make(draft, name, column, said.get(words, words))


def make(draft: Draft, name: str, column: str, value: object) -> None:
    """Makes a choice; None takes it back."""
    of_column = SHAPES[name] == "of_column"
    if value is None and of_column:
        draft.take_back((name, (column, "")))
    elif value is None:
        draft.detect(name)
    else:
        draft.choose(cast(Choice, (name, (column, value) if of_column else value)))
