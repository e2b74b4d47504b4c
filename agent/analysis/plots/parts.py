"""Shares of a whole by one key: what pies and Pareto charts draw, largest first, small parts together."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate
from typing import cast

from agent.analysis.headings import heading
from agent.analysis.plots.aggregated import Aggregated, aggregate_chart
from agent.analysis.plots.chart import Chart, Number
from agent.analysis.plots.figure import table_payload
from agent.analysis.plots.wholes import SHARE, check_not_negative, rest_of_cells
from agent.analysis.source import Table
from agent.errors import DataError, SpecError
from agent.specs.adding_up import check_parts
from agent.specs.plots import Pareto, Pie
from agent.state import Cell, ColumnFormat, TablePayload

CUMULATIVE = "cumulative_pct"


@dataclass(frozen=True)
class Parts:
    """The parts in the order in which they are drawn. `rest`: how many groups the last one stands for, 0 for none."""

    shown: Aggregated
    chart: Chart
    values: tuple[Number, ...]
    rest: int
    notes: tuple[str, ...]

    @property
    def shares(self) -> list[float]:
        """Each part of the whole, in percent."""
        whole = math.fsum(self.values)
        return [100 * value / whole for value in self.values]

    @property
    def cumulative(self) -> list[float]:
        """The share of each part and all before it."""
        whole = math.fsum(self.values)
        return [min(100 * value / whole, 100.0) for value in accumulate(self.values)]

    def table(self, *, cumulative: bool) -> TablePayload:
        """Exactly what is drawn: key, value, share (and cumulative share)."""
        key, value = self.chart.keys[0], self.chart.column
        formats: dict[str, ColumnFormat] = {key: self.chart.formats[key], value: self.chart.formats[value]}
        share, running = (_free(name, formats) for name in (SHARE, CUMULATIVE))
        formats.update(dict.fromkeys((share, running) if cumulative else (share,), "percent"))
        columns: list[list[Cell]] = [list(self.chart.cells), list(self.values), list(self.shares)]
        columns += [list(self.cumulative)] if cumulative else []
        headings = {**self.chart.headings, share: heading(SHARE), running: heading(CUMULATIVE)}
        units = {name: unit for name, unit in self.chart.units.items() if name == value}
        return table_payload(formats, list(zip(*columns, strict=True)), keys=[key], units=units, headings=headings)


def parts_of(spec: Pie | Pareto, tables: Mapping[str, Table], most: int) -> Parts:
    """The parts, at most so many (fewer when the spec's `top_k` says so, for the others stay part of the whole).

    SpecError for values that do not add up or that have several keys, DataError for negative ones or when all are 0.
    Other errors: see `aggregate_chart`.
    """
    check_parts(spec)
    wanted = spec.top_k or getattr(spec.of, "top_k", None)
    whole = spec.of.model_copy(update={"top_k": None}) if hasattr(spec.of, "top_k") and spec.of else spec.of
    shown = aggregate_chart(spec.model_copy(update={"of": whole, "top_k": None, "sort": None}), tables)
    chart = shown.chart
    if not cast(TablePayload, shown.source["payload"])["key_columns"]:
        raise SpecError("Parts of a whole are groups, and this is one number.", "Name a column to group by.")
    if len(chart.keys) > 1 or chart.wide:
        raise SpecError("Parts of a whole are told apart by one key, and these have two.", "Use kind bar with stack.")
    check_not_negative(spec, chart)
    known = [place for place, value in enumerate(chart.series[0].values) if value]
    if not known:
        raise DataError("All values are 0, so there is no whole to be divided.", "Draw another column.")
    notes = _left_out(len(chart.cells) - len(known))
    chart, rest = rest_of_cells(chart.at(known), min(most, wanted + 1) if wanted else most)
    ends = len(chart.cells) - (1 if rest else 0)
    totals = chart.totals()
    ranked = sorted(range(ends), key=lambda place: (-totals[place], place))
    chart = chart.at([*ranked, *range(ends, len(chart.cells))])
    if rest:
        notes.insert(0, f"Shown: the {ends} largest of {ends + rest:,} values of {shown.titles.x}; "
                        f"the other {rest:,} are drawn together.")  # fmt: skip
    values = tuple(value for value in chart.series[0].values if value is not None)
    return Parts(shown, chart, values, rest, tuple(notes))


def _left_out(count: int) -> list[str]:
    if not count:
        return []
    return [f"{count:,} group{'s' if count != 1 else ''} without a value or with 0 left out."]


def _free(name: str, taken: Mapping[str, object]) -> str:
    return name if name not in taken else f"{name} (of the whole)"
