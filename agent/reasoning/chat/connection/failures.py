"""What can go wrong with a model, as one typed error with a plain sentence for each kind."""

from pathlib import Path
from typing import Literal

from agent.errors import Actor, TallyError
from languages.catalogue import Catalogue

Failure = Literal[
    "unreachable", "refused_key", "not_found", "quota", "busy", "broken_server", "rejected", "no_api", "empty",
    "cut_off", "filtered", "refusal", "nonsense", "timeout", "stopped", "budget",
    "held_back", "no_words",
]  # fmt: skip

_PHRASES = Catalogue(Path(__file__).parent / "phrases")
REPEATABLE: frozenset[Failure] = frozenset({"unreachable", "busy", "broken_server"})
"""Failures after which the same request may succeed."""

OVER_FOR_THE_TURN: frozenset[Failure] = frozenset(
    {
        "unreachable",
        "refused_key",
        "not_found",
        "quota",
        "busy",
        "broken_server",
        "rejected",
        "no_api",
        "timeout",
        "budget",
    }
)
"""Failures after which the model is not asked again in the same turn: the next call would end the same way."""


class ModelError(TallyError):
    """A call that gave no usable answer. `retry_after` is what the server asked for, in seconds."""

    actor: Actor = "person"

    def __init__(self, failure: Failure, detail: str = "", retry_after: float | None = None) -> None:
        """`detail` adds what is known of the case, never text of the key or the data."""
        said = _PHRASES.say(f"failure.{failure}")
        remedy = _PHRASES.say_if_known(f"remedy.{failure}", "")
        super().__init__(f"{said} {detail}" if detail else said, remedy)
        self._said = detail
        self.failure: Failure = failure
        self.retry_after = retry_after

    def told(self, language: str) -> str:
        """What failed and what to do, in this language."""
        said = _PHRASES.say(f"failure.{self.failure}", language)
        remedy = _PHRASES.say_if_known(f"remedy.{self.failure}", "", language)
        return " ".join(part for part in (said, self._said, remedy) if part)


class ReplyError(ModelError):
    """A reply that stayed unusable after it was sent back. `detail` says what is wrong with it."""

    def __init__(self, detail: str = "") -> None:
        super().__init__("nonsense")
        self.detail = detail


class StoppedError(ModelError):
    """The person stopped the turn during a call."""

    def __init__(self) -> None:
        super().__init__("stopped")
