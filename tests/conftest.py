"""What all tests share, and which folders are slow as a whole."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import settings

from agent.reasoning import factory
from agent.sandbox import zygote_process
from tests.agent.reader.scripted import recorded_reader, told_unread, unread

# A slow or busy machine is no failure of what is tested. What is drawn is the same in every run of `make test`, so that
# no change fails for a draw of the day; `make test-all` names the other profile.
settings.register_profile("always the same", deadline=None, derandomize=True)
settings.register_profile("random", deadline=None)
settings.load_profile("always the same")

HERE = Path(__file__).parent
SMOKE = {
    "training": ("test_results.py",),
}
"""Folders whose tests are slow but for those of some files."""


LONG = ("browser", "registry/text/test_whole_lines.py", "agent/sandbox/test_sandbox.py", "registry/by_path")
"""What takes longest. It comes first: at the end the other cores would wait for it."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: not any(HERE / name in (item.path, *item.path.parents) for name in LONG))
    for item in items:
        if is_slow(item.path):
            item.add_marker(pytest.mark.slow)


@cache
def is_slow(path: Path) -> bool:
    """Whether it stands in one of these folders and is none of the files that are kept."""
    return any(HERE / folder in path.parents and path.name not in kept for folder, kept in SMOKE.items())


@pytest.fixture(autouse=True, scope="session")
def programs_give_way_to_nobody() -> Iterator[None]:
    """On a busy machine they would get next to nothing; that they do give way has a test of its own."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(zygote_process, "COURTESY", 0)
        yield


@pytest.fixture(autouse=True, scope="session")
def recorded_readings_play_the_reader() -> Iterator[None]:
    """No test but those of the reader itself needs its weights."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(factory, "ReaderEngine", recorded_reader)
        yield


@pytest.fixture(autouse=True)
def every_question_has_a_line() -> Iterator[None]:
    """A turn that fails for want of a line is no answer that a test may be content with."""
    unread.clear()
    yield
    assert not unread, told_unread(unread[0])
