"""The design of a comparison, found in the data: independent values, paired ones, or several of the same thing."""

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
import pandas as pd
import scipy

from agent.analysis.frames.arrays import Floats
from agent.analysis.frames.schema import Schema
from agent.analysis.inference.comparing import Row
from agent.specs.measures import CompareGroups

Design = Literal["independent", "paired", "nested"]
MOST_SUBJECT_COLUMNS = 30


def design_of(
    rows: pd.DataFrame, value: str, group: str, subjects: Sequence[str], identifiers: Sequence[str]
) -> tuple[Design, str | None]:
    """How the values stand to each other, and by which of the columns `subjects`.

    paired: at least three subjects, and at least half of all, have a value under every group. One value each, unless
    the column is one of the `identifiers`; a column of numbers that is none of them has to have all of its values
    under every group, for numbers may be equal by chance. nested: every subject belongs to one group, has two rows or
    more on average, there are three or more in each group, and their values resemble each other (`clustering_p` below
    .05); the column with the fewest subjects holds. independent: neither, and no column.
    """
    keys = rows[group].nunique()
    nested = []
    for name in subjects:
        known = rows.dropna(subset=[name])
        cells = known.groupby([name, group], observed=True).size()
        under = cells.groupby(level=0).size()
        everywhere = int((under == keys).sum())
        is_number = pd.api.types.is_numeric_dtype(known[name])
        needed = len(under) if is_number and name not in identifiers else len(under) / 2
        if everywhere >= max(needed, 3) and (name in identifiers or len(cells) == len(known)):
            return "paired", name
        repeats = len(known) >= 2 * len(under) > 0 and under.max() == 1
        if repeats and cells.groupby(level=1).size().min() >= 3 and clustering_p(known, value, group, name) < 0.05:
            nested.append((len(under), name))
    return ("nested", min(nested)[1]) if nested else ("independent", None)


def clustering_p(rows: pd.DataFrame, value: str, group: str, subject: str) -> float:
    """The p of the F test of subjects within groups (Snedecor and Cochran 1989, chapter 13): do values of the same
    subject resemble each other? 0 where the values of each subject are all equal, 1 where nothing tells.
    """
    of_subject = rows.groupby(subject)[value].transform("mean")
    of_group = rows.groupby(group)[value].transform("mean")
    between, within = ((of_subject - of_group) ** 2).sum(), ((rows[value] - of_subject) ** 2).sum()
    over = rows[subject].nunique() - rows[group].nunique()
    under = len(rows) - rows[subject].nunique()
    if within <= 1e-12 * between or over < 1 or under < 1:
        return 0.0 if between > 0 and over >= 1 else 1.0
    return float(scipy.stats.f.sf((between / over) / (within / under), over, under))


def belonging(rows: pd.DataFrame, group: str, subject: str, design: Design) -> pd.DataFrame:
    """The rows that such a design can use: those of a subject, where it is paired of one that has every group."""
    known = rows.dropna(subset=[subject])
    if design != "paired":
        return known
    return known.loc[known.groupby(subject)[group].transform("nunique") == known[group].nunique()]


def per_subject(rows: pd.DataFrame, value: str, group: str, subject: str) -> pd.DataFrame:
    """A row a subject and group with the mean of its values, subjects in the same order under every group."""
    return rows.groupby([group, subject], observed=True)[value].mean().reset_index()


def subject_columns(schema: Schema, spec: CompareGroups) -> list[str]:
    """The columns that may say which values belong together: identifiers first, then texts and whole numbers."""
    found = [
        column.name
        for column in schema.values()
        if column.name not in (spec.value, spec.group)
        and (column.storage == "text" or (column.storage == "number" and column.whole))
    ]
    return sorted(found, key=lambda name: not is_named_thing(name, schema))[:MOST_SUBJECT_COLUMNS]


def is_named_thing(name: str, schema: Schema) -> bool:
    """Does the column name things, so that several rows of one belong together?"""
    return schema[name].kind == "identifier"


# ----------------------------------------------------------------
# Which test a comparison of groups gets: by its design first, then by how many groups there are.


REPEATED = {
    "welch": "paired_t", "student": "paired_t", "mann_whitney": "wilcoxon", "anova": "rm_anova",
    "welch_anova": "rm_anova", "kruskal": "friedman",
}  # fmt: skip
"""What a test of independent values is where the values belong together."""


def chosen_test(test: str, design: str, samples: Sequence[Floats]) -> str:
    """The test for a design: Welch's t for two groups and Welch's analysis of variance for more (Kruskal and Wallis'
    where a group has one value only, or no spread); paired, the t test of the differences and the analysis of variance
    of repeated measures. A test that was named is kept, in its form for the design.
    """
    several = len(samples) > 2
    if design == "paired":
        named = {"auto": "rm_anova" if several else "paired_t", **REPEATED}.get(test, test)
        return "wilcoxon" if named == "friedman" and not several else named
    if test != "auto":
        return test
    if not several:
        return "welch"
    return "welch_anova" if all(len(one) > 1 and one.var() > 0 for one in samples) else "kruskal"


def sides_of(samples: Sequence[Floats], names: Sequence[Any], head: str) -> list[Row]:
    """A row a group: n, mean with its 95 % interval (Student's t), median and standard deviation."""
    rows = []
    for name, one in zip(names, samples, strict=True):
        n, mean = len(one), one.mean()
        spread = low = high = None
        if n > 1:
            spread = one.std(ddof=1)
            reach = scipy.stats.t.ppf(0.975, n - 1) * spread / np.sqrt(n)
            low, high = mean - reach, mean + reach
        rows.append({head: name, "n": n, "mean": mean, "ci_low": low, "ci_high": high, "median": np.median(one),
                     "std": spread})  # fmt: skip
    return rows
