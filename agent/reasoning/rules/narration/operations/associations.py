"""Categories that go together, and regressions, in prose: what was found, how strong, how sure."""

import math
from collections.abc import Mapping

from agent.reasoning.rules.narration.operations.beside_tests import reversal_told
from agent.reasoning.rules.narration.operations.each_group import lines_by_group
from agent.reasoning.rules.narration.operations.groups import FEW, RANKED
from agent.reasoning.rules.narration.operations.relations import strength
from agent.reasoning.rules.narration.operations.summaries import LEVEL
from agent.reasoning.rules.narration.scene import Narrator, Scene
from agent.reasoning.rules.narration.view import TableView
from agent.specs.measures import ContingencyTest, OlsRegression
from agent.specs.references import arithmetic

_WITH_CHECKS = 2  # the place of the table of checks
_MOST_HEADS = 5
"""Columns of a cross table that fit a line."""
_INTERCEPT = 0  # the row of the terms that it has


def tell_contingency_test(scene: Scene[ContingencyTest]) -> str:
    """The verdict of the test that holds, the counts when they are few, the tests, the strength."""
    table = scene.main
    columns = {"a": scene.wording.name(scene.spec.rows), "b": scene.wording.name(scene.spec.columns)}
    deciding = len(table.rows) - 1  # the exact test stands behind chi-square where it decides
    p = table.number(deciding, "p") if table.rows else None
    if p is None or len(scene.tables) < 2:
        return scene.say("association.missing", **columns, where=scene.where)
    counts = scene.tables[1]
    lead = scene.say("association.found" if p < LEVEL else "association.none", **columns, where=scene.where)
    tests = [_chi_square(scene, table), *(_exact(scene, table, row) for row in table.order[1:])]
    details = scene.phrases.prose([*tests, _strength(scene, table, counts), _small_counts(scene, table)])
    ratios = scene.phrases.prose(_ratios(scene, counts)) if len(scene.tables) > _WITH_CHECKS else ""
    return "\n\n".join(part for part in (lead, _count(scene, counts), details, ratios) if part)


def _ratios(scene: Scene[ContingencyTest], counts: TableView) -> list[str]:
    """Of two by two values how many times as likely one is, what the correction decides, and what turns it round."""
    checks = scene.tables[_WITH_CHECKS]
    rows = {str(checks.value(row, "check")): row for row in checks.order}
    told = [reversal_told(scene, checks, "difference")]
    head = counts.columns[-1]
    if "odds_ratio" in rows and scene.wording.may_write(head):
        key = counts.columns[0]
        sides = {"a": counts.key(1, key, scene.phrases), "b": counts.key(0, key, scene.phrases)}
        named = {"value": scene.wording.name(head), "column": scene.wording.name(scene.spec.columns), **sides}
        for name in ("risk_ratio", "odds_ratio"):
            places = (("ratio", "statistic"), ("low", "ci_low"), ("high", "ci_high"))
            found = {word: checks.ref(rows[name], column) for word, column in places}
            told.append(scene.say(f"association.{name}", **named, **found))
    plain = checks.number(rows["uncorrected"], "p") if "uncorrected" in rows else None
    corrected = scene.main.number(0, "p")
    if plain is not None and corrected is not None and (plain < LEVEL) != (corrected < LEVEL):
        told.append(scene.say("association.correction", with_it=scene.main.ref(0, "p", "p_value"),
                              without=checks.ref(rows["uncorrected"], "p", "p_value")))  # fmt: skip
    return [sentence for sentence in told if sentence]


def _chi_square(scene: Scene[ContingencyTest], table: TableView) -> str:
    values = {name: table.ref(0, name) for name in ("statistic", "df", "n")}
    return scene.say("association.chi_square", **values, p=table.ref(0, "p", "p_value"))


def _exact(scene: Scene[ContingencyTest], table: TableView, row: int) -> str:
    """The exact test; its odds ratio is left out where a combination has no rows at all, which makes it infinite."""
    key = f"test.{table.value(row, 'test')}"
    name = scene.say(key) if scene.phrases.has(key) else table.ref(row, "test")
    p = table.ref(row, "p", "p_value")
    if table.number(row, "statistic") is None:
        return scene.say("association.exact_p", test=name, p=p)
    return scene.say("association.test", test=name, statistic=table.ref(row, "statistic"), p=p, n=table.ref(row, "n"))


def _strength(scene: Scene[ContingencyTest], table: TableView, counts: TableView) -> str:
    """Cohen's words (1988, chapter 7) for w, which is V times the root of the smaller number of values minus one.
    What may be chance has no strength to speak of.
    """
    v, p = table.number(0, "cramers_v"), table.number(len(table.rows) - 1, "p")
    if v is None or p is None:
        return ""
    if p >= LEVEL:
        return scene.say("association.strength_only", v=table.ref(0, "cramers_v"))
    smaller = min(counts.total_rows, len(counts.columns) - 1)
    word = strength(v * math.sqrt(max(smaller - 1, 1)))
    return scene.say(
        "association.strength", v=table.ref(0, "cramers_v"), strength=scene.say(f"association.{word}_strength")
    )


def _small_counts(scene: Scene[ContingencyTest], table: TableView) -> str:
    if not table.number(0, "expected_under_5"):
        return ""
    kind = "exact" if len(table.rows) > 1 else "rough"
    values = {"count": table.ref(0, "expected_under_5"), "least": table.ref(0, "expected_min")}
    return scene.say(f"association.{kind}", **values)


def _count(scene: Scene[ContingencyTest], counts: TableView) -> str:
    """A line a value with its counts, where table and words are small enough to be read."""
    heads = counts.columns[1:]
    small = counts.is_whole and len(counts.rows) <= FEW and len(heads) <= _MOST_HEADS
    if not small or not all(scene.wording.may_write(head) for head in heads):
        return ""
    key = counts.columns[0]
    return scene.phrases.bullets(
        scene.say(
            "association.line",
            a=scene.wording.name(scene.spec.rows),
            side=counts.key(row, key, scene.phrases),
            counts=scene.say("list.between").join(
                scene.say("association.count", head=scene.wording.name(head), count=counts.ref(row, head))
                for head in heads
            ),
        )
        for row in counts.order
    )


# ---------------------------------------------------------------- regressions


def tell_ols_regression(scene: Scene[OlsRegression]) -> str:
    """What one more of x goes with, how sure that is, and how much the whole explains."""
    if scene.spec.by is not None:
        return lines_by_group(scene, scene.spec.by)
    terms = scene.main
    told = [row for row, _ in terms.numbered("coefficient") if row != _INTERCEPT]
    if not told or len(scene.tables) < 2:
        return scene.nothing()
    whole = scene.tables[1]
    if len(told) > 1 or not terms.is_whole:
        return "\n\n".join(
            [_several(scene, terms, told), scene.phrases.prose([_fit(scene, whole), _test(scene, whole)])]
        )
    row = told[0]
    sentences = [_sentence(scene, terms, row, scene.where), _certainty(scene, terms, row), _interval(scene, terms, row)]
    intercept = terms.ref(_INTERCEPT, "coefficient")
    straight = "" if _level(terms, row) else scene.say("regression.straight", intercept=intercept)
    return "\n\n".join([scene.phrases.prose(sentences), scene.phrases.prose([straight, _fit(scene, whole)])])


def _several(scene: Scene[OlsRegression], terms: TableView, told: list[int]) -> str:
    lead = scene.say("regression.several", y=scene.wording.name(scene.spec.y), where=scene.where)
    lines = scene.phrases.bullets(
        scene.say(
            "regression.line",
            sentence=_sentence(scene, terms, row, "").removesuffix(scene.say("list.end")),
            certainty=_p(scene, terms, row),
        )
        for row in told[:RANKED]
    )
    return f"{lead}\n\n{lines}"


def _sentence(scene: Scene[OlsRegression], terms: TableView, row: int, where: str) -> str:
    coefficient = terms.number(row, "coefficient") or 0.0
    way = "up" if coefficient > 0 else "down" if coefficient < 0 else "flat"
    size = terms.ref(row, "coefficient") if coefficient >= 0 else arithmetic(f"-{terms.term(row, 'coefficient')}")
    y = scene.wording.name(scene.spec.y)
    if not _level(terms, row):
        return scene.say(f"regression.{way}", x=terms.ref(row, "term"), y=y, size=size, where=where)
    level = terms.ref(row, "term")
    return scene.say(f"regression.level_{way}", level=level, base=terms.ref(row, "base"), y=y, size=size, where=where)


def _level(terms: TableView, row: int) -> bool:
    return terms.has("level") and terms.value(row, "level") is not None


def _p(scene: Scene[OlsRegression], terms: TableView, row: int) -> str:
    if terms.number(row, "p") is None:
        return ""
    return scene.say("regression.certainty", p=terms.ref(row, "p", "p_value"))


def _certainty(scene: Scene[OlsRegression], terms: TableView, row: int) -> str:
    p = terms.number(row, "p")
    if p is None:
        return ""
    return scene.say("regression.sure" if p < LEVEL else "regression.unsure", p=terms.ref(row, "p", "p_value"))


def _interval(scene: Scene[OlsRegression], terms: TableView, row: int) -> str:
    if terms.number(row, "p") is None:
        return ""
    return scene.say("regression.interval", low=terms.ref(row, "ci_low"), high=terms.ref(row, "ci_high"))


def _fit(scene: Scene[OlsRegression], whole: TableView) -> str:
    return scene.say(
        "regression.fit",
        share=arithmetic(whole.term(0, "r2"), "percent"),
        y=scene.wording.name(scene.spec.y),
        r2=whole.ref(0, "r2"),
        adjusted=whole.ref(0, "adjusted_r2"),
        n=whole.ref(0, "n"),
    )


def _test(scene: Scene[OlsRegression], whole: TableView) -> str:
    p = whole.number(0, "p")
    if p is None:
        return ""
    kind = "whole" if p < LEVEL else "whole_unsure"
    return scene.say(f"regression.{kind}", f=whole.ref(0, "f"), p=whole.ref(0, "p", "p_value"))


NARRATORS: Mapping[str, Narrator] = {
    "contingency_test": tell_contingency_test,
    "ols_regression": tell_ols_regression,
}
