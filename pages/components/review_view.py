"""The critic's judgement of an answer, where a critic judged it."""

from collections.abc import Mapping
from typing import Any, cast

import streamlit as st

from agent.state import TurnRecord
from pages.components.escape import escape


def show_review(turn: TurnRecord) -> None:
    """The score, whether it was enough, and what the critic said; nothing for a turn without a critic."""
    critique = cast(Mapping[str, Any], turn).get("critique")
    if not critique:
        return
    verdict = "passed" if critique.get("passed") else "not passed"
    said = escape(str(critique.get("critique", "")))
    icon = ":material/verified:" if critique.get("passed") else ":material/report:"
    st.caption(f"{icon} Critic: {float(critique['score']):.2f} of 1, {verdict}. {said}")
