"""What stands beside a test of groups, in prose: its design, what its figures rest on, and which pairs differ."""

from agent.reasoning.rules.narration.operations.groups import FEW
from agent.reasoning.rules.narration.operations.summaries import LEVEL
from agent.reasoning.rules.narration.scene import Scene
from agent.reasoning.rules.narration.view import TableView
from agent.specs.measures import CompareGroups, ContingencyTest, Correlation

_ASSUMES_LIKE_SPREADS = frozenset({"student", "anova"})
_BY_RANKS = frozenset({"mann_whitney", "kruskal", "wilcoxon", "friedman"})
_SEVERAL = 2
_Tested = Scene[CompareGroups] | Scene[Correlation] | Scene[ContingencyTest]


def design_told(scene: Scene[CompareGroups]) -> str:
    """Why values are paired, or averaged first, where the data say so; that it can be changed, unless it was asked."""
    table = scene.main
    design = table.value(0, "design") if table.rows else None
    if design not in ("paired", "nested"):
        return ""
    words = {"subject": table.ref(0, "subject"), "group": scene.wording.name(scene.spec.group)}
    found = scene.say(f"design.{design}", **words)
    return found if scene.spec.design == design else scene.phrases.prose([found, scene.say("design.change")])


def checks_told(scene: Scene[CompareGroups]) -> list[str]:
    """A sentence a check that matters: spread, the same by ranks, skewness, what could have been found."""
    checks = scene.tables[2]
    rows = {str(checks.value(row, "check")): row for row in checks.order}
    told = [
        reversal_told(scene, checks, "difference"),
        _spread(scene, checks, rows),
        *(_companion(scene, checks, rows[name]) for name in rows if name in _BY_RANKS),
    ]
    if "skewness" in rows:
        told.append(scene.say("checks.skewness", skewness=checks.ref(rows["skewness"], "statistic")))
    if "detectable" in rows and checks.number(rows["detectable"], "statistic") is not None:
        told.append(_detectable(scene, checks, rows["detectable"]))
    return [sentence for sentence in told if sentence]


def reversal_told(scene: _Tested, checks: TableView, kind: str) -> str:
    """The column within whose groups the direction is the other one, with what each group says."""
    rows = [row for row in checks.order if checks.value(row, "check") == "reversal"]
    if not rows:
        return ""
    each = [
        scene.say("reversal.level", level=checks.ref(row, "level"), value=checks.ref(row, "statistic"))
        for row in rows[:FEW]
        if checks.number(row, "statistic") is not None
    ]
    levels = scene.say("list.between").join(each)
    return scene.say(f"reversal.{kind}", column=checks.ref(rows[0], "column"), levels=levels)


def single_row_told(scene: Scene[Correlation], checks: TableView) -> str:
    """The one row that carries or hides a correlation, and the correlation without it."""
    rows = [row for row in checks.order if checks.value(row, "check") == "single_row"]
    if not rows:
        return ""
    found = {"r": checks.ref(rows[0], "statistic"), "p": checks.ref(rows[0], "p", "p_value")}
    return scene.say("reversal.single_row", values=checks.ref(rows[0], "level"), **found)


def _spread(scene: Scene[CompareGroups], checks: TableView, rows: dict[str, int]) -> str:
    row = rows.get("brown_forsythe")
    p = checks.number(row, "p") if row is not None else None
    if row is None or p is None:
        return ""
    kind = "alike" if p >= LEVEL else "apart"
    if kind == "apart" and scene.main.value(0, "test") in _ASSUMES_LIKE_SPREADS:
        kind = "against"
    return scene.say(f"checks.spread_{kind}", p=checks.ref(row, "p", "p_value"))


def _companion(scene: Scene[CompareGroups], checks: TableView, row: int) -> str:
    p, own = checks.number(row, "p"), scene.main.number(0, "p")
    if p is None or own is None:
        return ""
    kind = "agrees" if (p < LEVEL) == (own < LEVEL) else "differs"
    test = scene.say(f"test.{checks.value(row, 'check')}")
    return scene.say(f"checks.ranks_{kind}", test=test, p=checks.ref(row, "p", "p_value"))


def _detectable(scene: Scene[CompareGroups], checks: TableView, row: int) -> str:
    kind = "two" if len(scene.tables[1].rows) == _SEVERAL else "several"
    if scene.main.value(0, "design") == "paired":
        kind = "paired"
    return scene.say(f"checks.detectable_{kind}", effect=checks.ref(row, "statistic"))


def pairs_told(scene: Scene[CompareGroups]) -> str:
    """Which pairs of three and more groups differ, by the p values that hold for all pairs together."""
    pairs = scene.tables[3]
    if scene.tables[1].total_rows <= _SEVERAL or not pairs.rows or (scene.main.number(0, "p") or 0) >= LEVEL:
        return ""
    key = f"pairs.{pairs.value(0, 'method')}"
    method = scene.say(key) if scene.phrases.has(key) else pairs.ref(0, "method")
    differing = [row for row, p in pairs.numbered("p") if p < LEVEL]
    if not differing:
        return scene.say("pairs.none", method=method)
    differing.sort(key=lambda row: pairs.number(row, "p") or 0)
    lines = scene.phrases.bullets(_pair_line(scene, pairs, row) for row in differing[:FEW])
    return f"{scene.say('pairs.lead', method=method)}\n\n{lines}"


def _pair_line(scene: Scene[CompareGroups], pairs: TableView, row: int) -> str:
    words = {name: pairs.key(row, name, scene.phrases) for name in ("a", "b")}
    limits = {name: pairs.ref(row, name) for name in ("difference", "ci_low", "ci_high")}
    kind = "line" if pairs.number(row, "ci_low") is not None and pairs.number(row, "ci_high") is not None else "short"
    return scene.say(f"pairs.{kind}", **words, **limits, p=pairs.ref(row, "p", "p_value"))
