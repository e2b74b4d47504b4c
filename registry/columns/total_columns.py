"""Columns that sum up others beside them: months and their total. They are set apart where the cells prove it."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from registry.columns.typing_rules import TypedColumn
from registry.receipt import ReceiptEntry
from registry.sentences import quoted, sentence
from registry.values.periods import PeriodGrain, named_period
from registry.values.word_lists import is_total, may_be_total

FEWEST_PERIODS = 3
FEWEST_PARTS = 2
FEWEST_ROWS = 2
PROVEN = 0.9
"""Share of the rows in which the sum has to be right; the others may be rounded or mistyped."""
TOLERANCE = 0.006
"""How far a sum may be off, of itself, or in units for small numbers: rounded parts do not add up exactly."""
COARSER: dict[PeriodGrain, frozenset[PeriodGrain]] = {
    "month": frozenset({"quarter", "half", "year"}),
    "week": frozenset({"month", "quarter", "half", "year"}),
    "quarter": frozenset({"half", "year"}),
    "day": frozenset({"week", "month", "quarter", "year"}),
    "half": frozenset({"year"}),
    "weekday": frozenset({"week"}),
    "year": frozenset(),
}
Values = npt.NDArray[np.float64]


def without_total_columns(columns: Sequence[TypedColumn]) -> tuple[list[TypedColumn], list[ReceiptEntry]]:
    """The columns without those that are totals of period columns or of a group of columns, and what is said of it."""
    values = {
        column.name: column.data.to_numpy(dtype=np.float64, na_value=np.nan)
        for column in columns
        if column.kind == "number"
    }
    names = [column.name for column in columns]
    totals = [*_of_periods(names, values), *_of_groups(names, values)]
    if not totals:
        return list(columns), []
    shown = quoted(dict.fromkeys(totals))
    told = sentence("columns.totals", shown=shown, count=len(set(totals)))
    entry = ReceiptEntry("skipped", told, None, len(set(totals)), choice=("totals", "in"))
    return [column for column in columns if column.name not in totals], [entry]


def _of_periods(names: Sequence[str], values: dict[str, Values]) -> list[str]:
    """Totals over columns called after periods of one grain."""
    grains = {name: period.grain for name in names if name in values and (period := named_period(name))}
    if not grains:
        return []
    grain, count = Counter(grains.values()).most_common(1)[0]
    parts = [name for name in names if grains.get(name) == grain]
    if count < FEWEST_PERIODS:
        return []
    found = []
    run: list[str] = []
    for name in names:
        if name in parts:
            run.append(name)
        elif name in values and (may_be_total(name) or grains.get(name) in COARSER[grain]):
            before = [part for part in parts if names.index(part) < names.index(name)]
            if any(_is_total_of(values[name], [values[part] for part in each]) for each in (run, before, parts)):
                found.append(name)
                run = []
    return found


def _of_groups(names: Sequence[str], values: dict[str, Values]) -> list[str]:
    """Totals below a heading that columns share: "2021 male", "2021 female", "2021 total"."""
    found = []
    for place, name in enumerate(names):
        heading, _, last = name.rpartition(" ")
        if name not in values or not heading or not is_total(last):
            continue
        beside = [each for each in names if each != name and each.startswith(f"{heading} ") and each in values]
        if len(beside) > 1 and _is_total_of(values[name], [values[each] for each in beside]):
            found.append(names[place])
    return found


def _is_total_of(total: Values, parts: Sequence[Values]) -> bool:
    """Whether the cells are the sums of the others, or their means, in nearly every row."""
    if len(parts) < FEWEST_PARTS:
        return False
    table = np.vstack(parts)
    known = ~np.isnan(total) & ~np.isnan(table).all(axis=0)
    if known.sum() < FEWEST_ROWS or not np.nan_to_num(table).any():
        return False
    own = total[known]
    leeway = np.maximum(np.abs(own), 1.0) * TOLERANCE
    results = (np.nansum(table, axis=0)[known], np.nanmean(table[:, known], axis=0))
    return any(float((np.abs(each - own) <= leeway).mean()) >= PROVEN for each in results)
