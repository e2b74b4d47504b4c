"""Metrics over calendar periods as lines of a program."""

from collections.abc import Mapping

from agent.analysis.words import metric_words, title_of
from agent.analysis.written.aggregates import (
    TABLE,
    ZERO_WITHOUT_ROWS,
    Metric,
    as_numbers,
    grouped,
    metrics_of,
    rows_used,
)
from agent.analysis.written.program import ROWS, NotWritableError, Program, Written, cell, listed
from agent.specs.measures import Grain, TimeTrend

_FREQUENCIES: Mapping[Grain, str] = {"day": "D", "week": "W", "month": "M", "quarter": "Q", "year": "Y"}
_LABELS: Mapping[Grain, str] = {
    "day": "{}.strftime('%Y-%m-%d')",
    "week": "{}.start_time.dt.strftime('%G-W%V')",
    "month": "{}.strftime('%Y-%m')",
    "quarter": "{}.strftime('%Y-Q%q')",
    "year": "{}.strftime('%Y')",
}
_PERIODS_A_YEAR: Mapping[Grain, int] = {"week": 52, "month": 12, "quarter": 4, "year": 1}


def write_time_trend(spec: TimeTrend, program: Program) -> list[Written]:
    """As `time_trend`: every period between the first and the last, then growth."""
    if (
        spec.growth == "first"
        or spec.grain not in _FREQUENCIES
        or (spec.growth == "year" and spec.grain not in _PERIODS_A_YEAR)
    ):
        raise NotWritableError(f"Growth by {spec.grain} is not written as code.", "Ask it in Ask.")
    metrics = metrics_of(spec.metrics)
    program.add(f"{ROWS} = {ROWS}.dropna(subset={listed([spec.date_col])})")
    as_numbers(program, metrics)
    frequency = _FREQUENCIES[spec.grain]
    program.add(f"period = {cell(spec.date_col)}.dt.to_period({frequency!r}).rename('period')")
    group = spec.group_col
    by = "period" if group is None else f"[period, {group!r}]"
    program.add(f"{TABLE} = {grouped(program, [], metrics, by)}")
    span = f"pd.period_range(period.min(), period.max(), freq={frequency!r}, name='period')"
    if group is None:
        program.add(f"{TABLE} = {TABLE}.reindex({span})")
    else:
        program.add(
            f"groups = {cell(group)}.drop_duplicates().sort_values()",
            f"every = pd.MultiIndex.from_product([{span}, groups], names=['period', {group!r}])",
            f"{TABLE} = {TABLE}.reindex(every)",
        )
    _add_growth(spec, program, metrics)
    zero = [each.name for each in metrics if each.aggregation in ZERO_WITHOUT_ROWS]
    if zero:
        program.add(f"{TABLE} = {TABLE}.fillna({dict.fromkeys(zero, 0)!r})")
    label = _LABELS[spec.grain].format(f"{TABLE}['period'].dt")
    program.add(f"{TABLE} = {TABLE}.reset_index()", f"{TABLE}['period'] = {label}")
    _add_order(spec, program, metrics)
    title = title_of(
        [metric_words(each.column, each.aggregation) for each in metrics], [spec.grain, *([group] if group else [])]
    )
    return [Written(TABLE, title, rows_used(metrics))]


def _add_growth(spec: TimeTrend, program: Program, metrics: list[Metric]) -> None:
    """Against the period before, or a year before, where that one had rows."""
    if spec.growth == "none":
        return
    back = 1 if spec.growth == "previous" else _PERIODS_A_YEAR[spec.grain]
    for each in metrics:
        value = f"{TABLE}[{each.name!r}]"
        moved = value if spec.group_col is None else f"{value}.groupby({spec.group_col!r}, dropna=False)"
        filled = f"{value}.fillna(0)" if each.aggregation in ZERO_WITHOUT_ROWS else value
        program.add(
            f"before = {moved}.shift({back})",
            f"{TABLE}[{each.name + '_change'!r}] = {filled} - before",
            f"{TABLE}[{each.name + '_growth_pct'!r}] = ({filled} - before) / before.abs().where(before != 0) * 100",
        )


def _add_order(spec: TimeTrend, program: Program, metrics: list[Metric]) -> None:
    by, ascending = (spec.sort.by, spec.sort.ascending) if spec.sort else (metrics[0].name, False)
    if spec.sort is None and spec.top_k is None:
        return
    head = f".head({spec.top_k})" if spec.top_k is not None else ""
    program.add(f"{TABLE} = {TABLE}.sort_values({by!r}, ascending={ascending}, kind='stable', ignore_index=True){head}")
