"""drivers: how much of an outcome's variation each column explains, and where the outcome is highest and lowest."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import narwhals as nw
import numpy as np
import scipy

from agent.analysis.frames.arrays import Floats, matrix
from agent.analysis.frames.rows import Prepared
from agent.analysis.frames.schema import column_named, require
from agent.analysis.frames.source import ROW, Frame, Table, records
from agent.analysis.frames.tables import ResultColumn, TableDraft, artifact, cell, key_column, metric_column
from agent.analysis.prepare import prepare_rows
from agent.analysis.words import refusal, say
from agent.specs.drivers import Driver, DriverKind, Drivers
from agent.specs.plain_data import spec_json
from agent.state import Artifact, Cell

# ----------------------------------------------------------------
# How much of the variation of numbers groups or a line explain, with interval and test.


LEVEL = 0.95
_NEARLY_ALL = 1 - 1e-12


@dataclass(frozen=True)
class Explained:
    """Shares from 0 to 1. `share` is what is explained in these rows; `adjusted` takes off what as many groups would
    explain by chance; `low` and `high` are the limits of the 95 % interval of the share in the population.
    """

    share: float
    adjusted: float
    low: float
    high: float
    p: float | None
    groups: int
    n: int


def explained_by_groups(counts: Floats, sums: Floats, squares: Floats) -> Explained | None:
    """Eta squared (Fisher 1925), from the count, sum and sum of squares of each group, the values centred before.

    Adjusted: epsilon squared (Kelley 1935). Interval: by the noncentral F distribution (Steiger 2004, Psychological
    Methods 9, 164-182), which takes the spread within the groups as normal and equal. p: F test. None when there
    are fewer than two groups, no freedom within them, or nothing varies.
    """
    n, groups = int(counts.sum()), len(counts)
    total = float(squares.sum() - sums.sum() ** 2 / n) if n else 0.0
    over, under = groups - 1, n - groups
    if over < 1 or under < 1 or total <= 0:
        return None
    between = float((sums**2 / counts).sum() - sums.sum() ** 2 / n)
    share = min(max(between / total, 0.0), 1.0)
    adjusted = max(0.0, 1 - (1 - share) * (n - 1) / under)
    if share > _NEARLY_ALL:
        return Explained(1.0, 1.0, 1.0, 1.0, 0.0, groups, n)
    statistic = (share / over) / ((1 - share) / under)
    low, high = (_share_where(chance, statistic, over, under, n) for chance in (0.5 + LEVEL / 2, 0.5 - LEVEL / 2))
    return Explained(share, adjusted, low, high, float(scipy.stats.f.sf(statistic, over, under)), groups, n)


def _share_where(chance: float, statistic: float, over: int, under: int, n: int) -> float:
    """The share of a population in which a statistic up to this one has the given chance; 0 when there is none."""

    def beyond(noncentrality: float) -> float:
        return float(scipy.stats.ncf.cdf(statistic, over, under, noncentrality)) - chance

    if beyond(0.0) <= 0:
        return 0.0
    high = statistic * over + 10
    while beyond(high) > 0:
        high *= 2
    found = float(scipy.optimize.brentq(beyond, 0.0, high, xtol=1e-9, rtol=1e-10))
    return found / (found + n)


def explained_by_line(x: Floats, y: Floats) -> tuple[Explained, float] | None:
    """R squared of a straight line, and the correlation r; over rows that have both values.

    Interval: that of r by Fisher's z (Fisher 1921), squared; from 0 when it holds 0. p: t test of r. None below four
    rows, or when a column does not vary.
    """
    both = ~(np.isnan(x) | np.isnan(y))
    x, y = x[both], y[both]
    n = len(x)
    if n < 4 or x.min() == x.max() or y.min() == y.max():
        return None
    tested = scipy.stats.pearsonr(x, y)
    r = float(tested.statistic)
    share = r * r
    adjusted = max(0.0, 1 - (1 - share) * (n - 1) / (n - 2))
    if share > _NEARLY_ALL:
        return Explained(1.0, 1.0, 1.0, 1.0, 0.0, 2, n), r
    reach = float(scipy.stats.norm.ppf(0.5 + LEVEL / 2)) / math.sqrt(n - 3)
    ends = (math.tanh(math.atanh(r) - reach), math.tanh(math.atanh(r) + reach))
    low = 0.0 if ends[0] <= 0 <= ends[1] else min(end * end for end in ends)
    return Explained(share, adjusted, low, max(end * end for end in ends), float(tested.pvalue), 2, n), r


LUMPED = "all others"
ABSENT, PRESENT = "no value", "has a value"
_PLAIN, _VALUE, _SQUARE, _KEY = f"{ROW}_plain", f"{ROW}_value", f"{ROW}_square", f"{ROW}_key"
METHODS: Mapping[DriverKind, str] = {"groups": "eta squared", "number": "R squared", "missing": "eta squared"}


@dataclass(frozen=True)
class _Group:
    """A group with what its mean and spread are made of. `total` and `square` are of values centred at the mean of
    all rows, which keeps them exact enough; `plain` is the sum as it is, for the mean that people see.
    """

    key: str
    n: int
    plain: float
    total: float
    square: float

    @property
    def mean(self) -> float:
        """The group's mean."""
        return self.plain / self.n


@dataclass(frozen=True)
class _Measured:
    found: Explained | None
    r: float | None = None
    groups: tuple[_Group, ...] = ()


def execute_drivers(spec: Drivers, tables: Mapping[str, Table]) -> list[Artifact]:
    """One table, a row a driver, largest impact first; see the spec for its columns.

    Rows without an outcome are dropped first, then for each driver those without its value. Errors as
    `execute_analysis`; DataError when the outcome is no number or does not vary.
    """
    data = prepare_rows(spec, tables)
    require(data.schema, [spec.outcome, *(driver.col for driver in spec.drivers)])
    outcome = column_named(data.schema, spec.outcome)
    if outcome.storage not in ("number", "boolean"):
        raise refusal("no_numbers", column=spec.outcome)
    data = data.complete([spec.outcome])
    mean = _mean(data, spec.outcome)
    measured = [(driver, _MEASURES[driver.kind](driver, data, mean, spec)) for driver in spec.drivers]
    measured.sort(key=lambda pair: -pair[1].found.adjusted if pair[1].found else 1.0)
    if any(each.found is None for _, each in measured):
        data = data.noted(say("note.no_impact"))
    if any(group.key == LUMPED for _, each in measured for group in each.groups):
        data = data.noted(say("note.lumped", least=spec.min_rows, most=spec.max_groups, name=LUMPED))
    shown = metric_column(outcome, "mean", "highest_mean")
    draft = TableDraft(
        title=say("drivers.title", outcome=spec.outcome),
        columns=_columns(shown.unit),
        rows=[_row(driver, each) for driver, each in measured],
        keys=("driver",),
        description=say("drivers.description", outcome=spec.outcome),
    )
    return [artifact(draft, spec_json(spec), data.ledger, data.dataset_ids, "main")]


def _mean(data: Prepared, outcome: str) -> float:
    found = records(data.frame.select(nw.col(outcome).cast(nw.Float64).mean().alias("mean")))["mean"][0]
    if found is None or not data.rows:
        raise refusal("no_value", column=outcome)
    return float(found)


def _columns(unit: str) -> tuple[ResultColumn, ...]:
    return (
        ResultColumn("driver"), ResultColumn("column"), ResultColumn("method"), ResultColumn("impact_pct", "percent"),
        ResultColumn("low_pct", "percent"), ResultColumn("high_pct", "percent"),
        ResultColumn("explained_pct", "percent"), ResultColumn("r", "number"), ResultColumn("groups", "integer"),
        ResultColumn("n", "integer"), ResultColumn("p", "p_value"), ResultColumn("highest"),
        ResultColumn("highest_mean", "number", unit), ResultColumn("highest_n", "integer"), ResultColumn("lowest"),
        ResultColumn("lowest_mean", "number", unit), ResultColumn("lowest_n", "integer"),
    )  # fmt: skip


def _row(driver: Driver, each: _Measured) -> list[Cell]:
    found = each.found
    head: list[Cell] = [driver.name, driver.column, METHODS[driver.kind]]
    if found is None:
        return [
            *head,
            *[None] * 4,
            None,
            len(each.groups) or None,
            sum(one.n for one in each.groups) or None,
            *[None] * 7,
        ]
    shares = (found.adjusted, found.low, found.high, found.share)
    own = [one for one in each.groups if one.key != LUMPED]
    ranked = sorted(own, key=lambda one: (-one.mean, one.key))
    ends: list[Cell] = [None] * 6
    if ranked:
        ends = [part for one in (ranked[0], ranked[-1]) for part in (one.key, one.mean, one.n)]
    groups = len(each.groups) or None
    return [*head, *[100 * share for share in shares], each.r, groups, found.n, found.p, *ends]


# ---------------------------------------------------------------- one driver


def _by_groups(driver: Driver, data: Prepared, mean: float, spec: Drivers) -> _Measured:
    frame = data.frame.filter(~nw.col(driver.col).is_null())
    shown = key_column(data.schema[driver.col])
    groups = _groups(frame.with_columns(nw.col(driver.col).alias(_KEY)), spec.outcome, mean)
    named_groups = [replace(group, key=str(cell(key, shown))) for key, group in groups]
    return _explain(_lump_small_groups(named_groups, spec))


def _by_missing(driver: Driver, data: Prepared, mean: float, spec: Drivers) -> _Measured:
    frame = data.frame.with_columns(nw.col(driver.col).is_null().alias(_KEY))
    groups = _groups(frame, spec.outcome, mean)
    return _explain([replace(group, key=ABSENT if key else PRESENT) for key, group in groups])


def _by_line(driver: Driver, data: Prepared, _: float, spec: Drivers) -> _Measured:
    values = matrix(data, [driver.col, spec.outcome])
    measured = explained_by_line(values[:, 0], values[:, 1])
    return _Measured(measured[0], measured[1]) if measured else _Measured(None)


def _groups(frame: Frame, outcome: str, mean: float) -> list[tuple[object, _Group]]:
    """Each value of the key column with its group, not named yet."""
    plain = nw.col(outcome).cast(nw.Float64)
    found = records(
        frame.with_columns(plain.alias(_PLAIN), (plain - mean).alias(_VALUE))
        .with_columns((nw.col(_VALUE) * nw.col(_VALUE)).alias(_SQUARE))
        .group_by(_KEY)
        .agg(nw.len().alias("n"), *[nw.col(name).sum() for name in (_PLAIN, _VALUE, _SQUARE)])
    )
    rows = zip(*[found[name] for name in (_KEY, "n", _PLAIN, _VALUE, _SQUARE)], strict=True)
    return [(key, _Group("", int(n), float(sums), float(total), float(square))) for key, n, sums, total, square in rows]


def _lump_small_groups(groups: list[_Group], spec: Drivers) -> list[_Group]:
    """The groups that are large enough, the largest of them, and all others as one."""
    ranked = sorted(groups, key=lambda one: (-one.n, one.key))
    own = [one for one in ranked if one.n >= spec.min_rows]
    if len(own) < len(ranked) or len(ranked) > spec.max_groups:
        own = own[: spec.max_groups - 1]
    rest = ranked[len(own) :]
    if not rest:
        return own
    plain, total, square = (sum(getattr(one, part) for one in rest) for part in ("plain", "total", "square"))
    joint = _Group(LUMPED, sum(one.n for one in rest), plain, total, square)
    return [*own, joint]


def _explain(groups: list[_Group]) -> _Measured:
    def array(values: list[float]) -> Floats:
        return np.asarray(values, dtype=np.float64)

    found = explained_by_groups(
        array([one.n for one in groups]), array([one.total for one in groups]), array([one.square for one in groups])
    )
    return _Measured(found, groups=tuple(groups))


_MEASURES: Mapping[DriverKind, Callable[[Driver, Prepared, float, Drivers], _Measured]] = {
    "groups": _by_groups,
    "number": _by_line,
    "missing": _by_missing,
}
