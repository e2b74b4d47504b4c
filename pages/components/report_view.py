"""The report as it will be downloaded, with its figures in place."""

import re
from collections.abc import Iterator

import streamlit as st

from agent.service import AnalystService, halves_of
from pages.components.answer.artifact_view import drawn_or_named, offer_csv
from pages.components.catalogue import say
from pages.components.connection.recovery import home_address
from pages.components.connection.sign_in import Person
from pages.components.escape import JOINER, escape, showable, without_links
from pages.components.refusals import told_when_refused

_IMAGE = re.compile(r"^!\[(?P<title>[^\n]*)\]\((?:\./)?figures/(?P<artifact_id>A\d+)\.png\)\s*$", re.MULTILINE)

_PICTURE_PIXELS = 560
_HEADING = re.compile(r"^(?P<fence>`{3,})[^\n]*\n.*?^(?P=fence)$|^#{1,5} ", re.MULTILINE | re.DOTALL)
"""A heading; or a whole program, whose comments are none."""
_NOTE = re.compile(rf"^\[\^(\d+)\]{JOINER}?:[ ]*", re.MULTILINE)
_MARK = re.compile(r"\[\^(\d+)\]")


def show_report(service: AnalystService, conversation_id: str, markdown: str) -> None:
    """The report's Markdown, folded from where it tells how it was computed. Its figures come from the conversation,
    never from an address in the text."""
    told, behind = halves_of(markdown)
    _show(service, conversation_id, told)
    if behind:
        with st.expander(say("take.behind"), icon=":material/fact_check:"):
            _show(service, conversation_id, behind)


def _show(service: AnalystService, conversation_id: str, markdown: str) -> None:
    for artifact_id, text in parts(markdown):
        if artifact_id is not None:
            with drawn_or_named(text, artifact_id):
                st.image(_png(service, conversation_id, artifact_id), width=_PICTURE_PIXELS, alt=showable(text))
        elif text.strip():
            st.markdown(lowered(with_marks(without_links(text))))


def parts(markdown: str) -> Iterator[tuple[str | None, str]]:
    """The report in pieces: (None, text), or (artifact id, title) where a figure stands."""
    place = 0
    for image in _IMAGE.finditer(markdown):
        yield None, markdown[place : image.start()]
        yield image["artifact_id"], image["title"]
        place = image.end()
    yield None, markdown[place:]


def lowered(markdown: str) -> str:
    """The headings one level down, for the page has its own title. Programs stay as they are."""
    return _HEADING.sub(lambda found: found.group() if found["fence"] else f"#{found.group()}", markdown)


def with_marks(markdown: str) -> str:
    """Footnotes drawn as the marks that the chat uses: the report is shown in pieces, and a note in another piece than
    its number would not be found."""
    text = _NOTE.sub(r"\\[\1\\] ", markdown)
    return _MARK.sub(r":small[:gray[\\[\1\\]]]", text)


def offer_tables(service: AnalystService, conversation_id: str) -> None:
    """Each result table as CSV."""
    tables = [artifact for artifact in service.previews(conversation_id).values() if artifact["kind"] == "table"]
    if not tables:
        return
    with st.expander(say("report.tables"), icon=":material/table_rows:"):
        for artifact in tables:
            place = f"report_{artifact['artifact_id']}"
            offer_csv(service, conversation_id, artifact["artifact_id"], place, escape(artifact["title"]))


@st.cache_data(scope="session", max_entries=50, show_spinner=False)
def _png(_service: AnalystService, conversation_id: str, artifact_id: str) -> bytes:
    """A result never changes, so its drawing is kept while the page is open."""
    return _service.figure_png(conversation_id, artifact_id)


# ----------------------------------------------------------------
# A report that somebody shares with a group: read-only, by a link, for those of the group who signed in.


_PARAMETER = "shared"
_SHOWN = "shared_link_shown"


def show_shared_report(service: AnalystService, person: Person) -> None:
    """Where the address holds such a link, shows the report and ends the page. Nothing else of the conversation can be
    reached from it."""
    if _PARAMETER not in st.query_params:
        return
    conversation_id = service.people.shared_report(st.query_params[_PARAMETER], person.groups)
    if conversation_id is None:
        st.title(say("report.closed"), anchor=False)
        st.write(say("report.closed_why"))
        st.stop()
    st.title(say("page.report"), anchor=False)
    st.caption(say("report.shared"))
    markdown = service.report_markdown(conversation_id)
    if markdown is None:
        st.markdown(say("report.empty"))
    else:
        with st.container(border=True):
            show_report(service, conversation_id, markdown)
    st.stop()


def offer_sharing(service: AnalystService, conversation_id: str, person: Person) -> None:
    """A link for each group of the person; nothing without groups, or where conversations are not kept."""
    if not (person.groups and service.people.kept):
        return
    with st.expander(say("report.share"), icon=":material/group:"):
        st.markdown(say("report.share_help"))
        group = st.selectbox(say("report.group"), person.groups, format_func=showable)
        st.button(say("report.make_link"), on_click=_share, args=(service, conversation_id, person, group))
        if shown := st.session_state.pop(_SHOWN, None):
            st.code(shown, language=None, wrap_lines=True)
        for link in service.people.report_links(person.owner, conversation_id):
            st.button(
                say("report.stop_sharing", group=escape(link.group)),
                key=f"unshare_{link.group}",
                on_click=told_when_refused(service.people.revoke),
                args=(link,),
            )


@told_when_refused
def _share(service: AnalystService, conversation_id: str, person: Person, group: str) -> None:
    secret = service.people.share_report(person.owner, conversation_id, group)
    st.session_state[_SHOWN] = f"{home_address()}?{_PARAMETER}={secret}"
