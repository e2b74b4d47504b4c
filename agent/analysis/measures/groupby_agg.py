"""groupby_agg: several aggregates by several groups."""

from collections.abc import Mapping, Sequence
from typing import Any

import narwhals as nw

from agent.analysis.aggregating.aggregates import Metric, aggregate_groups, aggregates_of
from agent.analysis.aggregating.cell_rows import rows_of_aggregates
from agent.analysis.aggregating.results import (
    Result,
    having_rows,
    made_columns,
    order_of,
    places,
    top_rows,
    with_computed,
)
from agent.analysis.filtering.filters import select_rows
from agent.analysis.frames.ordering import best_within, sort_rows
from agent.analysis.frames.rows import Prepared
from agent.analysis.frames.schema import Schema, require, words_of
from agent.analysis.frames.source import records, row_count
from agent.analysis.frames.tables import Outcome, ResultColumn, TableDraft, key_column, rows_of
from agent.analysis.headings import heading
from agent.analysis.operation import Operation
from agent.analysis.result_checks import check_having, check_quantities, check_result, check_shares_shown, check_sort
from agent.analysis.words import count_of, join_names, say
from agent.specs.base import AnyOf, Filter
from agent.specs.measures import Aggregates, GroupbyAgg, ValueCounts
from agent.specs.result_words import measure_words, result_title


def groupby_agg(spec: GroupbyAgg, data: Prepared) -> Outcome:
    """One table: the group columns, then a column a metric (`rows` for the count of rows), a quantity, a computed one.

    Sorted as asked, else by the keys; with `top_k` or `skip` alone by the first metric, largest first. With `top_per`
    the best groups of each, one after the other. With `with_total` a second table of one row over all rows.
    """
    metrics = aggregates_of(spec)
    data = with_quantities_told(without_missing(data, metrics), spec, metrics)
    frame, notes = aggregate_groups(data, spec.group_cols, metrics)
    data = data.noted(*notes)
    result = with_computed(Result(frame, made_columns(spec.group_cols, metrics, data.schema)), spec.computed)
    result, data = having_rows(result, spec.having, data, "groups")
    if spec.top_per:
        result, order, data = _best_of_each(spec, result, metrics, data)
        found = records(sort_rows(result.frame, result.schema, order))
    else:
        by_key = [(name, False) for name in spec.group_cols] or [(metrics[0].name, False)]
        found, data = places(result, spec, order_of(result, spec, by_key, metrics[0].name), data, "groups")
    if spec.share_of == "shown":
        found = shares_of_shown(found, metrics)
    keys = words_of(data.schema, spec.group_cols)
    columns = [(each.inside.name, each.shown) for each in result.columns]
    table = TableDraft(
        title=result_title(measured_words(spec, metrics), keys),
        columns=tuple(column for _, column in columns),
        rows=rows_of(found, columns),
        keys=tuple(spec.group_cols),
    )
    more = (total_table(spec, metrics, data),) if spec.with_total and spec.group_cols else ()
    return Outcome((table, *more), data.ledger)


def measured_words(spec: Aggregates, metrics: Sequence[Metric]) -> list[str]:
    """What a table shows, for its title."""
    return [*(metric.words for metric in metrics), *spec.computed]


def total_table(spec: Aggregates, metrics: Sequence[Metric], data: Prepared) -> TableDraft:
    """One row: the same metrics and computed columns over all rows together."""
    frame, _ = aggregate_groups(data, [], metrics)
    result = with_computed(Result(frame, made_columns([], metrics, data.schema)), spec.computed)
    columns = [(each.inside.name, each.shown) for each in result.columns]
    title = say("title.all_rows", title=result_title(measured_words(spec, metrics), []))
    return TableDraft(title, tuple(column for _, column in columns), rows_of(records(result.frame), columns))


def shares_of_shown(found: Mapping[str, list[Any]], metrics: Sequence[Metric]) -> dict[str, list[Any]]:
    """The shares as percent of the total of what is shown."""
    shares = [metric.name for metric in metrics if metric.aggregation == "share"]
    return {name: _of_their_sum(cells) if name in shares else cells for name, cells in found.items()}


def _of_their_sum(cells: Sequence[float | None]) -> list[float | None]:
    present = [0.0 if cell is None or cell != cell else cell for cell in cells]
    total = sum(present)
    return [cell / total * 100 if total else None for cell in present]


def _best_of_each(spec: GroupbyAgg, result: Result, metrics: Sequence[Metric], data: Prepared
                  ) -> tuple[Result, list[tuple[str, bool]], Prepared]:  # fmt: skip
    """The best groups within each of `top_per` and their order; the ledger notes of how many."""
    column, descending = order_of(result, spec, [(metrics[0].name, True)], metrics[0].name)[0]
    total, last = row_count(result.frame), spec.skip + (spec.top_k or 1)
    best = best_within(result.frame, spec.top_per, column, descending, last, spec.skip)
    left = [name for name in spec.group_cols if name not in spec.top_per]
    order = [*((name, False) for name in spec.top_per), (column, descending), *((name, False) for name in left)]
    which = say("note.places", first=spec.skip + 1, last=last) if spec.skip else say("note.best", count=last)
    shown, groups = row_count(best), join_names(spec.top_per)
    note = say("note.best_of_each", shown=shown, total=total, which=which, groups=groups)
    return Result(best, result.columns), order, data.noted(note)


def without_missing(data: Prepared, metrics: Sequence[Metric]) -> Prepared:
    """Counts missing cells of what is aggregated.

    With one column aggregated the ledger's `rows_used` are the rows that have a value there; with several, or where
    rows or missing cells are counted too, a note says how many cells were left out of each. The rows themselves stay:
    a group without a value is still shown.
    """
    plain = [metric for metric in metrics if not metric.filters]
    columns = list(dict.fromkeys(metric.column for metric in plain if metric.column != "*"))
    if not columns:
        return data
    missing = records(data.frame.select([nw.col(name).is_null().cast(nw.Int64).sum().alias(name) for name in columns]))
    counts = {name: int(missing[name][0] or 0) for name in columns}
    if len(columns) == 1 and all(uses_cells(metric) for metric in metrics):
        return data.using(columns[0], data.rows - counts[columns[0]])
    return data.noted(
        *[say("note.not_counted", rows=count_of(count, "row"), column=name) for name, count in counts.items() if count]
    )


def uses_cells(metric: Metric) -> bool:
    """Whether a metric is made from the rows that have a value in its column, and from all of these."""
    return metric.column != "*" and metric.aggregation != "missing" and not metric.filters


def with_quantities_told(data: Prepared, spec: Aggregates, metrics: Sequence[Metric]) -> Prepared:
    """The ledger notes which rows count, where these are not all: for a quantity that has conditions of its own, and
    where groups without a row that fulfils the conditions stay.
    """
    if spec.counted_where:
        rows, conditions, more = _fulfilling_told(data, spec.counted_where)
        data = data.noted(say("note.empty_groups", rows=rows, conditions=conditions), *more)
    for metric in metrics:
        if metric.label and len(metric.filters) > len(spec.counted_where):
            rows, conditions, more = _fulfilling_told(data, metric.filters)
            data = data.noted(say("note.quantity", name=metric.label, rows=rows, conditions=conditions), *more)
    return data


def _fulfilling_told(data: Prepared, filters: Sequence[Filter | AnyOf]) -> tuple[str, str, list[str]]:
    """How many rows fulfil conditions, the conditions in words, and notes about them."""
    _, ledger = select_rows(data.frame, data.schema, filters, data.ledger)
    steps = [step["detail"] for step in ledger["steps"][len(data.ledger["steps"]) :]]
    more = [note for note in ledger["notes"] if note not in data.ledger["notes"]]
    return count_of(ledger["rows_used"], "row"), join_names(steps), more


# ----------------------------------------------------------------
# value_counts: how often each value of a column occurs.


_COUNT, _SHARE = "__count", "__share"


def value_counts(spec: ValueCounts, data: Prepared) -> Outcome:
    """One table: the column, `count`, `share_pct` of all counted rows; most frequent first, ties by value."""
    if spec.dropna:
        data = data.complete([spec.column])
    total = data.rows
    counted = data.frame.group_by(spec.column).agg(nw.len().alias(_COUNT)).filter(nw.col(_COUNT) >= spec.min_count)
    counted = counted.with_columns((nw.col(_COUNT) * 100.0 / max(total, 1)).alias(_SHARE))
    frame = sort_rows(counted, data.schema, [(_COUNT, True), (spec.column, False)])
    frame, data = top_rows(frame, data, spec.top_k, "values")
    columns = [
        (spec.column, key_column(data.schema[spec.column])),
        (_COUNT, ResultColumn("count", "integer", heading=heading("rows"))),
        (_SHARE, ResultColumn("share_pct", "percent")),
    ]
    if spec.min_count > 1:
        data = data.noted(say("note.min_count", count=spec.min_count))
    table = TableDraft(
        title=result_title([measure_words("*", "count")], [data.schema[spec.column].words]),
        columns=tuple(column for _, column in columns),
        rows=rows_of(records(frame), columns),
        keys=(spec.column,),
    )
    return Outcome((table,), data.ledger)


# ----------------------------------------------------------------
# What they ask of the columns, and the rows behind their cells.


def _check_groupby_agg(spec: GroupbyAgg, schema: Schema) -> None:
    require(schema, spec.group_cols)
    columns = [*dict.fromkeys(spec.group_cols), *spec.measured, *spec.computed]
    check_quantities(schema, spec.quantities.values())
    check_result(spec, schema, spec.group_cols, columns)
    check_sort(spec.sort, columns)
    check_having(spec.having, columns)
    check_shares_shown(spec)


def _check_value_counts(spec: ValueCounts, schema: Schema) -> None:
    require(schema, [spec.column])


GROUPBY_AGG = Operation(groupby_agg, _check_groupby_agg, rows_of_aggregates)
VALUE_COUNTS = Operation(value_counts, _check_value_counts)
