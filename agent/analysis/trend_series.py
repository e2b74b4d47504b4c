"""Values by period, group by group: which periods are shown, and what each is compared with."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from agent.analysis.periods import a_year_before
from agent.analysis.results import Filled, Made
from agent.analysis.schema import Column
from agent.analysis.tables import ResultColumn
from agent.analysis.words import count_of
from agent.errors import ActionLimitError
from agent.specs.measures import TimeTrend
from agent.state import Cell

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
    said = f"{count_of(gaps, 'period')} without rows{', not shown' if skips else ''}." if gaps else ""
    return spots, said


def running_columns(spots: Sequence[Spot], measured: Sequence[Filled]) -> list[Filled]:
    """Of each column the totals of its group up to and with each period."""
    found: list[Filled] = []
    for at, (made, cells) in enumerate(measured):
        so_far: dict[Cell, float] = {}
        totals: list[Cell] = []
        for spot, cell in zip(spots, cells, strict=True):
            group = spot.series.group
            so_far[group] = so_far.get(group, 0) + (cell if isinstance(cell, int | float) else 0)
            totals.append(so_far[group])
        own = made.shown
        shown = replace(own, name=f"{own.name}_cumulative", heading=f"running total: {own.heading}")
        found.append((Made(replace(made.inside, name=f"__t{at}"), shown), totals))
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
        change = ResultColumn(f"{own.name}_change", own.format, own.unit, heading=f"change: {own.heading}")
        percent = ResultColumn(f"{own.name}_growth_pct", "percent", heading=f"growth (%): {own.heading}")
        number = Column(f"__g{at}", "number", "number")
        found.append((Made(number, change), [each[0] for each in grown]))
        found.append((Made(replace(number, name=f"__p{at}"), percent), [each[1] for each in grown]))
    return found


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
