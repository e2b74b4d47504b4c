"""What keeping a conversation costs: time per turn, and how memory or storage grow. Printed, never failed by.

Run with `pytest -m benchmark -s tests/benchmarks/test_checkpointers.py`.
"""

import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import psutil
import psycopg
import pytest
from langgraph.checkpoint.memory import MemorySaver

from agent.service import AnalystService
from agent.settings import Settings
from tests.agent.scripted import STAFF, Script, act, by_department, reading
from tests.agent.test_state import stored_bytes
from tests.postgres_server import NoServerError, running_postgres

pytestmark = [pytest.mark.benchmark, pytest.mark.slow, pytest.mark.timeout(900)]
TURNS, TURNS_BY_STEP = 200, 40  # storing every step takes several times as long
SAVER_CALLS = ("get_tuple", "put", "put_writes", "get_delta_channel_history")
KILOBYTE = 1000


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    try:
        with running_postgres() as address:
            yield address
    except NoServerError as reason:
        pytest.skip(str(reason))


@pytest.mark.parametrize("durability", ["exit", "sync"])
@pytest.mark.parametrize("kind", ["memory", "sqlite", "postgres"])
def test_a_long_conversation(
    kind: str, durability: str, tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("agent.sessions.turns.DURABILITY", durability)
    addresses: dict[str, Callable[[], str]] = {
        "memory": lambda: "memory",
        "sqlite": lambda: f"sqlite:{tmp_path / 'b.db'}",
        "postgres": lambda: _database(request.getfixturevalue("server"), f"bench_{durability}"),
    }
    address = addresses[kind]()
    service = AnalystService(
        Settings(checkpointer=address, data_folder=str(tmp_path / "uploads") if kind != "memory" else ""),
        reasoner=Script([act(reading("r", by_department()))]),
    )
    conversation = service.start_conversation("owner")
    service.datasets.add(conversation, "staff.csv", STAFF)
    keeping = _timed(cast(Any, service)._storage.checkpointer, monkeypatch)
    size = _size_of(kind, service, tmp_path)
    turns = TURNS if durability == "exit" else TURNS_BY_STEP
    seconds, kept, sizes = [], [], [size()]
    memory = psutil.Process().memory_info().rss
    for turn in range(turns):
        before, started = sum(keeping), time.perf_counter()
        assert service.ask(conversation, f"Question {turn}?")["status"] == "answered"
        seconds.append(time.perf_counter() - started)
        kept.append(sum(keeping) - before)
        sizes.append(size())
    grown = psutil.Process().memory_info().rss - memory
    part, half = turns // 10, turns // 2
    print(f"\n{kind:8} {durability:4} {turns} turns | turn {_ms(seconds[:part])} -> {_ms(seconds[-part:])} ms", end="")
    print(f", of it the checkpointer {_ms(kept[:part])} -> {_ms(kept[-part:])} ms", end="")
    print(
        f" | stored {_each(sizes[:half])} -> {_each(sizes[half:])} KB a turn, {sizes[-1] / 1e6:.1f} MB in all", end=""
    )
    print(f" | process +{grown / 1e6:.0f} MB{_reopened(service, conversation, address, tmp_path)}")
    service.close()


def _database(server: str, name: str) -> str:
    with psycopg.connect(f"{server}postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return f"{server}{name}"


def _timed(saver: Any, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds of each call of the saver from now on. The graph works on a copy of it, so its class is timed."""
    taken: list[float] = []

    def around(call: Callable[..., Any]) -> Callable[..., Any]:
        def timed(*given: Any, **more: Any) -> Any:
            started = time.perf_counter()
            try:
                return call(*given, **more)
            finally:
                taken.append(time.perf_counter() - started)

        return timed

    for name in SAVER_CALLS:
        monkeypatch.setattr(type(saver), name, around(getattr(type(saver), name)))
    return taken


def _size_of(kind: str, service: AnalystService, folder: Path) -> Callable[[], int]:
    saver = cast(Any, service)._storage.checkpointer
    match kind:
        case "memory":
            assert type(saver) is MemorySaver
            return lambda: stored_bytes(saver)
        case "sqlite":
            return lambda: sum(path.stat().st_size for path in folder.iterdir() if path.is_file())
        case _:
            archive = cast(Any, service)._storage.archive
            return lambda: int(archive._database.rows("SELECT pg_database_size(current_database())")[0][0])


def _reopened(service: AnalystService, conversation: str, address: str, folder: Path) -> str:
    """How long a restarted server takes to open the conversation."""
    if address == "memory":
        return ""
    turns = service.turns(conversation)
    service.close()
    again = AnalystService(Settings(checkpointer=address, data_folder=str(folder / "uploads")), reasoner=Script([]))
    started = time.perf_counter()
    assert again.turns(conversation) == turns
    taken = time.perf_counter() - started
    again.close()
    return f" | opened again in {taken * 1000:.0f} ms"


def _ms(seconds: list[float]) -> str:
    return f"{statistics.median(seconds) * 1000:.1f}"


def _each(sizes: list[int]) -> str:
    return f"{(sizes[-1] - sizes[0]) / (len(sizes) - 1) / KILOBYTE:.0f}"
