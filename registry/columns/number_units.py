"""The unit that stands beside the numbers of a column: one for all, or letters that are none."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from registry.receipt import ReceiptEntry
from registry.sentences import counted, quoted, were
from registry.values.cells import Cells
from registry.values.number_text import NumberForm
from registry.values.units import is_unit

SAME_SHARE = 0.95
FLAG = re.compile(r"[bcdefinprsuz]{1,2}")
"""Eurostat's letters: break in series, confidential, definition differs, estimated, forecast, provisional ..."""
FLAGGED = ""
"""In place of a unit: the letters behind the numbers are flags."""
FEWEST_OF_UNKNOWN_UNIT = 3
"""Different numbers before a word that is no known unit; fewer are names of classes ("2nd", "1回払い")."""

POWERS: tuple[dict[str, int], ...] = (
    {"µg": -6, "mg": -3, "g": 0, "kg": 3, "Kg": 3, "KG": 3, "t": 6},
    {"mm": -3, "cm": -2, "m": 0, "km": 3},
    {"ml": -3, "mL": -3, "cl": -2, "dl": -1, "l": 0, "L": 0, "hl": 2},
    {"W": 0, "kW": 3, "MW": 6, "GW": 9},
    {"Wh": 0, "kWh": 3, "MWh": 6, "GWh": 9},
)
"""Units of one quantity, each with the power of ten that it is of the others."""


def in_one_unit(
    name: str, cells: Cells, forms: Sequence[NumberForm | None]
) -> tuple[list[NumberForm | None], tuple[ReceiptEntry, ...]]:
    """The numbers in the unit that most cells have, where all units are powers of ten of it, g and kg; it is told."""
    written: Counter[str | None] = Counter()
    for form, count in zip(forms, cells.counts(), strict=True):
        if form is not None:
            written[form.unit] += int(count)
    powers = next((powers for powers in POWERS if written.keys() <= powers.keys()), {})
    if len({powers[unit] for unit in written if unit in powers}) < 2:
        return list(forms), ()
    target = max((unit for unit in written if unit is not None), key=lambda unit: (written[unit], powers[unit]))
    found = [
        index for index, form in enumerate(forms) if form is not None and form.unit is not None and form.unit != target
    ]
    read = list(forms)
    for index in found:
        if (form := read[index]) is not None and form.unit is not None:
            power = powers[form.unit] - powers[target] + int(form.exponent.lstrip("eE") or 0)
            read[index] = replace(form, unit=target, exponent=f"e{power}" if power else "")
    shown, count = cells.values[found[0]], cells.count_of(found)
    sentence = (
        f"“{name}” mixes the units {quoted(sorted(filter(None, written)))}; {counted(count, 'cell')} such as “{shown}” "
        f"{were(count)} converted to {target}."
    )
    return read, (ReceiptEntry("unsure", sentence, name, count, cells.lines_of(found), ("kinds", (name, "text"))),)


def unit_of_cells(
    name: str, cells: Cells, forms: Sequence[NumberForm | None]
) -> tuple[str | None, tuple[ReceiptEntry, ...], bool]:
    """The one unit of the cells; False when several are mixed, or when only some cells carry a word."""
    counts = cells.counts()
    units: Counter[str | None] = Counter()
    signs: Counter[str] = Counter()
    for form, count in zip(forms, counts, strict=True):
        if form is not None:
            units[form.unit] += int(count)
            if form.unit and form.is_currency:
                signs[form.unit] += int(count)
    written = {unit: count for unit, count in units.items() if unit is not None}
    if not written:
        return None, (), True
    flags = all(FLAG.fullmatch(unit) for unit in written) and (len(written) > 1 or units[None] > 0)
    if flags and not all(map(is_unit, written)):
        return _flags(name, cells, forms)
    total = sum(units.values())
    unit, count = max(written.items(), key=lambda item: item[1])
    if sum(written.values()) - count > total * (1 - SAME_SHARE):
        known = sorted(each for each in written if is_unit(each))
        if len(known) < 2:
            return None, (), False
        sentence = f"“{name}” mixes the units {quoted(known)}, so it was left as text."
        return None, (ReceiptEntry("warning", sentence, name, total),), False
    if not is_unit(unit) and len({form.digits for form in forms if form is not None}) < FEWEST_OF_UNKNOWN_UNIT:
        return None, (), False
    bare = units[None]
    if bare:
        if not is_unit(unit) or (unit not in signs and count <= total / 2):
            return None, (), True
        sentence = f"{counted(bare, 'cell')} of “{name}” without a sign {were(bare)} read as {unit} like the others."
        return unit, (ReceiptEntry("warning", sentence, name, bare),), True
    sentence = f"The sign “{unit}” in the cells of “{name}” is its unit; the cells are numbers."
    if unit == "%":
        sentence = f"“{name}” is in percent: “9%” is read as 9."
    return unit, (ReceiptEntry("converted", sentence, name, count),), True


def _flags(
    name: str, cells: Cells, forms: Sequence[NumberForm | None]
) -> tuple[str | None, tuple[ReceiptEntry, ...], bool]:
    """Letters behind numbers of statistical offices, which say how sure they are: put aside, and told."""
    found = [index for index, form in enumerate(forms) if form is not None and form.unit is not None]
    shown = quoted(sorted({form.unit for form in forms if form is not None and form.unit is not None}))
    sentence = (
        f"{counted(cells.count_of(found), 'number')} of “{name}” {were(cells.count_of(found))} marked with letters "
        f"(flags such as provisional or estimated: {shown}); the letters were put aside."
    )
    entry = ReceiptEntry("converted", sentence, name, cells.count_of(found), cells.lines_of(found))
    return FLAGGED, (entry,), True
