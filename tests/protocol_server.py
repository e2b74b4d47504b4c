"""A server on this machine that speaks the chat-completions protocol, keeps every request, and misbehaves on demand."""

import functools
import gzip
import json
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Body = dict[str, Any]
Brain = Callable[[Body], str]
PROMPT_TOKENS, REPLY_TOKENS = 123, 45
DRIBBLE_SECONDS = 0.05
HOLD_SECONDS = 60  # at most, so that a test that failed does not hang


def purpose_of(body: Body) -> str:
    """Which prompt a request carries, by the first words of its first message."""
    first = body["messages"][0]["content"]
    return next((purpose for start, purpose in _STARTS.items() if first.startswith(start)), "other")


_STARTS = {
    "You plan the analysis": "read_question",
    "You tell a person the result of a computation": "narrate_answer",
    "You explain ideas": "explain_concept",
    "A person asked for something": "decline_request",
    "You suggest questions": "suggest_questions",
    "You write the title": "write_report",
    "You decide which steps": "plan_steps",
    "You decide whether a question": "understand_question",
    "You write a Python program": "write_code",
    "You correct a Python program": "fix_code",
    "You examine the output": "evaluate_code",
    "You tell a person the result of a program": "explain_results",
    "You plan an analysis of tables": "formulate_requirements",
    "You choose the columns": "select_columns",
    "You look at the profile": "profile_data",
    "You check whether data": "check_alignment",
    "You judge the result": "evaluate_results",
    "An analysis gave a result": "plan_remediation",
    "You tell a person why": "explain_limitation",
    "You sort questions": "classify_question",
    "You plan which tools": "plan_tools",
    "You judge whether an answer": "critique_answer",
    "You plan a study": "plan_study",
    "A study of tables waits": "read_study_change",
    "You tell one part of a study": "tell_study",
    "You answer a question about a study": "answer_from_study",
}


def scripted(replies: Mapping[str, str | list[str]]) -> Brain:
    """Answers by purpose; a list is told one after the other, its last entry again and again."""
    left = {purpose: [text] if isinstance(text, str) else list(text) for purpose, text in replies.items()}

    def answer(body: Body) -> str:
        told = left.get(purpose_of(body), ["Nothing to say."])
        return told.pop(0) if len(told) > 1 else told[0]

    return answer


@dataclass(frozen=True)
class Received:
    """A request as it came in."""

    body: Body
    raw: str
    authorization: str
    purpose: str


@dataclass
class ProtocolServer:
    """Answers with `brain`. `misbehave(name, ...)` lines up how the next requests are treated instead; the last one
    lined up with `always` holds for all that follow.
    """

    brain: Brain
    understands_schema: bool = True
    usage: bool = True
    packs: bool = False  # sends JSON packed with gzip
    chunk_seconds: float = 0.0  # between the pieces of a stream
    models: tuple[str, ...] = ("small",)  # as GET /models tells them; () tells that there is no such page
    tool_call: Body | None = None  # the tool that is called where tools are offered
    received: list[Received] = field(default_factory=list)
    _queue: deque[str] = field(default_factory=deque)
    _always: str = ""
    _http: ThreadingHTTPServer | None = None
    _open: threading.Event = field(default_factory=threading.Event)
    _flows: threading.Event = field(default_factory=threading.Event)
    _came: threading.Condition = field(default_factory=threading.Condition)

    @property
    def url(self) -> str:
        """The address for OPENAI_BASE_URL."""
        assert self._http is not None
        return f"http://127.0.0.1:{self._http.server_address[1]}/v1"

    def misbehave(self, *names: str, always: str = "") -> None:
        """The next requests, one after the other; "" behaves well."""
        self._queue.extend(names)
        self._always = always

    def asked(self, purpose: str) -> list[Received]:
        """The requests of one purpose."""
        return [request for request in self.received if request.purpose == purpose]

    def wait_until_asked(self, requests: int) -> None:
        """Returns when this many requests have come in. AssertionError when they do not come."""
        with self._came:
            assert self._came.wait_for(lambda: len(self.received) >= requests, HOLD_SECONDS), "no request came"

    def take(self, request: Received) -> None:
        """Keeps a request that came in."""
        with self._came:
            self.received.append(request)
            self._came.notify_all()

    def next_behaviour(self) -> str:
        """How to treat the request that came in."""
        return self._queue.popleft() if self._queue else self._always

    def __enter__(self) -> "ProtocolServer":
        server = self

        class Handler(_Handler):
            protocol = server

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._http.daemon_threads = True
        self._open.set()
        self._flows.set()
        threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        assert self._http is not None
        self._open.clear()
        self._http.shutdown()
        self._http.server_close()

    @contextmanager
    def held(self) -> Iterator[None]:
        """Within it a narration stops after its first half: what a test does then takes as long as it takes."""
        self._flows.clear()
        try:
            yield
        finally:
            self._flows.set()

    def wait_until_flowing(self) -> None:
        """Returns at once unless streams are held."""
        self._flows.wait(HOLD_SECONDS)

    @property
    def is_open(self) -> bool:
        """Whether dribbling and silence should go on."""
        return self._open.is_set()


class _Handler(BaseHTTPRequestHandler):
    protocol: ProtocolServer
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        """Nothing is printed."""

    def do_GET(self) -> None:
        """The list of models."""
        raw = self.headers.get("Authorization", "")
        self.protocol.received.append(Received({}, "", raw, "list_models"))
        behaviour = self.protocol.next_behaviour()
        try:
            if behaviour:
                MISBEHAVIOURS[behaviour](self, {"model": "", "messages": []})
            elif not self.protocol.models:
                self.fail(404, "Not found.", "not_found")
            else:
                listed = [{"id": name, "object": "model"} for name in self.protocol.models]
                self.send_json(200, {"object": "list", "data": listed})
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True  # the other side stopped the call

    def do_POST(self) -> None:
        """A chat completion, well or badly."""
        raw = self.rfile.read(int(self.headers["Content-Length"])).decode()
        body = json.loads(raw)
        behaviour = self.protocol.next_behaviour()
        self.protocol.take(Received(body, raw, self.headers.get("Authorization", ""), purpose_of(body)))
        try:
            if behaviour:
                MISBEHAVIOURS[behaviour](self, body)
            elif not self.protocol.understands_schema and "json_schema" in json.dumps(body.get("response_format", {})):
                self.fail(400, "response_format json_schema is not supported", "invalid_request_error")
            elif body.get("tools") and self.protocol.tool_call:
                self.call_tool(body, self.protocol.tool_call)
            else:
                self.complete(body, self.protocol.brain(body))
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True  # the other side stopped the call

    # ------------------------------------------------------------ answers

    def complete(self, body: Body, text: str, finish: str = "stop", refusal: str | None = None) -> None:
        """A proper completion, streamed if it was asked for so."""
        if body.get("stream"):
            self.stream(body, text, finish)
            return
        message: Body = {"role": "assistant", "content": None if refusal else text, "refusal": refusal}
        if calls := _calls_in(body, text):
            message, finish = {**message, "content": None, "tool_calls": calls}, "tool_calls"
        reply: Body = {
            **_frame(body, "chat.completion"),
            "choices": [{"index": 0, "message": message, "finish_reason": finish, "logprobs": None}],
        }
        if self.protocol.usage:
            reply["usage"] = _usage()
        self.send_json(200, reply)

    def call_tool(self, body: Body, called: Body) -> None:
        """A call of a tool, and no text."""
        function = {"name": called["name"], "arguments": json.dumps(called["arguments"])}
        call = {"id": "c1", "type": "function", "function": function}
        if body.get("stream"):
            self.start_stream()
            self.event(_chunk(body, {"role": "assistant", "tool_calls": [{"index": 0, **call}]}, None))
            self.event(_chunk(body, {}, "tool_calls"))
            self.wfile.write(b"data: [DONE]\n\n")
            self.close_connection = True
            return
        message = {"role": "assistant", "content": None, "refusal": None, "tool_calls": [call]}
        choice = {"index": 0, "message": message, "finish_reason": "tool_calls", "logprobs": None}
        self.send_json(200, {**_frame(body, "chat.completion"), "choices": [choice]})

    def stream(self, body: Body, text: str, finish: str | None) -> None:
        """The text in pieces of a few letters."""
        self.start_stream()
        self.event(_chunk(body, {"role": "assistant", "content": ""}, None))
        for start in range(0, len(text), 4):
            time.sleep(self.protocol.chunk_seconds)
            if purpose_of(body) == "narrate_answer" and start >= len(text) // 2:
                self.protocol.wait_until_flowing()
            self.event(_chunk(body, {"content": text[start : start + 4]}, None))
        if finish is None:
            self.close_connection = True
            return
        self.event(_chunk(body, {}, finish))
        if self.protocol.usage and (body.get("stream_options") or {}).get("include_usage"):
            self.event({**_frame(body, "chat.completion.chunk"), "choices": [], "usage": _usage()})
        self.wfile.write(b"data: [DONE]\n\n")
        self.close_connection = True

    def start_stream(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()

    def event(self, data: Body) -> None:
        self.wfile.write(b"data: " + json.dumps(data).encode() + b"\n\n")
        self.wfile.flush()

    def send_json(self, status: int, data: object, headers: Mapping[str, str] | None = None) -> None:
        if self.protocol.packs:
            _packed(self, "gzip", gzip.compress(json.dumps(data).encode()))
        else:
            self.send_text(status, json.dumps(data), "application/json", headers)

    def send_text(self, status: int, text: str, kind: str, headers: Mapping[str, str] | None = None) -> None:
        self.send_bytes(status, text.encode(), kind, headers)

    def send_bytes(self, status: int, content: bytes, kind: str, headers: Mapping[str, str] | None = None) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def fail(self, status: int, message: str, code: str, headers: Mapping[str, str] | None = None) -> None:
        self.send_json(status, {"error": {"message": message, "type": code, "code": code}}, headers)


def _frame(body: Body, kind: str) -> Body:
    return {"id": "chatcmpl-1", "object": kind, "created": 1, "model": body["model"]}


def _calls_in(body: Body, text: str) -> list[Body]:
    """The calls of a brain that writes {"tool_calls": [{"name": ..., "arguments": ...}]}, where tools were offered.
    Arguments that are text go out as they are, broken or not.
    """
    if not body.get("tools") or not text.startswith('{"tool_calls"'):
        return []
    written = [(one["name"], one["arguments"]) for one in json.loads(text)["tool_calls"]]
    functions = [{"name": name, "arguments": a if isinstance(a, str) else json.dumps(a)} for name, a in written]
    return [{"id": f"c{place}", "type": "function", "function": each} for place, each in enumerate(functions, 1)]


def _chunk(body: Body, delta: Body, finish: str | None) -> Body:
    choice = {"index": 0, "delta": delta, "finish_reason": finish, "logprobs": None}
    return {**_frame(body, "chat.completion.chunk"), "choices": [choice]}


def _usage() -> Body:
    total = PROMPT_TOKENS + REPLY_TOKENS
    return {"prompt_tokens": PROMPT_TOKENS, "completion_tokens": REPLY_TOKENS, "total_tokens": total}


# ---------------------------------------------------------------- misbehaviour


def _close_in_the_middle(handler: _Handler, body: Body) -> None:
    if body.get("stream"):
        handler.stream(body, "The answer is", None)
        return
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", "5000")
    handler.end_headers()
    handler.wfile.write(b'{"id": "chatcmpl-1", "choices": [')
    handler.close_connection = True


def _close_at_once(handler: _Handler, _: Body) -> None:
    handler.close_connection = True


def _dribble(handler: _Handler, body: Body) -> None:
    """A byte now and then, for ever: each read is quick, and the reply never ends."""
    if body.get("stream"):
        handler.start_stream()
    else:
        handler.send_response(200)
        handler.send_header("Content-Type", "application/json")
        handler.send_header("Connection", "close")
        handler.end_headers()
    while handler.protocol.is_open:
        if body.get("stream"):
            handler.event(_chunk(body, {"content": "x "}, None))
        else:
            handler.wfile.write(b" ")
            handler.wfile.flush()
        time.sleep(DRIBBLE_SECONDS)
    handler.close_connection = True


def _silent(handler: _Handler, _: Body) -> None:
    while handler.protocol.is_open:
        time.sleep(0.02)
    handler.close_connection = True


NOBODY_OFFERED: Body = {"name": "run_shell", "arguments": {"command": "ls"}}


UNPACKED_BOMB = 12 * 2**20  # bytes, three times what a reply may have


def _packed(handler: _Handler, packing: str, content: bytes) -> None:
    handler.send_bytes(200, content, "application/json", {"Content-Encoding": packing})


@functools.cache
def _bomb() -> bytes:
    return gzip.compress(b" " * UNPACKED_BOMB)


MISBEHAVIOURS: Mapping[str, Callable[[_Handler, Body], None]] = {
    "unauthorized": lambda handler, _: handler.fail(401, "Incorrect API key provided.", "invalid_api_key"),
    "forbidden": lambda handler, _: handler.fail(403, "Not allowed.", "forbidden"),
    "unknown_model": lambda handler, body: handler.fail(404, f"No model {body['model']}.", "model_not_found"),
    "quota": lambda handler, _: handler.fail(429, "You exceeded your quota.", "insufficient_quota"),
    "busy": lambda handler, _: handler.fail(429, "Slow down.", "rate_limit_exceeded", {"Retry-After": "0.2"}),
    "busy_for_long": lambda handler, _: handler.fail(429, "Slow down.", "rate_limit", {"Retry-After": "3600"}),
    "error_500": lambda handler, _: handler.fail(500, "Internal error.", "server_error"),
    "error_in_200": lambda handler, _: handler.send_json(200, {"error": {"message": "no", "code": "bad"}}),
    "html": lambda handler, _: handler.send_text(200, "<html><h1>It works</h1></html>", "text/html"),
    "not_json": lambda handler, _: handler.send_text(200, "hello", "application/json"),
    "empty_object": lambda handler, _: handler.send_json(200, {}),
    "empty_choices": lambda handler, body: handler.send_json(200, {**_frame(body, "chat.completion"), "choices": []}),
    "empty_text": lambda handler, body: handler.complete(body, ""),
    "cut_off": lambda handler, body: handler.complete(body, '{"next_action": "act", "rea', "length"),
    "filtered": lambda handler, body: handler.complete(body, "x", "content_filter"),
    "refusal": lambda handler, body: handler.complete(body, "", refusal="I cannot help with that."),
    "broken_json": lambda handler, body: handler.complete(body, '{"next_action": "act", "readings": [{"label":'),
    "prose_for_json": lambda handler, body: handler.complete(body, "Sure. The average is 5,000."),
    "wrong_types": lambda handler, body: handler.complete(body, '{"next_action": 7, "readings": "many"}'),
    "unknown_columns": lambda handler, body: handler.complete(
        body,
        '{"next_action": "act", "readings": [{"label": "made up", "specs": '
        '[{"op": "groupby_agg", "group_cols": ["galaxy"], "metrics": {"stardust": ["mean"]}}]}]}',
    ),
    "tool_calls": lambda handler, body: handler.call_tool(body, NOBODY_OFFERED),
    "redirect": lambda handler, _: handler.send_text(307, "", "text/plain", {"Location": "http://192.0.2.1/v1"}),
    "rejects_tools": lambda handler, body: (
        handler.fail(400, "tools are not supported", "invalid_request_error")
        if body.get("tools")
        else handler.complete(body, handler.protocol.brain(body))
    ),
    "rejects_temperature": lambda handler, _: handler.fail(400, "Unsupported value: temperature.", "unsupported_value"),
    "bomb": lambda handler, _: _packed(handler, "gzip", _bomb()),
    "packed_unasked": lambda handler, _: _packed(handler, "br", b"{}"),
    "packed_wrongly": lambda handler, _: _packed(handler, "gzip", b"{}"),
    "dribble": _dribble,
    "silent": _silent,
    "close_in_the_middle": _close_in_the_middle,
    "close_at_once": _close_at_once,
}
"""What a server may do wrong, by name."""
