"""A report that somebody shares with a group: read-only, by a link, for those of the group who signed in."""

import streamlit as st

from agent.service import AnalystService
from pages.components.escape import escape, showable
from pages.components.recovery import home_address
from pages.components.refusals import told_when_refused
from pages.components.report_view import show_report
from pages.components.sign_in import Person

_PARAMETER = "shared"
_SHOWN = "shared_link_shown"


def show_shared_report(service: AnalystService, person: Person) -> None:
    """Where the address holds such a link, shows the report and ends the page. Nothing else of the conversation can be
    reached from it."""
    if _PARAMETER not in st.query_params:
        return
    conversation_id = service.people.shared_report(st.query_params[_PARAMETER], person.groups)
    if conversation_id is None:
        st.title("This report is not open to you", anchor=False)
        st.write("It is shared with a group that you are not in, or is shared no longer.")
        st.stop()
    st.title("Report", anchor=False)
    st.caption("Shared with you to read.")
    markdown = service.report_markdown(conversation_id)
    if markdown is None:
        st.markdown("There is nothing in it yet.")
    else:
        with st.container(border=True):
            show_report(service, conversation_id, markdown)
    st.stop()


def offer_sharing(service: AnalystService, conversation_id: str, person: Person) -> None:
    """A link for each group of the person; nothing without groups, or where conversations are not kept."""
    if not (person.groups and service.people.kept):
        return
    with st.expander("Share to read", icon=":material/group:"):
        st.markdown("Those of the group who have the link can read this report as it grows, and nothing else.")
        group = st.selectbox("Group", person.groups, format_func=showable)
        st.button("Make a link", on_click=_share, args=(service, conversation_id, person, group))
        if shown := st.session_state.pop(_SHOWN, None):
            st.code(shown, language=None, wrap_lines=True)
        for link in service.people.report_links(person.owner, conversation_id):
            st.button(
                f"Stop sharing with {escape(link.group)}",
                key=f"unshare_{link.group}",
                on_click=told_when_refused(service.people.revoke),
                args=(link,),
            )


@told_when_refused
def _share(service: AnalystService, conversation_id: str, person: Person, group: str) -> None:
    secret = service.people.share_report(person.owner, conversation_id, group)
    st.session_state[_SHOWN] = f"{home_address()}?{_PARAMETER}={secret}"
