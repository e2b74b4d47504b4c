"""Outliers and tests of normality as lines of a program."""

from collections.abc import Mapping, Sequence

from agent.analysis.frames.schema import stratum_columns
from agent.analysis.inference import reversals
from agent.analysis.inference.reversals import association_of, level_of, reversal_checks, reversal_of
from agent.analysis.inference.two_by_two import table_checks
from agent.analysis.measures.ols_regression import INTERCEPT, LEAST_OF_A_LINE
from agent.analysis.pandas_code.carried import definitions
from agent.analysis.pandas_code.fences import OUTLYING, fence_lines
from agent.analysis.pandas_code.grouping import TABLE
from agent.analysis.pandas_code.program import ROWS, Drawn, Program, Writer, Written, cell, list_code
from agent.analysis.words import join_names, say
from agent.specs.measures import ContingencyTest, NormalityTest, NormalityTestName, OlsRegression, Outliers
from agent.specs.result_words import as_title, measure_words, result_title


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
        Written(TABLE, as_title(say("title.outliers", column=spec.column))),
        Written("outlying_rows", say("title.outlying", column=spec.column)),
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
        Written(TABLE, result_title([say("title.outliers", column=column)], [by])),
        Written("outlying_rows", say("title.outlying", column=column)),
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
    return [
        Written(
            TABLE,
            result_title([say("title.normality", column=spec.column)], [spec.by] if spec.by is not None else []),
        )
    ]


# ----------------------------------------------------------------
# Tests of association and linear regressions as lines of a program.


def write_contingency_test(spec: ContingencyTest, program: Program) -> list[Written]:
    """As `contingency_test`: a row a test, the cross table, then the checks."""
    others = list_code(stratum_columns(program.schema, (spec.rows, spec.columns)))
    program.add(
        f"{ROWS} = {ROWS}.dropna(subset={list_code([spec.rows, spec.columns])})",
        f"crossed = {ROWS}.groupby({list_code([spec.rows, spec.columns])}).size()",
        f"crossed = crossed.unstack({spec.columns!r}, fill_value=0)",
        "if min(crossed.shape) < 2:",
        "    raise ValueError('A test of association needs two different values of both columns.')",
        f"tested = stats.chi2_contingency(crossed, correction={spec.correction})",
        "expected = np.asarray(tested.expected_freq)",
        f"{TABLE} = pd.DataFrame([{{",
        "    'test': 'chi_square', 'statistic': tested.statistic, 'df': tested.dof, 'p': tested.pvalue,",
        "    'cramers_v': stats.contingency.association(crossed.to_numpy(), method='cramer'),",
        f"    'n': len({ROWS}), 'expected_min': expected.min(), 'expected_under_5': (expected < 5).sum(),",
        "}])",
        f"if crossed.shape == (2, 2){'' if spec.exact else ' and (expected < 5).any()'}:",
        "    exact = stats.fisher_exact(crossed)",
        f"    row = {{'test': 'fisher_exact', 'statistic': exact.statistic, 'p': exact.pvalue, 'n': len({ROWS})}}",
        f"    {TABLE} = pd.concat([{TABLE}, pd.DataFrame([row])], ignore_index=True)",
        *definitions(
            reversal_of, association_of, level_of, reversal_checks, table_checks,
            constants=[(reversals, "MOST_LEVELS"), (reversals, "LEAST_ROWS")],
        ),
        f"checks = table_checks(crossed.to_numpy(), {spec.correction})",
        "if crossed.shape == (2, 2):",
        f"    sides = [({cell(spec.rows)} == crossed.index[-1]).to_numpy(float),",
        f"             ({cell(spec.columns)} == crossed.columns[-1]).to_numpy(float)]",
        f"    checks = [*checks, *reversal_checks(*sides, {ROWS}[{others}], 'slope')]",
        "heads = ['check', 'column', 'level', 'statistic', 'ci_low', 'ci_high', 'p', 'n']",
        "checks = pd.DataFrame(checks, columns=heads)",
        "crossed.columns = [str(head) for head in crossed.columns]",
        "crossed = crossed.reset_index()",
    )  # fmt: skip
    return [
        Written(TABLE, say("title.association", a=spec.rows, b=spec.columns)),
        Written("crossed", result_title([measure_words("*", "count")], [spec.rows, spec.columns])),
        Written("checks", say("title.looked_beside", a=spec.rows, b=spec.columns)),
    ]


def write_ols_regression(spec: OlsRegression, program: Program) -> list[Written]:
    """As `ols_regression`: a row a term, then the fit as a whole; by group a line a group."""
    if spec.by is not None:
        return _write_lines(spec, spec.by, program)
    numbers = {name for name in spec.x if program.column(name).storage == "number"}
    has_levels = len(numbers) < len(spec.x)
    program.add(
        f"{ROWS} = {ROWS}.dropna(subset={list_code([spec.y, *spec.x])})",
        f"design = pd.DataFrame({{{INTERCEPT!r}: 1.0}}, index={ROWS}.index)",
        *(["levels = {}"] if has_levels else []),
    )
    for name in spec.x:
        if name in numbers:
            program.add(f"design[{name!r}] = {cell(name)}.astype(float)")
            continue
        shown = f"{cell(name)}.astype(str).str.lower()" if program.column(name).storage == "boolean" else cell(name)
        program.add(
            f"values = {shown}",
            "base, *others = values.sort_values().unique()",
            "for level in others:",
            f"    design[{name + ' = '!r} + level] = (values == level).astype(float)",
            f"    levels[{name + ' = '!r} + level] = (level, base)",
        )
    program.add(
        f"fit = sm.OLS({cell(spec.y)}.astype(float), design).fit()",
        "interval = fit.conf_int()",
        f"{TABLE} = pd.DataFrame({{",
        "    'coefficient': fit.params, 'std_error': fit.bse, 't': fit.tvalues, 'p': fit.pvalues,",
        "    'ci_low': interval[0], 'ci_high': interval[1],",
        "}).rename_axis('term').reset_index()",
    )
    if has_levels:
        program.add(
            f"told = [levels.get(term, (None, None)) for term in {TABLE}['term']]",
            f"{TABLE}.insert(1, 'level', [level for level, _ in told])",
            f"{TABLE}.insert(2, 'base', [base for _, base in told])",
        )
    program.add(
        "fitted = pd.DataFrame([{",
        "    'r2': fit.rsquared, 'adjusted_r2': fit.rsquared_adj, 'f': fit.fvalue,",
        "    'df_model': int(fit.df_model), 'df_residual': int(fit.df_resid), 'p': fit.f_pvalue,",
        f"    'residual_std': np.sqrt(fit.mse_resid), 'n': len({ROWS}),",
        "}])",
    )
    return [
        Written(TABLE, say("title.regression", y=spec.y, x=join_names(spec.x))),
        Written("fitted", say("title.fit", y=spec.y, x=join_names(spec.x))),
    ]


def _write_lines(spec: OlsRegression, by: str, program: Program) -> list[Written]:
    """A group without enough different values has no line."""
    x = spec.x[0]
    program.add(
        f"{ROWS} = {ROWS}.dropna(subset={list_code([spec.y, x])})",
        "found = []",
        f"for key, part in {ROWS}.groupby({by!r}, dropna=False):",
        f"    x, y = part[{x!r}].astype(float), part[{spec.y!r}].astype(float)",
        f"    if len(part) < {LEAST_OF_A_LINE} or x.min() == x.max() or y.min() == y.max():",
        "        found.append([key, *[None] * 6, len(part)])",
        "        continue",
        f"    fit = sm.OLS(y, pd.DataFrame({{{INTERCEPT!r}: 1.0, 'x': x}})).fit()",
        "    low, high = fit.conf_int().loc['x']",
        f"    found.append([key, fit.params['x'], fit.params[{INTERCEPT!r}], fit.rsquared, fit.pvalues['x'],",
        "                  low, high, len(part)])",
        f"heads = {[by, 'slope', 'intercept', 'r2', 'p', 'ci_low', 'ci_high', 'n']!r}",
        f"{TABLE} = pd.DataFrame(found, columns=heads).set_index({by!r})",
    )
    return [Written(TABLE, result_title([say("title.regression", y=spec.y, x=join_names(spec.x))], [by]))]


# ----------------------------------------------------------------
# What a chart shows of their tables.


def _by(spec: NormalityTest | Outliers | OlsRegression) -> list[str]:
    return [] if spec.by is None else [spec.by]


WRITERS: Mapping[str, Writer] = {
    "outliers": Writer(
        write_outliers, lambda spec: Drawn(TABLE, _by(spec), "count" if spec.by else None, in_index=spec.by is not None)
    ),
    "normality_test": Writer(
        write_normality_test, lambda spec: Drawn(TABLE, [*_by(spec), "test"], "statistic", in_index=True)
    ),
    "contingency_test": Writer(write_contingency_test, lambda spec: Drawn("crossed", [spec.rows], None)),
    "ols_regression": Writer(
        write_ols_regression,
        lambda spec: (
            Drawn(TABLE, _by(spec), "slope", in_index=True) if spec.by else Drawn(TABLE, ["term"], "coefficient")
        ),
    ),
}
