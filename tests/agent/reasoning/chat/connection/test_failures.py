"""Whatever an endpoint does wrong ends in a typed error, a plain sentence, and a conversation that goes on."""

from typing import Any

import pytest

from agent.model_settings import ModelSettings
from agent.reasoning.chat.connection import transport
from agent.reasoning.chat.connection.client import Form, Message
from agent.reasoning.chat.connection.exchange import Exchange, ModelTurn
from agent.reasoning.chat.connection.failures import Failure, ModelError
from agent.reasoning.egress import Cargo
from agent.service import AnalystService
from tests.agent.reasoning.chat.conftest import KEY
from tests.agent.reasoning.chat.replies import QUESTION
from tests.cases import some
from tests.protocol_server import MISBEHAVIOURS, UNPACKED_BOMB, ProtocolServer

FORM = Form("answer", {"type": "object"})
KINDS: dict[str, Failure] = {
    "unauthorized": "refused_key",
    "forbidden": "refused_key",
    "unknown_model": "not_found",
    "quota": "quota",
    "busy": "busy",
    "busy_for_long": "busy",
    "error_500": "broken_server",
    "error_in_200": "no_api",
    "html": "no_api",
    "not_json": "no_api",
    "empty_object": "no_api",
    "empty_choices": "empty",
    "empty_text": "empty",
    "cut_off": "cut_off",
    "filtered": "filtered",
    "refusal": "refusal",
    "tool_calls": "empty",
    "redirect": "no_api",
    "dribble": "timeout",
    "silent": "timeout",
    "close_in_the_middle": "cut_off",
    "close_at_once": "unreachable",
    "bomb": "cut_off",
    "packed_unasked": "no_api",
    "packed_wrongly": "no_api",
}
FALLS_BACK = sorted({*KINDS, "broken_json", "prose_for_json", "wrong_types", "unknown_columns"})


def short(settings: ModelSettings, **more: int) -> ModelSettings:
    given: dict[str, Any] = {"call_seconds": 1, "retries": 0, **more}
    return ModelSettings(api_key=settings.api_key, base_url=settings.base_url, name="small", **given)


def test_every_misbehaviour_is_tested() -> None:
    assert set(FALLS_BACK) | {"rejects_temperature", "rejects_tools"} == set(MISBEHAVIOURS)


@pytest.mark.parametrize(("behaviour", "failure"), KINDS.items())
def test_a_failure_is_typed_and_told_without_the_key(
    server: ProtocolServer, settings: ModelSettings, behaviour: str, failure: Failure
) -> None:
    server.misbehave(always=behaviour)
    exchange = Exchange(ModelTurn(short(settings)))
    with pytest.raises(ModelError) as caught:
        exchange.send("test", (Message("user", "Write JSON."),), Cargo(), FORM)
    assert caught.value.failure == failure
    assert str(caught.value).endswith(".")
    assert KEY not in str(caught.value)


@pytest.mark.parametrize("behaviour", ["dribble", "close_in_the_middle", "unauthorized", "html", "empty_text"])
def test_a_stream_fails_as_plainly(server: ProtocolServer, settings: ModelSettings, behaviour: str) -> None:
    server.misbehave(always=behaviour)
    exchange = Exchange(ModelTurn(short(settings)))
    with pytest.raises(ModelError) as caught:
        exchange.send("test", (Message("user", "Say something."),), Cargo(), on_text=lambda _: None)
    assert caught.value.failure == KINDS[behaviour]


@pytest.mark.parametrize("behaviour", some(FALLS_BACK, every=5))
def test_the_turn_is_answered_by_the_rules_and_says_so(
    server: ProtocolServer, settings: ModelSettings, behaviour: str
) -> None:
    server.misbehave(always=behaviour)
    service = AnalystService(model=short(settings))
    conversation = service.start_conversation("owner")
    service.datasets.add(conversation, "staff.csv", b"department,salary\nSales,10\nSales,20\nLegal,40\n")
    turn = service.ask(conversation, QUESTION)
    assert turn["status"] == "answered"
    assert "15" in turn["answer"]["text"]
    assert [caveat for caveat in turn["caveats"] if caveat.endswith("The built-in rules stood in for it.")]
    assert all(citation["verified"] for citation in turn["answer"]["citations"])
    server.misbehave()
    assert service.ask(conversation, QUESTION)["status"] == "answered"


def test_a_bomb_is_never_unpacked_beyond_the_limit(
    server: ProtocolServer, settings: ModelSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    unpacked: list[int] = []
    whole = transport._Counted._unpacked

    def noted(self: transport._Counted, chunk: bytes, most: int) -> bytes:
        plain = whole(self, chunk, most)
        unpacked.append(len(plain))
        return plain

    monkeypatch.setattr(transport._Counted, "_unpacked", noted)
    server.misbehave(always="bomb")
    with pytest.raises(ModelError, match="longer than any answer"):
        Exchange(ModelTurn(short(settings))).send("test", (Message("user", "Hello"),), Cargo())
    assert 0 < sum(unpacked) <= transport.LONGEST_REPLY + 1 < UNPACKED_BOMB


def test_a_packed_reply_of_an_honest_server_is_read(server: ProtocolServer, settings: ModelSettings) -> None:
    server.packs = True
    assert Exchange(ModelTurn(settings)).send("test", (Message("user", "Hello"),), Cargo()) == "Nothing to say."


def test_a_closed_port_is_unreachable(settings: ModelSettings) -> None:
    nobody = ModelSettings(base_url="http://127.0.0.1:9/v1", retries=0)
    with pytest.raises(ModelError) as caught:
        Exchange(ModelTurn(nobody)).send("test", (Message("user", "Hello"),), Cargo())
    assert caught.value.failure == "unreachable"


def test_a_busy_server_is_asked_again_after_the_time_it_names(server: ProtocolServer, settings: ModelSettings) -> None:
    server.misbehave("busy")
    assert Exchange(ModelTurn(settings)).send("test", (Message("user", "Hello"),), Cargo()) == "Nothing to say."
    assert len(server.received) == 2


def test_a_server_that_wants_an_hour_is_not_waited_for(server: ProtocolServer, settings: ModelSettings) -> None:
    server.misbehave("busy_for_long")
    with pytest.raises(ModelError, match="too many requests"):
        Exchange(ModelTurn(settings)).send("test", (Message("user", "Hello"),), Cargo())
    assert len(server.received) == 1


def test_a_failed_model_is_not_asked_again_in_the_same_turn(
    server: ProtocolServer, talk: tuple[AnalystService, str]
) -> None:
    server.misbehave(always="unauthorized")
    service, conversation = talk
    service.ask(conversation, QUESTION)
    assert len(server.received) == 1


def test_a_useless_reply_is_sent_back_once_with_what_is_wrong(
    server: ProtocolServer, talk: tuple[AnalystService, str]
) -> None:
    server.misbehave("unknown_columns")
    service, conversation = talk
    turn = service.ask(conversation, QUESTION)
    first, second = server.asked("read_question")
    assert "galaxy" in second.body["messages"][-1]["content"]
    assert second.body["messages"][: len(first.body["messages"])] == first.body["messages"]
    assert not [caveat for caveat in turn["caveats"] if "stood in" in caveat]
