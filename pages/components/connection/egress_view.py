"""What left this machine: every request to a model, with what it carried."""

import pandas as pd
import streamlit as st

from agent.service import AnalystService, EgressEntry
from pages.components.catalogue import clock, say, say_count, say_if_known
from pages.components.escape import escape, showable

_HEADINGS = (
    "time", "purpose", "outcome", "tokens", "seconds", "price", "columns", "values", "figures", "withheld",
)  # fmt: skip


def show_egress(service: AnalystService, conversation_id: str) -> None:
    """The ledger, or the sentence that there is nothing in it."""
    entries = service.models.egress(conversation_id)
    if not entries:
        st.info(_why_nothing(service, conversation_id), icon=":material/lock:")
        return
    dropped = service.models.dropped(conversation_id)
    hosts = ", ".join(sorted({escape(entry.host) for entry in entries}))
    st.warning(
        say_count("egress.sent", len(entries) + dropped, hosts=hosts),
        icon=":material/outbound:",
    )
    heads = {name: say(f"egress.{name}") for name in _HEADINGS}
    st.dataframe(
        pd.DataFrame([_row(entry) for entry in entries], columns=list(heads.values())),
        hide_index=True,
        key="egress",
        column_config={
            heads["seconds"]: st.column_config.NumberColumn(format="%.1f"),
            heads["outcome"]: st.column_config.Column(width="medium"),
            heads["columns"]: st.column_config.Column(width="medium"),
        },
        alt=say("egress.alt"),
    )
    notes = [_tokens_note(entries), _flagged_note(entries), _dropped_note(dropped)]
    if any(notes):
        st.caption(" ".join(note for note in notes if note))


def _why_nothing(service: AnalystService, conversation_id: str) -> str:
    used = service.models.settings(conversation_id)
    if used is None and service.settings.reader_host:
        return say("egress.reader_unasked", host=escape(service.settings.reader_host))
    if used is None:
        return say("egress.no_model")
    return say("egress.model_unasked", name=escape(used.name), host=escape(used.host))


def _row(entry: EgressEntry) -> tuple[str, str, str, int, float, str, str, str, str, str]:
    cargo, none = entry.cargo, say("egress.none")
    values = ", ".join(f"{column}: {count}" for column, count in cargo.samples if count)
    return (
        clock(entry.at),
        say_if_known(f"purpose.{entry.purpose}", showable(entry.purpose.replace("_", " ").capitalize())),
        showable(entry.outcome),
        entry.prompt_tokens + entry.reply_tokens,
        entry.seconds,
        say("egress.unknown") if entry.price_usd is None else f"{entry.price_usd:.5f}",
        showable(", ".join(cargo.columns)) or none,
        showable(values) or none,
        showable(", ".join(cargo.figures)) or none,
        showable(", ".join(cargo.withheld)) or none,
    )


def _tokens_note(entries: tuple[EgressEntry, ...]) -> str:
    estimated = sum(entry.tokens_estimated for entry in entries)
    return say_count("egress.estimated", estimated) if estimated else ""


def _dropped_note(dropped: int) -> str:
    return say("egress.dropped", dropped=dropped) if dropped else ""


def _flagged_note(entries: tuple[EgressEntry, ...]) -> str:
    flagged = sorted({column for entry in entries for column in entry.cargo.flagged})
    names = ", ".join(escape(column) for column in flagged)
    return say("egress.flagged", names=names) if flagged else ""
