"""Time in prose: from first to last, highest and lowest, the biggest rise and fall."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from agent.reasoning.rules.narration.operations.groups import (
    FEW,
    RANKED,
    AnyScene,
    Told,
    each_extremes,
    extremes,
    first_place,
    is_ranked,
    line,
    listing,
    ranking,
    told_metrics,
    value_of,
    with_choice,
    with_incomplete,
)
from agent.reasoning.rules.narration.scene import Narrator, Scene
from agent.reasoning.rules.narration.view import TableView
from agent.specs.measures import TimeTrend
from agent.specs.references import arithmetic
from agent.specs.result_words import as_title


def tell_time_trend(scene: Scene[TimeTrend]) -> str:
    """A metric over time. With growth, the biggest rise and fall; with two periods, the change between them."""
    table = scene.main
    metrics = told_metrics(scene, table, scene.spec)
    if not table.rows:
        return with_choice(scene, table, scene.nothing())
    if is_ranked(scene):
        return with_choice(scene, table, _tell_ranked(scene, metrics))
    if scene.spec.having:
        return with_choice(scene, table, tell_chosen(scene, table, metrics))
    growth = growth_column(table, metrics[0])
    if scene.spec.cumulative and scene.spec.group_col is None and table.is_whole and table.rows:
        return tell_running_total(scene, table, metrics)
    if growth and scene.spec.group_col is None:
        return tell_growth(scene, table, metrics[0], growth)
    if scene.spec.group_col is not None:
        return tell_by_group(scene, table, metrics)
    return tell_course(scene, table, metrics)


def tell_chosen(scene: Scene[TimeTrend], table: TableView, metrics: Sequence[Told]) -> str:
    """The periods that fulfil the conditions, one by one with their values and growth; the rest stands in the table."""
    told: list[Told] = []
    for each in metrics:
        growth = growth_column(table, each)
        told += [each, *([Told(growth, scene.say("column.change", metric=each.words))] if growth else [])]
    return scene.phrases.bullets(line(scene, table, row, told) for row in table.order[:RANKED])


def tell_course(scene: Scene[TimeTrend], table: TableView, metrics: Sequence[Told]) -> str:
    """Extremes of each metric; after those of the first its way from the first period to the last."""
    if len(table.rows) == 1:
        return scene.say(
            "groups.only",
            group=scene.period(table, 0),
            metric=as_title(metrics[0].words),
            value=_value(table, 0, metrics),
            where=scene.where,
        )
    metrics = _averaged(scene, table, metrics) or metrics
    sorting = scene.spec.sort
    sorted_by = sorting.by if sorting is not None and not sorting.ascending else None
    change = first_to_last(scene, table, metrics[0])
    least = sorting is not None and sorting.ascending
    shown = (
        [replace(told, ends=told.ends[:1]) for told in metrics]
        if change and table.incomplete and not least
        else metrics
    )
    first, *others = each_extremes(scene, table, shown, sorted_by)
    sentences = scene.phrases.prose([first, change, *others])
    if len(table.rows) > FEW:
        return sentences
    return f"{sentences}\n\n{listing(scene, table, metrics)}"


def _averaged(scene: Scene[TimeTrend], table: TableView, metrics: Sequence[Told]) -> list[Told]:
    """The moving average of each metric, where it was asked for: then it is what is told."""
    names = [(f"{told.column}_moving", told) for told in metrics]
    return [Told(name, scene.say("trend.moving", metric=told.words)) for name, told in names if table.has(name)]


def tell_running_total(scene: Scene[TimeTrend], table: TableView, metrics: Sequence[Told]) -> str:
    """What each metric adds up to by the last period; the steps stand in the table."""
    last = max(table.order, key=lambda row: str(table.value(row, "period")))
    metrics = [told for told in metrics if table.has(f"{told.column}_cumulative")]
    reached = [
        scene.say(
            "trend.reached",
            period=scene.period(table, last),
            metric=told.words,
            value=table.ref(last, f"{told.column}_cumulative"),
            where=scene.where,
        )
        for told in metrics
    ]
    steps = _so_far(scene, table, metrics)
    if len(table.rows) > FEW:
        return scene.phrases.prose(reached)
    return f"{scene.phrases.prose(reached)}\n\n{listing(scene, table, steps)}"


def _so_far(scene: Scene[TimeTrend], table: TableView, metrics: Sequence[Told]) -> list[Told]:
    """The running total of each metric, where it was asked for."""
    names = [(f"{told.column}_cumulative", told) for told in metrics]
    return [Told(name, scene.say("trend.so_far", metric=told.words)) for name, told in names if table.has(name)]


def tell_growth(scene: Scene[TimeTrend], table: TableView, told: Told, growth: str) -> str:
    """The one change there is, or the biggest rise and the biggest fall."""
    grown = comparable(scene, table, growth)
    if not grown:
        return scene.phrases.prose([scene.say("trend.no_growth"), extremes(scene, table, told, None)])
    if not table.is_whole:
        return scene.say("groups.many", count=table.count)
    if len(grown) == 1:
        return _one_change(scene, table, told, growth, grown[0][0])
    ranked = sorted(grown, key=lambda pair: -pair[1])
    rise, fall = ranked[0][0], ranked[-1][0]
    sentences = [_step(scene, table, told, growth, rise, "rise" if grown_up(table, growth, rise) else "least_fall")]
    last = _step(scene, table, told, growth, fall, "least_rise" if grown_up(table, growth, fall) else "fall")
    sentences.append(with_incomplete(scene, table, last))
    if len(grown) <= FEW:
        named = scene.phrases.bullets(
            scene.say("trend.line", period=scene.period(table, row), growth=table.ref(row, growth)) for row, _ in grown
        )
        return f"{scene.phrases.prose(sentences)}\n\n{named}"
    return scene.phrases.prose(sentences)


def tell_by_group(scene: Scene[TimeTrend], table: TableView, metrics: Sequence[Told]) -> str:
    """Which group and period has the highest value; the rest stands in the table. Of what runs on, where that was asked
    for, the highest is where it got to."""
    metrics = _averaged(scene, table, metrics) or _so_far(scene, table, metrics) or metrics
    leads = scene.phrases.prose(each_extremes(scene, table, metrics))
    if len(table.rows) <= FEW:
        return f"{leads}\n\n{listing(scene, table, metrics)}"
    return leads


def first_to_last(scene: Scene[TimeTrend], table: TableView, told: Told) -> str:
    """How the metric went from the first period to the last, whatever the rows are sorted by."""
    in_time = sorted(table.numbered(told.column), key=lambda pair: str(table.value(pair[0], "period")))
    return course(scene, table, told, "period", in_time)


def comparable(scene: Scene[TimeTrend], table: TableView, growth: str) -> list[tuple[int, float]]:
    """The changes (row, percent) from one whole period to another; all of them where no other is there."""
    every = table.numbered(growth)
    in_time = sorted(table.order, key=lambda row: str(table.value(row, "period")))
    after = {later for one, later in pairwise(in_time) if not table.is_complete(one)}
    if scene.spec.growth == "first" and in_time and not table.is_complete(in_time[0]):
        after = set(in_time)
    return [(row, by) for row, by in every if table.is_complete(row) and row not in after] or every


def growth_column(table: TableView, told: Told) -> str:
    """The column of growth in percent of a metric, or ""."""
    column = f"{told.column}_growth_pct"
    return column if table.has(column) else ""


def grown_up(table: TableView, growth: str, row: int) -> bool:
    """Did it grow in this period?"""
    return (table.number(row, growth) or 0) >= 0


def _value(table: TableView, row: int, metrics: Sequence[Told]) -> str:
    return table.ref(row, metrics[0].column)


def _tell_ranked(scene: Scene[TimeTrend], metrics: Sequence[Told]) -> str:
    table, sorting = scene.main, scene.spec.sort
    grown = [
        told for told in metrics if sorting and sorting.by in (f"{told.column}_growth_pct", f"{told.column}_change")
    ]
    metrics = [*grown, *(told for told in metrics if told not in grown)]
    growth = growth_column(table, metrics[0])
    if sorting is None or not grown or scene.spec.skip:
        return ranking(scene, table, metrics)
    if table.number(0, growth) is None:
        return first_place(scene, table, metrics[0])
    kind = "rise" if grown_up(table, growth, 0) else "rank_fall"
    lead = _step(scene, table, metrics[0], growth, 0, kind)
    lead = lead if table.is_complete(0) else with_incomplete(scene, table, lead)
    if len(table.rows) == 1:
        return lead
    told = [Told(growth, scene.say("trend.growth")), *metrics]
    return f"{lead}\n\n{scene.phrases.bullets(line(scene, table, row, told) for row in table.order)}"


def _one_change(scene: Scene[TimeTrend], table: TableView, told: Told, growth: str, row: int) -> str:
    kind = "one_rise" if grown_up(table, growth, row) else "one_fall"
    sentence = with_incomplete(scene, table, _step(scene, table, told, growth, row, kind))
    others = [other for other in table.order if other != row and table.number(other, told.column) is not None]
    if len(others) != 1:
        return sentence
    before = scene.say("trend.before", period=scene.period(table, others[0]), value=value_of(table, told, others[0]))
    return scene.phrases.prose([sentence, before])


FIRST_SAID = ("rise", "rank_fall", "least_fall", "one_rise", "one_fall")
"""Sentences about a change that stand first, and so say of which rows it is."""


def _step(scene: Scene[TimeTrend], table: TableView, told: Told, growth: str, row: int, kind: str) -> str:
    return scene.say(
        f"trend.{kind}",
        period=scene.period(table, row),
        metric=told.amount or told.words,
        growth=_size(table, row, growth),
        value=value_of(table, told, row),
        where=scene.where if kind in FIRST_SAID else "",
    )


def _size(table: TableView, row: int, growth: str) -> str:
    """A change as words say it that tell its direction: without its sign."""
    if grown_up(table, growth, row):
        return table.ref(row, growth)
    return arithmetic(f"0 - {table.term(row, growth)}", "percent")


# ----------------------------------------------------------------
# From the first point of a series to its last, in words.


MOST_TIMES = 10
"""A rise to more than this many times is told by its ends only: 2,650 % says little."""


def course(scene: AnyScene, table: TableView, told: Told, key: str, points: Sequence[tuple[int, float]]) -> str:
    """By how much a value rose or fell over the complete ones of `points` (row, value), in time order; ""
    where that cannot be said."""
    if not table.is_whole:
        return ""
    kept = table.complete([row for row, _ in points])
    points = [(row, value) for row, value in points if row in kept]
    if len(points) < 2:
        return ""
    (first, before), (last, after) = points[0], points[-1]
    ends = {"first": scene.label(table, first, [key]), "last": scene.label(table, last, [key])}
    if before == after:
        return with_incomplete(scene, table, scene.say("trend.same", **ends))
    values = {"before": value_of(table, told, first), "after": value_of(table, told, last)}
    direction = "rose" if after > before else "fell"
    if before <= 0 or after > MOST_TIMES * before or table.is_clock_time(told.column):
        return with_incomplete(scene, table, scene.say(f"trend.{direction}", **ends, **values))
    start, end = table.term(first, told.column), table.term(last, told.column)
    change = f"({end} - {start})" if after > before else f"({start} - {end})"
    told_by = scene.say(f"trend.{direction}_by", by=arithmetic(f"{change} / {start}", "percent"), **ends)
    return with_incomplete(scene, table, told_by)


NARRATORS: Mapping[str, Narrator] = {
    "time_trend": tell_time_trend,
}
