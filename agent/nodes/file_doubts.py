"""What reading a file was unsure of and an answer depends on is asked before that answer: both ways are computed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from pydantic import JsonValue

from agent.analysis.frames.source import Table
from agent.contract import NodeDelta
from agent.nodes.act import execute_reading
from agent.nodes.asking import Choice as Option
from agent.nodes.asking import Question, ask
from agent.nodes.comparing import agree, headlines_of
from agent.nodes.turn_facts import TurnRuntime, as_data, asked_question, results_of, tables
from agent.nodes.words import say
from agent.reasoning.language import detect_language
from agent.reasoning.rules.narration.phrases import Phrases, phrases_in
from agent.specs.plain_data import reading_json
from agent.specs.reading import Reading
from agent.state import AgentState, Artifact
from registry.choosing import SHAPES, Choice, declining, with_choice
from registry.dataset import Dataset
from registry.errors import RegistryError
from registry.receipt import ReceiptEntry

MOST = 3
"""Doubts that are computed for one answer, those about the most cells first."""
LARGEST = 10_000_000
"""Bytes of a file that is read the other way for one answer; of a larger one it is asked without the other number."""
_NAMED = {"True": "on", "False": "off", ".": "point", ",": "comma"}
"""Values that have a phrase of their own, under a name that a phrase file can hold."""
OTHERWISE = "otherwise"
"""What the id of a reading ends with when it is of the data as they would be read the other way."""


@dataclass(frozen=True)
class Doubt:
    """An entry of a receipt that is unsure, with the data set that it is about."""

    dataset: Dataset
    entry: ReceiptEntry
    choice: Choice  # of the entry: the way not taken


@dataclass(frozen=True)
class Settled:
    """The answer after its doubts: the question to ask first, or what there is to say of doubts that change nothing."""

    question: NodeDelta | None
    same: tuple[str, ...] = ()


def settle_doubts(
    state: AgentState, runtime: TurnRuntime, reading: Reading, results: Mapping[str, Artifact]
) -> Settled:
    """Computes the reading on the data as they would be otherwise; where that changes the result, it is asked."""
    phrases = phrases_in(detect_language(asked_question(state)))
    same: list[str] = []
    for doubt in _doubts(reading, runtime)[:MOST]:
        too_large = doubt.dataset.receipt.size_bytes > LARGEST
        other = None if too_large else _otherwise(doubt, reading, runtime)
        if other is None and not too_large:
            continue
        if other is None or not agree(results, other, reading.compare):
            return Settled(_ask_how_to_read(state, runtime, doubt, reading, results, other, phrases))
        same.append(same_either_way(doubt.choice, phrases))
    return Settled(None, tuple(same))


def has_doubts(reading: Reading, runtime: TurnRuntime) -> bool:
    """Whether reading a file left open something that a reading of the question uses."""
    return bool(_doubts(reading, runtime))


def _doubts(reading: Reading, runtime: TurnRuntime) -> list[Doubt]:
    """What is unsure about the columns that a reading uses, and about their file as a whole."""
    context = runtime.context
    words = set(_words(cast(JsonValue, reading_json(reading)["specs"])))
    found = [
        Doubt(dataset, entry, entry.choice)
        for dataset in context.datasets.datasets(context.conversation_id)
        for entry in dataset.receipt.of("unsure")
        if entry.choice is not None and _concerns(entry, entry.choice, dataset, words)
    ]
    return sorted(found, key=lambda doubt: -doubt.entry.count)


def _concerns(entry: ReceiptEntry, choice: Choice, dataset: Dataset, words: set[str]) -> bool:
    """Whether an entry is about a column that is used, or about the whole table; another table is another question."""
    name, value = choice
    column = entry.column
    if column is None and SHAPES[name] in ("column", "of_column", "word"):
        in_file = str(value[0] if isinstance(value, tuple) else value)
        column = dict(dataset.choices.renamed).get(in_file, in_file)
    return name != "table" and (column is None or column in words)


def _words(node: JsonValue) -> Iterator[str]:
    """Every text of a spec: more than the names of its columns, never fewer."""
    if isinstance(node, str):
        yield node
    elif isinstance(node, Mapping):
        for key, value in node.items():
            yield key
            yield from _words(value)
    elif isinstance(node, Sequence):
        for value in node:
            yield from _words(value)


def _otherwise(doubt: Doubt, reading: Reading, runtime: TurnRuntime) -> Mapping[str, Artifact] | None:
    """The results on the data read the other way; None where they cannot be had, so that it is not what was meant."""
    context, dataset = runtime.context, doubt.dataset
    try:
        choices = with_choice(dataset.choices, doubt.choice)
        other = context.datasets.alternative(context.conversation_id, dataset.dataset_id, choices)
    except RegistryError:
        return None
    read = Table(dataset.dataset_id, dataset.name, other.frame, other.profile)
    made = execute_reading(reading, runtime, {**tables(runtime), dataset.dataset_id: read})
    return None if made.observation["error"] else results_of(made.observation, runtime)


def _ask_how_to_read(
    state: AgentState, runtime: TurnRuntime, doubt: Doubt, reading: Reading, results: Mapping[str, Artifact],
    other: Mapping[str, Artifact] | None, phrases: Phrases,
) -> NodeDelta:  # fmt: skip
    """One question with both results, where both were computed; the pick is kept, so that it is asked once."""
    ways = {
        reading.reading_id: phrases.say("file_choice.as_it_is"),
        f"{reading.reading_id}_{OTHERWISE}": choice_words(doubt.choice, phrases),
    }
    readings = [reading.model_copy(update={"reading_id": name, "label": label}) for name, label in ways.items()]
    computed = [(readings[0], results), *([(readings[1], other)] if other is not None else [])]
    headlines = [*headlines_of(computed), ""][: len(readings)]
    options = tuple(
        Option(one.reading_id, one.label, one.label, headline)
        for one, headline in zip(readings, headlines, strict=True)
    )
    about = {"dataset_id": doubt.dataset.dataset_id, "choice": cast(JsonValue, _plain(doubt.choice))}
    question = Question(
        message=phrases.say("file_choice.unsure", table=doubt.dataset.name, entry=doubt.entry.text),
        prompt=say("say.which"),
        choices=options,
        context={
            "readings": [as_data(one) for one in readings],
            "assumptions": [*state.get("assumptions", [])],
            "file_choice": cast(JsonValue, about),
        },
    )
    return {**ask(state, runtime, question), "last_error": None}


def named_pick(state: AgentState) -> Reading | None:
    """The way to read a file that was picked by typing its words instead of pressing its button."""
    pending, said = state.get("previous_pending"), state.get("question", "").strip(" .").casefold()
    if pending is None or "file_choice" not in pending["context"]:
        return None
    offered = [Reading.model_validate(one) for one in cast(list[JsonValue], pending["context"]["readings"])]
    return next((one for one in offered if one.label.casefold() == said), None)


def apply_pick(state: AgentState, runtime: TurnRuntime, picked: Reading) -> None:
    """Reads the file as was picked, where a pick is about that; the next version of the data is what is computed on.

    RegistryError when the data were changed or removed meanwhile.
    """
    apply_choice(state, runtime, taken=picked.reading_id.endswith(f"_{OTHERWISE}"))


def apply_choice(state: AgentState, runtime: TurnRuntime, *, taken: bool) -> None:
    """Reads the file with the choice that the open question is about, or settles that it stays as it is; nothing where
    it is about none. RegistryError when the data were changed or removed meanwhile."""
    pending = state.get("previous_pending")
    about = pending["context"].get("file_choice") if pending else None
    if not isinstance(about, dict):
        return
    context, dataset_id = runtime.context, str(about["dataset_id"])
    name, value = cast(list[JsonValue], about["choice"])
    choice = cast(Choice, (name, tuple(value) if isinstance(value, list) else value))
    now = context.datasets.get(context.conversation_id, dataset_id).choices
    context.datasets.reread(
        context.conversation_id, dataset_id, with_choice(now, choice) if taken else declining(now, choice)
    )


def same_either_way(choice: Choice, phrases: Phrases) -> str:
    """What an answer says of a doubt that does not change it."""
    return phrases.say("file_choice.same", choice=choice_words(choice, phrases))


def choice_words(choice: Choice, phrases: Phrases) -> str:
    """What a choice does, in the reader's language."""
    name, value = choice
    column, said = ("", str(value))
    if isinstance(value, tuple) and value and isinstance(value[0], str):
        column, said = value[0], str(value[1])
    elif isinstance(value, tuple):
        said = ", ".join(str(line) for line in value[:5])
    key = f"file_choice.{name}"
    own = f"{key}_{_NAMED.get(said, said)}"
    return phrases.say(own if phrases.has(own) else key, column=column or said, value=said)


def _plain(choice: Choice) -> list[object]:
    name, value = choice
    return [name, list(value) if isinstance(value, tuple) else value]
