"""time_trend: metrics over calendar periods, with the gaps filled and growth."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from agent.analysis.aggregating.aggregates import ZERO_WITHOUT_ROWS, Metric, aggregate_groups, aggregates_of
from agent.analysis.aggregating.cell_rows import rows_of_aggregates
from agent.analysis.aggregating.results import (
    AT,
    Filled,
    Made,
    frame_cells,
    having_rows,
    made_columns,
    made_of,
    order_of,
    places,
    shown_metric,
    with_computed,
)
from agent.analysis.column_checks import check_date
from agent.analysis.frames.ordering import natural
from agent.analysis.frames.rows import Prepared
from agent.analysis.frames.schema import Column, Schema, require, words_of
from agent.analysis.frames.source import records
from agent.analysis.frames.tables import Outcome, ResultColumn, TableDraft, cell, key_column
from agent.analysis.measures.groupby_agg import (
    measured_words,
    shares_of_shown,
    total_table,
    with_quantities_told,
    without_missing,
)
from agent.analysis.operation import Operation
from agent.analysis.periods import a_year_before, first_day, label
from agent.analysis.result_checks import check_having, check_quantities, check_result, check_shares_shown, check_sort
from agent.analysis.trend_periods import PERIOD, partial_ends, rows_of_period, with_period, without_open_ends
from agent.analysis.words import count_of, say
from agent.errors import ActionLimitError
from agent.specs.measures import TimeTrend
from agent.specs.result_words import result_title
from agent.state import Cell

# ----------------------------------------------------------------
# Values by period, group by group: which periods are shown, and what each is compared with.


MAX_PERIODS = 200_000


@dataclass(frozen=True)
class Series:
    """Values by period for one group; periods without rows are not in it."""

    group: Cell
    values: Mapping[int, Sequence[Cell]]

    @cached_property
    def periods(self) -> list[int]:
        """The periods that have rows, in order."""
        return sorted(self.values)

    def before(self, number: int) -> int | None:
        """The last period with rows before this one."""
        at = bisect_left(self.periods, number)
        return self.periods[at - 1] if at else None


@dataclass(frozen=True)
class Spot:
    """One row of a trend: a period of a group."""

    number: int
    series: Series

    @property
    def has_rows(self) -> bool:
        """Whether any row of the data falls there."""
        return self.number in self.series.values


def spots_of(series: Sequence[Series], spec: TimeTrend) -> tuple[list[Spot], str]:
    """The rows of a trend by period, then group; and how many periods have no rows, in words."""
    numbers = sorted({number for each in series for number in each.values})
    every = range(numbers[0], numbers[-1] + 1) if numbers else range(0)
    known = sum(len(each.values) for each in series)
    skips = spec.gaps == "skip"
    shown: Sequence[int] = numbers if skips or spec.growth == "first" else every
    size = known if skips else len(shown) * len(series)
    if size > MAX_PERIODS:
        raise ActionLimitError(
            f"That would be {size:,} periods.", "Use a coarser grain, fewer groups or a shorter time."
        )
    spots = [Spot(number, each) for number in shown for each in series if not skips or number in each.values]
    gaps = len(every) * len(series) - known if skips else size - known
    said = say("note.gaps_skipped" if skips else "note.gaps", periods=count_of(gaps, "period")) if gaps else ""
    return spots, said


def running_columns(spots: Sequence[Spot], measured: Sequence[Filled]) -> list[Filled]:
    """Of each column the totals of its group up to and with each period."""
    found: list[Filled] = []
    for at, (made, cells) in enumerate(measured):
        so_far: dict[Cell, float] = {}
        totals: list[Cell] = []
        for spot, value in zip(spots, cells, strict=True):
            group = spot.series.group
            so_far[group] = so_far.get(group, 0) + (value if isinstance(value, int | float) else 0)
            totals.append(so_far[group])
        own = made.shown
        shown = replace(own, name=f"{own.name}_cumulative", heading=_told("running", own))
        found.append((Made(replace(made.inside, name=f"__t{at}"), shown), totals))
    return found


def moving_columns(spots: Sequence[Spot], periods: int, values: Sequence[Filled]) -> list[Filled]:
    """Of each column the mean of so many periods of its group, up to and with each; none where one has no value."""
    found: list[Filled] = []
    for at, (made, cells) in enumerate(values):
        so_far: dict[Cell, list[Cell]] = {}
        means: list[Cell] = []
        for spot, value in zip(spots, cells, strict=True):
            window = [*so_far.get(spot.series.group, []), value][-periods:]
            so_far[spot.series.group] = window
            numbers = [float(each) for each in window if isinstance(each, int | float)]
            means.append(sum(numbers) / periods if len(numbers) == periods else None)
        own = made.shown
        told = ResultColumn(f"{own.name}_moving", "number", own.unit, heading=_told("moving", own))
        found.append((Made(Column(f"__v{at}", "number", "number"), told), means))
    return found


def growth_columns(spots: Sequence[Spot], spec: TimeTrend, values: Sequence[Filled]) -> list[Filled]:
    """Of each column its change and growth in percent, against a period of the same group that has rows."""
    if spec.growth == "none":
        return []
    place = {(id(spot.series), spot.number): at for at, spot in enumerate(spots)}
    bases = [_base(spot, spec, spots[0].number) for spot in spots]
    befores = [
        place[id(spot.series), base] if base is not None and base in spot.series.values else None
        for spot, base in zip(spots, bases, strict=True)
    ]
    found: list[Filled] = []
    for at, (made, cells) in enumerate(values):
        earlier = [None if before is None else cells[before] for before in befores]
        grown = [_growth(cell, before) for cell, before in zip(cells, earlier, strict=True)]
        own = made.shown
        change = ResultColumn(f"{own.name}_change", own.format, own.unit, heading=_told("change", own))
        percent = ResultColumn(f"{own.name}_growth_pct", "percent", heading=_told("growth", own))
        number = Column(f"__g{at}", "number", "number")
        found.append((Made(number, change), [each[0] for each in grown]))
        found.append((Made(replace(number, name=f"__p{at}"), percent), [each[1] for each in grown]))
    return found


def _told(what: str, column: ResultColumn) -> str:
    return say(f"heading_of.{what}", measure=column.heading or column.name)


def _base(spot: Spot, spec: TimeTrend, first: int) -> int | None:
    """The period that growth is measured against; none for the first of all."""
    if spec.growth == "year":
        return a_year_before(spot.number, spec.grain)
    if spec.growth == "first":
        first = spot.series.periods[0] if spec.gaps == "skip" else first
        return first if spot.number != first else None
    return spot.series.before(spot.number) if spec.gaps == "skip" else spot.number - 1


def _growth(value: Cell, before: Cell) -> tuple[Cell, Cell]:
    if not isinstance(value, int | float) or not isinstance(before, int | float):
        return None, None
    change = value - before
    return change, change / abs(before) * 100 if before else None


_DAY = "__day"


def time_trend(spec: TimeTrend, data: Prepared) -> Outcome:
    """One table: `period`, the group if any, a column a metric, quantity and computed one, running totals, then growth;
    by period, then group. With `with_total` a second table of one row over all rows.

    Every period between the first and the last row is there for every group, unless gaps are skipped. Growth needs a
    base that had rows and is not 0. Notes say when the data start or end inside a period.
    """
    metrics = aggregates_of(spec)
    keys = [spec.group_col] if spec.group_col is not None else []
    data = with_period(spec, without_open_ends(spec.date_col, data.complete([spec.date_col])))
    data = with_quantities_told(without_missing(data, metrics), spec, metrics)
    frame, notes = aggregate_groups(data, [PERIOD, *keys], metrics)
    spots, gaps = spots_of(_series(records(frame), spec, metrics, data), spec)
    here = {label(spot.number, spec.grain) for spot in spots}
    partial = [each for each in partial_ends(data, spec) if each.label in here]
    data = data.noted(*notes, *(each.note for each in partial), gaps)
    columns = [*_keys(spots, spec, data.schema), *_values(spots, spec, metrics, data.schema)]
    found, data = _show(columns, spec, metrics, data)
    title = result_title(measured_words(spec, metrics), [say(f"grain.{spec.grain}"), *words_of(data.schema, keys)])
    labels = {first_day(spot.number, spec.grain).isoformat(): label(spot.number, spec.grain) for spot in spots}
    days, *cells = [found[made.inside.name] for made, _ in columns]
    rows = [[labels[str(day)], *row] for day, *row in zip(days, *cells, strict=True)]
    incomplete = tuple(each.label for each in partial)
    shown = tuple(made.shown for made, _ in columns)
    table = TableDraft(title, shown, rows, ("period", *keys), incomplete=incomplete)
    more = (total_table(spec, metrics, data),) if spec.with_total else ()
    return Outcome((table, *more), data.ledger)


def _series(found: Mapping[str, Sequence[Any]], spec: TimeTrend, metrics: Sequence[Metric], data: Prepared
            ) -> list[Series]:  # fmt: skip
    periods = [int(value) for value in found[PERIOD]]
    groups: list[Cell] = [None] * len(periods)
    if spec.group_col is not None:
        shown_group = key_column(data.schema[spec.group_col])
        groups = [cell(value, shown_group) for value in found[spec.group_col]]
    columns = [[cell(value, shown_metric(each, data.schema)) for value in found[each.name]] for each in metrics]
    by_group: dict[Cell, dict[int, Sequence[Cell]]] = {}
    for at, (number, group) in enumerate(zip(periods, groups, strict=True)):
        by_group.setdefault(group, {})[number] = [column[at] for column in columns]
    order = data.schema[spec.group_col].order if spec.group_col is not None else ()
    return [Series(group, by_group[group]) for group in natural(by_group, order)]


def _keys(spots: Sequence[Spot], spec: TimeTrend, schema: Schema) -> list[Filled]:
    """The period (as its first day, which conditions compare) and the group."""
    made = _key_columns(spec, schema)
    days: list[Cell] = [first_day(spot.number, spec.grain).isoformat() for spot in spots]
    return list(zip(made, [days, *([[spot.series.group for spot in spots]] if spec.group_col else [])], strict=True))


def _key_columns(spec: TimeTrend, schema: Schema) -> list[Made]:
    heading = say("heading_of.part", column=schema[spec.date_col].words, part=say(f"grain.{spec.grain}"))
    shown = ResultColumn("period", "date" if spec.grain == "day" else "text", heading=heading)
    keys = [spec.group_col] if spec.group_col is not None else []
    return [Made(Column(_DAY, "date", "moment"), shown), *made_columns(keys, [], schema)]


def _values(spots: Sequence[Spot], spec: TimeTrend, metrics: Sequence[Metric], schema: Schema) -> list[Filled]:
    """Metrics, what is computed from them, running totals, growth."""
    empty: list[Cell] = [0 if each.aggregation in ZERO_WITHOUT_ROWS else None for each in metrics]
    rows = [spot.series.values.get(spot.number, empty) for spot in spots]
    measured: list[Filled] = [(made_of(each, schema), [row[at] for row in rows]) for at, each in enumerate(metrics)]
    computed = _compute(measured, spec)
    totals = [each for each in (*measured, *computed) if each[0].shown.name in spec.running]
    running = running_columns(spots, totals)
    moving = moving_columns(spots, spec.moving, [*measured, *computed]) if spec.moving is not None else []
    return [*measured, *computed, *running, *moving, *growth_columns(spots, spec, [*measured, *computed])]


def _compute(measured: Sequence[Filled], spec: TimeTrend) -> list[Filled]:
    if not spec.computed:
        return []
    result = with_computed(frame_cells(measured), spec.computed)
    found, made = records(result.frame), result.columns[len(measured) :]
    return [(each, [cell(value, each.shown) for value in found[each.inside.name]]) for each in made]


def _show(columns: Sequence[Filled], spec: TimeTrend, metrics: Sequence[Metric], data: Prepared
           ) -> tuple[dict[str, list[Cell]], Prepared]:  # fmt: skip
    """The cells to show, by the engine's names: those whose rows fulfil `having`, in the order and number asked for."""
    result, data = having_rows(frame_cells(columns, AT), spec.having, data, "periods")
    order = order_of(result, spec, [(AT, False)], metrics[0].name)
    positions, data = places(result, spec, order, data, "periods")
    rows = [int(at) for at in positions[AT]]
    found = {made.inside.name: [cells[row] for row in rows] for made, cells in columns}
    return (shares_of_shown(found, metrics) if spec.share_of == "shown" else found), data


def trend_columns(spec: TimeTrend) -> list[str]:
    """The names of the result columns, in order."""
    values = [*spec.measured, *spec.computed]
    grown = [f"{name}_{part}" for name in values for part in ("change", "growth_pct")]
    keys = ["period", *([spec.group_col] if spec.group_col is not None else [])]
    running = [f"{name}_cumulative" for name in spec.running]
    moving = [f"{name}_moving" for name in values] if spec.moving is not None else []
    return [*keys, *values, *running, *moving, *(grown if spec.growth != "none" else [])]


# ----------------------------------------------------------------
# What it asks of the columns, and the rows behind its cells.


def _check(spec: TimeTrend, schema: Schema) -> None:
    check_date(schema, spec.date_col, spec.grain)
    keys = [spec.group_col] if spec.group_col is not None else []
    require(schema, keys)
    columns = trend_columns(spec)
    check_quantities(schema, spec.quantities.values())
    check_result(spec, schema, keys, columns)
    check_sort(spec.sort, columns)
    check_having(spec.having, columns)
    check_shares_shown(spec)


TIME_TREND = Operation(time_trend, _check, rows_of_aggregates, before_keys=rows_of_period)
