"""The design of a comparison, found in the data: independent values, paired ones, or several of the same thing."""

from collections.abc import Sequence
from typing import Literal

import pandas as pd
from scipy import stats

Design = Literal["independent", "paired", "nested"]


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
    return float(stats.f.sf((between / over) / (within / under), over, under))


def belonging(rows: pd.DataFrame, group: str, subject: str, design: Design) -> pd.DataFrame:
    """The rows that such a design can use: those of a subject, where it is paired of one that has every group."""
    known = rows.dropna(subset=[subject])
    if design != "paired":
        return known
    return known.loc[known.groupby(subject)[group].transform("nunique") == known[group].nunique()]


def per_subject(rows: pd.DataFrame, value: str, group: str, subject: str) -> pd.DataFrame:
    """A row a subject and group with the mean of its values, subjects in the same order under every group."""
    return rows.groupby([group, subject], observed=True)[value].mean().reset_index()
