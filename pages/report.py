"""Report: what the conversation found, to read here and to take along."""

import streamlit as st

from pages.components.navigation import next_step
from pages.components.report_view import offer_tables, show_report
from pages.components.session import Visit, show_page
from pages.components.shared_report import offer_sharing


def main() -> None:
    show_page("Report", _draw)


def _draw(visit: Visit) -> None:
    st.title("Report", anchor=False)
    markdown = visit.service.report_markdown(visit.conversation_id)
    if markdown is None:
        st.markdown("There is nothing to report yet: the report grows from the answers in the chat.")
        next_step("chat", "Ask the first question")
        return
    _offer_downloads(visit)
    offer_sharing(visit.service, visit.conversation_id, visit.person)
    with st.container(border=True, key="report_preview"):
        show_report(visit.service, visit.conversation_id, markdown)
    offer_tables(visit.service, visit.conversation_id)


def _offer_downloads(visit: Visit) -> None:
    service, conversation_id = visit.service, visit.conversation_id
    with st.container(horizontal=True):
        st.download_button(
            "One HTML file",
            data=lambda: service.report_html(conversation_id) or b"",
            file_name="tally_report.html",
            mime="text/html",
            on_click="ignore",
            icon=":material/download:",
            type="primary",
            help="Opens in any browser, without a network, figures included.",
        )
        st.download_button(
            "Markdown, figures and tables (zip)",
            data=lambda: service.report_zip(conversation_id) or b"",
            file_name="tally_report.zip",
            mime="application/zip",
            on_click="ignore",
            icon=":material/folder_zip:",
        )


if __name__ == "__main__":
    main()
