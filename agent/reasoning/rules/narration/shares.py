"""Shares of a total, the few that make most of it, and ratios, in prose."""

from agent.reasoning.rules.narration.groups import FEW, LEADERS, RANKED, Told, tell_groups
from agent.reasoning.rules.narration.scene import Scene
from agent.reasoning.rules.narration.view import TableView
from agent.specs.measures import ShareRatio


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
        return scene.nothing()
    first = table.named(table.order)[0]
    lead = scene.say(
        "share.lead",
        group=scene.label(table, first),
        whole=_whole(scene),
        share=table.ref(first, "share_pct"),
        value=table.ref(first, "value"),
    )
    if len(table.rows) == 1:
        return lead
    most = len(table.rows) if len(table.rows) <= FEW else LEADERS
    if scene.spec.top_k is not None:
        most = min(len(table.rows), RANKED)
    named = scene.phrases.bullets(
        scene.say(
            "share.line",
            group=scene.label(table, row),
            share=table.ref(row, "share_pct"),
            value=table.ref(row, "value"),
        )
        for row in table.order[:most]
    )
    rest = f"\n\n{scene.say('groups.rest')}" if most < len(table.rows) else ""
    return f"{lead}\n\n{named}{rest}"


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
    )
    return scene.phrases.prose([lead, tell_composition(scene, scene.tables[1])]) if len(scene.tables) > 1 else lead


def tell_ratio(scene: Scene[ShareRatio]) -> str:
    """A ratio over all rows with its two parts, or the groups with the highest and the lowest."""
    assert scene.spec.numerator is not None and scene.spec.denominator is not None
    column = "ratio_pct" if scene.spec.as_percent and scene.main.has("ratio_pct") else "ratio"
    words = {
        "numerator": scene.wording.quantity(scene.spec.numerator),
        "denominator": scene.wording.quantity(scene.spec.denominator),
    }
    if scene.spec.group_cols:
        told = Told(column, scene.say(f"ratio.{column}_words", **words))
        return tell_groups(scene, scene.main, [told])
    table = scene.main
    if table.number(0, column) is None:
        return scene.say("ratio.missing", where=scene.where, **words)
    values = {"a": table.ref(0, "numerator"), "b": table.ref(0, "denominator")}
    return scene.say(f"ratio.{column}", value=table.ref(0, column), where=scene.where, **values, **words)


def _whole(scene: Scene[ShareRatio]) -> str:
    if scene.spec.value.col == "*" and not scene.spec.value.filters:
        return scene.say("share.all_rows")
    return scene.wording.quantity(scene.spec.value)
