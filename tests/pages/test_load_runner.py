"""Files are read in workers: in order, to be cancelled at any time, each told of once."""

import threading
from collections.abc import Callable, Iterator

import pytest

from pages.components.load_runner import Load, LoadRunner
from registry.dataset import Dataset
from registry.errors import FileTooLargeError, ReadingStoppedError
from registry.sentences import sentence
from registry.watching import reached
from tests.pages.scripted_service import ScriptedService

TEA = b"tea,amount\ngreen,1\nblack,2\n"


@pytest.fixture
def service() -> ScriptedService:
    return ScriptedService()


@pytest.fixture
def runner(service: ScriptedService) -> Iterator[LoadRunner]:
    made = LoadRunner(service, 2)
    yield made
    made.cancel("c1")


def file_of(service: ScriptedService, name: str, content: bytes = TEA) -> Load:
    return Load(name, lambda: service.datasets.add("c1", name, content), len(content), content)


def held(service: ScriptedService, name: str) -> tuple[Load, Callable[[], None]]:
    """A file that is being read until it is let go, and is told of meanwhile again and again."""
    let_go = threading.Event()

    def work() -> Dataset:
        while not let_go.wait(0.01):
            reached("rows", 7, 0)
        return service.datasets.add("c1", name, TEA)

    return Load(name, work, len(TEA), TEA), let_go.set


def test_files_of_a_conversation_are_read_in_order_and_found_once(service: ScriptedService, runner: LoadRunner) -> None:
    first, let_go = held(service, "a.csv")
    second = file_of(service, "b.csv")
    runner.start("c1", [first, second])
    assert runner.under_way("c1") == (first, second)
    let_go()
    assert second.finished.wait(60)
    assert runner.ended("c1") == (first, second) and runner.ended("c1") == ()
    assert [each.name for each in service.datasets.datasets("c1")] == ["a.csv", "b.csv"]


def test_what_is_cancelled_ends_and_leaves_nothing(service: ScriptedService, runner: LoadRunner) -> None:
    first, _ = held(service, "a.csv")
    second = file_of(service, "b.csv")
    runner.start("c1", [first, second])
    assert first.rows == 7
    runner.cancel("c1")
    assert first.finished.wait(60) and second.finished.wait(60)
    assert [each.was_cancelled for each in runner.ended("c1")] == [True, True]
    assert service.datasets.datasets("c1") == () and service.datasets.usage().total == 0


def test_a_file_that_was_cancelled_when_it_was_as_good_as_read_is_not_kept(
    service: ScriptedService, runner: LoadRunner
) -> None:
    load = file_of(service, "a.csv")
    read = load.work

    def work() -> Dataset:
        made = read()
        load.signal.set()
        return made

    load.work = work
    runner.start("c1", [load])
    assert load.finished.wait(60)
    assert load.was_cancelled and service.datasets.datasets("c1") == ()


def test_a_file_that_another_reading_may_mend_is_kept_with_its_sheets(
    service: ScriptedService, runner: LoadRunner
) -> None:
    for name, content, is_mendable in (("a.csv", b"1;2\n", True), ("b.csv", b"\x89PNG\r\n" + bytes(99), False)):
        load = file_of(service, name, content)
        runner.start("c1", [load])
        assert load.finished.wait(60)
        assert (load.mendable is not None) == is_mendable
    assert load.content == b""


def test_a_refusal_that_is_known_at_once_is_raised_and_told_nowhere_else(
    service: ScriptedService, runner: LoadRunner
) -> None:
    def refuse() -> Dataset:
        raise FileTooLargeError(sentence("refused.stopped", file="a.csv"), sentence("do.upload_again"))

    with pytest.raises(FileTooLargeError):
        runner.run("c1", Load("a.csv", refuse, 1))
    assert runner.ended("c1") == ()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_fault_breaks_off_one_file_and_not_the_next(service: ScriptedService, runner: LoadRunner) -> None:
    broken = Load("a.csv", lambda: 1 // 0, 1)  # type: ignore[arg-type,return-value]  # it never comes to a result
    after = file_of(service, "b.csv")
    runner.start("c1", [broken, after])
    assert after.finished.wait(60)
    assert broken.broke_off and not after.broke_off and after.dataset is not None
    assert not isinstance(broken.refused, ReadingStoppedError)
