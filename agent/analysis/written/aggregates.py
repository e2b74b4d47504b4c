"""Tables of aggregates, written with pandas' named aggregation."""

from collections.abc import Sequence

from agent.analysis.aggregates import Metric
from agent.analysis.schema import Column
from agent.analysis.words import metric_words, title_of
from agent.analysis.written.conditions import keep_matching, mask
from agent.analysis.written.program import ROWS, Program, Written, cell, keywords, listed
from agent.artifacts import MISSING_KEY
from agent.specs.measures import (
    Aggregation,
    GroupbyAgg,
    Metrics,
    PivotTable,
    Quantity,
    ShareRatio,
    ValueCounts,
    metric_name,
)

TABLE = "table"
ZERO_WITHOUT_ROWS: tuple[Aggregation, ...] = ("sum", "count", "nunique")


def metrics_of(metrics: Metrics) -> list[Metric]:
    """The metrics of a spec in order."""
    return [Metric(column, each, metric_name(column, each)) for column, wanted in metrics.items() for each in wanted]


def as_numbers(program: Program, metrics: Sequence[Metric]) -> None:
    """Truth values are counted as 0 and 1."""
    truths = [
        each.column for each in metrics
        if each.column != "*" and program.column(each.column).storage == "boolean" and each.aggregation != "count"
    ]  # fmt: skip
    for name in dict.fromkeys(truths):
        numbers = keywords({name: f"{cell(name)}.astype('Float64')"})
        program.add(f"{ROWS} = {ROWS}.assign({numbers})")


def grouped(program: Program, keys: Sequence[str], metrics: Sequence[Metric], by: str = "") -> str:
    """One row a group with a column a metric, sorted by key, missing keys last. `by` stands in for the keys."""
    named = keywords({each.name: _pair(program, each, keys) for each in metrics})
    group = by or (repr(keys[0]) if len(keys) == 1 else listed(keys))
    index = "" if by else ", as_index=False"
    return f"{ROWS}.groupby({group}, dropna=False{index}).agg({named})"


def overall(program: Program, metric: Metric, of: str = ROWS) -> str:
    """One aggregate over all rows."""
    if metric.column == "*":
        return f"len({of})"
    value = cell(metric.column, of)
    if metric.aggregation in ("first", "last"):
        return f"{value}.dropna().iloc[{0 if metric.aggregation == 'first' else -1}]"
    if metric.aggregation == "range":
        return _range(program.column(metric.column), value)
    return f"{value}.{metric.aggregation}()"


def _pair(program: Program, metric: Metric, keys: Sequence[str]) -> str:
    if metric.column == "*":
        return f"({(keys[0] if keys else next(iter(program.schema)))!r}, 'size')"
    if metric.aggregation == "range":
        return f"({metric.column!r}, lambda values: {_range(program.column(metric.column), 'values')})"
    return f"({metric.column!r}, {metric.aggregation!r})"


def _range(column: Column, value: str) -> str:
    span = f"{value}.max() - {value}.min()"
    return f"({span}).total_seconds() / 86400" if column.storage == "moment" else span


def rows_used(metrics: Sequence[Metric]) -> str:
    """The rows that count: with one column aggregated, those that have a value there."""
    columns = list(dict.fromkeys(each.column for each in metrics))
    return f"{cell(columns[0])}.count()" if len(columns) == 1 and columns[0] != "*" else f"len({ROWS})"


def write_groupby_agg(spec: GroupbyAgg, program: Program) -> list[Written]:
    """As `groupby_agg`: the group columns, then a column a metric."""
    metrics = metrics_of(spec.metrics)
    as_numbers(program, metrics)
    title = title_of([metric_words(each.column, each.aggregation) for each in metrics], spec.group_cols)
    if not spec.group_cols:
        cells = ", ".join(f"{each.name!r}: [{overall(program, each)}]" for each in metrics)
        program.add(f"{TABLE} = pd.DataFrame({{{cells}}})")
        return [Written(TABLE, title, rows_used(metrics))]
    program.add(f"{TABLE} = {grouped(program, spec.group_cols, metrics)}")
    if spec.having:
        schema = {**program.schema, **{each.name: _metric_column(program, each) for each in metrics}}
        inner = Program(program.profiles, schema)
        joined = " & ".join(f"({mask(inner, wanted, TABLE)})" for wanted in spec.having)
        program.add(f"{TABLE} = {TABLE}[{joined}]")
    cut = spec.top_k or spec.top_per
    by = [(spec.sort.by, spec.sort.ascending)] if spec.sort else [(metrics[0].name, False)] if cut else []
    if spec.top_per:
        _add_best_of_each(spec, *by[0], program)
        return [Written(TABLE, title, rows_used(metrics))]
    if by:
        add_sorted(program, [*by, *[(key, True) for key in spec.group_cols if key != by[0][0]]])
    add_head(program, spec.top_k)
    return [Written(TABLE, title, rows_used(metrics))]


def _add_best_of_each(spec: GroupbyAgg, column: str, ascending: bool, program: Program) -> None:
    program.add(
        f"places = {best_places(TABLE, spec.top_per, column, ascending)}",
        f"{TABLE} = {TABLE}[places <= {spec.top_k or 1}]",
    )
    left = [(key, True) for key in spec.group_cols if key not in spec.top_per]
    add_sorted(program, [*((key, True) for key in spec.top_per), (column, ascending), *left])
    add_head(program, None)


def best_places(of: str, by: Sequence[str], column: str, ascending: bool) -> str:
    """The place of each row within its group; equal ones share a place."""
    return f"{of}.groupby({listed(by)}, dropna=False)[{column!r}].rank(method='min', ascending={ascending})"


def _metric_column(program: Program, metric: Metric) -> Column:
    kept = metric.column != "*" and metric.aggregation in ("min", "max", "first", "last")
    return program.column(metric.column) if kept else Column(metric.name, "number", "number")


def add_sorted(program: Program, by: Sequence[tuple[str, bool]]) -> None:
    """Sorts the table by (column, ascending) pairs, missing last."""
    names, ways = [name for name, _ in by], [ascending for _, ascending in by]
    program.add(f"{TABLE} = {TABLE}.sort_values({names!r}, ascending={ways!r})")


def add_head(program: Program, top_k: int | None) -> None:
    """The first rows only, numbered anew."""
    head = f".head({top_k})" if top_k is not None else ""
    program.add(f"{TABLE} = {TABLE}{head}.reset_index(drop=True)")


def write_value_counts(spec: ValueCounts, program: Program) -> list[Written]:
    """As `value_counts`: the column, `count`, `share_pct`."""
    key = spec.column
    if spec.dropna:
        program.add(f"{ROWS} = {ROWS}.dropna(subset={listed([key])})")
    program.add(f"{TABLE} = {ROWS}.groupby({key!r}, dropna=False).size().reset_index(name='count')")
    program.add(f"{TABLE}['share_pct'] = {TABLE}['count'] / len({ROWS}) * 100")
    if spec.min_count > 1:
        program.add(f"{TABLE} = {TABLE}[{TABLE}['count'] >= {spec.min_count}]")
    add_sorted(program, [("count", False), (key, True)])
    add_head(program, spec.top_k)
    return [Written(TABLE, f"Number of rows by {key}")]


def write_share_ratio(spec: ShareRatio, program: Program) -> list[Written]:
    """As `share_ratio`, both modes."""
    return _write_ratio(spec, program) if spec.mode == "ratio" else _write_composition(spec, program)


def _write_composition(spec: ShareRatio, program: Program) -> list[Written]:
    keep_matching(program, spec.value.filters)
    metric = _metric(spec.value, "value")
    as_numbers(program, [metric])
    program.add(f"{TABLE} = {grouped(program, spec.group_cols, [metric])}")
    add_sorted(program, [("value", False), *[(key, True) for key in spec.group_cols]])
    program.add(f"{TABLE} = {TABLE}.reset_index(drop=True)", f"total = {TABLE}['value'].sum()")
    program.add(f"{TABLE}['share_pct'] = {TABLE}['value'] / total * 100")
    words = metric_words(metric.column, metric.aggregation)
    title = title_of([f"Share of {words[0].lower()}{words[1:]}"], spec.group_cols)
    used = rows_used([metric])
    if spec.cumulative or spec.threshold_pct is not None:
        program.add(f"reached = {TABLE}['value'].cumsum() / total * 100")
    if spec.cumulative:
        program.add(f"{TABLE}['cumulative_pct'] = reached")
    first: list[Written] = []
    if spec.threshold_pct is not None:
        program.add(
            f"needed = int((reached < {spec.threshold_pct} - 1e-9).sum()) + 1",
            f"summary = pd.DataFrame({{'groups_needed': [needed], 'groups_total': [len({TABLE})],"
            " 'reached_pct': [reached[needed - 1]]})",
        )
        first = [Written("summary", f"{title}: groups needed for {spec.threshold_pct:g} %", used)]
    add_head(program, spec.top_k)
    return [*first, Written(TABLE, title, used)]


def _write_ratio(spec: ShareRatio, program: Program) -> list[Written]:
    assert spec.numerator is not None and spec.denominator is not None
    quantities = (("numerator", spec.numerator), ("denominator", spec.denominator))
    metrics = [_metric(quantity, name) for name, quantity in quantities]
    as_numbers(program, metrics)
    for name, quantity in quantities:
        masks = [f"({mask(program, wanted)})" for wanted in quantity.filters]
        program.add(f"{name}_rows = {ROWS}[{' & '.join(masks)}]" if masks else f"{name}_rows = {ROWS}")
    keys = spec.group_cols
    if keys:
        _ratio_by_group(program, keys, metrics)
    else:
        cells = ", ".join(f"{each.name!r}: [{overall(program, each, f'{each.name}_rows')}]" for each in metrics)
        program.add(f"{TABLE} = pd.DataFrame({{{cells}}})")
    program.add(f"{TABLE}['ratio'] = {TABLE}['numerator'] / {TABLE}['denominator'].where({TABLE}['denominator'] != 0)")
    if spec.as_percent:
        program.add(f"{TABLE}['ratio_pct'] = {TABLE}['ratio'] * 100")
    if spec.top_k is not None:
        add_sorted(program, [("ratio", False)])
        add_head(program, spec.top_k)
    under = metric_words(spec.denominator.col, spec.denominator.agg)
    words = f"{metric_words(spec.numerator.col, spec.numerator.agg)} per {under[0].lower()}{under[1:]}"
    return [Written(TABLE, title_of([words], keys))]


def _ratio_by_group(program: Program, keys: Sequence[str], metrics: Sequence[Metric]) -> None:
    by = repr(keys[0]) if len(keys) == 1 else listed(keys)
    cells: dict[str, str] = {}
    for each in metrics:
        groups = f"{each.name}_rows.groupby({by}, dropna=False)"
        value = _aggregated(program, each, groups)
        filled = ", fill_value=0" if each.aggregation in ZERO_WITHOUT_ROWS else ""
        cells[each.name] = f"{value}.reindex(groups{filled})"
    program.add(f"groups = {ROWS}.groupby({by}, dropna=False).size().index")
    program.add(f"{TABLE} = pd.DataFrame({{{', '.join(f'{name!r}: {value}' for name, value in cells.items())}}})")
    program.add(f"{TABLE} = {TABLE}.reset_index()")


def _aggregated(program: Program, metric: Metric, groups: str) -> str:
    """One aggregate of groups, as a series by key."""
    if metric.column == "*":
        return f"{groups}.size()"
    if metric.aggregation == "range":
        span = _range(program.column(metric.column), "values")
        return f"{groups}[{metric.column!r}].agg(lambda values: {span})"
    return f"{groups}[{metric.column!r}].{metric.aggregation}()"


def _metric(quantity: Quantity, name: str) -> Metric:
    return Metric(quantity.col, quantity.agg, name)


def write_pivot_table(spec: PivotTable, program: Program) -> list[Written]:
    """As `pivot_table`: the `rows` column, then a column a value of `columns`."""
    keep_matching(program, spec.value.filters)
    metric = _metric(spec.value, "value")
    as_numbers(program, [metric])
    groups = f"{ROWS}.groupby({listed([spec.rows, spec.columns])}, dropna=False)"
    value = _aggregated(program, metric, groups)
    fill = ", fill_value=0" if metric.aggregation in ("count", "nunique") else ""
    program.add(f"{TABLE} = {value}.unstack({spec.columns!r}{fill})")
    program.add(f"{TABLE}.columns = ['{MISSING_KEY}' if pd.isna(head) else str(head) for head in {TABLE}.columns]")
    program.add(f"{TABLE} = {TABLE}.reset_index()")
    title = title_of([metric_words(metric.column, metric.aggregation)], [spec.rows, spec.columns])
    return [Written(TABLE, title, rows_used([metric]))]
