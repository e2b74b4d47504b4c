""" "How was this computed?": the reading of the question, the specs and the row ledgers."""

import json
from collections.abc import Mapping

import streamlit as st

from agent.state import Artifact, TurnRecord
from pages.components.artifact_view import ledger_lines
from pages.components.escape import escape, showable


def show_computation(turn: TurnRecord, artifacts: Mapping[str, Artifact]) -> None:
    """Folded away under an answer; nothing is shown for a turn that computed nothing."""
    made = [artifacts[name] for name in (*turn.get("step_ids", []), *turn["artifact_ids"]) if name in artifacts]
    if turn["pending"] is not None and turn["pending"]["kind"] == "approve" and not made:
        return  # it waits: nothing was computed yet
    if not (made or turn["interpretation"] or turn["reasoning"]):
        return
    with st.expander("How was this computed?", icon=":material/functions:"):
        if turn["interpretation"]:
            st.markdown(f"**Read as:** {escape(turn['interpretation'])}")
        if because := turn.get("because"):
            st.markdown(f"**Sure because** {escape('; '.join(because))}.")
        for artifact in _one_a_spec(made):
            _show_step(artifact)
        if turn["reasoning"]:
            st.markdown("**Steps**")
            lines = [f"- {escape(line['step_name'])}: {escape(line['step_text'])}" for line in turn["reasoning"]]
            st.markdown("\n".join(lines))


def _one_a_spec(made: list[Artifact]) -> list[Artifact]:
    """A computation that gave several results is told once."""
    told: dict[str, Artifact] = {}
    for artifact in made:
        told.setdefault(
            json.dumps(artifact["spec"], sort_keys=True) if artifact["spec"] else artifact["artifact_id"], artifact
        )
    return list(told.values())


def _show_step(artifact: Artifact) -> None:
    st.markdown(f"**{escape(artifact['artifact_id'])}: {escape(artifact['title'])}**")
    if artifact["ledger"]:
        st.markdown("\n".join(f"- {line}" for line in ledger_lines(artifact["ledger"])))
    if artifact["spec"]:
        st.code(showable(json.dumps(artifact["spec"], indent=2, ensure_ascii=False)), language="json", wrap_lines=True)
    if artifact["code"]:
        st.code(showable(artifact["code"]), language="python", wrap_lines=True)
