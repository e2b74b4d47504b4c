"""A page of the app without a screen: cookies, upload and WebSocket as Streamlit's own pages speak them, for tests with
more people than one machine could open browsers for.

As a browser does it keeps what was drawn, sends back the marks of messages that it holds, and has fragments that draw
themselves again do so at their times. Controls that nobody touched are not sent; the server takes them for untouched.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, suppress
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self, cast

import httpx2
from streamlit.proto.Alert_pb2 import Alert
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.Common_pb2 import FileURLs, UploadedFileInfo
from streamlit.proto.Delta_pb2 import Delta
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin, Subprotocol

PATIENCE = 300.0  # seconds until a page is given up: what is slow shows in the figures
_XSRF = "_streamlit_xsrf"
_TRIGGERS = ("trigger_value", "chat_input_value", "string_trigger_value", "json_trigger_value")


@dataclass
class _Drawn:
    """One element or block of the page, and the run that drew it."""

    run: str
    delta: Delta


@dataclass
class _Fragment:
    """A part of the page that is drawn again by itself."""

    every: float
    due: float


@dataclass
class WirePage:
    """One tab of one person at `address`, open within its context. Everything happens in the thread that calls it;
    while it calls nothing the page stands still, so whoever waits uses `watch`."""

    address: str
    states: dict[str, WidgetState] = field(default_factory=dict)
    is_drawn: bool = False  # whether the page's script has come to its end

    def __post_init__(self) -> None:
        self._drawn: dict[tuple[int, ...], _Drawn] = {}
        self._kept: dict[str, ForwardMsg] = {}
        self._fragments: dict[str, _Fragment] = {}
        self._urls: dict[str, FileURLs] = {}
        self._script = self._session = self._run = self._query = ""
        self._leaving = ExitStack()

    def __enter__(self) -> Self:
        self._http = self._leaving.enter_context(httpx2.Client(base_url=self.address, timeout=PATIENCE))
        self._http.get("/", headers={"accept": "text/html"}).raise_for_status()
        self._http.get("/_stcore/health").raise_for_status()
        self._socket: ClientConnection = self._leaving.enter_context(self._connection())
        self.rerun()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._leaving.close()

    # ------------------------------------------------------------ what a person does

    def rerun(self, *touched: WidgetState, fragment: str = "", by_itself: bool = False) -> None:
        """Sends what the controls hold, those that were `touched` now among them; what was pressed is sent once."""
        for state in touched:
            self.states[state.id] = state
        said = ClientState(
            query_string=self._query, page_script_hash=self._script, fragment_id=fragment, is_auto_rerun=by_itself,
            cached_message_hashes=list(self._kept),
        )  # fmt: skip
        said.widget_states.widgets.extend(self.states.values())
        said.context_info.timezone, said.context_info.locale = "Europe/Berlin", "en-US"
        self._send(BackMsg(rerun_script=said))
        for state in touched:
            if state.WhichOneof("value") in _TRIGGERS:
                del self.states[state.id]

    def say(self, words: str) -> None:
        """Sends a question from the box, when there is one that can be written in: with the first file it moves, and
        for a moment both are there."""
        self.until(lambda: [box.disabled for box in self.all("chat_input")] == [False])
        (box,) = self.all("chat_input")
        state = WidgetState(id=box.id)
        state.chat_input_value.data = words
        self.rerun(state)

    def press(self, name: str, *also: WidgetState) -> None:
        """Presses the button whose label or key has this name; `also` is what its form holds."""
        self.until(lambda: any(True for _ in self.buttons(name)))
        self.rerun(*also, WidgetState(id=next(self.buttons(name)).id, trigger_value=True))

    def upload(self, name: str, content: bytes) -> None:
        """Puts a file into the upload box of the page."""
        self.until(lambda: len(list(self.all("file_uploader"))) == 1)
        (box,) = self.all("file_uploader")
        self._send_url_request(name)
        self.until(lambda: name in self._urls)
        place = self._urls.pop(name)
        headers = {"x-xsrftoken": self._http.cookies[_XSRF], "origin": self.address}
        self._http.put(place.upload_url, files={name: (name, content, "text/csv")}, headers=headers).raise_for_status()
        state = WidgetState(id=box.id)
        file = UploadedFileInfo(name=name, size=len(content), file_id=place.file_id, file_urls=place)
        state.file_uploader_state_value.uploaded_file_info.append(file)
        self.rerun(state)

    # ------------------------------------------------------------ what a person sees

    def all(self, kind: str) -> Iterator[Any]:
        """The elements of a kind that stand on the page, from the top; such as "button" or "markdown"."""
        for place in sorted(self._drawn):
            element = self._drawn[place].delta.new_element
            if element.WhichOneof("type") == kind:
                yield getattr(element, kind)

    def buttons(self, name: str) -> Iterator[Any]:
        """The buttons with this label or with this key."""
        return (one for one in self.all("button") if one.label == name or one.id.endswith(name))

    @property
    def messages(self) -> int:
        """How many questions and answers stand on the page."""
        return sum(one.delta.add_block.HasField("chat_message") for one in self._drawn.values())

    @property
    def words(self) -> str:
        """All running text of the page."""
        return "\n".join(one.body for one in self.all("markdown"))

    @property
    def problem(self) -> str:
        """The first error that the page tells; "" where it tells none."""
        return next((one.body for one in self.all("alert") if one.format == Alert.ERROR), "")

    def see(self, words: str) -> None:
        """Waits until the words stand on the page, and all else too."""
        self.until(lambda: words in self.words and self.is_drawn)

    def is_answered(self, messages: int) -> bool:
        """Whether there are this many messages and none is on its way."""
        return self.is_drawn and self.messages == messages and not any(True for _ in self.buttons("Stop"))

    # ------------------------------------------------------------ while time goes by

    def until(self, holds: Callable[[], bool], patience: float = PATIENCE) -> None:
        """Takes what the server sends until something holds; AssertionError when it does not."""
        end = time.monotonic() + patience
        while not holds():
            left = end - time.monotonic()
            assert left > 0, f"the page never came to it; it says: {self.words[-500:]}"
            self._step(left)

    def watch(self, seconds: float) -> None:
        """Looks at the page for so long."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self._step(left)

    def _step(self, longest: float) -> None:
        """Takes one message, or lets the fragments draw themselves whose time has come."""
        now = time.monotonic()
        for name, fragment in list(self._fragments.items()):
            if fragment.due <= now:
                fragment.due = now + fragment.every
                self.rerun(fragment=name, by_itself=True)
        wait = min([longest, *(fragment.due - now for fragment in self._fragments.values())])
        with suppress(TimeoutError):
            data = self._socket.recv(timeout=max(wait, 0.0))
            assert isinstance(data, bytes)
            self._take(ForwardMsg.FromString(data))

    # ------------------------------------------------------------ the protocol

    def _connection(self) -> AbstractContextManager[ClientConnection]:
        cookies = "; ".join(f"{name}={value}" for name, value in self._http.cookies.items())
        return connect(
            f"ws{self.address.removeprefix('http')}/_stcore/stream",
            origin=Origin(self.address),
            subprotocols=[Subprotocol("streamlit"), Subprotocol(self._http.cookies[_XSRF])],
            additional_headers={"cookie": cookies},
            max_size=None,
            open_timeout=PATIENCE,
            ping_interval=None,  # a server that is busy for long is not gone
        )

    def _send(self, message: BackMsg) -> None:
        self._socket.send(message.SerializeToString())

    def _send_url_request(self, name: str) -> None:
        asked = BackMsg()
        asked.file_urls_request.request_id = name
        asked.file_urls_request.session_id = self._session
        asked.file_urls_request.file_names.append(name)
        self._send(asked)

    def _take(self, message: ForwardMsg) -> None:
        kind = message.WhichOneof("type")
        if kind == "ref_hash":
            kept = self._kept[message.ref_hash]
            self._draw(kept.delta, message)
        elif kind == "delta":
            if message.metadata.cacheable:
                self._kept[message.hash] = message
            self._draw(message.delta, message)
        elif kind in _TAKERS:
            _TAKERS[kind](self, message)

    def _draw(self, delta: Delta, message: ForwardMsg) -> None:
        self._drawn[tuple(message.metadata.delta_path)] = _Drawn(self._run, delta)

    def _note_session(self, message: ForwardMsg) -> None:
        self._run = message.metadata.run.script_run_id
        self.is_drawn = self.is_drawn and bool(message.metadata.run.fragment_ids)
        self._script = message.new_session.page_script_hash
        self._session = message.new_session.initialize.session_id or self._session

    def _note_address(self, message: ForwardMsg) -> None:
        self._query = message.page_info_changed.query_string

    def _note_end(self, message: ForwardMsg) -> None:
        """What the run that has ended did not draw is gone; a run that was broken off takes nothing away."""
        run, fragments = message.metadata.run, set(message.metadata.run.fragment_ids)
        if message.script_finished == ForwardMsg.FINISHED_SUCCESSFULLY:
            self._drawn = {place: one for place, one in self._drawn.items() if one.run == run.script_run_id}
            self.is_drawn = True
        elif message.script_finished == ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY:
            self._drawn = {
                place: one
                for place, one in self._drawn.items()
                if one.run == run.script_run_id or one.delta.fragment_id not in fragments
            }

    def _note_fragment(self, message: ForwardMsg) -> None:
        every = message.auto_rerun.interval
        known = self._fragments.get(message.auto_rerun.fragment_id)
        if known is None or known.every != every:
            self._fragments[message.auto_rerun.fragment_id] = _Fragment(every, time.monotonic() + every)

    def _end_fragments(self, message: ForwardMsg) -> None:
        for name in message.stop_auto_rerun.fragment_ids:
            self._fragments.pop(name, None)

    def _note_urls(self, message: ForwardMsg) -> None:
        answer = message.file_urls_response
        assert not answer.error_msg, answer.error_msg
        self._urls[answer.response_id] = cast(FileURLs, answer.file_urls[0])


_TAKERS: dict[str, Callable[[WirePage, ForwardMsg], None]] = {
    "new_session": WirePage._note_session,
    "page_info_changed": WirePage._note_address,
    "script_finished": WirePage._note_end,
    "auto_rerun": WirePage._note_fragment,
    "stop_auto_rerun": WirePage._end_fragments,
    "file_urls_response": WirePage._note_urls,
}
