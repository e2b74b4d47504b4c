"""How cells are written in a report."""

import math
import re
from collections.abc import Callable, Iterable, Mapping

from agent.analysis.words import missing_key, say_if_known
from agent.report.words import say
from agent.specs.locales import clock_words, date_words, is_whole_with
from agent.state import CLOCK_FORMATS, Cell, ColumnFormat, TablePayload
from languages.catalogue import in_language

NOTHING = "–"
LARGEST_WHOLE = 1e15
_MOST_DECIMALS = 6
_OWN_DIGITS = 12
_CODED = ("check", "test", "method", "design", "effect_name")
"""Columns of tests whose texts are ours."""
_NO_LETTERS = re.compile(r"\W+")


def shown_cell(cell: Cell, style: ColumnFormat, places: int | None = None) -> str:
    """A cell as people read it: "12,431", "3,700.66", "48.8 %", "< 0.001"; missing as a dash. `places`: how many
    decimals a number has, as many as it needs where it is None. Not escaped."""
    if cell is None:
        return NOTHING
    if isinstance(cell, bool):
        return say("cell.yes" if cell else "cell.no")
    if isinstance(cell, str):
        return date_words(cell) if style == "date" else cell
    if not math.isfinite(cell):
        return NOTHING
    if style == "percent":
        return in_language(f"{cell:,.1f} %")
    if style in CLOCK_FORMATS:
        return clock_words(cell, style)
    if style == "p_value":
        return in_language("< 0.001" if cell < 0.001 else f"{cell:.3f}")
    if style in ("text", "date"):
        return str(int(cell)) if float(cell).is_integer() else repr(cell)
    return in_language(shown_number(cell) if places is None else f"{cell:,.{places}f}")


def cell_writer(table: TablePayload, column: str, cells: Iterable[Cell]) -> Callable[[Cell], str]:
    """How the cells of a column are written for people, its numbers with the same decimals. Not escaped."""
    style, is_key = written_as(table, column), column in keys_of(table)
    places = decimals_of(cells) if style == "number" else None

    def write(cell: Cell) -> str:
        if cell is None and is_key:
            return missing_key()
        return shown_cell(told_cell(table, column, cell), style, places)

    return write


def is_of_test(table: TablePayload) -> bool:
    """Whether a table tells what a test found."""
    return "p_value" in table["formats"].values()


def told_cell(table: TablePayload, column: str, cell: Cell) -> Cell:
    """The cell; what a test calls a method or a check by in words: `welch_anova` is "Welch's analysis of variance"."""
    if column not in _CODED or not isinstance(cell, str) or not is_of_test(table):
        return cell
    return say_if_known(f"coded.{_NO_LETTERS.sub('_', cell.casefold())}", cell)


def keys_of(table: TablePayload) -> list[str]:
    """The columns that name groups. What was looked at beside a test is of groups only in part: there none is missing
    where none is named."""
    is_of_checks = table["key_columns"][:1] == ["check"] and is_of_test(table)
    return [] if is_of_checks else table["key_columns"]


def shown_rows(table: TablePayload, most: int) -> list[list[str]]:
    """The first rows as people read them, the numbers of a column with the same decimals; a missing key says so. Not
    escaped."""
    rows = table["rows"][:most]
    columns = []
    for place, name in enumerate(table["columns"]):
        cells = [row[place] for row in rows]
        columns.append([*map(cell_writer(table, name, cells), cells)])
    return [list(row) for row in zip(*columns, strict=True)]


def decimals_of(cells: Iterable[Cell]) -> int | None:
    """How many decimals all numbers of a column have: none where all are whole, two from 1 on or three where
    these are all that one has, three digits that matter below; None where that would be more than six, and each is
    written for itself.
    """
    numbers = [abs(cell) for cell in cells if isinstance(cell, int | float) and math.isfinite(cell)]
    if all(float(number).is_integer() for number in numbers):
        return 0 if max(numbers, default=0) < LARGEST_WHOLE else None
    smallest = min(number for number in numbers if number)
    whole = 2 if all(is_whole_with(number, 2) or not is_whole_with(number, 3) for number in numbers) else 3
    decimals = whole if smallest >= 1 else 2 - math.floor(math.log10(smallest))
    return decimals if decimals <= _MOST_DECIMALS else None


def written_as(table: TablePayload, column: str) -> ColumnFormat:
    """How the cells of a column are written: the periods of a trend or histogram as dates, though they are
    kept as text."""
    is_period = column in ("period", "bin") and column in table["key_columns"]
    return "date" if is_period else table["formats"].get(column, "text")


def is_dated(table: TablePayload) -> bool:
    """Do dates name its rows?"""
    return any(written_as(table, key) == "date" for key in table["key_columns"])


def shown_number(value: float) -> str:
    """Whole numbers with thousands commas; others with two or three decimals from 1 on, four digits below."""
    if isinstance(value, int) or (value.is_integer() and abs(value) < LARGEST_WHOLE):
        return f"{int(value):,}"
    if abs(value) >= LARGEST_WHOLE or abs(value) < 1e-4:
        return f"{value:.4g}"
    if abs(value) >= 1:
        return f"{value:,.{3 if is_whole_with(value, 3) else 2}f}".rstrip("0").rstrip(".")
    return f"{value:.4g}"


def exact_cell(cell: Cell) -> str:
    """A cell with every digit that is one of its own, for footnotes: "85,000.456789"; sums of decimals carry noise from
    the thirteenth on. Not escaped."""
    if isinstance(cell, float) and math.isfinite(cell):
        is_whole = cell.is_integer() and abs(cell) < LARGEST_WHOLE
        return in_language(f"{int(cell):,}" if is_whole else _group(repr(float(f"{cell:.{_OWN_DIGITS}g}"))))
    if isinstance(cell, int) and not isinstance(cell, bool):
        return in_language(f"{cell:,}")
    return shown_cell(cell, "text")


def _group(digits: str) -> str:
    whole, point, rest = digits.partition(".")
    return digits if "e" in digits else f"{int(whole):,}{point}{rest}" if whole not in ("-0", "0") else digits


def header(column: str, units: Mapping[str, str], headings: Mapping[str, str] = {}) -> str:
    """What heads a column, with its unit: "mean of salary (USD)". Not escaped."""
    unit, words = units.get(column, ""), headings.get(column, column)
    return words if not unit or unit.casefold() in words.casefold() else f"{words} ({unit})"


def is_numeric(table: TablePayload, column: str) -> bool:
    """Is the column written flush right?"""
    return table["formats"].get(column, "text") in ("integer", "number", "percent", "p_value", *CLOCK_FORMATS)
