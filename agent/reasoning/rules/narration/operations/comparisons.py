"""Groups compared, in prose: does a value differ, by how much, how sure; and cross tables."""

import re
from collections.abc import Mapping

from agent.analysis.words import say_if_known
from agent.reasoning.rules.narration.operations.beside_tests import checks_told, design_told, pairs_told
from agent.reasoning.rules.narration.operations.groups import FEW, RANKED, Told, extremes
from agent.reasoning.rules.narration.operations.summaries import LEVEL
from agent.reasoning.rules.narration.scene import Narrator, Scene
from agent.reasoning.rules.narration.view import TableView
from agent.specs.measures import CompareColumns, CompareGroups, PivotTable
from agent.state import MISSING_KEY
from languages.phrase_files import telling

_NO_LETTERS = re.compile(r"\W+")
_TABLES = 4
"""The verdict, the groups, the checks, the pairs."""
_Comparison = Scene[CompareGroups] | Scene[CompareColumns]


def tell_compare_groups(scene: Scene[CompareGroups]) -> str:
    """The verdict, the design, the groups' averages, the test, the difference with its interval, and what was looked
    at beside it; which pairs differ.
    """
    table = scene.main
    if not table.rows or table.number(0, "p") is None:
        return scene.say("compare.missing", **_asked_groups(scene))
    significant = (table.number(0, "p") or 0) < LEVEL
    lead = scene.say("compare.differs" if significant else "compare.same", **_asked_groups(scene))
    details = scene.phrases.prose((_test(scene, table), _difference(scene, table), _effect(scene, table)))
    if len(scene.tables) < _TABLES:
        return "\n\n".join((lead, details))
    checks = scene.phrases.prose(checks_told(scene))
    told = (lead, design_told(scene), _means(scene, scene.tables[1]), details, checks, pairs_told(scene))
    return "\n\n".join(part for part in told if part)


def tell_compare_columns(scene: Scene[CompareColumns]) -> str:
    """The verdict, the sides' averages, the test, the difference with its interval."""
    table = scene.main
    if not table.rows or table.number(0, "p") is None or len(scene.tables) < 2:
        return scene.nothing()
    significant = (table.number(0, "p") or 0) < LEVEL
    lead = scene.say(f"paired.{_form(scene)}_{'differs' if significant else 'same'}", **_compare(scene))
    sides = scene.tables[1]
    lines = scene.phrases.bullets(_side_line(scene, sides, row, sides.keys[0]) for row in sides.order)
    kind = "median" if table.value(0, "test") == "wilcoxon" else "mean"
    limits = {name: table.ref(0, name) for name in ("difference", "ci_low", "ci_high")}
    told = "difference" if table.number(0, "ci_low") is None or table.number(0, "ci_high") is None else "interval"
    difference = scene.say(f"paired.{told}_{kind}", **limits)
    details = scene.phrases.prose((_test(scene, table), difference, _effect(scene, table)))
    return "\n\n".join((lead, lines, details))


def _form(scene: Scene[CompareColumns]) -> str:
    return "long" if scene.spec.pair_by is not None else "columns" if scene.spec.b is not None else "number"


def _compare(scene: Scene[CompareColumns]) -> dict[str, str]:
    spec = scene.spec
    named = {"a": spec.a, "b": spec.b, "pair": spec.pair_by, "group": spec.group}
    words = {name: scene.wording.name(column) for name, column in named.items() if column is not None}
    if isinstance(spec.value, str):
        words["value"] = scene.wording.name(spec.value)
    return {**words, "where": scene.where}


def tell_pivot_table(scene: Scene[PivotTable]) -> str:
    """The highest and the lowest cell of the cross table, or its rows when they are few."""
    table = scene.main
    every = [(row, column, value) for column in table.measured() for row, value in table.numbered(column)]
    cells = [cell for cell in every if table.is_named(cell[0]) and cell[1] != MISSING_KEY] or every
    if not cells:
        return scene.say("groups.no_numbers", metric=scene.wording.quantity(scene.spec.value))
    words = scene.wording.quantity(scene.spec.value)
    if not table.is_whole:
        return scene.say("groups.many", count=table.count)
    high, low = max(cells, key=lambda cell: cell[2]), min(cells, key=lambda cell: cell[2])
    told = _told_cells(scene, words, low[2])
    sentences = [
        _cell_sentence(scene, table, high, f"{told.way}.highest", metric=told.amount or told.words, where=scene.where)
    ]
    if high[2] != low[2]:
        sentences.append(_cell_sentence(scene, table, low, f"{told.way}.then_lowest"))
    return scene.phrases.prose(sentences)


def _told_cells(scene: Scene[PivotTable], words: str, least: float) -> Told:
    """What the cells are called: an amount of something where none is below zero."""
    value = scene.spec.value
    if least < 0 or value.filters:
        return Told("", words)
    if value.agg == "sum":
        return Told("", words, way="amount", amount=scene.wording.bare(value.col))
    return Told("", words, way="rows" if value.agg == "count" and value.col == "*" else "value")


def _cell_sentence(
    scene: Scene[PivotTable], table: TableView, cell: tuple[int, str, float], end: str, **words: str
) -> str:
    row, column, _ = cell
    named = scene.wording.name(column) if scene.wording.may_write(column) else ""
    group = scene.say("group.between").join(part for part in (scene.label(table, row, _keys(scene)), named) if part)
    return scene.say(f"groups.{end}", group=group, value=table.ref(row, column), **words)


def _keys(scene: Scene[PivotTable]) -> tuple[str, ...]:
    table = scene.main
    return (scene.spec.rows,) if table.has(scene.spec.rows) else table.keys


def _asked_groups(scene: Scene[CompareGroups]) -> dict[str, str]:
    groups = scene.say("compare.all_groups", group=scene.wording.name(scene.spec.group))
    named = scene.wording.names(scene.spec.groups)
    if scene.spec.groups and scene.wording.may_write(named):
        groups = named
    return {"value": scene.wording.name(scene.spec.value), "groups": groups, "where": scene.where}


def _means(scene: Scene[CompareGroups], table: TableView) -> str:
    group = scene.spec.group if table.has(scene.spec.group) else table.keys[0]
    rows = table.order if len(table.rows) <= FEW else table.order[:RANKED]
    lines = scene.phrases.bullets(_side_line(scene, table, row, group) for row in rows)
    if len(table.rows) <= FEW:
        return lines
    lead = extremes(scene, table, Told("mean", scene.wording.metric(scene.spec.value, "mean")))
    return f"{lead}\n\n{lines}"


def _side_line(scene: _Comparison, table: TableView, row: int, key: str) -> str:
    statistics = {name: table.ref(row, name) for name in ("mean", "median", "n")}
    group = table.key(row, key, scene.phrases)
    if table.number(row, "ci_low") is None:
        return scene.say("compare.line", group=group, **statistics)
    limits = {name: table.ref(row, name) for name in ("ci_low", "ci_high")}
    return scene.say("compare.line_sure", group=group, **statistics, **limits)


def _test(scene: _Comparison, table: TableView) -> str:
    key = f"test.{table.value(0, 'test')}"
    name = scene.say(key) if scene.phrases.has(key) else table.ref(0, "test")
    p = table.ref(0, "p", "p_value")
    kind = "subjects" if table.has("design") and table.value(0, "design") == "paired" else "test"
    return scene.say(f"compare.{kind}", test=name, statistic=table.ref(0, "statistic"), p=p, n=table.ref(0, "n"))


def _difference(scene: Scene[CompareGroups], table: TableView) -> str:
    """Of two groups, which of them minus which: by averages, or by ranks the middle of all differences."""
    if table.number(0, "ci_low") is None or table.number(0, "ci_high") is None or len(scene.tables) < _TABLES:
        return ""
    sides = scene.tables[1]
    if len(sides.rows) < 2:
        return ""
    key = sides.keys[0] if sides.keys else sides.columns[0]
    kind = "median" if table.value(0, "test") in ("mann_whitney", "wilcoxon") else "mean"
    groups = {name: sides.key(row, key, scene.phrases) for name, row in (("a", 0), ("b", 1))}
    limits = {name: table.ref(0, name) for name in ("difference", "ci_low", "ci_high")}
    return scene.say(f"compare.difference_{kind}", **groups, **limits)


def _effect_name(scene: _Comparison, table: TableView) -> str:
    """What a size of an effect is called, as tables call it; as the table has it where the language has no word."""
    key = f"coded.{_NO_LETTERS.sub('_', str(table.value(0, 'effect_name')).casefold())}"
    with telling(scene.phrases.language):
        return say_if_known(key, "") or table.ref(0, "effect_name")


def _effect(scene: _Comparison, table: TableView) -> str:
    if table.number(0, "effect") is None:
        return ""
    told = {"name": _effect_name(scene, table), "effect": table.ref(0, "effect")}
    if not table.has("effect_low") or table.number(0, "effect_low") is None:
        return scene.say("compare.effect", **told)
    return scene.say("compare.effect_sure", **told, low=table.ref(0, "effect_low"), high=table.ref(0, "effect_high"))


NARRATORS: Mapping[str, Narrator] = {
    "compare_groups": tell_compare_groups,
    "compare_columns": tell_compare_columns,
    "pivot_table": tell_pivot_table,
}
