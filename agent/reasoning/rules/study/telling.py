"""The parts of a study in words, by rules: every number is a reference."""

from collections.abc import Callable, Iterator, Mapping
from typing import cast

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

    sure = f"95 % interval {ref('low_pct')} to {ref('high_pct')}, {ref('n')} rows"
    told = f"{ref('driver')} explains {ref('impact_pct')} of the variation of {outcome_words(scope)} ({sure})."
    doubt = "" if size(row, "low_pct") > 0 else "This may be chance."
    return " ".join(part for part in (told, doubt, direction(name, row, scope)) if part)


def direction(name: str, row: Row, scope: StudyScope) -> str:
    """Where the outcome is high and low, or which way the line goes."""
    key = [row["driver"]]
    if row.get("highest") is not None:
        form = "percent" if scope.outcome_value is not None else ""
        ends = [
            f"{reference(name, end, key)} (mean {reference(name, f'{end}_mean', key, fmt=form)})"
            for end in ("highest", "lowest")
        ]
        return f"Up: {ends[0]}; down: {ends[1]}."
    if is_number(row, "r"):
        way = "The more of it, the higher" if size(row, "r") > 0 else "The more of it, the lower"
        return f"{way} (r = {reference(name, 'r', key)})."
    return ""


# ---------------------------------------------------------------- the four lenses


def _lens(nothing: str) -> Callable[[TellStudy], StudyText]:
    def tell(prompt: TellStudy) -> StudyText:
        drivers = prompt.artifacts.get("drivers")
        found = [row for row in rows_of(drivers) if is_number(row, "impact_pct")] if drivers else []
        if not found:
            return StudyText(text=nothing)
        told = impact_sentence("drivers", found[0], prompt.scope)
        others = [row for row in found[1:TOLD_DRIVERS] if size(row, "impact_pct") >= WORTH_TELLING]
        if others:
            listed = ", ".join(
                f"{reference('drivers', 'driver', [row['driver']])} "
                f"{reference('drivers', 'impact_pct', [row['driver']])}"
                for row in others
            )
            told += f" Then: {listed}."
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
    names = f"{reference('shares', group, row=1)} and {reference('shares', group, row=2)}"
    return f" {names} hold {both} % of the total of {literal(prompt.scope.outcome)}."


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
        parts.append(f"Missing values: {listed}." if gaps else "No values are missing in the columns looked at.")
    if prompt.artifacts.get("outliers"):
        parts.append(
            f"Unusual values of {outcome_words(prompt.scope)}: {reference('outliers', 'count')} of "
            f"{reference('outliers', 'n')}; the mean is {reference('outliers', 'mean_with')} with them and "
            f"{reference('outliers', 'mean_without')} without."
        )
    if drivers := prompt.artifacts.get("drivers"):
        telling = [row for row in rows_of(drivers) if size(row, "impact_pct") >= WORTH_TELLING]
        parts += [impact_sentence("drivers", row, prompt.scope) for row in telling[:1]]
    return StudyText(text=" ".join(parts) or "Nothing stands out.")


# ---------------------------------------------------------------- all together


def _synthesis(prompt: TellStudy) -> StudyText:
    ranked = rows_of(prompt.artifacts["ranking"])
    if not ranked:
        return StudyText(text="No column explains anything of the outcome.")
    top = ranked[0]
    key = [top["driver"]]
    score = reference("ranking", "score", key, fmt=".1")
    head = "Dominant driver" if size(top, "low_pct") > 0 else "No driver stands out beyond chance; the first is"
    lines = [
        f"{head}: {reference('ranking', 'driver', key)} (impact x ease: {score}).",
        impact_sentence("ranking", top, prompt.scope)
        + (_shares(prompt) if _shares_of(prompt) == top["column"] else ""),
    ]
    items = [
        f"- {reference('ranking', 'driver', [row['driver']])}: impact "
        f"{reference('ranking', 'impact_pct', [row['driver']])} x ease {reference('ranking', 'ease', [row['driver']])}"
        f" = {reference('ranking', 'score', [row['driver']], fmt='.1')}"
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
    return (
        f"{reference(name, 'drivers')} explain {reference(name, 'together_pct')} of the variation of "
        f"{outcome_words(scope)} together; each by itself, their shares add up to "
        f"{reference(name, 'sum_pct')} ({reference(name, 'n')} rows)."
    )


def _summary(prompt: TellStudy) -> StudyText:
    ranked = rows_of(prompt.artifacts["ranking"])
    told = [row for row in ranked[:3] if size(row, "impact_pct") >= WORTH_TELLING and size(row, "low_pct") > 0]
    rows = f"{reference('ranking', '#rows_used')} of {reference('ranking', '#rows_total')} rows were used."
    if not told:
        return StudyText(text=f"No column looked at explains {outcome_words(prompt.scope)} beyond chance. {rows}")
    head = f"What drives {outcome_words(prompt.scope)}, by impact and ease of change:"
    items = "\n".join(f"- {impact_sentence('ranking', row, prompt.scope)}" for row in told)
    return StudyText(text=f"{head}\n{items}\n\n{' '.join(part for part in (_together(prompt), rows) if part)}")


def _critique(prompt: TellStudy) -> StudyText:
    ranked = rows_of(prompt.artifacts["ranking"])
    concerns = [text for check in _CHECKS for text in check(ranked, prompt.scope)]
    if "joint" not in prompt.artifacts and len(ranked) > 1:
        concerns.insert(1, "How much the drivers explain together is not known.")
    return StudyText(text="", lines=concerns)


def _causes(_: list[Row], scope: StudyScope) -> Iterator[str]:
    yield (
        f"The drivers go along with {outcome_words(scope)}; that they cause it is not shown. Each is looked at by "
        "itself, so their shares overlap and do not add up."
    )


def _copies(ranked: list[Row], scope: StudyScope) -> Iterator[str]:
    for row in ranked:
        if size(row, "impact_pct") > NEAR_COPY:
            name = reference("ranking", "driver", [row["driver"]])
            yield (
                f"{name} explains nearly all of {outcome_words(scope)}: it may be a part of it, or the same in "
                "other words. Leave it out to see what lies behind."
            )


def _chance(ranked: list[Row], _: StudyScope) -> Iterator[str]:
    weak = [reference("ranking", "driver", [row["driver"]]) for row in ranked if size(row, "low_pct") <= 0]
    if weak:
        yield f"Not told from chance, for the interval reaches zero: {', '.join(weak)}."


def _small(ranked: list[Row], _: StudyScope) -> Iterator[str]:
    small = [row for row in ranked if 0 < min(size(row, "highest_n"), size(row, "lowest_n")) < FEW_ROWS]
    for row in small[:3]:
        end = "highest" if size(row, "highest_n") <= size(row, "lowest_n") else "lowest"
        name, group, rows = (reference("ranking", column, [row["driver"]]) for column in ("driver", end, f"{end}_n"))
        yield f"The {end} group of {name}, {group}, has {rows} rows only."


def _restrictions(ranked: list[Row], scope: StudyScope) -> Iterator[str]:
    if scope.filters and ranked:
        yield (
            f"Rows were filtered: {reference('ranking', '#rows_used')} of "
            f"{reference('ranking', '#rows_total')} are used, so nothing is said of the others."
        )


_CHECKS: tuple[Callable[[list[Row], StudyScope], Iterator[str]], ...] = (
    _causes,
    _copies,
    _chance,
    _small,
    _restrictions,
)
_PARTS: Mapping[StudyPart, Callable[[TellStudy], StudyText]] = {
    "segments": _lens("There is no column of groups to look at."),
    "time": _lens("There is no date column to look at."),
    "relationships": _lens("There is no other column of numbers to look at."),
    "quality": _quality,
    "synthesis": _synthesis,
    "critique": _critique,
    "summary": _summary,
}
LENSES: tuple[LensName, ...] = ("segments", "time", "relationships", "quality")
