"""The app's one sandbox: `run_code`, `sandbox_level`, `start_sandbox`, `close_sandbox`."""

import threading
from collections.abc import Callable, Mapping

import pandas as pd

from agent.sandbox.level import SandboxLevel
from agent.sandbox.results import CodeLimits, CodeResult
from agent.sandbox.sandbox import Sandbox

DEFAULT_RUNS = 2
_lock = threading.Lock()
_shared: list[Sandbox] = []


def start_sandbox(max_runs: int = DEFAULT_RUNS) -> SandboxLevel:
    """Makes the sandbox, starts it in the background and returns its level at once. A second call changes nothing."""
    sandbox = _sandbox(max_runs)
    sandbox.start()
    return sandbox.level()


def sandbox_level(max_runs: int = DEFAULT_RUNS) -> SandboxLevel:
    """What holds generated code here, with a sentence for the activity page. `max_runs` as in `start_sandbox`."""
    return _sandbox(max_runs).level()


def run_code(
    code: str,
    datasets: Mapping[str, pd.DataFrame],
    *,
    limits: CodeLimits = CodeLimits(),  # noqa: B008 - frozen
    on_position: Callable[[int], None] | None = None,
    stopped: Callable[[], bool] = lambda: False,
    max_runs: int = DEFAULT_RUNS,
) -> CodeResult:
    """Runs generated code in the app's sandbox, see `Sandbox.run_code`. `max_runs` counts where no other call has made
    the sandbox before.
    """
    return _sandbox(max_runs).run_code(code, datasets, limits=limits, on_position=on_position, stopped=stopped)


def close_sandbox() -> None:
    """Ends the sandbox with everything that runs in it. The next run makes a new one."""
    with _lock:
        while _shared:
            _shared.pop().close()


def _sandbox(max_runs: int = DEFAULT_RUNS) -> Sandbox:
    with _lock:
        if not _shared:
            _shared.append(Sandbox(max_runs=max_runs))
        return _shared[0]
