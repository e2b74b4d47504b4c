"""column_summary: statistics of columns, a row each."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import narwhals as nw

from agent.analysis.aggregating.aggregates import Metric, aggregate_groups
from agent.analysis.aggregating.cell_rows import rows_of_column
from agent.analysis.column_checks import check_by, check_numeric
from agent.analysis.frames.arrays import parts
from agent.analysis.frames.ordering import sort_rows
from agent.analysis.frames.rows import Prepared
from agent.analysis.frames.schema import Column, Schema, column_named, numeric_columns
from agent.analysis.frames.source import records
from agent.analysis.frames.tables import (
    Outcome,
    ResultColumn,
    TableDraft,
    cell,
    key_column,
    metric_column,
    value_column,
)
from agent.analysis.operation import Operation
from agent.analysis.words import count_of, join_names, say
from agent.errors import SpecError
from agent.specs.measures import Aggregation, ColumnSummary, Statistic
from agent.specs.result_words import result_title
from agent.state import Cell

_COUNTS: tuple[Statistic, ...] = ("count", "missing", "unique")
_ANYTHING: tuple[Statistic, ...] = ("count", "missing", "unique", "mode", "min", "max")
_FITTING: Mapping[str, tuple[Statistic, ...]] = {
    "number": ("count", "missing", "mean", "median", "std", "min", "max"),
    "moment": ("count", "missing", "min", "max", "unique"),
    "text": ("count", "missing", "mode", "unique"),
    "boolean": ("count", "missing", "mean", "sum", "mode"),
    "nothing": ("count", "missing"),
}
_ORDER: tuple[Statistic, ...] = (
    "count", "missing", "mean", "median", "std", "var", "min", "max", "range", "sum", "mode", "unique", "skew",
    "kurtosis",
)  # fmt: skip
_AGGREGATIONS: Mapping[str, Aggregation] = {
    "count": "count", "mean": "mean", "median": "median", "std": "std", "var": "var", "min": "min", "max": "max",
    "range": "range", "sum": "sum", "unique": "nunique",
}  # fmt: skip


def fits(column: Column, statistic: Statistic) -> bool:
    """Does the statistic mean anything for the column?"""
    if statistic in _ANYTHING:
        return True
    if column.storage == "moment":
        return statistic == "range"
    return column.storage in ("number", "boolean") and column.kind != "identifier"


def column_summary(spec: ColumnSummary, data: Prepared) -> Outcome:
    """One table: column, the statistics (asked for, or those that fit), then quantiles as `p10`, `p97_5`.

    Skew and kurtosis are the adjusted sample's (as pandas computes them), quantiles linear, `mode` the smallest of
    the most frequent values. A statistic that means nothing for a column is null. With `by` a row for each group and
    column, the group column first.
    """
    names = spec.columns or [
        name for name in numeric_columns(data.schema) or data.columns if spec.by is None or name != spec.by
    ]
    asked = spec.stats or default_statistics([data.schema[name] for name in names])
    headings = [*asked, *[quantile_name(share) for share in spec.quantiles]]
    if spec.by is None:
        rows = [[name, *_statistics(data, name, asked, spec)] for name in names]
    else:
        rows = [
            [part.key, name, *_statistics(part.data, name, asked, spec)]
            for part in parts(data, spec.by)
            for name in names
        ]
    if len(names) == 1:
        data = data.using(names[0], _count(data, names[0]))
    lead = [key_column(data.schema[spec.by])] if spec.by is not None else []
    what = say("title.summary", columns=join_names(names) if len(names) <= 4 else count_of(len(names), "column"))
    table = TableDraft(
        title=result_title([what], [column.name for column in lead]),
        columns=(*lead, ResultColumn("column"), *[_show(data, names, heading) for heading in headings]),
        rows=rows,
        keys=(*[column.name for column in lead], "column"),
    )
    return Outcome((table,), data.ledger)


def quantile_name(share: float) -> str:
    """0.1 is `p10`, 0.975 is `p97_5`."""
    return f"p{share * 100:.10g}".replace(".", "_")


def default_statistics(columns: Sequence[Column]) -> list[Statistic]:
    """The statistics that fit any of the columns, in their usual order."""
    wanted = {statistic for column in columns for statistic in _fitting(column)}
    return [statistic for statistic in _ORDER if statistic in wanted]


def _fitting(column: Column) -> tuple[Statistic, ...]:
    return _FITTING["text"] if column.kind == "identifier" else _FITTING[column.storage]


def _count(data: Prepared, name: str) -> int:
    return int(records(data.frame.select(nw.col(name).count().alias("n")))["n"][0])


def _statistics(data: Prepared, name: str, asked: Sequence[Statistic], spec: ColumnSummary) -> list[Cell]:
    column = data.schema[name]
    fitting = [statistic for statistic in asked if fits(column, statistic)]
    aggregations: set[Aggregation] = {"count"}
    aggregations |= {_AGGREGATIONS[statistic] for statistic in fitting if statistic in _AGGREGATIONS}
    metrics = [Metric(name, aggregation, f"__{aggregation}") for aggregation in sorted(aggregations)]
    frame, _ = aggregate_groups(data, [], metrics)
    values: dict[str, Any] = {key[2:]: found[0] for key, found in records(frame).items()}
    count = int(values["count"])
    values |= {"missing": data.rows - count, "unique": values.get("nunique")}
    if spec.ddof == 0:
        values |= {key: _population(values[key], count, key) for key in ("std", "var") if key in values}
    if "mode" in fitting:
        values["mode"] = _mode(data, name)
    if count and ("skew" in fitting or "kurtosis" in fitting):
        values |= _shape(data, name, count)
    values |= _quantiles(data, column, spec.quantiles)
    headings = [*asked, *[quantile_name(share) for share in spec.quantiles]]
    return [
        cell(values.get(key), _column_of(column, key)) if key not in _ORDER or key in fitting else None
        for key in headings
    ]


def _population(value: Any, count: int, key: str) -> float | None:
    if count <= 1 or value is None:
        return 0.0 if count == 1 else None
    factor = (count - 1) / count
    return float(value) * (factor if key == "var" else factor**0.5)


def _mode(data: Prepared, name: str) -> Any:
    counted = data.frame.filter(~nw.col(name).is_null()).group_by(name).agg(nw.len().alias("__n"))
    best = records(sort_rows(counted, {}, [("__n", True), (name, False)]).head(1))  # of equals the first by its letters
    return best[name][0] if best[name] else None


def _shape(data: Prepared, name: str, count: int) -> dict[str, float | None]:
    """Skew and kurtosis; null, as in pandas, for a column that does not vary."""
    value = nw.col(name).cast(nw.Float64)
    present = data.frame.filter(~nw.col(name).is_null())
    found = records(
        present.select(
            value.skew().alias("skew"), value.kurtosis().alias("kurtosis"), (value.max() - value.min()).alias("range")
        )
    )
    if not found["range"][0] > 0:
        return {"skew": None, "kurtosis": None}
    return {
        "skew": adjusted_skew(found["skew"][0], count),
        "kurtosis": adjusted_kurtosis(found["kurtosis"][0], count),
    }


def _quantiles(data: Prepared, column: Column, shares: Sequence[float]) -> dict[str, Any]:
    if not shares or column.storage != "number" or column.kind == "identifier":
        return {}
    value = nw.col(column.name)
    wanted = {quantile_name(share): share for share in shares}
    found = records(
        data.frame.select([value.quantile(share, interpolation="linear").alias(key) for key, share in wanted.items()])
    )
    return {key: values[0] for key, values in found.items()}


def _column_of(column: Column, heading: str) -> ResultColumn:
    if heading == "missing":
        return ResultColumn(heading, "integer")
    if heading == "mode":
        return value_column(column, heading)
    aggregation: Aggregation | None = _AGGREGATIONS.get(heading)
    if aggregation is not None:
        return metric_column(column, aggregation, heading)
    unit = "" if heading in ("skew", "kurtosis") else column.unit
    return ResultColumn(heading, "percent" if unit == "%" else "number", unit)


def _show(data: Prepared, names: Sequence[str], heading: str) -> ResultColumn:
    """The format that fits all rows: the one they share, else number if all are numbers, else text."""
    columns = [_column_of(data.schema[name], heading) for name in names]
    formats = {column.format for column in columns}
    units = {column.unit for column in columns}
    unit = units.pop() if len(units) == 1 else ""
    if len(formats) == 1:
        return ResultColumn(heading, formats.pop(), unit)
    return ResultColumn(heading, "number" if formats <= {"integer", "number", "percent"} else "text", unit)


# ----------------------------------------------------------------
# Skewness and kurtosis of samples.


def adjusted_skew(biased: float | None, count: int) -> float | None:
    """The adjusted Fisher-Pearson coefficient G1 from the moment coefficient g1; None below three values."""
    if biased is None or count < 3:
        return None
    return float(biased) * math.sqrt(count * (count - 1)) / (count - 2)


def adjusted_kurtosis(biased: float | None, count: int) -> float | None:
    """The adjusted excess kurtosis G2 from the moment coefficient g2 (normal: 0); None below four values."""
    if biased is None or count < 4:
        return None
    return (count - 1) / ((count - 2) * (count - 3)) * ((count + 1) * float(biased) + 6)


# ----------------------------------------------------------------
# What it asks of the columns, and the rows behind its cells.


def _check(spec: ColumnSummary, schema: Schema) -> None:
    for name in spec.columns:
        column = column_named(schema, name)
        unfit = [statistic for statistic in spec.stats if not fits(column, statistic)]
        if unfit and not any(fits(schema[other], unfit[0]) for other in spec.columns):
            raise SpecError(
                f"{unfit[0]} needs numbers; {name} is {column.kind}.", "Ask for count, unique, mode, min, max."
            )
    if spec.quantiles and spec.columns:
        check_numeric(schema, spec.columns, "quantile")
    check_by(schema, spec.by, spec.columns)


COLUMN_SUMMARY = Operation(column_summary, _check, rows_of_column)
