"""The best of the answers that the critic judged: kept while others are tried, shown when no iteration is left."""

from collections.abc import Mapping
from typing import cast

from langgraph.types import Overwrite
from pydantic import JsonValue

from agent.contract import NodeDelta
from agent.nodes.review.audit import add_trace, together
from agent.review_state import CritiqueResult
from agent.state import AgentState

_OWN = (
    "answer", "answer_template", "interpretation", "assumptions", "caveats", "next_questions", "readings",
    "chosen_reading", "observations", "final_report_md",
)  # fmt: skip
"""The keys that make an answer what it is."""


def with_best(state: AgentState, critique: CritiqueResult) -> NodeDelta:
    """Keeps the answer that was just judged, unless one before it is better. Of equal ones the last is kept."""
    best = state.get("best_answer")
    if best is not None and score_of(best) > critique["score"]:
        return {}
    kept: dict[str, JsonValue] = {key: state[key] for key in _OWN if key in state}  # type: ignore[literal-required]
    return {"best_answer": {**kept, "critique": cast(dict[str, JsonValue], critique)}}


def score_of(best: Mapping[str, JsonValue]) -> float:
    """The critic's score of a kept answer."""
    return cast(CritiqueResult, best["critique"])["score"]


def best_instead(state: AgentState, critique: CritiqueResult | None) -> NodeDelta:
    """The best answer in place of the one that stands, with its critique; {} when that one is as good."""
    best = state.get("best_answer")
    if best is None or critique is None or score_of(best) <= critique["score"]:
        return {}
    line = f"Critic: An earlier answer is the best one, with a score of {score_of(best):.2f}; it is shown"
    return together(shown_again(best), add_trace("critic", line))


def shown_again(best: Mapping[str, JsonValue]) -> NodeDelta:
    """The keys that make a kept answer the one that stands."""
    own: NodeDelta = {key: Overwrite(value) if key == "observations" else value for key, value in best.items()}
    return {**own, "status": "answered", "last_error": None}
