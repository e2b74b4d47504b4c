"""commands: what was ordered instead of asked (help, undo, show the code, ...) is done before any reader sees it."""

import uuid
from collections.abc import Callable, Mapping
from typing import cast

from langchain_core.messages import AIMessage
from langgraph.types import Overwrite
from pydantic import JsonValue

from agent.analysis.as_code import as_code
from agent.contract import NodeDelta
from agent.errors import DataError, SpecError
from agent.history import answers, set_aside
from agent.nodes.turn_facts import TurnRuntime, profiles, reading_of
from agent.reasoning.commands import COMMANDS, Command, CommandName, command_in
from agent.reasoning.rules.narration.phrases import Phrases, phrases_in
from agent.specs.parse import nearest
from agent.state import AgentState, PendingInput, ReasoningLine, ResolvedText, TurnRecord
from registry.choosing import with_choice
from registry.columns.renaming import name_in_file
from registry.errors import RegistryError
from registry.profile import DatasetProfile

LONGEST_QUOTE = 120  # characters of a question that is named in a sentence


def command_of(state: AgentState) -> Command | None:
    """What this turn orders, by a button or in words; None for a question, a pick and an edit."""
    given = state.get("command")
    if given is not None:
        name = next(name for name in COMMANDS if name == given.get("name"))
        return Command(name, str(given.get("language", "")))
    if state.get("picked_option") or state.get("edited_reading"):
        return None
    return command_in(state.get("question", ""))


def commands(state: AgentState, runtime: TurnRuntime) -> NodeDelta:
    """Does what was ordered and says so in a sentence. A question that was open stays open."""
    command = command_of(state)
    assert command is not None  # route_turn sends no other turn here
    phrases = phrases_in(command.language)
    done = _DO[command.name](state, runtime, command, phrases)
    marks = {"command": command.name, **cast(dict[str, JsonValue], done.pop("turn_marks", {}))}
    return {"status": "explained", **_still_open(state), **done, "turn_marks": marks}


def _help(_: AgentState, runtime: TurnRuntime, __: Command, phrases: Phrases) -> NodeDelta:
    columns = [column for profile in profiles(runtime) for column in profile.columns if column.kind == "text"]
    texts = [value for column in columns for value in column.samples]
    text = phrases.say("command.help", value=texts[0] if texts else phrases.say("command.a_value"))
    return _tell(text)


def _undo(state: AgentState, _: TurnRuntime, __: Command, phrases: Phrases) -> NodeDelta:
    """Takes the last answer back: what follows builds on the one before it."""
    given = answers(state.get("turns", []))
    if not given:
        return _tell(phrases.say("command.nothing_to_undo"))
    gone, before = given[-1], given[-2] if len(given) > 1 else None
    told = [phrases.say("command.undone", question=_quote(gone))]
    told.append(
        phrases.say("command.stands", question=_quote(before)) if before else phrases.say("command.nothing_before")
    )
    return {
        **_tell(phrases.prose(told)),
        "turn_marks": {"undoes": gone["turn_id"]},
    }


def _show_code(state: AgentState, runtime: TurnRuntime, _: Command, phrases: Phrases) -> NodeDelta:
    """The program that gives the last answer's numbers again."""
    given = answers(state.get("turns", []))
    if not given:
        return _tell(phrases.say("command.no_code"))
    last = given[-1]
    code = last.get("code", "")
    reading = reading_of(last)
    if not code and reading is not None:
        try:
            code = as_code(reading.specs, {profile.dataset_id: profile for profile in profiles(runtime)}).code
        except (SpecError, DataError) as error:  # the data were read anew since
            return _tell(str(error))
    if not code:
        return _tell(phrases.say("command.no_code_of"))
    return {**_tell(phrases.say("command.code")), "code": code}


def _start_over(_: AgentState, __: TurnRuntime, ___: Command, phrases: Phrases) -> NodeDelta:
    """Empties what follow-ups refer to; data and answers stay."""
    return {
        **_tell(phrases.say("command.started_over")),
        "remembered": [],
        "conversation_history": Overwrite([]),
        "study": None,
        "analysis_complete": False,
        "pending_input": None,
    }


def _column_meant(runtime: TurnRuntime, command: Command, phrases: Phrases) -> tuple[DatasetProfile, str] | str:
    """The one column that an order names with its table, or the sentence that there is none or more than one."""
    known = profiles(runtime)
    named = [(table, column.name) for table in known for column in table.columns
             if column.name.casefold() == command.old.casefold()]  # fmt: skip
    exact = [each for each in named if each[1] == command.old]
    if not named:
        near = nearest(command.old, [name for table in known for name in table.column_names])
        told = [phrases.say("command.no_column", old=command.old)]
        told += [phrases.say("command.near", names=phrases.joined(near))] if near else []
        return phrases.prose(told)
    if len(named) > 1 and len(exact) != 1:
        tables = phrases.joined([table.name for table, _ in named])
        return phrases.say("command.several", old=command.old, names=tables)
    return (exact or named)[0]


def _rename(_: AgentState, runtime: TurnRuntime, command: Command, phrases: Phrases) -> NodeDelta:
    """A column is shown under another name from the next version of its data on."""
    meant, context = _column_meant(runtime, command, phrases), runtime.context
    if isinstance(meant, str):
        return _tell(meant)
    table, column = meant
    if command.new in table.column_names:
        return _tell(phrases.say("command.name_taken", new=command.new))
    try:
        context.before_rename(table.dataset_id, column, command.new)
        made = context.datasets.rename(context.conversation_id, table.dataset_id, column, command.new)
    except RegistryError as refused:
        return _tell(str(refused))
    text = phrases.say(
        "command.renamed", old=column, new=command.new, version=str(made.version), table=table.name
    )  # fmt: skip
    return _tell(text)


def _describe(_: AgentState, runtime: TurnRuntime, command: Command, phrases: Phrases) -> NodeDelta:
    """What a column means, in the person's words, is known from the next version of its data on."""
    meant, context = _column_meant(runtime, command, phrases), runtime.context
    if isinstance(meant, str):
        return _tell(meant)
    table, column = meant
    try:
        before = context.datasets.get(context.conversation_id, table.dataset_id)
        choice = ("described", (name_in_file(before.choices, column), command.new))
        choices = with_choice(before.choices, choice)
        made = context.datasets.reread(context.conversation_id, table.dataset_id, choices)
    except RegistryError as refused:
        return _tell(str(refused))
    version = str(made.version)
    return _tell(phrases.say("command.described", old=column, new=command.new, version=version, table=table.name))


def _take_up(state: AgentState, _: TurnRuntime, __: Command, phrases: Phrases) -> NodeDelta:
    """The question that was set aside is open again, with what was known when it was asked."""
    aside = set_aside(state.get("turns", []))
    if aside is None:
        return _tell(phrases.say("command.nothing_aside"))
    return {
        **_tell(phrases.say("command.taken_up")),
        "status": "asked",
        "pending_input": reopen_question(aside),
        "turn_marks": {"takes_up": aside["checkpoint_id"]},
    }


_DO: Mapping[CommandName, Callable[[AgentState, TurnRuntime, Command, Phrases], NodeDelta]] = {
    "help": _help,
    "undo": _undo,
    "show_code": _show_code,
    "start_over": _start_over,
    "rename": _rename,
    "describe": _describe,
    "take_up": _take_up,
}


def reopen_question(pending: PendingInput) -> PendingInput:
    """The same question, open under an id of its own: the card that was shown before is over."""
    return PendingInput(**{**pending, "checkpoint_id": uuid.uuid4().hex})


def _still_open(state: AgentState) -> NodeDelta:
    pending = state.get("previous_pending")
    return {"pending_input": reopen_question(pending)} if pending is not None and pending["kind"] == "clarify" else {}


def _quote(turn: TurnRecord) -> str:
    said = turn["question"]
    return f"“{said if len(said) <= LONGEST_QUOTE else said[: LONGEST_QUOTE - 1] + '…'}”"


def _tell(sentence: str) -> NodeDelta:
    """A sentence as the turn's answer. It claims nothing about the data, so no number in it needs a source."""
    return {
        "answer": ResolvedText(text=sentence, citations=[]),
        "answer_template": "",
        "messages": [AIMessage(sentence)],
        "reasoning": [ReasoningLine(step_name="commands", step_text=sentence)],
        "logs": [f"command: {sentence}"],
    }
