"""Runs a spec as the vocabulary computes it and as the program that is written for it, and compares cell by cell."""

import math
from collections.abc import Sequence

from agent.analysis.as_code import as_code
from agent.analysis.execute import execute_analysis
from agent.analysis.frames.source import Table
from agent.sandbox.results import CodeResult
from agent.sandbox.run import run_code
from agent.specs.parse import Spec
from agent.state import Cell
from registry.dataset import Dataset

_DOUBT = "Its count is left out"
_MULTIPLYING = {"unpivot", "split_values", "join"}


def run_written(spec: Spec, datasets: Sequence[Dataset]) -> CodeResult:
    """What the written program leaves, with nothing that the sandbox doubts."""
    written = as_code([spec], {one.dataset_id: one.profile for one in datasets})
    found = run_code(written.code, {one.dataset_id: one.frame for one in datasets})
    assert found.error is None, f"{found.error}\n{written.code}"
    assert len(found.tables) == len(written.tables)
    assert not any(_DOUBT in note for note in found.notes), found.notes
    return found


def assert_program_agrees(spec: Spec, datasets: Sequence[Dataset]) -> None:
    """The same tables, cell by cell, and the same rows used; none told only where a row of the data became several."""
    assert spec.type == "analysis"
    tables = {one.dataset_id: Table(one.dataset_id, one.name, one.frame, one.profile) for one in datasets}
    expected = execute_analysis(spec, tables)
    found = run_written(spec, datasets)
    assert len(found.tables) == len(expected)
    for ours, theirs in zip(found.tables, expected, strict=True):
        payload = theirs["payload"]
        assert isinstance(payload, dict)
        assert list(ours.columns) == payload["columns"]
        assert_same([list(row) for row in ours.rows], payload["rows"])
    ledger = expected[0]["ledger"]
    assert ledger is not None
    if found.rows_used is None:
        assert {step["step"] for step in ledger["steps"]} & _MULTIPLYING
    else:
        assert found.rows_used == ledger["rows_used"]


def assert_same(ours: list[list[Cell]], theirs: list[list[Cell]]) -> None:
    """Cells that are equal, numbers to nine digits."""
    assert len(ours) == len(theirs), (ours[:5], theirs[:5])
    for one, other in zip(ours, theirs, strict=True):
        assert all(same(a, b) for a, b in zip(one, other, strict=True)), (one, other)


def same(one: Cell, other: Cell) -> bool:
    """Whether two cells say the same."""
    if isinstance(one, int | float) and isinstance(other, int | float):
        return math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-12)
    if isinstance(one, str) and isinstance(other, str):
        return one.removesuffix("T00:00:00") == other or one.replace("T", " ") == other
    return one == other
