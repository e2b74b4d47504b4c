"""A reader that plays lines written beforehand, by question; it counts tokens as words."""

import json
import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from agent.reader.completion import Completion, ReaderError, ReaderState, Token

Written = Mapping[str, Sequence[tuple[str, float]]]
"""Question -> lines with their probabilities, the likeliest first."""
_QUESTION = "question: "


class ScriptedReader:
    """A Completer that knows its questions. Any other one is an error of the test: it names the question."""

    def __init__(self, written: Written, state: ReaderState = ReaderState("ready")) -> None:  # noqa: B008 - frozen
        self.written = written
        self.prompts: list[str] = []
        self.warmed: list[str] = []
        self._state = state

    @property
    def state(self) -> ReaderState:
        return self._state

    def begin(self) -> None:
        """There is nothing to start."""

    def count(self, text: str) -> int:
        return len(text.split())

    def warm(self, prefix: str) -> None:
        self.warmed.append(prefix)

    def complete(
        self, prompt: str, *, stopped: Callable[[], bool], place: Callable[[int], None], person: str = ""
    ) -> tuple[Completion, ...]:
        if self._state.status != "ready":
            raise ReaderError("not_there")
        if stopped():
            raise ReaderError("stopped")
        self.prompts.append(prompt)
        question = prompt.rpartition(_QUESTION)[2].removesuffix("\n=>")
        assert question in self.written, f"No line is written for the question {question!r}."
        return tuple(Completion(line, (Token(line.encode(), math.log(sure)),)) for line, sure in self.written[question])

    def close(self) -> None:
        self._state = ReaderState("off")


def recorded(path: Path) -> ScriptedReader:
    """The reader with the lines of a JSON file: question -> [[line, probability], ...]."""
    told = json.loads(path.read_text(encoding="utf-8"))
    return ScriptedReader({question: [(line, sure) for line, sure in lines] for question, lines in told.items()})
