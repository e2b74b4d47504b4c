"""The critic's own checks, without any mind: is each figure sourced, possible, and what was asked for?"""

from collections.abc import Callable, Iterator, Sequence

from agent.analysis.ledger import of_data
from agent.grounding.checks import impossible
from agent.nodes.critic_asked import ASKED
from agent.nodes.critic_reviewed import Finding as Finding  # noqa: PLC0414 - what this gives
from agent.nodes.critic_reviewed import Reviewed as Reviewed  # noqa: PLC0414 - what this takes
from agent.state import Ledger

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
        yield Finding("possible", f"A result cannot be right: {sentence}", 0.6)


def _sourced(reviewed: Reviewed) -> Iterator[Finding]:
    citations = reviewed.answer["citations"] if reviewed.answer else []
    unknown = [citation["display"] for citation in citations if not citation["verified"]]
    if unknown:
        named = ", ".join(dict.fromkeys(unknown))
        yield Finding("sourced", f"These figures are in no result: {named}.", min(0.8, 0.3 * len(unknown)))


def _told(reviewed: Reviewed) -> Iterator[Finding]:
    if not reviewed.answer or not reviewed.answer["text"].strip():
        yield Finding("told", "Nothing was answered.", 1.0)
    elif not reviewed.artifacts:
        yield Finding("told", "Nothing was computed for this answer.", 0.6)


def _accounted(reviewed: Reviewed) -> Iterator[Finding]:
    for artifact in reviewed.artifacts:
        if artifact["ledger"] and not _adds_up(artifact["ledger"]):
            yield Finding("accounted", f"The rows of “{artifact['title']}” are not accounted for.", 0.4)


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


CHECKS: tuple[Check, ...] = (_possible, _sourced, _told, _accounted, *ASKED, _complete)
