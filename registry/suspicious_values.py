"""Numbers that look like a code for "missing" although nobody announced them: left as they are, with a warning."""

import numpy as np

from registry.cells import Cells
from registry.number_rules import NumberColumn
from registry.receipt import ReceiptEntry
from registry.sentences import counted

CODES = (-99999, -9999, -999, -99, 9999, 99999, 999999)
FAR = 2.0


def suspicious_code(name: str, cells: Cells, reading: NumberColumn) -> ReceiptEntry | None:
    """A warning when a usual fault code stands alone, at least twice the span of all other values away from them."""
    values = reading.values
    extremes = (values.min(), values.max())
    for code in CODES:
        if code not in extremes:
            continue
        index = np.flatnonzero(values == code)
        others = np.delete(values, index)
        if len(index) != 1 or len(others) < 3:
            continue
        distance = float(others.min() - code if code < 0 else code - others.max())
        if distance > FAR * float(others.max() - others.min()):
            found = index.tolist()
            count = cells.count_of(found)
            sentence = (
                f"“{name}” holds {code} in {counted(count, 'cell')}, far from all other values. "
                "It was kept as a number; if it stands for a missing value, leave those rows out when you ask."
            )
            return ReceiptEntry("warning", sentence, name, count, cells.lines_of(found))
    return None
