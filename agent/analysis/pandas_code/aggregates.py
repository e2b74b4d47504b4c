"""Tables of aggregates, written with pandas' named aggregation."""

from agent.analysis.aggregates import ZERO_WITHOUT_ROWS, Metric, metrics_of
from agent.analysis.pandas_code.conditions import keep_matching
from agent.analysis.pandas_code.grouping import (
    TABLE,
    aggregated_groups,
    as_numbers,
    group_code,
    named_metrics,
    overall,
    rows_used,
    shares_of_total,
)
from agent.analysis.pandas_code.program import ROWS, Program, Written, list_code
from agent.analysis.pandas_code.results import (
    add_computed,
    add_places,
    add_sorted,
    add_total,
    best_places,
    keep_having,
    result_schema,
    shares_of_shown,
)
from agent.artifacts import MISSING_KEY
from agent.specs.measures import GroupbyAgg, PivotTable, ValueCounts
from agent.specs.result_words import measure_words, result_title


def write_groupby_agg(spec: GroupbyAgg, program: Program) -> list[Written]:
    """As `groupby_agg`: the group columns, then a column a metric, a quantity, a computed one."""
    metrics = metrics_of(spec.metrics, spec.quantities)
    schema = result_schema(spec.group_cols, metrics, spec.computed, program.schema)
    title = result_title([*(each.words for each in metrics), *spec.computed], spec.group_cols)
    used = rows_used(metrics)
    plain = named_metrics(program, metrics)
    if spec.group_cols:
        program.add(f"{TABLE} = {group_code(program, spec.group_cols, plain)}")
        shares_of_total(program, plain)
    else:
        cells = ", ".join(f"{each.name!r}: [{overall(program, each)}]" for each in plain)
        program.add(f"{TABLE} = pd.DataFrame({{{cells}}})")
    add_computed(program, spec.computed, schema)
    keep_having(program, spec.having, schema)
    _add_order(spec, program, metrics[0].result)
    if spec.share_of == "shown":
        shares_of_shown(program, metrics)
    more = add_total(program, spec, metrics, plain, schema) if spec.with_total and spec.group_cols else []
    return [Written(TABLE, title, used), *more]


def _add_order(spec: GroupbyAgg, program: Program, first: str) -> None:
    cut = spec.top_k or spec.top_per or spec.skip
    by = [(spec.sort.by, spec.sort.ascending)] if spec.sort else [(first, False)] if cut else []
    if spec.top_per:
        _add_best_of_each(spec, *by[0], program)
        return
    if by:
        add_sorted(program, [*by, *[(key, True) for key in spec.group_cols if key != by[0][0]]])
    add_places(program, spec, by[0][0] if by else first)


def _add_best_of_each(spec: GroupbyAgg, column: str, ascending: bool, program: Program) -> None:
    last = spec.skip + (spec.top_k or 1)
    program.add(
        f"places = {best_places(TABLE, spec.top_per, column, ascending)}",
        f"{TABLE} = {TABLE}[(places > {spec.skip}) & (places <= {last})]",
    )
    left = [(key, True) for key in spec.group_cols if key not in spec.top_per]
    add_sorted(program, [*((key, True) for key in spec.top_per), (column, ascending), *left])
    program.add(f"{TABLE} = {TABLE}.reset_index(drop=True)")


def write_value_counts(spec: ValueCounts, program: Program) -> list[Written]:
    """As `value_counts`: the column, `count`, `share_pct`."""
    key = spec.column
    if spec.dropna:
        program.add(f"{ROWS} = {ROWS}.dropna(subset={list_code([key])})")
    program.add(f"{TABLE} = {ROWS}.groupby({key!r}, dropna=False).size().reset_index(name='count')")
    program.add(f"{TABLE}['share_pct'] = {TABLE}['count'] / len({ROWS}) * 100")
    if spec.min_count > 1:
        program.add(f"{TABLE} = {TABLE}[{TABLE}['count'] >= {spec.min_count}]")
    add_sorted(program, [("count", False), (key, True)])
    head = f".head({spec.top_k})" if spec.top_k is not None else ""
    program.add(f"{TABLE} = {TABLE}{head}.reset_index(drop=True)")
    return [Written(TABLE, result_title([measure_words("*", "count")], [key]))]


def write_pivot_table(spec: PivotTable, program: Program) -> list[Written]:
    """As `pivot_table`: the `rows` column, then a column a value of `columns`."""
    keep_matching(program, spec.value.filters)
    metric = Metric(spec.value.col, spec.value.agg, "value")
    as_numbers(program, [metric])
    groups = f"{ROWS}.groupby({list_code([spec.rows, spec.columns])}, dropna=False)"
    value = aggregated_groups(program, metric, groups)
    fills = metric.aggregation in ZERO_WITHOUT_ROWS and metric.aggregation != "sum"
    fill = ", fill_value=0" if fills else ""
    program.add(f"{TABLE} = {value}.unstack({spec.columns!r}{fill})")
    program.add(f"{TABLE}.columns = ['{MISSING_KEY}' if pd.isna(head) else str(head) for head in {TABLE}.columns]")
    program.add(f"{TABLE} = {TABLE}.reset_index()")
    title = result_title([metric.words], [spec.rows, spec.columns])
    return [Written(TABLE, title, rows_used([metric]))]
