"""Data sets with a planted structure, and what a statistician would compute of each, written straight on scipy and
statsmodels: it shares no line with what is tested.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd
from scipy import linalg, stats
from statsmodels.stats.anova import AnovaRM
from statsmodels.stats.oneway import anova_oneway

Spec = dict[str, Any]


@dataclass(frozen=True)
class Planted:
    """Rows, the question as a spec, and what has to be found: the test and figures of the first row of its result."""

    kind: str
    frame: pd.DataFrame
    spec: Spec
    found: Mapping[str, Any]
    pairs: Mapping[tuple[str, str], float] = field(default_factory=dict)
    reverses: str = ""  # the column within whose groups the direction is the other one


RELATED = {"op": "correlation", "columns": ["x", "y"]}
COMPARED = {"op": "compare_groups", "value": "value", "group": "group"}


def shuffled(frame: pd.DataFrame, rng: np.random.Generator) -> pd.DataFrame:
    """The rows in another order: nothing may depend on it."""
    return frame.sample(frac=1, random_state=int(rng.integers(1 << 31))).reset_index(drop=True)


def paired(rng: np.random.Generator) -> Planted:
    """Before and after of the same people."""
    n = int(rng.integers(8, 40))
    person = rng.normal(100, 15, n)
    before, after = person + rng.normal(0, 4, n), person + rng.normal(rng.choice([0, 3]), 4, n)
    frame = pd.DataFrame({"person": [f"P{at:03d}" for at in range(n)] * 2, "group": ["before"] * n + ["after"] * n,
                          "value": [*before, *after]})  # fmt: skip
    tested = stats.ttest_rel(after, before)
    interval = tested.confidence_interval()
    found = {"design": "paired", "subject": "person", "test": "paired_t", "statistic": tested.statistic,
             "p": tested.pvalue, "ci_low": interval.low, "ci_high": interval.high, "n": n}  # fmt: skip
    return Planted("paired", shuffled(frame, rng), COMPARED, found)


def repeated(rng: np.random.Generator) -> Planted:
    """The same people under three or four conditions."""
    n, k = int(rng.integers(8, 30)), int(rng.integers(3, 5))
    table = rng.normal(50, 10, n)[:, None] + rng.normal(0, 3, (n, k)) + np.arange(k) * rng.choice([0.0, 2.0])
    frame = pd.DataFrame({"patient": np.repeat([f"K{at:02d}" for at in range(n)], k), "group": list("abcd"[:k]) * n,
                          "value": table.ravel()})  # fmt: skip
    statistic = float(AnovaRM(frame, "value", "patient", within=["group"]).fit().anova_table["F Value"].iloc[0])
    contrasts = linalg.null_space(np.ones((1, k)))
    roots = np.linalg.eigvalsh(contrasts.T @ np.cov(table, rowvar=False) @ contrasts)
    epsilon = roots.sum() ** 2 / ((k - 1) * (roots**2).sum())
    p = 1 - stats.f.cdf(statistic, epsilon * (k - 1), epsilon * (k - 1) * (n - 1))
    found = {"design": "paired", "subject": "patient", "test": "rm_anova", "statistic": statistic, "p": p, "n": n,
             "df": epsilon * (k - 1)}  # fmt: skip
    return Planted("repeated", shuffled(frame, rng), COMPARED, found)


def nested(rng: np.random.Generator) -> Planted:
    """Several pupils of each class, every class under one method: classes are what was compared."""
    classes, pupils = int(rng.integers(4, 9)), int(rng.integers(6, 20))
    level = rng.normal(60, 6, 2 * classes)
    rows = [(f"C{at:02d}", "old" if at < classes else "new", level[at] + error)
            for at in range(2 * classes) for error in rng.normal(0, 3, pupils)]  # fmt: skip
    frame = pd.DataFrame(rows, columns=["class", "group", "value"])
    means = frame.groupby("class")["value"].mean().to_numpy()
    tested = stats.ttest_ind(means[classes:], means[:classes], equal_var=False)
    found = {"design": "nested", "subject": "class", "test": "welch", "statistic": tested.statistic,
             "p": tested.pvalue, "n": 2 * classes}  # fmt: skip
    return Planted("nested", shuffled(frame, rng), COMPARED, found)


def unequal(rng: np.random.Generator) -> Planted:
    """Two groups of unlike sizes and spreads."""
    a, b = rng.normal(10, 1, int(rng.integers(10, 30))), rng.normal(rng.choice([10, 12]), 6, int(rng.integers(30, 90)))
    frame = pd.DataFrame({"row": range(len(a) + len(b)), "group": ["a"] * len(a) + ["b"] * len(b), "value": [*a, *b]})
    tested = stats.ttest_ind(a, b, equal_var=False)
    interval = tested.confidence_interval()
    found = {"design": "independent", "test": "welch", "statistic": tested.statistic, "df": tested.df,
             "p": tested.pvalue, "ci_low": interval.low, "ci_high": interval.high, "n": len(frame)}  # fmt: skip
    return Planted("unequal", shuffled(frame, rng), COMPARED, found)


def several(rng: np.random.Generator) -> Planted:
    """Three to five groups, of like spreads or unlike ones."""
    k = int(rng.integers(3, 6))
    spreads = np.full(k, 3.0) if rng.random() < 0.5 else np.array([1.0, 9, 2, 8, 3])[:k]
    samples = [rng.normal(at * rng.choice([0.0, 1.5]), spreads[at], int(rng.integers(12, 40))) for at in range(k)]
    frame = pd.DataFrame({"group": np.repeat(list("abcde")[:k], [len(one) for one in samples]),
                          "value": np.concatenate(samples)})  # fmt: skip
    tested = anova_oneway(samples, use_var="unequal", welch_correction=True)
    alike = stats.levene(*samples, center="median").pvalue >= 0.05
    ranged = stats.tukey_hsd(*samples, equal_var=bool(alike)).pvalue
    pairs = {
        ("abcde"[one], "abcde"[other]): float(ranged[one, other]) for one in range(k) for other in range(one + 1, k)
    }
    found = {"design": "independent", "test": "welch_anova", "statistic": tested.statistic, "df": tested.df_num,
             "df2": tested.df_denom, "p": tested.pvalue, "n": len(frame)}  # fmt: skip
    return Planted("several", shuffled(frame, rng), COMPARED, found, pairs)


def small(rng: np.random.Generator) -> Planted:
    """Four to seven values a group, and nothing to find."""
    sizes = rng.integers(4, 8, 2)
    a, b = (rng.normal(5, 1, size) for size in sizes)
    frame = pd.DataFrame({"group": ["x"] * len(a) + ["y"] * len(b), "value": [*a, *b]})
    tested = stats.ttest_ind(a, b, equal_var=False)
    found = {"design": "independent", "test": "welch", "statistic": tested.statistic, "p": tested.pvalue}
    return Planted("small", shuffled(frame, rng), COMPARED, found)


def reversal(rng: np.random.Generator) -> Planted:
    """Within every branch y falls as x rises; branches with larger x have larger y, so that over all rows it rises."""
    k, n = int(rng.integers(3, 6)), int(rng.integers(15, 40))
    apart = np.repeat(np.arange(k) * 6.0, n)
    inside = rng.normal(0, 1, k * n)
    x, y = apart + inside, apart * rng.uniform(1, 2) - inside + rng.normal(0, 0.5, k * n)
    frame = pd.DataFrame({"x": x, "y": y, "branch": np.repeat([f"b{at}" for at in range(k)], n),
                          "shift": rng.choice(["early", "late"], k * n)})  # fmt: skip
    tested = stats.pearsonr(x, y)
    found = {"r": tested.statistic, "p": tested.pvalue, "n": k * n}
    return Planted("reversal", shuffled(frame, rng), RELATED, found, reverses="branch")


def reversed_groups(rng: np.random.Generator) -> Planted:
    """A treatment that helps in every stage, given more often in the hard one."""
    n = int(rng.integers(40, 80))
    hard, easy = (n * 4 // 5, n // 5)
    stage = ["hard"] * hard + ["easy"] * easy + ["hard"] * easy + ["easy"] * hard
    group = ["new"] * (hard + easy) + ["old"] * (hard + easy)
    value = np.array([20.0 if one == "hard" else 0 for one in stage]) + rng.normal(0, 2, len(stage))
    value[: hard + easy] -= 4
    frame = pd.DataFrame({"group": group, "stage": stage, "value": value, "day": rng.choice(list("mtw"), len(stage))})
    tested = stats.ttest_ind(value[: hard + easy], value[hard + easy :], equal_var=False)
    found = {"test": "welch", "statistic": tested.statistic, "p": tested.pvalue}
    return Planted("reversed_groups", shuffled(frame, rng), COMPARED, found, reverses="stage")


def outlier(rng: np.random.Generator) -> Planted:
    """No link, and one row far out that makes one; the other columns hold nothing."""
    n = int(rng.integers(15, 50))
    x, y = np.append(rng.normal(0, 1, n), 15.0), np.append(rng.normal(0, 1, n), 15.0)
    frame = pd.DataFrame({"x": x, "y": y, "team": rng.choice(list("ab"), n + 1)})
    tested = stats.pearsonr(x, y)
    return Planted("outlier", frame, RELATED, {"r": tested.statistic, "p": tested.pvalue, "n": n + 1})


def plain(rng: np.random.Generator) -> Planted:
    """A link, or none, that is the same in every group of the other columns."""
    n = int(rng.integers(30, 200))
    x = rng.normal(0, 1, n)
    y = rng.choice([0.0, 0.3, 1.0]) * x + rng.normal(0, 1, n)
    frame = pd.DataFrame({"x": x, "y": y, "team": rng.choice(list("abcd"), n), "shift": rng.choice(list("uv"), n),
                          "rating": rng.integers(1, 6, n)})  # fmt: skip
    tested = stats.pearsonr(x, y)
    return Planted("plain", frame, RELATED, {"r": tested.statistic, "p": tested.pvalue, "n": n})


KINDS: Mapping[str, Callable[[np.random.Generator], Planted]] = {
    "paired": paired,
    "repeated": repeated,
    "nested": nested,
    "unequal": unequal,
    "several": several,
    "small": small,
    "reversal": reversal,
    "reversed_groups": reversed_groups,
    "outlier": outlier,
    "plain": plain,
}


def planted(kind: str, number: int) -> Planted:
    """The data set of this kind and number, always the same."""
    return KINDS[kind](np.random.default_rng([number, *kind.encode()]))
