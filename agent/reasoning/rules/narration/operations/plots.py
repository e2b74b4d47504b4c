"""Charts in prose: what is drawn, and the main thing to see, read from the table of the drawn data."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from agent.reasoning.rules.narration.operations.groups import BOTH_ENDS, Told, extremes, told_metric
from agent.reasoning.rules.narration.operations.trends import course
from agent.reasoning.rules.narration.scene import Narrator, Scene
from agent.reasoning.rules.narration.view import TableView
from agent.specs.measures import (
    Aggregation,
    CorrelationMatrix,
    GroupbyAgg,
    PivotTable,
    ShareRatio,
    TimeTrend,
    ValueCounts,
    metric_name,
)
from agent.specs.plots import (
    AggregatedPlot,
    Area,
    Bar,
    Box,
    Heatmap,
    Hist,
    Line,
    Pareto,
    Pie,
    Scatter,
    Violin,
)
from agent.specs.result_words import as_title


def tell_hist(scene: Scene[Hist]) -> str:
    """Where most values lie."""
    named = {"x": scene.wording.name(scene.spec.x), "where": scene.where}
    drawn = scene.say("plot.hist", **named)
    table = _draw(scene)
    if table is None:
        return drawn
    ranked = table.ranked("rows")
    if not ranked or scene.spec.color is not None or not table.is_whole or not table.has("bin"):
        return drawn
    fullest = {"bin": table.ref(ranked[0], "bin"), "rows": table.ref(ranked[0], "rows")}
    return scene.say("plot.fullest", **fullest, **named)


def tell_scatter(scene: Scene[Scatter]) -> str:
    """What is against what; how many points there are stands below the chart."""
    key = "plot.scatter" if scene.spec.color is None else "plot.scatter_by"
    name = scene.wording.name
    words = {"x": name(scene.spec.x), "y": name(scene.spec.y), "by": name(scene.spec.color or "")}
    return scene.say(key, where=scene.where, **words)


def tell_box(scene: Scene[Box] | Scene[Violin]) -> str:
    """The group with the highest and the lowest median."""
    name = scene.wording.name
    key = f"plot.{scene.spec.kind}" + ("" if scene.spec.x is None else "_by")
    drawn = scene.say(key, y=name(scene.spec.y), x=name(scene.spec.x or ""), where=scene.where)
    table = _draw(scene)
    if table is None or not table.has("median"):
        return drawn
    if scene.spec.x is None:
        words = scene.wording.metric(scene.spec.y, "median")
        return scene.say("total.value", value=table.ref(0, "median"), metric=as_title(words), where=scene.where)
    return extremes(scene, table, Told("median", scene.wording.metric(scene.spec.y, "median")))


def tell_line(scene: Scene[Line] | Scene[Area]) -> str:
    """Highest and lowest point, and the way from the first to the last; of areas on one another only what is drawn."""
    drawn, told, table = _aggregate(scene, f"plot.{scene.spec.kind}")
    if table is None or told is None or (scene.spec.kind == "area" and len(table.keys) > 1) or _beside(scene.spec):
        return drawn
    way = course(scene, table, told, table.keys[0], table.numbered(told.column)) if len(table.keys) == 1 else ""
    if way and table.incomplete:
        told = replace(told, ends=told.ends[:1])
    return scene.phrases.prose([extremes(scene, table, told), way])


def tell_bar(scene: Scene[Bar]) -> str:
    """The highest and the lowest bar; of bars on one another only what is drawn."""
    stacked = scene.spec.stack is not None and (scene.spec.color is not None or scene.spec.of is not None)
    drawn, told, table = _aggregate(scene, f"plot.bar_{scene.spec.stack}" if stacked else "plot.bar")
    if table is None or told is None or stacked or _beside(scene.spec):
        return drawn
    sorting = scene.spec.sort
    sorted_by = told.column if sorting is not None and not sorting.ascending else None
    return extremes(scene, table, told, sorted_by)


def tell_parts(scene: Scene[Pie] | Scene[Pareto]) -> str:
    """The largest share, and what is drawn."""
    drawn, told, table = _aggregate(scene, f"plot.{scene.spec.kind}")
    if table is None or told is None or not table.has("share_pct") or not table.is_named(0):
        return drawn
    share, value = table.ref(0, "share_pct"), table.ref(0, told.column)
    return scene.say(
        "share.lead",
        group=scene.label(table, 0),
        whole=told.amount or told.words,
        share=share,
        value=value,
        where=scene.where,
    )


def tell_heatmap(scene: Scene[Heatmap]) -> str:
    """The highest and the lowest cell."""
    if isinstance(scene.spec.of, CorrelationMatrix):
        return scene.say("plot.heatmap_columns", where=scene.where)
    _, told, table = _aggregate(scene, "plot.bar")
    words = told.words if told is not None else scene.say("plot.values")
    if isinstance(scene.spec.of, PivotTable):
        words, keys = scene.wording.quantity(scene.spec.of.value), [scene.spec.of.rows, scene.spec.of.columns]
    else:
        keys = list(table.keys) if table is not None else [scene.spec.x or "", scene.spec.color or ""]
    one, other = (scene.wording.derived_name(key, scene.spec) for key in keys[:2])
    drawn = scene.say("plot.heatmap", metric=words, one=one, other=other, where=scene.where)
    if table is None or told is None or len(table.keys) < 2:
        return drawn
    return extremes(scene, table, told)


def _draw(scene: Scene[Any]) -> TableView | None:
    return scene.tables[0] if scene.tables and scene.tables[0].rows else None


def _aggregate(scene: Scene[Any], key: str) -> tuple[str, Told | None, TableView | None]:
    """The sentence that says what is drawn, the drawn column and the table of the drawn data."""
    table = _draw(scene)
    measured = table.measured() if table is not None else ()
    column, words = _metric(scene, scene.spec)
    if column not in measured:
        column = measured[0] if measured else ""
    words = words or _column_words(scene, column)
    beside = [_metric(scene, scene.spec.model_copy(update={"of_column": name})) for name in _beside(scene.spec)]
    words = scene.phrases.joined([words, *(each or _column_words(scene, name) for name, each in beside)])
    told = _told(scene, column, words) if column else None
    by = _drawn_by(scene, table)
    if not by:
        plain = key if scene.phrases.has(f"{key}_plain") else "plot.bar"
        return scene.say(f"{plain}_plain", metric=words, where=scene.where), told, table
    return scene.say(key, metric=words, by=by, where=scene.where), told, table


def _told(scene: Scene[Any], column: str, words: str) -> Told:
    """The drawn column; a sum of a column as the amount that it is."""
    spec = scene.spec.of if isinstance(scene.spec.of, GroupbyAgg | TimeTrend) else None
    metrics = spec.metrics if spec is not None else {}
    if spec is None and scene.spec.of is None:
        of = scene.spec.y or "*"
        metrics = {of: [scene.spec.agg or ("sum" if scene.spec.y else "count")]}
    made = {metric_name(name, each): (name, each) for name, wanted in metrics.items() for each in wanted}
    return replace(told_metric(scene, *made[column]), ends=BOTH_ENDS) if column in made else Told(column, words)


def _beside(spec: AggregatedPlot) -> list[str]:
    """The further columns that are drawn."""
    return spec.beside if isinstance(spec, Bar | Line) else []


def _drawn_by(scene: Scene[Any], table: TableView | None) -> str:
    """What stands along the axis: the grain of a time axis, else the column; "" where neither is known."""
    source = scene.spec.of if isinstance(scene.spec.of, TimeTrend) else scene.spec
    grain = getattr(source, "grain", None)
    if grain is not None:
        return scene.say(f"grain.{grain}")
    column = scene.spec.x or (table.keys[0] if table is not None and table.keys else "")
    return scene.wording.derived_name(column, scene.spec)


def _column_words(scene: Scene[Any], column: str) -> str:
    """The words of a result column that is no metric of the spec."""
    for ending in ("_growth_pct", "_change"):
        if column.endswith(ending):
            return scene.say("column.change", metric=scene.wording.name(column.removesuffix(ending)))
    if scene.phrases.has(f"column.{column}"):
        return scene.say(f"column.{column}")
    return scene.wording.name(column if scene.wording.may_write(column) else "") or scene.say("plot.values")


def _metric(scene: Scene[Any], spec: AggregatedPlot) -> tuple[str, str]:
    """The result column that is drawn and its words; "" where the drawn table has to tell."""
    if isinstance(spec.of, GroupbyAgg | TimeTrend):
        metrics = [(column, aggregation) for column, wanted in spec.of.metrics.items() for aggregation in wanted]
        named = {metric_name(*metric): scene.wording.metric(*metric) for metric in metrics}
        named |= {name: scene.wording.given(name) for name in (*spec.of.quantities, *spec.of.computed)}
        column = spec.of_column or next(iter(named))
        return column, named.get(column, "")
    if isinstance(spec.of, ShareRatio) and spec.of.mode == "composition":
        return spec.of_column or "value", scene.wording.quantity(spec.of.value) if spec.of_column is None else ""
    if isinstance(spec.of, ValueCounts) and spec.of_column is None:
        return "count", scene.wording.metric("*", "count")
    if spec.of is not None:
        return spec.of_column or "", ""
    column = spec.y or "*"
    aggregation: Aggregation = spec.agg or ("sum" if spec.y else "count")
    return metric_name(column, aggregation), scene.wording.metric(column, aggregation)


NARRATORS: Mapping[str, Narrator] = {
    "hist": tell_hist,
    "scatter": tell_scatter,
    "line": tell_line,
    "bar": tell_bar,
    "box": tell_box,
    "pie": tell_parts,
    "area": tell_line,
    "heatmap": tell_heatmap,
    "violin": tell_box,
    "pareto": tell_parts,
}
