"""Summaries, missing cells, repeated rows and correlations as lines of a program."""

from collections.abc import Sequence
from itertools import combinations

from agent.analysis.measures.column_summary import default_statistics, fits, quantile_name
from agent.analysis.schema import numeric_columns
from agent.analysis.words import listed as in_words
from agent.analysis.written.grouping import TABLE
from agent.analysis.written.program import ROWS, Program, Written, cell, listed
from agent.specs.measures import (
    ColumnSummary,
    Correlation,
    CorrelationMatrix,
    DuplicateCheck,
    Statistic,
)


def write_column_summary(spec: ColumnSummary, program: Program) -> list[Written]:
    """As `column_summary`: a row a column."""
    names = spec.columns or numeric_columns(program.schema) or list(program.schema)
    asked = spec.stats or default_statistics([program.schema[name] for name in names])
    program.add(f"{TABLE} = pd.DataFrame([")
    for name in names:
        column = program.schema[name]
        cells = [f"'column': {name!r}"]
        cells += [f"{each!r}: {_statistic(name, each, spec.ddof)}" for each in asked if fits(column, each)]
        if column.storage == "number" and column.kind != "identifier":
            cells += [f"{quantile_name(share)!r}: {cell(name)}.quantile({share})" for share in spec.quantiles]
        program.add(f"    {{{', '.join(cells)}}},")
    headings = ["column", *asked, *[quantile_name(share) for share in spec.quantiles]]
    program.add(f"], columns={listed(headings)})")
    title = f"Summary of {in_words(names)}" if len(names) <= 4 else f"Summary of {len(names)} columns"
    return [Written(TABLE, title, f"{cell(names[0])}.count()" if len(names) == 1 else f"len({ROWS})")]


def _statistic(name: str, statistic: Statistic, ddof: int) -> str:
    value = cell(name)
    special = {
        "missing": f"{value}.isna().sum()",
        "unique": f"{value}.nunique()",
        "mode": f"{value}.mode().iloc[0]",
        "range": f"{value}.max() - {value}.min()",
        "std": f"{value}.std(ddof={ddof})",
        "var": f"{value}.var(ddof={ddof})",
        "kurtosis": f"{value}.kurt()",
    }
    return special.get(statistic, f"{value}.{statistic}()")


def write_duplicate_check(spec: DuplicateCheck, program: Program) -> list[Written]:
    """As `duplicate_check`: the counts, then the repeated groups."""
    names = spec.columns or list(program.schema)
    ascending = [False, *[True] * len(names)]
    program.add(
        f"sizes = {ROWS}.groupby({listed(names)}, dropna=False).size().rename('n')",
        f"{TABLE} = pd.DataFrame({{'rows': [len({ROWS})], 'distinct': [len(sizes)],"
        f" 'duplicate_rows': [len({ROWS}) - len(sizes)], 'groups': [(sizes > 1).sum()]}})",
        "repeated = sizes[sizes > 1].reset_index()",
        f"repeated = repeated.sort_values({['n', *names]!r}, ascending={ascending!r}, ignore_index=True)"
        f".head({spec.examples})",
    )
    by = f"by {in_words(names)}" if spec.columns else "in all columns"
    return [Written(TABLE, f"Duplicate rows {by}"), Written("repeated", f"Most repeated rows {by}")]


# ---------------------------------------------------------------- correlations

_TESTS = {
    "pearson": ("pearsonr", "1 / (n - 3)", 3),
    "spearman": ("spearmanr", "1.06 / (n - 3)", 3),
    "kendall": ("kendalltau", "0.437 / (n - 4)", 4),
}
"""The test, the variance of Fisher's z, and how many rows are too few for an interval."""
_METHODS = {"pearson": "Pearson", "spearman": "Spearman", "kendall": "Kendall"}


def write_correlation(spec: Correlation, program: Program) -> list[Written]:
    """As `correlation`: a row a pair with test and interval (Fisher's z); null where a column does not vary."""
    test, variance, lost = _TESTS[spec.method]
    pairs = _pairs(spec, program)
    program.add(
        f"pairs = {pairs!r}",
        "found = []",
        "for a, b in pairs:",
        f"    both = {ROWS}[[a, b]].dropna().astype(float)",
        "    n = len(both)",
        "    r = p = low = high = None",
        "    if n > 2 and both[a].nunique() > 1 and both[b].nunique() > 1:",
        f"        r, p = stats.{test}(both[a], both[b])",
        f"    if r is not None and n > {lost}:",
        f"        reach = stats.norm.ppf(0.975) * np.sqrt({variance})",
        "        low, high = np.tanh(np.arctanh(r) - reach), np.tanh(np.arctanh(r) + reach)",
        "    found.append({'a': a, 'b': b, 'r': r, 'p': p, 'n': n, 'ci_low': low, 'ci_high': high})",
        f"{TABLE} = pd.DataFrame(found).astype({{'r': float}})",
        f"{TABLE} = {TABLE}.sort_values('r', key=abs, ascending=False, kind='stable', ignore_index=True)",
    )
    used = f"{TABLE}['n'].iloc[0]" if len(pairs) == 1 else f"len({ROWS})"
    what = f"of {pairs[0][0]} and {pairs[0][1]}" if len(pairs) == 1 else "by pair"
    return [Written(TABLE, f"{_METHODS[spec.method]} correlation {what}", used)]


def _pairs(spec: Correlation, program: Program) -> list[tuple[str, str]]:
    if spec.target is None:
        return list(combinations(dict.fromkeys(spec.columns), 2))
    others = spec.columns or numeric_columns(program.schema)
    return [(name, spec.target) for name in others if name != spec.target]


def write_correlation_matrix(spec: CorrelationMatrix, program: Program) -> list[Written]:
    """As `correlation_matrix`: the matrix, then its pairs."""
    named = list(dict.fromkeys(spec.columns))
    others = [name for name in numeric_columns(program.schema) if name not in named]
    room = max(spec.top_n - len(named), 0)
    if len(others) > room:
        ranked = f"{ROWS}[{listed(others)}].var().sort_values(ascending=False, kind='stable').index[:{room}]"
        program.add(f"names = {listed(named)} + list({ranked})")
    else:
        program.add(f"names = {listed([*named, *others])}")
    program.add(f"matrix = {ROWS}[names].corr(method={spec.method!r}, min_periods=3)", *_PAIR_LINES)
    if spec.min_strength is not None:
        program.add(f"pairs = pairs[pairs['r'].abs() >= {spec.min_strength}].reset_index(drop=True)")
    method = _METHODS[spec.method]
    matrix = Written(TABLE, f"{method} correlation of {min(spec.top_n, len(named) + len(others))} columns")
    return [matrix, Written("pairs", f"{method} correlation by pair, strongest first")]


_PAIR_LINES: Sequence[str] = (
    f"{TABLE} = matrix.rename_axis('column').reset_index()",
    "pairs = []",
    "for place, a in enumerate(names):",
    "    for b in names[place + 1:]:",
    f"        n = len({ROWS}[[a, b]].dropna())",
    "        pairs.append({'a': a, 'b': b, 'r': matrix.loc[a, b], 'n': n})",
    "pairs = pd.DataFrame(pairs).sort_values('r', key=abs, ascending=False, kind='stable', ignore_index=True)",
)
