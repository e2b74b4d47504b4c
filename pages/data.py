"""Data: bring files in, see what was understood of each."""

import streamlit as st

from pages.components import process
from pages.components.catalogue import MEGABYTE, say, size
from pages.components.data.dataset_card import show_dataset
from pages.components.data.loading import (
    show_loads,
    show_outcomes,
    show_pasting,
    show_samples,
    show_uploader,
    take_ended,
)
from pages.components.data.mending.refused import show_refused_files
from pages.components.data.missing_data import show_missing
from pages.components.navigation import next_step
from pages.components.session import Visit, show_page


def main() -> None:
    show_page(say("page.data"), _draw)


def _draw(visit: Visit) -> None:
    st.title(say("page.data"))
    take_ended(visit.service, visit.conversation_id)
    loaded = visit.service.datasets.datasets(visit.conversation_id)
    missing = show_missing(visit.service, visit.conversation_id)
    if not missing:
        show_uploader(visit.service, visit.conversation_id, "data_upload")
        show_pasting(visit.service, visit.conversation_id, "data")
    show_outcomes()
    if loading := len(process.loads().under_way(visit.conversation_id)):
        show_loads(visit.conversation_id, loading)
    show_refused_files(visit.service, visit.conversation_id)
    if loaded and not missing:
        next_step("chat", say("data.ask"))
    elif not missing:
        st.markdown(say("first.samples"))
        show_samples(visit.service, visit.conversation_id, "data")
    for dataset in loaded:
        show_dataset(visit.service, visit.conversation_id, dataset)
    if loaded and not missing:
        with st.expander(say("data.more_samples")):
            show_samples(visit.service, visit.conversation_id, "data")
    _show_memory(visit)


def _show_memory(visit: Visit) -> None:
    usage = visit.service.datasets.usage()
    mine = usage.by_owner.get(visit.conversation_id, 0)
    allowed = visit.service.settings.max_conversation_megabytes * MEGABYTE
    st.caption(
        say("data.memory", mine=size(mine), allowed=size(allowed), all=size(usage.total), limit=size(usage.limit))
    )


if __name__ == "__main__":
    main()
