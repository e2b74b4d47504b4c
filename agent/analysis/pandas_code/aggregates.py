"""Tables of aggregates, written with pandas' named aggregation."""

from collections.abc import Mapping, Sequence

from agent.analysis.aggregating.aggregates import ZERO_WITHOUT_ROWS, Metric, aggregates_of
from agent.analysis.frames.schema import Column, Schema
from agent.analysis.pandas_code.conditions import keep_matching, mask
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
from agent.analysis.pandas_code.program import ROWS, Drawn, Program, Writer, Written, list_code
from agent.analysis.pandas_code.results import (
    WHOLE,
    add_computed,
    add_places,
    add_sorted,
    add_total,
    best_places,
    keep_having,
    result_schema,
    shares_of_shown,
)
from agent.analysis.words import join_names as joined_words
from agent.analysis.words import say
from agent.artifacts import MISSING_KEY
from agent.specs.measures import GroupbyAgg, PivotTable, Quantity, ShareRatio, ValueCounts
from agent.specs.result_words import as_title, measure_words, result_title
from languages.catalogue import in_language


def write_groupby_agg(spec: GroupbyAgg, program: Program) -> list[Written]:
    """As `groupby_agg`: the group columns, then a column a metric, a quantity, a computed one."""
    metrics = aggregates_of(spec)
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
    across = program.column(spec.columns)
    written = "str(int(head))" if across.storage == "number" and across.whole else "str(head)"
    program.add(f"{TABLE}.columns = ['{MISSING_KEY}' if pd.isna(head) else {written} for head in {TABLE}.columns]")
    program.add(f"{TABLE} = {TABLE}.reset_index()")
    title = result_title([metric.words], [spec.rows, spec.columns])
    return [Written(TABLE, title, rows_used([metric]))]


# ----------------------------------------------------------------
# Shares of a total and ratios of two quantities, as lines of a program.


def write_share_ratio(spec: ShareRatio, program: Program) -> list[Written]:
    """As `share_ratio`, both modes."""
    return _write_ratio(spec, program) if spec.mode == "ratio" else _write_composition(spec, program)


def _write_composition(spec: ShareRatio, program: Program) -> list[Written]:
    keep_matching(program, spec.value.filters)
    metric = _metric(spec.value, "value")
    as_numbers(program, [metric])
    largest_first = [("value", False), *[(key, True) for key in spec.group_cols]]
    program.add(f"{TABLE} = {group_code(program, spec.group_cols, [metric])}")
    add_sorted(program, largest_first)
    parts = f".groupby({list_code(spec.within)}, dropna=False)['value']" if spec.within else "['value']"
    sums = ".transform('sum')" if spec.within else ".sum()"
    program.add(f"{TABLE} = {TABLE}.reset_index(drop=True)", f"total = {TABLE}{parts}{sums}")
    program.add(f"{TABLE}['share_pct'] = {TABLE}['value'] / total * 100")
    title = result_title([say("title.share", measure=metric.words)], spec.group_cols)
    title += f", within {joined_words(spec.within)}" if spec.within else ""
    used = rows_used([metric])
    if spec.cumulative or spec.threshold_pct is not None:
        program.add(f"reached = {TABLE}{parts}.cumsum() / total * 100")
    if spec.cumulative:
        program.add(f"{TABLE}['cumulative_pct'] = reached")
    found = [Written(TABLE, title, used)]
    if spec.threshold_pct is not None:
        program.add(
            f"enough = [place for place, part in enumerate(reached, 1) if part >= {spec.threshold_pct} - 1e-9]",
            "needed = enough[0] if enough else None",
            f"summary = pd.DataFrame({{'groups_needed': [needed], 'groups_total': [len({TABLE})],"
            " 'reached_pct': [reached[needed - 1] if needed else None]})",
        )
        found.insert(
            0,
            Written(
                "summary", say("title.needed", title=title, threshold=in_language(f"{spec.threshold_pct:g}")), used
            ),
        )
    if spec.with_total:
        whole = f"{TABLE}['value'].sum()"
        program.add(f"{WHOLE} = pd.DataFrame({{'value': [{whole}], 'share_pct': [100.0 if {whole} else None]}})")
        found.append(Written(WHOLE, say("title.whole", title=title)))
    keep_having(program, spec.having, _schema(spec, program))
    _order_shares(spec, program, largest_first)
    return found


def _order_shares(spec: ShareRatio, program: Program, default: Sequence[tuple[str, bool]]) -> None:
    """As asked, else largest first; with `within` group after group, each with its own places."""
    sort = [(spec.sort.by, spec.sort.ascending)] if spec.sort else []
    column, ascending = [*sort, *default][0]
    if spec.within and (spec.top_k is not None or spec.skip):
        last = "" if spec.top_k is None else f" & (places <= {spec.skip + spec.top_k})"
        program.add(
            f"places = {best_places(TABLE, spec.within, column, ascending)}",
            f"{TABLE} = {TABLE}[(places > {spec.skip}){last}]",
        )
    within = [(name, True) for name in spec.within if name not in [used for used, _ in sort]]
    first = [*within, *sort]
    if first:
        add_sorted(program, [*first, *(pair for pair in default if pair[0] not in [used for used, _ in first])])
    if spec.within:
        program.add(f"{TABLE} = {TABLE}.reset_index(drop=True)")
    else:
        add_places(program, spec, column)


def _write_ratio(spec: ShareRatio, program: Program) -> list[Written]:
    assert spec.numerator is not None and spec.denominator is not None
    quantities = (("numerator", spec.numerator), ("denominator", spec.denominator))
    metrics = [_metric(quantity, name) for name, quantity in quantities]
    as_numbers(program, metrics)
    for name, quantity in quantities:
        masks = [f"({mask(program, wanted)})" for wanted in quantity.filters]
        program.add(f"{name}_rows = {ROWS}[{' & '.join(masks)}]" if masks else f"{name}_rows = {ROWS}")
    schema, keys = _schema(spec, program), spec.group_cols
    if keys:
        _ratio_by_group(program, keys, metrics)
    else:
        _ratio_of_all(program, metrics, TABLE)
    _add_ratio(spec, program, TABLE)
    keep_having(program, spec.having, schema)
    _add_ratio_order(spec, program)
    words = f"{metrics[0].words} per {metrics[1].words}"
    found = [Written(TABLE, result_title([words], keys))]
    if spec.with_total and keys:
        _ratio_of_all(program, metrics, WHOLE)
        _add_ratio(spec, program, WHOLE)
        found.append(Written(WHOLE, say("title.all_rows", title=as_title(words))))
    return found


def _ratio_of_all(program: Program, metrics: Sequence[Metric], variable: str) -> None:
    cells = ", ".join(f"{each.name!r}: [{overall(program, each, f'{each.name}_rows')}]" for each in metrics)
    program.add(f"{variable} = pd.DataFrame({{{cells}}})")


def _add_ratio(spec: ShareRatio, program: Program, of: str) -> None:
    program.add(f"{of}['ratio'] = {of}['numerator'] / {of}['denominator'].where({of}['denominator'] != 0)")
    if spec.as_percent:
        program.add(f"{of}['ratio_pct'] = {of}['ratio'] * 100")


def _add_ratio_order(spec: ShareRatio, program: Program) -> None:
    by, ascending = (spec.sort.by, spec.sort.ascending) if spec.sort else ("ratio", False)
    if spec.sort is not None or spec.top_k is not None or spec.skip:
        program.add(f"{TABLE} = {TABLE}.sort_values({by!r}, ascending={ascending}, kind='stable')")
        add_places(program, spec, by)
    elif spec.having:
        program.add(f"{TABLE} = {TABLE}.reset_index(drop=True)")


def _schema(spec: ShareRatio, program: Program) -> Schema:
    made = ("numerator", "denominator", "ratio", "ratio_pct", "value", "share_pct", "cumulative_pct")
    keys = {name: program.column(name) for name in spec.group_cols}
    return {**{name: Column(name, "number", "number") for name in made}, **keys}


def _ratio_by_group(program: Program, keys: Sequence[str], metrics: Sequence[Metric]) -> None:
    by = repr(keys[0]) if len(keys) == 1 else list_code(keys)
    cells: dict[str, str] = {}
    for each in metrics:
        groups = f"{each.name}_rows.groupby({by}, dropna=False)"
        value = aggregated_groups(program, each, groups)
        filled = ", fill_value=0" if each.aggregation in ZERO_WITHOUT_ROWS else ""
        cells[each.name] = f"{value}.reindex(groups{filled})"
    program.add(f"groups = {ROWS}.groupby({by}, dropna=False).size().index")
    program.add(f"{TABLE} = pd.DataFrame({{{', '.join(f'{name!r}: {value}' for name, value in cells.items())}}})")
    program.add(f"{TABLE} = {TABLE}.reset_index()")


def _metric(quantity: Quantity, name: str) -> Metric:
    return Metric(quantity.col, quantity.agg, name)


# ----------------------------------------------------------------
# What a chart shows of their tables.


def _of_groups(spec: GroupbyAgg) -> Drawn:
    return Drawn(TABLE, list(spec.group_cols), next(iter(spec.measured)))


def _of_share(spec: ShareRatio) -> Drawn:
    ratio = "ratio_pct" if spec.as_percent else "ratio"
    return Drawn(TABLE, list(spec.group_cols), ratio if spec.mode == "ratio" else "value")


WRITERS: Mapping[str, Writer] = {
    "groupby_agg": Writer(write_groupby_agg, _of_groups),
    "share_ratio": Writer(write_share_ratio, _of_share),
    "value_counts": Writer(write_value_counts, lambda spec: Drawn(TABLE, [spec.column], "count")),
    "pivot_table": Writer(write_pivot_table, lambda spec: Drawn(TABLE, [spec.rows], None)),
}
