"""share_ratio: shares of a total, and ratios of two quantities."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import narwhals as nw

from agent.analysis.aggregating.aggregates import ZERO_WITHOUT_ROWS, Metric, aggregate_groups
from agent.analysis.aggregating.cell_rows import Row, counted_rows, metric_of
from agent.analysis.aggregating.results import (
    AT,
    Filled,
    Made,
    Result,
    frame_cells,
    having_rows,
    made_of,
    order_of,
    places,
    shown_metric,
)
from agent.analysis.filtering.filters import select_rows
from agent.analysis.frames.ordering import best_within, sort_rows
from agent.analysis.frames.rows import Prepared
from agent.analysis.frames.schema import Column, Schema, require, words_of
from agent.analysis.frames.source import records, row_count
from agent.analysis.frames.tables import Outcome, ResultColumn, TableDraft, cell, key_column
from agent.analysis.measures.groupby_agg import without_missing
from agent.analysis.operation import Operation
from agent.analysis.result_checks import check_having, check_quantities, check_sort
from agent.analysis.words import count_of, join_names, say
from agent.errors import SpecError
from agent.specs.condition_words import conditions_words
from agent.specs.measures import Quantity, ShareRatio
from agent.specs.result_words import as_title, result_title
from agent.state import Cell
from languages.catalogue import amount, in_language

_VALUE = "__m0"


def share_ratio(spec: ShareRatio, data: Prepared) -> Outcome:
    """Composition: group columns, `value`, `share_pct`, with `cumulative` also `cumulative_pct` (added up largest
    first), largest first; with `threshold_pct` a one-row table (groups_needed, groups_total, reached_pct) before it.
    With `within` shares and their sums are of each of these groups, which follow one another, each with its top_k.
    Ratio: group columns, `numerator`, `denominator`, `ratio` (null where the denominator is 0), with `as_percent` also
    `ratio_pct`; by key, or the largest ratios first with `top_k`. `having`, `sort`, `top_k`, `skip` and `ties` choose
    among groups whose shares are made. `with_total` adds a last one-row table of the same over all rows.
    """
    return ratio(spec, data) if spec.mode == "ratio" else _composition(spec, data)


def _composition(spec: ShareRatio, data: Prepared) -> Outcome:
    frame, ledger = select_rows(data.frame, data.schema, spec.value.filters, data.ledger)
    metric = single(spec.value, _VALUE)
    data = without_missing(replace(data, frame=frame, ledger=ledger), [metric])
    made, notes = aggregate_groups(data, spec.group_cols, [metric])
    by_value = [(_VALUE, True), *[(key, False) for key in spec.group_cols]]
    found = records(sort_rows(made, {key: data.schema[key] for key in spec.group_cols}, by_value))
    columns = _columns(spec, metric, data, found)
    values = [_plain(value) for value in columns[len(spec.group_cols)][1]]
    data = data.noted(*notes, _told_of_total(spec.value, data, values, sum(values)))
    result, data = having_rows(frame_cells(columns, AT), spec.having, data, "groups")
    rows, data = _rows_to_show(spec, result, data)
    title = _title(spec, metric, data)
    shown = [[cells[at] for _, cells in columns] for at in rows]
    tables = [TableDraft(title, tuple(made.shown for made, _ in columns), shown, tuple(spec.group_cols))]
    if spec.threshold_pct is not None:
        tables.insert(0, _pareto(spec.threshold_pct, _cumulate(values, [()] * len(values)), title))
    if spec.with_total:
        tables.append(_total(title, columns[len(spec.group_cols) : len(spec.group_cols) + 2], sum(values)))
    return Outcome(tuple(tables), data.ledger)


def _columns(spec: ShareRatio, metric: Metric, data: Prepared, found: Mapping[str, list[Cell]]) -> list[Filled]:
    """Keys, `value`, `share_pct`, `cumulative_pct`, largest value first."""
    keys = [key_column(data.schema[name]) for name in spec.group_cols]
    key_cells = [[cell(value, key) for value in found[key.name]] for key in keys]
    own = made_of(metric, data.schema)
    value = Made(own.inside, replace(own.shown, name="value"))
    values = [_plain(cell(each, value.shown)) for each in found[_VALUE]]
    wholes = [key_cells[spec.group_cols.index(name)] for name in spec.within]
    parts = list(zip(*wholes, strict=True)) if wholes else [()] * len(values)
    shares = _shares(values, parts)
    columns: list[Filled] = [
        *((Made(data.schema[key.name], key), cells) for key, cells in zip(keys, key_cells, strict=True)),
        (value, values),
        (_percent("share_pct"), shares),
    ]
    return [*columns, *([(_percent("cumulative_pct"), _cumulate(values, parts))] if spec.cumulative else [])]


def _percent(name: str) -> Made:
    return Made(Column(f"__{name}", "number", "number", unit="%"), ResultColumn(name, "percent"))


def _shares(values: Sequence[float], parts: Sequence[tuple[Cell, ...]]) -> list[Cell]:
    """Each value as percent of the total of its part."""
    totals = _totals(values, parts)
    return [value / totals[part] * 100 if totals[part] else None for value, part in zip(values, parts, strict=True)]


def _cumulate(values: Sequence[float], parts: Sequence[tuple[Cell, ...]]) -> list[Cell]:
    """What each value and the larger ones of its part are together, in percent of the part's total."""
    totals, so_far = _totals(values, parts), dict.fromkeys(parts, 0.0)
    found: list[Cell] = []
    for value, part in zip(values, parts, strict=True):
        so_far[part] += value
        found.append(so_far[part] / totals[part] * 100 if totals[part] else None)
    return found


def _totals(values: Sequence[float], parts: Sequence[tuple[Cell, ...]]) -> dict[tuple[Cell, ...], float]:
    totals: dict[tuple[Cell, ...], float] = {}
    for value, part in zip(values, parts, strict=True):
        totals[part] = totals.get(part, 0) + value
    return totals


def _rows_to_show(spec: ShareRatio, result: Result, data: Prepared) -> tuple[list[int], Prepared]:
    """Positions of the rows to show, in order."""
    largest_first = [(AT, False)]
    order = order_of(result, spec, largest_first, _VALUE)
    before = row_count(result.frame)
    if spec.within:
        by = [name for name in spec.within if name != order[0][0]]
        if spec.top_k is not None or spec.skip:
            result, data = _best_of_each(spec, result, order[0], data)
        found = records(sort_rows(result.frame, result.schema, [*((name, False) for name in by), *order]))
    else:
        found, data = places(result, spec, order, data, "groups")
    is_cut = len(found[AT]) < before or spec.having
    return [int(at) for at in found[AT]], data.noted(say("note.shares_of_all") if is_cut else "")


def _best_of_each(spec: ShareRatio, result: Result, by: tuple[str, bool], data: Prepared) -> tuple[Result, Prepared]:
    column, descending = (_VALUE, True) if by[0] == AT else by
    total = row_count(result.frame)
    last = spec.skip + spec.top_k if spec.top_k is not None else total
    best = best_within(result.frame, spec.within, column, descending, last, spec.skip)
    which = say("note.places", first=spec.skip + 1, last=last) if spec.skip else say("note.first", count=last)
    shown, groups = row_count(best), join_names(spec.within)
    note = say("note.best_of_each", shown=shown, total=total, which=which, groups=groups)
    return Result(best, result.columns), data.noted(note)


def _title(spec: ShareRatio, metric: Metric, data: Prepared) -> str:
    title = result_title([say("title.share", measure=metric.words)], words_of(data.schema, spec.group_cols))
    if not spec.within:
        return title
    return say("title.within", title=title, groups=join_names(words_of(data.schema, spec.within)))


def _total(title: str, columns: Sequence[Filled], total: float) -> TableDraft:
    """The whole that the shares are of."""
    whole: list[Cell] = [total, 100.0 if total else None]
    return TableDraft(say("title.whole", title=title), tuple(made.shown for made, _ in columns), [whole])


def _pareto(threshold: float, cumulative: Sequence[Cell], title: str) -> TableDraft:
    """How many of the largest groups are needed to reach the threshold, and what they reach."""
    # the sum of shares may end a rounding error below 100
    reach = threshold - 1e-9
    needed = next((at for at, part in enumerate(cumulative, 1) if part is not None and _plain(part) >= reach), None)
    columns = (
        ResultColumn("groups_needed", "integer"),
        ResultColumn("groups_total", "integer"),
        ResultColumn("reached_pct", "percent"),
    )
    reached = cumulative[needed - 1] if needed is not None else None
    return TableDraft(
        say("title.needed", title=title, threshold=in_language(f"{threshold:g}")),
        columns,
        [[needed, len(cumulative), reached]],
    )


def _plain(value: Cell) -> float | int:
    return value if isinstance(value, int | float) else 0


def _told_of_total(quantity: Quantity, data: Prepared, values: Sequence[float], total: float) -> str:
    if any(value < 0 for value in values):
        return say("note.negative_shares")
    if quantity.agg != "nunique":
        return ""
    frame, _ = aggregate_groups(data, [], [single(quantity, _VALUE)])
    once = int(records(frame)[_VALUE][0])
    return "" if once == total else say("note.overlap", total=amount(total), once=once)


# ----------------------------------------------------------------
# Ratios of two quantities: the other half of share_ratio.


_METRIC, _RATIO = "__m0", "__ratio"


def ratio(spec: ShareRatio, data: Prepared) -> Outcome:
    """Group columns, `numerator`, `denominator`, `ratio`, with `as_percent` also `ratio_pct`."""
    assert spec.numerator is not None and spec.denominator is not None
    rows, notes = _rows(spec, spec.group_cols, data)
    data = data.noted(*notes)
    made = _ratio_columns(spec, data)
    columns: list[Filled] = [(each, [row[at] for row in rows]) for at, each in enumerate(made)]
    result, data = having_rows(frame_cells(columns, AT), spec.having, data, "groups")
    found, data = places(result, spec, order_of(result, spec, [(AT, False)], _RATIO), data, "groups")
    above, below = single(spec.numerator, _METRIC).words, single(spec.denominator, _METRIC).words
    words = say("title.per", above=above, below=below)
    title, shown = result_title([words], words_of(data.schema, spec.group_cols)), tuple(each.shown for each in made)
    tables = [TableDraft(title, shown, [rows[int(at)] for at in found[AT]], tuple(spec.group_cols))]
    if spec.with_total and spec.group_cols:
        whole, _ = _rows(spec, [], data)
        tables.append(TableDraft(say("title.all_rows", title=as_title(words)), shown[len(spec.group_cols) :], whole))
    return Outcome(tuple(tables), data.ledger)


def _rows(spec: ShareRatio, keys: Sequence[str], data: Prepared) -> tuple[list[list[Cell]], tuple[str, ...]]:
    """A row a group, by key: keys, both quantities, their ratio."""
    assert spec.numerator is not None and spec.denominator is not None
    upper, upper_notes = _quantities(spec.numerator, "numerator", keys, data)
    lower, lower_notes = _quantities(spec.denominator, "denominator", keys, data)
    rows: list[list[Cell]] = []
    for key in _groups(keys, data):
        above, below = upper.get(key, _empty(spec.numerator)), lower.get(key, _empty(spec.denominator))
        divides = isinstance(above, int | float) and isinstance(below, int | float) and below != 0
        value = above / below if divides else None  # type: ignore[operator]
        percent: list[Cell] = [value * 100 if value is not None else None] if spec.as_percent else []
        rows.append([*key, above, below, value, *percent])
    return rows, (*upper_notes, *lower_notes)


def _ratio_columns(spec: ShareRatio, data: Prepared) -> list[Made]:
    assert spec.numerator is not None and spec.denominator is not None
    columns = [Made(data.schema[name], key_column(data.schema[name])) for name in spec.group_cols]
    sides = (("numerator", spec.numerator), ("denominator", spec.denominator))
    for name, quantity in sides:
        own = made_of(single(quantity, f"__{name}"), data.schema)
        where = conditions_words(quantity.filters)
        told = own.shown.heading or own.shown.name
        heading = say("heading_of.where", measure=told, conditions=where) if where else own.shown.heading
        columns.append(Made(own.inside, replace(own.shown, name=name, heading=heading)))
    upper_unit, lower_unit = columns[-2].shown.unit, columns[-1].shown.unit
    number = Column(_RATIO, "number", "number")
    columns.append(Made(number, ResultColumn("ratio", "number", "" if lower_unit else upper_unit)))
    percent = Made(replace(number, name="__ratio_pct", unit="%"), ResultColumn("ratio_pct", "percent"))
    return [*columns, *([percent] if spec.as_percent else [])]


def _quantities(quantity: Quantity, name: str, keys: Sequence[str], data: Prepared
                ) -> tuple[Mapping[tuple[Cell, ...], Cell], tuple[str, ...]]:  # fmt: skip
    frame, ledger = select_rows(data.frame, data.schema, quantity.filters, data.ledger)
    narrowed = replace(data, frame=frame, ledger=ledger)
    metric = single(quantity, _METRIC)
    made, notes = aggregate_groups(narrowed, keys, [metric])
    found = records(made)
    column = shown_metric(metric, data.schema)
    groups = zip(*[[cell(value, key_column(data.schema[key])) for value in found[key]] for key in keys], strict=True)
    values = [cell(value, column) for value in found[_METRIC]]
    new = [step["detail"] for step in narrowed.ledger["steps"][len(data.ledger["steps"]) :]]
    rows = count_of(narrowed.rows, "row")
    told = say(f"note.{name}", rows=rows, conditions=join_names(new)) if new else ""
    extra = [note for note in narrowed.ledger["notes"] if note not in data.ledger["notes"]]
    return dict(zip(groups if keys else [()], values, strict=True)), (told, *extra, *notes)


def _groups(keys: Sequence[str], data: Prepared) -> list[tuple[Cell, ...]]:
    if not keys:
        return [()]
    frame = sort_rows(
        data.frame.select([nw.col(key) for key in keys]).unique(), data.schema, [(key, False) for key in keys]
    )
    found = records(frame)
    return list(
        zip(*[[cell(value, key_column(data.schema[key])) for value in found[key]] for key in keys], strict=True)
    )


def single(quantity: Quantity, name: str) -> Metric:
    """A quantity as a metric over rows that fulfil its conditions already."""
    return Metric(quantity.col, quantity.agg, name)


def _empty(quantity: Quantity) -> Cell:
    return 0 if quantity.agg in ZERO_WITHOUT_ROWS else None


# ----------------------------------------------------------------
# What it asks of the columns, and the rows behind its cells.


def _check(spec: ShareRatio, schema: Schema) -> None:
    require(schema, spec.group_cols)
    parts = (spec.value,) if spec.mode == "composition" else (spec.numerator, spec.denominator)
    check_quantities(schema, [quantity for quantity in parts if quantity is not None])
    if spec.mode == "composition" and spec.value.agg not in ("sum", "count"):
        raise SpecError(f"Shares of a total need sums or counts, not {spec.value.agg}.", "Use sum or count.")
    columns = spec.result_columns
    check_sort(spec.sort, columns)
    check_having(spec.having, columns)


def _rows_of_shares(spec: ShareRatio, data: Prepared, _: Row, column: str) -> Prepared:
    if spec.mode == "composition":
        return counted_rows(data, [metric_of(spec.value)])
    sides = {"numerator": spec.numerator, "denominator": spec.denominator}
    wanted = [sides[column]] if column in sides else [*sides.values()]
    return counted_rows(data, [metric_of(each) for each in wanted if each is not None])


SHARE_RATIO = Operation(share_ratio, _check, _rows_of_shares)
