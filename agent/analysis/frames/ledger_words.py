"""The rows behind a result as sentences of a language; None for the one that is told."""

from collections.abc import Sequence

from agent.analysis.words import FOLDER, say
from agent.artifacts import Ledger, LedgerStep, RowsMade, RowsOf
from agent.phrase_files import languages_in
from agent.records import TurnRecord


def step_in_words(step: LedgerStep, language: str | None = None) -> str:
    """ "Kept the rows where amount is above 3: 193 rows stay, 427 left out." """
    what = step_named(step, language)
    before, after = step["rows_before"], step["rows_after"]
    if after > before or step["step"] == "aggregate":
        return say("ledger.became", language, step=what, before=before, after=after)
    if before > after:
        return say("ledger.stay", language, step=what, after=after, left=before - after)
    return say("ledger.all_stay", language, step=what)


def step_named(step: LedgerStep, language: str | None = None) -> str:
    """What a step did, without its rows: "Joined: inner join with stores by store"."""
    return say(f"step.{step['step'].replace(' ', '_')}", language, detail=step["detail"])


def columns_missing(step: LedgerStep) -> str:
    """The columns without a value for which a step left rows out, whatever language it was told in; "" for any other
    step.
    """
    if step["step"] != "missing dropped":
        return ""
    for language in languages_in(FOLDER):
        before, after = say("detail.missing", language, columns="\0").split("\0")
        if step["detail"].startswith(before) and step["detail"].endswith(after):
            return step["detail"].removeprefix(before).removesuffix(after)
    return ""


def ledger_in_words(ledger: Ledger, language: str | None = None) -> list[str]:
    """What was done to the rows, one sentence a step: from the data set to the rows that were used, then the notes."""
    began = say("ledger.began", language, dataset=ledger["dataset"], rows=ledger["rows_total"])
    made = made_in_words(ledger.get("rows_made"), language)
    used = say("ledger.used", language, rows=ledger["rows_used"], made=made)
    return [began, *(step_in_words(step, language) for step in ledger["steps"]), used, *ledger["notes"]]


def made_in_words(made: RowsMade | None, language: str | None = None) -> str:
    """ " (160 after unpivot)", to follow the rows of the data that were used; "" where these are the rows counted."""
    if made is None:
        return ""
    return say("ledger.made", language, rows=made["rows"], step=say(f"made.{made['step']}", language))


def apart_in_words(apart: Sequence[RowsOf], language: str | None = None) -> str:
    """ "; “Sales by city”: 12 of 60 rows", to follow the rows of the main result; "" where all come from the same."""
    return "".join(
        say("ledger.apart", language, title=one["title"], used=one["rows_used"], total=one["rows_total"])
        for one in apart
    )


def rows_beside(turn: TurnRecord, language: str | None = None) -> str:
    """What follows the number of a turn's rows: rows that were made of them, further results from other rows."""
    return made_in_words(turn.get("rows_made"), language) + apart_in_words(turn.get("rows_apart", ()), language)
