""" "How it was computed": the reading of the question, what was done to the rows, the program, in words."""

import json
from collections.abc import Mapping

import streamlit as st

from agent.service import AnalystService, ledger_in_words
from agent.state import Artifact, TurnRecord
from pages.components.answer.code_view import show_reproduction
from pages.components.answer.progress import step_words
from pages.components.catalogue import language, say
from pages.components.escape import escape

_SAYS_NOTHING = frozenset({"route_turn", "settle"})  # steps that only keep the books


def is_computed(turn: TurnRecord, artifacts: Mapping[str, Artifact]) -> bool:
    """Whether there is anything to tell: a turn may have computed nothing, or wait with its program."""
    made = _made(turn, artifacts)
    if turn["pending"] is not None and turn["pending"]["kind"] == "approve" and not made:
        return False
    return bool(made or turn["interpretation"] or turn["reasoning"])


def show_computation(
    service: AnalystService, conversation_id: str, turn: TurnRecord, artifacts: Mapping[str, Artifact]
) -> None:
    """The reading, the steps of each result, what the turn did, and the program."""
    if turn["interpretation"]:
        st.markdown(f"**{say('computed.read_as')}** {escape(turn['interpretation'])}")
    made = _one_a_spec(_made(turn, artifacts))
    for artifact in made:
        _show_step(artifact)
    if lines := _execute(turn):
        st.markdown(f"**{say('computed.done')}**")
        st.markdown("\n".join(lines))
    if made:
        st.markdown(f"**{say('computed.program')}**")
        show_reproduction(service, conversation_id, turn, turn["turn_id"])


def _made(turn: TurnRecord, artifacts: Mapping[str, Artifact]) -> list[Artifact]:
    return [artifacts[name] for name in (*turn.get("step_ids", []), *turn["artifact_ids"]) if name in artifacts]


def _execute(turn: TurnRecord) -> list[str]:
    """What each step of the turn says of itself."""
    told = [line for line in turn["reasoning"] if line["step_name"] not in _SAYS_NOTHING]
    return [f"- {escape(step_words(line['step_name']))}: {escape(line['step_text'])}" for line in told]


def _one_a_spec(made: list[Artifact]) -> list[Artifact]:
    """A computation that gave several results is told once."""
    told: dict[str, Artifact] = {}
    for artifact in made:
        told.setdefault(
            json.dumps(artifact["spec"], sort_keys=True) if artifact["spec"] else artifact["artifact_id"], artifact
        )
    return list(told.values())


def _show_step(artifact: Artifact) -> None:
    st.markdown(f"**{escape(artifact['title'])}**")
    if artifact["ledger"]:
        st.markdown("\n".join(f"- {escape(line)}" for line in ledger_in_words(artifact["ledger"], language())))
