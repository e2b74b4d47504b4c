"""The critic's judgement of an answer, where a critic judged it; in short with the answer, whole with the activity."""

import json

import pandas as pd
import streamlit as st

from agent.state import TurnRecord
from pages.components.escape import escape, showable
from pages.components.words import counted

_PASSED, _NOT_PASSED = ":material/verified:", ":material/report:"


def show_review(turn: TurnRecord) -> None:
    """The score, whether it was enough, and what the critic said; nothing for a turn without a critic."""
    critique = turn.get("critique")
    if not critique:
        return
    verdict = "passed" if critique["passed"] else "not passed"
    icon = _PASSED if critique["passed"] else _NOT_PASSED
    rounds = len(turn.get("critique_history", []))
    tries = f" at the {_ordinal(rounds)} try" if rounds > 1 else ""
    score = _score(critique["score"], judged=critique.get("judged", True))
    st.caption(f"{icon} Critic: {score}{verdict}{tries}. {escape(critique['critique'])}")


def show_review_details(turn: TurnRecord) -> None:
    """What the critic said each time, and the tools that ran; nothing for a turn without either."""
    judged = turn.get("critique_history", [])
    if judged:
        st.markdown("**The critic**")
        lines = [
            f"{number}. {_PASSED if one['passed'] else _NOT_PASSED} "
            f"{_score(one['score'], judged=one.get('judged', True))}"
            f"{'passed' if one['passed'] else 'not passed'}: {escape(one['critique'])}"
            for number, one in enumerate(judged, start=1)
        ]
        st.markdown("\n".join(lines))
    _show_tools(turn)


def _score(score: float, *, judged: bool) -> str:
    """The score of an answer that was judged; that only checks were made, where nobody judged it."""
    return f"{score:.2f} of 1, " if judged else "checks only, "


def _show_tools(turn: TurnRecord) -> None:
    calls = turn.get("tool_calls", [])
    if not calls:
        return
    st.markdown("**Tools that ran**")
    rows = [
        (
            one["tool_name"],
            json.dumps(one["arguments"], ensure_ascii=False),
            one["error"] or counted(len(one["artifact_ids"]), "result"),
            one["seconds"],
        )
        for one in calls
    ]
    shown = [(showable(name), showable(given), showable(came), taken) for name, given, came, taken in rows]
    st.dataframe(
        pd.DataFrame(shown, columns=["Tool", "With", "What came of it", "Seconds"]),
        hide_index=True,
        key=f"tools_{turn['turn_id']}",
        column_config={"Seconds": st.column_config.NumberColumn(format="%.3f")},
        alt="Tools that this turn ran, with what they were given",
    )


def _ordinal(number: int) -> str:
    return {2: "second", 3: "third"}.get(number, f"{number}th")
