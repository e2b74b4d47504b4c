"""correlation and correlation_matrix: over the rows that have both values."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import narwhals as nw
import numpy as np
import numpy.typing as npt
import pandas as pd
import scipy

from agent.analysis.aggregating.cell_rows import Row
from agent.analysis.column_checks import check_by, check_numeric
from agent.analysis.frames.arrays import Floats, matrix, parts
from agent.analysis.frames.rows import Prepared
from agent.analysis.frames.schema import Schema, numeric_columns, stratum_columns
from agent.analysis.frames.source import records
from agent.analysis.frames.tables import Outcome, ResultColumn, TableDraft, key_column
from agent.analysis.inference.reversals import correlation_checks
from agent.analysis.measures.compare_groups import CHECK_COLUMNS
from agent.analysis.operation import Operation
from agent.analysis.words import count_of, join_names, refusal, say
from agent.errors import SpecError
from agent.specs.measures import Correlation, CorrelationMatrix, CorrelationMethod
from agent.specs.result_words import result_title
from agent.state import Cell
from languages.catalogue import in_language

_METHOD_WORDS = {"pearson": "Pearson", "spearman": "Spearman", "kendall": "Kendall"}
_Z_95 = 1.959963984540054


def correlation_matrix(spec: CorrelationMatrix, data: Prepared) -> Outcome:
    """Two tables: `column` and one column each (the matrix), and the pairs (a, b, r, n), strongest first.

    Named columns come first and always stay in; then those of largest variance, up to `top_n` in all (REQ-CORR-001).
    """
    candidates = numeric_columns(data.schema)
    names, data = _choose(spec, candidates, data)
    values = matrix(data, names)
    found = correlations(values, spec.method)
    counts = pair_counts(values)
    wide: list[list[Cell]] = [
        [name, *[_cell(found[at, other]) for other in range(len(names))]] for at, name in enumerate(names)
    ]
    pairs: list[list[Cell]] = [
        [names[at], names[other], _cell(found[at, other]), int(counts[at, other])]
        for at, other in combinations(range(len(names)), 2)
    ]
    pairs.sort(key=lambda pair: -abs(pair[2]) if isinstance(pair[2], float) else 1.0)
    if spec.min_strength is not None:
        strong = [pair for pair in pairs if isinstance(pair[2], float) and abs(pair[2]) >= spec.min_strength]
        weak = len(pairs) - len(strong)
        strength = in_language(f"{spec.min_strength:g}")
        data = data.noted(say("note.weaker", weak=weak, pairs=len(pairs), strength=strength))
        pairs = strong
    if spec.top_k is not None and spec.top_k < len(pairs):
        data = data.noted(_strongest_told(spec.top_k, len(pairs)))
        pairs = pairs[: spec.top_k]
    if int(counts.min()) < data.rows:
        data = data.noted(say("note.both_values"))
    method = _METHOD_WORDS[spec.method]
    whole = TableDraft(
        say("title.matrix", method=method, columns=count_of(len(names), "column")),
        (ResultColumn("column"), *[ResultColumn(name, "number", heading=name) for name in names]),
        wide,
        ("column",),
    )
    columns = (ResultColumn("a"), ResultColumn("b"), ResultColumn("r", "number"), ResultColumn("n", "integer"))
    listing = TableDraft(say("title.strongest", method=method), columns, pairs, ("a", "b"))
    return Outcome((whole, listing), data.ledger)


def _choose(spec: CorrelationMatrix, candidates: Sequence[str], data: Prepared) -> tuple[list[str], Prepared]:
    named = list(dict.fromkeys(spec.columns))
    others = [name for name in candidates if name not in named and not spec.only]
    if len(named) + len(others) < 2:
        raise refusal("one_numeric")
    room = max(spec.top_n - len(named), 0)
    if len(others) > room:
        found = records(data.frame.select([nw.col(name).cast(nw.Float64).var(ddof=1).alias(name) for name in others]))
        variances = {name: found[name][0] for name in others}
        others = sorted(others, key=lambda name: -_known_variance(variances[name]))
        left_out = others[room:]
        shown = join_names(left_out) if len(left_out) <= 8 else count_of(len(left_out), "column")
        data = data.noted(say("note.smaller_variance", columns=shown) if left_out else "")
    return [*named, *others[:room]], data


def _known_variance(variance: Any) -> float:
    return -1.0 if variance is None or math.isnan(variance) else float(variance)


def _cell(value: float) -> Cell:
    return float(value) if math.isfinite(value) else None


# ---------------------------------------------------------------- pairs with test and interval


@dataclass(frozen=True)
class _Tested:
    r: float | None
    p: float | None
    n: int
    low: float | None
    high: float | None


def correlation(spec: Correlation, data: Prepared) -> Outcome:
    """One table, a row a pair: a, b, r, p, n, ci_low, ci_high (95 %); strongest first. Of one pair that is not
    asked for by group a second one, a row a check of `inference.reversals`: does the link hang on one row, or turn
    round within the groups of another column?

    p is two-sided (scipy). Intervals by Fisher's z: variance 1 / (n - 3) for Pearson, 1.06 / (n - 3) for Spearman and
    0.437 / (n - 4) for Kendall (Fieller, Hartley and Pearson 1957). Null where a column does not vary. With `by` the
    pairs of each group, the group column first.
    """
    pairs = _pairs(spec, data)
    if spec.by is None:
        rows = _rows_of_pairs(spec, data, pairs)
    else:
        rows = [[part.key, *row] for part in parts(data, spec.by) for row in _rows_of_pairs(spec, part.data, pairs)]
    lead = [key_column(data.schema[spec.by])] if spec.by is not None else []
    columns = (
        *lead, ResultColumn("a"), ResultColumn("b"), ResultColumn("r", "number"), ResultColumn("p", "p_value"),
        ResultColumn("n", "integer"), ResultColumn("ci_low", "number"), ResultColumn("ci_high", "number"),
    )  # fmt: skip
    names = [column.name for column in lead]
    data = _account(spec, data, rows)
    if spec.top_k is not None and spec.top_k < len(pairs):
        data = data.noted(_strongest_told(spec.top_k, len(pairs)))
        rows = [row for at, row in enumerate(rows) if at % len(pairs) < spec.top_k]
    checks = [_checks(spec, data, *pairs[0])] if len(pairs) == 1 and spec.by is None else []
    title = result_title([correlation_title(spec, pairs)], names)
    table = TableDraft(title, columns, rows, (*names, "a", "b"))
    return Outcome((table, *checks), data.ledger)


def _strongest_told(top_k: int, pairs: int) -> str:
    return say("note.first_shown", count=top_k, total=pairs, things=say("things.pairs"), tied="")


def correlation_title(spec: Correlation, pairs: Sequence[tuple[str, str]]) -> str:
    """ "Pearson correlation of a and b"; of several pairs with what they have in common."""
    method = _METHOD_WORDS[spec.method]
    if len(pairs) == 1:
        return say("title.correlation", method=method, a=pairs[0][0], b=pairs[0][1])
    if spec.target:
        return say("title.correlation_with", method=method, column=spec.target)
    return say("title.correlation_pairs", method=method)


def _checks(spec: Correlation, data: Prepared, a: str, b: str) -> TableDraft:
    others = stratum_columns(data.schema, (a, b))
    frame: pd.DataFrame = data.frame.select([nw.col(name) for name in (a, b, *others)]).collect().to_pandas()
    frame = frame.dropna(subset=[a, b])
    x, y = (frame[name].to_numpy(dtype=np.float64) for name in (a, b))
    found = correlation_checks(x, y, frame[others], spec.method)
    rows = [[one if isinstance(one, str | int) or one is None else _cell(float(one)) for one in row.values()]
            for row in found]  # fmt: skip
    return TableDraft(say("title.looked_beside", a=a, b=b), CHECK_COLUMNS, rows, ("check", "column", "level"))


def _either(pair: tuple[str, str]) -> str:
    return say("detail.either", a=pair[0], b=pair[1])


def _rows_of_pairs(spec: Correlation, data: Prepared, pairs: Sequence[tuple[str, str]]) -> list[list[Cell]]:
    """A row a pair, strongest first."""
    names = list(dict.fromkeys(name for pair in pairs for name in pair))
    values = dict(zip(names, matrix(data, names).T, strict=True))
    tested = [(a, b, _test(values[a], values[b], spec.method)) for a, b in pairs]
    tested.sort(key=lambda row: -abs(row[2].r) if row[2].r is not None else 1.0)
    return [[a, b, each.r, each.p, each.n, each.low, each.high] for a, b, each in tested]


def _account(spec: Correlation, data: Prepared, rows: Sequence[list[Cell]]) -> Prepared:
    """The rows with the ledger of what was left out, and what has to be known of the results."""
    pairs = {(str(row[-7]), str(row[-6])) for row in rows}
    counts = [int(row[-3] or 0) for row in rows]
    if len(pairs) == 1:
        data = data.using(_either(*pairs), sum(counts))
    elif any(count < data.rows for count in counts):
        data = data.noted(say("note.both_values"))
    if any(row[-5] is None for row in rows):
        data = data.noted(say("note.no_correlation"))
    if spec.method != "pearson":
        data = data.noted(say("note.rank_interval"))
    return data


def _pairs(spec: Correlation, data: Prepared) -> list[tuple[str, str]]:
    if spec.target is None:
        return list(combinations(dict.fromkeys(spec.columns), 2))
    others = [name for name in spec.columns or numeric_columns(data.schema) if name not in (spec.target, spec.by)]
    if not others:
        raise refusal("no_other_numeric", column=spec.target)
    return [(name, spec.target) for name in others]


def _test(a: Floats, b: Floats, method: CorrelationMethod) -> _Tested:
    both = ~(np.isnan(a) | np.isnan(b))
    a, b = a[both], b[both]
    n = len(a)
    if n < 3 or a.min() == a.max() or b.min() == b.max():
        return _Tested(None, None, n, None, None)
    result = getattr(scipy.stats, _TESTS[method])(a, b)
    r = float(result.statistic)
    low, high = _interval(r, n, method)
    return _Tested(r, float(result.pvalue), n, low, high)


_TESTS: Mapping[CorrelationMethod, str] = {"pearson": "pearsonr", "spearman": "spearmanr", "kendall": "kendalltau"}
"""The name of each in scipy.stats, which loads when it is first asked for."""
_VARIANCES: Mapping[CorrelationMethod, tuple[float, int]] = {
    "pearson": (1.0, 3),
    "spearman": (1.06, 3),
    "kendall": (0.437, 4),
}


def _interval(r: float, n: int, method: CorrelationMethod) -> tuple[float | None, float | None]:
    factor, lost = _VARIANCES[method]
    if n <= lost:
        return None, None
    if abs(r) >= 1:
        return r, r
    reach = _Z_95 * math.sqrt(factor / (n - lost))
    return math.tanh(math.atanh(r) - reach), math.tanh(math.atanh(r) + reach)


# ----------------------------------------------------------------
# Correlation of all pairs of columns at once, each over the rows that have both values.


def correlations(values: Floats, method: CorrelationMethod) -> Floats:
    """The symmetric matrix of correlations; NaN where a column does not vary or fewer than three rows have both."""
    complete = not np.isnan(values).any()
    if method != "kendall" and complete and len(values) > 2:
        ranked = scipy.stats.rankdata(values, axis=0) if method == "spearman" else values
        return _without_missing(ranked)
    frame = pd.DataFrame(values)
    return frame.corr(method=method, min_periods=3).to_numpy(dtype=np.float64)


def _without_missing(values: Floats) -> Floats:
    """One matrix product instead of a pass a pair; columns are scaled first, so that large ones do not drown small."""
    constant = values.min(axis=0) == values.max(axis=0)
    centred = values - values.mean(axis=0)
    lengths = np.sqrt((centred**2).sum(axis=0))
    lengths[constant] = np.nan
    scaled = centred / lengths
    found: Floats = np.clip(scaled.T @ scaled, -1.0, 1.0)
    np.fill_diagonal(found, np.where(constant, np.nan, 1.0))
    return found


def pair_counts(values: Floats) -> npt.NDArray[np.int64]:
    """For each pair of columns, how many rows have both values."""
    present = (~np.isnan(values)).astype(np.float64)
    return np.rint(present.T @ present).astype(np.int64)


# ----------------------------------------------------------------
# What they ask of the columns, and the rows behind their cells.


def _check_correlation(spec: Correlation, schema: Schema) -> None:
    target = [spec.target] if spec.target is not None else []
    check_numeric(schema, [*spec.columns, *target], "correlation")
    if not target and len(spec.columns) < 2:
        raise SpecError("A correlation needs two columns, or a target.", "Name two columns, or set target.")
    check_by(schema, spec.by, [*spec.columns, *target])


def _check_correlation_matrix(spec: CorrelationMatrix, schema: Schema) -> None:
    check_numeric(schema, spec.columns, "correlation")


def _rows_of_pair(_: Any, data: Prepared, row: Row, column: str) -> Prepared:
    sides = [row.get("a"), row.get("b")] if "a" in row else [row.get("column"), column]
    return data.complete([name for name in sides if isinstance(name, str) and name in data.schema])


CORRELATION = Operation(correlation, _check_correlation, _rows_of_pair)
CORRELATION_MATRIX = Operation(correlation_matrix, _check_correlation_matrix, _rows_of_pair)
