"""One data set on the data page: receipt, choices, profile, preview, removal."""

from collections.abc import Callable, Sequence
from functools import partial

import streamlit as st

from agent.service import AnalystService
from pages.components import process
from pages.components.catalogue import language, say, say_count, size
from pages.components.connection.sharing_form import show_proposals
from pages.components.data.judged import rereading
from pages.components.data.mending.choice_words import delimiters, in_words, lines_in_words
from pages.components.data.mending.draft import draft_of
from pages.components.data.mending.panel import show_mending
from pages.components.data.profile_view import show_preview, show_profile
from pages.components.escape import escape
from pages.components.load_runner import Load
from pages.components.refusals import told_when_refused
from registry.choosing import Choice, declining, with_choice
from registry.columns.renaming import name_in_file
from registry.dataset import Dataset
from registry.loading import load_beside
from registry.offered import OfferedTable
from registry.receipt import TEXT_FORMAT, ImportReceipt, ReceiptAction, ReceiptGroup, group_receipt
from registry.store import DatasetStore

# ----------------------------------------------------------------
# The import receipt: what reading a file assumed, converted and skipped, and a click that reads it otherwise.


Otherwise = Callable[[Sequence[Choice], bool], None]
"""Reads the file anew with these choices; False: leaves them for good, as what it was unsure of is right."""
_ICONS: dict[ReceiptAction, str] = {
    "unsure": ":material/help:",
    "warning": ":material/warning:",
    "skipped": ":material/block:",
    "converted": ":material/swap_horiz:",
    "assumed": ":material/lightbulb:",
}
"""In the order shown: what may mislead comes first."""
_AT_ONCE = 5
"""Lines of one heading that are shown before the others are unfolded."""
_SHOWN_LINES = 8


def show_receipt(receipt: ImportReceipt, key: str, otherwise: Otherwise) -> None:
    """How the bytes became a table: equal lines together, what may mislead first, each with its lines of the file."""
    groups = group_receipt(receipt)
    for action, icon in _ICONS.items():
        of_action = [group for group in groups if group.action == action]
        if not of_action:
            continue
        with st.container(key=f"{key}_{action}", gap="xsmall", border=action in ("unsure", "warning")):
            st.markdown(f"{icon} **{say(f'receipt.{action}')}**")
            _show_groups(of_action[:_AT_ONCE], f"{key}_{action}", otherwise)
            if rest := of_action[_AT_ONCE:]:
                with st.expander(say_count("judged.more", len(rest))):
                    _show_groups(rest, f"{key}_{action}_more", otherwise)
    st.caption(_facts(receipt))


def _show_groups(groups: Sequence[ReceiptGroup], key: str, otherwise: Otherwise) -> None:
    for place, group in enumerate(groups):
        choices = tuple(dict.fromkeys(entry.choice for entry in group.entries if entry.choice))
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.markdown(f"- {_sentence(group)}", width="content")
            if choices:
                _show_ways(choices, group, f"{key}_{place}", otherwise)


def _show_ways(choices: tuple[Choice, ...], group: ReceiptGroup, key: str, otherwise: Otherwise) -> None:
    more = say("receipt.and_more", more=len(choices) - 1) if len(choices) > 1 else ""
    st.button(f"{in_words(choices[0])}{more}", key=f"{key}_other", type="tertiary", icon=":material/edit:",
              on_click=otherwise, args=(choices, True), wrap=True)  # fmt: skip
    if group.action == "unsure":
        st.button(say("receipt.right"), key=f"{key}_right", type="tertiary", icon=":material/check:",
                  on_click=otherwise, args=(choices, False))  # fmt: skip


def _sentence(group: ReceiptGroup) -> str:
    column = group.columns[0] if group.columns else ""
    said = group.told(language())
    shown = f"**{escape(column)}**: " if column and column not in said else ""
    return f"{shown}{escape(said)}{_lines(group)}"


def _lines(group: ReceiptGroup) -> str:
    if not group.lines:
        return ""
    lines = lines_in_words(group.lines, group.count, _SHOWN_LINES)
    return f" :gray[{say_count('receipt.lines', max(group.count, len(group.lines)), lines=lines)}]"


def _facts(receipt: ImportReceipt) -> str:
    table = say("files.between").join((say_count("rows", receipt.rows), say_count("columns", receipt.columns)))
    size_told = size(receipt.size_bytes)
    if not receipt.delimiter or receipt.format != TEXT_FORMAT:
        return escape(say("receipt.read", size=size_told, format=receipt.format, table=table))
    return escape(
        say(
            "receipt.read_text",
            size=size_told,
            encoding=receipt.encoding,
            delimiter=delimiters().get(receipt.delimiter, say("judged.quoted", value=receipt.delimiter)),
            decimal=say("decimal.point" if receipt.decimal == "." else "decimal.comma"),
            line=receipt.header_line,
            table=table,
        )
    )


_ORDERS: dict[bool, str] = {True: "day_first", False: "month_first"}


def show_dataset(service: AnalystService, owner: str, dataset: Dataset) -> None:
    """Everything known of a data set, what may mislead first."""
    store = service.datasets
    with st.container(border=True, key=f"dataset_{dataset.dataset_id}"):
        st.header(escape(dataset.name), anchor=False)
        profile = dataset.profile
        facts = [
            say_count("rows", profile.rows),
            say_count("columns", len(profile.columns)),
            size(dataset.memory_bytes),
        ]
        if profile.duplicate_rows:
            facts.append(say_count("repeated_rows", profile.duplicate_rows))
        st.markdown(" · ".join(facts))
        show_offered(service, owner, dataset)
        key = f"receipt_{dataset.dataset_id}_{dataset.version}"
        show_receipt(dataset.receipt, key, _otherwise(service, owner, dataset))
        if service.models.settings(owner) is not None or service.settings.reader_host:
            show_proposals(service, owner, dataset)
        _show_date_choices(service, owner, dataset)
        _show_mending(service, owner, dataset)
        columns, rows = st.tabs([say("mending.columns"), say("dataset.first_rows")])
        with columns:
            show_profile(dataset)
        with rows:
            show_preview(dataset)
        _show_removal(store, owner, dataset)


def _show_mending(service: AnalystService, owner: str, dataset: Dataset) -> None:
    key = f"mend_{dataset.dataset_id}_{dataset.version}"
    with st.expander(say("mending.title"), icon=":material/tune:", key=key, on_change="rerun") as opened:
        if not opened.open:
            return
        st.caption(say("judged.new_version"))
        draft = draft_of(service.datasets, owner, dataset, f"{key}_draft")
        show_mending(draft, rereading(service, owner, dataset), say("mending.use"))


def _otherwise(service: AnalystService, owner: str, dataset: Dataset) -> Otherwise:
    """What a click in the receipt does: the file read anew, with the choices or with them settled as they are."""

    @told_when_refused
    def act(choices: Sequence[Choice], taken: bool) -> None:
        made = dataset.choices
        for choice in choices:
            made = with_choice(made, choice) if taken else declining(made, choice)
        rereading(service, owner, dataset)(made)

    return act


def _show_date_choices(service: AnalystService, owner: str, dataset: Dataset) -> None:
    shown = dict(dataset.choices.renamed)
    decided = {shown.get(column, column): first for column, first in dataset.choices.day_first}
    open_columns = [column.name for column in dataset.profile.columns if column.kind == "ambiguous_date"]
    for column in [*open_columns, *(name for name in decided if name not in open_columns)]:
        with st.container(horizontal=True, vertical_alignment="center"):
            if column in decided:
                st.markdown(say(f"dataset.is_{_ORDERS[decided[column]]}", column=escape(column)))
            else:
                st.markdown(say("dataset.which_first", column=escape(column)))
            for day_first, order in _ORDERS.items():
                st.button(
                    say(f"dataset.{order}"),
                    key=f"dates_{dataset.dataset_id}_{column}_{day_first}",
                    disabled=decided.get(column) is day_first,
                    on_click=_reread,
                    args=(service, owner, dataset, column, day_first),
                )


@told_when_refused
def _reread(service: AnalystService, owner: str, dataset: Dataset, column: str, day_first: bool) -> None:
    choice: Choice = ("day_first", (name_in_file(dataset.choices, column), day_first))
    rereading(service, owner, dataset)(with_choice(dataset.choices, choice))


def _show_removal(store: DatasetStore, owner: str, dataset: Dataset) -> None:
    with st.popover(say("dataset.remove"), icon=":material/delete:"):
        st.markdown(say("dataset.remove_help"))
        st.button(
            say("dataset.remove_yes"),
            key=f"remove_{dataset.dataset_id}",
            type="primary",
            on_click=_remove,
            args=(store, owner, dataset.dataset_id),
        )


@told_when_refused
def _remove(store: DatasetStore, owner: str, dataset_id: str) -> None:
    if any(dataset.dataset_id == dataset_id for dataset in store.datasets(owner)):  # another tab may have been faster
        store.remove(owner, dataset_id)


# ----------------------------------------------------------------
# The other tables of a file that holds several, each one click away from being a data set too.


_SHOWN = 12


def show_offered(service: AnalystService, owner: str, dataset: Dataset) -> None:
    """A button for each table of the file that is no data set of this conversation yet."""
    here = {other.table for other in service.datasets.datasets(owner) if other.fingerprint == dataset.fingerprint}
    absent = [table for table in dataset.offered if table.key not in here]
    if not absent:
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(say("dataset.also"))
        for table in absent[:_SHOWN]:
            st.button(
                _label(table),
                key=f"offered_{dataset.dataset_id}_{table.key}",
                icon=":material/add:",
                on_click=_load,
                args=(service, owner, dataset, table),
            )
        if len(absent) > _SHOWN:
            st.markdown(say_count("dataset.also_more", len(absent) - _SHOWN))


def _label(table: OfferedTable) -> str:
    return escape(table.title) if table.rows is None else f"{escape(table.title)} ({say_count('rows', table.rows)})"


@told_when_refused
def _load(service: AnalystService, owner: str, dataset: Dataset, table: OfferedTable) -> None:
    work = partial(load_beside, service.datasets, owner, dataset.dataset_id, table.key)
    process.loads().run(owner, Load(table.title, work, dataset.receipt.size_bytes))
