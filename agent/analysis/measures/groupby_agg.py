"""groupby_agg: several aggregates by several groups."""

from collections.abc import Sequence
from dataclasses import replace

import narwhals as nw

from agent.analysis.aggregates import Metric, aggregated, metrics_of
from agent.analysis.filters import compiled
from agent.analysis.headings import metric_heading
from agent.analysis.ledger import with_note
from agent.analysis.ordering import best_within, ordered
from agent.analysis.rows import Prepared
from agent.analysis.schema import Column, Schema, words_of
from agent.analysis.source import Frame, records, row_count
from agent.analysis.tables import Outcome, ResultColumn, TableDraft, key_column, metric_column, rows_of
from agent.analysis.words import counted, metric_words, title_of
from agent.specs.base import AnyOf, Filter, Sort
from agent.specs.measures import GroupbyAgg, metric_name


def groupby_agg(spec: GroupbyAgg, data: Prepared) -> Outcome:
    """One table: the group columns, then a column a metric (`rows` for the count of rows).

    Sorted as asked, else by the keys; with `top_k` alone by the first metric, largest first. With `top_per` the best
    groups of each, one after the other.
    """
    metrics = metrics_of(spec.metrics)
    data = without_missing(data, metrics)
    frame, notes = aggregated(data, spec.group_cols, metrics)
    data = data.noted(*notes)
    schema = result_schema(spec.group_cols, metrics, data.schema)
    frame, data = _having(frame, schema, metrics, spec.having, data)
    if spec.top_per:
        frame, data = _best_of_each(spec, frame, schema, metrics, data)
    else:
        frame = ordered(frame, schema, result_order(spec.group_cols, metrics, spec.sort, spec.top_k))
        frame, data = top_rows(frame, data, spec.top_k, "groups")
    columns = [(name, key_column(data.schema[name])) for name in spec.group_cols]
    columns += [(metric.name, shown(metric, data.schema)) for metric in metrics]
    table = TableDraft(
        title=title_of(
            [metric_words(metric.column, metric.aggregation) for metric in metrics],
            words_of(data.schema, spec.group_cols),
        ),
        columns=tuple(column for _, column in columns),
        rows=rows_of(records(frame), columns),
        keys=tuple(spec.group_cols),
    )
    return Outcome((table,), data.ledger)


def _best_of_each(spec: GroupbyAgg, frame: Frame, schema: Schema, metrics: Sequence[Metric], data: Prepared
                  ) -> tuple[Frame, Prepared]:  # fmt: skip
    """The best groups within each of `top_per`; the ledger notes of how many."""
    column, descending = result_order((), metrics, spec.sort, 1)[0]
    total = row_count(frame)
    best = best_within(frame, spec.top_per, column, descending, spec.top_k or 1)
    left = [name for name in spec.group_cols if name not in spec.top_per]
    order = [*((name, False) for name in spec.top_per), (column, descending), *((name, False) for name in left)]
    note = f"{row_count(best):,} of {total:,} groups are shown: the best {spec.top_k or 1:,} of each"
    return ordered(best, schema, order), data.noted(f"{note} {' and '.join(spec.top_per)}.")


def without_missing(data: Prepared, metrics: Sequence[Metric]) -> Prepared:
    """Counts missing cells of what is aggregated.

    With one column aggregated the ledger's `rows_used` are the rows that have a value there; with several, or where
    rows are counted too, a note says how many cells were left out of each. The rows themselves stay: a group without
    a value is still shown.
    """
    columns = list(dict.fromkeys(metric.column for metric in metrics if metric.column != "*"))
    if not columns:
        return data
    missing = records(data.frame.select([nw.col(name).is_null().cast(nw.Int64).sum().alias(name) for name in columns]))
    counts = {name: int(missing[name][0] or 0) for name in columns}
    if len(columns) == 1 and all(metric.column != "*" for metric in metrics):
        return data.using(columns[0], data.rows - counts[columns[0]])
    return data.noted(
        *[f"{counted(count, 'row')} without {name}, not counted for it." for name, count in counts.items() if count]
    )


def shown(metric: Metric, schema: Schema) -> ResultColumn:
    """The result column of a metric."""
    column = None if metric.column == "*" else schema[metric.column]
    name = column.words if column is not None else metric.column
    found = metric_column(column, metric.aggregation, metric_name(metric.column, metric.aggregation))
    return replace(found, heading=metric_heading(name, metric.aggregation))


def result_schema(keys: Sequence[str], metrics: Sequence[Metric], schema: Schema) -> Schema:
    """The columns of a result, by their names in the engine."""
    result = {name: schema[name] for name in keys}
    for metric in metrics:
        column = None if metric.column == "*" else schema[metric.column]
        keeps_kind = column is not None and metric.aggregation in ("min", "max", "first", "last")
        if column is not None and keeps_kind:
            result[metric.name] = column
        else:
            result[metric.name] = Column(metric.name, "number", "number")
    return result


def result_order(
    keys: Sequence[str], metrics: Sequence[Metric], sort: Sort | None, top_k: int | None
) -> list[tuple[str, bool]]:
    """Sorted as asked, else the largest first metric where only the top is wanted; ties by key, ascending."""
    names = {metric_name(metric.column, metric.aggregation): metric.name for metric in metrics}
    by: list[tuple[str, bool]] = []
    if sort is not None:
        by.append((sort.by if sort.by in keys else names[sort.by], not sort.ascending))
    elif top_k is not None:
        by.append((metrics[0].name, True))
    by += [(key, False) for key in keys if key not in [name for name, _ in by]]
    return by or [(metrics[0].name, False)]


def top_rows(frame: Frame, data: Prepared, top_k: int | None, what: str) -> tuple[Frame, Prepared]:
    """The first `top_k` rows; the ledger notes of how many."""
    if top_k is None:
        return frame, data
    total = row_count(frame)
    note = f"The first {top_k:,} of {total:,} {what} are shown." if total > top_k else ""
    return frame.head(top_k), data.noted(note)


def _having(
    frame: Frame, schema: Schema, metrics: Sequence[Metric], having: Sequence[Filter | AnyOf], data: Prepared
) -> tuple[Frame, Prepared]:
    if not having:
        return frame, data
    engine_names = {metric_name(metric.column, metric.aggregation): metric.name for metric in metrics}
    before = row_count(frame)
    masks = [compiled(frame, schema, wanted, engine_names) for wanted in having]
    kept = frame
    for mask in masks:
        kept = kept.filter(mask.expression)
    after = row_count(kept)
    words = ", ".join(mask.words for mask in masks)
    return kept, data.with_ledger(with_note(data.ledger, f"{after:,} of {before:,} groups fulfil: {words}."))
