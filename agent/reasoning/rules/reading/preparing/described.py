"""Steps in words: what was done before, and what was taken for granted in doing it."""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from agent.analysis.fences import USUAL_THRESHOLDS
from agent.reasoning.rules.narration.phrases import Phrases
from agent.reasoning.rules.reading.frame import Preparation
from agent.specs.expressions import Expression
from agent.specs.transforms import (
    AddDatePart,
    DeriveColumn,
    DropDuplicates,
    DropMissing,
    FillMissing,
    Rescale,
    ShiftColumn,
    Transform,
    TreatOutliers,
)
from registry.profile import DatasetProfile

_MARKS = {"add": " + ", "sub": " - ", "mul": " × ", "div": " / "}
_BASES = {round(math.log(10), 9): "log10", round(math.log(2), 9): "log2"}


def after_steps(what: str, before: Sequence[Transform], table: DatasetProfile, phrases: Phrases) -> str:
    """`mean of Performance, after filling 76 missing cells of Performance with the mean`."""
    told = [_WORDS[type(step)](step, table, phrases, at) for at, step in enumerate(before)]
    steps = phrases.say("reading.prepared.then").join(told)
    return phrases.say("reading.prepared.after", what=what, steps=steps) if told else what


def conventions_of(preparation: Preparation, phrases: Phrases) -> list[str]:
    """Where outliers begin, which deviation a z-score uses, which row is the one before, what a new column is."""
    told: list[str] = []
    for step in preparation.steps:
        is_z = isinstance(step, Rescale | TreatOutliers) and step.method == "zscore"
        if isinstance(step, Rescale | TreatOutliers) and is_z:
            key = "z_sample" if step.ddof else "z_population"
            told.append(phrases.say(f"reading.assumed.{key}", ddof=str(step.ddof)))
        if isinstance(step, TreatOutliers):
            told.append(phrases.say("reading.assumed.outlier_rule", column=step.col, rule=_rule(step, phrases)))
        if isinstance(step, TreatOutliers) and step.action == "drop":
            told.append(phrases.say("reading.assumed.rows_kept", column=step.col))
        if isinstance(step, ShiftColumn):
            key = "row_before" if step.order_by else "row_above"
            told.append(phrases.say(f"reading.assumed.{key}", column=step.order_by or ""))
        if isinstance(step, DeriveColumn):
            told.append(phrases.say("reading.assumed.named", name=step.name, formula=formula(step.expression)))
    return list(dict.fromkeys(told))


def formula(expression: Expression) -> str:
    """An expression as people write it."""
    if not isinstance(expression, list):
        return f"{expression:g}" if isinstance(expression, int | float) else str(expression)
    name, *parts = expression
    if name == "div" and isinstance(parts[1], float) and round(parts[1], 9) in _BASES and isinstance(parts[0], list):
        return f"{_BASES[round(parts[1], 9)]}({formula(parts[0][1])})"
    if name in _MARKS:
        return _MARKS[str(name)].join(f"({formula(part)})" if _is_sum(part) else formula(part) for part in parts)
    return f"{'ln' if name == 'log' else name}({', '.join(formula(part) for part in parts)})"


def _is_sum(part: Expression) -> bool:
    return isinstance(part, list) and part[0] in _MARKS


def _fill(step: FillMissing, table: DatasetProfile, phrases: Phrases, at: int) -> str:
    key = "zero" if step.value == 0 else step.method
    method = phrases.say(f"reading.prepared.{key}", value=str(_plain(step.value)))
    columns = phrases.joined(step.cols)
    column = table.column(step.cols[0])
    if at == 0 and len(step.cols) == 1 and column is not None and not step.by:
        count = f"{column.missing:,}"
        return phrases.say("reading.prepared.fill_counted", count=count, columns=columns, method=method)
    return phrases.say("reading.prepared.fill", columns=columns, method=method)


def _plain(value: object) -> object:
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _drop_missing(step: DropMissing, _: DatasetProfile, phrases: Phrases, __: int) -> str:
    return phrases.say("reading.prepared.drop_missing", columns=phrases.joined(step.cols))


def _duplicates(step: DropDuplicates, _: DatasetProfile, phrases: Phrases, __: int) -> str:
    if step.cols:
        return phrases.say("reading.prepared.duplicates_by", columns=phrases.joined(step.cols))
    return phrases.say("reading.prepared.duplicates")


def _outliers(step: TreatOutliers, _: DatasetProfile, phrases: Phrases, __: int) -> str:
    return phrases.say(f"reading.prepared.{step.action}", column=step.col, rule=_rule(step, phrases))


def _rule(step: TreatOutliers, phrases: Phrases) -> str:
    """From where on a value is an outlier."""
    reach = f"{step.threshold or USUAL_THRESHOLDS[step.method]:g}"
    return phrases.say(f"reading.prepared.{step.method}", reach=reach)


def _derived(step: DeriveColumn, _: DatasetProfile, phrases: Phrases, __: int) -> str:
    return phrases.say("reading.prepared.formula", name=step.name)


def _rescaled(step: Rescale, _: DatasetProfile, phrases: Phrases, __: int) -> str:
    key = "minmax" if step.method == "minmax" else "deviations"
    return phrases.say(f"reading.prepared.{key}", column=step.col, name=step.name or step.col)


def _shifted(step: ShiftColumn, _: DatasetProfile, phrases: Phrases, __: int) -> str:
    key = "pct_change" if step.how == "pct_change" else "diff"
    return phrases.say(f"reading.prepared.{key}", column=step.col, name=step.name)


def _part(step: AddDatePart, _: DatasetProfile, phrases: Phrases, __: int) -> str:
    part = phrases.say(f"part.{step.part}")
    return phrases.say("reading.prepared.part", part=part, column=step.col, name=step.name or step.col)


_WORDS: Mapping[type[Transform], Callable[[Any, DatasetProfile, Phrases, int], str]] = {
    FillMissing: _fill,
    DropMissing: _drop_missing,
    DropDuplicates: _duplicates,
    TreatOutliers: _outliers,
    DeriveColumn: _derived,
    Rescale: _rescaled,
    ShiftColumn: _shifted,
    AddDatePart: _part,
}
"""The steps that words of a question can set."""
