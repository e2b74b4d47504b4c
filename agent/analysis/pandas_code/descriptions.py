"""Summaries, missing cells, repeated rows and correlations as lines of a program."""

from collections.abc import Mapping, Sequence
from itertools import combinations

from agent.analysis.frames.schema import Column, numeric_columns, stratum_columns
from agent.analysis.inference import reversals
from agent.analysis.inference.reversals import (
    association_of,
    cooks_distance,
    correlation_checks,
    deciding_row,
    level_of,
    reversal_checks,
    reversal_of,
)
from agent.analysis.measures.column_summary import default_statistics, fits, quantile_name
from agent.analysis.measures.correlation import correlation_title
from agent.analysis.measures.dataset_overview import duplicates_title
from agent.analysis.pandas_code.carried import definitions
from agent.analysis.pandas_code.grouping import TABLE
from agent.analysis.pandas_code.program import ROWS, Drawn, Program, Writer, Written, cell, list_code
from agent.analysis.words import count_of, join_names, say
from agent.specs.measures import (
    ColumnSummary,
    Correlation,
    CorrelationMatrix,
    DatasetOverview,
    DuplicateCheck,
    Missingness,
    Statistic,
)
from agent.specs.result_words import result_title


def write_column_summary(spec: ColumnSummary, program: Program) -> list[Written]:
    """As `column_summary`: a row a column, and with `by` a group."""
    every = numeric_columns(program.schema) or list(program.schema)
    names = spec.columns or [name for name in every if spec.by is None or name != spec.by]
    asked = spec.stats or default_statistics([program.schema[name] for name in names])
    headings = ["column", *asked, *[quantile_name(share) for share in spec.quantiles]]
    of, keyed = (ROWS, "") if spec.by is None else ("part", "'key': key, ")
    lines = [f"    {{{keyed}{_cells_of(spec, name, asked, program, of)}}}," for name in names]
    if spec.by is None:
        program.add(f"{TABLE} = pd.DataFrame([", *lines, f"], columns={list_code(headings)})")
    else:
        program.add(
            "found = []",
            f"for key, part in {ROWS}.groupby({spec.by!r}, dropna=False):",
            "    found += [",
            *(f"    {line}" for line in lines),
            "    ]",
            f"{TABLE} = pd.DataFrame(found, columns={list_code(['key', *headings])})",
            f"{TABLE} = {TABLE}.rename(columns={{'key': {spec.by!r}}}).set_index({[spec.by, 'column']!r})",
        )
    what = say("title.summary", columns=join_names(names) if len(names) <= 4 else count_of(len(names), "column"))
    title = result_title([what], [spec.by] if spec.by is not None else [])
    return [Written(TABLE, title, f"{cell(names[0])}.count()" if len(names) == 1 else f"len({ROWS})")]


def _cells_of(spec: ColumnSummary, name: str, asked: Sequence[Statistic], program: Program, of: str) -> str:
    """The cells of one row of the table, as entries of a dictionary."""
    column = program.schema[name]
    cells = [f"'column': {name!r}"]
    cells += [f"{each!r}: {_statistic(cell(name, of), each, spec.ddof)}" for each in asked if fits(column, each)]
    if column.storage == "number" and column.kind != "identifier":
        cells += [f"{quantile_name(share)!r}: {cell(name, of)}.quantile({share})" for share in spec.quantiles]
    return ", ".join(cells)


def _statistic(value: str, statistic: Statistic, ddof: int) -> str:
    special = {
        "missing": f"{value}.isna().sum()",
        "unique": f"{value}.nunique()",
        "mode": f"next(iter({value}.mode()), None)",
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
        f"sizes = {ROWS}.groupby({list_code(names)}, dropna=False).size().rename('n')",
        f"{TABLE} = pd.DataFrame({{'rows': [len({ROWS})], 'distinct': [len(sizes)],"
        f" 'duplicate_rows': [len({ROWS}) - len(sizes)], 'groups': [(sizes > 1).sum()]}})",
        "repeated = sizes[sizes > 1].reset_index()",
        f"repeated = repeated.sort_values({['n', *names]!r}, ascending={ascending!r}, ignore_index=True)"
        f".head({spec.examples})",
    )
    told = spec.columns or ()
    return [
        Written(TABLE, duplicates_title("duplicates", told)),
        Written("repeated", duplicates_title("repeated", told)),
    ]


# ---------------------------------------------------------------- correlations

_TESTS = {
    "pearson": ("pearsonr", "1 / (n - 3)", 3),
    "spearman": ("spearmanr", "1.06 / (n - 3)", 3),
    "kendall": ("kendalltau", "0.437 / (n - 4)", 4),
}
"""The test, the variance of Fisher's z, and how many rows are too few for an interval."""
_METHODS = {"pearson": "Pearson", "spearman": "Spearman", "kendall": "Kendall"}


def write_correlation(spec: Correlation, program: Program) -> list[Written]:
    """As `correlation`: a row a pair (and group) with test and interval (Fisher's z); null where a column does not
    vary."""
    test, variance, lost = _TESTS[spec.method]
    pairs = _pairs(spec, program)
    groups = f"{spec.by!r}, dropna=False" if spec.by is not None else "lambda _: 0"
    program.add(
        f"pairs = {pairs!r}",
        "found = []",
        f"for place, (key, part) in enumerate({ROWS}.groupby({groups})):",
        "    for a, b in pairs:",
        "        both = part[[a, b]].dropna().astype(float)",
        "        n = len(both)",
        "        r = p = low = high = None",
        "        if n > 2 and both[a].nunique() > 1 and both[b].nunique() > 1:",
        f"            r, p = stats.{test}(both[a], both[b])",
        f"        if r is not None and n > {lost}:",
        f"            reach = stats.norm.ppf(0.975) * np.sqrt({variance})",
        "            low, high = np.tanh(np.arctanh(r) - reach), np.tanh(np.arctanh(r) + reach)",
        "        found.append([place, -abs(r) if r is not None else 1, key, a, b, r, p, n, low, high])",
        "heads = ['place', 'strength', 'key', 'a', 'b', 'r', 'p', 'n', 'ci_low', 'ci_high']",
        f"{TABLE} = pd.DataFrame(found, columns=heads).astype({{'r': float, 'p': float}})",
        f"{TABLE} = {TABLE}.sort_values(['place', 'strength'], kind='stable', ignore_index=True)",
        *([f"{TABLE} = {TABLE}.groupby('place').head({spec.top_k}).reset_index(drop=True)"] if spec.top_k else []),
        f"{TABLE} = {TABLE}.drop(columns=['place', 'strength'])",
    )
    if spec.by is None:
        program.add(f"{TABLE} = {TABLE}.drop(columns='key')")
    else:
        program.add(f"{TABLE} = {TABLE}.rename(columns={{'key': {spec.by!r}}}).set_index({[spec.by, 'a', 'b']!r})")
    used = f"{TABLE}['n'].sum()" if len(pairs) == 1 else f"len({ROWS})"
    title = result_title([correlation_title(spec, pairs)], [spec.by] if spec.by is not None else [])
    table = Written(TABLE, title, used)
    if len(pairs) > 1 or spec.by is not None:
        return [table]
    a, b = pairs[0]
    others = list_code(stratum_columns(program.schema, (a, b)))
    program.add(
        *definitions(
            reversal_of, association_of, level_of, deciding_row, reversal_checks, correlation_checks, cooks_distance,
            constants=[(reversals, "MOST_LEVELS"), (reversals, "LEAST_ROWS")],
        ),
        f"both = {ROWS}.dropna(subset={list_code([a, b])})",
        f"x, y = (both[name].to_numpy(float) for name in {list_code([a, b])})",
        f"checks = correlation_checks(x, y, both[{others}], {spec.method!r})",
        "checks = pd.DataFrame(checks, columns=['check', 'column', 'level', 'statistic', 'p', 'n'])",
    )  # fmt: skip
    return [table, Written("checks", say("title.looked_beside", a=a, b=b))]


def _pairs(spec: Correlation, program: Program) -> list[tuple[str, str]]:
    if spec.target is None:
        return list(combinations(dict.fromkeys(spec.columns), 2))
    others = spec.columns or numeric_columns(program.schema)
    return [(name, spec.target) for name in others if name not in (spec.target, spec.by)]


def write_correlation_matrix(spec: CorrelationMatrix, program: Program) -> list[Written]:
    """As `correlation_matrix`: the matrix, then its pairs."""
    named = list(dict.fromkeys(spec.columns))
    others = [name for name in numeric_columns(program.schema) if name not in named and not spec.only]
    room = max(spec.top_n - len(named), 0)
    if len(others) > room:
        ranked = f"{ROWS}[{list_code(others)}].var().sort_values(ascending=False, kind='stable').index[:{room}]"
        program.add(f"names = {list_code(named)} + list({ranked})")
    else:
        program.add(f"names = {list_code([*named, *others])}")
    program.add(f"matrix = {ROWS}[names].corr(method={spec.method!r}, min_periods=3)", *_PAIR_LINES)
    if spec.min_strength is not None:
        program.add(f"pairs = pairs[pairs['r'].abs() >= {spec.min_strength}].reset_index(drop=True)")
    if spec.top_k is not None:
        program.add(f"pairs = pairs.head({spec.top_k})")
    method = _METHODS[spec.method]
    matrix = Written(
        TABLE,
        say(
            "title.matrix",
            method=method,
            columns=count_of(max(len(named), min(spec.top_n, len(named) + len(others))), "column"),
        ),
    )
    return [matrix, Written("pairs", say("title.strongest", method=method))]


_PAIR_LINES: Sequence[str] = (
    f"{TABLE} = matrix.rename_axis('column').reset_index()",
    "pairs = []",
    "for place, a in enumerate(names):",
    "    for b in names[place + 1:]:",
    f"        n = len({ROWS}[[a, b]].dropna())",
    "        pairs.append({'a': a, 'b': b, 'r': matrix.loc[a, b], 'n': n})",
    "pairs = pd.DataFrame(pairs).sort_values('r', key=abs, ascending=False, kind='stable', ignore_index=True)",
)


# ----------------------------------------------------------------
# What a data set is like, and what is missing in it, as lines of a program.


_SIZES = ["rows", "columns", "duplicate_rows", "missing_cells", "memory_mb", "first_date", "last_date"]


def write_dataset_overview(_: DatasetOverview, program: Program) -> list[Written]:
    """As `dataset_overview`: one row about the whole, then a row a column."""
    names = list_code(list(program.schema))
    dates = [column.name for column in program.schema.values() if column.storage == "moment"]
    program.add(
        f"{ROWS} = {ROWS}[{names}]",
        "columns = pd.DataFrame([",
        *(f"    {{{_describe(column)}}}," for column in program.schema.values()),
        "])",
        f"dates = {ROWS}[{list_code(dates)}]",
        f"{TABLE} = pd.DataFrame([{{",
        f"    'rows': len({ROWS}), 'columns': {len(program.schema)}, 'duplicate_rows': {ROWS}.duplicated().sum(),",
        f"    'missing_cells': {ROWS}.isna().sum().sum(),",
        f"    'memory_mb': round({ROWS}.memory_usage(deep=True).sum() / 1024**2, 3),",
        f"    'first_date': {'dates.min().min()' if dates else None},"
        f" 'last_date': {'dates.max().max()' if dates else None},",
        f"}}], columns={list_code(_SIZES)})",
    )
    return [Written(TABLE, "Size of the data"), Written("columns", "Columns of the data")]


def _describe(column: Column) -> str:
    value = cell(column.name)
    has_ends = column.storage in ("number", "moment") or column.kind == "time"
    ends = (f"{value}.min()", f"{value}.max()") if has_ends else ("None", "None")
    return (
        f"'column': {column.name!r}, 'kind': {column.kind!r}, 'non_missing': {value}.count(),"
        f" 'missing': {value}.isna().sum(), 'unique': {value}.nunique(), 'min': {ends[0]}, 'max': {ends[1]}"
    )


def write_missingness(spec: Missingness, program: Program) -> list[Written]:
    """As `missingness`: column, missing, missing_pct, rows; with `by` first the same by group."""
    names = spec.columns or [name for name in program.schema if name != spec.by]
    whole = Written(TABLE, say("title.missing"))
    program.add(
        f"{TABLE} = {ROWS}[{list_code(names)}].isna().sum().rename_axis('column').reset_index(name='missing')",
        f"{TABLE}['missing_pct'] = {TABLE}['missing'] / len({ROWS}) * 100",
        f"{TABLE}['rows'] = len({ROWS})",
        f"{TABLE} = {TABLE}.sort_values('missing', ascending=False, kind='stable', ignore_index=True)",
    )
    if spec.by is None:
        return [whole]
    program.add(
        "found = []",
        f"for key, part in {ROWS}.groupby({spec.by!r}, dropna=False):",
        f"    missing = part[{list_code(names)}].isna().sum().sort_values(ascending=False, kind='stable')",
        "    for name, count in missing.items():",
        "        found.append([key, name, count, count / len(part) * 100, len(part)])",
        f"grouped = pd.DataFrame(found, columns=[{spec.by!r}, 'column', 'missing', 'missing_pct', 'rows'])",
        f"grouped = grouped.set_index([{spec.by!r}, 'column'])",
    )
    return [Written("grouped", say("title.missing_by", group=spec.by)), whole]


# ----------------------------------------------------------------
# What a chart shows of their tables.


def _of_summary(spec: ColumnSummary) -> Drawn:
    return Drawn(TABLE, [*_by(spec), "column"], spec.stats[0] if spec.stats else "count", in_index=spec.by is not None)


def _of_missing(spec: Missingness) -> Drawn:
    return Drawn("grouped" if _by(spec) else TABLE, [*_by(spec), "column"], "missing", in_index=True)


def _by(spec: ColumnSummary | Correlation | Missingness) -> list[str]:
    return [] if spec.by is None else [spec.by]


WRITERS: Mapping[str, Writer] = {
    "dataset_overview": Writer(write_dataset_overview, lambda _: Drawn("columns", ["column"], "non_missing")),
    "missingness": Writer(write_missingness, _of_missing),
    "column_summary": Writer(write_column_summary, _of_summary),
    "duplicate_check": Writer(write_duplicate_check, lambda _: Drawn(TABLE, [], None)),
    "correlation_matrix": Writer(write_correlation_matrix, lambda _: Drawn(TABLE, ["column"], None)),
    "correlation": Writer(
        write_correlation, lambda spec: Drawn(TABLE, [*_by(spec), "a", "b"], "r", in_index=spec.by is not None)
    ),
}
