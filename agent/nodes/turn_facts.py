"""What a node may know: the data sets' profiles, the turns before, the readings in state, the results by reference."""

import json
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from langgraph.runtime import Runtime
from pydantic import JsonValue

from agent.analysis.filtering.relative_dates import Clock, clock_of
from agent.analysis.frames.source import Table, tables_of
from agent.context import TurnContext
from agent.history import standing
from agent.reasoning.prompts import PastTurn, ReadQuestion
from agent.specs.plain_data import reading_json
from agent.specs.reading import Reading
from agent.state import AgentState, Artifact, Observation, TurnRecord
from registry.profile import DatasetProfile

TurnRuntime: TypeAlias = Runtime[TurnContext]
HISTORY_TURNS = 20  # a question refers to what was just said, not to the beginning of a long conversation


def profiles(runtime: TurnRuntime) -> tuple[DatasetProfile, ...]:
    """The profiles of the conversation's data sets, in order of upload."""
    context = runtime.context
    return tuple(dataset.profile for dataset in context.datasets.datasets(context.conversation_id))


def tables(runtime: TurnRuntime) -> dict[str, Table]:
    """The conversation's data, by data set id, as analysis takes it."""
    context = runtime.context
    return tables_of(context.datasets.datasets(context.conversation_id))


def clock(runtime: TurnRuntime) -> Clock:
    """What relative dates of this turn are told from: its day, and the latest dates of the data."""
    return clock_of(profiles(runtime), runtime.context.today)


def about_question(state: AgentState, runtime: TurnRuntime, question: str) -> ReadQuestion:
    """The question with what is known of the data and of the turns before. Whether it answers an open question is
    its asker's to say.
    """
    context = runtime.context
    return ReadQuestion(
        question=question,
        datasets=profiles(runtime),
        value_matches=context.datasets.find_values(context.conversation_id, question),
        shared_keys=context.datasets.shared_keys(context.conversation_id),
        remembered=tuple(state.get("remembered", [])),
        history=history(state),
    )


def whole_artifacts(runtime: TurnRuntime) -> Mapping[str, Artifact]:
    """All results of the conversation, whole."""
    return runtime.context.artifacts.all(runtime.context.conversation_id)


def results_of(observation: Observation, runtime: TurnRuntime) -> dict[str, Artifact]:
    """The results of one reading, whole, by the name of their spec (S1, S1_2, S2, ...), in order."""
    context = runtime.context
    return {
        name: context.artifacts.get(context.conversation_id, artifact_id)
        for name, artifact_id in observation["artifact_ids"].items()
    }


def readings_of(state: AgentState) -> tuple[Reading, ...]:
    """The readings of this turn."""
    return tuple(Reading.model_validate(reading) for reading in state.get("readings", []))


def as_data(reading: Reading) -> dict[str, JsonValue]:
    """A reading as plain data for the state, its specs without what is default."""
    return reading_json(reading)


def reading_of(turn: TurnRecord) -> Reading | None:
    """The reading that the turn answered; None for a turn that was computed another way."""
    return Reading.model_validate(turn["reading"]) if "reading" in turn else None


def history(state: AgentState) -> tuple[PastTurn, ...]:
    """The last turns that later questions may refer to, oldest first; what was changed by hand only as it is now."""
    every = standing(state.get("turns", []))
    changed = {turn["changes"] for turn in every if "changes" in turn}
    turns = [turn for turn in every if turn["turn_id"] not in changed][-HISTORY_TURNS:]
    return tuple(
        PastTurn(
            question=turn["question"],
            status=turn["status"],
            interpretation=turn["interpretation"],
            headline=turn["answer"]["text"].partition("\n")[0],
            by_program=bool(turn.get("code")) and turn["status"] == "answered",
            specs=tuple(Reading.model_validate(turn["reading"]).specs) if "reading" in turn else (),
            picks=_takes_an_option(turn, before),
        )
        for turn, before in zip(turns, [None, *turns], strict=False)
    )


def _takes_an_option(turn: TurnRecord, before: TurnRecord | None) -> bool:
    """Whether a turn answers one of the readings that the turn before offered."""
    pending = before["pending"] if before else None
    offered = pending["context"].get("readings") if pending else None
    return isinstance(offered, list) and "reading" in turn and turn["reading"] in offered


def asked_question(state: AgentState) -> str:
    """The question that this turn answers: when an option was picked, the one that led to it, with the pick; when a
    reading was changed by hand, the one that it answered, with the change."""
    question = state.get("question", "")
    if edited := state.get("edited_reading"):
        asked = edited.get("question")
        return f"{asked} ({question})" if asked and asked != question else question
    pending = state.get("previous_pending")
    before = pending["context"].get("question") if pending else None
    return f"{before} ({question})" if state.get("picked_option") and isinstance(before, str) else question


def questions_so_far(state: AgentState) -> tuple[str, ...]:
    """What was asked in the conversation, the question of this turn last."""
    return (*(turn["question"] for turn in state.get("turns", [])), asked_question(state))


def facts(state: AgentState, runtime: TurnRuntime) -> tuple[str, ...]:
    """What a text may say besides results: the size and span of the data, today, and what the person settled."""
    found: list[str] = [json.dumps(decision, ensure_ascii=False) for decision in state.get("remembered", [])]
    found.append(runtime.context.today.isoformat())
    for profile in profiles(runtime):
        found += [f"{profile.rows} rows", f"{len(profile.columns)} columns"]
        found += [text for column in profile.columns for text in (column.first, column.last) if text]
    return tuple(found)


def names(runtime: TurnRuntime) -> tuple[str, ...]:
    """What a text may say as a whole, figures and all: names of data sets and columns, and values that are words."""
    found: list[str] = []
    for profile in profiles(runtime):
        found += [profile.name, *profile.column_names]
        for column in profile.columns:
            if column.kind != "number":
                found += [*column.samples, *(value.value for value in column.top_values)]
    return (*found, *_told_of_files(runtime))


def _told_of_files(runtime: TurnRuntime) -> Iterator[str]:
    """What receipts are unsure of, in their sentences and as the values that these are about."""
    context = runtime.context
    for dataset in context.datasets.datasets(context.conversation_id):
        for entry in dataset.receipt.of("unsure"):
            yield entry.text
            value = entry.choice[1] if entry.choice else ()
            yield from (str(part) for part in (value if isinstance(value, tuple) else (value,)))
