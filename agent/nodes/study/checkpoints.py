"""Checkpoints of a study: the turn ends with a proposal that the person accepts, changes in words, or skips."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from langchain_core.messages import AIMessage
from pydantic import JsonValue

from agent.contract import NodeDelta
from agent.grounding.lines import Lock
from agent.nodes.study.facts import NAME, change_study, study_delta
from agent.nodes.words import say
from agent.specs.references import literal
from agent.specs.study import CheckpointStep, Study, StudyDecision
from agent.state import PendingInput, PendingOption
from languages.phrase_files import told_language

ACCEPT, SKIP = "accept", "skip"
"""The ids of the options that every checkpoint has."""


@dataclass(frozen=True)
class Proposal:
    """What a decision node proposes. `message` is a template; `controls` are the values that can be changed."""

    step: CheckpointStep
    message: str
    prompt: str
    controls: Sequence[Mapping[str, JsonValue]] = ()
    shown: Sequence[str] = field(default=())  # artifact ids


def propose(study: Study, proposal: Proposal, lock: Lock) -> NodeDelta:
    """The delta that asks, or, where the person wants no question here, the one that goes on and says so."""
    if study.unattended or proposal.step in study.quiet:
        return _decide(study, proposal)
    template = f"{literal(study.note)}\n\n{proposal.message}" if study.note else proposal.message
    resolved = lock.resolved(template)
    pending = PendingInput(
        kind="checkpoint",
        checkpoint_id=uuid.uuid4().hex,
        message=resolved["text"],
        prompt=proposal.prompt,
        options=[
            PendingOption(option_id=one, label=say(f"study.{one}"), number="", says=say(f"study.says_{one}"))
            for one in (ACCEPT, SKIP)
        ],
        context={
            "workflow": NAME,
            "step": proposal.step,
            "language": told_language(),
            "controls": [dict(control) for control in proposal.controls],
            "artifact_ids": [*proposal.shown],
        },
    )
    return {
        **study_delta(change_study(study, note="", quiet=[])),
        "requires_user_input": True,
        "pending_input": pending,
        "status": "asked",
        "answer": resolved,
        "answer_template": template,
        "shown_artifact_ids": [*proposal.shown],
        "messages": [AIMessage(resolved["text"])],
    }


def _decide(study: Study, proposal: Proposal) -> NodeDelta:
    """Tally decides as proposed, and it is written down."""
    decided = StudyDecision(
        step=proposal.step, checkpoint_id="", by="tally", action="accept", said=say("study.not_asked"), changed=[]
    )
    mine = [] if proposal.step in study.quiet else [decided]
    left = [step for step in study.quiet if step != proposal.step]
    after = change_study(study, note="", quiet=left, decisions=[*study.decisions, *mine])
    return {**study_delta(after), "requires_user_input": False, "pending_input": None}


def choice_control(name: str, value: str, choices: Sequence[str], *, label: str = "") -> dict[str, JsonValue]:
    """A control with a list of choices. `says` with the chosen value put for `{value}` is what to send as an answer.
    `label`: the phrase it is called by, where that is another than its name gives."""
    told = say(label or f"study.control_{name}")
    says = say(f"study.says_{name}")
    return {"id": name, "label": told, "kind": "choice", "value": value, "choices": [*choices], "says": says}


def number_control(
    name: str, value: int, low: int, high: int, *, place: int = 0, column: str = ""
) -> dict[str, JsonValue]:
    """A control with a whole number from `low` to `high`; with `place` one of several, each about a column."""
    about = {"column": column} if column else {}
    label, says = say(f"study.control_{name}", **about), say(f"study.says_{name}", **about)
    key = f"{name}_{place}" if place else name
    return {"id": key, "label": label, "kind": "number", "value": value, "low": low, "high": high, "says": says}


def toggle_control(name: str, value: bool) -> dict[str, JsonValue]:
    """A control that is on or off; each way has its words."""
    label, says, says_not = (say(f"study.{part}_{name}") for part in ("control", "says", "says_no"))
    return {"id": name, "label": label, "kind": "toggle", "value": value, "says": says, "says_not": says_not}


def text_control(name: str, value: str, example: str) -> dict[str, JsonValue]:
    """A control with free words; `example` shows what may be said."""
    label, says = say(f"study.control_{name}"), say(f"study.says_{name}")
    return {"id": name, "label": label, "kind": "text", "value": value, "says": says, "example": example}
