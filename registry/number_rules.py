"""When is a column of text a column of numbers, and which numbers?"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from registry.cells import Cells
from registry.number_text import GROUPED, LEADING_ZERO, LONGEST, Decimal, NumberForm, number_form, read_digits
from registry.receipt import ReceiptEntry
from registry.sentences import counted, quoted, were
from registry.units import is_unit

PLAIN_CHARACTERS = frozenset("0123456789.+-eE")
PLAIN_NUMBER = re.compile(r"^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?$")
CONVERTED_SHARE = 0.95
CONVERTED_CELLS = 20
GROUPED_CELLS = 3
REMARKS = 2
REMARKED_SHARE = 0.75
MEASURED_VALUES = 15
EXACT_INTEGER = 2**53


@dataclass(frozen=True)
class NumberColumn:
    """A column read as numbers; `failed` are the indices of values that are none and became missing."""

    values: npt.NDArray[np.float64] | npt.NDArray[np.int64]  # of each distinct value
    whole: bool
    unit: str | None
    failed: tuple[int, ...]
    entries: tuple[ReceiptEntry, ...]


@dataclass(frozen=True)
class NotNumbers:
    """Why a column that looks like numbers was left as text; the entries say it."""

    entries: tuple[ReceiptEntry, ...] = ()
    identifier: bool = False


def decimal_evidence(cells: Cells) -> Counter[Decimal]:
    """How many of the first distinct values prove each decimal sign."""
    found: Counter[Decimal] = Counter()
    for value in cells.values[:500]:
        form = None if value.isdecimal() else number_form(value)
        if form is not None and form.evidence in (".", ","):
            found["." if form.evidence == "." else ","] += 1
    return found


def read_numbers(name: str, cells: Cells, file_decimal: Decimal) -> NumberColumn | NotNumbers | None:
    """The column as numbers; NotNumbers when it must stay text although it looks like numbers; None for words."""
    sample = cells.values[:: max(1, len(cells.values) // 200)]
    if sum(map(_is_number, sample)) < len(sample) * 0.5:
        return None
    if all(value.isdigit() for value in cells.values) and any(LEADING_ZERO.match(value) for value in cells.values):
        return NotNumbers((_leading_zeros(name, cells),), identifier=True)
    if file_decimal == "." and set("".join(cells.values)) <= PLAIN_CHARACTERS:
        plain = _plain(name, cells)
        if plain is not None:
            return plain
    return _formed(name, cells, file_decimal)


def _is_number(value: str) -> bool:
    return (len(value) <= LONGEST and PLAIN_NUMBER.match(value) is not None) or number_form(value) is not None


def _leading_zeros(name: str, cells: Cells) -> ReceiptEntry:
    zeros = [index for index, value in enumerate(cells.values) if LEADING_ZERO.match(value)]
    sentence = f"“{name}” holds codes with leading zeros, kept as text."
    return ReceiptEntry("assumed", sentence, name, cells.count_of(zeros), cells.lines_of(zeros))


def _plain(name: str, cells: Cells) -> NumberColumn | NotNumbers | None:
    """The quick way for numbers as programs write them."""
    if not all(map(PLAIN_NUMBER.match, cells.values)):
        return None
    if all(value.lstrip("+-").isdigit() for value in cells.values):
        return _whole(name, cells, [int(value) for value in cells.values], None, (), ())
    return _column(np.array([float(value) for value in cells.values]), None, (), ())


def _column(
    values: npt.NDArray[np.float64], unit: str | None, failed: tuple[int, ...], entries: tuple[ReceiptEntry, ...]
) -> NumberColumn | None:
    return NumberColumn(values, False, unit, failed, entries) if np.isfinite(values).all() or failed else None


def _whole(
    name: str,
    cells: Cells,
    integers: list[int],
    unit: str | None,
    failed: tuple[int, ...],
    entries: tuple[ReceiptEntry, ...],
) -> NumberColumn | NotNumbers:
    large = [index for index, value in enumerate(integers) if abs(value) > EXACT_INTEGER]
    if large:
        sentence = f"“{name}” holds whole numbers too long to calculate with exactly; they are kept as text."
        entry = ReceiptEntry("assumed", sentence, name, cells.count_of(large), cells.lines_of(large))
        return NotNumbers((entry,), identifier=True)
    return NumberColumn(np.array(integers, dtype=np.int64), True, unit, failed, entries)


def _formed(name: str, cells: Cells, file_decimal: Decimal) -> NumberColumn | NotNumbers | None:
    forms = [number_form(value) for value in cells.values]
    unit, unit_entries, fits = _unit(name, cells, forms)
    if not fits:
        return NotNumbers(unit_entries)
    decimal, decimal_entries = _decimal(name, cells, forms, file_decimal)
    texts = [_number_text(form, decimal, unit) for form in forms]
    failed = tuple(index for index, text in enumerate(texts) if text is None)
    entries = [*unit_entries, *decimal_entries]
    if failed:
        refusal = _too_many_failed(name, cells, failed)
        if refusal is not None:
            return refusal
        entries.append(_made_missing(name, cells, failed, "no numbers"))
    whole = all(text is None or text.lstrip("-").isdigit() for text in texts)
    if whole:
        integers = [0 if text is None else int(text) for text in texts]
        return _whole(name, cells, integers, unit, failed, tuple(entries))
    values = np.array([np.nan if text is None else float(text) for text in texts])
    if np.isinf(values).any():
        return None
    return NumberColumn(values, False, unit, failed, tuple(entries))


def _number_text(form: NumberForm | None, decimal: Decimal, unit: str | None) -> str | None:
    if form is None or (form.unit is not None and form.unit != unit):
        return None
    own = form.evidence
    digits = read_digits(form.digits, decimal if own in ("either", "none") else "." if own == "." else ",")
    return None if digits is None else f"{'-' if form.negative else ''}{digits}{form.exponent}"


def _unit(
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
    total = sum(units.values())
    unit, count = max(written.items(), key=lambda item: item[1])
    if sum(written.values()) - count > total * (1 - CONVERTED_SHARE):
        known = sorted(each for each in written if is_unit(each))
        if len(known) < 2:
            return None, (), False
        sentence = f"“{name}” mixes the units {quoted(known)}, so it was left as text."
        return None, (ReceiptEntry("warning", sentence, name, total),), False
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


def _decimal(
    name: str, cells: Cells, forms: Sequence[NumberForm | None], file_decimal: Decimal
) -> tuple[Decimal, tuple[ReceiptEntry, ...]]:
    """The decimal sign of a column: by its own proof, then by the file's, and the receipt says if it is open."""
    counts = cells.counts()
    votes: Counter[str] = Counter()
    open_cells: list[int] = []
    separators: set[str] = set()
    for index, form in enumerate(forms):
        if form is not None:
            votes[form.evidence] += int(counts[index])
            separators |= {sign for sign in ",.' " if sign in form.digits}
            if form.evidence == "either":
                open_cells.append(index)
    proven = votes["."] + votes[","]
    decimal: Decimal = file_decimal if not proven else "." if votes["."] >= votes[","] else ","
    entries = []
    if votes["."] and votes[","]:
        sentence = (
            f"“{name}” writes decimals with a point and with a comma; "
            f"cells that read both ways were read with “{decimal}”."
        )
        entries.append(ReceiptEntry("warning", sentence, name, len(open_cells), cells.lines_of(open_cells)))
    elif open_cells and not proven:
        decimal, entry = _open_decimal(name, cells, forms, open_cells, file_decimal)
        entries.extend(entry)
    thousands = sorted(separators - {decimal})
    if thousands and (proven or len(open_cells) >= GROUPED_CELLS):
        sentence = f"“{name}” separates thousands with {quoted(thousands)}; they were removed."
        entries.append(ReceiptEntry("converted", sentence, name))
    return decimal, tuple(entries)


def _open_decimal(
    name: str, cells: Cells, forms: Sequence[NumberForm | None], open_cells: Sequence[int], file_decimal: Decimal
) -> tuple[Decimal, list[ReceiptEntry]]:
    """The decimal sign when every cell of the column reads both ways, such as "1,234".

    A comma groups thousands unless the file writes decimal commas; a point is a decimal point unless it does. In a
    file of decimal commas, numbers without any sign that all stay below 1,000 show that the comma groups here.
    """
    digits = [form.digits for index in open_cells if (form := forms[index]) is not None]
    signs = {sign for sign in ",." if any(sign in each for each in digits)}
    decimal = file_decimal
    if signs == {","} and file_decimal == "," and looks_grouped(cells, ","):
        decimal = "."
    certain = signs == {","} and decimal == "." and len(open_cells) >= GROUPED_CELLS
    usual = signs == {"."} and decimal == "." and not looks_grouped(cells, ".")
    if certain or usual:
        return decimal, []
    sentence = (
        f"“{cells.values[open_cells[0]]}” in “{name}” reads both ways; it was taken as "
        f"{read_digits(digits[0], decimal)}."
    )
    entry = ReceiptEntry("assumed", sentence, name, cells.count_of(open_cells), cells.lines_of(open_cells))
    return decimal, [entry]


def looks_grouped(cells: Cells, sign: Decimal) -> bool:
    """Whether a sign stands only before three digits, and whole numbers without it all stay below 1,000."""
    digits = [form.digits for value in cells.values[:500] if (form := number_form(value)) is not None]
    signed = [each for each in digits if sign in each]
    bare = [each for each in digits if each.isdigit()]
    grouped = all(GROUPED[sign].match(each) for each in signed)
    return len(signed) >= GROUPED_CELLS and grouped and bool(bare) and all(len(each) <= 3 for each in bare)


def _too_many_failed(name: str, cells: Cells, failed: tuple[int, ...]) -> NotNumbers | None:
    """None when so few cells fail that the column is one of numbers all the same."""
    bad = cells.count_of(failed)
    good = cells.filled - bad
    if good >= CONVERTED_CELLS and (good >= cells.filled * CONVERTED_SHARE or _is_one_remark(cells, failed, good)):
        return None
    if good < cells.filled * 0.5:
        return NotNumbers()
    shown = quoted(cells.values[index] for index in failed)
    sentence = f"“{name}” was left as text: {counted(bad, 'cell')} {'is' if bad == 1 else 'are'} no number ({shown})."
    return NotNumbers((ReceiptEntry("warning", sentence, name, bad, cells.lines_of(failed)),))


def _is_one_remark(cells: Cells, failed: tuple[int, ...], good: int) -> bool:
    """Whether one or two words without digits stand for "no measurement" among many different numbers: absent."""
    words = all(not any(sign.isdigit() for sign in cells.values[index]) for index in failed)
    different = len(cells.values) - len(failed)
    return words and len(failed) <= REMARKS and different >= MEASURED_VALUES and good >= cells.filled * REMARKED_SHARE


def _made_missing(name: str, cells: Cells, failed: tuple[int, ...], what: str) -> ReceiptEntry:
    bad = cells.count_of(failed)
    shown = quoted(cells.values[index] for index in failed)
    sentence = f"{counted(bad, 'cell')} of “{name}” {'is' if bad == 1 else 'are'} {what} and count as missing: {shown}."
    return ReceiptEntry("warning", sentence, name, bad, cells.lines_of(failed))
