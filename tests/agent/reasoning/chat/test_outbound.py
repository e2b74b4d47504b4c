"""The model endpoint is the only outbound connection."""

import socket
import threading
from collections.abc import Iterator

import pytest

from agent.model_settings import ModelSettings
from agent.reasoning.chat.connection.client import Message
from agent.reasoning.chat.connection.exchange import Exchange, ModelTurn
from agent.reasoning.chat.connection.failures import ModelError
from agent.reasoning.egress import Cargo
from agent.service import AnalystService
from tests.agent.reasoning.chat.replies import QUESTION
from tests.agent.scripted import STAFF
from tests.protocol_server import ProtocolServer

HELLO = (Message("user", "Hello"),)


@pytest.fixture
def connections(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[object]]:
    """Every address that anything in the process connects to, from any thread; those of earlier tests have ended."""
    for thread in threading.enumerate():
        if thread.name.startswith("tally-"):
            thread.join()
    found: list[object] = []
    connect, connect_ex, lookup = socket.socket.connect, socket.socket.connect_ex, socket.getaddrinfo

    def watched(self: socket.socket, address: object) -> object:
        found.append(address)
        return connect(self, address)  # type: ignore[arg-type]

    def watched_ex(self: socket.socket, address: object) -> object:
        found.append(address)
        return connect_ex(self, address)  # type: ignore[arg-type]

    def looked_up(host: object, *more: object, **named: object) -> object:
        found.append(("lookup", host))
        return lookup(host, *more, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(socket.socket, "connect", watched)
    monkeypatch.setattr(socket.socket, "connect_ex", watched_ex)
    monkeypatch.setattr(socket, "getaddrinfo", looked_up)
    yield found


def test_a_whole_conversation_connects_to_the_endpoint_and_to_nothing_else(
    server: ProtocolServer, talk: tuple[AnalystService, str], connections: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LANGSMITH_TRACING", "LANGCHAIN_TRACING_V2", "LANGSMITH_TRACING_V2"):
        monkeypatch.setenv(name, "true")
    monkeypatch.setenv("LANGSMITH_API_KEY", "x")
    service, conversation = talk
    for question in (QUESTION, "bar chart of it", "what is a median?", "predict next year", "overview"):
        service.ask(conversation, question)
    for workflow in ("tool_agent", "guided_study"):
        service.ask(conversation, "zorp the blick of frobs", workflow=workflow)
    service.report_html(conversation)
    host, port = server.url.removeprefix("http://").removesuffix("/v1").split(":")
    reached = {address for address in connections if isinstance(address, tuple) and address[0] != "lookup"}
    looked_up = {address[1] for address in connections if isinstance(address, tuple) and address[0] == "lookup"}
    assert reached == {(host, int(port))}
    assert looked_up <= {host}
    assert not [thread.name for thread in threading.enumerate() if "langsmith" in thread.name.casefold()]


def test_without_a_model_there_is_no_connection_at_all(connections: list[object]) -> None:
    service = AnalystService()
    conversation = service.start_conversation("owner")
    service.datasets.add(conversation, "staff.csv", STAFF)
    service.ask(conversation, QUESTION)
    service.report_html(conversation)
    assert connections == []


def test_a_redirect_is_not_followed(server: ProtocolServer, settings: ModelSettings, connections: list[object]) -> None:
    server.misbehave(always="redirect")
    with pytest.raises(ModelError, match="another address"):
        Exchange(ModelTurn(settings)).send("test", HELLO, Cargo())
    assert {address[0] for address in connections if isinstance(address, tuple)} <= {"127.0.0.1", "lookup"}


def test_proxies_of_the_environment_are_not_used(
    server: ProtocolServer, settings: ModelSettings, connections: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://192.0.2.1:3128")
    Exchange(ModelTurn(settings)).send("test", HELLO, Cargo())
    assert {address[0] for address in connections if isinstance(address, tuple)} <= {"127.0.0.1", "lookup"}
