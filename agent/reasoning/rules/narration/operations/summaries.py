"""One column in prose: its statistics, its outliers, whether it is normal."""

import re
from collections.abc import Mapping

from agent.reasoning.rules.narration.operations.each_group import outliers_by_group, summary_by_group
from agent.reasoning.rules.narration.operations.groups import FEW, RANKED
from agent.reasoning.rules.narration.scene import Narrator, Scene
from agent.reasoning.rules.narration.view import TableView
from agent.specs.measures import ColumnSummary, NormalityTest, Outliers
from agent.specs.result_words import as_title

LEVEL = 0.05
"""The usual level of significance."""
QUANTILE = re.compile(r"p\d+(_\d+)?")
MAIN_STATISTICS = ("mean", "median", "std", "min", "max", "mode", "unique")
"""Told of each of several columns when no statistic was asked for."""


def tell_column_summary(scene: Scene[ColumnSummary]) -> str:
    """One statistic in a sentence; several in a list; several columns in a list of columns."""
    table = scene.main
    statistics = _asked_for(scene)
    if scene.spec.by is not None:
        lines = [_column_line(scene, table, row, statistics) for row in table.order]
        return summary_by_group(scene, scene.spec.by, lines)
    if len(table.rows) == 1:
        return _one_column(scene, table, statistics)
    if len(statistics) == 1:
        lead = scene.say("summary.each", statistic=_statistic(scene, statistics[0]), where=scene.where)
    else:
        lead = scene.say("summary.columns", where=scene.where)
    shown = table.order[:RANKED]
    named = scene.phrases.bullets(_column_line(scene, table, row, statistics) for row in shown)
    return f"{lead}\n\n{named}"


def tell_outliers(scene: Scene[Outliers]) -> str:
    """How many, beyond which limits, and what they do to the mean; by group how many of each."""
    if scene.spec.by is not None:
        return outliers_by_group(scene, scene.spec.by)
    table = scene.main
    column = scene.wording.name(scene.spec.column)
    count = table.number(0, "count")
    if count is None:
        return scene.nothing()
    amount = {0.0: "none", 1.0: "one"}.get(count, "many")
    n = table.ref(0, "n")
    sentences = [scene.say(f"outliers.{amount}", count=table.ref(0, "count"), n=n, column=column, where=scene.where)]
    sentences.append(_limits(scene, table))
    if count and table.number(0, "mean_without") is not None:
        effect = {"with_them": table.ref(0, "mean_with"), "without": table.ref(0, "mean_without")}
        sentences.append(scene.say("outliers.effect", **effect))
    return scene.phrases.prose(sentences)


def tell_normality(scene: Scene[NormalityTest]) -> str:
    """What the tests say together, then each with its statistic and p."""
    table = scene.main
    tested = [row for row, _ in table.numbered("p")]
    column = scene.wording.name(scene.spec.column)
    if not tested:
        return scene.say("normality.missing", column=column)
    if not table.is_whole:
        return scene.say("groups.many", count=table.count)
    verdicts = {(table.number(row, "p") or 0) >= LEVEL for row in tested}
    scope = "by_" if scene.spec.by is not None else ""
    kind = "mixed" if len(verdicts) > 1 else "plausible" if verdicts == {True} else "unlikely"
    lead = scene.say(f"normality.{scope}{kind}", column=column, where=scene.where)
    named = scene.phrases.bullets(_test_line(scene, table, row) for row in tested[:RANKED])
    return f"{lead}\n\n{named}"


def _asked_for(scene: Scene[ColumnSummary]) -> list[str]:
    """The statistics to tell: of quantiles asked for alone, only these, though the table has more."""
    every = [column for column in scene.main.columns if column not in ("column", scene.spec.by)]
    if not scene.spec.quantiles or scene.spec.stats:
        return every
    return [column for column in every if QUANTILE.fullmatch(column)] or every


def _one_column(scene: Scene[ColumnSummary], table: TableView, statistics: list[str]) -> str:
    column = table.ref(0, "column")
    if len(statistics) == 1:
        words = scene.say("summary.of", statistic=_statistic(scene, statistics[0]), column=column)
        if table.value(0, statistics[0]) is None:
            return scene.say("total.missing", metric=words, where=scene.where)
        return scene.say("total.value", value=table.ref(0, statistics[0]), metric=as_title(words), where=scene.where)
    lead = _in_words(scene, table) or scene.say("summary.column", column=column, where=scene.where)
    told = [statistic for statistic in statistics if table.value(0, statistic) is not None]
    named = scene.phrases.bullets(
        scene.say("line.one", group=_statistic(scene, statistic), value=table.ref(0, statistic)) for statistic in told
    )
    return f"{lead}\n\n{named}"


def _in_words(scene: Scene[ColumnSummary], table: TableView) -> str:
    """What a column is like, where no statistic was asked for: its middle and ends, or its most frequent value."""
    column = str(table.value(0, "column"))
    for key, names in _TOLD.items():
        if not scene.spec.stats and all(table.has(name) and table.value(0, name) is not None for name in names):
            words = as_title(scene.wording.column(column)) if key == "summary.spread" else scene.wording.column(column)
            return scene.say(key, column=words, where=scene.where, **{name: table.ref(0, name) for name in names})
    return ""


_TOLD = {"summary.spread": ("mean", "median", "min", "max"), "summary.usual": ("mode", "unique")}


def _column_line(scene: Scene[ColumnSummary], table: TableView, row: int, statistics: list[str]) -> str:
    main = statistics if scene.spec.stats else [name for name in statistics if name in MAIN_STATISTICS]
    told = [statistic for statistic in main if table.value(row, statistic) is not None][:FEW]
    by = scene.spec.by
    if len(statistics) == 1 and by is None:
        value = table.ref(row, statistics[0])
    else:
        parts = [
            scene.say("line.part", metric=_statistic(scene, statistic), value=table.ref(row, statistic))
            for statistic in told
        ]
        value = scene.say("list.between").join(parts)
    group = table.ref(row, "column")
    if by is not None:
        group = scene.say("group.between").join([scene.label(table, row, [by]), group])
    return scene.say("line.one", group=group, value=value)


def _statistic(scene: Scene[ColumnSummary], column: str) -> str:
    """The words of a statistic; of a quantile (`p97_5`) its number, as asked for."""
    key = f"statistic.{column}"
    if scene.phrases.has(key):
        return scene.say(key)
    number = column.removeprefix("p").replace("_", ".")
    if not scene.wording.may_write(number):
        return scene.say("statistic.quantile_unsaid")
    return scene.say("statistic.quantile", number=number)


def _limits(scene: Scene[Outliers], table: TableView) -> str:
    low, high = table.number(0, "lower"), table.number(0, "upper")
    if low is None and high is None:
        return ""
    kind = "between" if low is not None and high is not None else "below" if low is not None else "above"
    if scene.spec.side != "both" and kind == "between":
        kind = {"low": "below", "high": "above"}[scene.spec.side]
    values = {"lower": table.ref(0, "lower"), "upper": table.ref(0, "upper")}
    rule = scene.say(f"outliers.rule_{scene.spec.method}")
    return scene.say(f"outliers.limits_{kind}", rule=rule, **values)


def _test_line(scene: Scene[NormalityTest], table: TableView, row: int) -> str:
    test = str(table.value(row, "test"))
    key = f"test.{test}"
    name = scene.say(key) if scene.phrases.has(key) else table.ref(row, "test")
    by = scene.spec.by
    if by is not None and table.has(by):
        name = scene.say("normality.group", group=table.key(row, by, scene.phrases), test=name)
    return scene.say(
        "normality.line", test=name, statistic=table.ref(row, "statistic"), p=table.ref(row, "p", "p_value")
    )


NARRATORS: Mapping[str, Narrator] = {
    "column_summary": tell_column_summary,
    "outliers": tell_outliers,
    "normality_test": tell_normality,
}
