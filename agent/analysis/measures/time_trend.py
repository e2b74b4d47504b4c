"""time_trend: metrics over calendar periods, with the gaps filled and growth."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import narwhals as nw

from agent.analysis.aggregates import Metric, aggregated, metrics_of
from agent.analysis.measures.groupby_agg import shown, without_missing
from agent.analysis.ordering import natural, sortable
from agent.analysis.periods import a_year_before, first_day, label, ordinal
from agent.analysis.rows import Prepared
from agent.analysis.schema import Column, words_of
from agent.analysis.source import records
from agent.analysis.tables import Outcome, ResultColumn, TableDraft, cell, key_column
from agent.analysis.transforms.dateparts import ordinal_expression
from agent.analysis.words import counted, metric_words, title_of
from agent.errors import ActionLimitError
from agent.specs.measures import Grain, TimeTrend, metric_name
from agent.state import Cell

MAX_PERIODS = 200_000
_PERIOD = "__period"
_ZERO_WITHOUT_ROWS = ("sum", "count", "nunique")


@dataclass(frozen=True)
class _Series:
    """Values by period for one group; periods without rows are not in it."""

    group: Cell
    values: Mapping[int, Sequence[Cell]]


def time_trend(spec: TimeTrend, data: Prepared) -> Outcome:
    """One table: `period`, the group if any, a column a metric, then growth; by period, then group.

    Every period between the first and the last row is there for every group. Growth needs a base that had rows and
    is not 0. Notes say when the data start or end inside a period.
    """
    data = data.complete([spec.date_col])
    metrics = metrics_of(spec.metrics)
    keys = [spec.group_col] if spec.group_col is not None else []
    data = data.with_column(Column(_PERIOD, "number", "number"), ordinal_expression(spec.date_col, spec.grain))
    data = without_missing(data, metrics)
    frame, notes = aggregated(data, [_PERIOD, *keys], metrics)
    data = data.noted(*notes, *_partial_ends(data, spec))
    series = _series(records(frame), spec, metrics, data)
    numbers = _all_periods(series, only_known=spec.growth == "first")
    if len(numbers) * len(series) > MAX_PERIODS:
        raise ActionLimitError(
            f"That would be {len(numbers) * len(series):,} periods.",
            "Use a coarser grain, fewer groups or a shorter time.",
        )
    columns = _columns(spec, metrics, data)
    rows = [_row(number, each, spec, metrics, numbers[0]) for number in numbers for each in series]
    gaps = sum(number not in each.values for number in numbers for each in series)
    data = data.noted(f"{counted(gaps, 'period')} without rows." if gaps else "")
    rows = _with_totals_so_far(rows, spec, len(metrics)) if spec.cumulative else rows
    rows = _sorted(rows, columns, spec)
    if spec.top_k is not None and len(rows) > spec.top_k:
        data = data.noted(f"The first {spec.top_k:,} of {len(rows):,} periods are shown.")
        rows = rows[: spec.top_k]
    title = title_of(
        [metric_words(each.column, each.aggregation) for each in metrics], [spec.grain, *words_of(data.schema, keys)]
    )
    table = TableDraft(title=title, columns=columns, rows=rows, keys=("period", *keys))
    return Outcome((table,), data.ledger)


def _series(found: Mapping[str, Sequence[Any]], spec: TimeTrend, metrics: Sequence[Metric], data: Prepared
            ) -> list[_Series]:  # fmt: skip
    periods = [int(value) for value in found[_PERIOD]]
    groups: list[Cell] = [None] * len(periods)
    if spec.group_col is not None:
        shown_group = key_column(data.schema[spec.group_col])
        groups = [cell(value, shown_group) for value in found[spec.group_col]]
    columns = [[cell(value, shown(each, data.schema)) for value in found[each.name]] for each in metrics]
    by_group: dict[Cell, dict[int, Sequence[Cell]]] = {}
    for at, (number, group) in enumerate(zip(periods, groups, strict=True)):
        by_group.setdefault(group, {})[number] = [column[at] for column in columns]
    order = data.schema[spec.group_col].order if spec.group_col is not None else ()
    in_order = natural(by_group, order)
    return [_Series(group, by_group[group]) for group in in_order]


def _all_periods(series: Sequence[_Series], *, only_known: bool) -> Sequence[int]:
    numbers = [number for each in series for number in each.values]
    if only_known:
        return sorted(set(numbers))
    return range(min(numbers), max(numbers) + 1) if numbers else range(0)


def _row(number: int, series: _Series, spec: TimeTrend, metrics: Sequence[Metric], first: int) -> list[Cell]:
    values = _values(series, number, metrics)
    row: list[Cell] = [label(number, spec.grain)]
    row += [series.group] if spec.group_col is not None else []
    row += values
    if spec.growth == "none":
        return row
    base = _base(number, spec, first)
    for at, value in enumerate(values):
        before = series.values[base][at] if base is not None and base in series.values else None
        row += _growth(value, before)
    return row


def _with_totals_so_far(rows: Sequence[list[Cell]], spec: TimeTrend, metrics: int) -> list[list[Cell]]:
    """Each row, in time order, with the totals of its group up to and with its period behind its own values."""
    keys = 1 + (spec.group_col is not None)
    so_far: dict[Cell, list[float]] = {}
    found = []
    for row in rows:
        totals = so_far.setdefault(row[1] if keys > 1 else None, [0] * metrics)
        for at, value in enumerate(row[keys : keys + metrics]):
            totals[at] += value if isinstance(value, int | float) else 0
        found.append([*row[: keys + metrics], *totals, *row[keys + metrics :]])
    return found


def _base(number: int, spec: TimeTrend, first: int) -> int | None:
    """The period that growth is measured against; none for the first of all."""
    if spec.growth == "first":
        return first if number != first else None
    return number - 1 if spec.growth == "previous" else a_year_before(number, spec.grain)


def _values(series: _Series, number: int, metrics: Sequence[Metric]) -> list[Cell]:
    if number in series.values:
        return [*series.values[number]]
    return [0 if each.aggregation in _ZERO_WITHOUT_ROWS else None for each in metrics]


def _growth(value: Cell, before: Cell) -> list[Cell]:
    if not isinstance(value, int | float) or not isinstance(before, int | float):
        return [None, None]
    change = value - before
    return [change, change / abs(before) * 100 if before else None]


def _columns(spec: TimeTrend, metrics: Sequence[Metric], data: Prepared) -> tuple[ResultColumn, ...]:
    date = data.schema[spec.date_col]
    period = f"{date.words} ({spec.grain})"
    columns = [ResultColumn("period", "date" if spec.grain == "day" else "text", heading=period)]
    columns += [key_column(data.schema[spec.group_col])] if spec.group_col is not None else []
    columns += [shown(each, data.schema) for each in metrics]
    if spec.cumulative:
        own_columns = [shown(each, data.schema) for each in metrics]
        columns += [
            replace(own, name=f"{own.name}_cumulative", heading=f"running total: {own.heading}") for own in own_columns
        ]
    if spec.growth != "none":
        for each in metrics:
            own = shown(each, data.schema)
            columns.append(ResultColumn(f"{own.name}_change", own.format, own.unit, heading=f"change: {own.heading}"))
            columns.append(ResultColumn(f"{own.name}_growth_pct", "percent", heading=f"growth (%): {own.heading}"))
    return tuple(columns)


def trend_columns(spec: TimeTrend) -> list[str]:
    """The names of the result columns, in order."""
    names = [metric_name(column, each) for column, wanted in spec.metrics.items() for each in wanted]
    grown = [f"{name}_{part}" for name in names for part in ("change", "growth_pct")]
    keys = ["period", *([spec.group_col] if spec.group_col is not None else [])]
    running = [f"{name}_cumulative" for name in names] if spec.cumulative else []
    return [*keys, *names, *running, *(grown if spec.growth != "none" else [])]


def _sorted(rows: list[list[Cell]], columns: Sequence[ResultColumn], spec: TimeTrend) -> list[list[Cell]]:
    """As asked, missing last, ties by period and group; top_k alone wants the largest of the first metric."""
    first_metric = 1 + (spec.group_col is not None)
    if spec.sort is not None:
        at, descending = [column.name for column in columns].index(spec.sort.by), not spec.sort.ascending
    elif spec.top_k is not None:
        at, descending = first_metric, True
    else:
        return rows
    present = sorted(
        [row for row in rows if row[at] is not None], key=lambda row: sortable(row[at]), reverse=descending
    )
    return [*present, *[row for row in rows if row[at] is None]]


def _partial_ends(data: Prepared, spec: TimeTrend) -> list[str]:
    """Notes when the first or last period is covered in part: a tenth of it, and two days, at least."""
    if spec.grain == "day" or not data.rows:
        return []
    moment = nw.col(spec.date_col)
    found = records(data.frame.select(moment.min().alias("first"), moment.max().alias("last")))
    first, last = found["first"][0].date(), found["last"][0].date()
    return _partial_notes(spec.grain, first, last)


def _partial_notes(grain: Grain, first: Any, last: Any) -> list[str]:
    start, end = ordinal(first, grain), ordinal(last, grain)
    opened, closed = first_day(start, grain), first_day(end + 1, grain)
    notes = []
    if (first - opened).days >= max(2, (first_day(start + 1, grain) - opened).days / 10):
        notes.append(f"The first period {label(start, grain)} is not whole: the data start on {first}.")
    if (closed - last).days - 1 >= max(2, (closed - first_day(end, grain)).days / 10):
        notes.append(f"The last period {label(end, grain)} is not whole: the data end on {last}.")
    return notes
