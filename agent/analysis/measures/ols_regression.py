"""ols_regression: how much does y change on average with each x, the others being equal?"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import narwhals as nw
import numpy as np
import pandas as pd
import scipy

from agent.analysis.aggregating.cell_rows import complete_rows
from agent.analysis.column_checks import check_by, check_numeric
from agent.analysis.frames.arrays import Floats, matrix, parts
from agent.analysis.frames.ordering import natural
from agent.analysis.frames.rows import Prepared
from agent.analysis.frames.schema import Schema, column_named
from agent.analysis.frames.tables import Outcome, ResultColumn, TableDraft, cell, key_column
from agent.analysis.operation import Operation
from agent.analysis.words import join_names, refusal, say, unfit
from agent.errors import ActionLimitError, SpecError
from agent.specs.measures import OlsRegression
from agent.specs.result_words import result_title
from agent.state import Cell

# ----------------------------------------------------------------
# Ordinary least squares: coefficients with their standard errors, and how well the whole fits.


LEVEL = 0.95
_NEGLIGIBLE = 1e-9
"""Of a column's length: what is left of it beyond the columns before is taken for rounding."""
_EXACT = 1e-20
"""Of the sum of squares: residuals below are rounding, so the fit is exact."""


@dataclass(frozen=True)
class Term:
    """A coefficient with its standard error, t test and 95 % interval. No test where the fit is exact."""

    coefficient: float
    std_error: float
    t: float | None
    p: float | None
    low: float
    high: float


@dataclass(frozen=True)
class Fit:
    """The terms, the intercept first, and the fit as a whole. No F test where the fit is exact."""

    terms: tuple[Term, ...]
    r2: float
    adjusted_r2: float
    f: float | None
    df_model: int
    df_residual: int
    p: float | None
    residual_std: float
    n: int


def least_squares(y: Floats, x: Floats) -> Fit:
    """The fit of y on the columns of x and an intercept.

    Coefficients by QR of the centred and scaled columns; standard errors from s squared times the inverse of X'X, and
    the intercept's from that of the means; t and F tests and R squared as in Draper and Smith, Applied Regression
    Analysis (1998, chapters 1 and 5), which take the spread around the fit as equal everywhere; adjusted R squared by
    Ezekiel (1930). The columns have to be independent (`dependent_column`) and fewer than the rows less one.
    """
    n, k = x.shape
    free = n - k - 1
    means, scales = x.mean(axis=0), x.std(axis=0)
    centred = (x - means) / scales
    q, r = np.linalg.qr(centred)
    above = y - y.mean()
    turned = np.linalg.solve(r, q.T @ above)
    residuals = above - centred @ turned
    total, left = float(above @ above), float(residuals @ residuals)
    is_exact = left <= _EXACT * total
    left = 0.0 if is_exact else left
    spread = left / free
    inverse = np.linalg.inv(r)
    covariance = (inverse @ inverse.T) / np.outer(scales, scales)  # of the coefficients, over s squared
    slopes = turned / scales
    coefficients = [float(y.mean() - means @ slopes), *(float(each) for each in slopes)]
    variances = [1 / n + float(means @ covariance @ means), *(float(each) for each in np.diag(covariance))]
    errors = [math.sqrt(spread * each) for each in variances]
    share = 1 - left / total
    statistic = None if is_exact else ((total - left) / k) / spread
    return Fit(
        terms=tuple(_term(each, error, free) for each, error in zip(coefficients, errors, strict=True)),
        r2=share,
        adjusted_r2=1 - (1 - share) * (n - 1) / free,
        f=statistic,
        df_model=k,
        df_residual=free,
        p=None if statistic is None else float(scipy.stats.f.sf(statistic, k, free)),
        residual_std=math.sqrt(spread),
        n=n,
    )


def _term(coefficient: float, error: float, free: int) -> Term:
    if error == 0:
        return Term(coefficient, 0.0, None, None, coefficient, coefficient)
    t = coefficient / error
    reach = float(scipy.stats.t.ppf(0.5 + LEVEL / 2, free)) * error
    return Term(
        coefficient, error, t, 2 * float(scipy.stats.t.sf(abs(t), free)), coefficient - reach, coefficient + reach
    )


def dependent_column(x: Floats) -> int | None:
    """The first column that those before it (and an intercept) make up; None when there is none."""
    is_flat = x.min(axis=0) == x.max(axis=0)
    centred = np.where(is_flat, 0.0, x - x.mean(axis=0))
    lengths = np.sqrt((centred**2).sum(axis=0))
    scaled = centred / np.where(lengths > 0, lengths, 1.0)
    beyond = np.abs(np.diag(np.linalg.qr(scaled, mode="r")))  # what of each is not in those before it
    found = np.flatnonzero(beyond <= _NEGLIGIBLE)
    return int(found[0]) if len(found) else None


INTERCEPT = "(intercept)"
MAX_LEVELS = 50
"""Values of a column of categories: each beyond the first is a term."""
MAX_CELLS = 60_000_000
LEAST_OF_A_LINE = 3
"""Rows: through two points there is one line, and no telling how sure it is."""


@dataclass(frozen=True)
class _Part:
    """The terms of one column. A number is a term of its own; of categories each value but the base is one."""

    column: str
    levels: tuple[Cell, ...]
    base: Cell
    values: Floats

    @property
    def names(self) -> list[str]:
        """What the terms are called."""
        return [f"{self.column} = {_text(level)}" for level in self.levels] or [self.column]


def ols_regression(spec: OlsRegression, data: Prepared) -> Outcome:
    """Two tables: a row a term (term, level, base, coefficient, std_error, t, p, ci_low, ci_high), the intercept first;
    then one row (r2, adjusted_r2, f, df_model, df_residual, p, residual_std, n).

    `level` and `base` are there only with a column of categories: its coefficients compare a level with the base, which
    is the first in the natural order. Over rows that have all values. Inference only: nothing is held out or predicted.

    With `by` one table, a row a group: the group column, slope, intercept, r2, p, ci_low, ci_high, n. Null where a
    group has fewer than three rows, or all of one x or y.
    """
    data = data.complete([spec.y, *spec.x])
    if spec.by is not None:
        return _lines(spec, spec.by, data)
    parts = [_part(name, data) for name in spec.x]
    names = [name for part in parts for name in part.names]
    y = matrix(data, [spec.y])[:, 0]
    _check_rows(spec, y, len(names))
    x = np.column_stack([part.values for part in parts])
    _check_columns(names, x)
    fit = least_squares(y, x)
    if fit.p is None:
        data = data.noted(say("note.exact_fit"))
    bases = [f"{part.column}: {_text(part.base)}" for part in parts if part.levels]
    whole = TableDraft(
        say("title.fit", y=spec.y, x=join_names(spec.x)),
        _FIT_COLUMNS,
        [[fit.r2, fit.adjusted_r2, fit.f, fit.df_model, fit.df_residual, fit.p, fit.residual_std, fit.n]],
    )
    terms = _terms(spec, parts, fit, say("note.bases", bases="; ".join(bases)) if bases else "")
    return Outcome((terms, whole), data.ledger)


def _lines(spec: OlsRegression, by: str, data: Prepared) -> Outcome:
    rows: list[list[Cell]] = [[part.key, *_line(matrix(part.data, [spec.y, *spec.x]))] for part in parts(data, by)]
    if any(row[1] is None for row in rows):
        data = data.noted(say("note.no_line"))
    title = result_title([say("title.regression", y=spec.y, x=join_names(spec.x))], [by])
    return Outcome((TableDraft(title, (key_column(data.schema[by]), *_LINE_COLUMNS), rows, (by,)),), data.ledger)


def _line(values: Floats) -> list[Cell]:
    """The slope, intercept, r2, p, ci_low and ci_high of the first column on the second, and how many rows it has."""
    y, n = values[:, 0], len(values)
    if n < LEAST_OF_A_LINE or y.min() == y.max() or values[:, 1].min() == values[:, 1].max():
        return [*[None] * (len(_LINE_COLUMNS) - 1), n]
    fit = least_squares(y, values[:, 1:])
    intercept, slope = fit.terms
    return [slope.coefficient, intercept.coefficient, fit.r2, slope.p, slope.low, slope.high, n]


def _part(name: str, data: Prepared) -> _Part:
    column = data.schema[name]
    if column.storage == "number":
        return _Part(name, (), None, matrix(data, [name]))
    collected: pd.Series = data.frame.select(nw.col(name)).collect()[name].to_pandas()
    codes, found = pd.factorize(collected)
    if len(found) > MAX_LEVELS:
        raise SpecError(
            f"{name} has {len(found):,} values: too many for a regression (at most {MAX_LEVELS}).",
            "Leave it out, or cut it into groups with recode_column.",
        )
    cells = [cell(value, key_column(column)) for value in found]
    order = natural(cells, column.order)
    if len(order) * len(codes) > MAX_CELLS:
        raise ActionLimitError(
            f"{len(order)} values of {name} over {len(codes):,} rows are too much at once.", "Use a filter."
        )
    places = [cells.index(level) for level in order[1:]]
    values = np.column_stack([(codes == place).astype(np.float64) for place in places] or [np.zeros(len(codes))])
    return _Part(name, tuple(order[1:]), order[0] if order else None, values)


def _text(level: Cell) -> str:
    return str(level).lower() if isinstance(level, bool) else str(level)


def _check_rows(spec: OlsRegression, y: Floats, terms: int) -> None:
    if len(y) < terms + 2:
        raise refusal("too_few_rows", rows=len(y), coefficients=terms + 1)
    if y.min() == y.max():
        raise refusal("nothing_to_explain", column=spec.y)


def _check_columns(names: Sequence[str], x: Floats) -> None:
    at = dependent_column(x)
    if at is None:
        return
    if x[:, at].min() == x[:, at].max():
        raise refusal("no_effect", column=names[at])
    raise refusal("follows_exactly", column=names[at])


def _terms(spec: OlsRegression, parts: Sequence[_Part], fit: Fit, description: str) -> TableDraft:
    """A row a term; without categories there is no level and no base to tell."""
    labels: list[tuple[str, Cell, Cell]] = [(INTERCEPT, None, None)]
    for part in parts:
        levels = part.levels or (None,)
        labels += [(name, level, part.base) for name, level in zip(part.names, levels, strict=True)]
    has_levels = any(part.levels for part in parts)
    rows: list[list[Cell]] = [
        [
            name, *([None if level is None else _text(level), None if base is None else _text(base)] * has_levels),
            term.coefficient, term.std_error, term.t, term.p, term.low, term.high,
        ]
        for (name, level, base), term in zip(labels, fit.terms, strict=True)
    ]  # fmt: skip
    lead = (ResultColumn("term"), *((ResultColumn("level"), ResultColumn("base")) if has_levels else ()))
    return TableDraft(
        say("title.regression", y=spec.y, x=join_names(spec.x)),
        (*lead, *_TERM_COLUMNS),
        rows,
        keys=("term",),
        description=description,
    )


_TERM_COLUMNS = (
    ResultColumn("coefficient", "number"), ResultColumn("std_error", "number"), ResultColumn("t", "number"),
    ResultColumn("p", "p_value"), ResultColumn("ci_low", "number"), ResultColumn("ci_high", "number"),
)  # fmt: skip
_LINE_COLUMNS = (
    ResultColumn("slope", "number"), ResultColumn("intercept", "number"), ResultColumn("r2", "number"),
    ResultColumn("p", "p_value"), ResultColumn("ci_low", "number"), ResultColumn("ci_high", "number"),
    ResultColumn("n", "integer"),
)  # fmt: skip
_FIT_COLUMNS = (
    ResultColumn("r2", "number"), ResultColumn("adjusted_r2", "number"), ResultColumn("f", "number"),
    ResultColumn("df_model", "integer"), ResultColumn("df_residual", "integer"), ResultColumn("p", "p_value"),
    ResultColumn("residual_std", "number"), ResultColumn("n", "integer"),
)  # fmt: skip


# ----------------------------------------------------------------
# What it asks of the columns, and the rows behind its cells.


def _check(spec: OlsRegression, schema: Schema) -> None:
    if spec.y in spec.x or len(set(spec.x)) < len(spec.x):
        raise SpecError("A column stands twice in the regression.", "Name y and each column of x once.")
    check_numeric(schema, [spec.y], "regression")
    check_by(schema, spec.by, [spec.y, *spec.x])
    if spec.by is not None:
        check_numeric(schema, spec.x, "regression")
    for name in spec.x:
        column = column_named(schema, name)
        if column.kind == "identifier":
            raise unfit("identifier", column=name, what=say("needing.regression"))
        if column.storage not in ("number", "text", "boolean"):
            raise SpecError(
                f"A regression needs numbers or categories; {name} is {column.kind}.", "Use date_part, or leave it out."
            )


OLS_REGRESSION = Operation(ols_regression, _check, complete_rows)
