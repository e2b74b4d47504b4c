"""Stores to test with: a SQLite file, and a database of a real PostgreSQL where one can be run."""

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import psycopg
import pytest

from agent.reasoning.prompts import Decision
from agent.service import AnalystService
from agent.settings import Settings
from tests.agent.scripted import Script
from tests.postgres_server import NoServerError, running_postgres

_numbers = count(1)
HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A restart is tested on SQLite before every change; that PostgreSQL stores the same, test_stores tells."""
    for item in items:
        if item.path.parent == HERE and item.path.name.startswith("test_restart") and "[postgres]" in item.name:
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    try:
        with running_postgres() as address:
            yield address
    except NoServerError as reason:
        pytest.skip(str(reason))


@pytest.fixture
def postgres(postgres_server: str) -> str:
    """The address of an empty database."""
    name = f"store{next(_numbers)}"
    with psycopg.connect(f"{postgres_server}postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return f"{postgres_server}{name}"


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    """The address of a file that is not there yet."""
    return f"sqlite:{tmp_path / 'tally.db'}"


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest) -> str:
    """The address of an empty store of each kind."""
    return str(request.getfixturevalue(request.param))


Serve = Callable[..., AnalystService]


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Makes a service, as a start of the server does; every one of them is closed at the end."""
    made: list[AnalystService] = []

    def start(place: str, *steps: Decision, script: Script | None = None, **settings: object) -> AnalystService:
        mind = script or Script(list(steps))
        service = AnalystService(Settings(checkpointer=place, **settings), reasoner=mind)  # type: ignore[arg-type]
        made.append(service)
        return service

    yield start
    for service in made:
        service.close()
