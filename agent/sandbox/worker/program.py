"""Runs a program inside the locked-down child and sends its answer."""

import io
import json
import linecache
import os
import random
import sys
import traceback
import warnings
from collections.abc import Sequence

import numpy as np

from agent.sandbox.protocol import RESULT_DESCRIPTOR
from agent.sandbox.read_answer import ANSWER_BYTES, NAME_CHARACTERS, PRINTED_BYTES, TEXT_CHARACTERS
from agent.sandbox.worker.answers import Answer, answer_of
from agent.sandbox.worker.frames import MappedFile, read_frame
from agent.sandbox.worker.plain import text_of
from agent.sandbox.worker.scope import scope

_FILE_NAME = "<program>"
_SEED = 42
_write, _dumps = os.write, json.dumps


class AnswerTooLargeError(Exception):
    """More came out than is sent."""


def run_program(message: bytes, files: Sequence[MappedFile]) -> None:
    """Runs the program of `message` (JSON with `code` and the data sets' `names`) and writes its answer to the result
    pipe. Whatever the program raises becomes the answer's error."""
    redirect_prints()
    names: dict[str, object] = {}
    try:
        asked = json.loads(message)
        _prepare(names, asked["names"], files)
        _run(asked["code"], names)
        answer = answer_of(names)
        _send(answer)
    except BaseException as error:  # noqa: BLE001 - a program may raise anything, and all of it is the answer
        _send(_failure(error))


def _prepare(names: dict[str, object], dataset_names: Sequence[str], files: Sequence[MappedFile]) -> None:
    names.update(scope())
    datasets = {name: read_frame(file) for name, file in zip(dataset_names, files, strict=True)}
    names["datasets"] = datasets
    if len(datasets) == 1:
        names["df"] = next(iter(datasets.values()))
    random.seed(_SEED)
    np.random.seed(_SEED)  # the legacy generator is what programs use


def _run(code: str, names: dict[str, object]) -> None:
    lines = code.splitlines(keepends=True)
    linecache.cache[_FILE_NAME] = (len(code), None, lines, _FILE_NAME)
    warnings.simplefilter("ignore")
    exec(compile(code, _FILE_NAME, "exec"), names)  # noqa: S102 - the point of this process


def _failure(error: BaseException) -> Answer:
    return {
        "results": [],
        "figures": [],
        "rows_used": None,
        "notes": [],
        "error": {"type": type(error).__name__[:NAME_CHARACTERS], "text": _text_of_error(error), "line": _line(error)},
    }


def _text_of_error(error: BaseException) -> str:
    if isinstance(error, SyntaxError):
        return text_of(error.msg, TEXT_CHARACTERS)
    if isinstance(error, KeyError) and error.args:
        return text_of(error.args[0], TEXT_CHARACTERS)
    return text_of(error, TEXT_CHARACTERS // 16)


def _line(error: BaseException) -> int | None:
    if isinstance(error, SyntaxError):
        return error.lineno
    frames = traceback.walk_tb(error.__traceback__)
    lines = [line for frame, line in frames if frame.f_code.co_filename == _FILE_NAME]
    return lines[-1] if lines else None


def _send(answer: Answer) -> None:
    content = _dumps(answer, allow_nan=False).encode("ascii")
    if len(content) > ANSWER_BYTES:
        size = f"{len(content) / 2**20:.1f} MB"
        raise AnswerTooLargeError(f"the answer takes {size}, more than {ANSWER_BYTES // 2**20} MB")
    while content:
        content = content[_write(RESULT_DESCRIPTOR, content) :]
    sys.stdout.flush()


# ----------------------------------------------------------------
# What a program prints: written through as it happens, up to a limit.


class _Capped(io.RawIOBase):
    """Writes to a descriptor until the limit; what comes later is dropped and the reader sees that there was more."""

    def __init__(self, descriptor: int) -> None:
        self._file = io.FileIO(descriptor, "wb", closefd=False)
        self._left = PRINTED_BYTES + 1  # one byte over tells the reader that something is missing

    def writable(self) -> bool:
        return True

    def write(self, content: object) -> int:
        data = bytes(content)  # type: ignore[call-overload]
        if self._left > 0:
            self._file.write(data[: self._left])
            self._left -= len(data)
        return len(data)


def redirect_prints() -> None:
    """Points sys.stdout and sys.stderr at descriptor 1, sharing one limit."""
    stream = io.TextIOWrapper(_Capped(1), "utf-8", errors="replace", write_through=True)  # type: ignore[type-var]
    sys.stdout = sys.stderr = stream
