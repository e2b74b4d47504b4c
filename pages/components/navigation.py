"""Which pages there are, and how a page is run through `app.py`.

The pages have no icons: Streamlit would make the icon the browser tab's too and fetch it from another host.
"""

from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import streamlit as st

from pages.components.catalogue import say
from pages.components.starting import is_loaded, show_first_until_loaded, wait_until_loaded

PAGES_FOLDER = Path(__file__).parent.parent

PageName = Literal["chat", "data", "report", "activity", "settings"]


@dataclass(frozen=True)
class PageEntry:
    """A page in the navigation. The first one is what opens at `/`."""

    name: PageName

    @property
    def script(self) -> Path:
        return PAGES_FOLDER / f"{self.name}.py"


PAGES: tuple[PageEntry, ...] = (
    PageEntry("chat"),
    PageEntry("data"),
    PageEntry("report"),
    PageEntry("activity"),
    PageEntry("settings"),
)

_through_app: ContextVar[bool] = ContextVar("through_app", default=False)


def run_selected_page() -> None:
    """Shows the navigation and runs the page that the address names. Only `app.py` calls this."""
    first, *others = PAGES
    early = st.Page(show_first_until_loaded, title=say(f"page.{first.name}"), url_path=first.name, default=True)
    opening = _page(first) if is_loaded() else early
    page = st.navigation([opening, *(_page(entry) for entry in others)], position="sidebar")
    token = _through_app.set(True)
    try:
        if page is not early:
            wait_until_loaded()
        page.run()
    finally:
        _through_app.reset(token)


def leave_direct_run() -> None:
    """If this page's script was run without `app.py`, runs the same address again through it.

    Streamlit treats a `pages` folder beside the entry script as its older kind of app until `st.navigation` has been
    called once in the process: on a fresh server, `/data` runs `pages/data.py` alone. Calling it here ends that.
    """
    if not _through_app.get():
        st.navigation([_page(entry) for entry in PAGES], position="hidden")
        st.rerun()


def next_step(name: PageName, label: str) -> None:
    """The one clear next step of a page: a button that leads to another page."""
    if st.button(label, type="primary", key=f"next_{name}", icon=":material/arrow_forward:"):
        st.switch_page(_page(next(entry for entry in PAGES if entry.name == name)))


def link_to(name: PageName, label: str, *, help_text: str) -> None:
    """A quiet way to another page, in one line."""
    st.page_link(_page(next(entry for entry in PAGES if entry.name == name)), label=label, help=help_text)


def _page(entry: PageEntry) -> st.Page:
    return st.Page(entry.script, title=say(f"page.{entry.name}"), default=entry is PAGES[0])
