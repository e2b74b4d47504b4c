"""The steps of `prepare` as lines of a program."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from agent.analysis.frames.schema import schema_of
from agent.analysis.pandas_code import reshaped
from agent.analysis.pandas_code.casts import cast, map_values
from agent.analysis.pandas_code.conditions import joined_mask, keep_matching
from agent.analysis.pandas_code.expressions import term
from agent.analysis.pandas_code.fences import OUTLYING, fence_lines
from agent.analysis.pandas_code.grouping import aggregated_groups, as_numbers
from agent.analysis.pandas_code.program import ROWS, Program, assign, cell, list_code
from agent.analysis.pandas_code.windows import window
from agent.analysis.transforms import STEPS
from agent.analysis.transforms.join import brought_columns
from agent.analysis.transforms.recode import ranked_by
from agent.specs.base import Scalar
from agent.specs.transforms import (
    AddDatePart,
    DeriveColumn,
    DropDuplicates,
    DropMissing,
    FillMissing,
    FilterRows,
    JoinDatasets,
    RecodeColumn,
    Rescale,
    Transform,
    TreatOutliers,
)

# ----------------------------------------------------------------
# The step that brings in another data set, as lines of a program.


_OTHER = "other"


def join(program: Program, step: JoinDatasets) -> None:
    """As the step `join`. Missing keys match nothing; of several different rows a key, the first in order is taken."""
    keys = [f"__key{at}" for at in range(len(step.right_on))]
    brought = brought_columns(step, program.schema, program.profiles)
    made = [f"{key!r}: {cell(name, _OTHER)}" for key, name in zip(keys, step.right_on, strict=True)]
    made += [f"{each.name!r}: {cell(each.source, _OTHER)}" for each in brought]
    program.add(f"{_OTHER} = datasets[{step.dataset_id!r}]")
    if step.right_filters:
        other = Program(program.profiles, schema_of(program.profiles[step.dataset_id]))
        program.add(f"{_OTHER} = {_OTHER}[{joined_mask(other, step.right_filters, _OTHER)}]")
    program.add(
        f"{_OTHER} = pd.DataFrame({{{', '.join(made)}}}).dropna(subset={list_code(keys)})",
    )
    on = f"left_on={list_code(step.left_on)}, right_on={list_code(keys)}"
    if step.how in ("semi", "anti"):
        wanted = "both" if step.how == "semi" else "left_only"
        program.add(
            f"{ROWS} = {ROWS}.merge({_OTHER}.drop_duplicates(), how='left', {on}, indicator='__found')",
            f"{ROWS} = {ROWS}[{cell('__found')} == {wanted!r}].drop(columns={list_code([*keys, '__found'])})",
        )
        return
    if step.distinct_right:
        names = [each.name for each in brought]
        ordered = f".sort_values({list_code(names)}, na_position='first', kind='stable')" if names else ""
        program.add(f"{_OTHER} = {_OTHER}.drop_duplicates(){ordered}.drop_duplicates({list_code(keys)})")
    else:
        program.multiply_rows()
    program.add(f"{ROWS} = {ROWS}.merge({_OTHER}, how={step.how!r}, {on}).drop(columns={list_code(keys)})")


_WEEKDAYS = "['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']"
_MODE = "lambda values: values.mode().iloc[0] if values.notna().any() else None"
PARTS: Mapping[str, str] = {
    "year": "{}.dt.year", "month": "{}.dt.month", "day": "{}.dt.day", "hour": "{}.dt.hour",
    "quarter": "{}.dt.quarter", "week": "{}.dt.isocalendar().week", "half": "(({}.dt.month + 5) // 6)",
    "decade": "({}.dt.year // 10 * 10)", "day_of_year": "{}.dt.day_of_year",
    "fiscal_year": "({0}.dt.year + ({0}.dt.month >= {1}))",
    "date": "{}.dt.normalize()", "year_month": "{}.dt.strftime('%Y-%m')", "year_week": "{}.dt.strftime('%G-W%V')",
    "year_quarter": "({0}.dt.strftime('%Y-Q') + {0}.dt.quarter.astype('Int64').astype('str'))",
    "year_half": "({0}.dt.strftime('%Y-H') + (({0}.dt.month + 5) // 6).astype('Int64').astype('str'))",
    "weekday": "pd.Categorical({}.dt.day_name(), categories=" + _WEEKDAYS + ", ordered=True)",
}  # fmt: skip
"""A part of a date column as code; each stays missing where the date is."""


def apply_step(program: Program, step: Transform) -> None:
    """Adds the step's lines."""
    WRITTEN_STEPS[step.step](program, step)
    program.schema = STEPS[step.step].schema(step, program.schema, program.profiles)


def _filter(program: Program, step: FilterRows) -> None:
    keep_matching(program, step.filters)


def _derive(program: Program, step: DeriveColumn) -> None:
    assign(program, step.name, term(step.expression, program.schema))


def _date_part(program: Program, step: AddDatePart) -> None:
    of_time = program.column(step.col).kind == "time"
    part = (
        f"{cell(step.col)}.str[:2].astype('float64')"
        if of_time
        else PARTS[step.part].format(cell(step.col), step.start_month)
    )
    assign(program, step.name or f"{step.col}_{step.part}", part)


def _drop_missing(program: Program, step: DropMissing) -> None:
    program.add(f"{ROWS} = {ROWS}.dropna(subset={list_code(step.cols)})")


def _drop_duplicates(program: Program, step: DropDuplicates) -> None:
    subset = f"subset={list_code(step.cols)}" if step.cols else ""
    program.add(f"{ROWS} = {ROWS}.drop_duplicates({subset})")


def _recode(program: Program, step: RecodeColumn) -> None:
    name = step.name
    if step.top_k is not None:
        _name_largest(program, step, step.top_k)
        return
    if step.edges is None:
        map_values(program, step.col, name, step.mapping or {}, step.others)
        return
    column = STEPS[step.step].schema(step, program.schema, program.profiles)[name]
    inner, last = [float(edge) for edge in step.edges], float(step.edges[-1])
    value = cell(step.col)
    edges = f"[{', '.join([*map(repr, inner[:-1]), 'np.inf'])}]"
    order = [str(label) for label in column.order]
    labels = order[: len(inner) - 1] if step.others is None else list(step.labels or order[: len(inner) - 1])
    cut = f"pd.cut({value}, {edges}, right=False, labels={list_code(labels)}).where({value} <= {last!r})"
    if step.others is None:
        assign(program, name, cut)
        return
    outside = f".mask(lambda made: made.isna() & {value}.notna(), {step.others!r})"
    assign(program, name, f"pd.Categorical({cut}.astype('object'){outside}, {list_code(order)}, ordered=True)")


def _name_largest(program: Program, step: RecodeColumn, count: int) -> None:
    """Of values with the same figure the first in their own order is taken."""
    metric, values = replace(ranked_by(step), name="size"), cell(step.col)
    as_numbers(program, [metric])
    sizes = aggregated_groups(program, metric, f"{ROWS}.groupby({step.col!r})")
    program.add(
        f"sizes = {sizes}.rename('size').reset_index()",
        f"sizes = sizes.sort_values(['size', {step.col!r}], ascending=[False, True])",
        f"largest = sizes[{step.col!r}].head({count})",
    )
    named = repr(step.labels[0]) if step.labels else f"{values}.map({_AS_TEXT}, na_action='ignore')"
    program.add(f"named = pd.Series({named}, index={ROWS}.index, dtype='object')")
    told = f"named.where({values}.isin(largest), {step.others!r}).where({values}.notna(), None)"
    order = [*dict.fromkeys([*(step.labels or []), step.others])]
    assign(program, step.name, f"pd.Categorical({told}, {order!r}, ordered=True)" if step.labels else told)


_AS_TEXT = "lambda value: str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)"


def _fill(program: Program, step: FillMissing) -> None:
    for name in dict.fromkeys(step.cols):
        old = cell(name)
        if step.method == "constant":
            filled = f"{old}.fillna({_constant(program, name, step.value)})"
        elif step.method == "ffill":
            filled = f"{_in_groups(step.by)}[{name!r}].ffill()"
        elif step.method == "mode":
            modes = f"{_in_groups(step.by)}[{name!r}]" + (f".transform({_MODE})" if step.by else ".mode().iloc[0]")
            filled = (
                f"{old}.fillna({modes})" if step.by else f"({old}.fillna({modes}) if {old}.notna().any() else {old})"
            )
        else:
            statistic = f".transform({step.method!r})" if step.by else f".{step.method}()"
            filled = f"{old}.fillna({_in_groups(step.by)}[{name!r}]{statistic})"
        assign(program, name, filled)


def _constant(program: Program, name: str, value: Scalar | None) -> str:
    if program.column(name).storage != "text":
        return repr(value)
    return repr(str(int(value)) if isinstance(value, float) and value.is_integer() else str(value))


def _in_groups(by: Sequence[str]) -> str:
    return f"{ROWS}.groupby({list_code(by)}, dropna=False)" if by else ROWS


def _rescale(program: Program, step: Rescale) -> None:
    values = cell(step.col)
    if step.method == "minmax":
        scaled = f"({values} - {values}.min()) / ({values}.max() - {values}.min())"
    else:
        scaled = f"({values} - {values}.mean()) / {values}.std(ddof={step.ddof})"
    assign(program, step.name or step.col, scaled)


def _treat(program: Program, step: TreatOutliers) -> None:
    lines, _ = fence_lines(step.method, step.threshold, step.ddof)
    program.add(f"values = {cell(step.col)}", *lines, f"outlying = {OUTLYING[step.side]}")
    if step.action == "drop":
        program.add(f"{ROWS} = {ROWS}[~outlying]")
        return
    ends = {"low": "lower=lower", "high": "upper=upper", "both": "lower=lower, upper=upper"}
    assign(program, step.col, f"values.clip({ends[step.side]})")


WRITTEN_STEPS: Mapping[str, Callable[[Program, Any], None]] = {
    "filter_rows": _filter,
    "flag_rows": reshaped.flag,
    "derive_column": _derive,
    "date_part": _date_part,
    "text_part": reshaped.text_part,
    "drop_missing": _drop_missing,
    "set_missing": reshaped.set_missing,
    "fill_missing": _fill,
    "rescale": _rescale,
    "window": window,
    "treat_outliers": _treat,
    "drop_duplicates": _drop_duplicates,
    "recode_column": _recode,
    "cast_type": cast,
    "join": join,
    "unpivot": reshaped.unpivot,
    "split_values": reshaped.split_values,
    "aggregate": reshaped.aggregate,
}
"""Every step of `prepare`, by name."""
