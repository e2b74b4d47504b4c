"""The reader's engine over a stand-in for llama.cpp: candidates, the line, stopping, a process that comes and goes."""

import json
import math
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

import psutil
import pytest

from agent.reader.completion import Completion, ReaderError
from agent.reader.engine import ReaderEngine, RemoteServer
from agent.reader.engine_process import EngineProcess, free_in_groups
from agent.settings import SettingError, Settings
from tests.agent.reader.llama_stand_in import StandIn, Tree

pytestmark = pytest.mark.allow_hosts(["127.0.0.1"])
STAND_IN = Path(__file__).with_name("llama_stand_in.py")
MODEL: Tree = {
    "": [(" mean", 0.6), (" sum", 0.3), (" bar", 0.1)],
    " mean": [(" x", 0.5), (" y", 0.4), ("", 0.1)],
    " mean x": [("", 1.0)],
    " mean y": [("", 1.0)],
    " sum": [(" x", 0.9), (" y", 0.1)],
    " sum x": [("", 1.0)],
    " sum y": [("", 1.0)],
    " bar": [("", 1.0)],
    "sure": [("!", 0.95), ("?", 0.05)],
    "sure!": [("", 1.0)],
    "long": [(" a", 0.6), (" b", 0.4)],
    "long a": [("", 1.0)],
    **{f"long b{'.' * n}": [(".", 1.0)] for n in range(11)},
    f"long b{'.' * 11}": [("", 0.9), (" c", 0.05)],
    "doubt": [(" a", 0.65), (" b", 0.35)],
    "doubt a": [("", 1.0)],
    **{f"doubt b{'.' * n}": [(".", 0.7), ("!", 0.1)] for n in range(9)},
}
PLENTY = 1e9
DEFAULTS = Settings()


def never() -> bool:
    return False


def nobody(place: int) -> None:
    """Nobody wants to know the place."""


def read(engine: ReaderEngine, prompt: str) -> tuple[Completion, ...]:
    return engine.complete(prompt, stopped=never, place=nobody)


def wait_until(state: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not state():
        assert time.monotonic() < end, "the state did not come"
        time.sleep(0.01)


@pytest.fixture
def weights(tmp_path: Path) -> Path:
    path = tmp_path / "model.json"
    path.write_text(json.dumps(MODEL), encoding="utf-8")
    return path


def log_of(weights: Path) -> list[str]:
    log = weights.with_suffix(".log")
    return log.read_text(encoding="utf-8").splitlines() if log.exists() else []


@contextmanager
def engine_of(weights: Path, settings: Settings = DEFAULTS, free: float = PLENTY) -> Iterator[ReaderEngine]:
    def found() -> tuple[Path | None, str]:
        return (weights, "") if weights.exists() else (None, "not_fetched")

    process = EngineProcess(settings, found, script=STAND_IN, free=lambda: free)  # type: ignore[arg-type]
    with closing(ReaderEngine(settings, process)) as engine:
        yield engine


@pytest.fixture
def engine(weights: Path) -> Iterator[ReaderEngine]:
    with engine_of(weights) as running:
        yield running


def probabilities(completions: tuple[Completion, ...]) -> dict[str, float]:
    return {one.text: round(math.exp(one.log_probability), 3) for one in completions}


# ---------------------------------------------------------------- candidates


def test_the_three_likeliest_completions_are_told_the_greedy_one_first(engine: ReaderEngine) -> None:
    told = probabilities(read(engine, "q=>"))
    assert told == {" mean x": 0.3, " sum x": 0.27, " mean y": 0.24}
    assert next(iter(told)) == " mean x"


def test_a_sure_completion_stands_alone(engine: ReaderEngine) -> None:
    assert probabilities(read(engine, "q=>sure")) == {"!": 0.95}


def test_a_branch_is_gone_on_with_to_its_end(engine: ReaderEngine) -> None:
    assert probabilities(read(engine, "q=>long")) == {" a": 0.6, " b...........": 0.36}


def test_a_branch_that_turns_out_unlikely_is_left(engine: ReaderEngine, weights: Path) -> None:
    assert probabilities(read(engine, "q=>doubt")) == {" a": 0.65}
    assert len(log_of(weights)) == 3  # its environment, the greedy completion, eight tokens of the other


def test_the_same_prompt_is_completed_once(engine: ReaderEngine, weights: Path) -> None:
    first = read(engine, "q=>")
    asked = len(log_of(weights))
    assert read(engine, "q=>") is first
    assert len(log_of(weights)) == asked


def test_tokens_are_counted(engine: ReaderEngine) -> None:
    assert engine.count("abc") == 3


def test_a_prompt_that_is_too_long_is_told_so(engine: ReaderEngine) -> None:
    with pytest.raises(ReaderError, match="too long"):
        read(engine, "LONG=>")


# ---------------------------------------------------------------- the process


def test_nothing_starts_before_it_is_wanted_and_then_in_the_background(weights: Path) -> None:
    with engine_of(weights) as engine:
        assert engine.state.status == "starting"
        assert log_of(weights) == []
        engine.begin()
        wait_until(lambda: engine.state.status == "ready")


def test_the_process_knows_no_secret_of_the_app(weights: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    with engine_of(weights) as engine:
        read(engine, "q=>sure")
    assert "OPENAI_API_KEY" not in log_of(weights)[0]


def test_without_weights_it_says_so_and_begins_when_they_come(weights: Path) -> None:
    text = weights.read_text(encoding="utf-8")
    weights.unlink()
    with engine_of(weights) as engine:
        assert (engine.state.status, engine.state.reason) == ("no_weights", "not_fetched")
        engine.warm("table")
        with pytest.raises(ReaderError, match="not there"):
            read(engine, "q=>")
        weights.write_text(text, encoding="utf-8")
        assert read(engine, "q=>sure")


def test_without_memory_it_is_not_started(weights: Path) -> None:
    with engine_of(weights, free=1000) as engine:
        with pytest.raises(ReaderError, match="1000 MB < 2000 MB"):
            read(engine, "q=>")
        assert (engine.state.status, engine.state.reason) == ("failed", "no_memory")


def test_a_process_that_cannot_start_is_told(weights: Path) -> None:
    with engine_of(weights.rename(weights.with_name("broken.json"))) as engine:
        with pytest.raises(ReaderError, match="no weights"):
            read(engine, "q=>")
        assert (engine.state.status, engine.state.reason) == ("failed", "no_start")


def test_a_process_that_dies_in_a_reading_is_begun_again_and_the_reading_too(engine: ReaderEngine) -> None:
    assert len(read(engine, "DIE_ONCE=>")) == 3


def test_a_reading_that_kills_twice_is_given_up_and_a_process_that_keeps_dying_too(engine: ReaderEngine) -> None:
    with pytest.raises(ReaderError) as told:
        read(engine, "DIE=>")
    assert told.value.failure == "died"
    with pytest.raises(ReaderError):
        read(engine, "DIE=>")
    wait_until(lambda: engine.state.reason == "keeps_dying")
    with pytest.raises(ReaderError, match="not there"):
        read(engine, "q=>")


def test_the_process_ends_with_the_engine(weights: Path) -> None:
    with engine_of(weights) as engine:
        read(engine, "q=>sure")
        (child,) = [one for one in psutil.Process().children() if STAND_IN.name in " ".join(one.cmdline())]
    assert not child.is_running()
    assert engine.state.status == "off"


def test_the_process_ends_when_the_app_is_killed(weights: Path) -> None:
    script = (
        "import sys; from pathlib import Path\n"
        "from agent.reader.engine_process import EngineProcess, free_in_groups; from agent.settings import Settings\n"
        "process = EngineProcess(Settings(), lambda: (Path(sys.argv[1]), ''), script=Path(sys.argv[2]),\n"
        "                        free=lambda: 1e9)\n"
        "process.server(lambda: False, float('inf')); print(process.pid, flush=True); sys.stdin.read()\n"
    )
    command = [sys.executable, "-c", script, str(weights), str(STAND_IN)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as app:
        assert app.stdout
        pid = int(app.stdout.readline())
        assert psutil.pid_exists(pid)
        os.kill(app.pid, signal.SIGKILL)
    wait_until(lambda: not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE)


# ---------------------------------------------------------------- the line


def test_a_stopped_reading_is_cut_at_the_server(engine: ReaderEngine, weights: Path) -> None:
    stop = threading.Event()
    with ThreadPoolExecutor(1) as pool:
        reading = pool.submit(engine.complete, "HANG=>", stopped=stop.is_set, place=nobody)
        wait_until(lambda: "asked HANG=>" in log_of(weights))
        stop.set()
        with pytest.raises(ReaderError) as told:
            reading.result(30)
    assert told.value.failure == "stopped"
    wait_until(lambda: "cut HANG=>" in log_of(weights))


def test_a_reading_that_takes_too_long_is_given_up(weights: Path) -> None:
    with engine_of(weights, Settings(reader_seconds=1)) as engine, pytest.raises(ReaderError, match="too long"):
        read(engine, "HANG=>")


@contextmanager
def held(engine: ReaderEngine, weights: Path, pool: ThreadPoolExecutor) -> Iterator[Future[tuple[Completion, ...]]]:
    """Within it somebody's reading holds the only place."""
    stop = threading.Event()
    reading = pool.submit(engine.complete, "HANG=>", stopped=stop.is_set, place=nobody)
    wait_until(lambda: "asked HANG=>" in log_of(weights))
    yield reading
    stop.set()


def test_who_waits_is_told_the_place_and_nobody_is_lost(engine: ReaderEngine, weights: Path) -> None:
    told: list[list[int]] = [[] for _ in range(5)]
    with ThreadPoolExecutor(6) as pool:
        with held(engine, weights, pool):
            waiting = []
            for who, heard in enumerate(told):
                waiting.append(pool.submit(engine.complete, f"{who}=>sure", stopped=never, place=heard.append))
                wait_until(lambda heard=heard: bool(heard))  # type: ignore[misc]
        assert all(one.result(30) for one in waiting)
    assert [heard[0] for heard in told] == [1, 2, 3, 4, 5]
    assert {heard[-1] for heard in told} == {0}
    assert [line for line in log_of(weights) if "sure" in line] == [f"asked {who}=>sure" for who in range(5)]


def test_a_line_that_is_full_sends_away_with_a_sentence(weights: Path) -> None:
    heard: list[int] = []
    with engine_of(weights, Settings(reader_queue=1)) as engine, ThreadPoolExecutor(2) as pool:
        with held(engine, weights, pool):
            waiting = pool.submit(engine.complete, "1=>sure", stopped=never, place=heard.append)
            wait_until(lambda: bool(heard))
            with pytest.raises(ReaderError) as told:
                read(engine, "2=>sure")
        assert waiting.result(30)
    assert told.value.failure == "queue_full"


def test_tables_are_read_ahead_and_a_question_cuts_that(engine: ReaderEngine, weights: Path) -> None:
    engine.warm("HANG table")
    wait_until(lambda: "asked HANG table" in log_of(weights))
    assert read(engine, "q=>sure")
    wait_until(lambda: "cut HANG table" in log_of(weights))
    wait_until(lambda: log_of(weights).count("asked HANG table") == 2)  # it goes on after the question


# ---------------------------------------------------------------- elsewhere, or off


@pytest.fixture
def elsewhere(weights: Path) -> Iterator[StandIn]:
    with StandIn(weights, "k") as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        yield server
        server.shutdown()


@pytest.mark.parametrize("end", ["", "/v1", "/v1/"])
def test_a_server_that_the_settings_name_is_asked_instead(elsewhere: StandIn, end: str) -> None:
    settings = Settings(reader_url=elsewhere.address + end, reader_key="k")
    with closing(ReaderEngine(settings)) as engine:
        assert engine.state.status == "ready"
        assert engine.count("abc") == 3
        told = probabilities(read(engine, "q=>"))
        assert told == {" mean x": 0.3, " sum x": 0.27, " mean y": 0.24}


def test_its_key_is_shown_nowhere(elsewhere: StandIn) -> None:
    settings = Settings(reader_url=elsewhere.address, reader_key="wrong-key")
    with closing(ReaderEngine(settings)) as engine, pytest.raises(ReaderError, match="status 401") as told:
        read(engine, "q=>")
    assert "wrong-key" not in f"{told.value!r}{settings!r}"


def test_a_server_that_is_not_there_is_told_and_tried_again_later(
    weights: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with StandIn(weights, "k") as gone:
        address = gone.address
    with closing(ReaderEngine(Settings(reader_url=address))) as engine:
        with pytest.raises(ReaderError) as told:
            read(engine, "q=>")
        assert told.value.failure == "died"
        assert (engine.state.status, engine.state.reason) == ("failed", "unreachable")
        monkeypatch.setattr("agent.reader.engine._AGAIN_SECONDS", 0)
        assert engine.state.status == "ready"


def test_an_address_that_is_none_is_refused() -> None:
    with pytest.raises(SettingError):
        RemoteServer("localhost", "", "m")


def test_a_reader_that_is_off_reads_nothing(weights: Path) -> None:
    with engine_of(weights, Settings(reader=False)) as engine:
        engine.begin()
        engine.warm("table")
        assert (engine.state.status, engine.state.reason) == ("off", "switched_off")
        with pytest.raises(ReaderError, match="not there"):
            read(engine, "q=>")
    assert log_of(weights) == []


# ---------------------------------------------------------------- memory


def written(folder: Path, **files: object) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(f"{text}\n", encoding="ascii")


def test_memory_is_bounded_by_the_tightest_group_that_holds_the_process(tmp_path: Path) -> None:
    assert free_in_groups(tmp_path, "0::/\n") == float("inf")
    written(tmp_path / "app.slice", memory__max=1000, memory__current=700, memory__stat="anon 1\ninactive_file 200")
    written(tmp_path / "app.slice" / "tally", memory__max="max", memory__current=600, memory__stat="")
    assert free_in_groups(tmp_path, "0::/app.slice/tally\n") == 500
    assert free_in_groups(tmp_path, "0::/elsewhere\n") == float("inf")


def test_memory_is_bounded_by_groups_of_the_first_version_too(tmp_path: Path) -> None:
    told = "total_inactive_file 200\ntotal_active_file 50\ninactive_file 7"
    group = {"memory__limit_in_bytes": 1000, "memory__usage_in_bytes": 700, "memory__stat": told}
    written(tmp_path / "memory" / "box", **group)
    assert free_in_groups(tmp_path, "4:memory:/box\n3:cpuset:/\n") == 550


def test_in_a_container_the_group_is_the_root_of_what_it_sees(tmp_path: Path) -> None:
    written(tmp_path, memory__max=1000, memory__current=400, memory__stat="")
    assert free_in_groups(tmp_path, "0::/docker/0123/of/the/host\n") == 600
