"""Servers of this machine are found by themselves; an address where no model answers is told at once."""

import socket

import pytest

from agent.model_settings import ModelSettings, Secret
from agent.reasoning.access import ModelAccess
from agent.reasoning.chat.connection.failures import Failure, ModelError, StoppedError
from agent.reasoning.chat.connection.local_servers import (
    KNOWN_SERVERS,
    LONGEST_NAME,
    MOST_MODELS,
    KnownServer,
    local_servers,
    models_at,
)
from tests.protocol_server import ProtocolServer, scripted

KEY = "sk-very-secret"


def port_of(server: ProtocolServer) -> int:
    return int(server.url.removesuffix("/v1").rpartition(":")[2])


@pytest.fixture
def closed_port() -> int:
    """A port where nobody listens."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        port: int = held.getsockname()[1]
        return port


def test_the_servers_that_answer_are_found_with_their_models(server: ProtocolServer, closed_port: int) -> None:
    server.models = ("qwen3", "llama4")
    (found,) = local_servers((KnownServer("Nobody", closed_port), KnownServer("Ollama", port_of(server))))
    assert (found.title, found.base_url, found.models) == ("Ollama", server.url, ("qwen3", "llama4"))


def test_what_is_no_model_server_is_not_offered(server: ProtocolServer) -> None:
    known = (KnownServer("vLLM", port_of(server)),)
    for behaviour in ("html", "not_json", "empty_object", "unauthorized", "close_at_once", "error_500"):
        server.misbehave(behaviour)
        assert local_servers(known) == (), behaviour


def test_looking_asks_this_machine_only_and_sends_nothing(server: ProtocolServer) -> None:
    local_servers((KnownServer("Ollama", port_of(server)),))
    (request,) = server.received
    assert (request.purpose, request.raw, request.authorization) == ("list_models", "", "")
    assert len({known.port for known in KNOWN_SERVERS}) == len(KNOWN_SERVERS)


def test_the_key_goes_along_where_one_is_set(server: ProtocolServer) -> None:
    assert models_at(ModelSettings(api_key=Secret(KEY), base_url=server.url)) == ("small",)
    assert server.received[0].authorization == f"Bearer {KEY}"


@pytest.mark.parametrize(
    ("behaviour", "failure"),
    [
        ("unauthorized", "refused_key"), ("html", "no_api"), ("not_json", "no_api"), ("empty_object", "no_api"),
        ("error_500", "broken_server"), ("redirect", "no_api"), ("silent", "timeout"), ("dribble", "timeout"),
    ],
)  # fmt: skip
def test_an_address_without_a_model_is_told_as_what_it_is(
    server: ProtocolServer, behaviour: str, failure: Failure
) -> None:
    server.misbehave(always=behaviour)
    with pytest.raises(ModelError) as told:
        models_at(ModelSettings(api_key=Secret(KEY), base_url=server.url), seconds=0.5)
    assert told.value.failure == failure
    assert KEY not in str(told.value)


def test_an_address_where_nobody_listens_is_told_at_once(closed_port: int) -> None:
    with pytest.raises(ModelError, match="cannot be reached"):
        models_at(ModelSettings(base_url=f"http://127.0.0.1:{closed_port}/v1"))


def test_an_endpoint_without_a_list_is_there_all_the_same(server: ProtocolServer) -> None:
    server.models = ()
    assert models_at(ModelSettings(base_url=server.url)) == ()


def test_asking_can_be_stopped(server: ProtocolServer) -> None:
    server.misbehave(always="silent")
    with pytest.raises(StoppedError):
        models_at(ModelSettings(base_url=server.url), stopped=lambda: True)


def test_a_list_without_end_is_cut() -> None:
    with ProtocolServer(scripted({})) as server:
        server.models = tuple(f"{number:04}" + "x" * 500 for number in range(500))
        names = models_at(ModelSettings(base_url=server.url))
    assert len(names) == MOST_MODELS
    assert {len(name) for name in names} == {LONGEST_NAME}


def test_asking_for_the_models_stands_in_the_ledger_whatever_comes_of_it(server: ProtocolServer) -> None:
    access, settings = ModelAccess(), ModelSettings(api_key=Secret(KEY), base_url=server.url)
    assert access.models_at("c1", settings) == ("small",)
    server.misbehave("unauthorized")
    with pytest.raises(ModelError):
        access.models_at("c1", settings)
    first, second = access.egress("c1")
    assert (first.purpose, first.host, first.outcome) == ("list_models", settings.host, "answered")
    assert "refused the key" in second.outcome
