"""Testing a connection: is the endpoint there, does it keep to a form, does it stream, how fast is it?"""

import time
from dataclasses import dataclass, replace
from typing import Any

from agent.reasoning.chat.connection.client import Form, Message
from agent.reasoning.chat.connection.dialect import ReplyFormat
from agent.reasoning.chat.connection.exchange import Exchange, ModelTurn
from agent.reasoning.chat.connection.failures import Failure, ModelError
from agent.reasoning.chat.replies import UnusableError, json_in
from agent.reasoning.chat.tokens import estimated_tokens
from agent.reasoning.egress import Cargo
from agent.reasoning.exam.report import ExamReport

_FORM = Form(
    "answer",
    {
        "type": "object",
        "properties": {"capital": {"type": "string"}},
        "required": ["capital"],
        "additionalProperties": False,
    },
)
_ASK_FORM = (Message("user", 'Which city is the capital of Italy? Write one JSON object: {"capital": "..."}'),)
_ASK_PROSE = (Message("user", "Write two short sentences about the colour blue."),)


NOT_REACHED: frozenset[Failure] = frozenset({"unreachable", "timeout", "no_api"})
"""Failures that leave open whether a language model is there at all."""


@dataclass(frozen=True)
class ConnectionReport:
    """What works. `sentence` sums it up for the person, `found` tells each thing that was tried; the key is in none."""

    host: str
    model: str
    usable: bool  # whether questions can be put to it
    sentence: str
    reachable: bool | None = False  # None: the test was stopped before it was found out
    key_accepted: bool | None = None  # None: that was not found out
    reply_format: ReplyFormat | None = None  # how replies are kept in form; None when none came
    keeps_form: bool = False  # the reply was the JSON asked for
    streaming: bool | None = None
    tokens_per_second: float | None = None
    seconds: float = 0.0
    exam: ExamReport | None = None  # what the model's readings of the test questions showed

    @property
    def found(self) -> tuple[str, ...]:
        """A line a thing."""
        forms = {"json_schema": "by JSON schema", "json_object": "in JSON mode", "plain": "by plain instructions"}
        kept = "not tried" if self.reply_format is None else forms[self.reply_format] if self.keeps_form else "no"
        fast = f", about {self.tokens_per_second:.0f} tokens a second" if self.tokens_per_second else ""
        return (
            f"Reachable: {_text_of(self.reachable)}",
            f"Key accepted: {_text_of(self.key_accepted)}",
            f"Answers as JSON: {kept}",
            f"Streams: {_text_of(self.streaming)}{fast}",
        )


def _text_of(known: object) -> str:
    return "not tried" if known is None else "yes" if known else "no"


def probe(turn: ModelTurn) -> ConnectionReport:
    """The report. Two requests without any data of the person's; raises nothing for what an endpoint does. It ends
    after as many seconds as a call may take, or when `turn.stopped` says so.
    """
    settings = replace(turn.settings, turn_seconds=turn.settings.call_seconds)
    exchange = Exchange(replace(turn, settings=settings))
    started = time.monotonic()

    def report(**found: Any) -> ConnectionReport:
        return ConnectionReport(settings.host, settings.name, seconds=time.monotonic() - started, **found)

    try:
        keeps_form = _is_form(exchange.send("test_connection", _ASK_FORM, Cargo(), _FORM))
    except ModelError as error:
        reached = None if error.failure == "stopped" else error.failure not in NOT_REACHED
        accepted = error.failure != "refused_key" if reached else None
        return report(usable=False, sentence=str(error), reachable=reached, key_accepted=accepted)
    reply_format = turn.dialects.of(settings.base_url, settings.name).reply_format
    works: dict[str, Any] = {
        "reachable": True, "key_accepted": True, "reply_format": reply_format, "keeps_form": keeps_form,
    }  # fmt: skip
    try:
        streaming, speed = _stream(exchange)
    except ModelError as error:
        slow = error.failure in ("timeout", "budget", "stopped")
        said = f"The model answers. Whether it streams was not found out. {error}"
        return report(usable=True, sentence=said, streaming=None if slow else False, **works)
    summed = _summed_up(reply_format, keeps_form, streaming, speed)
    return report(usable=True, sentence=summed, streaming=streaming, tokens_per_second=speed, **works)


def _is_form(reply: str) -> bool:
    try:
        return isinstance(json_in(reply).get("capital"), str)
    except UnusableError:
        return False


def _stream(exchange: Exchange) -> tuple[bool, float | None]:
    """Whether text came in pieces, and how many tokens a second from the first piece on."""
    pieces: list[tuple[float, str]] = []
    exchange.send("test_connection", _ASK_PROSE, Cargo(), on_text=lambda text: pieces.append((time.monotonic(), text)))
    if len(pieces) < 2:
        return False, None
    passed = pieces[-1][0] - pieces[0][0]
    tokens = estimated_tokens("".join(text for _, text in pieces[1:]))
    return True, tokens / passed if passed > 0 else None


def _summed_up(reply_format: ReplyFormat, keeps_form: bool, streaming: bool, speed: float | None) -> str:
    forms = {"json_schema": "JSON schema", "json_object": "JSON mode", "plain": "plain instructions"}
    form = f"It answers by {forms[reply_format]}" if keeps_form else "It does not keep to the JSON asked for"
    stream = "streams" if streaming else "does not stream"
    fast = f", about {speed:.0f} tokens a second" if speed else ""
    return f"The model answers. {form} and {stream}{fast}."
