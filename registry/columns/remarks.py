"""What is worth a word about the cells of a file as a whole: empty columns, cells of several lines, decimal commas."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from registry.columns.typing_rules import TypedColumn
from registry.receipt import Judgement, ReceiptEntry
from registry.sentences import SHOWN, quoted, sentence
from registry.values.cells import Cells
from registry.values.many_texts import values_with_line_breaks
from registry.values.number_text import Decimal
from registry.values.periods import named_period
from registry.values.several_values import parts, separator_of, shown

FEWEST_PERIODS = 3
ROUNDED = re.compile(r"\d[.,]\d{1,5}E\+\d{2}")
"""How spreadsheets show a number of ten digits and more in a narrow column."""
MOSTLY = 0.8
SAMPLE = 200


def remarks(
    columns: Sequence[TypedColumn],
    of_cells: Mapping[str, Sequence[ReceiptEntry]],
    proofs: Mapping[str, Counter[Decimal]],
) -> Iterator[ReceiptEntry]:
    """The remarks about columns. `of_cells` are those about the cells of each column (`cell_remarks`), `proofs` the
    decimal signs that they prove."""
    empty = [column.name for column in columns if column.kind == "empty"]
    if empty:
        told = sentence("columns.empty", count=len(empty), shown=quoted(empty))
        yield ReceiptEntry("assumed", told, None, len(empty))
    for column in columns:
        yield from of_cells[column.name]
    yield from _wide_remark(columns)
    yield from _decimal_remarks(columns, proofs)


def cell_remarks(column: TypedColumn, cells: Cells, *, as_written: bool) -> Iterator[ReceiptEntry]:
    """The remarks about the cells that a column was read from. `as_written`: each is one text, whatever it says."""
    broken = values_with_line_breaks(cells) if cells.plain_kind is None else []
    if broken:
        count = cells.count_of(broken)
        told = sentence("columns.line_breaks", count=count, column=column.name)
        yield ReceiptEntry("assumed", told, column.name, count, cells.lines_of(broken))
    is_open = column.kind == "number" and cells.native is None and cells.plain_kind is None
    if is_open and _are_rounded(cells.values[:SAMPLE]):
        told = sentence("numbers.rounded", column=column.name, example=cells.values[0])
        yield ReceiptEntry("unsure", told, column.name, cells.filled, cells.lines_of([0]))
    if column.kind == "text" and cells.native is None and not as_written:
        yield from _several_remark(column.name, cells)


def _several_remark(name: str, cells: Cells) -> Iterator[ReceiptEntry]:
    """A word for cells that hold several values, of which each combination would be counted as one."""
    separator = separator_of(cells.values, cells.counts().tolist())
    if separator:
        found = [index for index, value in enumerate(cells.values) if len(parts(value, separator)) > 1]
        count = cells.count_of(found)
        told = sentence("columns.several", count=count, column=name, separator=shown(separator))
        judged = Judgement("several_values", tuple(cells.values[index] for index in found[:SHOWN]))
        yield ReceiptEntry("assumed", told, name, count, cells.lines_of(found), ("keep_text", name), judged)


def _are_rounded(values: Sequence[str]) -> bool:
    """Whether nearly all numbers stand with an exponent and few digits."""
    return len(values) > 0 and sum(ROUNDED.fullmatch(value) is not None for value in values) >= len(values) * MOSTLY


def _wide_remark(columns: Sequence[TypedColumn]) -> Iterator[ReceiptEntry]:
    """A word for a wide table, whose columns are periods of one measure."""
    grains = Counter(
        period.grain for column in columns if column.kind == "number" and (period := named_period(column.name))
    )
    grain, count = grains.most_common(1)[0] if grains else ("", 0)
    if count >= FEWEST_PERIODS:
        yield ReceiptEntry("assumed", sentence(f"columns.wide.{grain}", count=count), None, count)


def _decimal_remarks(columns: Sequence[TypedColumn], proofs: Mapping[str, Counter[Decimal]]) -> Iterator[ReceiptEntry]:
    """Which columns write a decimal comma; and whether others prove a point, which is worth a look."""
    commas, points = [], []
    for column in columns:
        proof = proofs[column.name] if column.kind == "number" else Counter[Decimal]()
        if proof[","] > proof["."]:
            commas.append(column.name)
        elif proof["."]:
            points.append(column.name)
    if commas:
        yield ReceiptEntry("assumed", sentence("numbers.comma", shown=quoted(commas)), None, len(commas))
    if commas and points:
        told = sentence("numbers.point_beside", shown=quoted(points), count=len(points))
        yield ReceiptEntry("unsure", told, points[0], len(points))
