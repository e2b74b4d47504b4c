"""What left this machine, as a report tells it: each request to a language model, with what it carried and cost."""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass

from agent.report.escape import spreadsheet_cell
from agent.report.words import say
from languages.catalogue import in_language

CSV_NAME = "egress.csv"
HEADINGS = (
    "time", "purpose", "model", "host", "outcome", "prompt tokens", "reply tokens", "tokens estimated", "seconds",
    "price (USD)", "columns", "values sent", "figures of", "held back", "text left out",
)  # fmt: skip
_SHOWN = ("time", "purpose", "outcome", "tokens", "seconds", "columns", "values", "figures", "withheld")
_MOST_NAMES = 12
_MARK = "\ufeff"  # without it spreadsheets read UTF-8 as the machine's own encoding


def shown_heads() -> list[str]:
    """What heads the columns of `Departures.rows`."""
    return [say(f"departures.{name}") for name in _SHOWN]


@dataclass(frozen=True)
class Departure:
    """One request. `values` are counts of cells by column; `figures` columns of which figures were told."""

    at: str  # ISO, UTC
    purpose: str
    model: str
    host: str
    outcome: str
    prompt_tokens: int
    reply_tokens: int
    tokens_estimated: bool
    seconds: float
    price_usd: float | None
    columns: tuple[str, ...]
    values: tuple[tuple[str, int], ...]
    figures: tuple[str, ...]
    withheld: tuple[str, ...]
    flagged: tuple[str, ...]


@dataclass(frozen=True)
class Departures:
    """The requests of a conversation, oldest first; `dropped` of the oldest are not listed any more."""

    requests: tuple[Departure, ...] = ()
    dropped: int = 0

    @property
    def sentences(self) -> tuple[str, ...]:
        """How many requests went where, and what is not listed; () when there was none."""
        if not self.requests:
            return ()
        hosts = ", ".join(sorted({one.host for one in self.requests}))
        tokens = sum(one.prompt_tokens + one.reply_tokens for one in self.requests)
        prices = [one.price_usd for one in self.requests if one.price_usd is not None]
        usd = in_language(f"{sum(prices):.4f}")
        price = say("departures.price", usd=usd) if len(prices) == len(self.requests) else ""
        count = len(self.requests) + self.dropped
        key = f"departures.{'many' if count > 1 else 'one'}"
        told = [say(key, count=count, hosts=hosts, tokens=tokens, price=price)]
        if any(one.tokens_estimated for one in self.requests):
            told.append(say("departures.estimated"))
        if self.dropped:
            told.append(say("departures.dropped", count=self.dropped))
        return tuple(told)

    def rows(self, *, whole: bool) -> list[list[str]]:
        """A row a request under `shown_heads()`; long lists of names are cut, and said so, unless `whole`. Not
        escaped.
        """
        most = None if whole else _MOST_NAMES
        return [
            [
                one.at, one.purpose, one.outcome, f"{one.prompt_tokens + one.reply_tokens:,}", f"{one.seconds:.1f}",
                _names_in(one.columns, most), _names_in(_count(one.values), most), _names_in(one.figures, most),
                _names_in(one.withheld, most),
            ]
            for one in self.requests
        ]  # fmt: skip


def departures_csv(departures: Departures) -> bytes:
    """All requests as CSV, formulas neutralised. The key is in none of it."""
    target = io.StringIO(newline="")
    writer = csv.writer(target, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\r\n")
    writer.writerow(HEADINGS)
    if departures.dropped:
        gone = f"{departures.dropped} older requests are no longer listed"
        writer.writerow(["", gone, *[""] * (len(HEADINGS) - 2)])
    for one in departures.requests:
        cells = (
            one.at, one.purpose, one.model, one.host, one.outcome, one.prompt_tokens, one.reply_tokens,
            one.tokens_estimated, round(one.seconds, 3), one.price_usd, _names_in(one.columns),
            _names_in(_count(one.values)), _names_in(one.figures), _names_in(one.withheld), _names_in(one.flagged),
        )  # fmt: skip
        writer.writerow([spreadsheet_cell(cell) for cell in cells])
    return (_MARK + target.getvalue()).encode("utf-8")


def _count(values: Sequence[tuple[str, int]]) -> tuple[str, ...]:
    return tuple(f"{column}: {count}" for column, count in values if count)


def _names_in(names: Sequence[str], most: int | None = None) -> str:
    shown = names if most is None else names[:most]
    told = ", ".join(shown)
    return say("departures.more", names=told, count=len(names) - len(shown)) if len(shown) < len(names) else told
