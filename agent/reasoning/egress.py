"""The egress ledger: each request to a model, what it carried and what it cost. No key and no cell is in it."""

import threading
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from agent.model_settings import OPENAI, ModelSettings

LONGEST_LEDGER = 2_000  # requests of one conversation; the oldest go first, and `dropped` counts them


@dataclass(frozen=True)
class Cargo:
    """What a prompt carries out: the columns it names, how many cells of which column of the data or of a result, and
    of which columns figures went out, be they cells or a mean and a range.
    """

    columns: tuple[str, ...] = ()
    samples: tuple[tuple[str, int], ...] = ()  # (column, cells sent)
    figures: tuple[str, ...] = ()
    withheld: tuple[str, ...] = ()  # columns of which no value was sent, by the person's choice
    flagged: tuple[str, ...] = ()  # columns with text that reads like instructions, which was left out


def cargo_of(cargoes: Sequence[Cargo]) -> Cargo:
    """What one prompt carries out that tells all of this."""
    samples: dict[str, int] = {}
    for cargo in cargoes:
        for column, count in cargo.samples:
            samples[column] = samples.get(column, 0) + count
    return Cargo(
        columns=tuple(dict.fromkeys(name for cargo in cargoes for name in cargo.columns)),
        samples=tuple(samples.items()),
        figures=tuple(dict.fromkeys(name for cargo in cargoes for name in cargo.figures)),
        withheld=tuple(dict.fromkeys(name for cargo in cargoes for name in cargo.withheld)),
        flagged=tuple(dict.fromkeys(name for cargo in cargoes for name in cargo.flagged)),
    )


@dataclass(frozen=True)
class EgressEntry:
    """One request. `outcome` is "answered" or the sentence of what went wrong."""

    at: float  # seconds since the epoch
    purpose: str  # the prompt's template
    model: str
    host: str
    cargo: Cargo
    prompt_tokens: int
    reply_tokens: int
    tokens_estimated: bool  # the server told no usage, or the call failed
    seconds: float
    price_usd: float | None  # None where the model's price is not known
    outcome: str


class EgressLedger:
    """The requests of all conversations, in memory. Safe to use from threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._entries: dict[str, list[EgressEntry]] = {}
        self._dropped: dict[str, int] = {}

    def record(self, conversation_id: str, entry: EgressEntry) -> None:
        """Keeps an entry."""
        with self._lock:
            kept = self._entries.setdefault(conversation_id, [])
            kept.append(entry)
            if len(kept) > LONGEST_LEDGER:
                kept.pop(0)
                self._dropped[conversation_id] = self._dropped.get(conversation_id, 0) + 1

    def entries(self, conversation_id: str) -> tuple[EgressEntry, ...]:
        """All requests of a conversation, oldest first."""
        with self._lock:
            return tuple(self._entries.get(conversation_id, ()))

    def dropped(self, conversation_id: str) -> int:
        """How many of the oldest requests are no longer kept."""
        with self._lock:
            return self._dropped.get(conversation_id, 0)

    def release(self, conversation_id: str) -> None:
        """Frees the entries of a conversation."""
        with self._lock:
            self._entries.pop(conversation_id, None)
            self._dropped.pop(conversation_id, None)


def bare_entry(purpose: str, settings: ModelSettings, at: float, seconds: float, outcome: str) -> EgressEntry:
    """The entry of a request that carried nothing but the key."""
    return EgressEntry(
        at=at,
        purpose=purpose,
        model=settings.name,
        host=settings.host,
        cargo=Cargo(),
        prompt_tokens=0,
        reply_tokens=0,
        tokens_estimated=False,
        seconds=seconds,
        price_usd=None,
        outcome=outcome,
    )


def price_usd(settings: ModelSettings, prompt_tokens: int, reply_tokens: int) -> float | None:
    """What a request cost at OpenAI's list price; None for other endpoints and unknown models."""
    price = _prices().get(settings.name) if settings.base_url == OPENAI else None
    return (prompt_tokens * price["input"] + reply_tokens * price["output"]) / 1_000_000 if price else None


@cache
def _prices() -> Mapping[str, Mapping[str, float]]:
    text = files("agent.reasoning").joinpath("prices.toml").read_text(encoding="utf-8")
    found: Mapping[str, Mapping[str, float]] = tomllib.loads(text)["usd_per_million_tokens"]
    return found
