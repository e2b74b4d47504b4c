"""What became of a file that was just added: its first rows, what was decided, what is unsure, and how to read it
otherwise.

Nothing waits for a press: the data can be asked about at once, as they are shown. Where a file reads two ways that give
other numbers, the card asks before anything is suggested. Whoever types a question instead is asked with it, where it
matters for the answer.
"""

from collections.abc import Sequence
from functools import partial

import streamlit as st

from agent.service import AnalystService
from pages.components.catalogue import language, say, say_count
from pages.components.data.dataset_card import show_offered
from pages.components.data.judged import line_of, rereading
from pages.components.data.mending.choice_words import asked, in_words
from pages.components.data.mending.draft import Draft, draft_of
from pages.components.data.mending.panel import Apply, show_choices, show_made, sums, take_over
from pages.components.data.profile_view import first_rows
from pages.components.escape import escape
from pages.components.reading.spec_form import pressed
from pages.components.style import show_from_card
from registry.choosing import Choice, choices_made, declining
from registry.columns.renaming import name_in_file
from registry.dataset import Dataset, ReadingChoices
from registry.preview import Preview
from registry.profile import DatasetProfile
from registry.receipt import ImportReceipt, group_receipt, judged_in

_ADDED = "just_added"
_ROWS = 5
_LINES = 3
Open = tuple[str, tuple[Choice, ...]]
"""Something that a file leaves open: what was done, as Markdown, and the ways that were not taken."""


def added_here() -> dict[str, int]:
    """The ids of the data sets that came in here, each with the number of turns that there were before."""
    added: dict[str, int] = st.session_state.setdefault(_ADDED, {})
    return added


def _just_added(service: AnalystService, conversation_id: str) -> tuple[Dataset, ...]:
    """The data sets that came in here since the last question."""
    turns, noted = len(service.turns(conversation_id)), added_here()
    return tuple(one for one in service.datasets.datasets(conversation_id) if noted.get(one.dataset_id) == turns)


def show_added(service: AnalystService, conversation_id: str) -> bool:
    """A card for each data set that came in since the last question. Whether one of them asks something."""
    asks, added = False, _just_added(service, conversation_id)
    if added:
        show_from_card(dataset.dataset_id for dataset in added)
    for dataset in added:
        with st.container(border=True, key=f"added_{dataset.dataset_id}"):
            _show_card(service, conversation_id, dataset)
        asks = asks or (dataset.in_memory and bool(_questions(dataset.receipt, dataset.profile, dataset.choices)))
    return asks


@st.fragment
def _show_card(service: AnalystService, conversation_id: str, dataset: Dataset) -> None:
    """The data as they are read, or as they would be by what is tried out here."""
    key = f"added_{dataset.dataset_id}_{dataset.version}"
    if not dataset.in_memory:  # there are no bytes that could be tried out otherwise
        _show_on_disk(dataset, key)
        return
    draft = draft_of(service.datasets, conversation_id, dataset, f"{key}_draft")
    preview = draft.preview() if draft.is_changed else None
    above = st.container()
    unfolded = f"{key}_mend_{len(choices_made(dataset.choices))}"  # what is taken over folds it
    with st.expander(say("mending.title"), icon=":material/tune:", key=unfolded, on_change="rerun") as opened:
        if opened.open:
            show_choices(draft, draft.preview())
    below = st.container()
    with above:
        questions = _show_head(service, conversation_id, dataset, preview, draft)
    with below if opened.open else above:  # what is tried out shows right below the choices
        show_made(draft)
        if isinstance(preview, str):
            st.error(say("mending.not_so", why=escape(preview)), icon=":material/error:")
        else:
            _show_data(dataset, preview, draft)
        if questions or draft.is_changed:
            use = partial(_use, service, conversation_id, dataset, questions)
            _show_buttons(draft, use, usable=not isinstance(preview, str))


def _show_on_disk(dataset: Dataset, key: str) -> None:
    """The size, the first rows and what was decided of data that stay on disk."""
    st.markdown(f":material/check: **{escape(dataset.name)}**: {_size_of(dataset.profile)}")
    first_rows(dataset.head(_ROWS), f"{key}_rows")
    _show_decided(dataset.receipt)


def _size_of(profile: DatasetProfile) -> str:
    return say("files.between").join((say_count("rows", profile.rows), say_count("columns", len(profile.columns))))


def _show_head(
    service: AnalystService, conversation_id: str, dataset: Dataset, preview: Preview | str | None, draft: Draft
) -> tuple[Open, ...]:
    """The file's name and size, its other tables, and what it leaves open."""
    if isinstance(preview, str):
        st.markdown(f"**{escape(dataset.name)}**")
        return ()
    profile = preview.profile if preview else dataset.profile
    part = "" if preview is None or preview.whole else f" {say('mending.part')}"
    st.markdown(f":material/{'edit' if preview else 'check'}: **{escape(dataset.name)}**: {_size_of(profile)}{part}")
    show_offered(service, conversation_id, dataset)
    receipt = preview.read.receipt if preview else dataset.receipt
    questions = _questions(receipt, profile, draft.choices)
    _show_questions(questions[:_LINES], draft)
    if rest := questions[_LINES:]:
        with st.expander(say_count("judged.more", len(rest))):
            _show_questions(rest, draft, _LINES)
    return questions


def _show_data(dataset: Dataset, preview: Preview | None, draft: Draft) -> None:
    """The first rows, and what was decided of them."""
    first_rows((preview.read.frame if preview else dataset.frame).head(_ROWS), f"{draft.key}_rows")
    if preview and (added_up := sums(preview)):
        st.caption(say("mending.sums", sums=added_up))
    _show_decided(preview.read.receipt if preview else dataset.receipt)


def _questions(receipt: ImportReceipt, profile: DatasetProfile, choices: ReadingChoices) -> tuple[Open, ...]:
    """What the file leaves open and the person has not left as it is."""
    found = [
        (escape(group.told(language())), tuple(dict.fromkeys(entry.choice for entry in group.entries if entry.choice)))
        for group in group_receipt(receipt)
        if group.action == "unsure"
    ]
    for column in profile.columns:
        if column.kind == "ambiguous_date":
            name = name_in_file(choices, column.name)
            ways: tuple[Choice, ...] = (("day_first", (name, True)), ("day_first", (name, False)))
            found.append(("", tuple(way for way in ways if way not in choices.declined)))
    return tuple((sentence, ways) for sentence, ways in found if ways)


def _show_questions(questions: Sequence[Open], draft: Draft, first: int = 0) -> None:
    for place, (sentence, ways) in enumerate(questions, first):
        st.markdown(f":material/help: {asked(ways[0])}")
        if sentence:
            st.caption(sentence)
        with st.container(horizontal=True, gap="small"):
            for number, way in enumerate(ways[:_LINES]):
                st.button(
                    in_words(way), key=f"{draft.key}_way_{place}_{number}", icon=":material/edit:",
                    on_click=draft.choose, args=(way,), wrap=True,
                )  # fmt: skip


def _show_decided(receipt: ImportReceipt) -> None:
    """What changed values, and what else may mislead."""
    decided = judged_in(receipt.entries)
    lines = [f":material/rule: {line_of(one.kind, one.column, one.count, one.values)}" for one in decided]
    others = [*receipt.of("unsure"), *receipt.of("warning")]
    told = [
        f":material/info: {escape(each.told(language()))}"
        for each in others
        if each.judged is None and (each.action == "warning" or each.choice is None)
    ]
    first, rest = [*lines[:_LINES], *told[:_LINES]], [*lines[_LINES:], *told[_LINES:]]
    if first:
        st.caption("  \n".join(first))
    if rest:
        with st.expander(say_count("judged.more", len(rest)), type="compact"):
            st.caption("  \n".join(rest))


def _show_buttons(draft: Draft, use: Apply, *, usable: bool) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        is_used = pressed(say("mending.use"), key=f"{draft.key}_use", type="primary", disabled=not usable)
        if draft.is_changed:
            st.button(say("mending.before"), key=f"{draft.key}_before", on_click=draft.forget)
        else:
            st.caption(say("upload.or_ask"), width="content")
    if is_used:
        take_over(draft, use)


def _use(
    service: AnalystService, conversation_id: str, dataset: Dataset, questions: Sequence[Open], choices: ReadingChoices
) -> None:
    """Has the file read so; what it leaves open is left as it is, and no answer asks it again."""
    for _, ways in questions:
        for way in ways:
            choices = declining(choices, way)
    rereading(service, conversation_id, dataset)(choices)
