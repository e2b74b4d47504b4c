"""What a language model may see of the data: columns held back, aliases, no values at all; and what is proposed."""

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from agent.service import AnalystService, PersonalColumn, Sharing, likely_personal, telling
from pages.components.catalogue import language, say
from pages.components.escape import escape, showable
from pages.components.refusals import told_when_refused
from registry.dataset import Dataset

_NO_SAMPLES = "share_no_samples"


def show_sharing(service: AnalystService, conversation_id: str) -> None:
    """The choices of the conversation; each takes effect with the next request."""
    sharing = service.models.sharing(conversation_id)
    st.session_state[_NO_SAMPLES] = sharing.no_samples
    st.toggle(
        say("sharing.no_values"),
        key=_NO_SAMPLES,
        on_change=_keep_switch,
        args=(service, conversation_id),
        help=say("sharing.no_values_help"),
    )
    for dataset in service.datasets.datasets(conversation_id):
        show_proposals(service, conversation_id, dataset)
        _show_columns(service, conversation_id, dataset, sharing)


def show_proposals(service: AnalystService, conversation_id: str, dataset: Dataset) -> None:
    """Columns that look like personal data and are still sent, with a button that holds them back."""
    proposed = _open_proposals(service.models.sharing(conversation_id), dataset)
    if not proposed:
        return
    reasons = " ".join(escape(column.reason) for column in proposed)
    st.warning(say("sharing.personal", name=escape(dataset.name), reasons=reasons), icon=":material/shield_person:")
    names = ", ".join(column.column for column in proposed)
    st.button(
        say("sharing.hold_back", names=escape(names)),
        key=f"hold_back_{dataset.dataset_id}",
        on_click=_hold_back,
        args=(service, conversation_id, proposed),
        wrap=True,
    )


def _open_proposals(sharing: Sharing, dataset: Dataset) -> list[PersonalColumn]:
    with telling(language()):
        found = likely_personal(dataset.profile)
    held = {column for dataset_id, column in sharing.withheld if dataset_id == dataset.dataset_id}
    return [] if sharing.no_samples else [column for column in found if column.column not in held]


def _show_columns(service: AnalystService, conversation_id: str, dataset: Dataset, sharing: Sharing) -> None:
    columns = [column.name for column in dataset.profile.columns]
    held, hidden = f"held_{dataset.dataset_id}", f"hidden_{dataset.dataset_id}"
    withheld = {column: how for (of, column), how in sharing.withheld.items() if of == dataset.dataset_id}
    st.session_state[held] = [column for column in columns if column in withheld]
    st.session_state[hidden] = [column for column in columns if withheld.get(column) == "alias"]
    st.markdown(f"**{escape(dataset.name)}**")
    for key, label, help_text in (
        (held, say("sharing.held"), say("sharing.held_help")),
        (hidden, say("sharing.hidden"), say("sharing.hidden_help")),
    ):
        st.multiselect(
            label,
            columns,
            key=key,
            format_func=showable,
            on_change=_keep_columns,
            args=(service, conversation_id, dataset, key == hidden),
            help=help_text,
        )


@told_when_refused
def _keep_switch(service: AnalystService, conversation_id: str) -> None:
    sharing = service.models.sharing(conversation_id)
    service.models.share(conversation_id, replace(sharing, no_samples=st.session_state[_NO_SAMPLES]))


@told_when_refused
def _keep_columns(service: AnalystService, conversation_id: str, dataset: Dataset, of_names: bool) -> None:
    """A column whose name is hidden is held back too; one that is sent again has its name again."""
    hidden = set(st.session_state[f"hidden_{dataset.dataset_id}"])
    held = set(st.session_state[f"held_{dataset.dataset_id}"])
    held, hidden = (held | hidden, hidden) if of_names else (held, hidden & held)
    sharing = service.models.sharing(conversation_id)
    for column in dataset.profile.columns:
        sharing = sharing.withholding(dataset.dataset_id, column.name, None)
    for name in held - hidden:
        sharing = sharing.withholding(dataset.dataset_id, name, "name_and_type")
    for name in hidden:
        sharing = sharing.withholding(dataset.dataset_id, name, "alias")
    service.models.share(conversation_id, sharing)


@told_when_refused
def _hold_back(service: AnalystService, conversation_id: str, columns: Sequence[PersonalColumn]) -> None:
    sharing = service.models.sharing(conversation_id)
    for column in columns:
        sharing = sharing.withholding(column.dataset_id, column.column, "name_and_type")
    service.models.share(conversation_id, sharing)
