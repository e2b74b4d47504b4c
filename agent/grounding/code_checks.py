"""What the result of generated code cannot be, or should not be without a word: told from names and cells alone."""

import ast
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from agent.grounding.cells import table_of
from agent.grounding.words import say, short
from agent.state import Artifact
from registry.profile import DatasetProfile, NumericSummary
from registry.values.units import unit_of_header

TOLERANCE = 1e-9
LEAST_ROWS_FOR_CONSTANT = 3
LOST_SHARE = 0.5
Severity = Literal["impossible", "doubtful"]


@dataclass(frozen=True)
class Finding:
    """Something against a result. Impossible: it cannot be right. Doubtful: it may be, and has to be told."""

    check: str
    severity: Severity
    sentence: str


@dataclass(frozen=True)
class NumberColumn:
    """The numbers of one column of a result, with what its name says."""

    title: str
    name: str
    numbers: tuple[float, ...]
    rows: int  # of the data that could have been counted
    sources: tuple[tuple[str, NumericSummary], ...]  # the data's numeric columns


@dataclass(frozen=True)
class Law:
    """What the numbers of a column with such a name obey; `broken` tells how one breaks it, or gives ""."""

    name: str
    words: re.Pattern[str]
    broken: Callable[[float, NumberColumn], str]


def findings(artifacts: Sequence[Artifact], profiles: Sequence[DatasetProfile]) -> tuple[Finding, ...]:
    """Everything against the results of one program; () when nothing is known against them."""
    found = [*_emptiness(artifacts), *_lost_rows(artifacts)]
    for wrong, sentence in unit_conflicts(artifacts, profiles):
        found.append(Finding("units", "impossible" if wrong else "doubtful", sentence))
    for artifact in artifacts:
        if artifact["kind"] == "table":
            for column in _columns(artifact, profiles):
                found += [*_broken_laws(column), *_constant(column)]
    return tuple(dict.fromkeys(found))


def _columns(artifact: Artifact, profiles: Sequence[DatasetProfile]) -> Iterator[NumberColumn]:
    table = table_of(artifact)
    rows = max((profile.rows for profile in profiles), default=0)
    sources = tuple(
        (column.name, column.numeric) for profile in profiles for column in profile.columns if column.numeric
    )
    for place, name in enumerate(table["columns"]):
        cells = [row[place] for row in table["rows"]]
        numbers = tuple(float(c) for c in cells if isinstance(c, int | float) and not isinstance(c, bool))
        if numbers and name not in table["key_columns"]:
            yield NumberColumn(artifact["title"], name, numbers, rows, sources)


def _broken_laws(column: NumberColumn) -> Iterator[Finding]:
    for law in LAWS:
        if law.words.search(column.name):
            broken = next((said for number in column.numbers if (said := law.broken(number, column))), "")
            if broken:
                said = say("law.column", title=column.title, column=column.name, broken=broken)
                yield Finding(law.name, "impossible", said)


def _outside(low: float, high: float) -> Callable[[float, NumberColumn], str]:
    def broken(number: float, _: NumberColumn) -> str:
        inside = low - TOLERANCE <= number <= high + TOLERANCE
        if inside or math.isnan(number):
            return ""
        return say("law.outside", number=short(number), low=short(low), high=short(high))

    return broken


def _bad_count(number: float, column: NumberColumn) -> str:
    if number < 0:
        return say("law.bad_count", number=short(number))
    return say("law.too_many", number=short(number), rows=column.rows) if number > column.rows else ""


def _negative(number: float, _: NumberColumn) -> str:
    return say("law.negative", number=short(number)) if number < -TOLERANCE else ""


def _not_finite(number: float, _: NumberColumn) -> str:
    return "" if math.isfinite(number) else say("law.not_finite", number=str(number))


def _out_of_range(number: float, column: NumberColumn) -> str:
    """A mean, median, smallest or largest of a column lies between that column's smallest and largest value."""
    folded = column.name.casefold()
    named = [(name, summary) for name, summary in column.sources if folded.startswith(name.casefold())]
    if not named:
        return ""
    name, summary = max(named, key=lambda pair: len(pair[0]))
    reach = TOLERANCE * max(1.0, abs(summary.minimum), abs(summary.maximum))
    if summary.minimum - reach <= number <= summary.maximum + reach:
        return ""
    low, high = short(summary.minimum), short(summary.maximum)
    return say("law.out_of_range", number=short(number), source=name, low=low, high=high)


def _ends(pattern: str) -> re.Pattern[str]:
    """A name that ends in one of the words: what comes after them (`_change`, `_p_value`) makes it another thing."""
    return re.compile(rf"(?:^|[^a-z0-9])(?:{pattern})$", re.IGNORECASE)


def _is(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"^(?:{pattern})$", re.IGNORECASE)


LAWS: tuple[Law, ...] = (
    Law("correlation", _ends("corr|correlation|pearson|spearman|kendall"), _outside(-1, 1)),
    Law("correlation", _is("r|rho|tau|r_value|pearson_r|spearman_r|correlation_coefficient"), _outside(-1, 1)),
    Law("determination", _ends("r2|r²|r_squared|r-squared|rsquared"), _outside(-math.inf, 1)),
    Law("probability", _ends("p[_ -]?val(?:ue)?|prob|probability"), _outside(0, 1)),
    Law("probability", _is("p"), _outside(0, 1)),
    Law("share", _ends("share_pct|share|proportion"), _outside(0, 100)),
    Law("count", _is("n|rows|n_rows|row_count|rows_used"), _bad_count),
    Law("variance", _ends("var|variance|std|sd|stdev|standard deviation"), _negative),
    Law("range", _ends("mean|median|average|avg|min|max"), _out_of_range),
    Law("finite", re.compile(""), _not_finite),
)
"""By the names that results usually have. A name that says nothing is under no law but the last."""


def _emptiness(artifacts: Sequence[Artifact]) -> Iterator[Finding]:
    results = [artifact for artifact in artifacts if artifact["kind"] != "text" or artifact["payload"]]
    if not results:
        yield Finding("empty", "impossible", say("code.no_result"))
    for artifact in results:
        if artifact["kind"] != "table" or artifact["role"] == "detail":
            continue
        cells = [cell for row in table_of(artifact)["rows"] for cell in row]
        if not cells:
            yield Finding("empty", "impossible", say("code.no_rows", title=artifact["title"]))
        elif all(cell is None for cell in cells):
            yield Finding("empty", "impossible", say("code.no_value", title=artifact["title"]))


def _constant(column: NumberColumn) -> Iterator[Finding]:
    """Measured values that are all the same to the last digit are rarely true."""
    fractional = any(not number.is_integer() for number in column.numbers if math.isfinite(number))
    if fractional and len(column.numbers) >= LEAST_ROWS_FOR_CONSTANT and len(set(column.numbers)) == 1:
        yield Finding("constant", "doubtful", say("code.constant", title=column.title, column=column.name))


def _lost_rows(artifacts: Sequence[Artifact]) -> Iterator[Finding]:
    ledger = next((artifact["ledger"] for artifact in artifacts if artifact["ledger"]), None)
    if ledger is None:
        return
    used, rows, dataset = ledger["rows_used"], ledger["rows_total"], ledger["dataset"]
    if used > rows:
        yield Finding("rows", "impossible", say("code.more_rows", used=used, dataset=dataset, rows=rows))
    elif not used and rows:
        yield Finding("rows", "impossible", say("code.no_row_used", dataset=dataset))
    elif used < LOST_SHARE * rows:
        yield Finding("rows", "doubtful", say("code.lost_rows", used=used, rows=rows, dataset=dataset))


# ----------------------------------------------------------------
# Units in the results of generated code: told from the units of the data, the names of results and the program.


_LENGTH: Mapping[str, float] = {"mm": 0.001, "cm": 0.01, "m": 1, "km": 1000, "in": 0.0254, "ft": 0.3048, "mi": 1609.344}
_MASS: Mapping[str, float] = {"mg": 1e-6, "g": 0.001, "kg": 1, "t": 1000, "oz": 0.028349523125, "lb": 0.45359237}
_TIME: Mapping[str, float] = {"ms": 0.001, "s": 1, "min": 60, "h": 3600, "d": 86_400, "days": 86_400}
_VOLUME: Mapping[str, float] = {"ml": 0.001, "cl": 0.01, "dl": 0.1, "l": 1, "hl": 100, "m3": 1000}
_ENERGY: Mapping[str, float] = {"wh": 1, "kwh": 1000, "mwh": 1e6, "gwh": 1e9}
MEASURES: tuple[Mapping[str, float], ...] = (_LENGTH, _MASS, _TIME, _VOLUME, _ENERGY)
"""How much of one unit another is. Units beyond these, and currencies, are told apart but not converted."""
UNIT_TOLERANCE = 1e-3


def unit_conflicts(artifacts: Sequence[Artifact], profiles: Sequence[DatasetProfile]) -> Iterator[tuple[bool, str]]:
    """What is wrong with the units, as sentences; True where it cannot be right, False where it may be."""
    units = {column.name: column.unit for profile in profiles for column in profile.columns if column.unit}
    for code in dict.fromkeys(artifact["code"] for artifact in artifacts if artifact["code"]):
        for left, right in _add_up(code or "", units):
            told = say("code.adds_units", left=left, left_unit=units[left], right=right, right_unit=units[right])
            yield False, told
    sources = [(column.name, column.unit, column.numeric) for profile in profiles for column in profile.columns]
    for artifact in artifacts:
        if artifact["kind"] == "table":
            for name, unit, summary in sources:
                if unit and summary:
                    yield from _rename(artifact, name, unit, summary)


def _add_up(code: str, units: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Pairs of columns of different units that a program adds or subtracts as they stand."""
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError):
        return  # it never ran, or it is no program
    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
            left, right = _column(node.left, units), _column(node.right, units)
            if left and right and units[left] != units[right]:
                yield left, right


def _column(node: ast.expr, units: Mapping[str, str]) -> str | None:
    """The column that an expression is, as `df["a"]` or `df.a`, or a sum, mean or the like of it."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and not node.args:
        return _column(node.func.value, units)
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
        return node.slice.value if isinstance(node.slice.value, str) and node.slice.value in units else None
    return node.attr if isinstance(node, ast.Attribute) and node.attr in units else None


def _rename(artifact: Artifact, name: str, unit: str, summary: NumericSummary) -> Iterator[tuple[bool, str]]:
    """A column of a result that is named as one of the data, in another unit. Not converted are numbers that all lie
    where the data's do, and none where they would be; a sum or a difference may lie anywhere else.
    """
    table = table_of(artifact)
    for place, title in enumerate(table["columns"]):
        other = unit_of_header(title)
        if other is None or other == unit or _stem(title, other) != _stem(name, unit):
            continue
        about = {"title": artifact["title"], "column": title, "unit": other, "name": name, "own": unit}
        factor = _factor(unit, other)
        if factor is None:
            yield False, say("code.other_unit", **about)
            continue
        cells = (row[place] for row in table["rows"])
        numbers = [cell for cell in cells if isinstance(cell, int | float) and not isinstance(cell, bool)]
        as_it_was = all(_within(number, summary, 1) for number in numbers)
        if numbers and as_it_was and not any(_within(number, summary, factor) for number in numbers):
            low, high = summary.minimum * factor, summary.maximum * factor
            told = say("code.not_converted", **about, number=short(numbers[0]), low=short(low), high=short(high))
            yield True, told


def _within(number: float, summary: NumericSummary, factor: float) -> bool:
    low, high = summary.minimum * factor, summary.maximum * factor
    reach = UNIT_TOLERANCE * max(abs(low), abs(high))
    return low - reach <= number <= high + reach


def _stem(header: str, unit: str) -> str:
    """A header without its unit: weight of weight_kg, weight (kg) and Weight [kg]."""
    folded = header.casefold().replace(f"({unit.casefold()})", "").replace(f"[{unit.casefold()}]", "")
    return folded.strip(" _").removesuffix(unit.casefold()).strip(" _")


def _factor(unit: str, other: str) -> float | None:
    """How many of the other unit one of a unit is; None when that is not known."""
    mine, theirs = unit.casefold(), other.casefold()
    known = next((measure for measure in MEASURES if mine in measure and theirs in measure), None)
    return known[mine] / known[theirs] if known else None
