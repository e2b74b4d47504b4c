"""The reader's engine: questions wait in a fair line, tables are read ahead, and a prompt is completed once."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Generic, Protocol, TypeVar

from agent.fair_line import FairLine, StoppedWaiting
from agent.model_settings import checked_address
from agent.reader.branches import likely_completions
from agent.reader.completion import Completion, ReaderError, ReaderState, Stopped
from agent.reader.engine_process import EngineProcess
from agent.reader.server_dialects import CompletionsServer, LlamaServer, ModelServer
from agent.reader.weights import weights_found
from agent.reader.wire import Wire
from agent.settings import Settings

_START_SECONDS = 120.0  # that a question waits for a reader which is starting
_WARM_SECONDS = 120.0
_MOST_KEPT = 500  # prompts with their completions
_MOST_COUNTED = 5000
_MOST_TO_WARM = 50
_AGAIN_SECONDS = 30.0  # after which a server that could not be reached is tried again
_OPENAI_END = "/v1"
Value = TypeVar("Value")


class Backend(Protocol):
    """Where the server is, and whether."""

    @property
    def state(self) -> ReaderState:
        """Where it stands."""

    def begin(self) -> None:
        """Starts it in the background."""

    def server(self, stopped: Stopped, until: float) -> ModelServer:
        """The server as soon as it is ready; ReaderError."""

    def failed(self, server: ModelServer) -> None:
        """A connection to it broke."""

    def close(self) -> None:
        """Ends it."""


class ReaderEngine:
    """A `Completer` over a server that holds the model: one of our own, or the one that the settings name."""

    def __init__(self, settings: Settings, backend: Backend | None = None) -> None:
        """Opens nothing and starts nothing: `begin` does, and the first call."""
        self._settings = settings
        self._backend = backend or _backend_of(settings)
        self._line = FairLine(settings.reader_slots, settings.reader_slots)
        self._kept: _Kept[tuple[Completion, ...]] = _Kept(_MOST_KEPT)
        self._counted: _Kept[int] = _Kept(_MOST_COUNTED)
        self._changed = threading.Condition()
        self._inside = 0  # questions that wait or are read
        self._came = 0  # questions that ever came
        self._to_warm: OrderedDict[str, None] = OrderedDict()
        self._warmer: threading.Thread | None = None
        self._closed = False

    @property
    def state(self) -> ReaderState:
        """Whether it can be asked now. Never waits."""
        return self._backend.state if self._settings.reader else ReaderState("off", "switched_off")

    def begin(self) -> None:
        """Starts the process in the background, where there is one to start."""
        if self._settings.reader:
            self._backend.begin()

    def count(self, text: str) -> int:
        """The tokens of a text. ReaderError when it cannot be asked; waits while it starts."""
        known = self._counted.get(text)
        if known is None:
            counted = self._twice(lambda server, until: server.count(text, _never, until), _never)
            known = self._counted.put(text, counted)
        return known

    def warm(self, prefix: str) -> None:
        """Reads the beginning of prompts to come, after all questions that wait. Returns at once and never fails."""
        if self.state.status not in ("starting", "ready"):
            return
        with self._changed:
            self._to_warm[prefix] = None
            if len(self._to_warm) > _MOST_TO_WARM:
                self._to_warm.popitem(last=False)
            if self._warmer is None and not self._closed:
                self._warmer = threading.Thread(target=self._warm_all, name="tally-reader-warm", daemon=True)
                self._warmer.start()
            self._changed.notify_all()

    def knows(self, prompt: str) -> bool:
        """Whether the completions of this prompt are kept."""
        return self._kept.get(prompt) is not None

    def complete(
        self, prompt: str, *, stopped: Stopped, place: Callable[[int], None], person: str = ""
    ) -> tuple[Completion, ...]:
        """See `Completer`. Greedy first; branches only where the greedy one is not sure."""
        known = self._kept.get(prompt)
        if known is not None:
            return known
        with self._in_line(person, stopped, place):
            return self._kept.get(prompt) or self._kept.put(prompt, self._read(prompt, stopped))

    def close(self) -> None:
        """Ends it. Calls under way get a ReaderError."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        self._backend.close()

    @contextmanager
    def _in_line(self, person: str, stopped: Stopped, place: Callable[[int], None]) -> Iterator[None]:
        with self._changed:
            if self._inside >= self._settings.reader_queue + self._settings.reader_slots:
                raise ReaderError("queue_full")
            self._inside += 1
            self._came += 1
        try:
            with self._line.place(person, place, stopped):
                yield
        except StoppedWaiting:
            raise ReaderError("stopped") from None
        finally:
            with self._changed:
                self._inside -= 1
                self._changed.notify_all()

    def _read(self, prompt: str, stopped: Stopped) -> tuple[Completion, ...]:
        def call(server: ModelServer, until: float) -> tuple[Completion, ...]:
            return likely_completions(lambda forced, most: server.complete(prompt, forced, most, stopped, until))

        return self._twice(call, stopped)

    def _twice(self, call: Callable[[ModelServer, float], Value], stopped: Stopped) -> Value:
        """The call's result; once more from its beginning when the server died in it."""
        try:
            return self._once(call, stopped)
        except ReaderError as error:
            if error.failure != "died":
                raise
        return self._once(call, stopped)

    def _once(self, call: Callable[[ModelServer, float], Value], stopped: Stopped) -> Value:
        if not self._settings.reader:
            raise ReaderError("not_there")
        server = self._backend.server(stopped, time.monotonic() + _START_SECONDS)
        try:
            return call(server, time.monotonic() + self._settings.reader_seconds)
        except ReaderError as error:
            if error.failure == "died":
                self._backend.failed(server)
            raise

    # ------------------------------------------------------------ reading ahead

    def _warm_all(self) -> None:
        """Reads one text after the other whenever no question is there; a question cuts it, and it goes on after it."""
        while (prefix := self._next_to_warm()) is not None:
            try:
                server = self._backend.server(self._is_closed, time.monotonic() + _START_SECONDS)
                server.warm(prefix, self._question_since(self._came), time.monotonic() + _WARM_SECONDS)
            except ReaderError as error:
                if error.failure == "stopped":
                    continue  # it is still the next one
            with self._changed:
                self._to_warm.pop(prefix, None)

    def _next_to_warm(self) -> str | None:
        """Waits for a text and for quiet. None when closed."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or (self._to_warm and not self._inside))
            return None if self._closed else next(iter(self._to_warm))

    def _question_since(self, came: int) -> Stopped:
        return lambda: self._closed or self._inside > 0 or self._came > came

    def _is_closed(self) -> bool:
        return self._closed


class RemoteServer:
    """A server that somebody else runs, at the address that the settings name."""

    def __init__(self, url: str, key: str, model: str) -> None:
        """SettingError when the address is none."""
        address = checked_address(url)
        above = Wire(address.removesuffix(_OPENAI_END), key)
        self._server: ModelServer = (
            CompletionsServer(above, Wire(address, key), model) if address.endswith(_OPENAI_END) else LlamaServer(above)
        )
        self._failed_at = float("-inf")

    @property
    def state(self) -> ReaderState:
        """Ready, unless it could not be reached a moment ago."""
        failed = time.monotonic() - self._failed_at < _AGAIN_SECONDS
        return ReaderState("failed", "unreachable") if failed else ReaderState("ready")

    def begin(self) -> None:
        """Somebody else started it."""

    def server(self, stopped: Stopped, until: float) -> ModelServer:  # noqa: ARG002 - of the protocol
        """The server; whether it is there shows when it is asked."""
        return self._server

    def failed(self, server: ModelServer) -> None:  # noqa: ARG002 - there is one
        """It could not be reached."""
        self._failed_at = time.monotonic()

    def close(self) -> None:
        """Somebody else ends it."""


class _Kept(Generic[Value]):
    """Values of texts, those used last. Safe to use from threads."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[str, Value] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, text: str) -> Value | None:
        with self._lock:
            if text in self._values:
                self._values.move_to_end(text)
            return self._values.get(text)

    def put(self, text: str, value: Value) -> Value:
        """Keeps the value, and gives it back; the first that was kept of a text stays."""
        with self._lock:
            kept = self._values.setdefault(text, value)
            if len(self._values) > self._most:
                self._values.popitem(last=False)
            return kept


def _backend_of(settings: Settings) -> Backend:
    if settings.reader_url:
        return RemoteServer(settings.reader_url, settings.reader_key, settings.reader_model)
    return EngineProcess(settings, lambda: weights_found(settings))


def _never() -> bool:
    return False
