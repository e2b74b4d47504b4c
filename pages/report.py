"""Report: what the conversation found, to read here and to take along."""

import streamlit as st

from pages.components.answer.take_along import offer_conversation
from pages.components.catalogue import say
from pages.components.navigation import next_step
from pages.components.report_choice import choose_report
from pages.components.report_view import offer_sharing, offer_tables, show_report
from pages.components.session import Visit, show_page


def main() -> None:
    show_page(say("page.report"), _draw)


def _draw(visit: Visit) -> None:
    st.title(say("page.report"), anchor=False)
    preview = visit.service.report_preview(visit.conversation_id)
    if preview is None:
        st.markdown(say("report.nothing"))
        next_step("chat", say("activity.ask"))
        return
    choose_report(visit.service, visit.conversation_id, preview)
    offer_conversation(visit.service, visit.conversation_id)
    offer_sharing(visit.service, visit.conversation_id, visit.person)
    with st.container(border=True, key="report_preview"):
        show_report(visit.service, visit.conversation_id, preview.markdown)
    offer_tables(visit.service, visit.conversation_id)


if __name__ == "__main__":
    main()
