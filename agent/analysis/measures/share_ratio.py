"""share_ratio: shares of a total, and ratios of two quantities."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import accumulate

import narwhals as nw

from agent.analysis.aggregates import Metric, aggregated
from agent.analysis.filters import filtered
from agent.analysis.measures.groupby_agg import shown, without_missing
from agent.analysis.ordering import ordered
from agent.analysis.rows import Prepared
from agent.analysis.schema import Column, words_of
from agent.analysis.source import records
from agent.analysis.tables import Outcome, ResultColumn, TableDraft, cell, key_column
from agent.analysis.words import counted, metric_words, title_of
from agent.specs.measures import Quantity, ShareRatio
from agent.state import Cell

_METRIC = "__m0"
_ZERO_WITHOUT_ROWS = ("sum", "count", "nunique")


def share_ratio(spec: ShareRatio, data: Prepared) -> Outcome:
    """Composition: group columns, `value`, `share_pct`, with `cumulative` also `cumulative_pct`, largest first; with
    `threshold_pct` a one-row table (groups_needed, groups_total, reached_pct) before it. Ratio: group columns,
    `numerator`, `denominator`, `ratio` (null where the denominator is 0), with `as_percent` also `ratio_pct`; by key,
    or the largest ratios first with `top_k`.
    """
    return _ratio(spec, data) if spec.mode == "ratio" else _composition(spec, data)


def _composition(spec: ShareRatio, data: Prepared) -> Outcome:
    data = _narrowed(data, spec.value)
    metric = _metric(spec.value)
    data = without_missing(data, [metric])
    frame, notes = aggregated(data, spec.group_cols, [metric])
    order = [(_METRIC, True), *[(key, False) for key in spec.group_cols]]
    found = records(ordered(frame, _schema(data, spec.group_cols), order))
    keys = [[cell(value, key_column(data.schema[name])) for value in found[name]] for name in spec.group_cols]
    column = replace(shown(metric, data.schema), name="value")
    values = [_plain(cell(value, column)) for value in found[_METRIC]]
    total = sum(values)
    shares = [value / total * 100 if total else None for value in values]
    data = data.noted(*notes, _told_of_total(spec.value, data, values, total))
    rows: list[list[Cell]] = [list(row) for row in zip(*keys, values, shares, strict=True)]
    columns = [
        *[key_column(data.schema[name]) for name in spec.group_cols],
        column,
        ResultColumn("share_pct", "percent"),
    ]
    cumulative = [part / total * 100 if total else None for part in accumulate(values)]
    if spec.cumulative:
        rows = [[*row, part] for row, part in zip(rows, cumulative, strict=True)]
        columns.append(ResultColumn("cumulative_pct", "percent"))
    if spec.top_k is not None and len(rows) > spec.top_k:
        data = data.noted(f"The first {spec.top_k:,} of {len(rows):,} groups are shown; shares are of all groups.")
    title = title_of([f"Share of {_lowered(metric)}"], words_of(data.schema, spec.group_cols))
    table = TableDraft(title, tuple(columns), rows[: spec.top_k], tuple(spec.group_cols))
    if spec.threshold_pct is None:
        return Outcome((table,), data.ledger)
    return Outcome((_pareto(spec.threshold_pct, cumulative, title), table), data.ledger)


def _pareto(threshold: float, cumulative: Sequence[float | None], title: str) -> TableDraft:
    """How many of the largest groups are needed to reach the threshold, and what they reach."""
    # the sum of shares may end a rounding error below 100
    needed = next((at for at, part in enumerate(cumulative, 1) if part is not None and part >= threshold - 1e-9), None)
    columns = (
        ResultColumn("groups_needed", "integer"),
        ResultColumn("groups_total", "integer"),
        ResultColumn("reached_pct", "percent"),
    )
    reached = cumulative[needed - 1] if needed is not None else None
    return TableDraft(f"{title}: groups needed for {threshold:g} %", columns, [[needed, len(cumulative), reached]])


def _ratio(spec: ShareRatio, data: Prepared) -> Outcome:
    assert spec.numerator is not None and spec.denominator is not None
    upper, upper_notes = _quantities(spec.numerator, "numerator", spec.group_cols, data)
    lower, lower_notes = _quantities(spec.denominator, "denominator", spec.group_cols, data)
    rows: list[list[Cell]] = []
    for key in _groups(spec.group_cols, data):
        above, below = upper.get(key, _empty(spec.numerator)), lower.get(key, _empty(spec.denominator))
        known = isinstance(above, int | float) and isinstance(below, int | float) and below != 0
        ratio = above / below if known else None  # type: ignore[operator]
        percent: list[Cell] = [ratio * 100 if ratio is not None else None] if spec.as_percent else []
        rows.append([*key, above, below, ratio, *percent])
    at = len(spec.group_cols) + 2
    if spec.top_k is not None:
        rows = sorted(rows, key=lambda row: (row[at] is None, -_plain(row[at])))[: spec.top_k]
    columns = [*[key_column(data.schema[name]) for name in spec.group_cols]]
    for name, quantity in (("numerator", spec.numerator), ("denominator", spec.denominator)):
        like = shown(_metric(quantity), data.schema)
        columns.append(ResultColumn(name, like.format, like.unit))
    upper_unit, lower_unit = columns[-2].unit, columns[-1].unit
    columns.append(ResultColumn("ratio", "number", "" if lower_unit else upper_unit))
    columns += [ResultColumn("ratio_pct", "percent")] if spec.as_percent else []
    words = f"{metric_words(spec.numerator.col, spec.numerator.agg)} per {_lowered(_metric(spec.denominator))}"
    table = TableDraft(
        title_of([words], words_of(data.schema, spec.group_cols)), tuple(columns), rows, tuple(spec.group_cols)
    )
    return Outcome((table,), data.noted(*upper_notes, *lower_notes).ledger)


def _quantities(quantity: Quantity, name: str, keys: Sequence[str], data: Prepared
                ) -> tuple[Mapping[tuple[Cell, ...], Cell], tuple[str, ...]]:  # fmt: skip
    narrowed = _narrowed(data, quantity)
    metric = _metric(quantity)
    frame, notes = aggregated(narrowed, keys, [metric])
    found = records(frame)
    column = shown(metric, data.schema)
    groups = zip(*[[cell(value, key_column(data.schema[key])) for value in found[key]] for key in keys], strict=True)
    values = [cell(value, column) for value in found[_METRIC]]
    new = [step["detail"] for step in narrowed.ledger["steps"][len(data.ledger["steps"]) :]]
    told = f"The {name} counts {counted(narrowed.rows, 'row')}: {' and '.join(new)}." if new else ""
    extra = [note for note in narrowed.ledger["notes"] if note not in data.ledger["notes"]]
    return dict(zip(groups if keys else [()], values, strict=True)), (told, *extra, *notes)


def _groups(keys: Sequence[str], data: Prepared) -> list[tuple[Cell, ...]]:
    if not keys:
        return [()]
    frame = ordered(
        data.frame.select([nw.col(key) for key in keys]).unique(), data.schema, [(key, False) for key in keys]
    )
    found = records(frame)
    return list(
        zip(*[[cell(value, key_column(data.schema[key])) for value in found[key]] for key in keys], strict=True)
    )


def _metric(quantity: Quantity) -> Metric:
    return Metric(quantity.col, quantity.agg, _METRIC)


def _narrowed(data: Prepared, quantity: Quantity) -> Prepared:
    frame, ledger = filtered(data.frame, data.schema, quantity.filters, data.ledger)
    return Prepared(frame, data.schema, ledger, data.dataset_ids)


def _schema(data: Prepared, keys: Sequence[str]) -> dict[str, Column]:
    return {key: data.schema[key] for key in keys}


def _empty(quantity: Quantity) -> Cell:
    return 0 if quantity.agg in _ZERO_WITHOUT_ROWS else None


def _plain(value: Cell) -> float | int:
    return value if isinstance(value, int | float) else 0


def _lowered(metric: Metric) -> str:
    words = metric_words(metric.column, metric.aggregation)
    return words[0].lower() + words[1:]


def _told_of_total(quantity: Quantity, data: Prepared, values: Sequence[float], total: float) -> str:
    if any(value < 0 for value in values):
        return "Some values are negative, so the shares do not lie between 0 and 100 %."
    if quantity.agg != "nunique":
        return ""
    frame, _ = aggregated(data, [], [_metric(quantity)])
    once = int(records(frame)[_METRIC][0])
    return "" if once == total else f"Groups overlap: {total:,} in all groups together, {once:,} when each counts once."
