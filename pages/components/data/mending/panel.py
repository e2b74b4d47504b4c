"""Everything that reading a file decided can be decided otherwise here; what it would give is shown at once."""

from collections.abc import Callable

import streamlit as st

from agent.errors import TallyError
from pages.components.catalogue import in_signs, language, say, say_count
from pages.components.data.mending.choice_words import in_words
from pages.components.data.mending.column_part import show_column_part
from pages.components.data.mending.draft import Draft
from pages.components.data.mending.file_part import show_file_part
from pages.components.data.profile_view import columns_table, first_rows
from pages.components.escape import escape
from pages.components.reading.spec_form import pressed
from registry.choosing import choices_made
from registry.dataset import DETECT, ReadingChoices
from registry.preview import Preview

_SUMS = 6
Apply = Callable[[ReadingChoices], None]
"""Reads the file so for good. Raises TallyError when it cannot be read so."""


@st.fragment
def show_mending(draft: Draft, apply: Apply, doing: str, *, folded: bool = False) -> None:
    """The choices, the preview that follows them, and the button that takes them over, called `doing`. `folded`: the
    preview comes first and the choices are unfolded, for where one of them stands above."""
    preview = draft.preview()
    if not folded:
        show_choices(draft, preview)
    show_made(draft)
    _show_preview(draft, preview)
    _show_buttons(draft, apply, doing, isinstance(preview, Preview))
    if folded:
        with st.expander(say("mending.all"), icon=":material/tune:", key=f"{draft.key}_all"):
            show_choices(draft, preview)


def show_choices(draft: Draft, preview: Preview | str) -> None:
    """Every choice about the file and about its columns, with what was found."""
    parts = [say("mending.of_file"), say("mending.of_columns")]
    at = parts[1] if draft.column else parts[0]
    of_file, of_columns = st.tabs(parts, key=f"{draft.key}_parts", default=at)
    with of_file:
        show_file_part(draft, preview)
    with of_columns:
        if isinstance(preview, str):
            st.markdown(say("mending.unreadable"))
        else:
            show_column_part(draft, preview)


def show_made(draft: Draft) -> None:
    """What is chosen, each with the way back."""
    made = choices_made(draft.choices)
    if not made:
        return
    with st.container(horizontal=True, gap="xsmall"):
        for place, choice in enumerate(made):
            st.button(
                in_words(choice), key=f"{draft.key}_made_{place}", icon=":material/close:", type="tertiary",
                on_click=draft.take_back, args=(choice,), help=say("mending.take_back"),
            )  # fmt: skip


def _show_preview(draft: Draft, preview: Preview | str) -> None:
    if isinstance(preview, str):
        if not draft.is_changed:
            return  # whoever shows the file says why it cannot be read as it is
        st.error(say("mending.not_so", why=escape(preview)), icon=":material/error:")
        return
    rows, columns = say_count("rows", preview.profile.rows), say_count("columns", len(preview.profile.columns))
    part = "" if preview.whole and not draft.is_part else f" {say('mending.part')}"
    st.markdown(say("mending.so", rows=rows, columns=columns) + part)
    if added_up := sums(preview):
        st.caption(say("mending.sums", sums=added_up))
    of_rows, of_columns = st.tabs([say("mending.rows"), say("mending.columns")], key=f"{draft.key}_shown")
    with of_rows:
        first_rows(preview.read.frame, f"{draft.key}_rows")
    with of_columns:
        columns_table(preview.profile, f"{draft.key}_columns")


def sums(preview: Preview) -> str:
    """The numbers of the first columns, added up: the quickest sign of a wrong separator or sign."""
    numbers = [column for column in preview.profile.columns if column.kind == "number"][:_SUMS]
    return " · ".join(
        f"{escape(column.name)} {in_signs(f'{preview.read.frame[column.name].sum():,.10g}')}" for column in numbers
    )


def _show_buttons(draft: Draft, apply: Apply, doing: str, is_readable: bool) -> None:
    with st.container(horizontal=True):
        usable = is_readable and draft.is_changed
        if pressed(doing, key=f"{draft.key}_use", type="primary", disabled=not usable):
            take_over(draft, apply)
        st.button(
            say("mending.before"), key=f"{draft.key}_before", disabled=not draft.is_changed, on_click=draft.forget
        )
        st.button(
            say("mending.anew"), key=f"{draft.key}_anew", type="tertiary",
            disabled=draft.choices == DETECT, on_click=draft.set, args=(DETECT,),
        )  # fmt: skip


def take_over(draft: Draft, apply: Apply) -> None:
    """Reads the file as it was tried out, and draws the page anew; tells why where that is refused."""
    try:
        apply(draft.choices)
    except TallyError as refused:
        if refused.actor == "developer":
            raise
        st.error(escape(refused.told(language())), icon=":material/error:")
        return
    draft.forget()
    st.rerun()
