"""Comparisons of groups as lines of a program."""

from collections.abc import Mapping, Sequence

from agent.analysis.frames.schema import stratum_columns
from agent.analysis.inference import assumptions, comparing, design, posthoc, reversals
from agent.analysis.inference.assumptions import checks_of, detectable_effect, effect_found_with
from agent.analysis.inference.comparing import (
    anova,
    hedges_g,
    kolmogorov,
    kruskal,
    mann_whitney,
    t_test,
)
from agent.analysis.inference.design import (
    belonging,
    chosen_test,
    clustering_p,
    design_of,
    is_named_thing,
    per_subject,
    sides_of,
    subject_columns,
)
from agent.analysis.inference.pairing import friedman, paired_t, rm_anova, wilcoxon
from agent.analysis.inference.posthoc import holm, pairs_of, studentize
from agent.analysis.inference.reversals import association_of, level_of, reversal_checks, reversal_of
from agent.analysis.measures.compare_groups import VERDICT
from agent.analysis.pandas_code.carried import definitions
from agent.analysis.pandas_code.conditions import keep_matching
from agent.analysis.pandas_code.grouping import TABLE
from agent.analysis.pandas_code.program import ROWS, Drawn, Program, Writer, Written, cell, keywords, list_code
from agent.analysis.words import say
from agent.specs.base import Filter
from agent.specs.measures import CompareColumns, CompareGroups

_TESTS = (
    "tests = {'welch': t_test, 'student': t_test, 'mann_whitney': mann_whitney, 'ks': kolmogorov,",
    "         'welch_anova': anova, 'anova': anova, 'kruskal': kruskal, 'paired_t': paired_t, 'wilcoxon': wilcoxon,",
    "         'rm_anova': rm_anova, 'friedman': friedman}",
)


def write_compare_groups(spec: CompareGroups, program: Program) -> list[Written]:
    """As `compare_groups`: one row with the test, a row a group, a row a check, then a row a pair."""
    if spec.groups:
        keep_matching(program, [Filter(col=spec.group, op="in", value=list(spec.groups))])
    program.add(
        *_functions(),
        *_TESTS,
        f"{ROWS} = {ROWS}.dropna(subset={list_code([spec.group, spec.value])})",
        *_design(spec, program),
        f"names = [*of_group[{spec.group!r}].sort_values().unique()]",
        f"samples = [of_group.loc[of_group[{spec.group!r}] == name, {spec.value!r}].to_numpy(float) for name in names]",
        "if len(samples) < 2:",
        "    raise ValueError('A comparison needs two groups that have values.')",
        f"test = chosen_test({spec.test!r}, design, samples)",
        "verdict = tests[test](samples, test)",
        "n = len(samples[0]) if design == 'paired' else sum(len(one) for one in samples)",
        f"found = {{'design': design, 'subject': subject, **{{name: verdict[name] for name in {VERDICT!r}}}, 'n': n}}",
        f"{TABLE} = pd.DataFrame([found])",
        f"by_group = pd.DataFrame(sides_of(samples, names, {spec.group!r})).set_index({spec.group!r})",
        "turned = []",
        "if design == 'independent' and len(samples) == 2:",
        f"    is_first = (of_group[{spec.group!r}] == names[0]).to_numpy(float)",
        f"    values = of_group[{spec.value!r}].to_numpy()",
        f"    turned = reversal_checks(is_first, values, {_others(spec, program)}, 'slope')",
        "heads = ['check', 'column', 'level', 'statistic', 'p', 'n']",
        "checks = pd.DataFrame([*checks_of(samples, verdict, tests), *turned], columns=heads)",
        "heads = ['a', 'b', 'difference', 'ci_low', 'ci_high', 'p', 'method']",
        "each_pair = pd.DataFrame(pairs_of(samples, names, verdict, tests), columns=heads)",
    )
    written = [
        Written(TABLE, say("title.compared", value=spec.value, group=spec.group)),
        Written("by_group", say("title.by", what=spec.value, group=spec.group)),
        Written("checks", say("title.looked_before", value=spec.value)),
    ]
    return [*written, Written("each_pair", say("title.each_pair", value=spec.value, group=spec.group))]


def _functions() -> list[str]:
    constants = [
        (comparing, "Z_95"), (comparing, "MOST_DIFFERENCES"), (design, "REPEATED"), (assumptions, "COMPANIONS"),
        (assumptions, "LOG_SKEWNESS"), (assumptions, "POWER"), (assumptions, "LARGEST_F"),
        (assumptions, "SMALLEST_D"), (assumptions, "LARGEST_D"),
        (posthoc, "MOST_GROUPS"), (posthoc, "PAIRWISE"),
        (reversals, "MOST_LEVELS"), (reversals, "LEAST_ROWS"),
    ]  # fmt: skip
    return [
        "from itertools import combinations",
        *definitions(
            design_of, clustering_p, belonging, per_subject, hedges_g, t_test, mann_whitney, kolmogorov, anova, kruskal,
            paired_t, wilcoxon, rm_anova, friedman, chosen_test, sides_of, checks_of, detectable_effect,
            effect_found_with, holm, pairs_of, studentize,
            reversal_of, association_of, level_of, reversal_checks, constants=constants,
        ),
    ]  # fmt: skip


def _others(spec: CompareGroups, program: Program) -> str:
    return f"of_group[{list_code(stratum_columns(program.schema, (spec.value, spec.group)))}]"


def _design(spec: CompareGroups, program: Program) -> Sequence[str]:
    """`design`, `subject`, and the rows as the design takes them in `of_group`."""
    rows = f"{ROWS}.assign({_assign(spec)})"
    if spec.design == "independent" or (spec.test == "ks" and spec.subject is None):
        return ["design, subject = 'independent', None", f"of_group = {rows}"]
    if spec.subject is not None and spec.design != "auto":
        found = f"design, subject = {spec.design!r}, {spec.subject!r}"
    else:
        subjects = [spec.subject] if spec.subject is not None else subject_columns(program.schema, spec)
        things = subjects if spec.subject else [name for name in subjects if is_named_thing(name, program.schema)]
        told = f"{spec.value!r}, {spec.group!r}, {list_code(subjects)}, {list_code(things)}"
        found = f"design, subject = design_of({rows}, {told})"
    return [
        found,
        f"of_group = {rows}",
        "if subject is not None:",
        f"    {ROWS} = belonging(of_group, {spec.group!r}, subject, design)",
        f"    of_group = per_subject({ROWS}, {spec.value!r}, {spec.group!r}, subject)",
    ]


def _assign(spec: CompareGroups) -> str:
    value = f"{cell(spec.value)}.astype(float)"
    return keywords({spec.value: value})


# ----------------------------------------------------------------
# Comparisons of pairs of values as lines of a program.


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


# ----------------------------------------------------------------
# What a chart shows of their tables.


WRITERS: Mapping[str, Writer] = {
    "compare_groups": Writer(write_compare_groups, lambda spec: Drawn("by_group", [spec.group], "mean", in_index=True)),
    "compare_columns": Writer(
        write_compare_columns, lambda spec: Drawn("sides", [spec.group or "column"], "mean", in_index=True)
    ),
}
