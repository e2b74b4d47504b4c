"""compare_groups: does a value differ between groups, and by how much?"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy import stats

from agent.analysis.arrays import Floats, Sample, samples
from agent.analysis.filters import filtered
from agent.analysis.rows import Prepared
from agent.analysis.tables import Outcome, ResultColumn, TableDraft, key_column, metric_column
from agent.analysis.words import listed
from agent.errors import DataError, SpecError
from agent.specs.base import Filter
from agent.specs.measures import CompareGroups
from agent.state import Cell


@dataclass(frozen=True)
class _Verdict:
    """What a test found. The interval is of the first mean minus the second."""

    statistic: float
    df: float | None
    p: float
    effect: float | None
    effect_name: str
    low: float | None = None
    high: float | None = None
    note: str = ""


def compare_groups(spec: CompareGroups, data: Prepared) -> Outcome:
    """Two tables: one row (test, statistic, df, p, effect, effect_name, ci_low, ci_high, n), then a row a group (the
    group, n, mean, median, std). Two groups: Welch by default; more: anova. p is two-sided; the interval (95 %, t tests
    only) is of the first group's mean minus the second's.
    """
    if spec.groups:
        wanted = Filter(col=spec.group, op="in", value=list(spec.groups))
        frame, ledger = filtered(data.frame, data.schema, [wanted], data.ledger)
        data = replace(data, frame=frame, ledger=ledger)
    data = data.complete([spec.group]).complete([spec.value])
    groups = [sample for sample in samples(data, spec.value, spec.group) if len(sample.values)]
    name = ("welch" if len(groups) == 2 else "anova") if spec.test == "auto" else spec.test
    _check_groups(spec, name, groups)
    verdict = _TESTS[name]([group.values for group in groups])
    note = (
        f"{len(groups)} groups are compared at once, so anova is used."
        if spec.test == "auto" and name == "anova"
        else ""
    )
    data = data.noted(verdict.note, note)
    summary = TableDraft(
        title=f"{spec.value} compared by {spec.group}: {_WORDS[name]}",
        columns=_columns(data, spec),
        rows=[_row(name, verdict, sum(len(group.values) for group in groups))],
        description=f"Difference: {groups[0].key} minus {groups[1].key}." if len(groups) == 2 else "",
    )
    return Outcome((summary, _described(spec, data, groups)), data.ledger)


def _row(name: str, verdict: _Verdict, n: int) -> list[Cell]:
    numbers = (verdict.statistic, verdict.df, verdict.p, verdict.effect)
    low, high = (_finite(value) for value in (verdict.low, verdict.high))
    return [name, *[_finite(value) for value in numbers], verdict.effect_name, low, high, n]


def _finite(value: float | None) -> Cell:
    return float(value) if value is not None and math.isfinite(value) else None


def _columns(data: Prepared, spec: CompareGroups) -> tuple[ResultColumn, ...]:
    unit = data.schema[spec.value].unit
    return (
        ResultColumn("test"), ResultColumn("statistic", "number"), ResultColumn("df", "number"),
        ResultColumn("p", "p_value"), ResultColumn("effect", "number"), ResultColumn("effect_name"),
        ResultColumn("ci_low", "number", unit), ResultColumn("ci_high", "number", unit), ResultColumn("n", "integer"),
    )  # fmt: skip


def _described(spec: CompareGroups, data: Prepared, groups: Sequence[Sample]) -> TableDraft:
    column = data.schema[spec.value]
    rows: list[list[Cell]] = [
        [
            group.key, len(group.values), float(group.values.mean()), float(np.median(group.values)),
            float(group.values.std(ddof=1)) if len(group.values) > 1 else None,
        ]
        for group in groups
    ]  # fmt: skip
    return TableDraft(
        title=f"{spec.value} by {spec.group}",
        columns=(
            key_column(data.schema[spec.group]), ResultColumn("n", "integer"), metric_column(column, "mean", "mean"),
            metric_column(column, "median", "median"), metric_column(column, "std", "std"),
        ),
        rows=rows,
        keys=(spec.group,),
    )  # fmt: skip


def _check_groups(spec: CompareGroups, name: str, groups: Sequence[Sample]) -> None:
    names = listed([str(group.key) for group in groups[:12]]) or "none"
    if len(groups) < 2:
        raise DataError(
            f"A comparison needs two groups of {spec.group} with values in {spec.value}; there is {names}.",
            "Widen the filter, or choose another column.",
        )
    if len(groups) > 2 and name in _TWO_GROUPS:
        raise SpecError(
            f"{name} compares two groups; {spec.group} has {len(groups)}: {names}.",
            "Name two groups, or use anova or kruskal.",
        )
    small = [str(group.key) for group in groups if len(group.values) < 2]
    if small and name in ("welch", "student"):
        raise DataError(f"Group {listed(small)} has one value only, so it has no spread.", "Leave it out.")
    everything = np.concatenate([group.values for group in groups])
    if everything.min() == everything.max():
        raise DataError(
            f"All values of {spec.value} are equal, so there is nothing to compare.", "Choose another column."
        )


def _cohens_d(a: Floats, b: Floats) -> float | None:
    """Difference of means over the pooled SD (Cohen 1988)."""
    pooled = ((len(a) - 1) * a.var(ddof=1) + (len(b) - 1) * b.var(ddof=1)) / (len(a) + len(b) - 2)
    return float((a.mean() - b.mean()) / math.sqrt(pooled)) if pooled > 0 else None


def _t_test(values: Sequence[Floats], equal_var: bool) -> _Verdict:
    a, b = values
    if a.var() == 0 and b.var() == 0:
        raise DataError("Neither group varies, so a t test is not possible.", "Compare the means directly.")
    result = stats.ttest_ind(a, b, equal_var=equal_var)
    interval = result.confidence_interval(0.95)
    return _Verdict(
        float(result.statistic), float(result.df), float(result.pvalue), _cohens_d(a, b), "Cohen's d",
        float(interval.low), float(interval.high),
    )  # fmt: skip


def _mann_whitney(values: Sequence[Floats]) -> _Verdict:
    a, b = values
    result = stats.mannwhitneyu(a, b, alternative="two-sided")
    effect = 2 * float(result.statistic) / (len(a) * len(b)) - 1
    return _Verdict(float(result.statistic), None, float(result.pvalue), effect, "rank-biserial correlation")


def _ks(values: Sequence[Floats]) -> _Verdict:
    a, b = values
    result = stats.ks_2samp(a, b)
    return _Verdict(float(result.statistic), None, float(result.pvalue), float(result.statistic), "largest distance D")


def _anova(values: Sequence[Floats]) -> _Verdict:
    everything = np.concatenate(list(values))
    between = sum(len(group) * (group.mean() - everything.mean()) ** 2 for group in values)
    total = float(((everything - everything.mean()) ** 2).sum())
    within = sum(float(((group - group.mean()) ** 2).sum()) for group in values)
    over, under = len(values) - 1, len(everything) - len(values)
    if under < 1 or within == 0:
        raise DataError(
            "The groups have no spread within them, so anova is not possible.", "Compare the means directly."
        )
    statistic = (between / over) / (within / under)
    note = f"Degrees of freedom: {over} between groups, {under:,} within."
    return _Verdict(
        float(statistic),
        over,
        float(stats.f.sf(statistic, over, under)),
        float(between / total),
        "eta squared",
        note=note,
    )


def _kruskal(values: Sequence[Floats]) -> _Verdict:
    result = stats.kruskal(*values)
    n, k = sum(len(group) for group in values), len(values)
    effect = (float(result.statistic) - k + 1) / (n - k) if n > k else None
    return _Verdict(float(result.statistic), k - 1, float(result.pvalue), effect, "eta squared of ranks")


_TWO_GROUPS = ("welch", "student", "mann_whitney", "ks")
_TESTS: Mapping[str, Callable[[Sequence[Floats]], _Verdict]] = {
    "welch": lambda values: _t_test(values, equal_var=False),
    "student": lambda values: _t_test(values, equal_var=True),
    "mann_whitney": _mann_whitney,
    "ks": _ks,
    "anova": _anova,
    "kruskal": _kruskal,
}
_WORDS = {
    "welch": "Welch's t test", "student": "Student's t test", "mann_whitney": "Mann-Whitney U test",
    "ks": "Kolmogorov-Smirnov test", "anova": "analysis of variance", "kruskal": "Kruskal-Wallis test",
}  # fmt: skip
