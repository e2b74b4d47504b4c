"""Completions of the built-in reader kept in a file: what was read once is not read again, and plays the reader later.

    python -m training.recorded ITEMS --data FOLDER --out RESULTS --kept FILE [--threshold PERCENT]

answers items as `tally batch` does, with the reader behind what is kept.
"""

import argparse
import hashlib
import json
import math
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from agent.batch import read_items, run_batch
from agent.reader.completion import Completer, Completion, ReaderError, ReaderState, Token
from agent.reader.engine import ReaderEngine
from agent.reasoning.built_in import BuiltInReasoner
from agent.service import AnalystService
from agent.settings import Settings
from agent.workflows.catalogue import DEFAULT


@dataclass(frozen=True)
class _Kept:
    """A completion as it is kept."""

    text: str
    log_probability: float

    @property
    def completion(self) -> Completion:
        return Completion(self.text, (Token(self.text.encode(), self.log_probability),))


class RecordedReader:
    """A Completer that answers from a file, and asks another one (or nobody) for what is not there. Its lines are JSON:
    `key`, a hash of the prompt, and `lines` ([text, probability]) or `tokens`.
    """

    def __init__(self, path: Path, behind: Completer | None = None) -> None:
        self._path = path
        self._behind = behind
        self._lines: dict[str, tuple[Completion, ...]] = {}
        self._tokens: dict[str, int] = {}
        for row in map(json.loads, path.read_text(encoding="utf-8").splitlines() if path.exists() else []):
            if "tokens" in row:
                self._tokens[row["key"]] = row["tokens"]
            else:
                self._lines[row["key"]] = tuple(_Kept(text, math.log(p)).completion for text, p in row["lines"])

    @property
    def state(self) -> ReaderState:
        return self._behind.state if self._behind else ReaderState("ready")

    def begin(self) -> None:
        """There is nothing to start."""

    def count(self, text: str) -> int:
        key = _key(text)
        if key not in self._tokens:
            self._tokens[key] = self._asked().count(text)
            self._keep({"key": key, "tokens": self._tokens[key]})
        return self._tokens[key]

    def warm(self, prefix: str) -> None:
        if self._behind:
            self._behind.warm(prefix)

    def knows(self, prompt: str) -> bool:
        return _key(prompt) in self._lines

    def complete(
        self, prompt: str, *, stopped: Callable[[], bool], place: Callable[[int], None], person: str = ""
    ) -> tuple[Completion, ...]:
        key = _key(prompt)
        if key not in self._lines:
            told = self._asked().complete(prompt, stopped=stopped, place=place, person=person)
            self._lines[key] = told
            lines = [[one.text, math.exp(one.log_probability)] for one in told]
            question = prompt.rpartition("question: ")[2].removesuffix("\n=>")
            self._keep({"key": key, "question": question, "lines": lines})
        return self._lines[key]

    def close(self) -> None:
        if self._behind:
            self._behind.close()

    def _asked(self) -> Completer:
        if self._behind is None:
            raise ReaderError("not_there")
        return self._behind

    def _keep(self, row: dict[str, object]) -> None:
        with self._path.open("a", encoding="utf-8") as kept:
            kept.write(json.dumps(row, ensure_ascii=False) + "\n")


def _key(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:24]


def main() -> None:
    """Answers a file of items."""
    parser = argparse.ArgumentParser(prog="python -m training.recorded")
    parser.add_argument("items", type=Path)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--kept", type=Path, required=True)
    parser.add_argument("--threshold", default="learned")
    given = parser.parse_args()
    settings = Settings(reader_threshold=given.threshold, reader_seconds=600).of_one_call()
    reasoner = BuiltInReasoner(RecordedReader(given.kept, ReaderEngine(settings)), settings)
    with closing(AnalystService(settings, reasoner=reasoner)) as service:
        run_batch(service, read_items(given.items), given.data, given.out, DEFAULT, sys.stderr)


if __name__ == "__main__":
    main()
