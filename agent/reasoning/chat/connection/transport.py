"""The one outbound connection: to the endpoint's host alone, no redirects, no proxies, cut at any time."""

import contextlib
import socket
import ssl
import threading
import zlib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import httpx2

from agent.reasoning.chat.connection.failures import ModelError
from agent.reasoning.chat.connection.translate import failure_of_status, model_error

LONGEST_REPLY = 4_000_000  # bytes; a reply of a few thousand tokens is far below


NO_SUCH_PAGE = frozenset({404, 405, 501})
"""Replies of a server that is there and does not have what was asked for."""


@cache
def trusted() -> ssl.SSLContext:
    """The certificates that this machine trusts. Read once a process: that takes longer than all else of a call."""
    return httpx2.create_ssl_context()


@cache
def unused() -> httpx2.AsyncClient:
    """The asynchronous client that the client library keeps beside the one that is used, and makes anew for each
    timeout where it is given none."""
    return httpx2.AsyncClient(verify=trusted(), trust_env=False)


class Line:
    """A connection for one call. `cut` ends it from any thread, even while its reader waits for a byte."""

    def __init__(self, base_url: str, read_seconds: float) -> None:
        self._origin = _origin(httpx2.URL(base_url))
        self._cut = threading.Event()
        self.answered = False  # whether the server began to answer
        self._lock = threading.Lock()
        self._sockets: list[socket.socket] = []
        self.client = httpx2.Client(
            transport=_Transport(self),
            timeout=httpx2.Timeout(read_seconds, connect=min(10.0, read_seconds)),
            follow_redirects=False,  # a redirect would carry the data to an address that nobody chose
            trust_env=False,
        )

    def cut(self) -> None:
        """Closes the connection; whoever reads from it gets an error at once."""
        self._cut.set()
        with self._lock:
            for connected in self._sockets:
                _shut(connected)

    def close(self) -> None:
        """Frees the connection after the call."""
        self.client.close()

    def admit(self, request: httpx2.Request) -> None:
        """Lets a request pass to the endpoint only."""
        if _origin(request.url) != self._origin:
            raise ModelError("rejected", "A request to another address than the endpoint's was held back.")
        self.check()

    def check(self) -> None:
        """ModelError when the line was cut."""
        if self._cut.is_set():
            raise ModelError("stopped")

    def watch(self, event: str, info: dict[str, Any]) -> None:
        """Remembers the socket when the connection is made (the transport's trace calls this)."""
        if not event.endswith(("connect_tcp.complete", "start_tls.complete")):
            return
        connected = info["return_value"].get_extra_info("socket")
        with self._lock:
            self._sockets.append(connected)
        if self._cut.is_set():
            _shut(connected)


class _Transport(httpx2.HTTPTransport):
    def __init__(self, line: Line) -> None:
        super().__init__(verify=trusted())
        self._line = line

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        """Sends the request; the reply's bytes are counted and its kind is checked."""
        self._line.admit(request)
        request.extensions["trace"] = self._line.watch
        response = super().handle_request(request)
        self._line.answered = True
        kind = response.headers.get("content-type", "").partition(";")[0].strip().casefold()
        if response.status_code < 300 and kind not in ("application/json", "text/event-stream"):
            response.close()
            raise ModelError("no_api", f"It sent {kind or 'no content type'}.")
        assert isinstance(response.stream, httpx2.SyncByteStream)
        packing = response.headers.pop("content-encoding", "identity").strip().casefold()
        if packing not in _WINDOW_BITS:
            response.close()
            raise ModelError("no_api", f"Its reply is packed in a way that was not asked for ({packing[:40]}).")
        response.headers.pop("content-length", None)  # of the packed bytes
        response.stream = _Counted(response.stream, self._line, _WINDOW_BITS[packing])
        return response


_WINDOW_BITS: Mapping[str, int | None] = {"identity": None, "gzip": zlib.MAX_WBITS | 32, "deflate": zlib.MAX_WBITS | 32}
"""How zlib opens what a server may send; 32: it finds the header (RFC 1950 or 1952) by itself."""


class _Counted(httpx2.SyncByteStream):
    """The bytes of a reply, unpacked here: a few packed bytes may stand for gigabytes, so no more than the limit is
    ever unpacked."""

    def __init__(self, stream: httpx2.SyncByteStream, line: Line, window_bits: int | None) -> None:
        self._stream = stream
        self._line = line
        self._unpacker = None if window_bits is None else zlib.decompressobj(window_bits)

    def __iter__(self) -> Iterator[bytes]:
        total = 0
        for chunk in self._stream:
            self._line.check()
            plain = self._unpacked(chunk, LONGEST_REPLY - total + 1)
            total += len(plain)
            if total > LONGEST_REPLY:
                raise ModelError("cut_off", "It is longer than any answer should be.")
            yield plain

    def _unpacked(self, chunk: bytes, most: int) -> bytes:
        if self._unpacker is None:
            return chunk
        try:
            return self._unpacker.decompress(chunk, most)
        except zlib.error as error:
            raise ModelError("no_api", "Its reply cannot be unpacked.") from error

    def close(self) -> None:
        self._stream.close()


def get_text(line: Line, url: str, key: str) -> tuple[int, str]:
    """Status and text of a plain GET. ModelError when nobody answers, or for a status that tells of a failure but 404,
    405 and 501, which only say that there is no such page.
    """
    try:
        reply = line.client.get(url, headers={"Authorization": f"Bearer {key}"} if key else {})
    except httpx2.HTTPError as error:
        raise model_error(error, key, answered=line.answered) from None
    if reply.status_code >= 300 and reply.status_code not in NO_SUCH_PAGE:
        raise ModelError(failure_of_status(reply.status_code))
    return reply.status_code, reply.text


def _origin(url: httpx2.URL) -> tuple[str, str, int | None]:
    return url.scheme, url.host, url.port


def _shut(connected: socket.socket) -> None:
    with contextlib.suppress(OSError):  # it is closed already, which is what was wanted
        socket.socket.shutdown(connected, socket.SHUT_RDWR)  # of the connection below TLS, which its reader still uses
