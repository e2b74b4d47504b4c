"""An endpoint is asked for the fullest form it understands, and what it rejected is remembered."""

import threading
from dataclasses import replace

import pytest

from agent.model_settings import ModelSettings
from agent.reasoning.chat.connection.client import Form, Message
from agent.reasoning.chat.connection.exchange import Exchange, ModelTurn
from agent.reasoning.egress import Cargo
from agent.reasoning.exam.probe import probe
from tests.protocol_server import ProtocolServer, purpose_of

FORM = Form("answer", {"type": "object", "properties": {"a": {"type": "string"}}})


def kinds(server: ProtocolServer) -> list[str]:
    return [request.body.get("response_format", {}).get("type", "plain") for request in server.received]


def test_a_schema_is_asked_for_first(server: ProtocolServer, settings: ModelSettings) -> None:
    Exchange(ModelTurn(settings)).send("test", (Message("user", "Hello"),), Cargo(), FORM)
    assert kinds(server) == ["json_schema"]
    assert server.received[0].body["response_format"]["json_schema"]["schema"] == FORM.schema


def test_a_rejected_schema_is_not_sent_twice(server: ProtocolServer, settings: ModelSettings) -> None:
    server.understands_schema = False
    turn = ModelTurn(settings)
    Exchange(turn).send("test", (Message("user", "Hello"),), Cargo(), FORM)
    Exchange(turn).send("test", (Message("user", "Hello"),), Cargo(), FORM)
    assert kinds(server) == ["json_schema", "json_object", "json_object"]


def test_a_rejected_parameter_is_left_out(server: ProtocolServer, settings: ModelSettings) -> None:
    server.misbehave("rejects_temperature")
    Exchange(ModelTurn(settings)).send("test", (Message("user", "Hello"),), Cargo(), FORM)
    assert ["temperature" in request.body for request in server.received] == [True, False]
    assert kinds(server) == ["json_schema", "json_schema"]


def test_only_the_chat_protocol_is_spoken_even_for_names_of_newer_models(server: ProtocolServer) -> None:
    codex = ModelSettings(base_url=server.url, name="gpt-5-codex")
    assert Exchange(ModelTurn(codex)).send("test", (Message("user", "Hello"),), Cargo()) == "Nothing to say."


def test_the_connection_test_says_what_works(server: ProtocolServer, settings: ModelSettings) -> None:
    server.brain = lambda body: (
        '{"capital": "Rome"}' if "capital" in str(body["messages"]) else "Blue is calm. So is the sea."
    )
    server.chunk_seconds = 0.1
    report = probe(ModelTurn(settings))
    assert (report.reachable, report.keeps_form, report.reply_format, report.streaming) == (
        True,
        True,
        "json_schema",
        True,
    )
    assert report.tokens_per_second and 1 < report.tokens_per_second < 200
    assert "streams" in report.sentence
    assert report.usable and report.found[0] == "Reachable: yes" and "by JSON schema" in report.found[2]
    assert report.found[3].startswith("Streams: yes, about")
    assert all(purpose_of(request.body) == "other" for request in server.received)


def test_the_connection_test_says_what_does_not(server: ProtocolServer, settings: ModelSettings) -> None:
    server.misbehave(always="unauthorized")
    report = probe(ModelTurn(settings))
    assert (report.usable, report.reachable, report.key_accepted) == (False, True, False)
    assert report.found[:2] == ("Reachable: yes", "Key accepted: no")
    assert report.sentence == "The language model's endpoint refused the key. Check the key."


@pytest.mark.parametrize("behaviour", ["silent", "dribble"])
def test_the_connection_test_ends_at_its_deadline_and_tells_what_it_found(
    server: ProtocolServer, settings: ModelSettings, behaviour: str
) -> None:
    server.misbehave("", always=behaviour)
    server.brain = lambda _: '{"capital": "Rome"}'
    report = probe(ModelTurn(replace(settings, call_seconds=1)))
    assert report.usable and report.keeps_form and report.streaming is None
    assert report.found[3] == "Streams: not tried"
    server.misbehave(always=behaviour)
    silent = probe(ModelTurn(replace(settings, call_seconds=1)))
    assert not silent.usable and silent.key_accepted is None and "took too long" in silent.sentence


def test_the_connection_test_stops_at_once(server: ProtocolServer, settings: ModelSettings) -> None:
    server.misbehave(always="silent")
    pressed = threading.Event()
    threading.Timer(0.2, pressed.set).start()
    report = probe(ModelTurn(settings, stopped=pressed.is_set))
    assert not report.usable and report.sentence == "Stopped."
    assert report.found[0] == "Reachable: not tried"
