"""critic: judges the answer, and sends it back when it is not good enough (seed 003, section 5)."""

import logging
from collections.abc import Callable, Iterator, Sequence
from typing import cast

from agent.analysis.frames.ledger import of_data
from agent.contract import NodeDelta
from agent.grounding.checks import impossible
from agent.logs import log_event
from agent.nodes.review.approvals import insights_need_approval
from agent.nodes.review.audit import (
    PASSING_SCORE,
    add_critique,
    add_trace,
    best_instead,
    together,
    was_judged,
    with_best,
)
from agent.nodes.review.critic_asked import ASKED
from agent.nodes.review.critic_reviewed import Finding as Finding  # noqa: PLC0414 - what this gives
from agent.nodes.review.critic_reviewed import Reviewed as Reviewed  # noqa: PLC0414 - what this takes
from agent.nodes.review.tool_planner import FINISH
from agent.nodes.turn_facts import TurnRuntime, asked_question, profiles
from agent.nodes.words import say
from agent.reasoning.reviewed_prompts import CritiqueAnswer, Opinion
from agent.review_state import AgentName, Correction, CritiqueResult
from agent.state import AgentState, Ledger
from languages.catalogue import in_language

logger = logging.getLogger(__name__)
OWN_SHARE = 0.6
"""What the checks weigh in the score where no model leads; the opinion weighs the rest, and can only lower it."""


def critic(state: AgentState, runtime: TurnRuntime) -> NodeDelta:
    """The score from 0 to 1. The checks come first: an answer that fails them is not put before the reasoner. A leading
    model's score is the score, lowered by what the checks find; where nobody judges, the checks alone are told.
    """
    findings = findings_of(Reviewed.of(state, runtime))
    checked = checked_score(findings)
    opinion = _opinion(state, runtime, findings) if checked >= PASSING_SCORE else None
    by_a_mind = opinion is not None and opinion.judged
    leads = by_a_mind and runtime.context.model_role == "lead"
    score = round(_score(checked, opinion, leads=leads), 4)
    delta = add_critique(
        score,
        " ".join([*(finding.sentence for finding in findings), *([opinion.critique] if opinion else [])]),
        _reroute(opinion, score, state),
        findings=[finding.sentence for finding in findings],
        says=next((finding.says for finding in findings if finding.says), opinion.says if opinion else ""),
        judged=by_a_mind,
    )
    critique: CritiqueResult = delta["critique"]  # type: ignore[assignment]
    _measure(critique, state, runtime)
    lines = add_trace(
        "critic",
        say("trace.evaluating"),
        say(
            "trace.judged",
            score=_critique_text(critique),
            passed=str(critique["passed"]),
            agent=str(critique["reroute_to"]),
        ),
    )
    kept = {} if critique["passed"] else with_best(state, critique)
    judged = cast(AgentState, {**state, **kept})
    return together(delta, lines, kept, _onwards(judged, runtime, critique))


def should_continue(state: AgentState) -> bool:
    """Whether an answer may still be sent back."""
    return state.get("iteration_count", 0) < state.get("max_iterations", 3)


def _onwards(state: AgentState, runtime: TurnRuntime, critique: CritiqueResult) -> NodeDelta:
    if critique["passed"] or not should_continue(state):
        onwards: NodeDelta = {"next_agent": "approve_insights" if insights_need_approval(state, runtime) else FINISH}
        return onwards if critique["passed"] else together(best_instead(state, critique), onwards)
    return {
        "next_agent": "router",
        "iteration_count": state.get("iteration_count", 0) + 1,
        "tool_result": None,
        "correction": Correction(source="critic", text=critique["critique"], says=critique["says"]),
    }


def _opinion(state: AgentState, runtime: TurnRuntime, findings: list[Finding]) -> Opinion:
    answer = state.get("answer")
    used = {key for one in state.get("observations", []) for key in one["artifact_ids"].values()}
    correction = state.get("correction")
    return runtime.context.reasoner.decide(
        CritiqueAnswer(
            question=asked_question(state),
            answer_text=answer["text"] if answer else "",
            interpretation=state.get("interpretation", ""),
            assumptions=tuple(state.get("assumptions", [])),
            artifacts=tuple(one for one in state.get("artifacts", []) if one["artifact_id"] in used),
            datasets=profiles(runtime),
            findings=tuple(finding.sentence for finding in findings),
            feedback=(correction["text"],) if correction and correction["source"] == "person" else (),
        )
    )


def _score(checked: float, opinion: Opinion | None, *, leads: bool) -> float:
    """The checks' score where there is no opinion. Nothing lifts what was judged, and nothing what was found."""
    if opinion is None:
        return checked
    if leads:
        return max(0.0, opinion.score - (1 - checked))
    return min(checked, OWN_SHARE * checked + (1 - OWN_SHARE) * opinion.score)


def _critique_text(critique: CritiqueResult) -> str:
    return (
        say("trace.score", score=in_language(f"{critique['score']:.2f}"))
        if was_judged(critique)
        else say("review.checks_only")
    )


def _reroute(opinion: Opinion | None, score: float, state: AgentState) -> AgentName | None:
    """Who tries again: whom the reasoner names, else the agent that planned."""
    if score >= PASSING_SCORE:
        return None
    wanted = opinion.reroute_to if opinion else None
    return wanted or state.get("planning_agent")


def _measure(critique: CritiqueResult, state: AgentState, runtime: TurnRuntime) -> None:
    context = runtime.context
    if was_judged(critique):
        context.metrics.observe_score(critique["score"], passed=critique["passed"])
    turn = state.get("turn_id", "")
    log_event(
        logger, "critic_scored", context.conversation_id, turn, score=critique["score"], passed=critique["passed"]
    )


# ----------------------------------------------------------------
# The critic's own checks, without any mind: is each figure sourced, possible, and what was asked for?


Check = Callable[[Reviewed], Iterator[Finding]]


def findings_of(reviewed: Reviewed) -> list[Finding]:
    """All that the checks find, in the order of their weight."""
    return [finding for check in CHECKS for finding in check(reviewed)]


def checked_score(findings: Sequence[Finding]) -> float:
    """1 less the penalties, and never below 0."""
    return round(max(0.0, 1.0 - sum(finding.penalty for finding in findings)), 4)


# ---------------------------------------------------------------- figures


def _possible(reviewed: Reviewed) -> Iterator[Finding]:
    for sentence in impossible(reviewed.artifacts):
        yield Finding("possible", say("review.impossible", why=sentence), 0.6)


def _check_sources(reviewed: Reviewed) -> Iterator[Finding]:
    citations = reviewed.answer["citations"] if reviewed.answer else []
    unknown = [citation["display"] for citation in citations if not citation["verified"]]
    if unknown:
        named = ", ".join(dict.fromkeys(unknown))
        yield Finding("sourced", say("review.no_source", figures=named), min(0.8, 0.3 * len(unknown)))


def _answers_something(reviewed: Reviewed) -> Iterator[Finding]:
    if not reviewed.answer or not reviewed.answer["text"].strip():
        yield Finding("told", say("review.nothing_answered"), 1.0)
    elif not reviewed.artifacts:
        yield Finding("told", say("review.nothing_computed"), 0.6)


def _account(reviewed: Reviewed) -> Iterator[Finding]:
    for artifact in reviewed.artifacts:
        if artifact["ledger"] and not _adds_up(artifact["ledger"]):
            yield Finding("accounted", say("review.not_accounted", title=artifact["title"]), 0.4)


def _adds_up(ledger: Ledger) -> bool:
    """Whether the steps lead from all rows to those used, without a gap."""
    rows = ledger["rows_total"]
    for step in ledger["steps"]:
        if step["rows_before"] != rows:
            return False
        rows = step["rows_after"]
    return of_data(Ledger(**{**ledger, "rows_used": rows}))["rows_used"] == ledger["rows_used"]


def _complete(reviewed: Reviewed) -> Iterator[Finding]:
    for sentence in reviewed.left_out:
        yield Finding("complete", sentence, 0.1)


CHECKS: tuple[Check, ...] = (_possible, _check_sources, _answers_something, _account, *ASKED, _complete)
