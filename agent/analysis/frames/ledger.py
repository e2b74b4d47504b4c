"""The row ledger: rows in, and rows out with the reason after each step."""

from agent.analysis.words import say
from agent.artifacts import Ledger, LedgerStep, RowsMade

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
