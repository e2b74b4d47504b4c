"""What the reader's model gives for a prompt: completions with their probabilities; and what can go wrong."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol

from agent.errors import Actor, TallyError
from languages.catalogue import Catalogue

Status = Literal["off", "no_weights", "starting", "ready", "failed"]
Reason = Literal[
    "", "switched_off", "not_fetched", "damaged", "no_memory", "no_library", "no_start", "keeps_dying", "unreachable",
    "closed",
]  # fmt: skip
"""Why it is not ready; the page has a sentence for each."""
Failure = Literal["not_there", "timed_out", "died", "queue_full", "stopped", "too_long", "no_api"]
Stopped = Callable[[], bool]

_PHRASES = Catalogue(Path(__file__).parent / "phrases")


class ReaderError(TallyError):
    """A call that gave no completion. `failure` says what happened."""

    actor: Actor = "person"

    def __init__(self, failure: Failure, detail: str = "") -> None:
        said = _PHRASES.say(f"failure.{failure}")
        super().__init__(f"{said} {detail}" if detail else said, _PHRASES.say_if_known(f"remedy.{failure}", ""))
        self.failure: Failure = failure


@dataclass(frozen=True)
class Alternative:
    """A token that could have stood in a place: its bytes, which need not be whole characters, and its number, None
    where the server tells none. Tokens that are no text have no bytes."""

    raw: bytes
    log_probability: float
    number: int | None = None


@dataclass(frozen=True)
class Token(Alternative):
    """A token of a completion, and what else was likely in its place, the likeliest first."""

    others: tuple[Alternative, ...] = ()


@dataclass(frozen=True)
class Completion:
    """A text after the prompt. `ended`: the model ended it; else it was cut at the most tokens."""

    text: str
    tokens: tuple[Token, ...]
    ended: bool = True

    @property
    def log_probability(self) -> float:
        """The sum over the tokens, the end included, as natural logarithm."""
        return sum(token.log_probability for token in self.tokens)


@dataclass(frozen=True)
class ReaderState:
    """Whether it can be asked; if not, why, as a key and a detail (a path, a number, an error's words)."""

    status: Status
    reason: Reason = ""
    detail: str = ""


class Completer(Protocol):
    """Whoever completes prompts for the reader: the engine, or recorded completions in tests."""

    @property
    def state(self) -> ReaderState:
        """Whether it can be asked now. Never waits."""

    def begin(self) -> None:
        """Starts what has to be started, in the background."""

    def count(self, text: str) -> int:
        """The tokens of a text. ReaderError when it cannot be asked; waits while it starts."""

    def warm(self, prefix: str) -> None:
        """Reads the beginning of prompts to come, after all questions that wait. Returns at once and never fails."""

    def knows(self, prompt: str) -> bool:
        """Whether it gives the completions of this prompt without asking anybody."""

    def complete(
        self, prompt: str, *, stopped: Stopped, place: Callable[[int], None], person: str = ""
    ) -> tuple[Completion, ...]:
        """One to four completions: the greedy one first, then others, the likeliest first. The same prompt gives the
        same ones.

        `place` is told 1 for the next in line, 2 for the one after it, and 0 when one's turn has come; nothing where
        nobody waits. Persons take turns in the line. ReaderError, with "stopped" when `stopped()` said so.
        """

    def close(self) -> None:
        """Ends it. Calls under way get a ReaderError."""
