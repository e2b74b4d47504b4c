"""Testing a connection: is the endpoint there, does it keep to a form, does it stream, how fast is it?"""

import time
from dataclasses import dataclass

from agent.reasoning.chat.client import Form, Message
from agent.reasoning.chat.dialect import ReplyFormat
from agent.reasoning.chat.exchange import Exchange, ModelTurn
from agent.reasoning.chat.failures import ModelError
from agent.reasoning.chat.replies import UnusableError, json_in
from agent.reasoning.chat.tokens import estimated_tokens
from agent.reasoning.egress import Cargo

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


@dataclass(frozen=True)
class ConnectionReport:
    """What works. `sentence` sums it up for the person; the key is in none of it."""

    host: str
    model: str
    reachable: bool
    sentence: str
    reply_format: ReplyFormat | None = None  # how replies are kept in form; None when none came
    keeps_form: bool = False  # the reply was the JSON asked for
    streaming: bool = False
    tokens_per_second: float | None = None
    seconds: float = 0.0


def probe(turn: ModelTurn) -> ConnectionReport:
    """The report. Two requests without any data of the person's; raises nothing for what an endpoint does."""
    exchange, settings = Exchange(turn), turn.settings
    started = time.monotonic()
    try:
        keeps_form = _is_form(exchange.send("test_connection", _ASK_FORM, Cargo(), _FORM))
        streaming, speed = _stream(exchange)
    except ModelError as error:
        seconds = time.monotonic() - started
        return ConnectionReport(settings.host, settings.name, False, str(error), seconds=seconds)
    reply_format = turn.dialects.of(settings.base_url, settings.name).reply_format
    return ConnectionReport(
        host=settings.host,
        model=settings.name,
        reachable=True,
        sentence=_summed_up(reply_format, keeps_form, streaming, speed),
        reply_format=reply_format,
        keeps_form=keeps_form,
        streaming=streaming,
        tokens_per_second=speed,
        seconds=time.monotonic() - started,
    )


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
