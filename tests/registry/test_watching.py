"""Whoever watches a reading is told how far it is, and can end it: nothing is kept of it, and no process goes on."""

import itertools
import subprocess
import time
from collections.abc import Callable

import pytest

from registry.errors import ReadingStoppedError
from registry.formats import workbook
from registry.sentences import sentence
from registry.store import DatasetStore
from registry.watching import Reached, watching
from tests.registry.formats.workbooks import xlsx

SMALL = b"region,amount\nNorth,1\nSouth,2\n"
LARGE = b"region,amount\n" + b"".join(b"North and %b,%d\n" % (b"its parts" * 20, n) for n in range(6_000))
QUOTED = LARGE.replace(b"North and", b'"North, ""and')
"""Cut up row by row, for the quotes are never closed."""


def told_of(content: bytes, name: str = "sales.csv") -> list[Reached]:
    told: list[Reached] = []
    with watching(told.append):
        DatasetStore().add("ann", name, content)
    return told


@pytest.mark.parametrize("content", [SMALL, LARGE, QUOTED])
def test_what_is_told_goes_on_to_the_end_and_never_back(content: bytes) -> None:
    shares = [each.share for each in told_of(content)]
    assert shares == sorted(shares) and shares[-1] == 1


def test_rows_and_columns_are_counted_as_they_are_done() -> None:
    told = told_of(LARGE)
    assert max(each.done for each in told if each.part == "rows") == 6_000
    assert {each.of for each in told if each.part == "columns"} == {2}


@pytest.mark.parametrize("content", [SMALL, LARGE, xlsx({"Sales": [["region", "amount"], ["North", 1]]})])
def test_a_reading_can_be_ended_wherever_it_is_told_of_and_leaves_nothing(content: bytes) -> None:
    name = "sales.xlsx" if content.startswith(b"PK") else "sales.csv"
    for place in dict.fromkeys(told_of(content, name)):  # a busy machine is told of the same place more often
        store = DatasetStore()
        with pytest.raises(ReadingStoppedError), watching(_ending_at(place)):
            store.add("ann", name, content)
        assert store.datasets("ann") == () and store.usage().total == 0
    store.add("ann", name, content)


def _ending_at(place: Reached) -> Callable[[Reached], None]:
    def watcher(reached: Reached) -> None:
        if reached == place:
            raise ReadingStoppedError(sentence("refused.stopped", file="a.csv"), sentence("do.upload_again"))

    return watcher


def _ending_after(times: int) -> Callable[[Reached], None]:
    count = itertools.count()

    def watcher(_: Reached) -> None:
        if next(count) == times:
            raise ReadingStoppedError(sentence("refused.stopped", file="a.csv"), sentence("do.upload_again"))

    return watcher


def test_the_process_that_reads_a_workbook_ends_with_the_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[subprocess.Popen[bytes]] = []

    class Noted(subprocess.Popen[bytes]):
        def __init__(self, *args: object, **kwargs: object) -> None:
            super().__init__(["sleep", "600"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            started.append(self)

    monkeypatch.setattr(subprocess, "Popen", Noted)
    begun = time.monotonic()
    with pytest.raises(ReadingStoppedError), watching(_ending_after(2)):
        DatasetStore().add("ann", "sales.xlsx", xlsx({"Sales": [["region"], ["North"]]}))
    assert started[0].poll() is not None
    assert time.monotonic() - begun < workbook.SECONDS
