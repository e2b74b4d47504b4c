"""Comparisons of pairs of values as lines of a program."""

from collections.abc import Sequence

from agent.analysis.pandas_code.conditions import keep_matching
from agent.analysis.pandas_code.grouping import TABLE
from agent.analysis.pandas_code.program import ROWS, Program, Written, cell, list_code
from agent.specs.base import Filter
from agent.specs.measures import CompareColumns

_T_TEST: Sequence[str] = (
    "tested = stats.ttest_1samp(differences, 0)",
    "interval = tested.confidence_interval(0.95)",
    "found = {{'test': '{name}', 'statistic': tested.statistic, 'df': tested.df, 'p': tested.pvalue,",
    "         'difference': differences.mean(), 'effect': differences.mean() / differences.std(ddof=1),",
    "         'effect_name': \"Cohen's d of the differences\",",
    "         'ci_low': interval.low, 'ci_high': interval.high, 'n': len(differences)}}",
)
_WILCOXON: Sequence[str] = (
    "changed = differences[differences != 0]",
    "tested = stats.wilcoxon(changed)",
    "ranks = stats.rankdata(np.abs(changed))",
    "interval = stats.quantile_test(differences, q=0, p=0.5).confidence_interval(0.95)",
    "found = {'test': 'wilcoxon', 'statistic': tested.statistic, 'df': None, 'p': tested.pvalue,",
    "         'difference': np.median(differences),",
    "         'effect': (ranks[changed > 0].sum() - ranks[changed < 0].sum()) / ranks.sum(),",
    "         'effect_name': 'rank-biserial correlation',",
    "         'ci_low': interval.low, 'ci_high': interval.high, 'n': len(differences)}",
)
_STATISTICS: Sequence[str] = ("len({0})", "{0}.mean()", "np.median({0})", "{0}.std(ddof=1)")


def write_compare_columns(spec: CompareColumns, program: Program) -> list[Written]:
    """As `compare_columns`: one row with the test, then a row a side."""
    sides = _write_long(spec, program) if spec.pair_by is not None else _write_wide(spec, program)
    name = "paired_t" if spec.pair_by is not None or spec.b is not None else "one_sample_t"
    head = spec.group if spec.pair_by is not None else "column"
    program.add(
        *(_WILCOXON if spec.test == "wilcoxon" else [line.format(name=name) for line in _T_TEST]),
        f"{TABLE} = pd.DataFrame([found])",
        "sides = pd.DataFrame([",
        *(f"    [{shown}, {', '.join(how.format(values) for how in _STATISTICS)}]," for shown, values in sides),
        f"], columns={list_code([str(head), 'n', 'mean', 'median', 'std'])}).set_index({head!r})",
    )
    used = "2 * len(differences)" if spec.pair_by is not None else "len(differences)"
    return [Written(TABLE, f"Comparison of {spec.a or spec.value}", used), Written("sides", "What was compared", used)]


def _write_wide(spec: CompareColumns, program: Program) -> list[tuple[str, str]]:
    """`differences`, and of each side how it is shown and the values."""
    names = [name for name in (spec.a, spec.b) if name is not None]
    program.add(f"{ROWS} = {ROWS}.dropna(subset={list_code(names)})")
    values = [f"{cell(name)}.to_numpy(float)" for name in names]
    program.add("a = " + values[0], *(["b = " + values[1]] if len(values) > 1 else []))
    program.add("differences = a - b" if len(values) > 1 else f"differences = a - {spec.value!r}")
    return [(repr(name), variable) for name, variable in zip(names, ("a", "b"), strict=False)]


def _write_long(spec: CompareColumns, program: Program) -> list[tuple[str, str]]:
    group, pair, value = str(spec.group), str(spec.pair_by), str(spec.value)
    if spec.groups:
        keep_matching(program, [Filter(col=group, op="in", value=list(spec.groups))])
    program.add(
        f"{ROWS} = {ROWS}.dropna(subset={list_code([group, pair, value])})",
        f"groups = [*{cell(group)}.sort_values().unique()]",
        "if len(groups) != 2:",
        "    raise ValueError('A paired comparison needs two groups.')",
    )
    if spec.groups:
        named = [name.casefold() for name in spec.groups]
        program.add(f"groups.sort(key=lambda group: {named!r}.index(str(group).casefold()))")
    program.add(
        f"pairs = {ROWS}.pivot(index={pair!r}, columns={group!r}, values={value!r})[groups].dropna()",
        "a, b = (pairs[group].to_numpy(float) for group in groups)",
        "differences = a - b",
    )
    return [("groups[0]", "a"), ("groups[1]", "b")]
