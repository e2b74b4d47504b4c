"""The head of the first page. It needs nothing that answers, and is drawn while that is still being loaded: files may
be dropped already, and are read as soon as they can be."""

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from agent.settings import SettingError, Settings
from pages.components.catalogue import say
from pages.components.environment import environment_here
from pages.components.style import begin_page

_ROUND = "upload_round"


def show_welcome(settings: Settings) -> list[UploadedFile]:
    """What Tally is, and a place to drop files. The files that were dropped come back once: see `pick_files`."""
    st.title(say("first.name"), anchor=False)
    st.markdown(say("first.sentence"))
    return pick_files(settings, "first")


def pick_files(settings: Settings, key: str) -> list[UploadedFile]:
    """A place to drop files, and what lies there; `take_files` empties it."""
    with st.container(key=f"drop_{key}"):
        return st.file_uploader(
            say("files.drop", kinds=say("files.kinds"), limit=str(settings.max_file_megabytes)),
            accept_multiple_files=True,
            key=f"{key}_{st.session_state.setdefault(_ROUND, 0)}",
            max_upload_size=settings.max_file_megabytes,
            help=say("files.kept" if settings.data_folder else "files.in_memory"),
        )


def take_files() -> None:
    """Makes the place of files empty from the next drawing on."""
    st.session_state[_ROUND] = int(st.session_state[_ROUND]) + 1


def show_early_welcome() -> bool:
    """Draws it where it is certain that this is what the visitor will see: whether it did. Where people sign in, or may
    come back to a conversation that is kept, that is not known yet."""
    try:
        settings = Settings.from_environment(environment_here())
    except SettingError:
        return False  # the page tells it
    if settings.sign_in or settings.checkpointer != "memory" or st.query_params:
        return False
    begin_page(say("page.chat"))
    content = st.container()
    with st.container():  # all stands where the page will have it, so that nothing is moved or made anew
        st.chat_input(say("page.starting"), key="early_question", disabled=True)
    with content:
        show_welcome(settings)
    return True
