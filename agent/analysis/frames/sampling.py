"""A sample where a limit stops the whole (DESIGN section 4, law 2): drawn the same way every time, and told."""

from dataclasses import replace
from typing import Any

import narwhals as nw

from agent.analysis.frames.source import ROW, Table
from agent.analysis.words import say
from agent.state import Artifact, Ledger, LedgerStep

SEED = 42
SAMPLE_STEP = "sample"


def sample_rows(table: Table, rows: int) -> Table | None:
    """The table with `rows` of its rows drawn at random (seed 42), in their order; None when it has no more than
    that, or when its engine cannot draw the same rows twice.
    """
    frame: nw.DataFrame[Any] | nw.LazyFrame[Any] = nw.from_native(table.frame)
    if not isinstance(frame, nw.DataFrame) or len(frame) <= rows:
        return None
    numbered = nw.maybe_reset_index(frame).with_row_index(ROW)
    drawn = nw.maybe_reset_index(numbered.sample(rows, seed=SEED).sort(ROW)).drop(ROW)
    return replace(table, frame=drawn.to_native())


def told_as_sample(artifact: Artifact, whole: int, rows: int) -> Artifact:
    """A result of a sample, with a ledger that begins with all rows of the data set."""
    ledger = artifact["ledger"]
    if ledger is None:
        return artifact
    step = LedgerStep(step=SAMPLE_STEP, detail=say("detail.sample", seed=str(SEED)), rows_before=whole, rows_after=rows)
    told = Ledger(**{**ledger, "rows_total": whole, "steps": [step, *ledger["steps"]]})
    return Artifact(**{**artifact, "ledger": told})


def sample_of(ledger: Ledger | None) -> tuple[int, int] | None:
    """Rows of the sample and of the data set, when a result comes from a sample."""
    steps = ledger["steps"] if ledger else []
    first = next((step for step in steps if step["step"] == SAMPLE_STEP), None)
    return (first["rows_after"], first["rows_before"]) if first else None
