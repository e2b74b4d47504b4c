"""Words on a figure: labels made from cells, axis titles made from columns and aggregations."""

import re
from collections.abc import Mapping, Sequence

from agent.specs.measures import Aggregation, AnalysisSpec, GroupbyAgg, PivotTable, TimeTrend, metric_name
from agent.state import Cell
from registry.profile import DatasetProfile

MISSING = "(missing)"
LONGEST_LABEL = 60
AGGREGATION_WORDS: Mapping[Aggregation, str] = {
    "sum": "Sum of {column}",
    "mean": "Mean of {column}",
    "median": "Median of {column}",
    "std": "Standard deviation of {column}",
    "var": "Variance of {column}",
    "min": "Minimum of {column}",
    "max": "Maximum of {column}",
    "range": "Range of {column}",
    "count": "Number of rows with {column}",
    "nunique": "Number of different {column}",
    "first": "First {column}",
    "last": "Last {column}",
}
UNITLESS: frozenset[Aggregation] = frozenset({"count", "nunique", "var"})
RESULT_WORDS: Mapping[str, str] = {
    "rows": "Number of rows",
    "count": "Number of rows",
    "n": "Number of rows",
    "value": "Value",
    "share_pct": "Share (%)",
    "cumulative_pct": "Cumulative share (%)",
    "ratio": "Ratio",
    "ratio_pct": "Ratio (%)",
    "missing": "Missing cells",
    "missing_pct": "Missing cells (%)",
    "r": "Correlation (r)",
    "period": "Period",
}
_LOOK_ALIKES = str.maketrans({"<": "‹", ">": "›"})
_UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff\u2028\u2029]+")


def plain_label(text: str) -> str:
    """One line of text that a plotly label shows as it stands.

    Plotly reads `<b>`, `<br>` and `<a href>` in labels as markup, so angle brackets become look-alikes. Control
    characters and lone surrogates become a space. Longer than 60 characters: cut, with an ellipsis.
    """
    line = _UNSEEN.sub(" ", text).translate(_LOOK_ALIKES).strip()
    return line if len(line) <= LONGEST_LABEL else line[: LONGEST_LABEL - 1].rstrip() + "…"


def cell_label(cell: Cell) -> str:
    """A key cell as a label: missing as "(missing)", whole floats without their `.0`."""
    if cell is None:
        return MISSING
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < 1e15:
        return str(int(cell))
    return plain_label(str(cell)) or "(empty)"


def distinct_labels(cells: Sequence[Cell]) -> list[str]:
    """A label for each of the (different) cells; labels that would fall together get a number."""
    seen: dict[str, int] = {}
    labels: list[str] = []
    for cell in cells:
        label = cell_label(cell)
        seen[label] = seen.get(label, 0) + 1
        labels.append(label if seen[label] == 1 else f"{label} ({seen[label]})")
    return labels


def column_title(column: str, profile: DatasetProfile) -> str:
    """A column's name, with its unit when the name does not hold it already."""
    known = profile.column(column)
    unit = known.unit if known else None
    title = plain_label(column)
    return title if not unit or unit.casefold() in column.casefold() else f"{title} ({plain_label(unit)})"


def aggregate_title(column: str, aggregation: Aggregation, profile: DatasetProfile) -> str:
    """A metric in words: "Mean of salary (USD)", "Number of rows"."""
    if column == "*":
        return RESULT_WORDS["rows"]
    shown = plain_label(column) if aggregation in UNITLESS else column_title(column, profile)
    return AGGREGATION_WORDS[aggregation].format(column=shown)


def result_title(spec: AnalysisSpec, column: str, profile: DatasetProfile) -> str:
    """A result column of a measure in words, for an axis."""
    known = metric_titles(spec, profile)
    if column in known:
        return known[column]
    for ending, words in (("_growth_pct", "Growth of {metric} (%)"), ("_change", "Change of {metric}")):
        metric = column.removesuffix(ending)
        if metric != column and metric in known:
            return words.format(metric=known[metric][0].lower() + known[metric][1:])
    return column_title(column, profile) if profile.column(column) else RESULT_WORDS.get(column, plain_label(column))


def metric_titles(spec: AnalysisSpec, profile: DatasetProfile) -> dict[str, str]:
    """Result column -> words, for the metrics that the spec names."""
    if isinstance(spec, GroupbyAgg | TimeTrend):
        return {
            metric_name(column, aggregation): aggregate_title(column, aggregation, profile)
            for column, aggregations in spec.metrics.items()
            for aggregation in aggregations
        }
    if isinstance(spec, PivotTable):
        name = metric_name(spec.value.col, spec.value.agg)
        return {name: aggregate_title(spec.value.col, spec.value.agg, profile)}
    return {}


def lower_first(title: str) -> str:
    """The title inside a sentence: "Mean of salary" -> "mean of salary"; a column's own name is not touched."""
    return title[0].lower() + title[1:] if title.startswith(_SENTENCE_STARTS) else title


_SENTENCE_STARTS = tuple(
    {words.split("{")[0] for words in AGGREGATION_WORDS.values()} | {"Number of rows", "Share (%)", "Growth of "}
)
