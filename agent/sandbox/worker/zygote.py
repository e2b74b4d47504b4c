"""The zygote: imports the libraries once, then forks a child for each run and states how it ended.

It is single-threaded, holds no secret, and never reads a program, a data set or an answer.
"""

import contextlib
import gc
import importlib
import io
import json
import logging
import os
import select
import signal
import site
import socket
import sys
import sysconfig
import time
import warnings
import zoneinfo
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agent.sandbox.clean_figure import check_figure
from agent.sandbox.clean_png import clean_png
from agent.sandbox.kernel.landlock import read_only_rules
from agent.sandbox.kernel.own_root import can_have_own_root, enter_own_root
from agent.sandbox.kernel.privileges import prefer_as_victim, set_undumpable
from agent.sandbox.protocol import CONTROL_DESCRIPTOR, MAX_DESCRIPTORS, Request, Verdict
from agent.sandbox.worker.child import ChildFiles, run_child
from agent.sandbox.worker.preload import preload
from agent.sandbox.worker.scope import LIBRARIES, WARMED
from agent.sandbox.worker.self_test import try_lockdown


@dataclass
class _Run:
    pid: int
    process: int  # a pidfd
    channel: socket.socket
    started: float
    deadline: float
    timed_out: bool = False


def main(arguments: Sequence[str]) -> None:
    """Serves until the app's end of the control socket closes. `arguments`: the project's directory, the directories
    that hold packages (separated by the path separator), "landlock" or "no_landlock", "own_root" or "no_own_root", and
    the steps of niceness by which it gives way to the app, and a program to it."""
    project, packages, layers, root, courtesy = arguments
    control = socket.socket(fileno=CONTROL_DESCRIPTOR)
    missing = _prepare(project, packages.split(os.pathsep))
    if layers == "no_landlock":
        preload()
    rules = read_only_rules(readable_directories()) if layers == "landlock" else None
    threads = len(list(Path("/proc/self/task").iterdir()))
    processes = os.open("/proc", os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
    prefer_as_victim()
    hides_paths = root == "own_root" and _move()
    os.nice(int(courtesy))
    set_undumpable()
    gc.collect()
    gc.freeze()
    tested = try_lockdown(rules, hides_paths=hides_paths)
    broken = list(tested.broken) if threads == 1 else [f"the zygote has {threads} threads"]
    limits_threads = tested.limits_threads
    ready = {"missing": missing, "broken": broken, "limits_threads": limits_threads, "hides_paths": hides_paths}
    control.send(json.dumps(ready).encode())
    if not broken:
        _Zygote(control, rules, processes, tested.resident_bytes, int(courtesy)).serve()


def _move() -> bool:
    """Moves to a root of its own where the kernel lets it; False, and nothing has changed, where it does not."""
    shown = readable_names()
    if not can_have_own_root(shown):
        return False
    enter_own_root(shown)
    return True


def _prepare(project: str, packages: Sequence[str]) -> list[str]:
    """Imports and warms everything; which libraries are missing. The project leaves the path: children may not read
    it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.path.extend(directory for directory in packages if directory not in sys.path)
    missing = import_libraries()
    rehearse()
    sys.path.remove(project)
    sys.argv = [""]
    return missing


class _Zygote:
    def __init__(self, control: socket.socket, rules: int | None, processes: int, baseline: int, courtesy: int) -> None:
        self._control = control
        self._rules = rules
        self._processes = processes
        self._baseline = baseline
        self._courtesy = courtesy
        self._runs: dict[int, _Run] = {}  # by pidfd and by channel descriptor
        self._poll = select.poll()
        self._poll.register(control, select.POLLIN)

    def serve(self) -> None:
        """Returns when the app is gone, with no child left. One event at a time: a descriptor that is closed while
        handling one may mean something else in the next."""
        served = True
        while served:
            for descriptor, _ in self._poll.poll(self._milliseconds_left())[:1]:
                if descriptor == self._control.fileno():
                    served = self._accept()
                else:
                    self._serve_run(self._runs[descriptor], descriptor)
            self._kill_overdue()
        self._end_all()

    def _milliseconds_left(self) -> int | None:
        deadlines = [run.deadline for run in self._runs.values() if not run.timed_out]
        return max(0, int((min(deadlines) - time.monotonic()) * 1000) + 1) if deadlines else None

    def _accept(self) -> bool:
        """Starts a run. False when the app is gone."""
        header, descriptors, _, _ = socket.recv_fds(self._control, 64, MAX_DESCRIPTORS, socket.MSG_CMSG_CLOEXEC)
        if not header:
            return False
        request = Request.unpacked(header)
        channel, prints, result, program, *datasets = descriptors
        started = time.monotonic()
        zygote = os.getpid()
        pid = os.fork()
        if pid == 0:
            files = ChildFiles(prints, result, program, tuple(datasets), self._rules, self._processes)
            run_child(files, request, zygote, self._courtesy)
        for descriptor in (prints, result, program, *datasets):
            os.close(descriptor)
        run = _Run(pid, os.pidfd_open(pid), socket.socket(fileno=channel), started, started + request.seconds)
        for descriptor in (run.process, channel):
            self._runs[descriptor] = run
            self._poll.register(descriptor, select.POLLIN)
        return True

    def _serve_run(self, run: _Run, descriptor: int) -> None:
        """The child has ended, or whoever wanted its answer is gone or wants it stopped."""
        if descriptor == run.process:
            self._finish(run)
        else:
            self._poll.unregister(descriptor)
            with contextlib.suppress(OSError):  # whoever waited is gone
                run.channel.recv(16)  # closing a channel with something unread in it could lose the verdict
            _kill(run)

    def _kill_overdue(self) -> None:
        now = time.monotonic()
        for run in {id(run): run for run in self._runs.values()}.values():
            if now >= run.deadline and not run.timed_out:
                run.timed_out = True
                _kill(run)

    def _finish(self, run: _Run) -> None:
        _, status, usage = os.wait4(run.pid, 0)
        verdict = Verdict(
            exit_code=os.WEXITSTATUS(status) if os.WIFEXITED(status) else -1,
            signal=os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0,
            timed_out=run.timed_out,
            seconds=time.monotonic() - run.started,
            cpu_seconds=usage.ru_utime + usage.ru_stime,
            peak_bytes=max(0, usage.ru_maxrss * 1024 - self._baseline),
        )
        with contextlib.suppress(OSError):  # nobody is waiting any more
            run.channel.send(verdict.packed())
        for descriptor in (run.process, run.channel.fileno()):
            del self._runs[descriptor]
            with contextlib.suppress(KeyError):  # a channel that asked to stop is unregistered already
                self._poll.unregister(descriptor)
        os.close(run.process)
        run.channel.close()

    def _end_all(self) -> None:
        for run in {id(run): run for run in self._runs.values()}.values():
            _kill(run)
            os.wait4(run.pid, 0)


def _kill(run: _Run) -> None:
    with contextlib.suppress(ProcessLookupError):  # it has ended meanwhile
        signal.pidfd_send_signal(run.process, signal.SIGKILL)


# ----------------------------------------------------------------
# Which directories a child may read: the standard library, the installed packages, time zones and fonts.


_FONTS = ("/usr/share/fonts", "/usr/local/share/fonts")


def readable_directories() -> list[Path]:
    """The directories that exist, each once. The project's own is never among them."""
    return list(dict.fromkeys(path.resolve() for path in readable_names()))


def readable_names() -> list[Path]:
    """The same under every name by which they are asked for: as they are, and as links lead to them. None lies in
    another."""
    paths = sysconfig.get_paths()
    installed = [directory for directory in sys.path if Path(directory).name in {"site-packages", "dist-packages"}]
    named = [
        *(paths[key] for key in ("stdlib", "platstdlib", "purelib", "platlib")),
        *site.getsitepackages(),
        *installed,
        *zoneinfo.TZPATH,
        *_FONTS,
    ]
    names = {each for name in named for each in (Path(name).absolute(), Path(name).resolve()) if each.is_dir()}
    return sorted(name for name in names if names.isdisjoint(name.parents))


# ----------------------------------------------------------------
# Imports what programs use and uses it once, so that a child starts with everything loaded.


def import_libraries() -> list[str]:
    """Imports everything and returns the names of modules that are not installed."""
    _keep_matplotlib_from_writing()
    missing = []
    for module in (*(library.module for library in LIBRARIES), *WARMED):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                importlib.import_module(module)
        except ImportError:
            missing.append(module)
    return missing


def _keep_matplotlib_from_writing() -> None:
    """matplotlib looks for a directory of its own and makes one; here it is told of one that does not exist.

    Its font list is then made in memory; that it cannot be saved is no news.
    """
    matplotlib = importlib.import_module("matplotlib")
    vars(matplotlib)["_get_config_or_cache_dir"] = lambda _getter: "/nonexistent"
    logging.getLogger("matplotlib").setLevel(logging.CRITICAL)


def rehearse() -> None:
    """Walks once through what most programs do, so that lazily loaded parts are there before the first fork."""
    pd = importlib.import_module("pandas")
    plt = importlib.import_module("matplotlib.pyplot")
    px = importlib.import_module("plotly.express")
    frame = pd.DataFrame({"group": ["a", "b", "a"], "x": [1.0, 2.0, 3.0], "n": [1, 2, 3]})
    frame["when"] = pd.date_range("2024-01-01", periods=3).tz_localize("UTC").tz_convert("Europe/Berlin")
    frame.groupby("group", as_index=False)["x"].agg(["mean", "sum"]).to_dict("split")
    frame.pivot_table(index="group", values="x", aggfunc="mean").describe()
    frame.merge(frame, on="group").sort_values("x_x")
    px.bar(frame, x="group", y="x", color="group").to_plotly_json()
    px.line(frame, x="n", y="x").to_plotly_json()
    figure, axes = plt.subplots()
    axes.plot([1, 2], [3, 4], label="x")
    axes.set_title("x")
    axes.legend()
    figure.savefig(io.BytesIO(), format="png")
    plt.close("all")
    _rehearse_reading(figure)
    _remember_thread_pools()


def _rehearse_reading(figure: Any) -> None:
    """Checks a picture and a chart as a reader does, which loads what checking them takes."""
    picture = io.BytesIO()
    figure.savefig(picture, format="png")
    clean_png(picture.getvalue())
    check_figure({"data": [{"type": "bar", "x": [1], "y": [1]}], "layout": {"title": {"text": "x"}}})


def _remember_thread_pools() -> None:
    """threadpoolctl, which scikit-learn asks, reads /proc to find the libraries that have thread pools, each time anew.
    A child may not read there; what is loaded now is what it has.
    """
    controllers = importlib.import_module("threadpoolctl")
    known = controllers.ThreadpoolController().lib_controllers
    controllers.ThreadpoolController._load_libraries = lambda made: made.lib_controllers.extend(known)
