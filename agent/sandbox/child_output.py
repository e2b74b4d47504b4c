"""Collects what comes out of one run: prints, the answer, and the zygote's verdict, each up to its limit."""

import contextlib
import os
import selectors
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from agent.sandbox.protocol import Verdict
from agent.sandbox.read_answer import ANSWER_BYTES, PRINTED_BYTES

_CHUNK = 65536
_LOOK_SECONDS = 0.1
_GRACE_SECONDS = 5.0
_DRAIN_SECONDS = 1.0
_FLOOD_PAUSE = 0.005


@dataclass
class Kept:
    """The first `limit` bytes of a stream; the rest is read and dropped."""

    limit: int
    content: bytearray = field(default_factory=bytearray)
    cut: bool = False

    def add(self, chunk: bytes) -> None:
        """Takes what still fits."""
        room = self.limit - len(self.content)
        self.content += chunk[:room]
        self.cut = self.cut or len(chunk) > room


@dataclass(frozen=True)
class ChildOutput:
    """What came out. `verdict` is None when the zygote was gone before it could state one."""

    verdict: Verdict | None
    answer: Kept
    prints: Kept
    stopped: bool


@dataclass
class RunPipes:
    """The app's ends of one run's channel and pipes, and the zygote's ends, which go away once they are sent."""

    channel: socket.socket
    prints: int
    answer: int
    theirs: tuple[int, ...]

    def close_theirs(self) -> None:
        """Closes the ends that were sent, so that the child's are the only ones."""
        for descriptor in self.theirs:
            os.close(descriptor)
        self.theirs = ()


@contextmanager
def run_pipes() -> Iterator[RunPipes]:
    """A channel and two pipes, closed after the block."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    prints, prints_end = os.pipe2(os.O_CLOEXEC)
    answer, answer_end = os.pipe2(os.O_CLOEXEC)
    pipes = RunPipes(ours, prints, answer, (theirs.detach(), prints_end, answer_end))
    try:
        yield pipes
    finally:
        pipes.close_theirs()
        ours.close()
        os.close(prints)
        os.close(answer)


def collect(pipes: RunPipes, *, seconds: float, stopped: Callable[[], bool]) -> ChildOutput:
    """Reads until the run has ended and its pipes are empty. The zygote keeps the deadline; `seconds` plus a grace is
    when this stops waiting for it. `stopped` is asked ten times a second; True ends the run."""
    return _Collector(pipes, time.monotonic() + seconds + _GRACE_SECONDS).collect(stopped)


class _Collector:
    def __init__(self, pipes: RunPipes, give_up: float) -> None:
        self._pipes = pipes
        self._give_up = give_up
        self._kept = {pipes.prints: Kept(PRINTED_BYTES), pipes.answer: Kept(ANSWER_BYTES)}
        self._verdict: Verdict | None = None
        self._selector = selectors.DefaultSelector()

    def collect(self, stopped: Callable[[], bool]) -> ChildOutput:
        was_stopped = False
        with self._selector:
            for source in (self._pipes.channel, self._pipes.prints, self._pipes.answer):
                self._selector.register(source, selectors.EVENT_READ)
            while self._selector.get_map() and time.monotonic() < self._give_up:
                for key, _ in self._selector.select(_LOOK_SECONDS):
                    self._read(key.fileobj)
                if not was_stopped and stopped():
                    was_stopped = True
                    with contextlib.suppress(OSError):  # it has ended at the same moment
                        self._pipes.channel.send(b"stop")
        return ChildOutput(self._verdict, self._kept[self._pipes.answer], self._kept[self._pipes.prints], was_stopped)

    def _read(self, source: object) -> None:
        if source is self._pipes.channel:
            said = self._verdict_message()
            self._selector.unregister(self._pipes.channel)
            self._verdict = Verdict.unpacked(said) if said else None
            self._give_up = time.monotonic() + _DRAIN_SECONDS  # the child is gone: its pipes end now
            return
        assert isinstance(source, int)
        chunk = os.read(source, _CHUNK)
        if not chunk:
            self._selector.unregister(source)
            return
        kept = self._kept[source]
        kept.add(chunk)
        if kept.cut:
            time.sleep(_FLOOD_PAUSE)  # a flood is drained, but not at the cost of the app

    def _verdict_message(self) -> bytes:
        """The verdict, or b"" when the zygote is gone."""
        try:
            return self._pipes.channel.recv(256)
        except ConnectionResetError:  # it closed the channel before it read "stop"; the verdict may still be there
            return self._pipes.channel.recv(256)
