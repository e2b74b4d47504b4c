"""The critic's own checks, without any mind: is each figure sourced, possible, and what was asked for?"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from pydantic import JsonValue

from agent.grounding.checks import impossible
from agent.nodes.concluding import Executed, executed_reading
from agent.nodes.known import TurnRuntime, asked_question, profiles
from agent.state import AgentState, Artifact, Ledger, ResolvedText
from registry.profile import DatasetProfile
from registry.value_index import ValueMatch

SHORTEST_NAME = 3
_WHOLE_TABLE = frozenset({"dataset_overview", "missingness", "correlation_matrix", "duplicate_check", "row_lookup"})
"""Ops that take all columns when none are named."""
_WITH_STATISTICS = frozenset({"column_summary", "outliers", "compare_groups"})
"""Ops whose results hold the usual statistics anyway."""
_GROUPING = frozenset({"group_cols", "group_col", "by", "group", "color", "x", "rows", "columns", "column", "date_col"})


@dataclass(frozen=True)
class Statistic:
    """A statistic as questions name it, and what has to stand in a spec for it."""

    name: str
    asked: re.Pattern[str]
    computed: frozenset[str]


_STATISTICS: tuple[Statistic, ...] = (
    Statistic("median", re.compile(r"\bmedians?\b"), frozenset({"median"})),
    # "mean" is a verb too: I mean, what does it mean
    Statistic("mean", re.compile(r"^means? |\bthe means?\b|\bmeans? of\b|\bmean and\b"), frozenset({"mean", "ratio"})),
    Statistic("average", re.compile(r"\baverages?\b"), frozenset({"mean", "ratio"})),
    Statistic("standard deviation", re.compile(r"\bstandard deviations?\b"), frozenset({"std"})),
)
_ALL_OF_THEM = frozenset({"all", "any", "whatever", "regardless", "without", "ignoring", "not", "except", "every"})
"""Before a column's name: it plays no part."""


@dataclass(frozen=True)
class Finding:
    """Something wrong with an answer. `says` are words that would mend the plan, as a follow-up."""

    check: str
    sentence: str
    penalty: float
    says: str = ""


@dataclass(frozen=True)
class Reviewed:
    """What is judged: the question, what was computed for it, and what was said."""

    question: str
    answer: ResolvedText | None
    specs: tuple[dict[str, JsonValue], ...]
    artifacts: tuple[Artifact, ...]
    datasets: tuple[DatasetProfile, ...]
    values: tuple[ValueMatch, ...]
    left_out: tuple[str, ...] = ()

    @classmethod
    def of(cls, state: AgentState, runtime: TurnRuntime) -> "Reviewed":
        """The answer of this turn. After a correction by the person their words are part of the question."""
        executed = executed_reading(state, runtime)[:1]
        artifacts = tuple(artifact for one in executed for artifact in one.results.values())
        question = asked_question(state)
        used = {key for artifact in artifacts for key in artifact["dataset_ids"]}
        found = runtime.context.datasets.find_values(runtime.context.conversation_id, question)
        corrected = state.get("correction")
        by_person = corrected is not None and corrected["source"] == "person"
        return cls(
            question="" if by_person else question,  # what is wanted now may contradict what was asked
            answer=state.get("answer"),
            specs=_specs(executed),
            artifacts=artifacts,
            datasets=tuple(profile for profile in profiles(runtime) if profile.dataset_id in used),
            values=() if by_person else tuple(match for match in found if match.dataset_id in used),
            left_out=tuple(one for one in state.get("assumptions", []) if one.startswith("Left out:")),
        )

    @property
    def mentioned(self) -> frozenset[str]:
        """All text in the specs: columns, values, statistics."""
        return frozenset(text for spec in self.specs for text in _strings(spec))


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
    return rows == ledger["rows_used"]


def _complete(reviewed: Reviewed) -> Iterator[Finding]:
    for sentence in reviewed.left_out:
        yield Finding("complete", sentence, 0.1)


# ---------------------------------------------------------------- is it what was asked?


def _columns(reviewed: Reviewed) -> Iterator[Finding]:
    """Columns that the question names by their whole name have to be used."""
    if any(spec.get("op") in _WHOLE_TABLE and not spec.get("columns") for spec in reviewed.specs):
        return
    used = " | ".join(_words(text) for text in reviewed.mentioned)
    asked = f" {_words(reviewed.question)} "
    for name in _distinct_names(reviewed.datasets):
        words = _words(name)
        long_enough = len(words) >= SHORTEST_NAME and (" " in words or len(words) > SHORTEST_NAME)
        if long_enough and words not in used and _is_asked_for(words, asked):
            yield Finding("columns", f"The question names {name}, and nothing was computed from it.", 0.25)


def _is_asked_for(words: str, asked: str) -> bool:
    before, found, _ = asked.partition(f" {words} ")
    return bool(found) and not _ALL_OF_THEM & set(before.split()[-3:])


def _groups(reviewed: Reviewed) -> Iterator[Finding]:
    """`by department`, `per department`: that column has to be what the result is grouped by."""
    asked = f" {_words(reviewed.question)} "
    grouped = {text for spec in reviewed.specs for text in _values_under(spec, _GROUPING)}
    for profile in reviewed.datasets:
        for column in profile.columns:
            words = re.escape(_words(column.name))
            if column.kind in ("number", "identifier") or not words:
                continue
            wanted = re.search(rf" (?:by|per|for each|in each|for every) {words}s? ", asked)
            if wanted and not any(_words(column.name) in _words(text) for text in grouped):
                yield Finding(
                    "groups", f"The question asks for groups by {column.name}, and there are none.", 0.3,
                    says=f"by {column.name}",
                )  # fmt: skip


def _filters(reviewed: Reviewed) -> Iterator[Finding]:
    """A value that the question names has to be filtered on, or be one of the groups."""
    grouped = {text for spec in reviewed.specs for text in _values_under(spec, _GROUPING)}
    used = {text.casefold() for text in reviewed.mentioned}
    names = {_words(name) for name in _distinct_names(reviewed.datasets)}
    by_words: dict[str, list[ValueMatch]] = {}
    for match in reviewed.values:
        if match.kind != "partial" and len(match.words) >= SHORTEST_NAME:
            by_words.setdefault(match.words, []).append(match)
    for words, matches in by_words.items():
        is_name = any(_words(words) in name for name in names)
        met = any(match.value.casefold() in used or match.column in grouped for match in matches)
        if not met and not is_name:
            yield Finding(
                "filters", f"The question names “{words}”, and no row was chosen by it.", 0.25, says=f"only {words}"
            )


def _aggregates(reviewed: Reviewed) -> Iterator[Finding]:
    """The statistic that the question names has to be computed."""
    text = _words(reviewed.question)
    used = " ".join(reviewed.mentioned)
    names = " ".join(_words(name) for name in _distinct_names(reviewed.datasets))
    if any(spec.get("op") in _WITH_STATISTICS for spec in reviewed.specs):
        return
    for statistic in _STATISTICS:
        in_a_name = statistic.asked.search(names)
        met = any(one in used for one in statistic.computed)
        if statistic.asked.search(text) and not in_a_name and not met:
            sentence = f"The question asks for the {statistic.name}, and it was not computed."
            yield Finding("aggregates", sentence, 0.3, says=f"use the {statistic.name} instead")


CHECKS: tuple[Check, ...] = (
    _possible,
    _sourced,
    _told,
    _accounted,
    _groups,
    _filters,
    _aggregates,
    _columns,
    _complete,
)


# ---------------------------------------------------------------- reading specs


def _specs(executed: Sequence[Executed]) -> tuple[dict[str, JsonValue], ...]:
    return tuple(spec.model_dump(mode="json") for one in executed for spec in one.reading.specs)


def _strings(value: JsonValue) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, part in value.items():
            yield key
            yield from _strings(part)
    elif isinstance(value, list):
        for part in value:
            yield from _strings(part)


def _values_under(value: JsonValue, keys: frozenset[str]) -> Iterator[str]:
    """The texts that stand under one of these keys, at any depth, and the columns that grouped parts come from."""
    if isinstance(value, dict):
        for key, part in value.items():
            if key in keys or (key in ("col", "columns") and "step" in value):
                yield from _strings(part)
            else:
                yield from _values_under(part, keys)
    elif isinstance(value, list):
        for part in value:
            yield from _values_under(part, keys)


def _distinct_names(datasets: Sequence[DatasetProfile]) -> list[str]:
    return list(dict.fromkeys(name for profile in datasets for name in profile.column_names))


def _words(text: str) -> str:
    return " ".join(re.findall(r"[^\W_]+", text.casefold()))
