"""outliers: values far from the rest, by fences."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import narwhals as nw

from agent.analysis.column_cells import table_rows
from agent.analysis.ordering import ordered
from agent.analysis.rows import Prepared
from agent.analysis.source import records, row_count
from agent.analysis.tables import Outcome, ResultColumn, TableDraft, cell, metric_column, value_column
from agent.errors import DataError
from agent.specs.measures import Outliers
from agent.state import Cell

MAX_CELLS = 5_000_000
_NORMAL_MAD = 0.674489750196082  # 75 % quantile of the standard normal: median absolute deviation of a normal, SD 1


@dataclass(frozen=True)
class _Fences:
    """Values below `lower` or above `upper` are outliers; `basis` is what the fences were made from."""

    lower: float
    upper: float
    basis: tuple[tuple[str, float], tuple[str, float]]


def outliers(spec: Outliers, data: Prepared) -> Outcome:
    """Two tables: one row (count, n, lower, upper, then q1 and q3, or mean and std, or median and mad, then mean_with,
    mean_without), and the outlying rows, largest first. Fences: q1 - t IQR and q3 + t IQR (Tukey,
    t 1.5), mean +- t SD (t 3), or median +- t MAD / 0.6745 (Iglewicz and Hoaglin, t 3.5).
    """
    data = data.complete([spec.column])
    if not data.rows:
        raise DataError(f"No row has a value in {spec.column}.", "Widen the filter, or choose another column.")
    fences = _METHODS[spec.method](data, spec.column, spec.threshold or _DEFAULTS[spec.method])
    value = nw.col(spec.column)
    low, high = value < fences.lower, value > fences.upper
    outlying = {"low": low, "high": high, "both": low | high}[spec.side]
    found = data.frame.filter(outlying)
    count = row_count(found)
    lower = None if spec.side == "high" else fences.lower
    upper = None if spec.side == "low" else fences.upper
    own = metric_column(data.schema[spec.column], "mean", "")
    cells: list[tuple[ResultColumn, Cell]] = [
        (ResultColumn("count", "integer", heading="outliers"), count),
        (ResultColumn("n", "integer"), data.rows),
        (_like(own, "lower"), lower),
        (_like(own, "upper"), upper),
        *[(_like(own, name), number) for name, number in fences.basis],
        (_like(own, "mean_with"), _mean(data, spec.column, None)),
        (_like(own, "mean_without"), _mean(data, spec.column, ~outlying)),
    ]
    summary = TableDraft(
        f"Outliers of {spec.column}", tuple(column for column, _ in cells), [[each for _, each in cells]]
    )
    order = [(spec.column, True), *[(name, False) for name in data.columns if name != spec.column]]
    most = MAX_CELLS // max(len(data.columns), 1)
    columns = [(name, value_column(data.schema[name])) for name in data.columns]
    rows = TableDraft(
        title=f"Rows with an outlying {spec.column}",
        columns=tuple(column for _, column in columns),
        rows=table_rows(ordered(found, data.schema, order).head(most), columns),
        total_rows=count,
    )
    return Outcome((summary, rows), data.ledger)


def _like(column: ResultColumn, name: str) -> ResultColumn:
    return ResultColumn(name, column.format, column.unit)


def _mean(data: Prepared, column: str, kept: nw.Expr | None) -> Cell:
    frame = data.frame if kept is None else data.frame.filter(kept)
    found = records(frame.select(nw.col(column).mean().alias("mean")))["mean"][0]
    return cell(found, ResultColumn("mean", "number"))


def _iqr(data: Prepared, column: str, threshold: float) -> _Fences:
    value = nw.col(column)
    ends = [value.quantile(share, interpolation="linear").alias(name) for name, share in (("q1", 0.25), ("q3", 0.75))]
    found = records(data.frame.select(ends))
    q1, q3 = float(found["q1"][0]), float(found["q3"][0])
    return _Fences(q1 - threshold * (q3 - q1), q3 + threshold * (q3 - q1), (("q1", q1), ("q3", q3)))


def _zscore(data: Prepared, column: str, threshold: float) -> _Fences:
    value = nw.col(column)
    found = records(data.frame.select(value.mean().alias("mean"), value.std(ddof=1).alias("std")))
    if data.rows < 2:
        raise DataError(f"{column} has one value only, so it has no spread.", "Widen the filter.")
    mean, std = float(found["mean"][0]), float(found["std"][0])
    return _Fences(mean - threshold * std, mean + threshold * std, (("mean", mean), ("std", std)))


def _mad(data: Prepared, column: str, threshold: float) -> _Fences:
    value = nw.col(column)
    median = float(records(data.frame.select(value.median().alias("median")))["median"][0])
    distances = data.frame.select((value - median).abs().alias("distance"))
    mad = float(records(distances.select(nw.col("distance").median()))["distance"][0])
    if mad == 0:
        raise DataError(f"More than half of the values of {column} are equal, so its MAD is 0.", "Use iqr or zscore.")
    reach = threshold * mad / _NORMAL_MAD
    return _Fences(median - reach, median + reach, (("median", median), ("mad", mad)))


_METHODS: Mapping[str, Callable[[Prepared, str, float], _Fences]] = {"iqr": _iqr, "zscore": _zscore, "mad": _mad}
_DEFAULTS = {"iqr": 1.5, "zscore": 3.0, "mad": 3.5}
