"""The sandbox of one app: its level, its zygote, its waiting line and the files of its data sets."""

import ast
import atexit
import contextlib
import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

import pandas as pd

from agent.errors import DataError
from agent.fair_line import FairLine, StoppedWaiting
from agent.sandbox.child_output import ChildOutput, collect, run_pipes
from agent.sandbox.dataset_files import DatasetFiles, sealed_file
from agent.sandbox.kernel.privileges import MAX_THREADS, set_undumpable
from agent.sandbox.level import SandboxLevel, probe_level, switched_off, with_findings
from agent.sandbox.protocol import MAX_DESCRIPTORS, Request, program_bytes, reader_bytes
from agent.sandbox.read_answer import READ_BYTES, READ_SECONDS, Reading
from agent.sandbox.results import CodeError, CodeLimits, CodeResult
from agent.sandbox.sentences import say, stopped_error
from agent.sandbox.verdicts import answer_to_read, reading_of, result_of
from agent.sandbox.zygote_process import ZygoteError, ZygoteProcess

_MEGABYTE = 1_048_576
_EVERYBODY = ""  # whose turn it is among persons is decided before, by agent.sessions.admission
_HANDOVER_SECONDS = 1.0
_MOST_DATASETS = MAX_DESCRIPTORS - 4


class Sandbox:
    """Runs generated code out of process. Safe to use from threads; close it when done."""

    def __init__(self, *, max_runs: int = 2, use_landlock: bool = True, use_own_root: bool = True) -> None:
        """`max_runs` programs run at once, the others wait. `use_landlock` and `use_own_root` False work as on a kernel
        without Landlock or mount namespaces."""
        self._use_own_root = use_own_root
        self._probed = self._level = probe_level(use_landlock=use_landlock)
        self._line = FairLine(max_runs, max_runs)
        self._files = DatasetFiles()
        self._zygote: ZygoteProcess | None = None
        self._starting = threading.Lock()

    def level(self) -> SandboxLevel:
        """What holds generated code here. It falls to "off" when the zygote fails its own test, and tells
        more once the zygote has passed it."""
        return self._level

    def start(self) -> None:
        """Starts the zygote in the background, so that the first run need not wait for it. Returns at once."""
        if self._level.runs_code and self._zygote is None:
            threading.Thread(target=self._start_quietly, name="sandbox start", daemon=True).start()

    def zygote_pid(self) -> int | None:
        """The process id of the zygote, None while there is none."""
        zygote = self._zygote
        return zygote.pid if zygote else None

    def close(self) -> None:
        """Ends the zygote and every run, and frees the files. A later run starts a new one."""
        with self._starting:
            if self._zygote is not None:
                self._zygote.close()
                self._zygote = None
                atexit.unregister(self.close)
        self._files.close()

    def run_code(
        self,
        code: str,
        datasets: Mapping[str, pd.DataFrame],
        *,
        limits: CodeLimits = CodeLimits(),  # noqa: B008 - frozen
        on_position: Callable[[int], None] | None = None,
        stopped: Callable[[], bool] = lambda: False,
    ) -> CodeResult:
        """Runs a program over the data sets and returns what it left; never raises for what a program does.

        The program finds `datasets[name]` (and `df` when there is one), pd np plt px go make_subplots sns sklearn
        scipy stats statsmodels sm smf, and leaves `result`, `fig` and perhaps `rows_used`. The frames must not be
        written to by others meanwhile; the program works on copies that end with it. `on_position` is told the place
        in the waiting line (1 is next, 0 when it starts). `stopped` is asked ten times a second.
        """
        if not self._level.runs_code:
            return CodeResult(False, CodeError("off", self._level.sentence))
        complaint = check_code(code) or _too_many(datasets)
        if complaint is not None:
            return CodeResult(False, complaint)
        asked = time.monotonic()
        try:
            with self._line.place(_EVERYBODY, on_position, stopped):
                waited = time.monotonic() - asked
                output = self._output(code, datasets, limits, stopped)
                at_once = time.monotonic() - asked - waited < _HANDOVER_SECONDS
                if output.verdict is None and not output.stopped and at_once:
                    output = self._output(code, datasets, limits, stopped)  # the zygote died as it was asked
                output, reading = self._read(output, stopped)
        except StoppedWaiting:
            return CodeResult(False, stopped_error())
        except DataError as error:
            return CodeResult(False, CodeError("refused", str(error)))
        except ZygoteError:
            return CodeResult(False, CodeError("off", self._level.sentence))
        rows = sum(len(frame) for frame in datasets.values())
        return result_of(output, reading, limits, tuple(datasets), rows, waited)

    def _output(
        self, code: str, datasets: Mapping[str, pd.DataFrame], limits: CodeLimits, stopped: Callable[[], bool]
    ) -> ChildOutput:
        request = Request(limits.seconds, limits.megabytes * _MEGABYTE)
        with self._files.opened(datasets) as files:
            return self._asked(request, program_bytes(code, tuple(datasets)), files, stopped)

    def _read(self, output: ChildOutput, stopped: Callable[[], bool]) -> tuple[ChildOutput, Reading]:
        """The output with its reading, made by a locked-down process: nothing that a program sent is read in here."""
        answer, prints = answer_to_read(output), bytes(output.prints.content)
        if not (answer or prints):
            return output, Reading()
        read = self._asked(
            Request(READ_SECONDS, READ_BYTES, only_reads=True), reader_bytes(prints, answer), (), stopped
        )
        return replace(output, stopped=output.stopped or read.stopped), reading_of(read)

    def _asked(
        self, request: Request, content: bytes, files: Sequence[int], stopped: Callable[[], bool]
    ) -> ChildOutput:
        """What came out of one process of the zygote that was given this content and these files."""
        with run_pipes() as pipes:
            zygote = self._started()
            program = sealed_file("program", content)
            try:
                zygote.send(request, [*pipes.theirs, program, *files])
            finally:
                os.close(program)
                pipes.close_theirs()
            output = collect(pipes, seconds=request.seconds, stopped=stopped)
        if output.verdict is None:
            self._discard(zygote)
        return output

    def _started(self) -> ZygoteProcess:
        """The zygote, started when there is none or it has died. ZygoteError, and the level falls, when it cannot."""
        with self._starting:
            if self._zygote is not None and self._zygote.is_alive():
                return self._zygote
            if self._zygote is not None:
                self._zygote.close()
            set_undumpable()  # the app's memory is not for other processes of the same user
            try:
                self._zygote = ZygoteProcess.start(landlock=self._level.name == "full", own_root=self._use_own_root)
            except ZygoteError as error:
                self._zygote = None
                self._level = switched_off(str(error))
                raise
            most = MAX_THREADS if self._zygote.limits_threads else None
            self._level = with_findings(self._probed, most, hides_paths=self._zygote.hides_paths)
            atexit.register(self.close)
            return self._zygote

    def _start_quietly(self) -> None:
        with contextlib.suppress(ZygoteError):  # the level says that it failed, and why
            self._started()

    def _discard(self, zygote: ZygoteProcess) -> None:
        """A zygote that gave no verdict is gone or hangs; the next run gets a new one."""
        with self._starting:
            if self._zygote is zygote:
                zygote.close()
                self._zygote = None


def _too_many(datasets: Mapping[str, pd.DataFrame]) -> CodeError | None:
    if len(datasets) <= _MOST_DATASETS:
        return None
    return CodeError("refused", f"A program can use at most {_MOST_DATASETS} data sets at once. Choose those it needs.")


# ----------------------------------------------------------------
# A friendly look at a program before it runs. It spares a useless run; it is never what keeps a program in.


_MOST_CHARACTERS = 60_000
_NO_NETWORK = "network"
_UNAVAILABLE: Mapping[str, str] = {
    "requests": _NO_NETWORK,
    "httpx": _NO_NETWORK,
    "aiohttp": _NO_NETWORK,
    "urllib.request": _NO_NETWORK,
    "urllib3": _NO_NETWORK,
    "http.client": _NO_NETWORK,
    "socket": _NO_NETWORK,
    "ftplib": _NO_NETWORK,
    "smtplib": _NO_NETWORK,
    "subprocess": "process",
    "pip": "install",
    "streamlit": "page",
    "tkinter": "screen",
}
_READERS = {"read_csv", "read_excel", "read_json", "read_parquet", "read_table", "read_feather", "read_pickle"}
_TABLE_WRITERS = {"to_csv", "to_excel", "to_json", "to_parquet", "to_pickle", "to_html"}
_CHART_WRITERS = {"write_html", "write_image", "savefig"}


def check_code(code: str) -> CodeError | None:
    """What cannot work in this program, with its line; None when nothing is known against it."""
    if len(code) > _MOST_CHARACTERS:
        return CodeError("refused", say("look.too_long", count=_MOST_CHARACTERS))
    try:
        tree = ast.parse(code)
    except SyntaxError as error:
        message = say("at_line", said=say("syntax", said=error.msg), line=str(error.lineno))
        return CodeError("syntax", message, error.lineno, type(error).__name__, error.msg)
    except (ValueError, RecursionError, MemoryError) as error:
        return CodeError(
            "syntax",
            say("look.nested"),
            None,
            type(error).__name__,
            str(error),
        )
    return next(_complaints(tree), None)


def _complaints(tree: ast.AST) -> Iterator[CodeError]:
    for node in _surely_run(tree):
        for why in _why_not(node):
            line = getattr(node, "lineno", None)
            yield CodeError("refused", say("look.at_line", said=why, line=str(line)) if line else why, line)


def _surely_run(tree: ast.AST) -> Iterator[ast.AST]:
    """The tree without what stands in a `try`: there the program is prepared for a failure."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if not isinstance(node, ast.Try):
            yield node
            waiting += reversed(list(ast.iter_child_nodes(node)))


def _why_not(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Import(names=names):
            yield from (say(f"look.{_UNAVAILABLE[found]}") for alias in names for found in _known_names(alias.name))
        case ast.ImportFrom(module=str(module), names=names):
            wanted = [module, *(f"{module}.{alias.name}" for alias in names)]
            yield from (say(f"look.{_UNAVAILABLE[found]}") for name in wanted for found in _known_names(name))
        case ast.Call(func=ast.Name(id="input")):
            yield say("look.input")
        case ast.Call(func=ast.Name(id="open"), args=[ast.Constant(value=str()), *_]):
            yield say("look.open")
        case ast.Call(func=ast.Attribute(attr=name), args=[ast.Constant(value=str(path)), *_]):
            if name in _READERS and "\n" not in path:
                yield say("look.read", name=name)
            if name in _TABLE_WRITERS | _CHART_WRITERS:
                yield say("look.write", name=name)


def _known_names(module: str) -> Iterator[str]:
    parts = module.split(".")
    heads = (".".join(parts[:count]) for count in range(1, len(parts) + 1))
    yield from (head for head in heads if head in _UNAVAILABLE)
