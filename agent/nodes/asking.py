"""Asking the person: one shape (PendingInput), one sentence, options that show what they would give."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from langchain_core.messages import AIMessage
from pydantic import JsonValue

from agent.contract import NodeDelta
from agent.grounding.citations import lock_text, resolve
from agent.nodes.turn_facts import TurnRuntime, asked_question, facts, names, profiles, whole_artifacts
from agent.nodes.words import say
from agent.reasoning.language import detect_language
from agent.specs.references import literal
from agent.state import AgentState, PendingInput, PendingOption, ReasoningLine, ResolvedText, TurnStatus


@dataclass(frozen=True)
class Choice:
    """Something the person can pick. `headline` is a template of the number that it would give."""

    option_id: str
    label: str
    says: str
    headline: str = ""


@dataclass(frozen=True)
class Question:
    """What to ask. `context` is what the next turn needs to go on from the answer; `error` is why nothing could be
    computed, where the message holds it word for word: what the engine found or allows is no figure without a source.
    """

    message: str
    prompt: str
    status: TurnStatus = "asked"
    choices: tuple[Choice, ...] = ()
    context: Mapping[str, JsonValue] = field(default_factory=dict)
    error: str = ""


def choices_of(answers: Sequence[str]) -> tuple[Choice, ...]:
    """Options that are sentences the person could have typed."""
    return tuple(Choice(f"option_{number}", answer, answer) for number, answer in enumerate(answers, 1))


def ask(state: AgentState, runtime: TurnRuntime, question: Question) -> NodeDelta:
    """The delta that asks: it ends the turn, and the next turn's answer carries its checkpoint id."""
    options = [
        PendingOption(
            option_id=choice.option_id,
            label=choice.label,
            number=_resolve(choice.headline, state, runtime)["text"],
            says=choice.says,
        )
        for choice in question.choices
    ]
    pending = PendingInput(
        kind="clarify",
        checkpoint_id=uuid.uuid4().hex,
        message=question.message,
        prompt=question.prompt,
        options=options,
        context={"question": asked_question(state), **question.context},
    )
    template = _question_text(question)
    answer = _resolve(template, state, runtime, (question.error,) if question.error in question.message else ())
    return {
        "next_action": "ask",
        "status": question.status,
        "pending_input": pending,
        "clarifying_questions": [question.message],
        "answer": answer,
        "answer_template": template,
        "messages": [AIMessage(answer["text"])],
        "reasoning": [ReasoningLine(step_name="reason", step_text=say("step.asking", question=question.message))],
        "logs": [f"asked: {question.message}"],
    }


def ask_for_data(state: AgentState, runtime: TurnRuntime) -> NodeDelta:
    """There is nothing to work on: asks for an upload."""
    return ask(state, runtime, Question(message=say("say.upload"), prompt=""))


def _question_text(question: Question) -> str:
    """The question as text: message, options with their numbers, prompt."""
    lines = [
        f"- {literal(choice.label)}" + (f": {choice.headline}" if choice.headline else "")
        for choice in question.choices
    ]
    parts = (literal(question.message), "\n".join(lines), literal(question.prompt))
    return "\n\n".join(part for part in parts if part)


def _resolve(template: str, state: AgentState, runtime: TurnRuntime, told: Sequence[str] = ()) -> ResolvedText:
    return resolve(
        template,
        whole_artifacts(runtime),
        question=asked_question(state),
        facts=(*facts(state, runtime), *told),
        names=names(runtime),
        language=detect_language(asked_question(state)),
    )


# ----------------------------------------------------------------
# Data that were removed while the person was being asked: what was shown for them runs on no others.


def removed_datasets(state: AgentState, runtime: TurnRuntime, read: str) -> list[str]:
    """The names of the data sets that a program or call reads and that were removed since the turn began; [] if none.

    `read` is its text. One that names no data set may read all of them.
    """
    before = state.get("dataset_summary") or {}
    named = [key for key in before if key in read] or list(before)
    here = {profile.dataset_id for profile in profiles(runtime)}
    told = (before[key] for key in named if key not in here)
    return [str(one["name"]) for one in told if isinstance(one, dict)]


def told_gone(names: Sequence[str]) -> ResolvedText:
    """The sentence for the person."""
    return lock_text(say("say.gone", names=", ".join(names)), {}, names=names)
