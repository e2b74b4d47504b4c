"""Which pages there are, and how a page is run through `app.py`."""

from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import streamlit as st

PAGES_FOLDER = Path(__file__).parent.parent

PageName = Literal["chat", "data", "report", "activity"]


@dataclass(frozen=True)
class PageEntry:
    """A page in the navigation. The first one is what opens at `/`."""

    name: PageName
    title: str
    icon: str

    @property
    def script(self) -> Path:
        return PAGES_FOLDER / f"{self.name}.py"


PAGES: tuple[PageEntry, ...] = (
    PageEntry("chat", "Chat", ":material/chat:"),
    PageEntry("data", "Data", ":material/table_chart:"),
    PageEntry("report", "Report", ":material/description:"),
    PageEntry("activity", "Activity", ":material/timeline:"),
)

_through_app: ContextVar[bool] = ContextVar("through_app", default=False)


def run_selected_page() -> None:
    """Shows the navigation and runs the page that the address names. Only `app.py` calls this."""
    page = st.navigation(_registered(), position="sidebar")
    token = _through_app.set(True)
    try:
        page.run()
    finally:
        _through_app.reset(token)


def leave_direct_run() -> None:
    """If this page's script was run without `app.py`, runs the same address again through it.

    Streamlit treats a `pages` folder beside the entry script as its older kind of app until `st.navigation` has been
    called once in the process: on a fresh server, `/data` runs `pages/data.py` alone. Calling it here ends that.
    """
    if not _through_app.get():
        st.navigation(_registered(), position="hidden")
        st.rerun()


def link_to(name: PageName, label: str) -> None:
    """A link to another page, usable by keyboard."""
    entry = next(entry for entry in PAGES if entry.name == name)
    st.page_link(_page(entry), label=label, icon=entry.icon)


def go_to(name: PageName) -> None:
    """Leaves for another page at once."""
    st.switch_page(_page(next(entry for entry in PAGES if entry.name == name)))


def _page(entry: PageEntry) -> st.Page:
    return st.Page(entry.script, title=entry.title, icon=entry.icon, default=entry is PAGES[0])


def _registered() -> list[st.Page]:
    """All pages; the first one a second time under its own name, so that `/chat` is found as well as `/`."""
    first = PAGES[0]
    named = st.Page(first.script, title=first.title, icon=first.icon, url_path=first.name, visibility="hidden")
    return [*(_page(entry) for entry in PAGES), named]
