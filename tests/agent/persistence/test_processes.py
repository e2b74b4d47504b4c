"""Several processes on one PostgreSQL store: a conversation opens on any of them, one turn at a time; and the server
goes away in the middle of a turn and comes back."""

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from agent.errors import TurnBusyError
from agent.persistence.database import StoreError
from agent.service import AnalystService
from tests.agent.persistence.conftest import Serve
from tests.agent.persistence.outside import change
from tests.agent.persistence.test_restart import BROKEN_OFF, MEAN, begun, killed
from tests.agent.scripted import STAFF, Script, act


def questions(service: AnalystService, conversation: str) -> list[str]:
    assert service.owns(conversation, "ann")
    return [turn["question"] for turn in service.turns(conversation)]


def test_each_process_goes_on_where_the_other_one_stopped(postgres: str, serve: Serve, tmp_path: Any) -> None:
    folder = {"data_folder": str(tmp_path / "uploads")}
    one, other = serve(postgres, act(MEAN), **folder), serve(postgres, act(MEAN), **folder)
    conversation = begun(one)
    one.ask(conversation, "first?")
    assert questions(other, conversation) == ["first?"]
    other.ask(conversation, "second?")
    assert questions(one, conversation) == ["first?", "second?"]
    other.datasets.add(conversation, "more.csv", STAFF)
    assert one.owns(conversation, "ann")
    assert [data.name for data in one.datasets.datasets(conversation)] == ["staff.csv", "more.csv"]
    assert one.ask(conversation, "third?")["turn_id"] == "T3"
    assert questions(other, conversation) == ["first?", "second?", "third?"]
    assert other.turns(conversation) == one.turns(conversation)
    assert other.artifacts(conversation) == one.artifacts(conversation)
    assert {"A1", "A2"} <= set(other.artifacts(conversation))
    other.end(conversation)
    assert not one.owns(conversation, "ann")


def test_one_process_at_a_time_works_on_a_conversation(postgres: str, serve: Serve, tmp_path: Any) -> None:
    begun_turn, go = threading.Event(), threading.Event()

    def held(prompt: Any) -> Any:
        begun_turn.set()
        assert go.wait(120)
        return act(MEAN)

    folder = {"data_folder": str(tmp_path / "uploads")}
    one, other = serve(postgres, script=Script([held]), **folder), serve(postgres, act(MEAN), **folder)
    conversation, elsewhere = begun(one), begun(other)
    with ThreadPoolExecutor(1) as pool:
        turn = pool.submit(one.ask, conversation, "first?")
        assert begun_turn.wait(120)
        assert questions(other, conversation) == [], "it is under way, and not unfinished"
        with pytest.raises(TurnBusyError, match="another process"):
            other.ask(conversation, "second?")
        assert other.ask(elsewhere, "mean?")["status"] == "answered"
        go.set()
        turn.result(120)
    assert questions(other, conversation) == ["first?"]


def test_a_process_that_is_killed_lets_go_of_its_conversation(postgres: str, serve: Serve, tmp_path: Any) -> None:
    other = serve(postgres, act(MEAN), data_folder=str(tmp_path / "uploads"))
    conversation = killed(BROKEN_OFF, postgres, str(tmp_path / "uploads")).strip()
    assert other.owns(conversation, "ann")
    assert other.unfinished(conversation) is not None
    assert other.ask(conversation, "Mean?")["turn_id"] == "T2"


@pytest.mark.slow
def test_a_server_that_goes_away_in_a_turn_and_comes_back_loses_nothing(
    postgres: str, serve: Serve, tmp_path: Any
) -> None:
    admin = f"{postgres.rpartition('/')[0]}/postgres"
    name = postgres.rpartition("/")[2]

    def away(prompt: Any) -> Any:
        change(admin, f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        change(admin, f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")
        return act(MEAN)

    folder = {"data_folder": str(tmp_path / "uploads")}
    service = serve(postgres, script=Script([act(MEAN), away, act(MEAN)]), **folder)
    conversation = begun(service)
    service.ask(conversation, "first?")
    with pytest.raises(StoreError, match="cannot be used"):
        service.ask(conversation, "second?")
    with pytest.raises(StoreError):
        service.ask(conversation, "while it is away?")
    change(admin, f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
    assert service.ask(conversation, "third?")["status"] == "answered"
    assert questions(service, conversation)[0] == "first?"
    assert questions(service, conversation)[-1] == "third?"
    other = serve(postgres, act(MEAN), **folder)
    assert questions(other, conversation) == questions(service, conversation)
