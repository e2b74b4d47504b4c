"""One result that cannot be drawn does not take the page with it."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from pages.components.catalogue import say
from pages.components.escape import escape

_log = logging.getLogger(__name__)


@contextmanager
def drawn_or_named(title: str, artifact_id: str) -> Iterator[None]:
    """Draws in the block. What goes wrong there is logged whole, and a sentence stands in the result's place."""
    try:
        yield
    except Exception:  # noqa: BLE001 - a boundary: what a file, a model or a program left may fail in any library
        _log.exception("a result could not be drawn")
        st.warning(say("card.not_drawn", title=escape(title or artifact_id)), icon=":material/broken_image:")
