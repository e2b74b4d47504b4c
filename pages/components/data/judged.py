"""What reading the files decided that an answer depends on: a line each, and the way to decide otherwise."""

from collections.abc import Sequence
from functools import partial

import streamlit as st

from agent.service import AnalystService
from agent.state import Judged, TurnRecord
from pages.components import process
from pages.components.catalogue import language, say, say_count
from pages.components.data.mending.choice_words import in_words
from pages.components.data.mending.draft import Draft, draft_of
from pages.components.data.mending.panel import Apply, show_mending
from pages.components.escape import escape
from pages.components.load_runner import Load
from pages.components.reading.spec_form import pressed
from registry.columns.renaming import name_in_file
from registry.dataset import Dataset, ReadingChoices
from registry.receipt import JudgementKind, ReceiptEntry

ICON = ":material/rule:"
_LINE = 80
"""Letters of decisions that stand beside the rows of an answer."""
_VALUES = 3
_LONGEST = 40
"""Characters of a value in a line."""


def decided(judged: Sequence[Judged]) -> str:
    """ "1 row set aside as no data · **sold**: 2 cells read as missing", safe to show; of more than a line holds, how
    many they are."""
    named = say("judged.also").join(line_of(one["kind"], one["column"], one["count"], ()) for one in judged)
    return named if len(judged) == 1 or len(named) <= _LINE else say_count("judged.decided", len(judged))


def show_judged(service: AnalystService, conversation_id: str, turn: TurnRecord, *, changeable: bool) -> None:
    """What an answer depends on, a line each. With `changeable`, each opens the place where it is changed, as long as
    the answer stands on the newest version of its data."""
    versions = turn.get("data_versions", {})
    now = {each.dataset_id: each for each in service.datasets.datasets(conversation_id)}
    open_here = {name: one for name, one in now.items() if changeable and versions.get(name) == one.version}
    _show_lines(service, conversation_id, turn, turn.get("judged", []), open_here)


def _show_lines(
    service: AnalystService, conversation_id: str, turn: TurnRecord, judged: Sequence[Judged],
    open_here: dict[str, Dataset],
) -> None:  # fmt: skip
    for one in judged:
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.caption(f"{ICON} {line_of(one['kind'], one['column'], one['count'], one['values'])}", width="content")
            dataset = open_here.get(one["dataset_id"])
            key = f"judge_{turn['turn_id']}_{one['dataset_id']}_{one['kind']}_{one['column']}"
            if dataset and pressed(say("judged.change"), key=key, type="tertiary"):
                _open(service, conversation_id, dataset, one)


def line_of(kind: JudgementKind, column: str, count: int, values: Sequence[str]) -> str:
    """ "**Amount**: 12 cells read as missing (“n.a.”, “tbd”)", safe to show."""
    some = [say("judged.quoted", value=escape(_cut(value))) for value in values[:_VALUES]]
    listed = say("judged.between").join([*some, *(["…"] if len(values) > _VALUES else [])])
    shown = say("judged.such_as", values=listed) if values else ""
    what = say_count(f"judged.{kind}", count, values=shown)
    return say("judged.of_column", column=escape(column), what=what) if column else what


def _cut(value: str) -> str:
    return value if len(value) <= _LONGEST else f"{value[: _LONGEST - 1]}…"


def _open(service: AnalystService, conversation_id: str, dataset: Dataset, one: Judged) -> None:
    """The choices about reading the file, opened at the column that was judged, with what the receipt says of it."""
    key = f"judged_{dataset.dataset_id}_{dataset.version}"
    at = name_in_file(dataset.choices, one["column"])
    draft = draft_of(service.datasets, conversation_id, dataset, key, at)
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
        show_mending(draft, rereading(service, conversation_id, dataset), say("mending.use"), folded=offered)

    change()


def rereading(service: AnalystService, conversation_id: str, dataset: Dataset) -> Apply:
    """What reads the data set anew with the choices of a draft."""

    def read(choices: ReadingChoices) -> None:
        work = partial(service.reread, conversation_id, dataset.dataset_id, choices)
        process.loads().run(conversation_id, Load(dataset.name, work, dataset.receipt.size_bytes, is_new=False))

    return read


def _show_entries(entries: Sequence[ReceiptEntry], draft: Draft) -> None:
    """What was decided, in the receipt's words, and the other way, tried out at a press."""
    for place, entry in enumerate(entries):
        st.markdown(escape(entry.told(language())))
        if entry.choice is not None:
            st.button(
                in_words(entry.choice), key=f"{draft.key}_other_{place}", icon=":material/edit:",
                on_click=draft.choose, args=(entry.choice,), wrap=True,
            )  # fmt: skip
