"""Parts of a whole: what may be drawn as such, and how the small ones are drawn together as one named part."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from agent.analysis.headings import heading
from agent.analysis.plots.chart import Chart, Number, Series
from agent.analysis.plots.figure import table_payload
from agent.analysis.words import refusal, say
from agent.specs.adding_up import instead_of, parts_chart
from agent.specs.plots import GroupPlot
from agent.state import Cell, ColumnFormat, TablePayload

SHARE = "share_pct"


def check_not_negative(spec: GroupPlot, chart: Chart) -> None:
    """DataError when a part is smaller than nothing."""
    below = sum(value < 0 for one in chart.series for value in one.values if value is not None)
    if below:
        raise refusal("negative_parts", chart=parts_chart(spec), below=below, other=instead_of(spec))


def rest_label(count: int, taken: Collection[object], words: str = "value.rest") -> str:
    """ "other (12 values)": a name that no group has."""
    label = say(words, count=count)
    while label in taken:
        label = f"({label})"
    return label


def rest_of_cells(chart: Chart, most: int, words: str = "value.rest") -> tuple[Chart, int]:
    """The cells of the one series with the largest values, at most so many, then one for the others together; how
    many others there are."""
    if len(chart.cells) <= most:
        return chart, 0
    totals = chart.totals()
    ranked = sorted(range(len(totals)), key=lambda place: (-totals[place], place))
    kept, rest = chart.at(ranked[: most - 1]), chart.at(ranked[most - 1 :])
    label = rest_label(len(rest.cells), chart.cells, words)
    series = tuple(
        replace(one, values=(*one.values, _sum(other.values)))
        for one, other in zip(kept.series, rest.series, strict=True)
    )
    formats: dict[str, ColumnFormat] = {**chart.formats, chart.keys[0]: "text"}
    return replace(kept, cells=(*kept.cells, label), series=series, formats=formats, rest=label), len(rest.cells)


def rest_of_series(chart: Chart, most: int) -> tuple[Chart, int]:
    """The heaviest series, at most so many, then one for the others together; how many others there are."""
    if len(chart.series) <= most:
        return chart, 0
    kept = chart.largest_series(most - 1)
    names = {one.name for one in kept.series}
    others = [one for one in chart.series if one.name not in names]
    label = rest_label(len(others), names | {cell for one in chart.series for cell in one.key})
    values = tuple(_sum(column) for column in zip(*(one.values for one in others), strict=True))
    key: tuple[Cell, ...] = (label,) * len(others[0].key)
    formats: dict[str, ColumnFormat] = {**chart.formats}
    formats.update(dict.fromkeys(chart.keys[1:], "text"))
    if chart.wide:
        formats[label] = chart.formats[str(others[0].key[0])]
    rest = Series(label, key, values, is_rest=True)
    return replace(kept, series=(*kept.series, rest), formats=formats), len(others)


def _sum(values: Sequence[Number | None]) -> Number | None:
    known = [value for value in values if value is not None]
    return sum(known) if known else None


def fill_with_zero(chart: Chart) -> Chart:
    """The chart with 0 where no row is: the parts that stand on it have to stand on something."""
    series = tuple(replace(one, values=tuple(value or 0 for value in one.values)) for one in chart.series)
    return replace(chart, series=series)


def in_percent(chart: Chart) -> Chart:
    """Each value as its part of all series at its x, in percent; none where all are 0."""
    totals = chart.totals()
    series = tuple(
        replace(one, values=tuple(_part(value, total) for value, total in zip(one.values, totals, strict=True)))
        for one in chart.series
    )
    return replace(chart, series=series)


def _part(value: Number | None, total: float) -> float | None:
    return None if value is None or total <= 0 else 100 * value / total


def with_shares(table: TablePayload, percent: Chart) -> TablePayload:
    """The drawn table with the share of each row behind its value; the shares themselves where it is wide."""
    if percent.wide:
        formats: dict[str, ColumnFormat] = {
            name: kind if name in percent.keys else "percent" for name, kind in table["formats"].items()
        }
        return TablePayload(**{**percent.table(), "formats": formats, "units": {}})
    shares = [row[-1] for row in percent.table()["rows"]]
    name = SHARE if SHARE not in table["columns"] else f"{SHARE} (of the whole)"
    rows = [[*row, share] for row, share in zip(table["rows"], shares, strict=True)]
    return table_payload(
        {**table["formats"], name: "percent"},
        rows,
        keys=table["key_columns"],
        units=table["units"],
        headings={**table.get("headings", {}), name: heading(SHARE)},
    )
