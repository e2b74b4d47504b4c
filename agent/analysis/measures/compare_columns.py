"""compare_columns: two values of the same thing, or one column against a number."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

import narwhals as nw
import numpy as np
import scipy

from agent.analysis.aggregating.cell_rows import Row, any_of, is_value, keep_rows
from agent.analysis.column_checks import check_numeric
from agent.analysis.filtering.filters import select_rows
from agent.analysis.frames.arrays import Floats, matrix
from agent.analysis.frames.ledger import with_step
from agent.analysis.frames.ordering import natural
from agent.analysis.frames.rows import Prepared
from agent.analysis.frames.schema import Schema, require
from agent.analysis.frames.source import records
from agent.analysis.frames.tables import Outcome, ResultColumn, TableDraft, cell, key_column, metric_column
from agent.analysis.headings import heading
from agent.analysis.operation import Operation
from agent.analysis.words import join_names, refusal, say
from agent.specs.base import Filter
from agent.specs.measures import CompareColumns
from agent.specs.references import key_text
from agent.state import Cell

_LEVEL = 0.95


@dataclass(frozen=True)
class _Sides:
    """What is compared: the names of the sides as the result shows them, and their values, pair by pair."""

    head: ResultColumn
    names: tuple[Cell, ...]
    values: tuple[Floats, ...]

    @property
    def count(self) -> int:
        """How many pairs there are."""
        return len(self.values[0])


@dataclass(frozen=True)
class _Verdict:
    """What a test found of the differences. `low` and `high`: the 95 % interval of their mean, or of their median."""

    statistic: float
    df: float | None
    p: float
    difference: float
    effect: float | None
    effect_name: str
    low: float
    high: float
    note: str = ""


def compare_columns(spec: CompareColumns, data: Prepared) -> Outcome:
    """Two tables: one row (test, statistic, df, p, difference, effect, effect_name, ci_low, ci_high, n), then a row a
    side (`column` or the group, n, mean, median, std). Only pairs with both values count.

    t: Student 1908 (scipy's ttest_1samp of the differences); difference is their mean, effect Cohen's d of the
    differences (Cohen 1988, section 2.3.5). wilcoxon: Wilcoxon 1945 (scipy); differences of 0 are left out of the test;
    difference is the median with its distribution-free interval (Conover 1999, scipy's quantile_test), effect the
    matched-pairs rank-biserial correlation (Kerby 2014). p is two-sided. DataError for fewer than two pairs, or
    differences that are all equal (t) or all 0 (wilcoxon).
    """
    data, sides = _long(spec, data) if spec.pair_by is not None else _wide(spec, data)
    against = sides.values[1] if len(sides.values) > 1 else float(cast(float, spec.value))
    differences = sides.values[0] - against
    if len(differences) < 2:
        raise refusal("too_few_pairs", what=_what(spec))
    test = "wilcoxon" if spec.test == "wilcoxon" else "one_sample_t" if len(sides.values) == 1 else "paired_t"
    verdict = _wilcoxon(differences) if test == "wilcoxon" else _t_test(differences)
    summary = TableDraft(
        title=say("title.tested", what=_what(spec), test=say(f"test.{test}")),
        columns=_columns(spec, data),
        rows=[_row(test, verdict, len(differences))],
        description=say("title.difference", a=_show(sides.names[0]), b=_other(spec, sides)),
    )
    return Outcome((summary, _describe(spec, data, sides)), data.noted(verdict.note).ledger)


def _wide(spec: CompareColumns, data: Prepared) -> tuple[Prepared, _Sides]:
    names = [name for name in (spec.a, spec.b) if name is not None]
    data = data.complete(names)
    return data, _Sides(ResultColumn("column"), tuple(names), tuple(matrix(data, names).T))


def _long(spec: CompareColumns, data: Prepared) -> tuple[Prepared, _Sides]:
    """The values under the two groups, side by side for each thing that has one under both."""
    group, pair, value = str(spec.group), str(spec.pair_by), str(spec.value)
    if spec.groups:
        wanted = Filter(col=group, op="in", value=list(spec.groups))
        frame, ledger = select_rows(data.frame, data.schema, [wanted], data.ledger)
        data = replace(data, frame=frame, ledger=ledger)
    data = data.complete([group, pair, value])
    keys = _two_groups(spec, data, group)
    _refuse_repeated(data, group, pair)
    sides = [
        data.frame.filter(nw.col(group) == key).select(nw.col(pair), nw.col(value).cast(nw.Float64).alias(f"__{at}"))
        for at, key in enumerate(keys.values())
    ]
    joined = sides[0].join(sides[1], on=pair, how="inner").select("__0", "__1").collect()
    values = tuple(np.asarray(joined[name].to_numpy(), dtype=np.float64) for name in ("__0", "__1"))
    if 2 * len(values[0]) < data.rows:
        detail = say("detail.pairs", subject=pair, group=group)
        ledger = with_step(data.ledger, "pairs", detail, 2 * len(values[0]))
        data = data.with_ledger(ledger)
    return data, _Sides(key_column(data.schema[group]), tuple(keys), values)


def _two_groups(spec: CompareColumns, data: Prepared, group: str) -> Mapping[Cell, object]:
    """The two groups as shown -> as they stand in the data; in the order in which they are named."""
    shown = key_column(data.schema[group])
    by_cell = {cell(key, shown): key for key in records(data.frame.select(nw.col(group)).unique())[group]}
    named = [name.casefold() for name in spec.groups]
    order = natural(by_cell, data.schema[group].order)
    if len(order) != 2:
        found = join_names([_show(name) for name in order[:12]]) or say("value.none")
        raise refusal("not_two_values", group=group, count=len(order), found=found)
    places = {name: place for place, name in enumerate(named)}
    order.sort(key=lambda name: places.get(_show(name).casefold(), 0))
    return {name: by_cell[name] for name in order}


def _refuse_repeated(data: Prepared, group: str, pair: str) -> None:
    counted = data.frame.group_by([pair, group]).agg(nw.len().alias("__n"))
    repeated = records(counted.filter(nw.col("__n") > 1).select(nw.len().alias("n")))["n"][0]
    if repeated:
        raise refusal("no_pairs", repeated=repeated, pair=pair, group=group)


# ---------------------------------------------------------------- tests


def _t_test(differences: Floats) -> _Verdict:
    deviation = float(differences.std(ddof=1))
    if deviation <= 1e-12 * max(float(np.abs(differences).max()), 1e-300):
        raise refusal("equal_differences")
    result = scipy.stats.ttest_1samp(differences, 0.0)
    interval = result.confidence_interval(_LEVEL)
    mean = float(differences.mean())
    return _Verdict(
        float(result.statistic), float(result.df), float(result.pvalue), mean, mean / deviation,
        "Cohen's d of the differences", float(interval.low), float(interval.high),
    )  # fmt: skip


def _wilcoxon(differences: Floats) -> _Verdict:
    nonzero = differences[differences != 0]
    if not len(nonzero):
        raise refusal("no_differences")
    result = scipy.stats.wilcoxon(nonzero)
    ranks = scipy.stats.rankdata(np.abs(nonzero))
    effect = float((ranks[nonzero > 0].sum() - ranks[nonzero < 0].sum()) / ranks.sum())
    interval: Any = scipy.stats.quantile_test(differences, q=0, p=0.5).confidence_interval(_LEVEL)
    left_out = len(differences) - len(nonzero)
    note = say("note.zeros", count=left_out) if left_out else ""
    return _Verdict(
        float(result.statistic), None, float(result.pvalue), float(np.median(differences)), effect,
        "rank-biserial correlation", float(interval.low), float(interval.high), note,
    )  # fmt: skip


# ---------------------------------------------------------------- tables


def _row(test: str, verdict: _Verdict, n: int) -> list[Cell]:
    numbers = (verdict.statistic, verdict.df, verdict.p, verdict.difference, verdict.effect)
    limits = (_finite(verdict.low), _finite(verdict.high))
    return [test, *[_finite(value) for value in numbers], verdict.effect_name, *limits, n]


def _finite(value: float | None) -> Cell:
    return float(value) if value is not None and math.isfinite(value) else None


def _columns(spec: CompareColumns, data: Prepared) -> tuple[ResultColumn, ...]:
    unit = _unit(spec, data)
    return (
        ResultColumn("test"), ResultColumn("statistic", "number"), ResultColumn("df", "number"),
        ResultColumn("p", "p_value"), ResultColumn("difference", "number", unit), ResultColumn("effect", "number"),
        ResultColumn("effect_name"), ResultColumn("ci_low", "number", unit), ResultColumn("ci_high", "number", unit),
        ResultColumn("n", "integer", heading=heading("pairs") if spec.b or spec.pair_by else None),
    )  # fmt: skip


def _unit(spec: CompareColumns, data: Prepared) -> str:
    """The unit of a difference: the one that both sides share."""
    units = {data.schema[name].unit for name in _measure(spec)}
    return units.pop() if len(units) == 1 else ""


def _measure(spec: CompareColumns) -> list[str]:
    return [str(name) for name in ((spec.value,) if spec.pair_by is not None else (spec.a, spec.b)) if name is not None]


def _describe(spec: CompareColumns, data: Prepared, sides: _Sides) -> TableDraft:
    column = data.schema[_measure(spec)[0]]
    rows: list[list[Cell]] = [
        [name, sides.count, float(values.mean()), float(np.median(values)), _finite(float(values.std(ddof=1)))]
        for name, values in zip(sides.names, sides.values, strict=True)
    ]
    statistics = [metric_column(column, statistic, statistic) for statistic in ("mean", "median", "std")]
    unit = _unit(spec, data)
    shown = [ResultColumn(each.name, each.format, unit) for each in statistics]
    several = len(sides.values) > 1
    columns = join_names(_measure(spec))
    title = say("title.pair_by_pair", columns=columns) if several else say("title.values", column=str(spec.a))
    return TableDraft(title, (sides.head, ResultColumn("n", "integer"), *shown), rows, (sides.head.name,))


def _what(spec: CompareColumns) -> str:
    if spec.pair_by is not None:
        return say("title.compared_pairs", value=str(spec.value), subject=spec.pair_by, group=str(spec.group))
    other = spec.b if spec.b is not None else key_text(cast(float, spec.value))
    return say("title.compared_with", a=str(spec.a), b=other)


def _other(spec: CompareColumns, sides: _Sides) -> str:
    return _show(sides.names[1]) if len(sides.names) > 1 else key_text(cast(float, spec.value))


def _show(name: Cell) -> str:
    return name if isinstance(name, str) else key_text(name)


# ----------------------------------------------------------------
# What it asks of the columns, and the rows behind its cells.


def _check(spec: CompareColumns, schema: Schema) -> None:
    long = spec.pair_by is not None
    measured = (spec.value,) if long else (spec.a, spec.b)
    check_numeric(schema, [str(name) for name in measured if name is not None], "pairs")
    require(schema, [name for name in (spec.group, spec.pair_by) if name is not None])


def _rows_of_columns(spec: CompareColumns, data: Prepared, _: Row, __: str) -> Prepared:
    names = spec.measured_columns
    data = data.complete(names)
    if spec.group is None or not spec.groups:
        return data
    return keep_rows(data, any_of(is_value(data, spec.group, each) for each in spec.groups))


COMPARE_COLUMNS = Operation(compare_columns, _check, _rows_of_columns)
