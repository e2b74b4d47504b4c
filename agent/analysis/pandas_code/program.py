"""The lines of a program as they come together, and what is known of the rows at each point."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from keyword import iskeyword
from typing import Any

from agent.analysis.frames.schema import Column, Schema, column_named
from registry.profile import DatasetProfile

ROWS = "rows"
"""The variable that holds the rows a spec is about."""


@dataclass
class Program:
    """Lines so far, the columns of `rows`, and the results that the lines leave behind."""

    profiles: Mapping[str, DatasetProfile]
    schema: Schema
    lines: list[str] = field(default_factory=list)
    counted: str = ""  # the variable that holds how many rows were used, once they are groups
    multiplied: bool = False  # whether a row of the data may be several rows, so that no count of rows is one of these

    def add(self, *lines: str) -> None:
        """One or more lines."""
        self.lines += lines

    def column(self, name: str) -> Column:
        """The column of this name as it stands now. SpecError with the nearest names when there is none."""
        return column_named(self.schema, name)

    def count_rows(self) -> None:
        """Keeps how many rows there are before they become groups; the first time counts."""
        if not self.counted:
            self.counted = "counted"
            self.add(f"{self.counted} = len({ROWS})")

    def multiply_rows(self) -> None:
        """From here on a row of the data may be several rows; rows that are groups by now were counted before."""
        self.multiplied = self.multiplied or not self.counted

    def with_column(self, column: Column) -> None:
        """From here on the rows have this column too."""
        self.schema = {**self.schema, column.name: column}


@dataclass(frozen=True)
class Written:
    """A result that a program leaves behind: the variable, its title, and how many rows of the data it used."""

    variable: str
    title: str
    rows_used: str = f"len({ROWS})"


@dataclass(frozen=True)
class Drawn:
    """What of a measure's tables is drawn: the variable, its keys (x, then colour) and the column on y.

    No keys: the numbers of one row, a bar each. No y: every other column is a series. `in_index`: its keys may stand in
    the index.
    """

    variable: str
    keys: list[str]
    y: str | None
    in_index: bool = False


@dataclass(frozen=True)
class Writer:
    """A measure as code: `write` adds its lines, `drawn` says what a chart shows of it."""

    write: Callable[[Any, "Program"], list[Written]]
    drawn: Callable[[Any], Drawn]


def cell(name: str, of: str = ROWS) -> str:
    """A column in code: `rows["price"]`."""
    return f"{of}[{name!r}]"


def list_code(names: Sequence[str]) -> str:
    """A list of names in code."""
    return repr(list(names))


def keywords(pairs: Mapping[str, str]) -> str:
    """Keyword arguments; those whose name is no Python name go through a dict."""
    plain = [f"{name}={value}" for name, value in pairs.items() if _is_plain(name)]
    odd = [f"{name!r}: {value}" for name, value in pairs.items() if not _is_plain(name)]
    return ", ".join([*plain, *([f"**{{{', '.join(odd)}}}"] if odd else [])])


def keywords_in_order(pairs: Mapping[str, str]) -> str:
    """Keyword arguments whose order counts: all through a dict where one of the names is no Python name."""
    if all(_is_plain(name) for name in pairs):
        return keywords(pairs)
    return f"**{{{', '.join(f'{name!r}: {value}' for name, value in pairs.items())}}}"


def _is_plain(name: str) -> bool:
    """Whether a column may stand as a keyword argument: none called class may."""
    return name.isidentifier() and name.isascii() and not iskeyword(name)


def assign(program: Program, name: str, expression: str) -> None:
    """The line that gives the rows a column, new or in place of the one of that name."""
    program.add(f"{ROWS} = {ROWS}.assign({keywords({name: expression})})")
