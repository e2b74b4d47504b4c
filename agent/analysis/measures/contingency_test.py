"""contingency_test: do two columns of categories go together, or is each spread alike within the other?"""

import math
from dataclasses import dataclass
from typing import Any

import narwhals as nw
import numpy as np
import numpy.typing as npt
import pandas as pd
import scipy

from agent.analysis.aggregating.aggregates import Metric, aggregate_groups
from agent.analysis.aggregating.cell_rows import Row, rows_across
from agent.analysis.frames.arrays import Floats
from agent.analysis.frames.ordering import natural
from agent.analysis.frames.rows import Prepared
from agent.analysis.frames.schema import Schema, column_named, stratum_columns
from agent.analysis.frames.source import records
from agent.analysis.frames.tables import Outcome, ResultColumn, TableDraft, cell, key_column
from agent.analysis.inference.reversals import reversal_checks
from agent.analysis.inference.two_by_two import table_checks
from agent.analysis.operation import Operation
from agent.analysis.words import refusal, say
from agent.errors import SpecError
from agent.specs.measures import ContingencyTest
from agent.specs.result_words import measure_words, result_title
from agent.state import Cell

MAX_VALUES = 200
SMALL_COUNT = 5
"""Below this expected count the chi-square distribution fits badly (Cochran 1954, Biometrics 10, 417-451)."""
_COUNT = Metric("*", "count", "__m0")
_TWO = 2


@dataclass(frozen=True)
class _Crossed:
    """Counted rows: a row a value of the one column, a column a value of the other. No row and no column is empty."""

    down: list[Cell]
    across: list[Cell]
    counts: npt.NDArray[np.int64]

    @property
    def is_two_by_two(self) -> bool:
        """Have both columns two values?"""
        return self.counts.shape == (_TWO, _TWO)


def contingency_test(spec: ContingencyTest, data: Prepared) -> Outcome:
    """Three tables: a row a test (test, statistic, df, p, cramers_v, n, expected_min, expected_under_5), the counts,
    and a row a check of `inference.two_by_two`: ratios with intervals, and a column that turns the direction round.

    chi_square is Pearson's, of two by two values with the correction of Yates (1934) unless `correction` is off.
    cramers_v (Cramer 1946) is without it: the root of chi-square over n times the smaller number of values minus one.
    `expected_under_5` counts the cells where fewer than five rows were to be expected without an association. Two by
    two values with such a cell, or where `exact` asks for it, get a second row, fisher_exact: the odds ratio as
    statistic, and the p that holds.
    """
    data = data.complete([spec.rows, spec.columns])
    crossed = _cross_tabulate(spec, data)
    rows = [_chi_square(spec, crossed)]
    small = rows[0][-1] != 0
    if spec.exact and not crossed.is_two_by_two:
        raise SpecError(
            f"Fisher's exact test takes two values of each column; {spec.rows} and {spec.columns} have "
            f"{len(crossed.down)} and {len(crossed.across)}.",
            "Leave exact out for the chi-square test, or filter for two values.",
        )
    if (small or spec.exact) and crossed.is_two_by_two:
        rows.append(_fisher_exact(crossed))
    summary = TableDraft(say("title.association", a=spec.rows, b=spec.columns), _COLUMNS, rows)
    data = data.noted(*_notes(spec, crossed, small))
    return Outcome((summary, _cross_table(spec, data, crossed), _checks(spec, data, crossed)), data.ledger)


def _cross_tabulate(spec: ContingencyTest, data: Prepared) -> _Crossed:
    result, _ = aggregate_groups(data, [spec.rows, spec.columns], [_COUNT])
    found = records(result)
    down, across = (
        [cell(value, key_column(data.schema[name])) for value in found[name]] for name in (spec.rows, spec.columns)
    )
    sides = natural(dict.fromkeys(down), data.schema[spec.rows].order)
    heads = natural(dict.fromkeys(across), data.schema[spec.columns].order)
    _check_sizes(spec, len(sides), len(heads))
    places = ({value: at for at, value in enumerate(values)} for values in (sides, heads))
    at_side, at_head = places
    counts = np.zeros((len(sides), len(heads)), dtype=np.int64)
    for side, head, count in zip(down, across, found[_COUNT.name], strict=True):
        counts[at_side[side], at_head[head]] = count
    return _Crossed(sides, heads, counts)


def _check_sizes(spec: ContingencyTest, down: int, across: int) -> None:
    for name, size in ((spec.rows, down), (spec.columns, across)):
        if size > MAX_VALUES:
            raise SpecError(
                f"{name} has {size:,} values: too many for categories (at most {MAX_VALUES}).",
                "Cut it into groups with recode_column, or filter it first.",
            )
        if size < _TWO:
            raise refusal("too_few_categories", column=name, count=size)


def _chi_square(spec: ContingencyTest, crossed: _Crossed) -> list[Cell]:
    tested = scipy.stats.chi2_contingency(crossed.counts, correction=spec.correction)
    plain = scipy.stats.chi2_contingency(crossed.counts, correction=False)
    n = int(crossed.counts.sum())
    strength = math.sqrt(float(plain.statistic) / (n * (min(crossed.counts.shape) - 1)))
    expected = np.asarray(tested.expected_freq)
    return [
        "chi_square", float(tested.statistic), int(tested.dof), float(tested.pvalue), strength, n,
        float(expected.min()), int((expected < SMALL_COUNT).sum()),
    ]  # fmt: skip


def _fisher_exact(crossed: _Crossed) -> list[Cell]:
    tested = scipy.stats.fisher_exact(crossed.counts)
    odds = float(tested.statistic)
    return [
        "fisher_exact", odds if math.isfinite(odds) else None, None, float(tested.pvalue), None,
        int(crossed.counts.sum()), None, None,
    ]  # fmt: skip


_CHECK_COLUMNS = (
    ResultColumn("check"), ResultColumn("column"), ResultColumn("level"), ResultColumn("statistic", "number"),
    ResultColumn("ci_low", "number"), ResultColumn("ci_high", "number"), ResultColumn("p", "p_value"),
    ResultColumn("n", "integer"),
)  # fmt: skip
_COLUMNS = (
    ResultColumn("test"), ResultColumn("statistic", "number"), ResultColumn("df", "integer"),
    ResultColumn("p", "p_value"), ResultColumn("cramers_v", "number"), ResultColumn("n", "integer"),
    ResultColumn("expected_min", "number"), ResultColumn("expected_under_5", "integer"),
)  # fmt: skip


def _notes(spec: ContingencyTest, crossed: _Crossed, small: bool) -> list[str]:
    notes = []
    if crossed.is_two_by_two and spec.correction:
        notes.append(say("note.yates"))
    if small and crossed.is_two_by_two:
        notes.append(say("note.small_fisher"))
    elif small:
        notes.append(say("note.small_approximate"))
    return notes


def _checks(spec: ContingencyTest, data: Prepared, crossed: _Crossed) -> TableDraft:
    found = table_checks(crossed.counts.astype(np.float64), spec.correction)
    if crossed.is_two_by_two:
        others = stratum_columns(data.schema, (spec.rows, spec.columns))
        names = [*dict.fromkeys([spec.rows, spec.columns, *others])]
        frame: pd.DataFrame = data.frame.select([nw.col(name) for name in names]).collect().to_pandas()
        down = _is_last(frame[spec.rows], data, spec.rows, crossed.down[-1])
        across = _is_last(frame[spec.columns], data, spec.columns, crossed.across[-1])
        turned = reversal_checks(down, across, frame[others], "slope")
        found += [{**row, "ci_low": None, "ci_high": None} for row in turned]
    rows: list[list[Cell]] = [[_plain(row[column.name]) for column in _CHECK_COLUMNS] for row in found]
    return TableDraft(say("title.looked_beside", a=spec.rows, b=spec.columns), _CHECK_COLUMNS, rows,
                      ("check", "column", "level"))  # fmt: skip


def _is_last(values: "pd.Series[Any]", data: Prepared, name: str, last: Cell) -> Floats:
    shown = key_column(data.schema[name])
    return np.array([float(cell(value, shown) == last) for value in values])


def _plain(value: Any) -> Cell:
    if value is None or isinstance(value, str | int):
        return value
    return float(value) if math.isfinite(value) else None


def _cross_table(spec: ContingencyTest, data: Prepared, crossed: _Crossed) -> TableDraft:
    heads = [ResultColumn(str(head), "integer", heading=str(head)) for head in crossed.across]
    rows: list[list[Cell]] = [
        [side, *counts.tolist()] for side, counts in zip(crossed.down, crossed.counts, strict=True)
    ]
    return TableDraft(
        result_title([measure_words("*", "count")], [spec.rows, spec.columns]),
        (key_column(data.schema[spec.rows]), *heads),
        rows,
        keys=(spec.rows,),
    )


# ----------------------------------------------------------------
# What it asks of the columns, and the rows behind its cells.


def _check(spec: ContingencyTest, schema: Schema) -> None:
    if spec.rows == spec.columns:
        raise SpecError(f"{spec.rows} cannot be tested against itself.", "Name two different columns.")
    for name in (spec.rows, spec.columns):
        column = column_named(schema, name)
        if column.storage == "moment" or (column.storage == "number" and not column.whole):
            raise SpecError(
                f"A test of association needs categories; {name} is {column.kind}.",
                "Cut it into groups with recode_column or date_part; of two numbers use correlation.",
            )


def _rows_of_cross_table(spec: ContingencyTest, data: Prepared, row: Row, column: str) -> Prepared:
    data = data.complete([spec.rows, spec.columns])
    return rows_across(data, spec.columns, column) if spec.rows in row and column != spec.rows else data


CONTINGENCY_TEST = Operation(contingency_test, _check, _rows_of_cross_table)
