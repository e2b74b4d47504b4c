"""A column of text that is to be computed with: what of it is no number is told, and one press reads it as numbers."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from pydantic import JsonValue

from agent.analysis.validate import fit
from agent.contract import NodeDelta
from agent.nodes.asking import Choice as Option
from agent.nodes.asking import Question, ask
from agent.nodes.file_doubts import OTHERWISE, apply_choice
from agent.nodes.turn_facts import TurnRuntime, as_data, asked_question, profiles
from agent.reasoning.language import detect_language
from agent.reasoning.prompts import Decision
from agent.reasoning.rules.narration.phrases import Phrases, phrases_in
from agent.specs.parse import nearest
from agent.specs.plain_data import reading_json, texts_in
from agent.specs.reading import Reading
from agent.state import AgentState
from registry.columns.number_like import NumberLike, number_like
from registry.columns.renaming import name_in_file
from registry.dataset import Dataset
from registry.profile import ColumnProfile, DatasetProfile

AS_NUMBER = "as_number"
"""The option that reads a column as numbers where nothing was read of the question yet: it is read again then."""
_VALUES = 4


@dataclass(frozen=True)
class _Column:
    dataset: Dataset
    name: str
    like: NumberLike


def offer_numbers(
    state: AgentState, runtime: TurnRuntime, decision: Decision, failed: Sequence[Reading]
) -> NodeDelta | None:
    """The question whether to read a column as numbers, where nothing else stands between the question and its answer;
    None in any other case. `failed`: the decision's readings that do not fit the data."""
    first = decision.readings[0] if decision.readings else None
    if first is not None and any(first.specs == one.specs for one in failed):
        column = next((one for one in _named_in(first, runtime) if _would_fit(first, one, runtime)), None)
    else:
        column = next(_missed(decision.missing_columns, runtime), None) if first is None else None
    return None if column is None else _ask(state, runtime, column, first)


def take_number(state: AgentState, runtime: TurnRuntime) -> None:
    """Reads the column as numbers where the person picked that; the question is the one that was asked before."""
    if state.get("picked_option") == AS_NUMBER:
        apply_choice(state, runtime, taken=True)


def _number_like(dataset: Dataset, column: ColumnProfile) -> _Column | None:
    in_file = name_in_file(dataset.choices, column.name)
    if not dataset.in_memory or column.kind != "text" or in_file in dataset.choices.keep_text:
        return None
    like = number_like(dataset.frame[column.name])
    return None if like is None else _Column(dataset, column.name, like)


def _named_in(reading: Reading, runtime: TurnRuntime) -> Iterator[_Column]:
    """The columns that a reading names and that could be numbers."""
    named = set(texts_in(cast(JsonValue, reading_json(reading)["specs"])))
    context = runtime.context
    for dataset in context.datasets.datasets(context.conversation_id):
        for column in dataset.profile.columns:
            if column.name in named and (found := _number_like(dataset, column)) is not None:
                yield found


def _missed(words: Sequence[str], runtime: TurnRuntime) -> Iterator[_Column]:
    """The columns that could be numbers and are called nearly like what was not found."""
    context = runtime.context
    for dataset in context.datasets.datasets(context.conversation_id):
        near = {name for word in words for name in nearest(word, dataset.profile.column_names, 1)}
        for column in dataset.profile.columns:
            if column.name in near and (found := _number_like(dataset, column)) is not None:
                yield found


def _would_fit(reading: Reading, column: _Column, runtime: TurnRuntime) -> bool:
    """Whether the reading can be computed once the column is one of numbers."""
    return fit(reading.specs, [_with_numbers(profile, column) for profile in profiles(runtime)])


def _with_numbers(profile: DatasetProfile, column: _Column) -> DatasetProfile:
    if profile.dataset_id != column.dataset.dataset_id:
        return profile
    columns = tuple(
        replace(one, kind="number", dtype="float64") if one.name == column.name else one for one in profile.columns
    )
    return replace(profile, columns=columns)


def _ask(state: AgentState, runtime: TurnRuntime, column: _Column, reading: Reading | None) -> NodeDelta:
    asked = asked_question(state)
    phrases = phrases_in(detect_language(asked))
    said = _said(column, phrases)
    label = phrases.say("text_column.read")
    choice = ["kinds", [name_in_file(column.dataset.choices, column.name), "number"]]
    context: dict[str, JsonValue] = {
        "file_choice": {"dataset_id": column.dataset.dataset_id, "choice": cast(JsonValue, choice)},
        "assumptions": [*state.get("assumptions", [])],
    }
    option = Option(AS_NUMBER, label, asked)
    if reading is not None:
        taken = reading.model_copy(update={"reading_id": f"{reading.reading_id}_{OTHERWISE}"})
        context["readings"] = [as_data(taken)]
        option = Option(taken.reading_id, label, label)
    return {
        **ask(state, runtime, Question(said, "", choices=(option,), context=context, error=said)),
        "last_error": None,
    }


def _said(column: _Column, phrases: Phrases) -> str:
    like: NumberLike = column.like
    shown = [phrases.say("text_column.value", value=value) for value in like.values[:_VALUES]]
    more = ["…"] if len(like.values) > _VALUES else []
    values: Mapping[str, str] = {"values": phrases.say("list.between").join([*shown, *more])}
    form = "text_column.said" if shown else "text_column.all"
    return phrases.say(form, column=column.name, others=str(like.others), filled=str(like.filled), **values)
