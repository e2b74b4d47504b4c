"""Statistics of each group in prose: a line a group, whatever the statistic."""

from agent.reasoning.rules.narration.operations.groups import RANKED
from agent.reasoning.rules.narration.scene import Scene
from agent.specs.measures import ColumnSummary, Correlation, OlsRegression, Outliers


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
