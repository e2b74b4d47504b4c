"""Aggregates in prose: over all rows, and by group. Also counts of values, which are groups of rows."""

from agent.reasoning.rules.narration.groups import (
    RANKED,
    Told,
    is_ranked,
    line,
    listing,
    ranking,
    tell_groups,
    told_metrics,
    with_choice,
)
from agent.reasoning.rules.narration.scene import Scene
from agent.reasoning.rules.narration.within import tell_groups_within
from agent.specs.measures import GroupbyAgg, ValueCounts


def tell_groupby_agg(scene: Scene[GroupbyAgg]) -> str:
    """One value over all rows, or the groups with the highest and the lowest."""
    metrics = told_metrics(scene, scene.main, scene.spec)
    if scene.main.rows_counted == 0 and any(told.column != "rows" for told in metrics):
        return scene.nothing()
    if not scene.spec.group_cols:
        return tell_totals(scene, metrics)
    return with_choice(scene, scene.main, _tell_groups(scene, metrics))


def _tell_groups(scene: Scene[GroupbyAgg], metrics: list[Told]) -> str:
    if not scene.main.rows:
        return scene.nothing()
    if scene.spec.top_per:
        return tell_groups_within(scene, metrics)
    if is_ranked(scene):
        return ranking(scene, scene.main, metrics)
    sorting = scene.spec.sort
    sorted_by = sorting.by if sorting is not None and not sorting.ascending else None
    if all(scene.main.formats.get(told.column) in ("text", "date") for told in metrics):
        return _tell_texts(scene, metrics)
    return tell_groups(scene, scene.main, metrics, sorted_by)


def _tell_texts(scene: Scene[GroupbyAgg], metrics: list[Told]) -> str:
    """Groups whose values are texts or dates, which have no highest one."""
    table = scene.main
    named = scene.phrases.bullets(line(scene, table, row, metrics) for row in table.order[:RANKED])
    return f"{scene.say('groups.listed', metric=scene.phrases.joined([told.words for told in metrics]))}\n\n{named}"


def tell_totals(scene: Scene[GroupbyAgg], metrics: list[Told]) -> str:
    """The one-row table of aggregates over all rows, number first."""
    first, *others = metrics
    sentences = [tell_total(scene, first)]
    sentences += [
        scene.say("total.further", metric=told.words, value=scene.main.ref(0, told.column)) for told in others
    ]
    return scene.phrases.prose(sentences)


def tell_total(scene: Scene[GroupbyAgg], told: Told) -> str:
    """One aggregate with the conditions that it holds for."""
    value = scene.main.value(0, told.column)
    if value is None:
        return scene.say("total.missing", metric=told.words, where=scene.where)
    if told.column == "rows" and "*" in scene.spec.metrics:
        return scene.say("rows.one" if value == 1 else "rows.many", value=scene.main.ref(0, "rows"), where=scene.where)
    return scene.say("total.value", metric=told.words, value=scene.main.ref(0, told.column), where=scene.where)


def tell_value_counts(scene: Scene[ValueCounts]) -> str:
    """The most frequent value and the counts of the few there are."""
    table = scene.main
    column = scene.wording.name(scene.spec.column)
    first = table.named(table.order)[0]
    named = table.key(first, scene.spec.column, scene.phrases)
    counted = {"count": table.ref(first, "count"), "share": table.ref(first, "share_pct")}
    lead = scene.say("counts.lead", value=named, column=column, **counted)
    if len(table.rows) == 1:
        return lead
    told = [Told("count", scene.say("counts.rows")), Told("share_pct", scene.say("counts.share"))]
    if scene.spec.top_k is not None:
        return f"{lead}\n\n{_ranked_counts(scene, told)}"
    return f"{lead}\n\n{listing(scene, table, told, 'count')}"


def _ranked_counts(scene: Scene[ValueCounts], told: list[Told]) -> str:
    return ranking(scene, scene.main, told).partition("\n\n")[2]
