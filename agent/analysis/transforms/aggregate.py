"""aggregate: a row of each group, so that what follows is computed of groups."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, time

import narwhals as nw

from agent.analysis.aggregating.aggregates import KEEPS_KIND, Metric, aggregate_groups, check_aggregation, metrics_of
from agent.analysis.frames.ledger import AGGREGATE, with_step
from agent.analysis.frames.rows import Prepared, place_rows
from agent.analysis.frames.schema import Column, Schema, column_named, require
from agent.analysis.frames.source import ROW, Frame, Table, records, row_count
from agent.analysis.frames.tables import ResultColumn, metric_column
from agent.analysis.headings import metric_heading
from agent.analysis.periods import first_day
from agent.analysis.transforms.dateparts import ordinal_expression
from agent.analysis.transforms.mapping import replace_values
from agent.analysis.words import join_names, say
from agent.errors import SpecError
from agent.specs.aggregations import Grain, metric_name
from agent.specs.result_words import measure_words
from agent.specs.transforms import AggregateRows
from registry.profile import DatasetProfile

_PERIOD = "__period"


def aggregate_schema(step: AggregateRows, schema: Schema, _: Mapping[str, DatasetProfile]) -> Schema:
    """The groups and the metrics. SpecError when a column is missing, a metric does not fit, or two share a name."""
    require(schema, step.by)
    made = {name: schema[name] for name in step.by}
    if step.date_col is not None:
        made[step.date_col] = _period_column(step.date_col, schema)
    for metric in metrics_of(step.metrics):
        source = None if metric.column == "*" else column_named(schema, metric.column)
        check_aggregation(source, metric.aggregation)
        name = metric_name(metric.column, metric.aggregation)
        if name in made:
            raise SpecError(f"Two columns would be called {name}.", "Group by other columns, or leave a metric out.")
        made[name] = _metric_column(name, source, metric)
    empty = next((name for name, wanted in step.metrics.items() if not wanted), None)
    if empty is not None:
        raise SpecError(f"No aggregation is given for {empty}.", "Name at least one, such as sum or mean.")
    return made


def aggregate_rows(step: AggregateRows, data: Prepared, _: Mapping[str, Table]) -> Prepared:
    """A row of each group, in the order of the groups. Rows without a date are in no period and left out."""
    schema = aggregate_schema(step, data.schema, {})
    keys = list(dict.fromkeys(step.by))
    has_order = ROW in data.frame.collect_schema().names()
    if step.date_col is not None and step.grain is not None:
        data = data.complete([step.date_col])
        data = replace(
            data, frame=data.frame.with_columns(ordinal_expression(step.date_col, step.grain).alias(_PERIOD))
        )
        keys = [name for name in keys if name != step.date_col] + [_PERIOD]
    metrics = metrics_of(step.metrics)
    frame, notes = aggregate_groups(data, keys, metrics)
    if step.date_col is not None and step.grain is not None:
        frame = frame.with_columns(_first_days(frame, step.grain).alias(step.date_col))
    frame = frame.select(
        *[name for name in schema if name in (*step.by, step.date_col)],
        *[nw.col(each.name).alias(metric_name(each.column, each.aggregation)) for each in metrics],
    )
    if frame.implementation.is_pandas():  # rows in memory have an order: that of the groups
        frame = place_rows(frame, [name for name in schema if name in (*step.by, step.date_col)], has_order)
    ledger = with_step(data.ledger, AGGREGATE, _words(step, metrics), row_count(frame))
    return Prepared(frame, schema, ledger, data.dataset_ids).noted(*notes)


def _period_column(name: str, schema: Schema) -> Column:
    column = column_named(schema, name)
    if column.storage != "moment":
        raise SpecError(f"{name} ({column.kind}) is no date column.", "Read it as dates with cast_type.")
    return replace(column, kind="date")


def _metric_column(name: str, source: Column | None, metric: Metric) -> Column:
    """How the metric stands as a column: dates and texts stay such, all else is a number with its unit."""
    heading = metric_heading(source.words if source is not None else metric.column, metric.aggregation)
    keeps_kind = source is not None and metric.aggregation in KEEPS_KIND
    if source is not None and keeps_kind and source.storage != "number":
        return replace(source, name=name, heading=heading)
    shown: ResultColumn = metric_column(source, metric.aggregation, name)
    whole = shown.format == "integer"
    unit = "%" if shown.format == "percent" else shown.unit
    return Column(name, "number", "number", whole=whole, unit=unit, heading=heading)


def _first_days(frame: Frame, grain: Grain) -> nw.Expr:
    """The first day of the period with each ordinal."""
    found = [value for value in records(frame.select(_PERIOD).unique())[_PERIOD] if value is not None]
    days = [datetime.combine(first_day(int(value), grain), time()) for value in found]
    return replace_values(_PERIOD, found, days, nw.Datetime("us"))


def _words(step: AggregateRows, metrics: list[Metric]) -> str:
    groups = list(step.by)
    if step.date_col is not None:
        groups.append(say("detail.grain", grain=say(f"grain.{step.grain}"), column=step.date_col))
    measured = ", ".join(measure_words(each.column, each.aggregation) for each in metrics)
    return say("detail.one_each", groups=join_names(groups), measures=measured)
