"""The critic's judgement of an answer, where a critic judged it; in short with the answer, whole with the activity."""

import json

import pandas as pd
import streamlit as st

from agent.state import CritiqueResult, TurnRecord
from pages.components.catalogue import in_signs, say, say_count, say_if_known
from pages.components.escape import escape, showable

_PASSED, _NOT_PASSED = ":material/verified:", ":material/report:"


def show_review(turn: TurnRecord) -> None:
    """The score, whether it was enough, and what the critic said; nothing for a turn without a critic."""
    critique = turn.get("critique")
    if not critique:
        return
    icon = _PASSED if critique["passed"] else _NOT_PASSED
    rounds = len(turn.get("critique_history", []))
    tries = say_if_known(f"review.try.{rounds}", say("review.try.later", number=rounds)) if rounds > 1 else ""
    told = say("review.critic", verdict=_verdict(critique), tries=tries, critique=escape(critique["critique"]))
    st.caption(f"{icon} {told}")


def show_review_details(turn: TurnRecord) -> None:
    """What the critic said each time, and the tools that ran; nothing for a turn without either."""
    judged = turn.get("critique_history", [])
    if judged:
        st.markdown(f"**{say('review.title')}**")
        lines = [
            f"{number}. {_PASSED if one['passed'] else _NOT_PASSED} {_verdict(one)}: {escape(one['critique'])}"
            for number, one in enumerate(judged, start=1)
        ]
        st.markdown("\n".join(lines))
    _show_tools(turn)


def _verdict(critique: CritiqueResult) -> str:
    """The score of an answer that was judged, or that only checks were made, where nobody judged it; and whether it was
    enough.
    """
    judged = critique.get("judged", True)
    score = say("review.score", score=in_signs(f"{critique['score']:.2f}")) if judged else say("review.checks")
    return f"{score}{say('review.passed' if critique['passed'] else 'review.not_passed')}"


def _show_tools(turn: TurnRecord) -> None:
    calls = turn.get("tool_calls", [])
    if not calls:
        return
    st.markdown(f"**{say('review.tools')}**")
    rows = [
        (
            one["tool_name"],
            json.dumps(one["arguments"], ensure_ascii=False),
            one["error"] or say_count("results", len(one["artifact_ids"])),
            one["seconds"],
        )
        for one in calls
    ]
    shown = [(showable(name), showable(given), showable(came), taken) for name, given, came, taken in rows]
    heads = [say(f"review.{head}") for head in ("tool", "given", "came")] + [say("trace.seconds")]
    st.dataframe(
        pd.DataFrame(shown, columns=heads),
        hide_index=True,
        key=f"tools_{turn['turn_id']}",
        column_config={heads[-1]: st.column_config.NumberColumn(format="%.3f")},
        alt=say("review.alt"),
    )
