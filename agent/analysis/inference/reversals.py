"""Before a verdict: does the direction turn round within the groups of another column, or hang on a single row?"""

import numpy as np
import pandas as pd
import scipy

from agent.analysis.frames.arrays import Floats
from agent.analysis.inference.comparing import Row

MOST_LEVELS = 20
LEAST_ROWS = 5
"""Rows that a group needs to be looked at."""


def reversal_of(x: Floats, y: Floats, others: pd.DataFrame) -> tuple[str | None, list[Row]]:
    """The column within whose groups y goes with x the other way than over all rows (Simpson 1951), and a row a group:
    level, slope, r, n; nothing where no column turns it round.

    Looked at are the columns of `others` with 2 to 20 values in at least five rows each. A column turns the direction
    round where r over all rows and r within its groups (each value less its group's mean) are of opposite signs, the
    first with p below .05, the second below .05 over the number of columns, and groups with most of the rows agree
    with the second. The column with the strongest r within holds.
    """
    crude = association_of(x, y, 1)
    best: tuple[float, str, list[Row]] | None = None
    if crude is None or crude[1] >= 0.05:
        return None, []
    for name in others.columns:
        keys = others[name]
        sizes = keys.value_counts()
        kept = keys.isin(sizes.index[sizes >= LEAST_ROWS]).to_numpy()
        levels = int((sizes >= LEAST_ROWS).sum())
        if not 2 <= levels <= MOST_LEVELS or 2 * kept.sum() < len(keys):
            continue
        frame = pd.DataFrame({"x": x[kept], "y": y[kept], "level": keys[kept].to_numpy()})
        centred = frame[["x", "y"]] - frame.groupby("level")[["x", "y"]].transform("mean")
        within = association_of(centred["x"].to_numpy(), centred["y"].to_numpy(), levels)
        if within is None or within[0] * crude[0] >= 0 or within[1] >= 0.05 / len(others.columns):
            continue
        rows = [level_of(str(level), part) for level, part in frame.groupby("level")]
        turned = sum(row["n"] for row in rows if (row["slope"] or 0) * crude[0] < 0)
        if 2 * turned > len(frame) and (best is None or abs(within[0]) > best[0]):
            best = abs(within[0]), name, rows
    return (best[1], best[2]) if best is not None else (None, [])


def association_of(x: Floats, y: Floats, groups: int) -> tuple[float, float] | None:
    """r and its two-sided p with n - groups - 1 degrees of freedom; None where x or y does not vary."""
    free = len(x) - groups - 1
    lengths = np.sqrt(((x - x.mean()) ** 2).sum() * ((y - y.mean()) ** 2).sum())
    if free < 1 or lengths <= 1e-12 * max(np.abs(x).max() * np.abs(y).max(), 1e-300):
        return None
    r = float(np.clip(((x - x.mean()) * (y - y.mean())).sum() / lengths, -1, 1))
    if abs(r) == 1:
        return r, 0.0
    return r, float(2 * scipy.stats.t.sf(abs(r) * np.sqrt(free / (1 - r**2)), free))


def level_of(level: str, part: pd.DataFrame) -> Row:
    """What one group says: how much y rises with one more x, r, and the number of rows."""
    x, y = part["x"].to_numpy(), part["y"].to_numpy()
    found = association_of(x, y, 1)
    slope = None if found is None else ((x - x.mean()) * (y - y.mean())).sum() / ((x - x.mean()) ** 2).sum()
    return {"level": level, "slope": slope, "r": None if found is None else found[0], "n": len(part)}


def deciding_row(x: Floats, y: Floats) -> tuple[int, float, float] | None:
    """The place of the one row that carries or hides a correlation, with r and p without it; None where none does.

    Its Cook's distance in the line of y on x, or of x on y, is over 1 (Cook and Weisberg 1982), and without it r
    changes its sign or p changes its side of .05.
    """
    crude = association_of(x, y, 1)
    if crude is None or len(x) < 5:
        return None
    far = np.maximum(cooks_distance(x, y), cooks_distance(y, x))
    at = int(np.argmax(far))
    rest = np.arange(len(x)) != at
    without = association_of(x[rest], y[rest], 1)
    if far[at] <= 1 or without is None:
        return None
    turned = without[0] * crude[0] < 0 and min(without[1], crude[1]) < 0.05
    return (at, *without) if turned or (without[1] < 0.05) != (crude[1] < 0.05) else None


def reversal_checks(x: Floats, y: Floats, others: pd.DataFrame, told: str) -> list[Row]:
    """A row `reversal` for each group of the column that turns the direction round, with its slope or its r."""
    column, levels = reversal_of(x, y, others)
    return [
        {"check": "reversal", "column": column, "level": one["level"], "statistic": one[told], "p": None, "n": one["n"]}
        for one in levels
    ]


def correlation_checks(x: Floats, y: Floats, others: pd.DataFrame, method: str) -> list[Row]:
    """Rows of check, column, level, statistic, p and n beside the correlation of two columns.

    influence: the largest Cook's distance of a row. spearman: the same by ranks, beside Pearson's r. single_row: r
    without the one row that decides, which `level` names by its values. reversal: r within the groups of a column.
    """
    if association_of(x, y, 1) is None or len(x) < 3:
        return []
    far = float(np.maximum(cooks_distance(x, y), cooks_distance(y, x)).max())
    found: list[Row] = [{"check": "influence", "column": None, "level": None, "statistic": far, "p": None, "n": len(x)}]
    if method == "pearson":
        ranks = scipy.stats.spearmanr(x, y)
        found.append({"check": "spearman", "column": None, "level": None, "statistic": ranks.statistic,
                      "p": ranks.pvalue, "n": len(x)})  # fmt: skip
        single = deciding_row(x, y)
        if single is not None:
            at, r, p = single
            found.append({"check": "single_row", "column": None, "level": f"{x[at]:.10g}, {y[at]:.10g}",
                          "statistic": r, "p": p, "n": len(x) - 1})  # fmt: skip
    return found + reversal_checks(x, y, others, "r")


def cooks_distance(x: Floats, y: Floats) -> Floats:
    """Cook's distance of each row in the line of y on x (Cook 1977)."""
    apart = x - x.mean()
    leverage = 1 / len(x) + apart**2 / (apart**2).sum()
    left = y - y.mean() - apart * (apart * (y - y.mean())).sum() / (apart**2).sum()
    spread = (left**2).sum() / (len(x) - 2)
    if spread <= 0:
        return np.zeros(len(x))
    free = np.maximum(1 - leverage, 1e-12)
    found: Floats = left**2 / (2 * spread) * leverage / free**2
    return found
