"""The way between browsers and a server, which can be cut: a browser's own "offline" leaves open WebSockets alone."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit

CHUNK = 65_536


class Line:
    """Passes on what comes in at `address` to the server, and its answers back, until it is cut."""

    def __init__(self, server: str) -> None:
        self._to = ("127.0.0.1", urlsplit(server).port)
        self._door = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._door.getsockname()[1]}"
        self._lock = threading.Lock()
        self._ends: set[socket.socket] = set()

    def cut(self) -> int:
        """Ends all connections that there are, as a network that goes away; how many. New ones are let through."""
        with self._lock:
            ends, self._ends = self._ends, set()
        for end in ends:
            _hang_up(end)
        return len(ends) // 2

    def serve(self) -> None:
        """Takes connections until the line is closed."""
        while True:
            try:
                browser, _ = self._door.accept()
            except OSError:
                return  # closed
            server = socket.create_connection(self._to)
            with self._lock:
                self._ends |= {browser, server}
            for source, target in ((browser, server), (server, browser)):
                threading.Thread(target=self._pass_on, args=(source, target), daemon=True).start()

    def close(self) -> None:
        """Takes no connection any more, and cuts those there are."""
        _hang_up(self._door)
        self._door.close()
        self.cut()

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        """All that comes from one end to the other; an end that is hung up ends both."""
        with suppress(OSError):  # the other end is gone
            while chunk := source.recv(CHUNK):
                target.sendall(chunk)
        for end in (source, target):
            _hang_up(end)
        with self._lock:
            self._ends -= {source, target}
        source.close()  # each thread closes what it reads


def _hang_up(end: socket.socket) -> None:
    with suppress(OSError):  # it is closed already
        end.shutdown(socket.SHUT_RDWR)


@contextmanager
def line_to(server: str) -> Iterator[Line]:
    """A line to the server at this address."""
    line = Line(server)
    serving = threading.Thread(target=line.serve, name="line", daemon=True)
    serving.start()
    try:
        yield line
    finally:
        line.close()
        serving.join()
