"""Two services, many threads, and conversations that are left alone for long."""

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, cast

import pytest

from agent.service import AnalystService
from agent.settings import Settings
from tests.agent.persistence.conftest import Serve
from tests.agent.persistence.outside import change, refused
from tests.agent.scripted import STAFF, Script, act, reading, salary

ANSWER = act(reading("rows", salary("count")))


# ---------------------------------------------------------------- two services, many threads


def test_two_services_never_share_a_file(sqlite: str, serve: Serve) -> None:
    first = serve(sqlite, ANSWER)
    assert "Another running Tally" in refused(Settings(checkpointer=sqlite))
    conversation = first.start_conversation("ann")
    assert first.owns(conversation, "ann")
    first.close()
    assert serve(sqlite, ANSWER).owns(conversation, "ann")


def test_a_lost_connection_is_made_anew(postgres: str, serve: Serve) -> None:
    service = serve(postgres, ANSWER)
    conversation = service.start_conversation("ann")
    service.datasets.add(conversation, "staff.csv", STAFF)
    service.ask(conversation, "How many?")
    change(
        postgres,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()",
    )
    time.sleep(0.2)
    assert service.ask(conversation, "How many?")["status"] == "answered"


def test_conversations_side_by_side_never_mix(place: str, serve: Serve) -> None:
    mind = Script([ANSWER], narration=["{S1.salary_count} rows."])
    before = serve(place, script=mind, run_log="on")
    ids = [before.start_conversation("ann") for _ in range(6)]

    def converse(number: int) -> list[str]:
        before.datasets.add(ids[number], "staff.csv", STAFF + b"Zoe,Sales,Junior,1\n" * number)
        return [before.ask(ids[number], f"Question {turn}?")["answer"]["text"] for turn in range(4)]

    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(converse, range(6)))
    assert answers == [[f"{5 + number} rows."] * 4 for number in range(6)]
    before.close()
    after = serve(place, ANSWER)
    with ThreadPoolExecutor(6) as pool:
        turns = list(pool.map(after.turns, ids * 2))
    assert [[turn["answer"]["text"] for turn in each] for each in turns] == answers * 2
    assert all(list(after.artifacts(conversation)) == ["A1", "A2", "A3", "A4"] for conversation in ids)


# ---------------------------------------------------------------- idle and old


def test_sweeping_frees_memory_and_keeps_what_is_stored(
    place: str, serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = serve(place, ANSWER, data_folder=str(tmp_path / "uploads"))
    idle, empty = service.start_conversation("ann"), service.start_conversation("ann")
    service.datasets.add(idle, "staff.csv", STAFF)
    turn = service.ask(idle, "How many?")
    now = time.monotonic() + 121 * 60
    monkeypatch.setattr("agent.sessions.conversations.time.monotonic", lambda: now)
    service.sweep()
    assert service.datasets.usage().total == 0
    assert not cast(Any, service)._artifacts._artifacts
    assert not service.owns(empty, "ann"), "nothing ever happened in it"
    assert service.owns(idle, "ann")
    assert service.turns(idle) == [turn]
    assert service.artifact(idle, turn["artifact_ids"][0])
    assert service.ask(idle, "How many?")["turn_id"] == "T2"


def test_a_stored_conversation_that_nobody_used_for_long_is_deleted(
    sqlite: str, serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = serve(sqlite, ANSWER, data_folder=str(tmp_path / "uploads"))
    conversation = before.start_conversation("ann")
    before.datasets.add(conversation, "staff.csv", STAFF)
    before.close()
    after = serve(sqlite, ANSWER, data_folder=str(tmp_path / "uploads"))
    then = time.time() + 89 * 86_400
    monkeypatch.setattr("agent.persistence.archive.time.time", lambda: then)
    after.sweep()
    assert list((tmp_path / "uploads").iterdir())
    then += 2 * 86_400
    after.sweep()
    assert not after.owns(conversation, "ann")
    assert not list((tmp_path / "uploads").iterdir())


def test_without_a_store_an_idle_conversation_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    service = AnalystService(reasoner=Script([ANSWER]))
    conversation = service.start_conversation("ann")
    service.datasets.add(conversation, "staff.csv", STAFF)
    now = time.monotonic() + 121 * 60
    monkeypatch.setattr("agent.sessions.conversations.time.monotonic", lambda: now)
    service.sweep()
    assert not service.owns(conversation, "ann")


def test_a_store_that_fails_during_a_sweep_is_logged_and_swept_again(
    sqlite: str, serve: Serve, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = serve(sqlite, ANSWER)
    conversation = service.start_conversation("ann")
    now = time.monotonic() + 121 * 60
    monkeypatch.setattr("agent.sessions.conversations.time.monotonic", lambda: now)
    change(sqlite, "ALTER TABLE tally_datasets RENAME TO away")
    service.sweep()
    assert "swept" in caplog.text
    change(sqlite, "ALTER TABLE away RENAME TO tally_datasets")
    service.sweep()
    assert not service.owns(conversation, "ann")
