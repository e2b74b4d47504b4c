"""Metrics over calendar periods as lines of a program."""

from collections.abc import Mapping

from agent.analysis.aggregates import Metric
from agent.analysis.words import metric_words, title_of
from agent.analysis.written.aggregates import (
    TABLE,
    ZERO_WITHOUT_ROWS,
    as_numbers,
    grouped,
    metrics_of,
    rows_used,
)
from agent.analysis.written.program import ROWS, Program, Written, cell, listed
from agent.specs.measures import Grain, TimeTrend

_FREQUENCIES: Mapping[Grain, str] = {"day": "D", "week": "W", "month": "M", "quarter": "Q", "year": "Y"}
_LABELS: Mapping[Grain, str] = {
    "day": "{}.strftime('%Y-%m-%d')",
    "week": "{}.start_time.dt.strftime('%G-W%V')",
    "month": "{}.strftime('%Y-%m')",
    "quarter": "{}.strftime('%Y-Q%q')",
    "year": "{}.strftime('%Y')",
}
_HALVES = f"[f'{{number // 2}}-H{{number % 2 + 1}}' for number in {TABLE}['period']]"
_PERIODS_A_YEAR: Mapping[Grain, int] = {"week": 52, "month": 12, "quarter": 4, "half": 2, "year": 1}


def write_time_trend(spec: TimeTrend, program: Program) -> list[Written]:
    """As `time_trend`: every period between the first and the last, or, for growth since the first, those that there
    are; then growth.
    """
    metrics = metrics_of(spec.metrics)
    program.add(f"{ROWS} = {ROWS}.dropna(subset={listed([spec.date_col])})")
    as_numbers(program, metrics)
    date = cell(spec.date_col)
    if spec.grain == "half":  # pandas has no such period: halves are numbered
        program.add(f"period = ({date}.dt.year * 2 + ({date}.dt.month - 1) // 6).rename('period')")
        span = "pd.RangeIndex(period.min(), period.max() + 1, name='period')"
    else:
        frequency = repr(_FREQUENCIES[spec.grain])
        program.add(f"period = {date}.dt.to_period({frequency}).rename('period')")
        span = f"pd.period_range(period.min(), period.max(), freq={frequency}, name='period')"
    if spec.growth == "first":
        span = "pd.Index(period.drop_duplicates().sort_values(), name='period')"
    elif spec.filters or spec.prepare:
        span = f"{span} if len({ROWS}) else period[:0]"
    group = spec.group_col
    by = "period" if group is None else f"[period, {group!r}]"
    program.add(f"{TABLE} = {grouped(program, [], metrics, by)}")
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
    if spec.cumulative:
        _add_totals_so_far(spec, program, metrics)
    label = _HALVES if spec.grain == "half" else _LABELS[spec.grain].format(f"{TABLE}['period'].dt")
    program.add(f"{TABLE} = {TABLE}.reset_index()", f"{TABLE}['period'] = {label}")
    _add_order(spec, program, metrics)
    title = title_of(
        [metric_words(each.column, each.aggregation) for each in metrics], [spec.grain, *([group] if group else [])]
    )
    return [Written(TABLE, title, rows_used(metrics))]


def _add_totals_so_far(spec: TimeTrend, program: Program, metrics: list[Metric]) -> None:
    """The total up to and with each period, group by group."""
    for each in metrics:
        value = f"{TABLE}[{each.name!r}]"
        so_far = value if spec.group_col is None else f"{value}.groupby({spec.group_col!r}, dropna=False)"
        program.add(f"{TABLE}[{each.name + '_cumulative'!r}] = {so_far}.cumsum()")


def _add_growth(spec: TimeTrend, program: Program, metrics: list[Metric]) -> None:
    """Against the period before, a year before, or the first one, where that one had rows."""
    if spec.growth == "none":
        return
    if spec.growth == "first":
        _add_growth_since_the_first(spec, program, metrics)
        return
    by_day = spec.growth == "year" and spec.grain == "day"
    back = 1 if spec.growth == "previous" or by_day else _PERIODS_A_YEAR[spec.grain]
    if by_day:  # the same calendar day, however many days ago; the 28th of February for the 29th
        days = f"{TABLE}.index.get_level_values('period')"
        program.add(f"earlier = ({days}.to_timestamp() - pd.DateOffset(years=1)).to_period('D')")
        if spec.group_col is not None:
            groups = f"{TABLE}.index.get_level_values({spec.group_col!r})"
            program.add(f"earlier = pd.MultiIndex.from_arrays([earlier, {groups}])")
    for each in metrics:
        value = f"{TABLE}[{each.name!r}]"
        moved = value if spec.group_col is None else f"{value}.groupby({spec.group_col!r}, dropna=False)"
        before = f"{value}.reindex(earlier).set_axis({TABLE}.index)" if by_day else f"{moved}.shift({back})"
        _add_change(program, each, before)


def _add_growth_since_the_first(spec: TimeTrend, program: Program, metrics: list[Metric]) -> None:
    program.add(f"periods = {TABLE}.index.get_level_values('period')")
    for each in metrics:
        value = f"{TABLE}[{each.name!r}]"
        if spec.group_col is None:
            first = f"pd.Series({value}.iloc[:1].tolist() * len({TABLE}), index={TABLE}.index, dtype=float)"
        else:
            by = f"groupby({spec.group_col!r}, dropna=False)"
            first = f"{value}.{by}.transform(lambda each: each.iloc[0])"
        _add_change(program, each, f"{first}.where(periods != periods.min())")


def _add_change(program: Program, metric: Metric, before: str) -> None:
    value = f"{TABLE}[{metric.name!r}]"
    filled = f"{value}.fillna(0)" if metric.aggregation in ZERO_WITHOUT_ROWS else value
    program.add(
        f"before = {before}",
        f"{TABLE}[{metric.name + '_change'!r}] = {filled} - before",
        f"{TABLE}[{metric.name + '_growth_pct'!r}] = ({filled} - before) / before.abs().where(before != 0) * 100",
    )


def _add_order(spec: TimeTrend, program: Program, metrics: list[Metric]) -> None:
    by, ascending = (spec.sort.by, spec.sort.ascending) if spec.sort else (metrics[0].name, False)
    if spec.sort is None and spec.top_k is None:
        return
    head = f".head({spec.top_k})" if spec.top_k is not None else ""
    program.add(f"{TABLE} = {TABLE}.sort_values({by!r}, ascending={ascending}, kind='stable', ignore_index=True){head}")
