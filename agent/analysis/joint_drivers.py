"""joint_drivers: how much of an outcome's variation several columns explain together, beside what each does alone."""

from collections.abc import Mapping
from typing import Any

import narwhals as nw
import numpy as np
import numpy.typing as npt
import pandas as pd

from agent.analysis.frames.arrays import Floats
from agent.analysis.frames.rows import Prepared
from agent.analysis.frames.schema import column_named, require
from agent.analysis.frames.source import Table
from agent.analysis.frames.tables import ResultColumn, TableDraft, artifact
from agent.analysis.prepare import prepare_rows
from agent.analysis.words import refusal, say
from agent.specs.drivers import Driver, JointDrivers
from agent.specs.plain_data import spec_json
from agent.state import Artifact, Cell

AT_A_TIME = 50_000  # rows whose design is in memory at once
_NEGLIGIBLE = 1e-10  # of the largest singular value: what is below adds no direction of its own
_COLUMNS = (
    ResultColumn("drivers"), ResultColumn("together_pct", "percent"), ResultColumn("sum_pct", "percent"),
    ResultColumn("explained_pct", "percent"), ResultColumn("n", "integer"),
)  # fmt: skip


def execute_joint(spec: JointDrivers, tables: Mapping[str, Table]) -> list[Artifact]:
    """One row: drivers, together_pct (corrected), sum_pct (of each alone, corrected), explained_pct (as it is), n.

    R squared of the least squares fit with a mean for each group and a straight line for each number, without
    interactions; corrected for the number of means and lines as adjusted R squared (Ezekiel 1930), which for one
    column of groups is epsilon squared. Over rows that have all values. Errors as `execute_analysis`; DataError when
    the outcome is no number or does not vary, or too few rows are left.
    """
    data = prepare_rows(spec, tables)
    names = [driver.col for driver in spec.drivers]
    require(data.schema, [spec.outcome, *names])
    if column_named(data.schema, spec.outcome).storage not in ("number", "boolean"):
        raise refusal("no_numbers", column=spec.outcome)
    data = data.complete([spec.outcome, *names])
    collected = data.frame.select(
        nw.col(spec.outcome).cast(nw.Float64).alias("outcome"),
        *(nw.col(name).alias(f"driver {place}") for place, name in enumerate(names)),
    ).collect()
    outcome = np.asarray(collected["outcome"].to_numpy(), dtype=np.float64)
    outcome = outcome - outcome.mean() if len(outcome) else outcome
    total = float(outcome @ outcome)
    if len(outcome) < 3 or total <= 0:
        raise refusal("outcome_constant", column=spec.outcome)
    parts = [
        _part(driver, collected[f"driver {place}"].to_pandas(), spec.max_groups)
        for place, driver in enumerate(spec.drivers)
    ]
    share, together = _shares(parts, outcome, total)
    alone = sum(_shares([part], outcome, total)[1] for part in parts)
    shares = [100 * part for part in (together, alone, share)]
    row: list[Cell] = [" + ".join(driver.name for driver in spec.drivers), *shares, len(outcome)]
    draft = TableDraft(
        title=say("drivers.joint_title", outcome=spec.outcome),
        columns=_COLUMNS,
        rows=[row],
        description=say("drivers.joint_description"),
    )
    return [artifact(draft, spec_json(spec), _note(data, parts, spec).ledger, data.dataset_ids, "detail")]


def _note(data: Prepared, parts: list[npt.NDArray[Any]], spec: JointDrivers) -> Prepared:
    lumped = any(part.dtype.kind == "i" and int(part.max()) == spec.max_groups - 1 for part in parts)
    return data.noted(say("note.rarest", most=spec.max_groups - 1)) if lumped else data


def _part(driver: Driver, values: "pd.Series[Any]", most: int) -> npt.NDArray[Any]:
    """A number as it is, scaled; groups as codes from 0, the largest first, all beyond `most` with the last."""
    if driver.kind == "number":
        numbers = values.to_numpy(dtype=np.float64)
        spread = float(numbers.std())
        scaled: Floats = (numbers - numbers.mean()) / (spread or 1.0)
        return scaled
    codes, _ = pd.factorize(values)
    counts = np.bincount(codes)
    ranks = np.empty(len(counts), dtype=np.int64)
    ranks[np.argsort(-counts, kind="stable")] = np.arange(len(counts))
    return np.minimum(ranks[codes], most - 1)


def _shares(parts: list[npt.NDArray[Any]], outcome: Floats, total: float) -> tuple[float, float]:
    """What a least squares fit on all parts explains: as it is, and corrected for its number of coefficients."""
    groups = [int(part.max()) + 1 if part.dtype.kind == "i" else 0 for part in parts]
    width = 1 + sum(max(size - 1, 0) if size else 1 for size in groups)
    square, along = np.zeros((width, width)), np.zeros(width)
    for start in range(0, len(outcome), AT_A_TIME):
        rows = slice(start, start + AT_A_TIME)
        design = _design([part[rows] for part in parts], groups, width)
        square += design.T @ design
        along += design.T @ outcome[rows]
    inverse = np.linalg.pinv(square, rcond=_NEGLIGIBLE, hermitian=True)
    coefficients = int(np.linalg.matrix_rank(square, tol=_NEGLIGIBLE * float(square.max()), hermitian=True))
    share = min(max(float(along @ inverse @ along) / total, 0.0), 1.0)
    free = len(outcome) - coefficients
    if free < 1:
        raise refusal("too_few_for_drivers")
    return share, max(0.0, 1 - (1 - share) * (len(outcome) - 1) / free)


def _design(parts: list[npt.NDArray[Any]], groups: list[int], width: int) -> Floats:
    """A column of ones, then one for each group but the first, or the number itself."""
    rows = len(parts[0])
    design = np.zeros((rows, width))
    design[:, 0] = 1.0
    at = 1
    for part, size in zip(parts, groups, strict=True):
        if not size:
            design[:, at] = part
            at += 1
            continue
        own = np.flatnonzero(part > 0)
        design[own, at + part[own] - 1] = 1.0
        at += max(size - 1, 0)
    return design
