"""The row ledger: rows in, and rows out with the reason after each step."""

from collections.abc import Sequence

from agent.analysis.words import FOLDER, say
from agent.artifacts import Ledger, LedgerStep, RowsMade, RowsOf
from agent.records import TurnRecord
from languages.phrase_files import languages_in

AGGREGATE = "aggregate"
"""The step after which rows are groups."""


def open_ledger(dataset: str, rows: int) -> Ledger:
    """The ledger of a data set before anything happened to its rows."""
    return Ledger(dataset=dataset, rows_total=rows, steps=[], rows_used=rows, notes=[])


def with_step(ledger: Ledger, step: str, detail: str, rows_after: int, sources: int | None = None) -> Ledger:
    """The ledger after one more step on the rows that were left. `sources`: where the step made several rows of one,
    how many rows these come from.
    """
    entry = LedgerStep(step=step, detail=detail, rows_before=ledger["rows_used"], rows_after=rows_after)
    if sources is not None:
        entry["sources"] = sources
    return Ledger(
        dataset=ledger["dataset"],
        rows_total=ledger["rows_total"],
        steps=[*ledger["steps"], entry],
        rows_used=rows_after,
        notes=ledger["notes"],
    )


def with_note(ledger: Ledger, *notes: str) -> Ledger:
    """The ledger with notes that are not in it yet."""
    fresh = [note for note in dict.fromkeys(notes) if note and note not in ledger["notes"]]
    return Ledger(
        dataset=ledger["dataset"],
        rows_total=ledger["rows_total"],
        steps=ledger["steps"],
        rows_used=ledger["rows_used"],
        notes=[*ledger["notes"], *fresh],
    )


def of_data(ledger: Ledger) -> Ledger:
    """The ledger with `rows_used` as rows of the data: those that groups were made of where a step made groups, and
    those that several rows were made of where a step made several of one, with how many these were in `rows_made`.
    """
    names = [step["step"] for step in ledger["steps"]]
    before_groups = ledger["steps"][: names.index(AGGREGATE)] if AGGREGATE in names else ledger["steps"]
    used = ledger["steps"][len(before_groups)]["rows_before"] if AGGREGATE in names else ledger["rows_used"]
    several = next((step for step in before_groups if "sources" in step), None)
    if several is None:
        return Ledger(**{**ledger, "rows_used": used})
    made = RowsMade(step=several["step"], rows=used)
    return Ledger(**{**ledger, "rows_used": min(used, several["sources"]), "rows_made": made})


def missing_dropped(ledger: Ledger, columns: str, rows_after: int) -> Ledger:
    """The ledger after rows without a value in `columns` were left out; unchanged when none were."""
    if rows_after == ledger["rows_used"]:
        return ledger
    return with_step(ledger, "missing dropped", say("detail.missing", columns=columns), rows_after)


# ----------------------------------------------------------------
# The rows behind a result as sentences of a language; None for the one that is told.


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
