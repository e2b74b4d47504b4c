"""Activity: what ran, step by step, what it took, and what left this machine."""

import streamlit as st

from agent.service import telling
from pages.components.answer.trace_view import show_trace
from pages.components.catalogue import language, say, size
from pages.components.connection.egress_view import show_egress
from pages.components.escape import escape
from pages.components.metrics_view import show_metrics
from pages.components.navigation import next_step
from pages.components.session import Visit, show_page
from pages.components.workflow_choice import title_of


def main() -> None:
    show_page(say("page.activity"), _draw)


def _draw(visit: Visit) -> None:
    st.title(say("activity.title"), anchor=False)
    show_egress(visit.service, visit.conversation_id)
    _show_memory(visit)
    with telling(language()):
        st.caption(escape(visit.service.sandbox_level().sentence))
    show_metrics(visit.service)
    turns = visit.service.turns(visit.conversation_id)
    if not turns:
        st.markdown(say("activity.nothing"))
        next_step("chat", say("activity.ask"))
    for number, turn in reversed(list(enumerate(turns, start=1))):
        show_trace(number, turn, title_of(visit.service, turn["workflow"]), expanded=number == len(turns))


def _show_memory(visit: Visit) -> None:
    usage = visit.service.datasets.usage()
    loaded = visit.service.datasets.datasets(visit.conversation_id)
    with st.container(horizontal=True, gap="large"):
        st.metric(say("activity.datasets"), len(loaded), width="content")
        own = size(usage.by_owner.get(visit.conversation_id, 0))
        st.metric(say("activity.memory"), own, width="content")
        used = say("activity.of", used=size(usage.total), limit=size(usage.limit))
        st.metric(say("activity.memory_all"), used, width="content")


if __name__ == "__main__":
    main()
