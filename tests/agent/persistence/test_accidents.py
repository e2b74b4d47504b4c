"""A disk that fills up in the middle of a checkpoint, and a clock that is set back."""

import time
from typing import Any, cast

import pytest

from agent.persistence.database import StoreError
from agent.service import AnalystService
from tests.agent.persistence.conftest import Serve
from tests.agent.persistence.test_restart import MEAN, begun
from tests.agent.scripted import act


def limit_pages(service: AnalystService, pages: int) -> None:
    """SQLite says "database or disk is full" (SQLITE_FULL) beyond so many pages, as it does on a full disk."""
    storage = cast(Any, service)._storage
    for connection in (storage.checkpointer.conn, storage.archive._database._connection):
        connection.execute(f"PRAGMA max_page_count = {pages}")


def test_a_disk_that_fills_up_costs_one_answer_and_nothing_before(sqlite: str, serve: Serve, tmp_path: Any) -> None:
    folder = {"data_folder": str(tmp_path / "uploads")}
    service = serve(sqlite, act(MEAN), **folder)
    conversation = begun(service)
    service.ask(conversation, "first?")
    limit_pages(service, 1)  # no page more than there are
    with pytest.raises(StoreError, match="full"):
        for _ in range(50):
            service.ask(conversation, "second?")
    kept = service.turns(conversation)
    limit_pages(service, 1_000_000)
    answered = service.ask(conversation, "third?")
    assert answered["status"] == "answered"
    assert service.turns(conversation) == [*kept, answered]
    service.close()
    after = serve(sqlite, act(MEAN), **folder)
    assert after.turns(conversation) == [*kept, answered]


def test_a_clock_that_is_set_back_loses_and_doubles_nothing(
    place: str, serve: Serve, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = {"data_folder": str(tmp_path / "uploads")}
    service = serve(place, act(MEAN), **folder)
    conversation = begun(service)
    service.ask(conversation, "first?")
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() - 400 * 86_400)
    turn = service.ask(conversation, "second?")
    assert turn["seconds"] >= 0
    service.sweep()
    service.close()
    after = serve(place, act(MEAN), **folder)
    assert [one["question"] for one in after.turns(conversation)] == ["first?", "second?"]
    assert after.ask(conversation, "third?")["turn_id"] == "T3"
    monkeypatch.setattr(time, "time", real)
    after.close()
    after = serve(place, act(MEAN), **folder)
    after.sweep()  # it was used just now, whatever the clock said
    assert [one["turn_id"] for one in after.turns(conversation)] == ["T1", "T2", "T3"]
