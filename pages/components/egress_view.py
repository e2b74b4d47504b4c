"""What left this machine: every request to a model, with what it carried."""

import pandas as pd
import streamlit as st

from agent.service import AnalystService, EgressEntry
from pages.components.escape import escape, showable
from pages.components.words import clock, counted

NOTHING_LEFT = "Nothing has left this machine"
_PURPOSES = {
    "test_connection": "Testing the connection",
    "exam": "Test questions to the model",
    "read_question": "Reading the question",
    "narrate_answer": "Wording the answer",
    "explain_concept": "Explaining an idea",
    "decline_request": "Saying what can be answered",
    "suggest_questions": "Suggesting questions",
    "write_report": "Wording the report",
    "classify_question": "Seeing what kind of question it is",
    "plan_tools": "Planning the tools",
    "critique_answer": "Judging the answer",
    "plan_study": "Planning the study",
    "read_study_change": "Reading what was said at a checkpoint",
    "tell_study": "Wording a part of the study",
    "answer_from_study": "Answering from the study",
}
HEADINGS = [
    "Time",
    "Purpose",
    "Outcome",
    "Tokens",
    "Seconds",
    "Price (USD)",
    "Columns",
    "Values sent",
    "Figures of",
    "Held back",
]


def show_egress(service: AnalystService, conversation_id: str) -> None:
    """The ledger, or the sentence that there is nothing in it."""
    entries = service.models.egress(conversation_id)
    if not entries:
        st.info(f"{NOTHING_LEFT}: {_why_nothing(service, conversation_id)}", icon=":material/lock:")
        return
    dropped = service.models.dropped(conversation_id)
    hosts = ", ".join(sorted({escape(entry.host) for entry in entries}))
    st.warning(
        f"{counted(len(entries) + dropped, 'request')} went from this conversation to {hosts},"
        " and nothing anywhere else.",
        icon=":material/outbound:",
    )
    st.dataframe(
        pd.DataFrame([_row(entry) for entry in entries], columns=HEADINGS),
        hide_index=True,
        key="egress",
        column_config={
            "Seconds": st.column_config.NumberColumn(format="%.1f"),
            "Outcome": st.column_config.Column(width="medium"),
            "Columns": st.column_config.Column(width="medium"),
        },
        alt="Every request to a model",
    )
    notes = [_tokens_note(entries), _flagged_note(entries), _dropped_note(dropped)]
    if any(notes):
        st.caption(" ".join(note for note in notes if note))


def _why_nothing(service: AnalystService, conversation_id: str) -> str:
    used = service.models.settings(conversation_id)
    if used is None and service.settings.reader_host:
        return f"the reader at {escape(service.settings.reader_host)} has not been asked yet."
    if used is None:
        return "Tally runs here without a language model and makes no outgoing connection."
    return f"{escape(used.name)} at {escape(used.host)} is connected and has not been asked yet."


def _row(entry: EgressEntry) -> tuple[str, str, str, int, float, str, str, str, str, str]:
    cargo = entry.cargo
    values = ", ".join(f"{column}: {count}" for column, count in cargo.samples if count)
    return (
        clock(entry.at),
        _PURPOSES.get(entry.purpose, showable(entry.purpose.replace("_", " ").capitalize())),
        showable(entry.outcome),
        entry.prompt_tokens + entry.reply_tokens,
        entry.seconds,
        "not known" if entry.price_usd is None else f"{entry.price_usd:.5f}",
        showable(", ".join(cargo.columns)) or "none",
        showable(values) or "none",
        showable(", ".join(cargo.figures)) or "none",
        showable(", ".join(cargo.withheld)) or "none",
    )


def _tokens_note(entries: tuple[EgressEntry, ...]) -> str:
    estimated = sum(entry.tokens_estimated for entry in entries)
    return f"The tokens of {counted(estimated, 'request')} are estimated: the server told none." if estimated else ""


def _dropped_note(dropped: int) -> str:
    return f"The oldest {dropped:,} are no longer listed." if dropped else ""


def _flagged_note(entries: tuple[EgressEntry, ...]) -> str:
    flagged = sorted({column for entry in entries for column in entry.cargo.flagged})
    names = ", ".join(escape(column) for column in flagged)
    return f"Text that reads like instructions was left out of: {names}." if flagged else ""
