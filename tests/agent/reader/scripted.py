"""A reader that plays lines written beforehand, by question; it counts tokens as words."""

import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import chain
from pathlib import Path

from agent.reader.completion import Completion, ReaderError, ReaderState, Token
from agent.reasoning.built_in import BuiltInReasoner
from agent.settings import Settings

Written = Mapping[str, Sequence[tuple[str, float]]]
"""Question -> lines with their probabilities, the likeliest first. A question that is read otherwise after another one,
or over other tables, is written `earlier -> question`, `question [a.csv, b.csv]` or both."""
TESTS = Path(__file__).parent.parent.parent
READINGS = TESTS / "readings.json"
UNREAD = TESTS.parent / "out" / "unread.jsonl"
"""Where the prompts lie for which no line is written, a JSON text each, for tests.record_readings."""
unread: list[str] = []
"""The questions for which no line was written, as long as the test runs that asked them."""
_QUESTION, _END, _BEFORE = "question: ", "\n=>", "before: "
_TABLE = re.compile(r'^T\d+ ("(?:[^"\\]|\\.)*"|\S+) \d+ rows', re.MULTILINE)


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

    def knows(self, prompt: str) -> bool:
        return prompt in self.prompts

    def complete(
        self, prompt: str, *, stopped: Callable[[], bool], place: Callable[[int], None], person: str = ""
    ) -> tuple[Completion, ...]:
        if self._state.status != "ready":
            raise ReaderError("not_there")
        if stopped():
            raise ReaderError("stopped")
        self.prompts.append(prompt)
        lines = next((self.written[key] for key in keys_of(prompt) if key in self.written), None)
        if lines is None:
            _keep(prompt)
            raise AssertionError(told_unread(keys_of(prompt)[0]))
        return tuple(Completion(line, (Token(line.encode(), math.log(sure)),)) for line, sure in lines)

    def close(self) -> None:
        self._state = ReaderState("off")


def keys_of(prompt: str) -> tuple[str, ...]:
    """What lines for this prompt may be written under, the narrowest first."""
    told, _, asked = prompt.rpartition(_QUESTION)
    question = asked.removesuffix(_END)
    before = [line.removeprefix(_BEFORE).partition(" => ")[0] for line in told.splitlines() if line.startswith(_BEFORE)]
    tables = [json.loads(name) if name.startswith('"') else name for name in _TABLE.findall(told)]
    over = f" [{', '.join(tables)}]"
    after = f"{before[-1]} -> {question}" if before else question
    return tuple(dict.fromkeys((after + over, after, question + over, question)))


@cache
def recorded_readings() -> Written:
    """The lines of the file of readings: what the real reader wrote, and what was written by hand."""
    told = json.loads(READINGS.read_text(encoding="utf-8"))
    both = chain(told["recorded"].items(), told["by_hand"].items())  # the later wins
    return {key: [(line, sure) for line, sure in lines] for key, lines in both}


def recorded_reader(*_settings: object) -> ScriptedReader:
    """Stands where the reader's engine stands: a reader with the lines of the file of readings."""
    return ScriptedReader(recorded_readings())


def built_in(settings: Settings = Settings()) -> BuiltInReasoner:  # noqa: B008 - frozen
    """The built-in reasoner over the file of readings."""
    return BuiltInReasoner(recorded_reader(), settings)


def told_unread(question: str) -> str:
    """What to do about a question that has no line."""
    return (
        f"No line is written for the question {question!r}. Run `python -m tests.record_readings`, which asks the real "
        f"reader, or write one into tests/{READINGS.name}, under by_hand."
    )


def _keep(prompt: str) -> None:
    """Keeps a prompt for which no line is written."""
    unread.append(keys_of(prompt)[0])
    UNREAD.parent.mkdir(exist_ok=True)
    with UNREAD.open("a", encoding="utf-8") as kept:
        kept.write(json.dumps(prompt, ensure_ascii=False) + "\n")
