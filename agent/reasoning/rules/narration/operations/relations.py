"""Correlations in prose: how strong, which way, how sure."""

from collections.abc import Mapping

from agent.reasoning.rules.narration.operations.beside_tests import reversal_told, single_row_told
from agent.reasoning.rules.narration.operations.each_group import correlations_by_group
from agent.reasoning.rules.narration.operations.groups import FEW
from agent.reasoning.rules.narration.operations.summaries import LEVEL
from agent.reasoning.rules.narration.scene import Narrator, Scene
from agent.reasoning.rules.narration.view import TableView
from agent.specs.measures import Correlation, CorrelationMatrix

_WITH_CHECKS = 2
ROUNDED = ".2"
"""More digits of a correlation say nothing in a sentence."""
STRENGTHS = ((0.5, "strong"), (0.3, "moderate"), (0.1, "weak"))
"""Cohen, Statistical Power Analysis for the Behavioral Sciences (1988): r from .1 small, .3 medium, .5 large."""


def tell_correlation(scene: Scene[Correlation]) -> str:
    """The coefficient with strength, direction, p, n and interval; of several the strongest first; by group all."""
    table = scene.main
    if scene.spec.by is not None and table.rows:
        return correlations_by_group(scene, scene.spec.by)
    order = _strongest_first(table)
    if not order:
        return scene.say("correlation.missing", columns=scene.wording.names(_columns(scene)))
    lead = scene.phrases.prose([_pair(scene, table, order[0]), _certainty(scene, table, order[0])])
    if len(table.rows) == 1:
        return "\n\n".join(part for part in (lead, _beside(scene)) if part)
    named = scene.phrases.bullets(_line(scene, table, row) for row in order[:FEW])
    return f"{scene.phrases.prose([lead, scene.say('correlation.strongest')])}\n\n{named}"


def _beside(scene: Scene[Correlation]) -> str:
    """What turns the link round, if anything does: one row, or the groups of another column."""
    if len(scene.tables) < _WITH_CHECKS:
        return ""
    checks = scene.tables[1]
    return scene.phrases.prose([single_row_told(scene, checks), reversal_told(scene, checks, "link")])


def tell_correlation_matrix(scene: Scene[CorrelationMatrix]) -> str:
    """The strongest pair of the matrix, and the next ones."""
    if len(scene.tables) < 2 or not scene.tables[1].rows:
        return scene.say("correlation.no_pairs")
    pairs = scene.tables[1]
    order = _strongest_first(pairs)
    if not order:
        return scene.say("correlation.no_pairs")
    lead = _pair(scene, pairs, order[0])
    if len(order) == 1:
        return lead
    named = scene.phrases.bullets(_line(scene, pairs, row) for row in order[:FEW])
    strongest = scene.phrases.prose([lead, scene.say("correlation.strongest")])
    return f"{strongest}\n\n{named}"


def strength(r: float) -> str:
    """strong, moderate, weak or none, by Cohen's thresholds."""
    return next((word for limit, word in STRENGTHS if abs(r) >= limit), "none")


def _strongest_first(table: TableView) -> list[int]:
    return [row for row, _ in sorted(table.numbered("r"), key=lambda pair: -abs(pair[1]))]


def _columns(scene: Scene[Correlation]) -> tuple[str, ...]:
    target = (scene.spec.target,) if scene.spec.target is not None else ()
    return (*scene.spec.columns, *(column for column in target if column not in scene.spec.columns))


def _pair(scene: Scene[Correlation] | Scene[CorrelationMatrix], table: TableView, row: int) -> str:
    r = table.number(row, "r") or 0.0
    word = strength(r)
    kind = "none" if word == "none" else f"{word}_{'positive' if r > 0 else 'negative'}"
    return scene.say(
        "correlation.pair",
        r=table.ref(row, "r", ROUNDED),
        method=scene.say(f"method.{scene.spec.method}"),
        a=table.ref(row, "a"),
        b=table.ref(row, "b"),
        link=scene.say(f"link.{kind}"),
        where=scene.where,
    )


def _certainty(scene: Scene[Correlation], table: TableView, row: int) -> str:
    if table.number(row, "p") is None:
        return ""
    said = scene.say("correlation.certainty", p=table.ref(row, "p", "p_value"), n=table.ref(row, "n"))
    sentences = [said]
    if table.number(row, "ci_low") is not None and table.number(row, "ci_high") is not None:
        limits = {"low": table.ref(row, "ci_low", ROUNDED), "high": table.ref(row, "ci_high", ROUNDED)}
        sentences.append(scene.say("correlation.interval", **limits))
    if (table.number(row, "p") or 0) >= LEVEL:
        sentences.append(scene.say("correlation.chance"))
    return scene.phrases.prose(sentences)


def _line(scene: Scene[Correlation] | Scene[CorrelationMatrix], table: TableView, row: int) -> str:
    return scene.say("correlation.line", a=table.ref(row, "a"), b=table.ref(row, "b"), r=table.ref(row, "r"))


NARRATORS: Mapping[str, Narrator] = {
    "correlation_matrix": tell_correlation_matrix,
    "correlation": tell_correlation,
}
