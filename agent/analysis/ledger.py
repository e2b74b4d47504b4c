"""The row ledger: rows in, and rows out with the reason after each step."""

from agent.state import Ledger, LedgerStep

AGGREGATE = "aggregate"
"""The step after which rows are groups."""


def opened(dataset: str, rows: int) -> Ledger:
    """The ledger of a data set before anything happened to its rows."""
    return Ledger(dataset=dataset, rows_total=rows, steps=[], rows_used=rows, notes=[])


def with_step(ledger: Ledger, step: str, detail: str, rows_after: int) -> Ledger:
    """The ledger after one more step on the rows that were left."""
    entry = LedgerStep(step=step, detail=detail, rows_before=ledger["rows_used"], rows_after=rows_after)
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
    """The ledger with `rows_used` as rows of the data: those that groups were made of, where a step made groups."""
    made = [step for step in ledger["steps"] if step["step"] == AGGREGATE]
    return Ledger(**{**ledger, "rows_used": made[0]["rows_before"]}) if made else ledger


def missing_dropped(ledger: Ledger, columns: str, rows_after: int) -> Ledger:
    """The ledger after rows without a value in `columns` were left out; unchanged when none were."""
    if rows_after == ledger["rows_used"]:
        return ledger
    return with_step(ledger, "missing dropped", f"no value in {columns}", rows_after)
