"""One request to a server that holds the model: to its address alone, no proxy, no redirect, cut at any time."""

import contextlib
import http.client
import json
import select
import time
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from agent.reader.completion import ReaderError, Stopped

LOOK_SECONDS = 0.05
LONGEST_REPLY = 4_000_000  # bytes; a completion with its alternatives is below a tenth of it
_CONNECT_SECONDS = 5.0
_REPLY_SECONDS = 10.0  # from the first byte of a reply to its last
_TOO_LONG = "exceed_context_size_error"


class Wire:
    """Requests to one server. Each has a connection of its own, which ends it on the other side too when it is cut."""

    def __init__(self, url: str, key: str) -> None:
        parts = urlsplit(url)
        self._host, self._port = parts.hostname or "", parts.port
        self._root = parts.path.rstrip("/")
        self._secure = parts.scheme == "https"
        self._key = key

    def post(self, path: str, body: Mapping[str, Any], *, stopped: Stopped, until: float) -> dict[str, Any]:
        """The reply to a JSON request. ReaderError: "stopped", "timed_out" at the monotonic time `until`, "died" when
        the connection breaks or there is none, "too_long", or "no_api" for anything but a JSON object."""
        if stopped():
            raise ReaderError("stopped")
        kind = http.client.HTTPSConnection if self._secure else http.client.HTTPConnection
        with contextlib.closing(kind(self._host, self._port, timeout=_CONNECT_SECONDS)) as connection:
            try:
                connection.request("POST", f"{self._root}{path}", json.dumps(body), self._headers())
                _await(connection, stopped, until)
                connection.sock.settimeout(_REPLY_SECONDS)
                reply = connection.getresponse()
                return _check(reply.status, reply.read(LONGEST_REPLY + 1))
            except (OSError, http.client.HTTPException) as error:
                raise ReaderError("died", f"({type(error).__name__})") from error

    def _headers(self) -> dict[str, str]:
        told = {"Content-Type": "application/json"}
        return {**told, "Authorization": f"Bearer {self._key}"} if self._key else told


def _await(connection: http.client.HTTPConnection, stopped: Stopped, until: float) -> None:
    """Returns when the reply begins: the server sends it whole when it is ready."""
    while not select.select([connection.sock], [], [], LOOK_SECONDS)[0]:
        if stopped():
            raise ReaderError("stopped")
        if time.monotonic() > until:
            raise ReaderError("timed_out")


def _check(status: int, content: bytes) -> dict[str, Any]:
    try:
        told = json.loads(content) if len(content) <= LONGEST_REPLY else None
    except ValueError:
        told = None
    if not isinstance(told, dict):
        raise ReaderError("no_api", f"(status {status}, no JSON object)")
    if status != http.client.OK:
        error = told.get("error")
        if isinstance(error, dict) and error.get("type") == _TOO_LONG:
            raise ReaderError("too_long")
        raise ReaderError("no_api", f"(status {status})")
    return told
