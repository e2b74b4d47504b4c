"""Groups compared, in prose: does a value differ, by how much, how sure; and cross tables."""

from agent.reasoning.rules.narration.groups import FEW, RANKED, Told, extremes
from agent.reasoning.rules.narration.scene import Scene
from agent.reasoning.rules.narration.summaries import LEVEL
from agent.reasoning.rules.narration.view import TableView
from agent.specs.measures import CompareGroups, PivotTable


def tell_compare_groups(scene: Scene[CompareGroups]) -> str:
    """The verdict, the groups' averages, the test, the difference with its interval."""
    table = scene.main
    if not table.rows or table.number(0, "p") is None:
        return scene.say("compare.missing", **_asked(scene))
    significant = (table.number(0, "p") or 0) < LEVEL
    lead = scene.say("compare.differs" if significant else "compare.same", **_asked(scene))
    means = _means(scene, scene.tables[1]) if len(scene.tables) > 1 else ""
    details = scene.phrases.prose((_test(scene, table), _interval(scene, table), _effect(scene, table)))
    return "\n\n".join(part for part in (lead, means, details) if part)


def tell_pivot_table(scene: Scene[PivotTable]) -> str:
    """The highest and the lowest cell of the cross table, or its rows when they are few."""
    table = scene.main
    cells = [(row, column, value) for column in table.measured() for row, value in table.numbered(column)]
    if not cells:
        return scene.say("groups.no_numbers", metric=scene.wording.quantity(scene.spec.value))
    words = scene.wording.quantity(scene.spec.value)
    if not table.is_whole:
        return scene.say("groups.many", metric=words)
    high, low = max(cells, key=lambda cell: cell[2]), min(cells, key=lambda cell: cell[2])
    sentences = [_cell_sentence(scene, table, high, "highest", words)]
    if high[2] != low[2]:
        sentences.append(_cell_sentence(scene, table, low, "lowest", words))
    return scene.phrases.prose([*sentences, scene.say("pivot.rest")])


def _cell_sentence(
    scene: Scene[PivotTable], table: TableView, cell: tuple[int, str, float], end: str, words: str
) -> str:
    row, column, _ = cell
    named = scene.wording.name(column) if scene.wording.may_write(column) else ""
    group = scene.say("group.between").join(part for part in (scene.label(table, row, _keys(scene)), named) if part)
    return scene.say(f"groups.{end}", group=group, metric=words, value=table.ref(row, column))


def _keys(scene: Scene[PivotTable]) -> tuple[str, ...]:
    table = scene.main
    return (scene.spec.rows,) if table.has(scene.spec.rows) else table.keys


def _asked(scene: Scene[CompareGroups]) -> dict[str, str]:
    groups = scene.say("compare.all_groups", group=scene.wording.name(scene.spec.group))
    named = scene.wording.names(scene.spec.groups)
    if scene.spec.groups and scene.wording.may_write(named):
        groups = named
    return {"value": scene.wording.name(scene.spec.value), "groups": groups, "where": scene.where}


def _means(scene: Scene[CompareGroups], table: TableView) -> str:
    group = scene.spec.group if table.has(scene.spec.group) else table.keys[0]
    rows = table.order if len(table.rows) <= FEW else table.order[:RANKED]
    lines = scene.phrases.bullets(
        scene.say(
            "compare.line",
            group=table.key(row, group, scene.phrases),
            mean=table.ref(row, "mean"),
            median=table.ref(row, "median"),
            n=table.ref(row, "n"),
        )
        for row in rows
    )
    if len(table.rows) <= FEW:
        return lines
    lead = extremes(scene, table, Told("mean", scene.wording.metric(scene.spec.value, "mean")))
    return f"{lead}\n\n{lines}"


def _test(scene: Scene[CompareGroups], table: TableView) -> str:
    key = f"test.{table.value(0, 'test')}"
    name = scene.say(key) if scene.phrases.has(key) else table.ref(0, "test")
    p = table.ref(0, "p", "p_value")
    return scene.say("compare.test", test=name, statistic=table.ref(0, "statistic"), p=p, n=table.ref(0, "n"))


def _interval(scene: Scene[CompareGroups], table: TableView) -> str:
    if table.number(0, "ci_low") is None or table.number(0, "ci_high") is None:
        return ""
    return scene.say("compare.interval", low=table.ref(0, "ci_low"), high=table.ref(0, "ci_high"))


def _effect(scene: Scene[CompareGroups], table: TableView) -> str:
    if table.number(0, "effect") is None:
        return ""
    return scene.say("compare.effect", name=table.ref(0, "effect_name"), effect=table.ref(0, "effect"))
