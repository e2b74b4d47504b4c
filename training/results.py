"""Specs executed, and whether two give the same answer: their values are compared, not their texts."""

import itertools
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agent.analysis.execute import execute_analysis, execute_plot
from agent.analysis.frames.source import Table
from agent.grounding.cells import table_of
from agent.specs.parse import Spec
from agent.state import Artifact, Cell

DIGITS = 9  # figures that agree to these are the same
_TESTS = {"compare_groups", "contingency_test", "normality_test", "correlation_matrix", "dataset_overview", "outliers"}
_DRAWN_AS_THEY_ARE = {"hist", "scatter", "box", "violin"}
_ALIKE = ({"line", "area"}, {"bar", "pareto"}, {"box", "violin"})
_NOT_THE_ANSWER = {"numerator", "denominator"}
_OF_A_LOOKUP = 2  # columns of a row that an answer must show
_MOST_WAYS = 200
_MOST_FIGURES = 14  # columns of a row; a wider one holds any number
_MOST_OF_A_ROW = 100  # the same of a row of the data
_TELLING = 4  # figures that are not the same by chance


@dataclass(frozen=True)
class Answered:
    """A spec with what it gave."""

    spec: Spec
    artifacts: Sequence[Artifact]

    @property
    def name(self) -> str:
        return self.spec.kind if self.spec.type == "plot" else self.spec.op

    @property
    def tables(self) -> list[Artifact]:
        return [each for each in self.artifacts if each["kind"] == "table"]


def execute_specs(specs: Sequence[Spec], tables: Mapping[str, Table]) -> list[Answered]:
    """What the specs give. TallyError where one cannot be executed."""
    return [
        Answered(spec, execute_plot(spec, tables) if spec.type == "plot" else execute_analysis(spec, tables))
        for spec in specs
    ]


def same_answer(wanted: Sequence[Answered], told: Sequence[Answered]) -> bool:
    """Whether all that is wanted is told. Beside a chart that was asked for, its table is only a support."""
    charts = [one for one in wanted if one.spec.type == "plot"]
    return bool(wanted) and all(any(_tells(one, other) for other in told) for one in charts or wanted)


def _tells(wanted: Answered, told: Answered) -> bool:
    if wanted.spec.type == "plot" and not _same_kind(wanted, told):
        return False
    if wanted.name in _TESTS | _DRAWN_AS_THEY_ARE and (wanted.name == told.name or wanted.spec.type == "plot"):
        same_rows = _rows_used(wanted) == _rows_used(told)
        return same_rows and (_columns(wanted.spec) == _columns(told.spec) or _shows(wanted, told))
    return bool(wanted.tables) and _shows(wanted, told)


def _shows(wanted: Answered, told: Answered) -> bool:
    asked = _essential(wanted)
    if wanted.name == told.name == "missingness" and not getattr(wanted.spec, "by", None):
        return _named_rows(wanted) <= _named_rows(told)  # the others may be told beside them
    first, most = _is_first(wanted, told), _MOST_FIGURES if told.name != "row_lookup" else _MOST_OF_A_ROW
    shown = [rows for table in told.tables for rows in (_show(told, table),) if rows and len(rows[0]) <= most]
    return any(_holds(asked, rows, first) or _holds_figures(asked, rows, wanted) for rows in shown)


def _same_kind(wanted: Answered, told: Answered) -> bool:
    return wanted.name == told.name or any({wanted.name, told.name} <= kinds for kinds in _ALIKE)


def _columns(spec: Spec) -> set[str]:
    """The columns that a spec names outside of its conditions."""
    named: set[str] = set()
    for field in ("x", "y", "color", "column", "columns", "value", "group", "rows", "group_cols"):
        value = getattr(spec, field, None)
        named |= {value} if isinstance(value, str) else set(value) if isinstance(value, list) else set()
    return named


def _rows_used(one: Answered) -> int | None:
    ledger = next((each["ledger"] for each in one.artifacts if each["ledger"]), None)
    return ledger["rows_used"] if ledger else None


def _is_first(wanted: Answered, told: Answered) -> bool:
    """Whether the first rows are what is asked for: the highest three of a list that goes on."""
    limited = getattr(wanted.spec, "top_k", None) or getattr(wanted.spec, "k", None)
    return bool(limited) and (told.name == "value_counts" or getattr(told.spec, "sort", None) is not None)


Rows = list[tuple[Cell, ...]]


def _essential(one: Answered) -> Rows:
    """The cells of the answer that matter: keys and figures asked for, without what a table brings along."""
    spec: Any = one.spec
    table = table_of(one.tables[0])
    columns = table["columns"]
    keys = list(table["key_columns"])
    match one.name:
        case "share_ratio":
            figures = [name for name in columns if "share" in name or "ratio" in name][-1:] or columns[-1:]
            chosen = [*keys, *figures]
        case "value_counts":
            chosen = columns[:2]
        case "row_lookup":
            fixed = {item.col for item in spec.filters if hasattr(item, "col") and getattr(item, "op", "") == "=="}
            chosen = [name for name in columns if name not in fixed][:_OF_A_LOOKUP] or columns[:1]
        case "correlation":
            chosen = ["r"]
        case "column_summary":
            chosen = _statistics(spec, columns, len(table["rows"]))
        case "ols_regression":
            chosen = ["coefficient"]
        case "missingness":
            chosen = ["missing"] if len(table["rows"]) == 1 else ["column", "missing"]
        case "duplicate_check":
            chosen = ["duplicate_rows"]
        case _:
            chosen = columns
    places = [columns.index(name) for name in chosen if name in columns]
    rows = [tuple(_plain(row[place]) for place in places) for row in table["rows"]]
    return _long(rows, chosen, len(keys)) if one.name == "pivot_table" else rows


def _long(rows: Rows, columns: Sequence[str], keys: int) -> Rows:
    """The rows of a wide table, one for each figure."""
    return [
        (*row[:keys], _plain(name), figure)
        for row in rows
        for name, figure in zip(columns[keys:], row[keys:], strict=True)
        if figure is not None
    ]


def _named_rows(one: Answered) -> set[tuple[Cell, Cell]]:
    """The columns of a table of missing cells, with how many are."""
    return {(row[0], row[1]) for row in table_of(one.tables[0])["rows"]}


def _statistics(spec: Any, columns: Sequence[str], rows: int) -> list[str]:
    said = [name for name in (getattr(spec, "stats", None) or []) if name in columns]
    said += [name for name in columns if name.startswith("p") and name[1:].replace(".", "").isdigit()]
    figures = said or [name for name in ("mean", "min", "max") if name in columns]
    return figures if rows == 1 else ["column", *figures]


def _show(told: Answered, artifact: Artifact) -> Rows:
    table = table_of(artifact)
    aside = _NOT_THE_ANSWER if told.name == "share_ratio" else set()
    places = [place for place, name in enumerate(table["columns"]) if name not in aside]
    rows = [tuple(_plain(row[place]) for place in places) for row in table["rows"]]
    return _long(rows, table["columns"], len(table["key_columns"])) if told.name == "pivot_table" else rows


def _holds(asked: Rows, shown: Rows, first: bool) -> bool:
    """Whether columns of the shown rows are the asked ones, row by row, whatever they are called."""
    if not asked or not shown or not asked[0]:
        return False
    if first and len(shown) > len(asked):
        shown = shown[: len(asked)]
    if len(asked) != len(shown):
        return False
    ways = [_places(column, shown) for column in zip(*asked, strict=True)]
    wanted = Counter(asked)
    for way in itertools.islice(itertools.product(*ways), _MOST_WAYS):
        rows = Counter(tuple(_scaled(row[place], by) for place, by in way) for row in shown)
        if rows == wanted:
            return True
    return False


def _holds_figures(asked: Rows, shown: Rows, wanted: Answered) -> bool:
    """Whether the figures are the asked ones though groups are called otherwise: Mon and Monday, 1 and yes."""
    keys = len(table_of(wanted.tables[0])["key_columns"])
    figures = [row[keys:] for row in asked]
    return keys == 1 and len(set(figures)) == len(figures) >= _TELLING and _holds(figures, shown, first=False)


def _places(column: Sequence[Cell], shown: Rows) -> list[tuple[int, float]]:
    """Where a column stands among the shown ones, and by how much its figures are to be multiplied."""
    wanted = Counter(column)
    return [
        (place, by)
        for by in (1.0, 0.01, 100.0)
        for place in range(len(shown[0]))
        if Counter(_scaled(row[place], by) for row in shown) == wanted
    ]


def _scaled(cell: Cell, by: float) -> Cell:
    return cell if by == 1 or not isinstance(cell, float) else float(f"{cell * by:.{DIGITS}g}")


def _plain(cell: Cell) -> Cell:
    """A cell as it is compared: figures rounded, whole numbers in text as figures, days without a clock."""
    if isinstance(cell, bool) or cell is None:
        return cell
    if isinstance(cell, int | float):
        return float(f"{float(cell):.{DIGITS}g}")
    text = cell.removesuffix("T00:00:00").removesuffix(" 00:00:00").strip()
    return float(text) if text.isdecimal() and text.isascii() and not text.startswith("0") else text
