"""A few static rules of style. No data ever enters here."""

import streamlit as st

_RULES = """
<style>
.stMainBlockContainer { max-width: 72rem; padding-top: 3.5rem; }
.stChatInput, [data-testid="stBottomBlockContainer"] { max-width: 72rem; }
[data-testid="stBottomBlockContainer"] { margin: 0 auto; }
.stButton button, .stDownloadButton button { text-align: left; }
.stChatMessage { scroll-margin-top: 4rem; }
@media (min-width: 2400px) { html { font-size: 24px; } [data-testid="stSidebar"] { min-width: 20rem; } }
</style>
"""

_TO_LATEST_QUESTION = """
<script>
for (const wait of [60, 400, 1200]) setTimeout(() => {
  const said = document.querySelectorAll('[data-testid="stChatMessage"]');
  if (said.length > 1) said[said.length - 2].scrollIntoView({ block: "start" });
}, wait);
</script>
<!-- turn %d -->
"""
"""Streamlit scrolls a chat to its end, where the number of a long answer is out of sight. This brings the latest
question to the top, once a turn: the turn's number makes it a new element. The waits let charts take their room."""


def apply_style() -> None:
    """Keeps lines readable on wide screens and letters large enough on very large ones."""
    st.html(_RULES)


def show_from_latest_question(turns: int) -> None:
    """Scrolls to the last question, so that its answer is read from its first number on. `turns` counts the turns."""
    st.html(_TO_LATEST_QUESTION % turns, unsafe_allow_javascript=True)
