"""Settings: a language model for those who want one, and what it may see. Nothing here is needed to use Tally."""

import streamlit as st

from pages.components.catalogue import say
from pages.components.connection.model_form import show_connection
from pages.components.connection.reader_view import show_reader
from pages.components.connection.recovery import show_recovery_settings
from pages.components.connection.sharing_form import show_sharing
from pages.components.session import Visit, show_page


def main() -> None:
    show_page(say("page.settings"), _draw)


def _draw(visit: Visit) -> None:
    st.title(say("page.settings"), anchor=False)
    show_reader(visit.service)
    st.header(say("settings.model"), anchor=False)
    st.markdown(say("settings.model_about"))
    if visit.service.rights.has(visit.person.owner, "connect_models"):
        show_connection(visit.service, visit.conversation_id)
    else:
        st.info(say("settings.no_right"), icon=":material/info:")
    st.header(say("settings.sharing"), anchor=False)
    if visit.service.models.settings(visit.conversation_id) is None:
        st.caption(say("settings.nothing_sent"))
    show_sharing(visit.service, visit.conversation_id)
    show_recovery_settings(visit.service, visit.person.owner)


if __name__ == "__main__":
    main()
