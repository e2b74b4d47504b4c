"""Filters as masks over the rows."""

import re
from collections.abc import Callable, Mapping, Sequence

from agent.analysis.filtering.conditions import check_comparable, compared_as
from agent.analysis.filtering.filter_texts import fold_text, plain_text
from agent.analysis.filtering.number_text import parse_number
from agent.analysis.filtering.relative_dates import DAYS, MONTHS
from agent.analysis.frames.schema import Column
from agent.analysis.pandas_code.program import ROWS, Program, cell
from agent.analysis.periods import Span, parse_span
from agent.analysis.words import refusal
from agent.errors import SpecError
from agent.specs.base import (
    LISTING,
    AnyOf,
    ColumnStatistic,
    DateUnit,
    Filter,
    FilterValue,
    OtherColumn,
    RelativeDate,
    Scalar,
)
from registry.values.several_values import LIST, QUOTED

_PERIODS: Mapping[DateUnit, str] = {"week": "W", "month": "M", "quarter": "Q", "year": "Y"}
_TRUTH = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


def keep_matching(program: Program, filters: Sequence[Filter | AnyOf]) -> None:
    """The line that keeps the rows which fulfil every condition. A missing cell fulfils no comparison."""
    if filters:
        program.add(f"{ROWS} = {ROWS}[{joined_mask(program, filters)}]")


def joined_mask(program: Program, filters: Sequence[Filter | AnyOf], of: str = ROWS) -> str:
    """All conditions as one expression, true in the rows that fulfil every one."""
    masks = [mask(program, wanted, of) for wanted in filters]
    return masks[0] if len(masks) == 1 else " & ".join(f"({one})" for one in masks)


def mask(program: Program, wanted: Filter | AnyOf, of: str = ROWS) -> str:
    """One condition as an expression that is true or false in every row."""
    if isinstance(wanted, AnyOf):
        return " | ".join(f"({joined_mask(program, joined, of)})" for joined in wanted.any)
    if len(wanted.comparisons) > 1:
        return joined_mask(program, wanted.comparisons, of)
    column = program.column(wanted.col)
    name = cell(wanted.col, of)
    if wanted.op == "is_null":
        return f"{name}.isna()"
    if wanted.op == "not_null":
        return f"{name}.notna()"
    if isinstance(wanted.value, ColumnStatistic):
        return _beside_figure(program, column, wanted, wanted.value, of)
    if isinstance(wanted.value, OtherColumn):
        return _of_columns(column, program.column(wanted.value.col), wanted, of)
    if column.storage == "moment":
        return _of_moments(column, name, wanted.op, wanted.values)
    values = [value for value in wanted.values if not isinstance(value, RelativeDate)]
    if len(values) < len(wanted.values):
        raise SpecError(f"{wanted.col} holds no dates.", "Use a date column, or read this one with cast_type.")
    return _FAMILIES[compared_as(column)](program, column, name, wanted.op, values)


def _of_columns(column: Column, other: Column, wanted: Filter, of: str) -> str:
    """Each cell of a column with that of another one in the same row."""
    check_comparable(column, other, wanted.op)
    left, right = cell(column.name, of), cell(other.name, of)
    as_compared = ""
    if compared_as(column) == "text":
        as_compared = ".str.lower().str.strip()"
    elif column.storage == "moment" and column.kind != other.kind:
        as_compared = ".dt.normalize()"
    compared = f"{left}{as_compared} {wanted.op} {right}{as_compared}"
    must_be_known = wanted.op == "!=" or column.storage == "boolean"
    return f"{left}.notna() & {right}.notna() & ({compared})" if must_be_known else compared


def _beside_figure(program: Program, column: Column, wanted: Filter, figure: ColumnStatistic, of: str) -> str:
    """Each cell of a column with one figure of a column, or with that of the row's own group."""
    other, left, right = program.column(figure.col), cell(column.name, of), figure_code(program, figure, of)
    if column.storage == "moment" and column.kind != other.kind:
        left, right = f"{left}.dt.normalize()", f"{right}.dt.normalize()" if figure.by else f"{right}.normalize()"
    if compared_as(column) == "text":
        left, right = f"{left}.str.casefold().str.strip()", f"{right}.casefold().strip()"
    compared = f"{left} {wanted.op} {right}"
    known = [f"{left}.notna()", *([f"{right}.notna()"] if figure.by else [])]
    return " & ".join([*known, f"({compared})"]) if wanted.op == "!=" else compared


def figure_code(program: Program, figure: ColumnStatistic, of: str) -> str:
    """A statistic of a column, or the cell of a chosen row, or so many times of it."""
    told = _one_figure(program, figure, of)
    return told if figure.times == 1 else f"{figure.times!r} * {told}"


def _one_figure(program: Program, figure: ColumnStatistic, of: str) -> str:
    chosen, values = joined_mask(program, figure.filters, of) if figure.filters else "", cell(figure.col, of)
    share = figure.share
    if figure.by:
        groups = ", ".join(cell(name, of) for name in figure.by)
        inside = f"{values}.where({chosen})" if chosen else values
        how = repr(figure.stat) if share is None else f"'quantile', {share}"
        return f"{inside}.groupby([{groups}], dropna=False).transform({how})"
    inside = f"{of}.loc[{chosen}, {figure.col!r}]" if chosen else values
    if figure.stat == "value":
        return f"{inside}.dropna().drop_duplicates().item()"
    return f"{inside}.{figure.stat}()" if share is None else f"{inside}.quantile({share})"


def _of_numbers(_: Program, column: Column, name: str, op: str, values: Sequence[Scalar]) -> str:
    if op in ("contains", "starts_with"):
        if not column.whole:
            raise SpecError(f"{op} cannot be applied to {column.name}: it holds numbers.", "Use ==, < or between.")
        inside = (
            f"contains({_text(values[0])!r}, regex=False)" if op == "contains" else f"startswith({_text(values[0])!r})"
        )
        return f"{name}.notna() & {name}.fillna(0).astype('int64').astype('str').str.{inside}"
    if op in LISTING:
        raise SpecError(f"{op} cannot be applied to {column.name}: it holds numbers.", "Use ==, < or between.")
    numbers = [_number(column, value) for value in values]
    if op == "between":
        return f"{name}.between({numbers[0]!r}, {numbers[1]!r})"
    if op == "in":
        return f"{name}.isin({numbers!r})"
    if op == "not_in":
        return f"{name}.notna() & ~{name}.isin({numbers!r})"
    if op == "!=":
        return f"{name}.notna() & ({name} != {numbers[0]!r})"
    return f"{name} {op} {numbers[0]!r}"


def _of_texts(program: Program, column: Column, name: str, op: str, values: Sequence[Scalar]) -> str:
    texts = [_text(value) for value in values]
    if op in ("contains", "starts_with"):
        inside = "contains({!r}, regex=False, na=False)" if op == "contains" else "startswith({!r}, na=False)"
        return f"{name}.str.lower().str.{inside.format(texts[0].lower())}"
    if op in LISTING:
        listing = _listing(column, name, [plain_text(text) for text in texts])
        return f"{name}.notna() & ~({listing})" if op == "not_lists" else listing
    if op not in ("==", "!=", "in", "not_in"):
        raise SpecError(f"{op} cannot be applied to {column.name}: text has no order.", "Choose another operator.")
    known = _known_values(program, column.name)
    if known is not None and all(text in known for text in texts):
        found = f"{name} == {texts[0]!r}" if len(texts) == 1 else f"{name}.isin({texts!r})"
    else:
        found = " | ".join(f"({_same_text(name, text)})" for text in texts) if len(texts) > 1 else (
            _same_text(name, texts[0])
        )  # fmt: skip
    return found if op in ("==", "in") else f"{name}.notna() & ~({found})"


def _listing(column: Column, name: str, wanted: Sequence[str]) -> str:
    """True in the rows whose cell lists one of some values."""
    if not column.separator:
        raise SpecError(f"Cells of {column.name} hold one value each, as far as is known.", "Use contains.")
    alone = len(wanted) == 1
    if column.separator != LIST:
        values = f"[value.casefold().strip() for value in cell.split({column.separator!r})]"
        told = f"{wanted[0]!r} in {values}" if alone else f"not {{*{[*wanted]!r}}}.isdisjoint({values})"
        return f"{name}.map(lambda cell: {told}, na_action='ignore').fillna(False).astype('bool')"
    inside = f"{name}.str.strip().str.extract({_INSIDE_LIST!r}, expand=False)"
    values = "[''.join(each).casefold().strip() for each in found]"
    told = f"{wanted[0]!r} in {values}" if alone else f"not {{*{[*wanted]!r}}}.isdisjoint({values})"
    listed = f"{inside}.str.findall({QUOTED.pattern!r}).map(lambda found: {told}, na_action='ignore')"
    bare = f"{name}.str.casefold().str.strip()"
    whole = f"{bare} == {wanted[0]!r}" if alone else f"{bare}.isin({[*wanted]!r})"
    return f"{listed}.fillna(False).astype('bool') | ({inside}.isna() & ({whole}))"


_INSIDE_LIST = r"(?s)^\[(.*)\]$"


def _same_text(name: str, text: str) -> str:
    """Exactly this text where a row has it; else the same letters in another case, as the vocabulary reads them."""
    alike = f"{name}.str.normalize('NFKC').str.casefold().str.strip() == {fold_text(text)!r}"
    return f"({name} == {text!r}) if ({name} == {text!r}).any() else ({alike})"


def _known_values(program: Program, column: str) -> frozenset[str] | None:
    """All values of a column when the profile has them all; None when it does not say."""
    found = [profile.column(column) for profile in program.profiles.values()]
    known = [one for one in found if one is not None]
    if len(known) != 1 or known[0].unique > len(known[0].top_values):
        return None
    return frozenset(value.value for value in known[0].top_values)


def _of_booleans(_: Program, column: Column, name: str, op: str, values: Sequence[Scalar]) -> str:
    truths = [_TRUTH[_text(value).strip().casefold()] for value in values]
    if op not in ("==", "!=", "in", "not_in"):
        raise SpecError(f"{op} cannot be applied to {column.name}: it holds true and false.", "Use == or !=.")
    wanted = truths if op in ("==", "in") else [value for value in (True, False) if value not in truths]
    return f"{name}.isin({wanted!r})"


_Ends = tuple[str, str]
"""From the first moment up to, not including, the second, as code."""


def _of_moments(column: Column, name: str, op: str, values: Sequence[FilterValue]) -> str:
    ends = [_ends(column, name, value) for value in values]
    first = ends[0]
    if op == "between":
        return _within(name, (first[0], ends[1][1]))
    if op in ("==", "in"):
        return " | ".join(f"({_within(name, each)})" for each in ends) if len(ends) > 1 else _within(name, first)
    if op in ("!=", "not_in"):
        inside = " | ".join(f"({_within(name, each)})" for each in ends)
        return f"{name}.notna() & ~({inside})"
    bounds = {"<": ("<", first[0]), "<=": ("<", first[1]), ">": (">=", first[1]), ">=": (">=", first[0])}
    if op not in bounds:
        raise SpecError(f"{op} cannot be applied to {column.name}: it holds dates.", "Use ==, < or between.")
    sign, moment = bounds[op]
    return f"{name} {sign} {moment}"


def _ends(column: Column, name: str, value: FilterValue) -> _Ends:
    if not isinstance(value, RelativeDate):
        span = _span(column, value)
        return f"pd.Timestamp({str(span.start)!r})", f"pd.Timestamp({str(span.end)!r})"
    if value.date == "today":
        raise SpecError("The day that is called today is not known here.", "Write the date itself.")
    steps = {**{unit: f"months={value.shift * n}" for unit, n in MONTHS.items()},
             **{unit: f"days={value.shift * n}" for unit, n in DAYS.items()}}  # fmt: skip
    day = f"({name}.max().normalize() + pd.DateOffset({steps[value.unit]}))"
    if not value.whole or value.unit == "day":
        return day, f"({day} + pd.DateOffset(days=1))"
    period = f"{day}.to_period({_PERIODS[value.unit]!r})"
    return f"{period}.start_time", f"({period} + 1).start_time"


def _within(name: str, ends: _Ends) -> str:
    return f"({name} >= {ends[0]}) & ({name} < {ends[1]})"


_TIME = re.compile(r"(\d{1,2}):(\d{2})(?::(\d{2}))?")


def _of_times(_: Program, column: Column, name: str, op: str, values: Sequence[Scalar]) -> str:
    """Times are text, 09:30:15; one written to the minute is compared with the minutes."""
    times = [_time(column, value) for value in values]
    if op in ("==", "in", "!=", "not_in"):
        inside = " | ".join(f"({name}.str[:{len(time)}] == {time!r})" for time in times)
        return inside if op in ("==", "in") else f"{name}.notna() & ~({inside})"
    if op == "between":
        low, high = times
        return f"({name}.str[:{len(low)}] >= {low!r}) & ({name}.str[:{len(high)}] <= {high!r})"
    if op not in ("<", "<=", ">", ">="):
        raise SpecError(f"{op} cannot be applied to {column.name}: it holds times.", "Use ==, < or between.")
    return f"{name}.str[:{len(times[0])}] {op} {times[0]!r}"


def _time(column: Column, value: Scalar) -> str:
    found = _TIME.fullmatch(_text(value).strip())
    if found is None:
        raise SpecError(f"{value!r} cannot be read as a time of day ({column.name}).", "Write 09:30 or 09:30:15.")
    return f"{int(found[1]):02d}:{found[2]}" + (f":{found[3]}" if found[3] else "")


def _of_what_is_not_known(_: Program, column: Column, _name: str, _op: str, _values: Sequence[Scalar]) -> str:
    raise refusal("not_comparable", column=column.name)


_FAMILIES: Mapping[str, Callable[[Program, Column, str, str, Sequence[Scalar]], str]] = {
    "number": _of_numbers,
    "text": _of_texts,
    "boolean": _of_booleans,
    "time": _of_times,
    "nothing": _of_what_is_not_known,
    "ambiguous_date": _of_what_is_not_known,
}


def _number(column: Column, value: Scalar) -> float | int:
    read = parse_number(value) if isinstance(value, str) else value
    if read is None:
        raise SpecError(f"{column.name} holds numbers; {value!r} is none.", "Give a number.")
    return read


def _text(value: Scalar) -> str:
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def _span(column: Column, value: Scalar) -> Span:
    span = parse_span(_text(value))
    if span is None:
        raise SpecError(f"{value!r} cannot be read as a date ({column.name}).", "Write 2015-03-31 or 2015-03.")
    return span
