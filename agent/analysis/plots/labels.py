"""Words on a figure: labels made from cells, axis titles made from columns and aggregations."""

import re
import textwrap
from collections.abc import Sequence

from agent.analysis.frames.schema import Schema
from agent.analysis.headings import given_heading
from agent.analysis.words import missing_key, say, say_if_known
from agent.specs.measures import (
    Aggregation,
    AnalysisSpec,
    CompareGroups,
    GroupbyAgg,
    ShareRatio,
    TimeTrend,
    metric_name,
)
from agent.specs.result_words import as_title, measure_words
from agent.specs.words import words_in
from agent.state import CLOCK_FORMATS, Cell

LONGEST_LABEL = 60
MOST_LINES = 3
LINE_BREAK = "<br>"
UNITLESS: frozenset[Aggregation] = frozenset({"count", "nunique", "var"})
_LOOK_ALIKES = str.maketrans({"<": "‹", ">": "›"})
_UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff\u2028\u2029]+")


def plain_label(text: str) -> str:
    """One line of text that a plotly label shows as it stands.

    Plotly reads `<b>`, `<br>` and `<a href>` in labels as markup, so angle brackets become look-alikes. Control
    characters and lone surrogates become a space. Longer than 60 characters: cut, with an ellipsis.
    """
    line = _UNSEEN.sub(" ", text).translate(_LOOK_ALIKES).strip()
    return line if len(line) <= LONGEST_LABEL else line[: LONGEST_LABEL - 1].rstrip() + "…"


def axis_lines(text: str, width: int) -> str:
    """An axis title on at most three lines of `width` letters. The breaks are the only markup in it."""
    plain = _UNSEEN.sub(" ", text).translate(_LOOK_ALIKES)
    return LINE_BREAK.join(textwrap.wrap(plain, width, max_lines=MOST_LINES, placeholder=" …"))


def cell_label(cell: Cell) -> str:
    """A key cell as a label: missing as "(no value)", true as "yes", whole floats without their `.0`."""
    if cell is None:
        return missing_key()
    if isinstance(cell, bool):
        return words_in().say("value.true" if cell else "value.false")
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < 1e15:
        return str(int(cell))
    return plain_label(str(cell)) or say("value.empty")


def distinct_labels(cells: Sequence[Cell]) -> list[str]:
    """A label for each of the (different) cells; labels that would fall together get a number."""
    taken: set[str] = set()
    labels: list[str] = []
    for cell in cells:
        label, again = cell_label(cell), 2
        while label in taken:
            label, again = f"{cell_label(cell)} ({again})", again + 1
        taken.add(label)
        labels.append(label)
    return labels


def column_title(column: str, schema: Schema) -> str:
    """A column's name, with its unit when the name does not hold it already."""
    known = schema.get(column)
    return _with_unit(plain_label(known.words if known else column), column, schema)


def _with_unit(title: str, column: str, schema: Schema) -> str:
    unit = schema[column].unit if column in schema else ""
    if unit in CLOCK_FORMATS:  # what is written at the axis says it
        return title
    return title if not unit or unit.casefold() in column.casefold() else f"{title} ({plain_label(unit)})"


def aggregate_title(column: str, aggregation: Aggregation, schema: Schema, *, bare: bool = True) -> str:
    """A metric in words: "Average salary (USD)", "Number of rows"."""
    known = schema.get(column)
    title = plain_label(as_title(measure_words(known.words if known else column, aggregation, bare=bare)))
    return title if aggregation in UNITLESS or column == "*" else _with_unit(title, column, schema)


def result_title(spec: AnalysisSpec, column: str, schema: Schema) -> str:
    """A result column of a measure in words, for an axis."""
    known = metric_titles(spec, schema)
    if column in known:
        return known[column]
    for ending, words in (("_growth_pct", "chart.growth"), ("_change", "chart.change")):
        metric = column.removesuffix(ending)
        if metric != column and metric in known:
            return say(words, measure=known[metric])
    return column_title(column, schema) if column in schema else made_title(column)


def made_title(column: str) -> str:
    """A column that a measure makes, in words for an axis."""
    if column in ("rows", "count", "n"):
        return say("chart.rows")
    words = say_if_known(f"heading.{column}", "")
    return words[0].upper() + words[1:] if words else plain_label(column)


def metric_titles(spec: AnalysisSpec, schema: Schema) -> dict[str, str]:
    """Result column -> words, for the metrics that the spec names."""
    if isinstance(spec, GroupbyAgg | TimeTrend):
        plain = {
            metric_name(column, aggregation): aggregate_title(column, aggregation, schema, bare=len(aggregations) == 1)
            for column, aggregations in spec.metrics.items()
            for aggregation in aggregations
        }
        return plain | {name: given_heading(name) for name in (*spec.quantities, *spec.computed)}
    if isinstance(spec, ShareRatio) and spec.value is not None:
        return {"value": aggregate_title(spec.value.col, spec.value.agg, schema)}
    if isinstance(spec, CompareGroups):
        return {statistic: aggregate_title(spec.value, statistic, schema) for statistic in _GROUP_STATISTICS}
    return {}


_GROUP_STATISTICS: tuple[Aggregation, ...] = ("mean", "median", "std")
