"""Units in the results of generated code: told from the units of the data, the names of results and the program."""

import ast
from collections.abc import Iterator, Mapping, Sequence

from agent.grounding.cells import table_of
from agent.state import Artifact
from registry.profile import DatasetProfile, NumericSummary
from registry.units import unit_of_header

_LENGTH: Mapping[str, float] = {"mm": 0.001, "cm": 0.01, "m": 1, "km": 1000, "in": 0.0254, "ft": 0.3048, "mi": 1609.344}
_MASS: Mapping[str, float] = {"mg": 1e-6, "g": 0.001, "kg": 1, "t": 1000, "oz": 0.028349523125, "lb": 0.45359237}
_TIME: Mapping[str, float] = {"ms": 0.001, "s": 1, "min": 60, "h": 3600, "d": 86_400, "days": 86_400}
_VOLUME: Mapping[str, float] = {"ml": 0.001, "cl": 0.01, "dl": 0.1, "l": 1, "hl": 100, "m3": 1000}
_ENERGY: Mapping[str, float] = {"wh": 1, "kwh": 1000, "mwh": 1e6, "gwh": 1e9}
MEASURES: tuple[Mapping[str, float], ...] = (_LENGTH, _MASS, _TIME, _VOLUME, _ENERGY)
"""How much of one unit another is. Units beyond these, and currencies, are told apart but not converted."""
TOLERANCE = 1e-3


def unit_conflicts(artifacts: Sequence[Artifact], profiles: Sequence[DatasetProfile]) -> Iterator[tuple[bool, str]]:
    """What is wrong with the units, as sentences; True where it cannot be right, False where it may be."""
    units = {column.name: column.unit for profile in profiles for column in profile.columns if column.unit}
    for code in dict.fromkeys(artifact["code"] for artifact in artifacts if artifact["code"]):
        for left, right in _add_up(code or "", units):
            yield False, f"The code adds or subtracts {left} ({units[left]}) and {right} ({units[right]})."
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
        said = f"{artifact['title']}: the column {title} is in {other}, and {name} of the data in {unit}"
        factor = _factor(unit, other)
        if factor is None:
            yield False, f"{said}; the data do not say how one becomes the other."
            continue
        cells = (row[place] for row in table["rows"])
        numbers = [cell for cell in cells if isinstance(cell, int | float) and not isinstance(cell, bool)]
        as_it_was = all(_within(number, summary, 1) for number in numbers)
        if numbers and as_it_was and not any(_within(number, summary, factor) for number in numbers):
            low, high = summary.minimum * factor, summary.maximum * factor
            yield True, f"{said}. It holds {numbers[0]:g}, but converted it lies between {low:g} and {high:g}."


def _within(number: float, summary: NumericSummary, factor: float) -> bool:
    low, high = summary.minimum * factor, summary.maximum * factor
    reach = TOLERANCE * max(abs(low), abs(high))
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
