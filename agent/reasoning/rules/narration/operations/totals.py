"""Aggregates in prose: over all rows, and by group. Also counts of values, which are groups of rows."""

from collections.abc import Mapping
from typing import Any

from agent.reasoning.prompts import Beside
from agent.reasoning.rules.narration.operations.groups import (
    FEW,
    LEADERS,
    RANKED,
    WHOLE_FROM,
    Told,
    is_ranked,
    line,
    listing,
    ranking,
    tell_groups,
    told_metrics,
    value_of,
    with_choice,
)
from agent.reasoning.rules.narration.operations.within import tell_groups_within
from agent.reasoning.rules.narration.scene import Narrator, Scene
from agent.reasoning.rules.narration.view import TableView, table_view
from agent.specs.measures import GroupbyAgg, ShareRatio, ValueCounts
from agent.specs.references import arithmetic
from agent.specs.result_words import as_title

_VALUE = Told("value", "")  # the column that shares are of


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
    sentences += [_further(scene, told) for told in others]
    return scene.phrases.prose(sentences)


def _further(scene: Scene[GroupbyAgg], told: Told) -> str:
    if isinstance(scene.main.value(0, told.column), bool):
        return tell_total(scene, told)
    value = scene.main.ref(0, told.column)
    if _is_named(scene, told):
        return scene.say("total.value", metric=as_title(told.words), value=value, where="")
    return scene.say("total.further", metric=as_title(told.words), value=value)


def _is_named(scene: Scene[GroupbyAgg], told: Told) -> bool:
    """Whether the question gave the figure its name, which need not fit into a sentence: "more cake"."""
    return told.column in (*scene.spec.quantities, *scene.spec.computed)


def tell_total(scene: Scene[GroupbyAgg], told: Told) -> str:
    """One aggregate with the conditions that it holds for."""
    value = scene.main.value(0, told.column)
    if value is None:
        return scene.say("total.missing", metric=told.words, where=scene.where)
    if told.column == "rows" and "*" in scene.spec.metrics:
        return scene.say("rows.one" if value == 1 else "rows.many", value=scene.main.ref(0, "rows"), where=scene.where)
    if _is_named(scene, told) and isinstance(value, bool):
        return scene.say("total.yes" if value else "total.no", metric=told.words, where=scene.where)
    value = scene.main.ref(0, told.column)
    return scene.say("total.value", metric=as_title(told.words), value=value, where=scene.where)


def compared(scene: Scene[Any], beside: Beside) -> str:
    """What share of all a total is, or by how much it is more or less than in the period before, or what many groups
    come to together; "" where the numbers make neither a share nor a change."""
    table, other = scene.main, table_view(beside.table)
    (told,) = told_metrics(scene, table, scene.spec)
    if beside.kind == "total":
        is_large = other.formats.get(told.column) == "number" and (other.number(0, told.column) or 0) >= WHOLE_FROM
        whole = other.ref(0, told.column, "integer" if is_large else "")
        return scene.say("compared.total", count=table.count, whole=whole)
    own, cell = table.number(0, told.column), table.term(0, told.column)
    first = other.number(0, told.column)
    if own is None or first is None or first <= 0:
        return ""
    whole = other.term(0, told.column)
    if table.is_clock_time(told.column):
        return ""
    if beside.kind == "all":
        if not 0 <= own <= first:
            return ""
        key = "compared.share_rows" if told.way == "rows" else "compared.share"
        share = arithmetic(f"{cell} / {whole}", "percent")
        return scene.say(key, share=share, metric=told.amount or told.words)
    period = other.ref(0, "period")
    if own == first:
        return scene.say("compared.same", period=period)
    change = f"({cell} - {whole})" if own > first else f"({whole} - {cell})"
    return scene.say(
        "compared.more" if own > first else "compared.less",
        by=arithmetic(f"{change} / {whole}", "percent"),
        period=period,
    )


def tell_value_counts(scene: Scene[ValueCounts]) -> str:
    """The most frequent value and the counts of the few there are."""
    table = scene.main
    column = scene.wording.column(scene.spec.column)
    first = table.named(table.order)[0]
    named = table.key(first, scene.spec.column, scene.phrases)
    counted = {"count": table.ref(first, "count"), "share": table.ref(first, "share_pct")}
    lead = scene.say("counts.lead", value=named, column=column, where=scene.where, **counted)
    if len(table.rows) == 1:
        return lead
    told = [Told("count", scene.say("counts.rows")), Told("share_pct", scene.say("counts.share"))]
    if scene.spec.top_k is not None:
        return f"{lead}\n\n{_ranked_counts(scene, told)}"
    return f"{lead}\n\n{listing(scene, table, told, 'count')}"


def _ranked_counts(scene: Scene[ValueCounts], told: list[Told]) -> str:
    return ranking(scene, scene.main, told).partition("\n\n")[2]


# ----------------------------------------------------------------
# Shares of a total, the few that make most of it, and ratios, in prose.


def tell_share_ratio(scene: Scene[ShareRatio]) -> str:
    """Composition (largest share first), Pareto count, or ratio."""
    if scene.spec.mode == "ratio":
        return tell_ratio(scene)
    if scene.spec.threshold_pct is not None:
        return tell_pareto(scene)
    return tell_composition(scene, scene.main)


def tell_composition(scene: Scene[ShareRatio], table: TableView) -> str:
    """The largest share, then the shares one by one, or the largest three."""
    if not table.rows:
        return scene.say("groups.none_chosen") if scene.spec.having else scene.nothing()
    if scene.spec.within:
        lead = scene.say(
            "share.within", whole=_whole(scene), groups=scene.wording.names(scene.spec.within), where=scene.where
        )
        return f"{lead}\n\n{_lines(scene, table)}"
    if scene.spec.sort is not None or scene.spec.skip or scene.spec.having:
        return with_choice(
            scene,
            table,
            f"{scene.say('share.chosen', whole=_whole(scene), where=scene.where)}\n\n{_lines(scene, table)}",
        )
    first = table.named(table.order)[0]
    lead = scene.say(
        "share.lead",
        group=scene.label(table, first),
        whole=_whole(scene),
        share=table.ref(first, "share_pct"),
        value=value_of(table, _VALUE, first),
        where=scene.where,
    )
    if len(table.rows) == 1:
        return lead
    return f"{lead}\n\n{_lines(scene, table)}"


def _lines(scene: Scene[ShareRatio], table: TableView) -> str:
    """The shares one by one, or the first three of them."""
    most = len(table.rows) if len(table.rows) <= FEW else LEADERS
    if scene.spec.top_k is not None or scene.spec.within:
        most = min(len(table.rows), RANKED)
    return scene.phrases.bullets(
        scene.say(
            "share.line",
            group=scene.label(table, row),
            share=table.ref(row, "share_pct"),
            value=value_of(table, _VALUE, row),
        )
        for row in table.order[:most]
    )


def tell_pareto(scene: Scene[ShareRatio]) -> str:
    """How many groups are needed to reach the asked share of the total."""
    table = scene.main
    lead = scene.say(
        "share.pareto",
        needed=table.ref(0, "groups_needed"),
        total=table.ref(0, "groups_total"),
        column=scene.wording.names(scene.spec.group_cols),
        reached=table.ref(0, "reached_pct"),
        whole=_whole(scene),
        where=scene.where,
    )
    return f"{lead}\n\n{_lines(scene, scene.tables[1])}" if len(scene.tables) > 1 and scene.tables[1].rows else lead


def tell_ratio(scene: Scene[ShareRatio]) -> str:
    """A ratio over all rows with its two parts, or the groups with the highest and the lowest."""
    assert scene.spec.numerator is not None and scene.spec.denominator is not None
    column = "ratio_pct" if scene.spec.as_percent and scene.main.has("ratio_pct") else "ratio"
    by = scene.spec.sort.by if scene.spec.sort else column
    column = by if by in ("ratio", "ratio_pct") else column
    words = {
        "numerator": scene.wording.part(scene.spec.numerator),
        "denominator": scene.wording.part(scene.spec.denominator),
    }
    if scene.spec.group_cols:
        told = Told(column, scene.say(f"ratio.{column}_words", **words))
        if not scene.main.rows:
            return scene.say("groups.none_chosen") if scene.spec.having else scene.nothing()
        if is_ranked(scene):
            sides = [Told(part, words[part]) for part in ("numerator", "denominator") if part == by]
            return with_choice(scene, scene.main, ranking(scene, scene.main, [*sides, told]))
        return with_choice(scene, scene.main, tell_groups(scene, scene.main, [told]))
    table = scene.main
    if table.number(0, column) is None:
        return scene.say("ratio.missing", where=scene.where, **words)
    values = {"a": table.ref(0, "numerator"), "b": table.ref(0, "denominator")}
    return scene.say(f"ratio.{column}", value=table.ref(0, column), where=scene.where, **values, **words)


def _whole(scene: Scene[ShareRatio]) -> str:
    if scene.spec.value.col == "*" and not scene.spec.value.filters:
        return scene.say("share.all_rows")
    return scene.wording.part(scene.spec.value)


NARRATORS: Mapping[str, Narrator] = {
    "groupby_agg": tell_groupby_agg,
    "share_ratio": tell_share_ratio,
    "value_counts": tell_value_counts,
}
