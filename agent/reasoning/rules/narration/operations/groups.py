"""How a table of groups is told: the highest, the lowest, and the groups one by one when they are few."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from agent.reasoning.rules.narration.scene import Scene
from agent.reasoning.rules.narration.view import TableView
from agent.specs.base import Sort
from agent.specs.measures import (
    Aggregates,
    Aggregation,
    ColumnSummary,
    Correlation,
    GroupbyAgg,
    Measure,
    OlsRegression,
    Outliers,
    TimeTrend,
    metric_name,
)
from agent.specs.plots import Area, Line, Plot
from agent.specs.result_words import as_title

FEW = 6
"""Up to this many groups are named one by one."""
LEADERS, VERY_MANY = 3, 100
"""Of more groups, this many are named; of very many none."""
RANKED = 10
"""A ranking names at most this many."""


WHOLE_FROM, TENS = 1_000, 10
"""Where the largest number is of this size, a sentence that compares leaves out decimals, which stand in the table, of
all but numbers below ten."""
_HUNDREDTHS, _LEAST_HUNDREDTHS = ".2", 0.1
"""Beside numbers of two decimals a smaller one has no more."""
End = Literal["highest", "lowest"]
Way = Literal["value", "amount", "rows"]
"""Whether a number is high or low, is an amount of something, or a number of rows: what is said of the ends."""
BOTH_ENDS: tuple[End, ...] = ("highest", "lowest")
ENDS: Mapping[Aggregation, tuple[End, ...]] = {"max": ("highest",), "min": ("lowest",)}


@dataclass(frozen=True)
class Told:
    """A result column and what it is called in prose.

    Of a highest price only the highest is told, as the highest "price": `subject` and `ends` say so. `amount` is what
    there is most or least of.
    """

    column: str
    words: str
    fmt: str = ""
    subject: str = ""
    ends: tuple[End, ...] = BOTH_ENDS
    way: Way = "value"
    amount: str = ""


AnyScene = Scene[Measure | Plot]


def tell_groups(scene: AnyScene, table: TableView, metrics: Sequence[Told], sorted_by: str | None = None) -> str:
    """Highest and lowest group, then a list. Of several metrics only one end is told.

    `sorted_by`: the column that the table is sorted by, largest first.
    """
    shown = metrics if len(metrics) == 1 else [replace(told, ends=told.ends[:1]) for told in metrics]
    by_size = [told for told in shown if table.formats.get(told.column) not in ("text", "date")] or shown
    leads = scene.phrases.prose(each_extremes(scene, table, by_size, sorted_by))
    return "\n\n".join(part for part in (leads, listing(scene, table, metrics, sorted_by)) if part)


def each_extremes(
    scene: AnyScene, table: TableView, metrics: Sequence[Told], sorted_by: str | None = None
) -> list[str]:
    """The extremes of each metric; the conditions are said once, and a group that leads again is not named again."""
    leading = [_leading(scene, table, told, sorted_by) for told in metrics]
    said = [extremes(scene, table, told, sorted_by) for told in metrics[:1]]
    for told, leads in zip(metrics[1:], leading[1:], strict=True):
        again = leads is not None and leading[0] is not None and leads[0] == leading[0][0]
        said.append(
            _also(scene, table, told, *leads) if again and leads else extremes(scene, table, told, sorted_by, where="")
        )
    return said


def _leading(scene: AnyScene, table: TableView, told: Told, sorted_by: str | None) -> tuple[int, End] | None:
    """The one row that is named first of a metric, and which end it is; None where several share it or none is."""
    ranked = table.complete(table.named(table.ranked(told.column)))
    if len(ranked) < 2 or not (table.is_whole or sorted_by == told.column):
        return None
    end = _ends(scene, table, told)[0]
    row = ranked[0] if end == "highest" else ranked[-1]
    alike = table.number(ranked[0], told.column) == table.number(ranked[-1], told.column)
    return None if alike or len(table.named(table.same_as(row, told.column))) > 1 else (row, end)


def _also(scene: AnyScene, table: TableView, told: Told, row: int, end: End) -> str:
    kind = _kind(scene, table, told)
    metric = told.amount if kind in AMOUNTS else told.subject or told.words
    values = {"group": scene.label(table, row), "metric": metric, "value": value_of(table, told, row)}
    return scene.say(f"{kind}.also_{end}", **values)


def _ends(scene: AnyScene, table: TableView, told: Told) -> tuple[End, ...]:
    """Which ends of a metric are told, the one that is asked for first; of a part of a table only the highest."""
    ends = told.ends if table.is_whole else BOTH_ENDS[:1]
    return tuple(reversed(ends)) if table.is_whole and _asks_for_the_least(scene) else ends


def extremes(
    scene: AnyScene, table: TableView, told: Told, sorted_by: str | None = None, *, where: str | None = None
) -> str:
    """Which group has the highest and which the lowest value. Rows without a key are no group to be named here.
    `where`: the conditions, if not those of the spec."""
    where = scene.where if where is None else where
    every = table.named(table.ranked(told.column))
    ranked = table.complete(every)
    if not ranked:
        return scene.say("groups.no_numbers", metric=told.words)
    if not table.is_whole and sorted_by != told.column:
        return scene.say("groups.many", count=table.count)
    rows: Mapping[End, int] = {"highest": ranked[0], "lowest": ranked[-1]}
    if len(ranked) == 1:
        said = only_group(scene, table, told, ranked[0], where=where)
        return with_incomplete(scene, table, said) if len(every) > 1 else said
    if table.number(ranked[0], told.column) == table.number(ranked[-1], told.column):
        return scene.say("groups.equal", metric=told.words, value=value_of(table, told, ranked[0]), where=where)
    ends = _ends(scene, table, told)
    beyond: Mapping[End, bool] = {"highest": ranked[0] != every[0], "lowest": ranked[-1] != every[-1]}
    sentences = [_extreme(scene, table, told, rows[end], end, where) for end in ends[:1]]
    sentences += [_extreme(scene, table, told, rows[end], end) for end in ends[1:]]
    named = [
        with_incomplete(scene, table, said) if beyond[end] or not table.is_complete(rows[end]) else said
        for end, said in zip(ends, sentences, strict=True)
        if said
    ]
    return scene.phrases.prose(named)


def with_incomplete(scene: AnyScene, table: TableView, sentence: str) -> str:
    """The sentence, saying which periods the data cover in part; as it is where they cover all."""
    said, end = incomplete_words(scene, table), scene.say("list.end")
    return f"{sentence.removesuffix(end)}{said}{end}" if said else sentence


def incomplete_words(scene: AnyScene, table: TableView) -> str:
    """Which periods the data cover in part, as the end of a sentence; "" where they cover all."""
    periods = [row for row in table.order if not table.is_complete(row)]
    named = list({table.value(row, table.keys[0]): scene.period(table, row) for row in periods}.values())
    if not named:
        return ""
    key = "trend.incomplete" if len(named) == 1 else "trend.incomplete_both"
    return scene.say(key, periods=scene.phrases.joined(named))


def _asks_for_the_least(scene: AnyScene) -> bool:
    """Whether the table is sorted smallest first: then the lowest group is the answer and is told first."""
    sort = scene.spec.model_dump().get("sort")
    return bool(sort and sort["ascending"])


def only_group(scene: AnyScene, table: TableView, told: Told, row: int = 0, *, where: str = "") -> str:
    """The value of the one group there is, or of the one that has a name."""
    group, value = scene.label(table, row), table.ref(row, told.column, told.fmt)
    return scene.say("groups.only", group=group, metric=as_title(told.words), value=value, where=where)


def value_of(table: TableView, told: Told, row: int) -> str:
    """A value as a sentence says it that compares groups or periods: with no more decimals than tell them apart."""
    sizes = [abs(number) for _, number in table.numbered(told.column)]
    own = abs(table.number(row, told.column) or 0)
    if told.fmt or table.formats.get(told.column) != "number" or len(sizes) < 2:
        return table.ref(row, told.column, told.fmt)
    if max(sizes) >= WHOLE_FROM and (own >= TENS or not own):
        return table.ref(row, told.column, "integer")
    return table.ref(row, told.column, _HUNDREDTHS if max(sizes) >= 1 > own >= _LEAST_HUNDREDTHS else "")


def listing(scene: AnyScene, table: TableView, metrics: Sequence[Told], sorted_by: str | None = None) -> str:
    """Few groups one by one, in table order; of many the largest ones, of very many none but the ends, which were told.
    "" where nothing is to be added."""
    if (len(table.rows) == 1 and len(metrics) == 1) or len(table.rows) > VERY_MANY:
        return ""
    if len(table.rows) <= FEW and table.is_whole:
        return scene.phrases.bullets(line(scene, table, row, metrics) for row in table.order)
    if not table.is_whole and sorted_by != metrics[0].column:
        return ""
    leaders = table.ranked(metrics[0].column)[:LEADERS]
    if not leaders:
        return ""
    return scene.phrases.bullets(line(scene, table, row, metrics) for row in leaders)


def ranking(scene: AnyScene, table: TableView, metrics: Sequence[Told]) -> str:
    """A table cut to its first rows, told in its order; `metrics` begin with what it is sorted by."""
    if not table.rows:
        return scene.nothing()
    lead = first_place(scene, table, metrics[0])
    if len(table.rows) == 1:
        others = [only_group(scene, table, told) for told in metrics[1:]]
        return scene.phrases.prose([lead, *others])
    named = scene.phrases.bullets(line(scene, table, row, metrics) for row in table.order[:RANKED])
    return f"{lead}\n\n{named}"


def first_place(scene: AnyScene, table: TableView, told: Told) -> str:
    """Who comes first in a ranking, and whether that is the highest or the lowest. Rows without a key are no group to
    be named so."""
    row = 0 if getattr(scene.spec, "skip", 0) else table.named(table.order)[0]
    place = _place(scene, table, told, row)
    if place in BOTH_ENDS:
        said = _end_told(scene, table, told, row, place, scene.where)
    else:
        value, where = value_of(table, told, row), scene.where
        said = scene.say(f"groups.{place}", group=scene.label(table, row), metric=told.words, value=value, where=where)
    return said if table.is_complete(row) else with_incomplete(scene, table, said)


def _place(scene: AnyScene, table: TableView, told: Told, row: int) -> Literal["at_place", "first"] | End:
    """What the first row with a name is of a ranking: the highest or lowest only where the table is sorted by this very
    column and starts with its first place.
    """
    if getattr(scene.spec, "skip", 0):
        return "at_place"
    named = table.named(table.order)
    sort, numbers = sorting_of(scene), [number for at, number in table.numbered(told.column) if at in named]
    first = table.number(row, told.column) if table.is_named(row) else None
    by_it = sort is None or sort.by == told.column
    if first is None or not by_it or told.ends != BOTH_ENDS or min(numbers) == max(numbers):
        return "first"
    return "highest" if first == max(numbers) else "lowest"


def line(scene: AnyScene, table: TableView, row: int, metrics: Sequence[Told]) -> str:
    """One group in a list: its name, its value; with several metrics each is named."""
    group = scene.label(table, row)
    if len(metrics) == 1:
        return scene.say("line.one", group=group, value=value_of(table, metrics[0], row))
    parts = [
        scene.say("line.part", metric=told.amount or told.words, value=value_of(table, told, row)) for told in metrics
    ]
    return scene.say("line.one", group=group, value=scene.say("list.between").join(parts))


def _extreme(scene: AnyScene, table: TableView, told: Told, row: int, end: End, where: str | None = None) -> str:
    """One end of the values; without `where`, after a sentence that said what the values are and of which rows."""
    tied = table.named(table.same_as(row, told.column))
    if len(tied) == 1:
        return _end_told(scene, table, told, row, end, where)
    metric, value = told.subject or told.words, value_of(table, told, row)
    if len(tied) > LEADERS and where is None:
        return ""  # that many groups share the other end says little
    if len(tied) > LEADERS:
        return scene.say(f"groups.{end}_many", metric=metric, value=value, where=where or "")
    named = scene.phrases.joined([scene.label(table, other) for other in tied])
    return scene.say(f"groups.{end}_tied", groups=named, metric=metric, value=value, where=where or "")


def _end_told(scene: AnyScene, table: TableView, told: Told, row: int, end: End, where: str | None) -> str:
    """Which row has the end; `where`: as in `_extreme`."""
    values = {"group": scene.label(table, row), "value": value_of(table, told, row)}
    kind = _kind(scene, table, told)
    grain = grain_of(scene) if kind == "groups.period" else None
    if where is None:
        return scene.say(f"{kind}.then_{end}", **values)
    values["metric"] = told.amount if kind in AMOUNTS else told.subject or told.words
    if grain:
        values["grain"] = scene.say(f"groups.{'strongest' if end == 'highest' else 'weakest'}.{grain}")
    return scene.say(f"{kind}.{end}", where=where, **values)


AMOUNTS = ("groups.amount", "groups.period")


def _kind(scene: AnyScene, table: TableView, told: Told) -> str:
    """Which phrases tell the ends of a metric. An amount below zero is no "least" that a group has."""
    way = told.way if all(number >= 0 for _, number in table.numbered(told.column)) else "value"
    return "groups.period" if way == "amount" and grain_of(scene) else f"groups.{way}"


def grain_of(scene: AnyScene) -> str | None:
    """The length of the periods that the rows of the spec's table are, one row each; None where they are no periods."""
    measure = getattr(scene.spec, "of", None) or scene.spec
    if isinstance(measure, TimeTrend):
        return measure.grain if measure.group_col is None else None
    return measure.grain if isinstance(measure, Area | Line) and measure.color is None else None


def told_metrics(scene: AnyScene, table: TableView, spec: Aggregates) -> list[Told]:
    """The metrics, quantities and computed columns that the table holds, with their words: the one that the table is
    sorted by first, then in the order asked for. Over time and over all rows what is computed of the others stands
    before them: it is what was asked for, they are its parts.
    """
    told = [told_metric(scene, column, each) for column, wanted in spec.metrics.items() for each in wanted]
    told += [Told(name, scene.wording.given(name)) for name in spec.quantities]
    made = [Told(name, scene.wording.given(name)) for name in spec.computed]
    told = [*told, *made] if isinstance(spec, GroupbyAgg) and spec.group_cols else [*made, *told]
    sort = sorting_of(scene)
    return sorted((each for each in told if table.has(each.column)), key=lambda each: each.column != (sort and sort.by))


def sorting_of(scene: AnyScene) -> Sort | None:
    """How the table is sorted, if the spec says so."""
    sort = getattr(scene.spec, "sort", None)
    return sort if isinstance(sort, Sort) else None


def is_ranked(scene: AnyScene) -> bool:
    """Whether the table is cut to some places, so that its own highest and lowest are not those of all."""
    return bool(getattr(scene.spec, "top_k", None) is not None or getattr(scene.spec, "skip", 0))


def with_choice(scene: AnyScene, table: TableView, prose: str) -> str:
    """The prose of a table whose rows had to fulfil conditions: says so first."""
    if not getattr(scene.spec, "having", []):
        return prose
    return f"{scene.say('groups.chosen')}\n\n{prose}" if table.rows else scene.say("groups.none_chosen")


def told_metric(scene: AnyScene, column: str, aggregation: Aggregation) -> Told:
    """One metric: its result column, its words, and which end of it is worth telling."""
    name, words = metric_name(column, aggregation), scene.wording.metric(column, aggregation)
    if aggregation in ENDS:
        return Told(name, words, subject=scene.wording.column(column), ends=ENDS[aggregation])
    if aggregation == "sum":
        return Told(name, words, way="amount", amount=scene.wording.bare(column))
    return Told(name, words, way="rows" if (column, aggregation) == ("*", "count") else "value")


# ----------------------------------------------------------------
# Statistics of each group in prose: a line a group, whatever the statistic.


def outliers_by_group(scene: Scene[Outliers], by: str) -> str:
    """How many outliers each group has, out of how many values."""
    table = scene.main
    lead = scene.say("by_group.outliers", column=scene.wording.name(scene.spec.column), **_group(scene, by))
    lines = []
    for row in table.order[:RANKED]:
        group = scene.label(table, row, [by])
        if table.number(row, "count") is None:
            lines.append(scene.say("by_group.too_few", group=group))
        else:
            value = scene.say("by_group.share", count=table.ref(row, "count"), n=table.ref(row, "n"))
            lines.append(scene.say("line.one", group=group, value=value))
    return _group_sentence(scene, lead, lines)


def correlations_by_group(scene: Scene[Correlation], by: str) -> str:
    """The coefficient of each pair in each group, with p and the number of pairs of values."""
    table = scene.main
    lead = scene.say("by_group.correlation", method=scene.say(f"method.{scene.spec.method}"), **_group(scene, by))
    lines = []
    for row in table.order[:RANKED]:
        named = {"group": scene.label(table, row, [by]), "a": table.ref(row, "a"), "b": table.ref(row, "b")}
        if table.number(row, "r") is None:
            lines.append(scene.say("by_group.too_few", group=scene.say("by_group.pair", **named)))
            continue
        found = {"r": table.ref(row, "r"), "p": table.ref(row, "p", "p_value"), "n": table.ref(row, "n")}
        lines.append(scene.say("by_group.pair_line", pair=scene.say("by_group.pair", **named), **found))
    return _group_sentence(scene, lead, lines)


def lines_by_group(scene: Scene[OlsRegression], by: str) -> str:
    """The slope of each group's line with how much it explains and how sure it is, and its intercept."""
    table = scene.main
    named = {"x": scene.wording.name(scene.spec.x[0]), "y": scene.wording.name(scene.spec.y)}
    lines = []
    for row in table.order[:RANKED]:
        group = scene.label(table, row, [by])
        if table.number(row, "slope") is None:
            lines.append(scene.say("by_group.too_few", group=group))
            continue
        found = {name: table.ref(row, name) for name in ("slope", "intercept", "r2", "n")}
        sure = scene.say("regression.certainty", p=table.ref(row, "p", "p_value"))
        certainty = f" {sure}" if table.number(row, "p") is not None else ""
        lines.append(scene.say("by_group.fitted", group=group, certainty=certainty, **found))
    return _group_sentence(scene, scene.say("by_group.lines", **named, **_group(scene, by)), lines)


def summary_by_group(scene: Scene[ColumnSummary], by: str, lines: list[str]) -> str:
    """The statistics of each group; `lines` tells them of each row of the table."""
    return _group_sentence(scene, scene.say("by_group.summary", **_group(scene, by)), lines[:RANKED])


_ByGroup = Scene[Outliers] | Scene[Correlation] | Scene[ColumnSummary] | Scene[OlsRegression]


def _group(scene: _ByGroup, by: str) -> dict[str, str]:
    return {"group": scene.wording.derived_name(by, scene.spec), "where": scene.where}


def _group_sentence(scene: _ByGroup, lead: str, lines: list[str]) -> str:
    return f"{lead}\n\n{scene.phrases.bullets(lines)}"
