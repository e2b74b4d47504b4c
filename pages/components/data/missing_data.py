"""A conversation that was opened again, and data sets that the server no longer has: choose the same file, or go on
without it."""

from collections.abc import Sequence

import streamlit as st

from agent.service import AnalystService, MissingDataset
from pages.components import process
from pages.components.catalogue import say, say_count
from pages.components.data.by_path import reads_paths
from pages.components.data.loading import load_again, restore_files
from pages.components.escape import escape
from pages.components.refusals import told_when_refused

_ROUND = "restore_round"


def show_missing(service: AnalystService, conversation_id: str) -> bool:
    """The card that asks for the files; whether something is missing. No question is answered before. While a file is
    read, that is shown instead."""
    missing = service.missing_datasets(conversation_id)
    if not missing:
        return False
    is_here = reads_paths(service)
    if is_here:
        _read_what_lies_there(service, conversation_id, missing)
    if process.loads().under_way(conversation_id):
        return True
    if told := [one for one in missing if one.why or not is_here]:
        _show_card(service, conversation_id, told)
    return True


def _read_what_lies_there(service: AnalystService, conversation_id: str, missing: Sequence[MissingDataset]) -> None:
    """Has files that lie on disk as they were read again, without a word of the person, who sits at this machine."""
    waiting = [one for one in missing if not one.why]
    names = {load.name for load in process.loads().under_way(conversation_id)}
    new = [one for one in waiting if one.name not in names]
    for one in new:
        load_again(service, conversation_id, one.name, one.fingerprint)
    if new:
        st.rerun()
    for one in waiting:
        st.caption(say("restore.reading", name=escape(one.name)))


def _show_card(service: AnalystService, conversation_id: str, missing: Sequence[MissingDataset]) -> None:
    uploads = [one for one in missing if not one.lies_on_disk]
    with st.container(border=True, key="missing_data"):
        names = ", ".join(f"**{escape(one.name)}**" for one in missing)
        chosen = say("restore.choose" if uploads else "restore.put_back", names=names)
        st.markdown(f"##### :material/attach_file: {chosen}")
        st.markdown(say("restore.about"))
        for one in missing:
            st.markdown(f"- {escape(one.name)}: {escape(one.why) or say('restore.elsewhere')}")
        if uploads:
            _show_uploader(service, conversation_id, uploads)
        for one in missing:
            if one.lies_on_disk and reads_paths(service):
                st.button(
                    say("restore.again", name=escape(one.name)),
                    key=f"read_again_{one.fingerprint}",
                    on_click=load_again,
                    args=(service, conversation_id, one.name, one.fingerprint),
                )
            _offer_to_give_up(service, conversation_id, one)


def _show_uploader(service: AnalystService, conversation_id: str, missing: Sequence[MissingDataset]) -> None:
    """Files are taken as they arrive, and the place is empty again afterwards."""
    turn = int(st.session_state.setdefault(_ROUND, 0))
    files = st.file_uploader(
        say_count("restore.same", len(missing)),
        accept_multiple_files=True,
        key=f"restore_{turn}",
        max_upload_size=service.settings.max_file_megabytes,
    )
    if files:
        restore_files(service, conversation_id, files)
        st.session_state[_ROUND] = turn + 1
        st.rerun()


def _offer_to_give_up(service: AnalystService, conversation_id: str, one: MissingDataset) -> None:
    with st.popover(say("restore.without", name=escape(one.name)), type="tertiary"):
        st.markdown(say("restore.without_help"))
        st.button(
            say("restore.without_yes"),
            key=f"give_up_{one.fingerprint}",
            on_click=_give_up,
            args=(service, conversation_id, one.fingerprint),
        )


@told_when_refused
def _give_up(service: AnalystService, conversation_id: str, fingerprint: str) -> None:
    service.give_up_dataset(conversation_id, fingerprint)
