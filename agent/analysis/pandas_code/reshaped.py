"""The steps that make other rows or flags of rows, as lines of a program."""

from collections.abc import Mapping

from agent.analysis.aggregating.aggregates import metrics_of
from agent.analysis.pandas_code.conditions import joined_mask, mask
from agent.analysis.pandas_code.grouping import group_code, named_metrics, share_line
from agent.analysis.pandas_code.program import ROWS, Program, assign, cell, list_code
from agent.analysis.transforms.fill import can_hold
from agent.analysis.transforms.split_values import separator_used
from agent.analysis.transforms.unpivot import first_days
from agent.specs.aggregations import Grain
from agent.specs.base import Filter
from agent.specs.transforms import AggregateRows, FlagRows, SetMissing, SplitValues, TextPart, Unpivot
from registry.values.several_values import AS_LIST, LIST, QUOTED

_PERIOD = "__period"
_START = "{{}}.dt.to_period({!r}).dt.start_time"
_HALF = "pd.to_datetime(pd.DataFrame({{'year': {0}.dt.year, 'month': ({0}.dt.month - 1) // 6 * 6 + 1, 'day': 1}}))"
_STARTS: Mapping[Grain, str] = {
    "day": "{}.dt.normalize()", "week": _START.format("W"), "month": _START.format("M"),
    "quarter": _START.format("Q"), "half": _HALF, "year": _START.format("Y"),
}  # fmt: skip
"""The first day of the period of each date."""


def flag(program: Program, step: FlagRows) -> None:
    """As the step `flag_rows`: true or false in every row."""
    assign(program, step.name, f"({joined_mask(program, step.filters)}).fillna(False).astype('bool')")


def set_missing(program: Program, step: SetMissing) -> None:
    """As the step `set_missing`."""
    for name in dict.fromkeys(step.cols):
        values = [value for value in step.values if can_hold(program.column(name), value)]
        if values:
            found = mask(program, Filter(col=name, op="in", value=[*values]))
            assign(program, name, f"{cell(name)}.mask({found})")


def text_part(program: Program, step: TextPart) -> None:
    """As the step `text_part`; a text without the part gives a missing cell."""
    if step.how == "length":
        assign(program, step.name, f"{cell(step.col)}.str.len().astype('float64')")
        return
    if step.how == "count":
        _count_values(program, step)
        return
    place = step.index - 1 if step.index > 0 else step.index
    made = {
        "before": ("head, mark, tail = text.partition(mark)", "head.strip() if mark else ''"),
        "after": ("head, mark, tail = text.partition(mark)", "tail.strip() if mark else ''"),
        "word": ("words = [word.strip() for word in text.split(mark) if word.strip()]",
                 f"words[{place}] if -len(words) <= {place} < len(words) else ''"),
        "first": ("text = text.strip()", f"text[:{step.n}].strip()"),
        "last": ("text = text.strip()", f"text[-{step.n}:].strip()"),
    }  # fmt: skip
    line, result = made[step.how]
    program.add(f"def part(text, mark={step.separator!r}):", f"    {line}", f"    return ({result}) or None")
    assign(program, step.name, f"{cell(step.col)}.map(part, na_action='ignore').astype('str')")


def _count_values(program: Program, step: TextPart) -> None:
    """How many words a text has, or how many different values it lists."""
    separator = step.separator or program.column(step.col).separator
    values = (
        f"{{value.strip() for value in cell.split({separator!r}) if value.strip()}}" if separator else "cell.split()"
    )
    if separator == LIST:
        program.add("import re")
        inside = f"re.fullmatch({AS_LIST.pattern!r}, cell.strip(), re.DOTALL)"
        found = f"re.findall({QUOTED.pattern!r}, inside[1]) if (inside := {inside}) else [(cell,)]"
        values = f"{{value for each in ({found}) if (value := ''.join(each).strip())}}"
    counted = f"{cell(step.col)}.map(lambda cell: len({values}), na_action='ignore')"
    assign(program, step.name, f"{counted}.astype('float64')")


def unpivot(program: Program, step: Unpivot) -> None:
    """As the step `unpivot`: the rows of the first column come first; blank cells stay."""
    cols = list(dict.fromkeys(step.cols))
    kept = list_code([name for name in program.schema if name not in cols])
    names = f"var_name={step.name!r}, value_name={step.value!r}"
    if len(cols) > 1:
        program.multiply_rows()
    program.add(f"{ROWS} = {ROWS}.melt(id_vars={kept}, value_vars={list_code(cols)}, {names})")
    if step.periods:
        days = {name: day.date().isoformat() for name, day in first_days(step).items()}
        assign(program, step.name, f"pd.to_datetime({cell(step.name)}.map({days!r}))")
    else:  # in the order of the columns
        assign(program, step.name, f"pd.Categorical({cell(step.name)}, {list_code(cols)}, ordered=True)")


def split_values(program: Program, step: SplitValues) -> None:
    """As the step `split_values`: a row of each value, each once; an empty cell stays one."""
    separator = separator_used(step, program.column(step.col))
    each = f"cell.split({separator!r})"
    if separator == LIST:
        program.add("import re")
        listed = f"re.fullmatch({AS_LIST.pattern!r}, cell.strip(), re.S)"
        each = f"[''.join(found) for found in re.findall({QUOTED.pattern!r}, listed[1])] if listed else [cell]"
        program.add("def values(cell):", f"    listed = {listed}")
    else:
        program.add("def values(cell):")
    program.add(f"    each = {each}")
    program.add("    return list(dict.fromkeys(value.strip() for value in each if value.strip())) or None")
    program.multiply_rows()
    assign(program, step.col, f"{cell(step.col)}.map(values, na_action='ignore')")
    program.add(f"{ROWS} = {ROWS}.explode({step.col!r}, ignore_index=True)")
    assign(program, step.col, f"{cell(step.col)}.astype('str')")


def aggregate(program: Program, step: AggregateRows) -> None:
    """As the step `aggregate`: a row of each group, in the order of the groups."""
    keys = list(dict.fromkeys(step.by))
    if step.date_col is not None and step.grain is not None:
        program.add(f"{ROWS} = {ROWS}.dropna(subset={list_code([step.date_col])})")
        assign(program, _PERIOD, _STARTS[step.grain].format(cell(step.date_col)))
        keys = [*(name for name in keys if name != step.date_col), _PERIOD]
    metrics = named_metrics(program, metrics_of(step.metrics))
    program.count_rows()
    renamed = f".rename(columns={{{_PERIOD!r}: {step.date_col!r}}})" if step.date_col is not None else ""
    program.add(f"{ROWS} = {group_code(program, keys, metrics)}{renamed}")
    program.add(*(share_line(each.name, ROWS) for each in metrics if each.aggregation == "share"))
