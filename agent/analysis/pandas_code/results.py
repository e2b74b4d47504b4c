"""What is done to a table of results: columns computed from others, conditions, order, places, a total."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from agent.analysis.aggregating.aggregates import Metric
from agent.analysis.aggregating.results import computed_columns, made_columns
from agent.analysis.frames.schema import Schema
from agent.analysis.pandas_code.conditions import mask
from agent.analysis.pandas_code.expressions import term
from agent.analysis.pandas_code.grouping import TABLE, overall, share_line
from agent.analysis.pandas_code.program import Program, Written, cell, list_code
from agent.analysis.words import say
from agent.specs.base import AnyOf, Filter
from agent.specs.expressions import Expression
from agent.specs.measures import Aggregates, GroupbyAgg, ShareRatio, TimeTrend
from agent.specs.result_words import result_title

Computed = Mapping[str, Sequence[Expression]]
WHOLE = "whole"


def result_schema(keys: Sequence[str], metrics: Sequence[Metric], computed: Computed, schema: Schema) -> Schema:
    """The columns of a result by their names."""
    made = made_columns(keys, metrics, schema)
    every = [*made, *computed_columns(made, computed)]
    return {each.shown.name: replace(each.inside, name=each.shown.name) for each in every}


def add_computed(program: Program, computed: Computed, schema: Schema, of: str = TABLE) -> None:
    """A line for each computed column."""
    for name, expression in computed.items():
        program.add(f"{cell(name, of)} = {term(expression, schema, of)}")


def keep_having(program: Program, having: Sequence[Filter | AnyOf], schema: Schema, of: str = TABLE) -> None:
    """Keeps the rows that fulfil conditions on the result's columns, which stand in `of`."""
    if having:
        inner = Program(program.profiles, schema)
        joined = " & ".join(f"({mask(inner, wanted, of)})" for wanted in having)
        program.add(f"{TABLE} = {TABLE}[{joined}]")


def add_sorted(program: Program, by: Sequence[tuple[str, bool]]) -> None:
    """Sorts the table by (column, ascending) pairs, missing last."""
    names, ways = [name for name, _ in by], [ascending for _, ascending in by]
    program.add(f"{TABLE} = {TABLE}.sort_values({names!r}, ascending={ways!r})")


def add_places(program: Program, spec: GroupbyAgg | TimeTrend | ShareRatio, column: str) -> None:
    """The rows to show, numbered anew; `column` is what they are sorted by."""
    rows = TABLE
    if spec.top_k is not None:
        end = spec.skip + spec.top_k
        rows = f"{TABLE}.iloc[{spec.skip}:{end}]" if spec.skip else f"{TABLE}.head({end})"
        if spec.ties:  # those equal to the last one stand behind it
            value = cell(column, TABLE)
            same = f"{value}.isin({value}.iloc[{spec.skip}:{end}].tail(1))"
            program.add(f"shown = (np.arange(len({TABLE})) < {end}) | {same}")
            rows = f"{TABLE}[shown].iloc[{spec.skip}:]"
    elif spec.skip:
        rows = f"{TABLE}.iloc[{spec.skip}:]"
    program.add(f"{TABLE} = {rows}.reset_index(drop=True)")


def shares_of_shown(program: Program, metrics: Sequence[Metric]) -> None:
    """Shares as percent of what is shown."""
    program.add(*[share_line(each.result) for each in metrics if each.aggregation == "share"])


def add_total(
    program: Program, spec: Aggregates, metrics: Sequence[Metric], plain: Sequence[Metric], schema: Schema
) -> list[Written]:
    """One row: the same over all rows together."""
    cells = ", ".join(f"{each.name!r}: [{overall(program, each)}]" for each in plain)
    program.add(f"{WHOLE} = pd.DataFrame({{{cells}}})")
    add_computed(program, spec.computed, schema, WHOLE)
    title = result_title([*(each.words for each in metrics), *spec.computed], [])
    return [Written(WHOLE, say("title.all_rows", title=title))]


def best_places(of: str, by: Sequence[str], column: str, ascending: bool) -> str:
    """The place of each row within its group; equal ones share a place."""
    return f"{of}.groupby({list_code(by)}, dropna=False)[{column!r}].rank(method='min', ascending={ascending})"
