"""A call ends when its time is over or when the person says stop, whatever the server does."""

import threading
import time
from dataclasses import replace

import pytest

from agent.model_settings import ModelSettings
from agent.reasoning.chat.connection.client import Message, Request, call_model
from agent.reasoning.chat.connection.dialect import Dialect
from agent.reasoning.chat.connection.failures import ModelError, StoppedError
from agent.service import AnalystService, StopSignal
from tests.agent.reasoning.chat.replies import QUESTION
from tests.protocol_server import ProtocolServer

HELLO = (Message("user", "Hello"),)


@pytest.mark.parametrize("behaviour", ["dribble", "silent"])
@pytest.mark.parametrize("streamed", [True, False])
def test_the_deadline_is_one_of_the_whole_call(
    server: ProtocolServer, settings: ModelSettings, behaviour: str, streamed: bool
) -> None:
    server.misbehave(always=behaviour)
    with pytest.raises(ModelError, match="took too long"):
        call_model(settings, Dialect(), Request(HELLO, 0.5, on_text=print if streamed else None))


@pytest.mark.parametrize("behaviour", ["dribble", "silent"])
def test_stop_ends_a_call_at_once_and_frees_its_thread(
    server: ProtocolServer, settings: ModelSettings, behaviour: str
) -> None:
    server.misbehave(always=behaviour)
    pressed = threading.Event()
    threading.Timer(0.3, pressed.set).start()
    with pytest.raises(StoppedError):
        call_model(settings, Dialect(), Request(HELLO, 30, stopped=pressed.is_set))
    stopped = time.monotonic()
    while any(thread.name == "tally-model-call" for thread in threading.enumerate()):
        assert time.monotonic() - stopped < 25, "the call's thread still waits for the server"
        time.sleep(0.01)


def test_stop_during_a_call_ends_the_turn_as_stopped(server: ProtocolServer, talk: tuple[AnalystService, str]) -> None:
    server.misbehave("silent")
    service, conversation = talk
    signal = StopSignal()

    def press() -> None:
        server.wait_until_asked(1)
        signal.stop()

    threading.Thread(target=press, daemon=True).start()
    turn = service.ask(conversation, QUESTION, stop=signal)
    assert turn["status"] == "stopped"
    assert service.ask(conversation, QUESTION)["status"] == "answered"


def test_the_seconds_of_a_turn_are_a_budget(server: ProtocolServer, settings: ModelSettings) -> None:
    server.misbehave(always="dribble")
    slow = ModelSettings(base_url=settings.base_url, call_seconds=30, turn_seconds=1)
    service = AnalystService(model=slow)
    conversation = service.start_conversation("owner")
    service.datasets.add(conversation, "staff.csv", b"department,salary\nSales,10\nLegal,40\n")
    turn = service.ask(conversation, QUESTION)
    assert turn["status"] == "answered"
    assert turn["seconds"] < slow.call_seconds


@pytest.mark.parametrize(("limit", "requests"), [({"turn_calls": 1}, 1), ({"turn_tokens": 100}, 1)])
def test_calls_and_tokens_of_a_turn_are_budgets_counted_anew(
    server: ProtocolServer, settings: ModelSettings, limit: dict[str, int], requests: int
) -> None:
    service = AnalystService(model=replace(settings, **limit))  # type: ignore[arg-type]
    conversation = service.start_conversation("owner")
    service.datasets.add(conversation, "staff.csv", b"department,salary\nSales,10\nEngineering,40\n")
    first = service.ask(conversation, QUESTION)
    assert len(server.received) == requests
    assert any("budget" in caveat for caveat in first["caveats"])
    service.ask(conversation, QUESTION)
    assert len(server.received) == 2 * requests
