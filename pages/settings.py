"""Settings: a language model for those who want one, and what it may see. Nothing here is needed to use Tally."""

import streamlit as st

from pages.components.model_form import show_connection
from pages.components.reader_view import show_reader
from pages.components.recovery import show_recovery_settings
from pages.components.session import Visit, show_page
from pages.components.sharing_form import show_sharing


def main() -> None:
    show_page("Settings", _draw)


def _draw(visit: Visit) -> None:
    st.title("Settings", anchor=False)
    show_reader(visit.service)
    st.header("Language model", anchor=False)
    st.markdown(
        "Tally needs none. With one, it understands more ways of asking; every number still comes from a computation"
        " on this machine. These settings hold for this conversation."
    )
    if visit.service.rights.has(visit.person.owner, "connect_models"):
        show_connection(visit.service, visit.conversation_id)
    else:
        st.info("You may not connect a language model here.", icon=":material/info:")
    st.header("What a model may see", anchor=False)
    if visit.service.models.settings(visit.conversation_id) is None:
        st.caption("No model is connected: nothing is sent, whatever is chosen here.")
    show_sharing(visit.service, visit.conversation_id)
    show_recovery_settings(visit.service, visit.person.owner)


if __name__ == "__main__":
    main()
