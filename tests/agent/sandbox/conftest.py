"""One sandbox for all tests of this room, and the marker for what needs one."""

from collections.abc import Iterator

import pytest
import pytest_socket

from agent.sandbox.level import probe_level
from agent.sandbox.sandbox import Sandbox
from tests.agent.sandbox.arena import Arena, opened_arena


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "sandbox: runs generated code; skipped where there is no sandbox")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if probe_level().runs_code:
        return
    for item in items:
        if item.get_closest_marker("sandbox"):
            item.add_marker(pytest.mark.skip(reason=probe_level().sentence))


@pytest.fixture(scope="session")
def sandbox() -> Iterator[Sandbox]:
    opened = Sandbox()
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def arena(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Arena]:
    """Opened with sockets allowed, which its listeners need; tests may not open any."""
    pytest_socket.enable_socket()
    with opened_arena(tmp_path_factory.mktemp("arena")) as opened:
        assert opened.execute("result = 1").ok
        yield opened
