"""One call to the endpoint: sent, waited for under a total deadline, and stopped whenever the person wishes.

The call runs in a thread of its own, because the client's timeout is one a read: a server that sends a byte now and
then would never let go. The caller watches the clock and the stop signal and cuts the connection.
"""

import json
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from langsmith.run_helpers import tracing_context
from pydantic import JsonValue, SecretStr

from agent.model_settings import ModelSettings
from agent.reasoning.chat.connection.dialect import Dialect
from agent.reasoning.chat.connection.failures import ModelError, StoppedError
from agent.reasoning.chat.connection.translate import model_error
from agent.reasoning.chat.connection.transport import Line, unused

WATCH_SECONDS = 0.05
LOCAL_KEY = "none"  # local servers need no key, but the client insists on one


@dataclass(frozen=True)
class Message:
    """One message of a request."""

    role: Literal["system", "user", "assistant"]
    text: str


@dataclass(frozen=True)
class Form:
    """The JSON that a reply must be: a name for it and its JSON schema."""

    name: str
    schema: Mapping[str, JsonValue]


def never() -> bool:
    """Nobody stops this call."""
    return False


CALLED = "tool_calls"
"""The one key of a reply that calls tools, as text: {"tool_calls": [{"name": ..., "arguments": {...}}]}."""


@dataclass(frozen=True)
class Request:
    """What is asked. `form` None asks for prose, which is streamed to `on_text` piece by piece when that is given. With
    `tools`, functions in OpenAI's form, the reply may be calls instead; nothing is executed here.
    """

    messages: tuple[Message, ...]
    seconds: float
    form: Form | None = None
    stopped: Callable[[], bool] = never
    on_text: Callable[[str], None] | None = None
    tools: tuple[Mapping[str, JsonValue], ...] = ()


@dataclass(frozen=True)
class RawReply:
    """What came back, unchecked. Token counts are None where the server told none."""

    text: str
    seconds: float
    prompt_tokens: int | None = None
    reply_tokens: int | None = None


@dataclass
class _Work:
    """What the calling thread and the waiting thread share."""

    done: threading.Event = field(default_factory=threading.Event)
    pieces: list[str] = field(default_factory=list)
    reply: RawReply | None = None
    error: ModelError | None = None


def call_model(settings: ModelSettings, dialect: Dialect, request: Request) -> RawReply:
    """The reply. ModelError for everything else, at the latest `request.seconds` after the start."""
    line = Line(settings.base_url, request.seconds)
    work = _Work()
    thread = threading.Thread(
        target=_run, args=(settings, dialect, request, line, work), name="tally-model-call", daemon=True
    )
    thread.start()
    told, deadline = 0, time.monotonic() + request.seconds
    while not work.done.wait(WATCH_SECONDS):
        told = _tell(work, request, told)
        if request.stopped():
            line.cut()
            raise StoppedError
        if time.monotonic() > deadline:
            line.cut()
            raise ModelError("timeout", f"It had {request.seconds:.0f} seconds.")
    if work.error:
        raise work.error
    assert work.reply is not None
    _tell(work, request, told)
    return work.reply


def _tell(work: _Work, request: Request, told: int) -> int:
    """Hands on the pieces that came since, in the thread of the caller; how many there are now."""
    pieces = work.pieces[told:]
    if pieces and request.on_text:
        request.on_text("".join(pieces))
    return told + len(pieces)


def _run(settings: ModelSettings, dialect: Dialect, request: Request, line: Line, work: _Work) -> None:
    started = time.monotonic()
    try:
        with tracing_context(enabled=False):  # an environment variable must not send prompts to a tracing service
            message = _message(settings, dialect, request, line, work)
        work.reply = _reply(message, time.monotonic() - started, tools=bool(request.tools))
    except Exception as error:  # noqa: BLE001 - the client's own parsing raises anything from IndexError to ValueError
        work.error = model_error(error, settings.api_key.reveal(), answered=line.answered)
    finally:
        line.close()
        work.done.set()


def _message(settings: ModelSettings, dialect: Dialect, request: Request, line: Line, work: _Work) -> Any:
    """langchain's message of the reply, whole."""
    from langchain_openai import ChatOpenAI  # noqa: PLC0415 - takes seconds, and is needed with a model only

    limit: dict[str, Any] = {} if dialect.old_token_limit else {"max_tokens": settings.reply_tokens}
    model = ChatOpenAI(
        model=settings.name,
        base_url=settings.base_url,
        api_key=SecretStr(settings.api_key.reveal() or LOCAL_KEY),
        use_responses_api=False,
        temperature=0 if dialect.temperature else None,
        timeout=request.seconds,
        max_retries=0,  # repeated by us, where the person can stop it
        http_client=line.client,
        http_async_client=unused(),
        stream_usage=dialect.usage_in_stream,
        cache=False,
        **limit,
    )
    messages = [(message.role, message.text) for message in request.messages]
    beside = _extra(settings, dialect, request)
    extra: dict[str, Any] = {"extra_body": beside} if beside else {}
    if request.tools:
        return model.bind_tools([dict(tool) for tool in request.tools]).invoke(messages, **extra)
    if request.on_text is None:
        return model.invoke(messages, **extra)
    whole: Any = None
    for chunk in model.stream(messages, **extra):
        line.check()
        whole = chunk if whole is None else whole + chunk
        if isinstance(chunk.content, str) and chunk.content:
            work.pieces.append(chunk.content)
    if whole is None:
        raise ModelError("empty")
    return whole


def _extra(settings: ModelSettings, dialect: Dialect, request: Request) -> dict[str, Any]:
    """Parts of the request that pass by the client's own handling, which would parse and repair the reply. They are
    given with the call: as a part of the model, the client would copy the whole schema anew to describe itself.
    """
    extra: dict[str, Any] = {"max_tokens": settings.reply_tokens} if dialect.old_token_limit else {}
    if request.form is None or request.tools or dialect.reply_format == "plain":
        return extra
    if dialect.reply_format == "json_object":
        return {**extra, "response_format": {"type": "json_object"}}
    schema = {"name": request.form.name, "schema": request.form.schema, "strict": False}
    return {**extra, "response_format": {"type": "json_schema", "json_schema": schema}}


def _reply(message: Any, seconds: float, *, tools: bool) -> RawReply:
    """The text of a reply that was finished, and given; its calls as text where tools were offered. Anything else is a
    ModelError.
    """
    finish = message.response_metadata.get("finish_reason")
    if message.additional_kwargs.get("refusal"):
        raise ModelError("refusal")
    if finish == "content_filter":
        raise ModelError("filtered")
    if finish == "length":
        raise ModelError("cut_off", "It reached the limit of tokens for a reply.")
    text = message.content if isinstance(message.content, str) else ""
    text = (_calls(message) if tools else "") or text
    if not text.strip():
        raise ModelError("empty")
    if finish is None:
        raise ModelError("cut_off", "The connection ended before the answer did.")
    usage = message.usage_metadata or {}
    return RawReply(text, seconds, usage.get("input_tokens"), usage.get("output_tokens"))


def _calls(message: Any) -> str:
    """The calls of a reply as text, those with broken arguments with these as they came; "" where there is none."""
    made = [{"name": call["name"], "arguments": call["args"]} for call in message.tool_calls]
    broken = [{"name": call["name"], "arguments": call["args"] or ""} for call in message.invalid_tool_calls]
    return json.dumps({CALLED: [*made, *broken]}, ensure_ascii=False) if made or broken else ""
