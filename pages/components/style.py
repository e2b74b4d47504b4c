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

_SHOW_LATEST_QUESTION = """
{
  const show = () => {
    const said = document.querySelectorAll('[data-testid="stChatMessage"]');
    if (said.length > 1) said[said.length - 2].scrollIntoView({ block: "start" });
  };
  const again = setInterval(show, 150);
  const leave = () => clearInterval(again);
  for (const act of ["wheel", "touchstart", "mousedown", "keydown"]) addEventListener(act, leave, { once: true });
  setTimeout(leave, 3000);
}
"""
"""Streamlit scrolls a chat to its end, where the number of a long answer is out of sight. This brings the latest
question to the top, once a turn: the turn's number makes it a new element. It holds for three seconds, while charts
take their room, and lets go at the reader's first move."""
SCRIPTS = (_SHOW_LATEST_QUESTION,)
"""All scripts that pages write into themselves, for the server to let through; any other is held back."""


def apply_style() -> None:
    """Keeps lines readable on wide screens and letters large enough on very large ones."""
    st.html(_RULES)


def show_from_latest_question(turns: int) -> None:
    """Scrolls to the last question, so that its answer is read from its first number on. `turns` counts the turns."""
    st.html(f"<script>{_SHOW_LATEST_QUESTION}</script><!-- turn {turns} -->", unsafe_allow_javascript=True)
