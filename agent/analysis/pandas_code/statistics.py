"""Outliers and tests of normality as lines of a program."""

from collections.abc import Mapping, Sequence

from agent.analysis.pandas_code.fences import OUTLYING, fence_lines
from agent.analysis.pandas_code.grouping import TABLE
from agent.analysis.pandas_code.program import ROWS, Program, Written, cell, list_code
from agent.specs.measures import NormalityTest, NormalityTestName, Outliers


def write_outliers(spec: Outliers, program: Program) -> list[Written]:
    """As `outliers`: one row of counts and fences, then the outlying rows; by group a row a group."""
    if spec.by is not None:
        return _write_outliers_by_group(spec, spec.by, program)
    lines, basis = fence_lines(spec.method, spec.threshold, spec.ddof)
    names = list(program.schema)
    order = [spec.column, *[name for name in names if name != spec.column]]
    lower, upper = ("None" if spec.side == "high" else "lower"), ("None" if spec.side == "low" else "upper")
    program.add(
        f"{ROWS} = {ROWS}.dropna(subset={list_code([spec.column])})",
        f"values = {cell(spec.column)}",
        *lines,
        f"outlying = {OUTLYING[spec.side]}",
        f"{TABLE} = pd.DataFrame([{{",
        f"    'count': outlying.sum(), 'n': len({ROWS}), 'lower': {lower}, 'upper': {upper},",
        f"    {', '.join(f'{name!r}: {name}' for name in basis)},",
        "    'mean_with': values.mean(), 'mean_without': values[~outlying].mean(),",
        "}])",
        f"outlying_rows = {ROWS}[outlying].sort_values({order!r}, ascending={[False, *[True] * (len(order) - 1)]!r})",
        f"outlying_rows = outlying_rows[{list_code(names)}].reset_index(drop=True)",
    )
    return [
        Written(TABLE, f"Outliers of {spec.column}"),
        Written("outlying_rows", f"Rows with an outlying {spec.column}"),
    ]


def _write_outliers_by_group(spec: Outliers, by: str, program: Program) -> list[Written]:
    """A group without limits has none of its values among the outlying ones."""
    lines, basis = fence_lines(spec.method, spec.threshold, spec.ddof)
    names, column = list(program.schema), spec.column
    order = [column, *[name for name in names if name != column]]
    lower, upper = ("None" if spec.side == "high" else "lower"), ("None" if spec.side == "low" else "upper")
    refuses = {
        "iqr": "False", "zscore": "len(values) < 2", "mad": "(values - values.median()).abs().median() == 0",
    }  # fmt: skip
    empty = f"[key, None, len(values), None, None, {', '.join('None' for _ in basis)}, values.mean(), None]"
    program.add(
        f"{ROWS} = {ROWS}.dropna(subset={list_code([column])})",
        "found, marked = [], []",
        f"for key, values in {ROWS}.groupby({by!r}, dropna=False)[{column!r}]:",
        f"    if {refuses[spec.method]}:",
        f"        found.append({empty})",
        "        continue",
        *(f"    {line}" for line in lines),
        f"    outlying = {OUTLYING[spec.side]}",
        f"    found.append([key, outlying.sum(), len(values), {lower}, {upper}, {', '.join(basis)},",
        "                  values.mean(), values[~outlying].mean()])",
        f"    marked.append({ROWS}.loc[values.index[outlying]])",
        f"heads = {[by, 'count', 'n', 'lower', 'upper', *basis, 'mean_with', 'mean_without']!r}",
        f"{TABLE} = pd.DataFrame(found, columns=heads).set_index({by!r})",
        f"outlying_rows = pd.concat([{ROWS}.head(0), *marked])",
        f"outlying_rows = outlying_rows.sort_values({order!r}, ascending={[False, *[True] * (len(order) - 1)]!r})",
        f"outlying_rows = outlying_rows[{list_code(names)}].reset_index(drop=True)",
    )
    return [
        Written(TABLE, f"Outliers of {column} by {by}"),
        Written("outlying_rows", f"Rows with an outlying {column}"),
    ]


# ---------------------------------------------------------------- normality

_LEAST: Mapping[NormalityTestName, int] = {"shapiro": 3, "dagostino": 8, "anderson": 8, "ks": 3}
_ANDERSON: Sequence[str] = (
    "def anderson(values):",
    '    """Anderson and Darling with estimated mean and SD; p by Stephens (1986)."""',
    "    n = len(values)",
    "    z = np.sort((values - values.mean()) / values.std(ddof=1))",
    "    weights = 2 * np.arange(1, n + 1) - 1",
    "    squared = -n - (weights * (stats.norm.logcdf(z) + stats.norm.logsf(z[::-1]))).sum() / n",
    "    a = squared * (1 + 0.75 / n + 2.25 / n**2)",
    "    if a >= 0.6:",
    "        return squared, np.exp(1.2937 - 5.709 * a + 0.0186 * a**2) if a < 10 else 0.0",
    "    if a >= 0.34:",
    "        return squared, np.exp(0.9177 - 4.279 * a - 1.38 * a**2)",
    "    if a >= 0.2:",
    "        return squared, 1 - np.exp(-8.318 + 42.796 * a - 59.938 * a**2)",
    "    return squared, 1 - np.exp(-13.436 + 101.14 * a - 223.73 * a**2)",
)
_NORMALITY: Mapping[NormalityTestName, str] = {
    "shapiro": "stats.shapiro",
    "dagostino": "stats.normaltest",
    "anderson": "anderson",
    "ks": "lambda values: stats.kstest((values - values.mean()) / values.std(ddof=1), 'norm')",
}


def write_normality_test(spec: NormalityTest, program: Program) -> list[Written]:
    """As `normality_test`: a row a test, and a group."""
    tests = list(dict.fromkeys(spec.tests))
    if "anderson" in tests:
        program.add(*_ANDERSON)
    by = f"{spec.by!r}, dropna=False" if spec.by is not None else "lambda _: 0"
    lead = "key, " if spec.by is not None else ""
    keys = [*([spec.by] if spec.by is not None else []), "test"]
    program.add(
        f"{ROWS} = {ROWS}.dropna(subset={list_code([spec.column])})",
        f"tests = {{{', '.join(f'{name!r}: ({_NORMALITY[name]}, {_LEAST[name]})' for name in tests)}}}",
        "found = []",
        f"for key, part in {ROWS}.groupby({by})[{spec.column!r}]:",
        "    values = part.to_numpy(float)",
        "    for name, (test, least) in tests.items():",
        "        fits = len(values) >= least and values.min() < values.max()",
        "        statistic, p = test(values) if fits else (None, None)",
        f"        found.append([{lead}name, statistic, p, len(values)])",
        f"{TABLE} = pd.DataFrame(found, columns={[*keys, 'statistic', 'p', 'n']!r}).set_index({keys!r})",
    )
    return [Written(TABLE, f"Normality of {spec.column}" + (f" by {spec.by}" if spec.by is not None else ""))]
