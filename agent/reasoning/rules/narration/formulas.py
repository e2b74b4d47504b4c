"""What a measure computes, as a formula in plain words; with both numbers where the result holds them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from agent.reasoning.rules.narration.scene import Scene
from agent.specs.measures import (
    Aggregates,
    Aggregation,
    GroupbyAgg,
    Measure,
    RowLookup,
    ShareRatio,
    TimeTrend,
    ValueCounts,
    metric_name,
)
from agent.specs.references import literal


def formula_of(scene: Scene[Any], title: str) -> str:
    """The formula of a scene's measure; its title where the measure is known by a name of its own (a test)."""
    found = _FORMULAS.get(type(scene.spec))
    return found(scene) if found else scene.say("formula.other", title=literal(title))


def _group(scene: Scene[GroupbyAgg]) -> str:
    spec = scene.spec
    said = _metrics(scene, spec)
    if spec.top_per:
        kept = _names(scene, spec.top_per)
        return scene.say("formula.best", formula=_of_each(scene, said, spec.group_cols), groups=kept)
    return _of_each(scene, said, spec.group_cols)


def _of_each(scene: Scene[Any], said: str, groups: Sequence[str]) -> str:
    return scene.say("formula.each", formula=said, groups=_names(scene, groups)) if groups else said


def _names(scene: Scene[Any], columns: Sequence[str]) -> str:
    return scene.phrases.joined([scene.wording.derived_name(name, scene.spec) for name in columns])


def _trend(scene: Scene[TimeTrend]) -> str:
    said = scene.say(
        "formula.period", formula=_metrics(scene, scene.spec), column=scene.wording.name(scene.spec.date_col)
    )
    return _of_each(scene, said, [scene.spec.group_col] if scene.spec.group_col else [])


def _metrics(scene: Scene[Any], spec: Aggregates) -> str:
    asked = [(column, aggregation) for column, wanted in spec.metrics.items() for aggregation in wanted]
    named = [
        scene.say("formula.named", name=scene.wording.given(name), quantity=scene.wording.quantity(quantity))
        for name, quantity in spec.quantities.items()
    ]
    made = [scene.wording.given(name) for name in spec.computed]
    return scene.phrases.joined([*(_metric(scene, *metric) for metric in asked), *named, *made])


def _metric(scene: Scene[Any], column: str, aggregation: Aggregation) -> str:
    if column == "*":
        return scene.say("formula.rows" if aggregation == "count" else f"formula.rows_{aggregation}")
    name, table = metric_name(column, aggregation), scene.main
    words = scene.wording.name(column)
    alone = len(table.rows) == 1 and not table.keys and len(table.columns) == 1
    if aggregation == "mean" and alone and table.number(0, name) is not None:
        return scene.say("formula.mean_cells", value=table.ref(0, name), column=words, used=table.used)
    return scene.say(f"formula.{aggregation}", metric=scene.wording.metric(column, aggregation), column=words)


def _share(scene: Scene[ShareRatio]) -> str:
    spec, table = scene.spec, scene.main
    if spec.mode == "composition" or spec.numerator is None or spec.denominator is None:
        return scene.say("formula.share")
    if len(table.rows) == 1 and not table.keys:
        above, below = table.ref(0, "numerator"), table.ref(0, "denominator")
        shown = "ratio_pct" if table.has("ratio_pct") else "ratio"
        return scene.say("formula.ratio", ratio=table.ref(0, shown), above=above, below=below)
    above, below = scene.wording.quantity(spec.numerator), scene.wording.quantity(spec.denominator)
    return scene.say("formula.ratio_each", above=above, below=below)


def _looked_up(scene: Scene[RowLookup]) -> str:
    spec = scene.spec
    if spec.which == "matching" or spec.order_by is None:
        return scene.say("formula.lookup")
    end = scene.say(
        "lookup.max" if spec.which in ("max", "top") else "lookup.min", column=scene.wording.name(spec.order_by)
    )
    if spec.by:
        return scene.say("formula.extreme_each", end=end, groups=_names(scene, spec.by))
    return scene.say("formula.extreme", end=end)


def _count(scene: Scene[ValueCounts]) -> str:
    return scene.say("formula.counts", column=scene.wording.derived_name(scene.spec.column, scene.spec))


_FORMULAS: Mapping[type[Measure], Callable[[Scene[Any]], str]] = {
    GroupbyAgg: _group,
    TimeTrend: _trend,
    ShareRatio: _share,
    RowLookup: _looked_up,
    ValueCounts: _count,
}
