"""What became of a file that was just added: its first rows, what was decided, what is unsure, and how to read it
otherwise.

Nothing waits for a press: the data can be asked about at once, as they are shown. Where a file reads two ways that give
other numbers, the card asks before anything is suggested; whoever asks a question instead has taken it as shown.
"""

from collections.abc import Sequence

import streamlit as st

from agent.service import AnalystService
from pages.components.catalogue import language, say, say_count
from pages.components.data.dataset_card import show_offered
from pages.components.data.judged import line_of, rereading
from pages.components.data.mending.choice_words import asked, in_words
from pages.components.data.mending.draft import Draft, draft_of
from pages.components.data.mending.panel import show_choices, show_made, sums, take_over
from pages.components.data.profile_view import first_rows
from pages.components.escape import escape
from pages.components.reading.spec_form import pressed
from pages.components.style import show_from_card
from registry.choosing import Choice
from registry.columns.renaming import name_in_file
from registry.dataset import Dataset, ReadingChoices
from registry.judgements import judged_in
from registry.preview import Preview
from registry.profile import DatasetProfile
from registry.receipt import ImportReceipt
from registry.receipt_groups import group_receipt

_ADDED = "just_added"
_SETTLED = "settled_uploads"
_ROWS = 5
_LINES = 3


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
        asks = asks or (not _is_settled(dataset) and bool(_questions(dataset.receipt, dataset.profile, dataset)))
    return asks


def _is_settled(dataset: Dataset) -> bool:
    return dataset.dataset_id in st.session_state.setdefault(_SETTLED, set())


@st.fragment
def _show_card(service: AnalystService, conversation_id: str, dataset: Dataset) -> None:
    """The data as they are read, or as they would be by what is tried out here."""
    key = f"added_{dataset.dataset_id}_{dataset.version}"
    draft = draft_of(service.datasets, conversation_id, dataset, f"{key}_draft")
    preview = draft.preview() if draft.is_changed else None
    above = st.container()
    with st.expander(say("mending.title"), icon=":material/tune:", key=f"{key}_mend", on_change="rerun") as opened:
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
            usable = not isinstance(preview, str)
            _show_buttons(service, conversation_id, dataset, draft, usable=usable)


def _show_head(
    service: AnalystService, conversation_id: str, dataset: Dataset, preview: Preview | str | None, draft: Draft
) -> bool:
    """The file's name and size, its other tables, and what it leaves open; whether that is anything."""
    if isinstance(preview, str):
        st.markdown(f"**{escape(dataset.name)}**")
        return False
    profile = preview.profile if preview else dataset.profile
    size = say("files.between").join((say_count("rows", profile.rows), say_count("columns", len(profile.columns))))
    part = "" if preview is None or preview.whole else f" {say('mending.part')}"
    st.markdown(f":material/{'edit' if preview else 'check'}: **{escape(dataset.name)}**: {size}{part}")
    show_offered(service, conversation_id, dataset)
    receipt = preview.read.receipt if preview else dataset.receipt
    questions = () if _is_settled(dataset) else _questions(receipt, profile, dataset)
    _show_questions(questions[:_LINES], draft)
    if rest := questions[_LINES:]:
        with st.expander(say_count("judged.more", len(rest))):
            _show_questions(rest, draft, _LINES)
    return bool(questions)


def _show_data(dataset: Dataset, preview: Preview | None, draft: Draft) -> None:
    """The first rows, and what was decided of them."""
    first_rows((preview.read.frame if preview else dataset.frame).head(_ROWS), f"{draft.key}_rows")
    if preview and (added_up := sums(preview)):
        st.caption(say("mending.sums", sums=added_up))
    _show_decided(preview.read.receipt if preview else dataset.receipt)


def _questions(
    receipt: ImportReceipt, profile: DatasetProfile, dataset: Dataset
) -> tuple[tuple[str, tuple[Choice, ...]], ...]:
    """What the file leaves open: what was done each time, and the ways that were not taken."""
    found = [
        (escape(group.told(language())), tuple(dict.fromkeys(entry.choice for entry in group.entries if entry.choice)))
        for group in group_receipt(receipt)
        if group.action == "unsure"
    ]
    for column in profile.columns:
        if column.kind == "ambiguous_date":
            name = name_in_file(dataset.choices, column.name)
            found.append(("", (("day_first", (name, True)), ("day_first", (name, False)))))
    return tuple((sentence, ways) for sentence, ways in found if ways)


def _show_questions(questions: Sequence[tuple[str, tuple[Choice, ...]]], draft: Draft, first: int = 0) -> None:
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
    lines = [*lines[:_LINES], *(["…"] if len(lines) > _LINES else [])]
    others = [*receipt.of("unsure"), *receipt.of("warning")]
    told = [
        f":material/info: {escape(each.told(language()))}"
        for each in others
        if each.judged is None and (each.action == "warning" or each.choice is None)
    ]
    lines += [*told[:_LINES], *(["…"] if len(told) > _LINES else [])]
    if lines:
        st.caption("  \n".join(lines))


def _show_buttons(
    service: AnalystService, conversation_id: str, dataset: Dataset, draft: Draft, *, usable: bool
) -> None:
    settled: set[str] = st.session_state.setdefault(_SETTLED, set())

    def use(choices: ReadingChoices) -> None:
        rereading(service, conversation_id, dataset)(choices)
        settled.add(dataset.dataset_id)

    with st.container(horizontal=True, vertical_alignment="center"):
        is_used = pressed(say("mending.use"), key=f"{draft.key}_use", type="primary", disabled=not usable)
        if draft.is_changed:
            st.button(say("mending.before"), key=f"{draft.key}_before", on_click=draft.forget)
        else:
            st.caption(say("upload.or_ask"), width="content")
    if is_used and draft.is_changed:
        take_over(draft, use)
    elif is_used:
        settled.add(dataset.dataset_id)
        st.rerun()
