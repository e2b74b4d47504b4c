"""ChatReasoner: every prompt answered by a language model, checked, sent back, then a typed error."""

from collections.abc import Callable
from typing import Any

from agent.reasoning.chat.catalogue import composers
from agent.reasoning.chat.connection.client import Message
from agent.reasoning.chat.connection.exchange import Exchange, ModelTurn
from agent.reasoning.chat.connection.failures import ModelError, ReplyError
from agent.reasoning.chat.replies import UnusableError
from agent.reasoning.chat.templates import Composed
from agent.reasoning.prompts import Answer, Prompt

LONGEST_SENT_BACK = 2_000  # characters of a reply that is sent back with what is wrong with it
WRITE_AGAIN = "Write it again, corrected, and nothing else."


def _with_reason(error: str, _: str) -> str:
    return f"This cannot be used. {error} {WRITE_AGAIN}"


def _with_example(error: str, example: str) -> str:
    """Nothing where no example is like what was tried: the reason alone did not help before."""
    return (
        f"This cannot be used either. {error} A worked example, over another table:\n{example}\n{WRITE_AGAIN}"
        if example
        else ""
    )


def _nothing(_: str, __: str) -> str:
    return ""


CORRECTIONS: tuple[Callable[[str, str], str], ...] = (_with_reason, _with_example, _nothing)
"""What is said to a reply that cannot be used, one after the other; "" gives up."""
PartialListener = Callable[[Prompt[Any], str], None]
"""Told the text so far while prose is being written, with its prompt."""


class ChatReasoner:
    """A Reasoner for one turn. Raises ModelError: the caller decides who answers instead."""

    name = "model"
    looks = True
    programs = True

    def __init__(self, turn: ModelTurn, on_partial: PartialListener | None = None) -> None:
        self._turn = turn
        self._exchange = Exchange(turn)
        self._on_partial = on_partial
        self._compose = composers(turn)

    def decide(self, prompt: Prompt[Answer]) -> Answer:
        """The answer to the prompt. ModelError when the endpoint fails, ReplyError when its replies stay unusable."""
        if type(prompt) not in self._compose:
            raise ModelError("no_words")
        composed: Composed[Answer] = self._compose[type(prompt)](prompt)
        first = (Message("system", composed.words.system), Message("user", composed.words.user))
        messages: tuple[Message, ...] = first
        for correction in CORRECTIONS:
            reply = self._send(prompt, composed, messages)
            try:
                return composed.accept(reply)
            except UnusableError as error:
                said = correction(str(error), composed.example(reply))
                if not said:
                    raise ReplyError(str(error)) from None
                messages = (*first, Message("assistant", reply[:LONGEST_SENT_BACK]), Message("user", said))
        raise AssertionError("the last correction says nothing")

    def _send(self, prompt: Prompt[Answer], composed: Composed[Answer], messages: tuple[Message, ...]) -> str:
        listener = self._on_partial if composed.form is None else None
        if listener is None:
            return self._exchange.send(prompt.template, messages, composed.cargo, composed.form, tools=composed.tools)
        so_far: list[str] = []

        def grow(piece: str) -> None:
            so_far.append(piece)
            listener(prompt, "".join(so_far))

        return self._exchange.send(prompt.template, messages, composed.cargo, on_text=grow)
