"""CritiqueAnswer for a model: what was computed and said, and a judgement that holds together and types no figure."""

import json
import re
from collections.abc import Mapping

from pydantic import Field, JsonValue

from agent.reasoning.chat.connection.client import Form
from agent.reasoning.chat.language.forms import answer_schema
from agent.reasoning.chat.replies import UnusableError, parse_reply, prose
from agent.reasoning.chat.shown.mask import Mask
from agent.reasoning.chat.shown.quoting import LEFT_OUT, block, quote, reads_like_instruction
from agent.reasoning.chat.shown.result_lines import results_cargo, table_lines
from agent.reasoning.chat.shown.veil import FindValues, Veil
from agent.reasoning.chat.telling import TABLES_TOLD
from agent.reasoning.chat.templates import Composed, render
from agent.reasoning.prompts import Reply
from agent.reasoning.reviewed_prompts import CritiqueAnswer, Opinion
from agent.reasoning.sharing import Sharing
from agent.review_state import AgentName
from agent.state import Artifact

GOOD_ENOUGH = 0.8  # the critic's passing score: an opinion with faults lies below, one without does not
LONGEST_ANSWER = 1_200
LONGEST_NOTE = 300
LONGEST_SPEC = 900
LONGEST_CRITIQUE = 400
_DIGITS = re.compile(r"\d[\d.,]*")


class OpinionForm(Reply):
    """What is wrong with an answer, and who should mend it how."""

    faults: list[str] = Field(default_factory=list, max_length=4)
    score: float = Field(ge=0, le=1)
    reroute_to: AgentName | None = None
    says: str = ""


def compose_opinion(prompt: CritiqueAnswer, sharing: Sharing, find: FindValues) -> Composed[Opinion]:
    """The prompt. With anything held back the answer and the notes stay here, for they quote cells; what was computed
    is judged by specs without values, and cells are masked.
    """
    veil = Veil(prompt.datasets, sharing)
    tables = [(one["artifact_id"], one) for one in prompt.artifacts if one["kind"] == "table"][:TABLES_TOLD]
    mask = Mask(veil, prompt.artifacts)
    said = [*prompt.findings, *prompt.assumptions] if not sharing.restricted else []
    notes = [
        *(_quotable(text, LONGEST_NOTE) for text in said),
        *(f"The person wants: {quote(veil.hide(text, find(text)), LONGEST_NOTE)}" for text in prompt.feedback),
    ]
    answer = [] if sharing.restricted else [_quotable(prompt.answer_text, LONGEST_ANSWER)]
    words = render(
        prompt.template,
        {
            "specs": block("specs", _specs(prompt.artifacts, veil)),
            "results": "\n".join(line for name, one in tables for line in table_lines(name, one, mask)),
            "answer": block("answer", answer) if answer else "",
            "notes": block("notes", notes) if notes else "",
            "interpretation": quote(veil.hide(prompt.interpretation, find(prompt.interpretation)), LONGEST_NOTE),
            "question": quote(veil.hide(prompt.question, find(prompt.question)), 1_000),
        },
    )
    known = " ".join((prompt.question, prompt.interpretation, *prompt.feedback, *_names(prompt)))
    return Composed(
        words, lambda reply: _opinion(reply, veil, known), Form("opinion", answer_schema(OpinionForm)),
        results_cargo(tables, mask),
    )  # fmt: skip


def _quotable(text: str, longest: int) -> str:
    """Text that quotes cells, left out where one talks to a model."""
    return quote(LEFT_OUT if reads_like_instruction(text) else text, longest)


def _specs(artifacts: tuple[Artifact, ...], veil: Veil) -> list[str]:
    lines = []
    for spec in {json.dumps(one["spec"], sort_keys=True): one["spec"] for one in artifacts if one["spec"]}.values():
        seen = veil.spec(spec)
        told = json.dumps(seen, ensure_ascii=False) if seen else f"{_tag(spec)}, with conditions that are not told"
        lines.append(_escape(told if len(told) <= LONGEST_SPEC else told[:LONGEST_SPEC] + "…"))
    return lines


def _tag(spec: Mapping[str, JsonValue]) -> str:
    return str(spec.get("op") or spec.get("kind"))


def _escape(text: str) -> str:
    return text.replace("<", "\\u003c").replace(">", "\\u003e")


def _names(prompt: CritiqueAnswer) -> list[str]:
    return [name for profile in prompt.datasets for name in profile.column_names]


def _opinion(reply: str, veil: Veil, known: str) -> Opinion:
    """The opinion in real names. A figure in it could not be checked, so only those that were said before may stand."""
    form = parse_reply(reply, OpinionForm)
    faults = [prose(veil.back_text(fault)) for fault in form.faults if fault.strip()]
    if faults and form.score >= GOOD_ENOUGH:
        raise UnusableError(f"With faults the score is below {GOOD_ENOUGH}; without them faults is [].")
    if not faults and form.score < GOOD_ENOUGH:
        raise UnusableError(f"Say in faults what is wrong, or give a score of {GOOD_ENOUGH} or more.")
    says = prose(veil.back_text(form.says)) if form.says.strip() else ""
    allowed = set(_DIGITS.findall(known))
    if typed := [figure for figure in _DIGITS.findall(" ".join((*faults, says))) if figure not in allowed]:
        raise UnusableError(f"{typed[0]} is a figure: write faults and says without figures.")
    return Opinion(
        score=form.score,
        critique=" ".join(faults)[:LONGEST_CRITIQUE],
        reroute_to=form.reroute_to if faults else None,
        says=says if faults else "",
    )
