"""Ratios of two quantities: the other half of share_ratio."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import narwhals as nw

from agent.analysis.aggregates import ZERO_WITHOUT_ROWS, Metric, aggregate_groups
from agent.analysis.filters import select_rows
from agent.analysis.ordering import sort_rows
from agent.analysis.results import AT, Filled, Made, frame_cells, having_rows, made_of, order_of, places, shown_metric
from agent.analysis.rows import Prepared
from agent.analysis.schema import Column, words_of
from agent.analysis.source import records
from agent.analysis.tables import Outcome, ResultColumn, TableDraft, cell, key_column
from agent.analysis.words import count_of
from agent.specs.condition_words import conditions_words
from agent.specs.measures import Quantity, ShareRatio
from agent.specs.result_words import as_title, result_title
from agent.state import Cell

_METRIC = "__m0"
_RATIO = "__ratio"


def ratio(spec: ShareRatio, data: Prepared) -> Outcome:
    """Group columns, `numerator`, `denominator`, `ratio`, with `as_percent` also `ratio_pct`."""
    assert spec.numerator is not None and spec.denominator is not None
    rows, notes = _rows(spec, spec.group_cols, data)
    data = data.noted(*notes)
    made = _columns(spec, data)
    columns: list[Filled] = [(each, [row[at] for row in rows]) for at, each in enumerate(made)]
    result, data = having_rows(frame_cells(columns, AT), spec.having, data, "groups")
    found, data = places(result, spec, order_of(result, spec, [(AT, False)], _RATIO), data, "groups")
    words = f"{single(spec.numerator, _METRIC).words} per {single(spec.denominator, _METRIC).words}"
    title, shown = result_title([words], words_of(data.schema, spec.group_cols)), tuple(each.shown for each in made)
    tables = [TableDraft(title, shown, [rows[int(at)] for at in found[AT]], tuple(spec.group_cols))]
    if spec.with_total and spec.group_cols:
        whole, _ = _rows(spec, [], data)
        tables.append(TableDraft(f"{as_title(words)}, all rows together", shown[len(spec.group_cols) :], whole))
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


def _columns(spec: ShareRatio, data: Prepared) -> list[Made]:
    assert spec.numerator is not None and spec.denominator is not None
    columns = [Made(data.schema[name], key_column(data.schema[name])) for name in spec.group_cols]
    sides = (("numerator", spec.numerator), ("denominator", spec.denominator))
    for name, quantity in sides:
        own = made_of(single(quantity, f"__{name}"), data.schema)
        where = conditions_words(quantity.filters)
        heading = f"{own.shown.heading}, {where}" if where else own.shown.heading
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
    told = f"The {name} counts {count_of(narrowed.rows, 'row')}: {' and '.join(new)}." if new else ""
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
