"""Blank cells below a group's label: they repeat the label where the person says so."""

from dataclasses import replace

import numpy as np

from registry.receipt import ReceiptEntry
from registry.sentences import first_lines, sentence
from registry.table.table_reader import TextTable
from registry.values.cells import Cells


def filled_down(table: TextTable, names: tuple[str, ...]) -> TextTable:
    """The table with blank cells of these columns filled from above; cells above the first label stay blank."""
    columns = list(table.columns)
    entries = list(table.entries)
    for place, name in enumerate(table.names):
        if name in names:
            columns[place], entry = _fill(name, columns[place])
            entries.append(entry)
    return replace(table, columns=tuple(columns), entries=tuple(entries))


def _fill(name: str, cells: Cells) -> tuple[Cells, ReceiptEntry]:
    present = cells.filled_rows()
    above = np.maximum.accumulate(np.where(present, np.arange(len(present)), -1))
    codes = np.where(above < 0, cells.codes, cells.codes[above])
    changed = ~present & (above >= 0)
    count = int(changed.sum())
    told = sentence("missing.filled", count=count, column=name)
    entry = ReceiptEntry("converted", told, name, count, first_lines(cells.lines[changed]))
    return replace(cells, codes=codes.astype(np.int32)), entry
