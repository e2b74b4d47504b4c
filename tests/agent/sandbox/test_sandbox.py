"""The sandbox as the app uses it: levels, queue, stop, restart, end."""

import gc
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest

from agent.sandbox import level as level_module
from agent.sandbox import run as app_sandbox
from agent.sandbox import zygote_process
from agent.sandbox.level import probe_level
from agent.sandbox.results import CodeLimits, CodeResult
from agent.sandbox.sandbox import Sandbox
from tests.agent.sandbox.arena import children

pytestmark = pytest.mark.sandbox
FRAME = pd.DataFrame({"a": [1.0, 2.0]})
OF_THE_APP = zygote_process.COURTESY  # which tests go without


def value(result: CodeResult) -> object:
    assert result.ok, result.error
    return result.values[0].value


def until(holds: Callable[[], object]) -> None:
    """Waits until it holds, for as long as the test may take."""
    while not holds():
        time.sleep(0.01)


def test_starting_in_the_background_returns_at_once_and_the_first_run_waits_for_it() -> None:
    sandbox = Sandbox()
    sandbox.start()
    assert sandbox.zygote_pid() is None, "it waited for its process"
    assert value(sandbox.run_code("result = 1", {})) == 1
    pid = sandbox.zygote_pid()
    sandbox.close()
    assert not Path(f"/proc/{pid}").exists()


def test_a_zygote_that_dies_is_replaced(sandbox: Sandbox) -> None:
    assert value(sandbox.run_code("result = 1", {})) == 1
    first = sandbox.zygote_pid()
    assert first is not None
    os.kill(first, signal.SIGKILL)
    time.sleep(0.1)
    assert value(sandbox.run_code("result = 2", {})) == 2
    assert sandbox.zygote_pid() != first


def test_a_zygote_that_dies_at_the_moment_of_asking_is_not_noticed(sandbox: Sandbox) -> None:
    sandbox.run_code("result = 1", {})
    zygote = sandbox.zygote_pid()
    assert zygote is not None
    os.kill(zygote, signal.SIGKILL)
    assert value(sandbox.run_code("result = 2", {})) == 2


def test_a_run_whose_zygote_dies_says_so_and_leaves_nothing(sandbox: Sandbox) -> None:
    sandbox.run_code("result = 1", {})
    zygote = sandbox.zygote_pid()
    assert zygote is not None
    results: list[CodeResult] = []
    running = threading.Thread(target=lambda: results.append(sandbox.run_code("while True: pass", {})))
    running.start()
    until(lambda: children(zygote))
    (started,) = children(zygote)
    time.sleep(1.1)  # by then it was not at the moment of asking
    os.kill(zygote, signal.SIGKILL)
    running.join(120)
    assert results[0].error is not None
    assert results[0].error.kind == "crashed"
    until(lambda: not Path(f"/proc/{started}").exists())


def test_a_program_gives_way_to_whoever_asks_plain_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zygote_process, "COURTESY", OF_THE_APP)
    polite, over = Sandbox(), threading.Event()
    polite.run_code("result = 1", {})
    zygote = polite.zygote_pid()
    assert zygote is not None
    behind = os.getpriority(os.PRIO_PROCESS, zygote)
    assert behind == min(os.getpriority(os.PRIO_PROCESS, 0) + 10, 19)
    running = threading.Thread(target=polite.run_code, args=("while True: pass", {}), kwargs={"stopped": over.is_set})
    running.start()
    try:
        while not (started := children(zygote)) or os.getpriority(os.PRIO_PROCESS, started[0]) < min(behind + 10, 19):
            assert running.is_alive(), "the program ended and had not given way"
            time.sleep(0.01)
    finally:
        over.set()
        running.join()
        polite.close()


def test_runs_beyond_the_limit_wait_in_order_and_know_their_place() -> None:
    narrow = Sandbox(max_runs=1)
    try:
        narrow.run_code("result = 1", {})
        places: dict[int, list[int]] = {0: [], 1: [], 2: []}
        over = [threading.Event() for _ in places]
        order: list[int] = []

        def run(number: int) -> None:
            narrow.run_code("while True: pass", {}, stopped=over[number].is_set, on_position=places[number].append)
            order.append(number)

        threads = [threading.Thread(target=run, args=(number,)) for number in places]
        threads[0].start()
        until(lambda: children(narrow.zygote_pid()))
        for number in (1, 2):
            threads[number].start()
            until(places[number].__len__)
        for event, thread in zip(over, threads, strict=True):
            event.set()
            thread.join()
        assert order == [0, 1, 2]
        assert places == {0: [], 1: [1, 0], 2: [2, 1, 0]}
    finally:
        narrow.close()


def test_a_run_is_stopped_when_the_person_says_so(sandbox: Sandbox) -> None:
    sandbox.run_code("result = 1", {})
    stop = threading.Event()
    threading.Timer(0.3, stop.set).start()
    result = sandbox.run_code("while True: pass", {}, stopped=stop.is_set)
    assert result.error is not None
    assert result.error.kind == "stopped"
    assert children(sandbox.zygote_pid()) == []


def test_two_runs_at_once_do_not_see_each_other(sandbox: Sandbox) -> None:
    results: dict[int, object] = {}

    def run(number: int) -> None:
        code = f"import os, time, builtins\nbuiltins.mark = {number}\ntime.sleep(0.2)\nresult = builtins.mark"
        results[number] = value(sandbox.run_code(code, {}))

    threads = [threading.Thread(target=run, args=(number,)) for number in (1, 2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == {1: 1, 2: 2}


def test_a_frame_that_changed_is_not_mixed_up_with_what_it_was(sandbox: Sandbox) -> None:
    frame = pd.DataFrame({"a": [1.0, 2.0], "t": ["x", "y"], "k": pd.array([True, None], dtype="boolean")})
    code = "result = [float(df['a'].sum()), *df['t'], int(df['k'].sum())]"
    assert value(sandbox.run_code(code, {"f": frame})) == [3.0, "x", "y", 1]
    frame.loc[0, "a"] = 5.0
    frame.loc[0, "t"] = "z"
    frame.loc[1, "k"] = True
    assert value(sandbox.run_code(code, {"f": frame})) == [7.0, "z", "y", 2]


def files_of_data_sets() -> int:
    links = [entry for entry in Path("/proc/self/fd").iterdir() if entry.is_symlink()]
    return sum("data set" in str(link.readlink()) for link in links)


def test_files_in_memory_go_with_their_frame(sandbox: Sandbox) -> None:
    gc.collect()  # frames of other tests that still wait for it
    frame = pd.DataFrame({"a": [1.0]})
    sandbox.run_code("result = 1", {"f": frame})
    before = files_of_data_sets()
    del frame
    assert files_of_data_sets() == before - 1


def test_without_landlock_a_program_opens_no_file_and_still_computes() -> None:
    weaker = Sandbox(use_landlock=False)
    try:
        assert weaker.level().name == "no_landlock"
        assert "no file" in weaker.level().sentence
        code = "plt.plot([1, 2])\nresult = px.bar(df, y='a').to_dict()['data'][0]['type']"
        assert weaker.run_code(code, {"f": FRAME}).ok, weaker.level()
        result = weaker.run_code("import os, sys\nos.open(os.__file__, os.O_RDONLY)", {})
        assert result.error is not None
        assert result.error.exception == "PermissionError"
    finally:
        weaker.close()


@pytest.mark.parametrize(
    ("platform", "says"), [("darwin", "macOS"), ("win32", "Windows"), ("linux", "filter for system calls")]
)
def test_where_nothing_can_hold_a_program_none_runs(monkeypatch: pytest.MonkeyPatch, platform: str, says: str) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(level_module, "_has_seccomp", lambda: False)
    off = Sandbox()
    assert not off.level().runs_code
    assert says in off.level().sentence
    result = off.run_code("result = 1", {})
    assert result.error is not None
    assert (result.error.kind, result.error.message) == ("off", off.level().sentence)


@pytest.mark.parametrize(
    ("missing", "says"),
    [("_has_seccomp", "system calls (seccomp)"), ("_has_pidfd", "pidfd"), ("this_machine", "type of processor")],
)
def test_whatever_is_missing_is_named_and_nothing_runs(
    monkeypatch: pytest.MonkeyPatch, missing: str, says: str
) -> None:
    monkeypatch.setattr(level_module, missing, lambda: None)
    off = Sandbox()
    assert not off.level().runs_code and says in off.level().sentence
    assert off.zygote_pid() is None
    result = off.run_code("result = 1", {})
    assert result.error is not None and result.error.kind == "off" and off.zygote_pid() is None


def test_the_app_has_one_sandbox() -> None:
    try:
        assert app_sandbox.start_sandbox(max_runs=1).name == probe_level().name
        assert value(app_sandbox.run_code("result = len(df)", {"f": FRAME}, limits=CodeLimits(seconds=60))) == 2
    finally:
        app_sandbox.close_sandbox()
