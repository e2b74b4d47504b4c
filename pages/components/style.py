"""A few static rules of style. No data ever enters here."""

import streamlit as st

_RULES = """
<style>
.stMainBlockContainer { max-width: 72rem; padding-top: 3.5rem; }
.stChatInput, [data-testid="stBottomBlockContainer"] { max-width: 72rem; }
[data-testid="stBottomBlockContainer"] { margin: 0 auto; }
.stButton button, .stDownloadButton button { text-align: left; }
@media (min-width: 2400px) { html { font-size: 24px; } [data-testid="stSidebar"] { min-width: 20rem; } }
</style>
"""


def apply_style() -> None:
    """Keeps lines readable on wide screens and letters large enough on very large ones."""
    st.html(_RULES)
