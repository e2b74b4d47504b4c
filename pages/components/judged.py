"""What reading the files decided that an answer depends on: a line each below it, and the way to decide otherwise."""

from collections.abc import Sequence
from functools import partial

import streamlit as st

from agent.service import AnalystService
from agent.state import Judged, TurnRecord
from pages.components.catalogue import say, say_count
from pages.components.escape import escape
from pages.components.mending.choice_words import in_words
from pages.components.mending.draft import Draft
from pages.components.mending.panel import Apply, show_mending
from pages.components.spec_form import pressed
from registry.dataset import Dataset, ReadingChoices
from registry.receipt import ReceiptEntry
from registry.renaming import name_in_file

_AT_ONCE = 3
"""Lines below one answer; the others are unfolded."""
_VALUES = 3
_LONGEST = 40
"""Characters of a value in a line."""


def show_judged(service: AnalystService, conversation_id: str, turn: TurnRecord, *, changeable: bool) -> None:
    """The lines of an answer; nothing where it depends on no judgement. With `changeable`, each opens the place where
    it is changed, as long as the answer stands on the newest version of its data."""
    judged = turn.get("judged", [])
    if not judged:
        return
    versions = turn.get("data_versions", {})
    now = {each.dataset_id: each for each in service.datasets.datasets(conversation_id)}
    open_here = {name: one for name, one in now.items() if changeable and versions.get(name) == one.version}
    with st.container(key=f"judged_{turn['turn_id']}", gap=None):
        _show_lines(service, conversation_id, turn, judged[:_AT_ONCE], open_here)
        if rest := judged[_AT_ONCE:]:
            with st.expander(say_count("judged.more", len(rest))):
                _show_lines(service, conversation_id, turn, rest, open_here)


def _show_lines(
    service: AnalystService, conversation_id: str, turn: TurnRecord, judged: Sequence[Judged],
    open_here: dict[str, Dataset],
) -> None:  # fmt: skip
    for one in judged:
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.caption(f":material/rule: {_line(one)}", width="content")
            dataset = open_here.get(one["dataset_id"])
            key = f"judge_{turn['turn_id']}_{one['dataset_id']}_{one['kind']}_{one['column']}"
            if dataset and pressed(say("judged.change"), key=key, type="tertiary"):
                _open(service, conversation_id, dataset, one)


def _line(one: Judged) -> str:
    """ "**Amount**: 12 cells read as missing (“n.a.”, “tbd”)", safe to show."""
    values = [say("judged.quoted", value=escape(_cut(value))) for value in one["values"][:_VALUES]]
    listed = say("judged.between").join([*values, *(["…"] if len(one["values"]) > _VALUES else [])])
    shown = say("judged.such_as", values=listed) if values else ""
    what = say_count(f"judged.{one['kind']}", one["count"], values=shown)
    return say("judged.of_column", column=escape(one["column"]), what=what) if one["column"] else what


def _cut(value: str) -> str:
    return value if len(value) <= _LONGEST else f"{value[: _LONGEST - 1]}…"


def _open(service: AnalystService, conversation_id: str, dataset: Dataset, one: Judged) -> None:
    """The choices about reading the file, opened at the column that was judged, with what the receipt says of it."""
    key = f"judged_{dataset.dataset_id}_{dataset.version}"
    content = partial(service.datasets.content, conversation_id, dataset.dataset_id)
    at = name_in_file(dataset.choices, one["column"])
    draft = Draft(key, dataset.name, content, dataset.choices, dataset.offered, at)
    draft.forget()
    entries = [
        each for each in dataset.receipt.entries
        if each.judged and each.judged.kind == one["kind"] and (each.column or "") == one["column"]
    ]  # fmt: skip

    @st.dialog(say("judged.title", name=escape(dataset.name)), width="large")
    def change() -> None:
        _show_entries(entries, draft)
        st.caption(say("judged.new_version"))
        offered = any(entry.choice for entry in entries)
        show_mending(draft, _rereading(service, conversation_id, dataset), say("mending.use"), folded=offered)

    change()


def _rereading(service: AnalystService, conversation_id: str, dataset: Dataset) -> Apply:
    def read(choices: ReadingChoices) -> None:
        service.reread(conversation_id, dataset.dataset_id, choices)

    return read


def _show_entries(entries: Sequence[ReceiptEntry], draft: Draft) -> None:
    """What was decided, in the receipt's words, and the other way, tried out at a press."""
    for place, entry in enumerate(entries):
        st.markdown(escape(entry.text))
        if entry.choice is not None:
            st.button(
                in_words(entry.choice), key=f"{draft.key}_other_{place}", icon=":material/edit:",
                on_click=draft.choose, args=(entry.choice,), wrap=True,
            )  # fmt: skip
