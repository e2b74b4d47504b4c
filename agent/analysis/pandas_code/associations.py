"""Tests of association and linear regressions as lines of a program."""

from agent.analysis.inference import reversals
from agent.analysis.inference.reversals import association_of, level_of, reversal_checks, reversal_of
from agent.analysis.inference.two_by_two import table_checks
from agent.analysis.measures.ols_regression import INTERCEPT
from agent.analysis.pandas_code.carried import definitions
from agent.analysis.pandas_code.grouping import TABLE
from agent.analysis.pandas_code.program import ROWS, Program, Written, cell, list_code
from agent.analysis.strata import stratum_columns
from agent.analysis.words import join_names as in_words
from agent.specs.measures import ContingencyTest, OlsRegression
from agent.specs.result_words import measure_words, result_title


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
        Written(TABLE, f"Association of {spec.rows} and {spec.columns}: chi-square test"),
        Written("crossed", result_title([measure_words("*", "count")], [spec.rows, spec.columns])),
        Written("checks", f"What was looked at beside {spec.rows} and {spec.columns}"),
    ]


def write_ols_regression(spec: OlsRegression, program: Program) -> list[Written]:
    """As `ols_regression`: a row a term, then the fit as a whole."""
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
        Written(TABLE, f"Linear regression of {spec.y} on {in_words(spec.x)}"),
        Written("fitted", f"Fit of the regression of {spec.y} on {in_words(spec.x)}"),
    ]
