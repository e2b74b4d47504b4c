"""What the critic judges: the question, what was computed for it, what was said; and how specs are read for it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pydantic import JsonValue

from agent.nodes.concluding import Executed, executed_reading
from agent.nodes.review.critic_words import Words, words_for
from agent.nodes.turn_facts import TurnRuntime, asked_question, profiles
from agent.specs.plain_data import texts_in
from agent.state import AgentState, Artifact, ResolvedText
from registry.profile import DatasetProfile
from registry.value_index import ValueMatch

_GROUPING = frozenset({"group_cols", "group_col", "by", "group", "color", "x", "rows", "columns", "column", "date_col"})


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
    def words(self) -> Words:
        """The critic's words in the question's language."""
        return words_for(self.question)

    @property
    def names(self) -> list[str]:
        """The names of all columns, each once."""
        return list(dict.fromkeys(name for profile in self.datasets for name in profile.column_names))

    @property
    def grouped(self) -> frozenset[str]:
        """The columns that the results are grouped by."""
        return frozenset(text for spec in self.specs for text in values_under(spec, _GROUPING))

    @property
    def mentioned(self) -> frozenset[str]:
        """All text in the specs: columns, values, statistics."""
        return frozenset(text for spec in self.specs for text in texts_in(spec))


# ---------------------------------------------------------------- reading specs


def _specs(executed: Sequence[Executed]) -> tuple[dict[str, JsonValue], ...]:
    return tuple(spec.model_dump(mode="json") for one in executed for spec in one.reading.specs)


def values_under(value: JsonValue, keys: frozenset[str]) -> Iterator[str]:
    """The texts that stand under one of these keys, at any depth, and the columns that grouped parts come from."""
    if isinstance(value, dict):
        for key, part in value.items():
            if key in keys or (key in ("col", "columns") and "step" in value):
                yield from texts_in(part)
            else:
                yield from values_under(part, keys)
    elif isinstance(value, list):
        for part in value:
            yield from values_under(part, keys)


_IN_TEXT = re.compile(r"\d+(?:\.\d+)?")
_YEAR_END, _YEAR_START = "-12-31", "-01-01"


def numbers_of(value: JsonValue) -> Iterator[float]:
    """All numbers, without their signs, those in texts too. The first and the last day of a year stand for the year
    beside it as well: before 2025 is up to 2024-12-31.
    """
    if isinstance(value, bool):
        return
    if isinstance(value, int | float):
        yield abs(float(value))
    elif isinstance(value, str):
        yield from (float(found) for found in _IN_TEXT.findall(value))
        if _YEAR_END in value:
            yield float(value[:4]) + 1 if value[:4].isdecimal() else 0.0
        if _YEAR_START in value:
            yield float(value[:4]) - 1 if value[:4].isdecimal() else 0.0
    elif isinstance(value, dict):
        for part in value.values():
            yield from numbers_of(part)
    elif isinstance(value, list):
        for part in value:
            yield from numbers_of(part)
