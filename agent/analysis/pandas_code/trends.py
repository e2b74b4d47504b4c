"""Metrics over calendar periods as lines of a program."""

from collections.abc import Mapping

from agent.analysis.aggregating.aggregates import ZERO_WITHOUT_ROWS, aggregates_of
from agent.analysis.frames.schema import Column, Schema
from agent.analysis.pandas_code.grouping import TABLE, group_code, named_metrics, rows_used, shares_of_total
from agent.analysis.pandas_code.program import ROWS, Drawn, Program, Writer, Written, cell, list_code
from agent.analysis.pandas_code.results import (
    add_computed,
    add_places,
    add_total,
    keep_having,
    result_schema,
    shares_of_shown,
)
from agent.analysis.trend_periods import OPEN_END
from agent.analysis.words import say
from agent.specs.expressions import CHOICES, COMPARISONS
from agent.specs.measures import Grain, TimeTrend
from agent.specs.result_words import result_title

_FREQUENCIES: Mapping[Grain, str] = {"day": "D", "week": "W", "month": "M", "quarter": "Q", "year": "Y"}
_LABELS: Mapping[Grain, str] = {
    "day": "{}.strftime('%Y-%m-%d')",
    "week": "{}.start_time.dt.strftime('%G-W%V')",
    "month": "{}.strftime('%Y-%m')",
    "quarter": "{}.strftime('%Y-Q%q')",
    "year": "{}.strftime('%Y')",
}
_HALVES = f"[f'{{number // 2}}-H{{number % 2 + 1}}' for number in {TABLE}['period']]"
_HALF_STARTS = f"pd.to_datetime([f'{{number // 2}}-{{number % 2 * 6 + 1:02d}}-01' for number in {TABLE}['period']])"
_YEARS = f"[f'{{number:04d}}' for number in {TABLE}['period']]"
_YEAR_STARTS = f"pd.to_datetime([f'{{number:04d}}-01-01' for number in {TABLE}['period']])"
_PERIODS_A_YEAR: Mapping[Grain, int] = {"week": 52, "month": 12, "quarter": 4, "half": 2, "year": 1}


def write_time_trend(spec: TimeTrend, program: Program) -> list[Written]:
    """As `time_trend`: every period between the first and the last, or those that there are; then growth; then what
    is chosen of it.
    """
    metrics = aggregates_of(spec)
    keys = [spec.group_col] if spec.group_col is not None else []
    schema = result_schema(keys, metrics, spec.computed, program.schema)
    is_number = program.column(spec.date_col).storage != "moment"
    program.add(f"{ROWS} = {ROWS}.dropna(subset={list_code([spec.date_col])})")
    if not is_number and _has_open_ends(spec, program):
        program.add(f"{ROWS} = {ROWS}[{cell(spec.date_col)}.dt.year < {OPEN_END}]")
    used = rows_used(metrics)
    plain = named_metrics(program, metrics)
    span = _add_period(spec, program, is_number=is_number)
    program.add(f"{TABLE} = {group_code(program, [], plain, f'[period, {spec.group_col!r}]' if keys else 'period')}")
    shares_of_total(program, plain)
    if spec.gaps == "fill":
        _add_missing_periods(spec, program, span)
        zero = [each.name for each in plain if _is_zero(each.name, spec)]
        program.add(*([f"{TABLE} = {TABLE}.fillna({dict.fromkeys(zero, 0)!r})"] if zero else []))
    add_computed(program, spec.computed, schema)
    if spec.cumulative:
        _add_totals_so_far(spec, program)
    if spec.moving is not None:
        _add_moving_means(spec, spec.moving, program)
    _add_growth(spec, program)
    _add_chosen(spec, program, schema, is_number=is_number)
    if spec.share_of == "shown":
        shares_of_shown(program, metrics)
    title = result_title([*(each.words for each in metrics), *spec.computed], [say(f"grain.{spec.grain}"), *keys])
    more = add_total(program, spec, metrics, plain, schema) if spec.with_total else []
    return [Written(TABLE, title, used), *more]


def _has_open_ends(spec: TimeTrend, program: Program) -> bool:
    found = [profile.column(spec.date_col) for profile in program.profiles.values()]
    return any(column is not None and (column.last or "").startswith(str(OPEN_END)) for column in found)


def _is_zero(name: str, spec: TimeTrend) -> bool:
    return spec.measured[name] in ZERO_WITHOUT_ROWS


def _add_period(spec: TimeTrend, program: Program, *, is_number: bool) -> str:
    """The period of each row; comes back with what makes all periods that are to be there."""
    date = cell(spec.date_col)
    if is_number:
        program.add(f"period = {date}.astype('int64').rename('period')")
    elif spec.grain == "half":  # pandas has no such period: halves are numbered
        program.add(f"period = ({date}.dt.year * 2 + ({date}.dt.month - 1) // 6).rename('period')")
    else:
        program.add(f"period = {date}.dt.to_period({_FREQUENCIES[spec.grain]!r}).rename('period')")
    if spec.growth == "first":
        return "pd.Index(period.drop_duplicates().sort_values(), name='period')"
    if is_number or spec.grain == "half":
        span = "pd.RangeIndex(period.min(), period.max() + 1, name='period')"
    else:
        frequency = repr(_FREQUENCIES[spec.grain])
        span = f"pd.period_range(period.min(), period.max(), freq={frequency}, name='period')"
    return f"{span} if len({ROWS}) else period[:0]" if spec.filters or spec.prepare else span


def _add_missing_periods(spec: TimeTrend, program: Program, span: str) -> None:
    """A row for each period (and group), and which of them hold rows of the data."""
    if spec.growth != "none":
        program.add(f"has_rows = pd.Series(True, index={TABLE}.index)")
    every = span
    if spec.group_col is not None:
        groups = f"{cell(spec.group_col)}.drop_duplicates().sort_values()"
        names = f"names=['period', {spec.group_col!r}]"
        program.add(f"groups = {groups}", f"every = pd.MultiIndex.from_product([{span}, groups], {names})")
        every = "every"
    program.add(f"{TABLE} = {TABLE}.reindex({every})")
    if spec.growth != "none":
        program.add(f"has_rows = has_rows.reindex({TABLE}.index, fill_value=False)")


def _add_totals_so_far(spec: TimeTrend, program: Program) -> None:
    """The total up to and with each period, group by group."""
    for name in spec.running:
        value = f"{TABLE}[{name!r}]"
        so_far = value if spec.group_col is None else f"{value}.groupby({spec.group_col!r}, dropna=False)"
        program.add(f"{TABLE}[{name + '_cumulative'!r}] = {so_far}.cumsum()")


_FLOATS = ".astype('float64')"


def _add_moving_means(spec: TimeTrend, periods: int, program: Program) -> None:
    """The mean of so many periods up to and with each, group by group."""
    for name in [*spec.measured, *spec.computed]:
        value, rolled = _as_number(spec, name).removesuffix(_FLOATS) + _FLOATS, f"rolling({periods}).mean()"
        if spec.group_col is not None:
            rolled = f"groupby({spec.group_col!r}, dropna=False).transform(lambda values: values.{rolled})"
        program.add(f"{TABLE}[{name + '_moving'!r}] = {value}.{rolled}")


def _as_number(spec: TimeTrend, name: str) -> str:
    """A column of the table as numbers: 1 and 0 for true and false, none for the names that a choice gives."""
    made = str(spec.computed.get(name, [""])[0])
    if made in CHOICES:
        return f"pd.Series(np.nan, index={TABLE}.index)"
    return f"{TABLE}[{name!r}]" + (_FLOATS if made in COMPARISONS else "")


def _add_growth(spec: TimeTrend, program: Program) -> None:
    """Against the period before, a year before, or the first one, where that one had rows."""
    if spec.growth == "none":
        return
    looks_up = spec.growth == "year" and (spec.grain == "day" or spec.gaps == "skip")
    if looks_up:
        _add_a_year_earlier(spec, program)
    if spec.growth == "first" and spec.gaps == "fill":
        program.add(f"periods = {TABLE}.index.get_level_values('period')")
    for name in [*spec.measured, *spec.computed]:
        value = _as_number(spec, name)
        known = value if spec.gaps == "skip" else f"{value}.where(has_rows)"
        before = f"{known}.reindex(earlier).set_axis({TABLE}.index)" if looks_up else _before(spec, known)
        program.add(
            f"before = {before}",
            f"{TABLE}[{name + '_change'!r}] = {value} - before",
            f"{TABLE}[{name + '_growth_pct'!r}] = ({value} - before) / before.abs().where(before != 0) * 100",
        )


def _add_a_year_earlier(spec: TimeTrend, program: Program) -> None:
    """The same calendar day, however many days ago (28 February for the 29th); or so many periods ago."""
    periods = f"{TABLE}.index.get_level_values('period')"
    if spec.grain == "day":
        program.add(f"earlier = ({periods}.to_timestamp() - pd.DateOffset(years=1)).to_period('D')")
    else:
        program.add(f"earlier = {periods} - {_PERIODS_A_YEAR[spec.grain]}")
    if spec.group_col is not None:
        groups = f"{TABLE}.index.get_level_values({spec.group_col!r})"
        program.add(f"earlier = pd.MultiIndex.from_arrays([earlier, {groups}])")


def _before(spec: TimeTrend, value: str) -> str:
    """The value that growth is measured against, row by row."""
    by = f".groupby({spec.group_col!r}, dropna=False)" if spec.group_col is not None else ""
    if spec.growth != "first":
        return f"{value}{by}.shift({1 if spec.growth == 'previous' else _PERIODS_A_YEAR[spec.grain]})"
    if by:
        first = f"{value}{by}.transform(lambda each: each.iloc[0])"
        place = f"{TABLE}{by}.cumcount()"
    else:
        first = f"pd.Series({value}.iloc[:1].tolist() * len({TABLE}), index={TABLE}.index, dtype=float)"
        place = f"np.arange(len({TABLE}))"
    return f"{first}.where({place} > 0)" if spec.gaps == "skip" else f"{first}.where(periods != periods.min())"


def _add_chosen(spec: TimeTrend, program: Program, schema: Schema, *, is_number: bool) -> None:
    """Periods as they are written, the conditions on results, and the order."""
    label = _HALVES if spec.grain == "half" else _LABELS[spec.grain].format(f"{TABLE}['period'].dt")
    starts = _HALF_STARTS if spec.grain == "half" else f"{TABLE}['period'].dt.start_time"
    program.add(f"{TABLE} = {TABLE}.reset_index()")
    if spec.having:
        program.add(f"chosen = {TABLE}.assign(period={_YEAR_STARTS if is_number else starts})")
        grown = [f"{name}_{part}" for name in [*spec.measured, *spec.computed] for part in ("change", "growth_pct")]
        moving = [f"{name}_moving" for name in [*spec.measured, *spec.computed]]
        made = [*(f"{name}_cumulative" for name in spec.running), *moving, *grown]
        numbers = {name: Column(name, "number", "number") for name in made}
        keep_having(program, spec.having, {**numbers, **schema, "period": Column("period", "date", "moment")}, "chosen")
    program.add(f"{TABLE}['period'] = {_YEARS if is_number else label}")
    by, ascending = (spec.sort.by, spec.sort.ascending) if spec.sort else (next(iter(spec.measured)), False)
    if spec.sort is not None or spec.top_k is not None or spec.skip:
        program.add(f"{TABLE} = {TABLE}.sort_values({by!r}, ascending={ascending}, kind='stable')")
        add_places(program, spec, by)
    elif spec.having:
        program.add(f"{TABLE} = {TABLE}.reset_index(drop=True)")


# ----------------------------------------------------------------
# What a chart shows of their tables.


def _of_trend(spec: TimeTrend) -> Drawn:
    keys = ["period", *([spec.group_col] if spec.group_col is not None else [])]
    return Drawn(TABLE, keys, next(iter(spec.measured)))


WRITERS: Mapping[str, Writer] = {
    "time_trend": Writer(write_time_trend, _of_trend),
}
