"""The egress ledger as reports tell it."""

from collections.abc import Sequence
from datetime import UTC, datetime

from agent.reasoning.egress import EgressEntry
from agent.report.departures import Departure, Departures


def departures_of(entries: Sequence[EgressEntry], dropped: int) -> Departures:
    """The requests of a conversation for its report."""
    return Departures(tuple(_departure(entry) for entry in entries), dropped)


def _departure(entry: EgressEntry) -> Departure:
    cargo = entry.cargo
    return Departure(
        at=datetime.fromtimestamp(entry.at, UTC).isoformat(timespec="seconds"),
        purpose=entry.purpose.replace("_", " "),
        model=entry.model,
        host=entry.host,
        outcome=entry.outcome,
        prompt_tokens=entry.prompt_tokens,
        reply_tokens=entry.reply_tokens,
        tokens_estimated=entry.tokens_estimated,
        seconds=entry.seconds,
        price_usd=entry.price_usd,
        columns=cargo.columns,
        values=cargo.samples,
        figures=cargo.figures,
        withheld=cargo.withheld,
        flagged=cargo.flagged,
    )
