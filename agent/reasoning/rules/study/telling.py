"""The parts of a study in words, by rules: every number is a reference."""

from collections.abc import Callable, Iterator, Mapping
from typing import cast

from agent.reasoning.rules.study.phrases import say
from agent.reasoning.study_prompts import StudyPart, StudyText, TellStudy
from agent.specs.references import arithmetic, cell, literal, reference
from agent.specs.study import LensName, StudyScope
from agent.state import Artifact, Cell, TablePayload

NEAR_COPY = 90.0  # percent of the variation; more than that is hardly a driver, but the outcome in other words
FEW_ROWS = 10
TOLD_DRIVERS = 5
WORTH_TELLING = 1.0  # percent
Row = Mapping[str, Cell]


def tell_study(prompt: TellStudy) -> StudyText:
    """One part of the study."""
    return _PARTS[prompt.part](prompt)


def rows_of(artifact: Artifact) -> list[Row]:
    """The rows of a table by column."""
    table = cast(TablePayload, artifact["payload"])
    return [dict(zip(table["columns"], row, strict=True)) for row in table["rows"]]


def outcome_words(scope: StudyScope) -> str:
    """What is explained, in words: a column, or the share of a value in it."""
    value = f" ({scope.outcome_value})" if scope.outcome_value is not None else ""
    return literal(f"{scope.outcome}{value}")


def is_number(row: Row, column: str) -> bool:
    """Whether the cell holds a number."""
    return isinstance(row.get(column), int | float)


def size(row: Row, column: str) -> float:
    """The number in the cell, 0 where there is none."""
    value = row.get(column)
    return float(value) if isinstance(value, int | float) else 0.0


def impact_sentence(name: str, row: Row, scope: StudyScope) -> str:
    """What a driver explains, how sure that is, and which way it goes. `name` is the table's, `row` has `driver`."""
    key = [row["driver"]]

    def ref(column: str) -> str:
        return reference(name, column, key)

    told = say(
        "driver.explains", driver=ref("driver"), impact=ref("impact_pct"), outcome=outcome_words(scope),
        low=ref("low_pct"), high=ref("high_pct"), rows=ref("n"),
    )  # fmt: skip
    doubt = "" if size(row, "low_pct") > 0 else say("driver.chance")
    return " ".join(part for part in (told, doubt, direction(name, row, scope)) if part)


def direction(name: str, row: Row, scope: StudyScope) -> str:
    """Where the outcome is high and low, or which way the line goes."""
    key = [row["driver"]]
    if row.get("highest") is not None:
        form = "percent" if scope.outcome_value is not None else ""
        up, down = (
            say("driver.mean", group=reference(name, end, key), mean=reference(name, f"{end}_mean", key, fmt=form))
            for end in ("highest", "lowest")
        )
        return say("driver.up_down", up=up, down=down)
    if is_number(row, "r"):
        return say("driver.higher" if size(row, "r") > 0 else "driver.lower", r=reference(name, "r", key))
    return ""


# ---------------------------------------------------------------- the four lenses


def _lens(nothing: str) -> Callable[[TellStudy], StudyText]:
    def tell(prompt: TellStudy) -> StudyText:
        drivers = prompt.artifacts.get("drivers")
        found = [row for row in rows_of(drivers) if is_number(row, "impact_pct")] if drivers else []
        if not found:
            return StudyText(text=say(nothing))
        told = impact_sentence("drivers", found[0], prompt.scope)
        others = [row for row in found[1:TOLD_DRIVERS] if size(row, "impact_pct") >= WORTH_TELLING]
        if others:
            listed = ", ".join(
                f"{reference('drivers', 'driver', [row['driver']])} "
                f"{reference('drivers', 'impact_pct', [row['driver']])}"
                for row in others
            )
            told += f" {say('lens.then', listed=listed)}"
        return StudyText(text=f"{told}{_shares(prompt)}")

    return tell


def _shares(prompt: TellStudy) -> str:
    """How much of the whole the two largest groups hold."""
    shares = prompt.artifacts.get("shares")
    found = rows_of(shares) if shares else []
    if len(found) < 3:
        return ""
    group = next(iter(found[0]))
    both = arithmetic(f"{cell('shares', 'share_pct', row=1)} + {cell('shares', 'share_pct', row=2)}", ".1")
    first, second = (reference("shares", group, row=row) for row in (1, 2))
    return " " + say("lens.hold", first=first, second=second, share=both, outcome=literal(prompt.scope.outcome))


def _shares_of(prompt: TellStudy) -> str | None:
    """The column whose groups the shares are of."""
    shares = prompt.artifacts.get("shares")
    return cast(TablePayload, shares["payload"])["columns"][0] if shares else None


def _quality(prompt: TellStudy) -> StudyText:
    parts = []
    if missing := prompt.artifacts.get("missing"):
        gaps = [row for row in rows_of(missing) if size(row, "missing") > 0]
        listed = ", ".join(
            f"{reference('missing', 'column', [row['column']])} {reference('missing', 'missing', [row['column']])}"
            for row in gaps[:TOLD_DRIVERS]
        )
        parts.append(say("quality.missing", listed=listed) if gaps else say("quality.none_missing"))
    if prompt.artifacts.get("outliers"):
        parts.append(
            say(
                "quality.unusual",
                outcome=outcome_words(prompt.scope),
                count=reference("outliers", "count"),
                all=reference("outliers", "n"),
                with_them=reference("outliers", "mean_with"),
                without=reference("outliers", "mean_without"),
            )
        )
    if drivers := prompt.artifacts.get("drivers"):
        telling = [row for row in rows_of(drivers) if size(row, "impact_pct") >= WORTH_TELLING]
        parts += [impact_sentence("drivers", row, prompt.scope) for row in telling[:1]]
    return StudyText(text=" ".join(parts) or say("quality.nothing"))


# ---------------------------------------------------------------- all together


def _synthesis(prompt: TellStudy) -> StudyText:
    ranked = rows_of(prompt.artifacts["ranking"])
    if not ranked:
        return StudyText(text=say("ranking.nothing"))
    top = ranked[0]
    key = [top["driver"]]
    score = reference("ranking", "score", key, fmt=".1")
    head = "ranking.dominant" if size(top, "low_pct") > 0 else "ranking.by_chance"
    lines = [
        say(head, driver=reference("ranking", "driver", key), score=score),
        impact_sentence("ranking", top, prompt.scope)
        + (_shares(prompt) if _shares_of(prompt) == top["column"] else ""),
    ]
    items = [
        say(
            "ranking.item",
            driver=reference("ranking", "driver", [row["driver"]]),
            impact=reference("ranking", "impact_pct", [row["driver"]]),
            ease=reference("ranking", "ease", [row["driver"]]),
            score=reference("ranking", "score", [row["driver"]], fmt=".1"),
        )
        for row in ranked[:TOLD_DRIVERS]
    ]
    told = " ".join(lines)
    together = [joint] if (joint := _together(prompt)) else []
    return StudyText(text="\n\n".join([told, "\n".join(items), *together]), lines=[told])


def _together(prompt: TellStudy) -> str:
    """What the top drivers explain together, beside the sum of their shares; "" where it is not known."""
    return together_sentence("joint", prompt.scope) if "joint" in prompt.artifacts else ""


def together_sentence(name: str, scope: StudyScope) -> str:
    """What the top drivers explain together, and what their shares add up to. `name` is the table's."""
    return say(
        "ranking.together", drivers=reference(name, "drivers"), together=reference(name, "together_pct"),
        outcome=outcome_words(scope), sum=reference(name, "sum_pct"), rows=reference(name, "n"),
    )  # fmt: skip


def _summary(prompt: TellStudy) -> StudyText:
    ranked = rows_of(prompt.artifacts["ranking"])
    told = [row for row in ranked[:3] if size(row, "impact_pct") >= WORTH_TELLING and size(row, "low_pct") > 0]
    used, every = reference("ranking", "#rows_used"), reference("ranking", "#rows_total")
    rows = say("summary.rows", used=used, all=every)
    if not told:
        return StudyText(text=say("summary.none", outcome=outcome_words(prompt.scope), rows=rows))
    head = say("summary.head", outcome=outcome_words(prompt.scope))
    items = "\n".join(f"- {impact_sentence('ranking', row, prompt.scope)}" for row in told)
    return StudyText(text=f"{head}\n{items}\n\n{' '.join(part for part in (_together(prompt), rows) if part)}")


def _critique(prompt: TellStudy) -> StudyText:
    ranked = rows_of(prompt.artifacts["ranking"])
    concerns = [text for check in _CHECKS for text in check(ranked, prompt.scope)]
    if "joint" not in prompt.artifacts and len(ranked) > 1:
        concerns.insert(1, say("ranking.not_together"))
    return StudyText(text="", lines=concerns)


def _causes(_: list[Row], scope: StudyScope) -> Iterator[str]:
    yield say("concern.causes", outcome=outcome_words(scope))


def _copies(ranked: list[Row], scope: StudyScope) -> Iterator[str]:
    for row in ranked:
        if size(row, "impact_pct") > NEAR_COPY:
            name = reference("ranking", "driver", [row["driver"]])
            yield say("concern.copies", driver=name, outcome=outcome_words(scope))


def _chance(ranked: list[Row], _: StudyScope) -> Iterator[str]:
    weak = [reference("ranking", "driver", [row["driver"]]) for row in ranked if size(row, "low_pct") <= 0]
    if weak:
        yield say("concern.chance", listed=", ".join(weak))


def _small(ranked: list[Row], _: StudyScope) -> Iterator[str]:
    small = [row for row in ranked if 0 < min(size(row, "highest_n"), size(row, "lowest_n")) < FEW_ROWS]
    for row in small[:3]:
        end = "highest" if size(row, "highest_n") <= size(row, "lowest_n") else "lowest"
        name, group, rows = (reference("ranking", column, [row["driver"]]) for column in ("driver", end, f"{end}_n"))
        yield say(f"concern.small_{end}", driver=name, group=group, rows=rows)


def _restrictions(ranked: list[Row], scope: StudyScope) -> Iterator[str]:
    if scope.filters and ranked:
        used, every = reference("ranking", "#rows_used"), reference("ranking", "#rows_total")
        yield say("concern.filtered", used=used, all=every)


_CHECKS: tuple[Callable[[list[Row], StudyScope], Iterator[str]], ...] = (
    _causes,
    _copies,
    _chance,
    _small,
    _restrictions,
)
_PARTS: Mapping[StudyPart, Callable[[TellStudy], StudyText]] = {
    "segments": _lens("lens.no_segments"),
    "time": _lens("lens.no_time"),
    "relationships": _lens("lens.no_relationships"),
    "quality": _quality,
    "synthesis": _synthesis,
    "critique": _critique,
    "summary": _summary,
}
LENSES: tuple[LensName, ...] = ("segments", "time", "relationships", "quality")
