"""A reading that is being tried out: its choices and its preview, kept between the runs of the page."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

import streamlit as st

from agent.errors import TallyError
from pages.components.catalogue import language
from registry.choosing import Choice, with_choice, without_choice, without_field
from registry.dataset import Dataset, ReadingChoices
from registry.errors import RegistryError
from registry.offered import OfferedTable
from registry.preview import Preview, is_text, lines_of, preview_of
from registry.store import DatasetStore

T = TypeVar("T")


@dataclass(frozen=True)
class Draft:
    """Of which file, and what is in force. `key` is of one file in one version: a new version begins anew. `column` is
    the one in question, by its name in the file; "" where it is the file.
    """

    key: str
    name: str
    content: Callable[[], bytes]
    made: ReadingChoices
    offered: tuple[OfferedTable, ...] = ()
    column: str = ""

    @property
    def choices(self) -> ReadingChoices:
        """What is chosen now, tried out or in force."""
        kept = st.session_state.get(f"draft_{self.key}", self.made)
        return kept if isinstance(kept, ReadingChoices) else self.made

    @property
    def is_changed(self) -> bool:
        """Whether it differs from what is in force."""
        return self.choices != self.made

    def choose(self, choice: Choice) -> None:
        """One more choice."""
        self.set(with_choice(self.choices, choice))

    def take_back(self, choice: Choice) -> None:
        """One choice less: it is found again."""
        self.set(without_choice(self.choices, choice))

    def detect(self, name: str) -> None:
        """No choice in this field any more."""
        self.set(without_field(self.choices, name))

    def set(self, choices: ReadingChoices) -> None:
        """Other choices altogether."""
        st.session_state[f"draft_{self.key}"] = choices

    def preview(self) -> Preview | str:
        """The file as the choices read it, or the sentence why it cannot be read so."""
        return self._kept("preview", self.choices, lambda: _preview(self))

    def lines(self, first: int) -> tuple[str, ...] | str:
        """Lines of the file from this one on, or the sentence why there are none; () for what is no text."""
        return self._kept("lines", (first, self.choices.encoding, self.choices.table), lambda: _lines(self, first))

    def is_text(self) -> bool:
        """Whether the file is lines of characters, so that there is an encoding, a separator and a line of names."""
        return self._kept("is_text", None, lambda: is_text(self.content(), self.name))

    def _kept(self, what: str, made_of: object, make: Callable[[], T]) -> T:
        """What was made of the file last, as long as it would be made of the same again: the page runs at every touch,
        and unpacking a large file takes its time."""
        kept: tuple[object, T] | None = st.session_state.get(f"{what}_{self.key}")
        if kept is None or kept[0] != made_of:
            kept = (made_of, make())
            st.session_state[f"{what}_{self.key}"] = kept
        return kept[1]

    def forget(self) -> None:
        """Drops what was tried out."""
        for what in ("draft", "preview", "lines", "is_text"):
            st.session_state.pop(f"{what}_{self.key}", None)


def draft_of(store: DatasetStore, owner: str, dataset: Dataset, key: str, column: str = "") -> Draft:
    """How a data set is read, to be tried out otherwise."""
    content = partial(store.content, owner, dataset.dataset_id)
    return Draft(key, dataset.name, content, dataset.choices, dataset.offered, column)


def _lines(draft: Draft, first: int) -> tuple[str, ...] | str:
    try:
        return lines_of(draft.content(), draft.name, draft.choices, first)
    except RegistryError as refused:
        return refused.told(language())


def _preview(draft: Draft) -> Preview | str:
    try:
        return preview_of(draft.content(), draft.name, draft.choices)
    except TallyError as refused:
        if refused.actor == "developer":
            raise
        return refused.told(language())
