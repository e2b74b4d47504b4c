"""What can go wrong with a model, as one typed error with a plain sentence for each kind."""

from collections.abc import Mapping
from typing import Literal

from agent.errors import Actor, TallyError

Failure = Literal[
    "unreachable", "refused_key", "not_found", "quota", "busy", "broken_server", "rejected", "no_api", "empty",
    "cut_off", "filtered", "refusal", "nonsense", "timeout", "stopped", "budget",
    "held_back", "no_words",
]  # fmt: skip

SENTENCES: Mapping[Failure, str] = {
    "unreachable": "The language model cannot be reached.",
    "refused_key": "The language model's endpoint refused the key.",
    "not_found": "The endpoint knows no such model or address.",
    "quota": "The language model's quota is used up.",
    "busy": "The language model's endpoint has too many requests.",
    "broken_server": "The language model's endpoint reported an error of its own.",
    "rejected": "The endpoint rejected the request.",
    "no_api": "The address answers, but not as a language model.",
    "empty": "The language model gave no answer.",
    "cut_off": "The language model's answer was cut off before its end.",
    "filtered": "The endpoint's content filter held the answer back.",
    "refusal": "The language model refused to answer.",
    "nonsense": "The language model's answer could not be used.",
    "timeout": "The language model took too long.",
    "stopped": "Stopped.",
    "budget": "The budget for the language model in this turn is spent.",
    "no_words": "This kind of step is not put to a language model.",
    "held_back": "The answers hold values that are not sent to the language model.",
}
"""What the person is told; `detail` adds what is known of the case, never text of the key or the data."""

REMEDIES: Mapping[Failure, str] = {
    "unreachable": "Check the address and that the server is running.",
    "refused_key": "Check the key.",
    "not_found": "Check the model's name and the address, which usually ends in /v1.",
    "quota": "Check the account at the provider.",
    "no_api": "Check the address, which usually ends in /v1.",
    "timeout": "Allow more seconds, or use a faster model.",
    "budget": "Ask a smaller question, or raise the budget.",
}
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
        super().__init__(f"{SENTENCES[failure]}{' ' + detail if detail else ''}", REMEDIES.get(failure, ""))
        self.failure: Failure = failure
        self.retry_after = retry_after


class ReplyError(ModelError):
    """A reply that stayed unusable after it was sent back. `detail` says what is wrong with it."""

    def __init__(self, detail: str = "") -> None:
        super().__init__("nonsense")
        self.detail = detail


class StoppedError(ModelError):
    """The person stopped the turn during a call."""

    def __init__(self) -> None:
        super().__init__("stopped")
