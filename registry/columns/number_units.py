"""The unit that stands beside the numbers of a column: one for all, or letters that are none."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from registry.receipt import Choice, Judgement, ReceiptAction, ReceiptEntry
from registry.sentences import Figure, quoted, sentence
from registry.values.cells import Cells
from registry.values.number_text import Decimal, Ends, NumberForm, plain_number, proven_decimal, read_digits
from registry.values.units import is_unit

SAME_SHARE = 0.95
FLAG = re.compile(r"[bcdefinprsuz]{1,2}")
"""Eurostat's letters: break in series, confidential, definition differs, estimated, forecast, provisional ..."""
FLAGGED = ""
"""In place of a unit: the letters behind the numbers are flags."""
DECADE, FIRST_YEAR, LAST_YEAR = 10, 1000, 2100
ALIKE_LETTERS = 3
"""What the singular and the plural of a unit begin with: day and days, Jahr and Jahre."""
ALIKE = 2
"""Times as large as others may a number be in the same unit."""
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
    units = quoted(sorted(filter(None, written)))
    told = sentence("numbers.mixed_units", column=name, shown=units, count=count, example=shown, unit=target)
    choice: Choice = ("kinds", (name, "text"))
    judged = Judgement("cells_converted", (f"{shown} → {target}",))
    return read, (ReceiptEntry("unsure", told, name, count, cells.lines_of(found), choice, judged),)


def with_one_plural(cells: Cells, forms: Sequence[NumberForm | None]) -> list[NumberForm | None]:
    """The forms with the unit that most have, where another one stands only behind 1 and begins alike: day, days."""
    counts: Counter[str] = Counter()
    for form, count in zip(forms, cells.counts(), strict=True):
        if form is not None and form.unit is not None:
            counts[form.unit] += int(count)
    other = {form.unit for form in forms if form is not None and form.unit is not None and form.digits != "1"}
    single = counts.keys() - other
    if len(other) != 1 or len(single) != 1:
        return list(forms)
    plural, singular = *other, *single
    if plural[:ALIKE_LETTERS] != singular[:ALIKE_LETTERS]:
        return list(forms)
    return [replace(form, unit=plural) if form is not None and form.unit == singular else form for form in forms]


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
    total = sum(units.values())
    if flags and not all(map(is_unit, written)):
        return _flags(name, cells, forms, "converted")
    if flags and _are_among(forms, units[None] > total / 2):
        return _flags(name, cells, forms, "unsure")
    unit, count = max(written.items(), key=lambda item: item[1])
    if sum(written.values()) - count > total * (1 - SAME_SHARE):
        known = sorted(each for each in written if is_unit(each))
        if len(known) < 2:
            return None, (), False
        told = sentence("numbers.units_left", column=name, shown=quoted(known))
        return None, (ReceiptEntry("warning", told, name, total),), False
    if not is_unit(unit) and len({form.digits for form in forms if form is not None}) < FEWEST_OF_UNKNOWN_UNIT:
        return None, (), False
    bare = units[None]
    if bare:
        if not is_unit(unit) or (unit not in signs and count <= total / 2):
            return None, (), True
        told = sentence("numbers.without_sign", count=bare, column=name, unit=unit)
        return unit, (ReceiptEntry("warning", told, name, bare),), True
    told = sentence("numbers.sign_is_unit", column=name, unit=unit)
    if unit == "%":
        told = sentence("numbers.percent", column=name)
    return unit, (ReceiptEntry("converted", told, name, count),), True


def _are_among(forms: Sequence[NumberForm | None], mostly_bare: bool) -> bool:
    """Whether letters that could be units stand behind a few numbers only, which are as large as the bare ones: in
    another unit they would be others."""
    bare = [abs(number) for form in forms if form is not None and form.unit is None and (number := _value(form))]
    marked = [abs(number) for form in forms if form is not None and form.unit and (number := _value(form))]
    if all(number % DECADE == 0 and FIRST_YEAR <= number <= LAST_YEAR for number in marked):
        return False  # 1980s
    return mostly_bare and bool(bare) and all(min(bare) / ALIKE <= number <= max(bare) * ALIKE for number in marked)


def _value(form: NumberForm) -> float:
    """The number by its own separators; 0 where they do not say how it is meant."""
    digits = read_digits(form.digits, proven_decimal(form.evidence, "."))
    return float(digits + form.exponent) if digits is not None else 0.0


def _flags(
    name: str, cells: Cells, forms: Sequence[NumberForm | None], action: ReceiptAction
) -> tuple[str | None, tuple[ReceiptEntry, ...], bool]:
    """Letters behind numbers of statistical offices, which say how sure they are: put aside, and told."""
    found = [index for index, form in enumerate(forms) if form is not None and form.unit is not None]
    shown = quoted(sorted({form.unit for form in forms if form is not None and form.unit is not None}))
    told = sentence("numbers.flags", count=cells.count_of(found), column=name, shown=shown)
    choice: Choice | None = ("kinds", (name, "text")) if action == "unsure" else None
    entry = ReceiptEntry(action, told, name, cells.count_of(found), cells.lines_of(found), choice)
    return FLAGGED, (entry,), True


# ----------------------------------------------------------------
# What the receipt says of signs around digits that change a number: brackets, sides, powers of ten, marks.


WRITTEN = {
    "behind": "behind", "brackets": "brackets", "scale": "scale", "side": "side", "D/C": "d_c", "D/H": "d_h",
    "S/H": "s_h", "DB/CR": "db_cr", "mark": "mark",
}  # fmt: skip
"""What stands around digits, and what phrases call it."""
SURE = frozenset({"behind", "brackets", "scale"})


def written_entries(
    name: str, cells: Cells, forms: Sequence[NumberForm | None], ends: Ends, decimal: Decimal
) -> Iterator[ReceiptEntry]:
    """What stands behind digits and changes the number."""
    for written, key in WRITTEN.items():
        read = {
            index: number
            for index, form in enumerate(forms)
            if form is not None
            and form.written == written
            and (number := plain_number(cells.values[index], ends, decimal)) is not None
        }
        if read:
            found = list(read)
            count, example = cells.count_of(found), cells.values[found[0]]
            value = Figure(f"{read[found[0]]:,.10g}")
            told = sentence(f"written.{key}", column=name, count=count, example=example, read=value)
            action: ReceiptAction = "converted" if written in SURE else "unsure"
            choice: Choice | None = ("kinds", (name, "text")) if action == "unsure" else None
            judged = Judgement("cells_converted", (f"{example} → {read[found[0]]:.10g}",))
            yield ReceiptEntry(action, told, name, count, cells.lines_of(found), choice, judged)
