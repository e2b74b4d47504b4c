"""When is a column of text a column of numbers, and which numbers?"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from registry.category_rules import header_words
from registry.cells import Cells
from registry.number_text import (
    GROUPED,
    LEADING_ZERO,
    LONGEST,
    Decimal,
    NumberForm,
    is_bound,
    number_form,
    plain_number,
    read_digits,
)
from registry.number_units import FLAGGED, unit_of_cells
from registry.plain_texts import decimal_points
from registry.receipt import ReceiptAction, ReceiptEntry
from registry.sentences import counted, quoted, were

PLAIN_CHARACTERS = frozenset("0123456789.+-eE")
PLAIN_NUMBER = re.compile(r"^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?$")
ROOM_CODE = re.compile(r"\d{1,4}[Ee]\d{1,3}")
WHOLE_OR_CODE = re.compile(r"\d{1,6}([Ee]\d{1,3})?")
"""Codes of rooms and parts look like powers of ten; real ones come with points or signs."""
CONVERTED_SHARE = 0.95
CONVERTED_CELLS = 20
GROUPED_CELLS = 3
GROUP = 3
"""Digits between two signs for thousands."""
VERSION_WORDS: frozenset[str] = frozenset(
    {"version", "versions", "ver", "release", "build", "chapter", "section", "kapitel", "abschnitt", "バージョン", "版"}
)
VERSION = re.compile(r"\d{1,4}\.\d{1,4}")
REMARKS = 2
FEWEST_MEASURED = 3
MEASURED_SHARE = 0.25
"""Of the numbers of a column that have decimals: it holds measurements."""
LONGEST_MARK = 4
"""Letters of a word that may stand for "no value" among measurements."""
REMARKED_SHARE = 0.75
MEASURED_VALUES = 15
FEWEST_BESIDE_BOUNDS = 3
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
    if cells.native is not None or cells.plain_kind == "moment":
        return found
    if cells.plain_kind == "number":
        points = decimal_points(cells.values[:500])
        return Counter({".": points}) if points else found
    forms = [None if value.isdecimal() else number_form(value) for value in cells.values[:500]]
    for form in _without_odd(forms):
        if form is not None and form.evidence in (".", ","):
            found["." if form.evidence == "." else ","] += 1
    return found


def _without_odd(forms: Sequence[NumberForm | None]) -> list[NumberForm | None]:
    """The forms without those that prove a decimal comma by a slip: "1,1024" among "2,148", "19,929" and others, all of
    three digits behind it. Of decimals some would have fewer."""
    grouped = sum(form is not None and form.evidence == "either" and "," in form.digits for form in forms)
    proofs = [form for form in forms if form is not None and form.evidence == "," and "." not in form.digits]
    slips = all(len(form.digits.rpartition(",")[2]) > GROUP for form in proofs)
    if not proofs or not slips or grouped < max(GROUPED_CELLS, len(proofs) * GROUPED_CELLS):
        return list(forms)
    return [None if form in proofs else form for form in forms]


def read_numbers(
    name: str, cells: Cells, file_decimal: Decimal, decimal_chosen: bool = False
) -> NumberColumn | NotNumbers | None:
    """The column as numbers; NotNumbers when it must stay text although it looks like numbers; None for words. A sign
    that the person chose is the one of cells that read both ways."""
    if cells.native is not None:
        return _native(name, cells)
    if cells.plain_kind == "moment":
        return None
    if cells.plain_kind is None:
        if not _are_mostly_numbers(cells.values):
            return None
        if any(map(ROOM_CODE.fullmatch, cells.values)) and all(map(WHOLE_OR_CODE.fullmatch, cells.values)):
            return NotNumbers((_room_codes(name, cells),), identifier=True)
    if all(value.isdigit() for value in cells.values) and any(LEADING_ZERO.match(value) for value in cells.values):
        return NotNumbers((_leading_zeros(name, cells),), identifier=True)
    if set(header_words(name)) & VERSION_WORDS and all(map(VERSION.fullmatch, cells.values)):
        return NotNumbers((_version_entry(name, cells),), identifier=True)
    if file_decimal == "." and (cells.plain_kind or set("".join(cells.values)) <= PLAIN_CHARACTERS):
        plain = _plain(name, cells)
        if plain is not None:
            return plain
    return _form(name, cells, file_decimal, decimal_chosen)


def _native(name: str, cells: Cells) -> NumberColumn | NotNumbers | None:
    """Numbers that were numbers in the file."""
    values = cells.native
    if values is None or values.dtype.kind not in "if":
        return None
    if values.dtype.kind == "i" and (values.max() > EXACT_INTEGER or values.min() < -EXACT_INTEGER):
        return _whole(name, cells, values.tolist(), None, (), ())
    return NumberColumn(values, values.dtype.kind == "i", None, (), ())


def _are_mostly_numbers(values: Sequence[str]) -> bool:
    """Whether half of some values that stand for all are numbers."""
    sample = values[:: max(1, len(values) // 200)]
    others = 0
    for value in sample:
        others += not _is_number(value)
        if others > len(sample) * 0.5:
            return False
    return True


def _is_number(value: str) -> bool:
    return (len(value) <= LONGEST and PLAIN_NUMBER.match(value) is not None) or number_form(value) is not None


def _room_codes(name: str, cells: Cells) -> ReceiptEntry:
    found = [index for index, value in enumerate(cells.values) if ROOM_CODE.fullmatch(value)]
    sentence = f"“{name}” holds codes such as “{cells.values[found[0]]}”, which are no powers of ten; kept as text."
    return ReceiptEntry(
        "assumed", sentence, name, cells.count_of(found), cells.lines_of(found), ("kinds", (name, "number"))
    )


def _version_entry(name: str, cells: Cells) -> ReceiptEntry:
    sentence = (
        f"“{name}” holds numbers of versions such as “{cells.values[0]}”, of which 1.10 is not 1.1; kept as text."
    )
    return ReceiptEntry("assumed", sentence, name, cells.filled, choice=("kinds", (name, "number")))


def _leading_zeros(name: str, cells: Cells) -> ReceiptEntry:
    zeros = [index for index, value in enumerate(cells.values) if LEADING_ZERO.match(value)]
    sentence = f"“{name}” holds codes with leading zeros, kept as text."
    return ReceiptEntry("assumed", sentence, name, cells.count_of(zeros), cells.lines_of(zeros))


def _plain(name: str, cells: Cells) -> NumberColumn | NotNumbers | None:
    """The quick way for numbers as programs write them."""
    if cells.plain_kind is None and not all(map(PLAIN_NUMBER.match, cells.values)):
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


def _form(name: str, cells: Cells, file_decimal: Decimal, decimal_chosen: bool) -> NumberColumn | NotNumbers | None:
    forms = _without_odd([number_form(value) for value in cells.values])
    unit, unit_entries, fits = unit_of_cells(name, cells, forms)
    if not fits:
        return NotNumbers(unit_entries)
    decimal, decimal_entries = _decimal(name, cells, forms, file_decimal, decimal_chosen)
    texts = [_number_text(form, decimal, unit) for form in forms]
    failed = tuple(index for index, text in enumerate(texts) if text is None)
    entries = [*unit_entries, *decimal_entries, *_written_entries(name, cells, forms)]
    if failed:
        refusal = _too_many_failed(name, cells, failed)
        if refusal is not None:
            return refusal
        entries.append(_made_missing(name, cells, failed))
    whole = all(text is None or text.lstrip("-").isdigit() for text in texts)
    if whole:
        integers = [0 if text is None else int(text) for text in texts]
        return _whole(name, cells, integers, unit or None, failed, tuple(entries))
    values = np.array([np.nan if text is None else float(text) for text in texts])
    if np.isinf(values).any():
        return None
    return NumberColumn(values, False, unit or None, failed, tuple(entries))


WRITTEN = {
    "behind": "The minus stands behind the numbers of “{name}” (trailing minus); {count} read as negative.",
    "brackets": "Numbers of “{name}” in brackets (parentheses) are negative: {count} read so.",
    "scale": "“{name}” shortens numbers: {count} multiplied, so that {text} is {value}.",
    "side": "“{name}” marks debit and credit: {count} so marked, Dr read as positive and Cr as negative.",
}


def _written_entries(name: str, cells: Cells, forms: Sequence[NumberForm | None]) -> Iterator[ReceiptEntry]:
    """What stands behind digits and changes the number."""
    for written, sentence in WRITTEN.items():
        found = [index for index, form in enumerate(forms) if form is not None and form.written == written]
        if found:
            count, text = cells.count_of(found), cells.values[found[0]]
            said = sentence.format(
                name=name, text=f"“{text}”", value=f"{plain_number(text):,.10g}",
                count=f"{counted(count, 'cell')} {were(count)}",
            )  # fmt: skip
            action: ReceiptAction = "unsure" if written == "side" else "converted"
            yield ReceiptEntry(action, said, name, count, cells.lines_of(found))


def _number_text(form: NumberForm | None, decimal: Decimal, unit: str | None) -> str | None:
    if form is None or (form.unit is not None and unit != FLAGGED and form.unit != unit):
        return None
    own = form.evidence
    digits = read_digits(form.digits, decimal if own in ("either", "none") else "." if own == "." else ",")
    return None if digits is None else f"{'-' if form.negative else ''}{digits}{form.exponent}"


def _decimal(
    name: str, cells: Cells, forms: Sequence[NumberForm | None], file_decimal: Decimal, decimal_chosen: bool
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
    elif open_cells and not proven and not decimal_chosen:
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
    count, lines = cells.count_of(open_cells), cells.lines_of(open_cells)
    other = "." if decimal == "," else ","
    return decimal, [ReceiptEntry("unsure", sentence, name, count, lines, ("decimal", other))]


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
    if _are_marks(cells, failed):
        return None
    if good >= FEWEST_BESIDE_BOUNDS and all(is_bound(cells.values[index]) for index in failed):
        return None
    shown = quoted(cells.values[index] for index in failed)
    sentence = f"“{name}” was left as text: {counted(bad, 'cell')} {'is' if bad == 1 else 'are'} no number ({shown})."
    return NotNumbers((ReceiptEntry("warning", sentence, name, bad, cells.lines_of(failed)),))


def _are_marks(cells: Cells, failed: tuple[int, ...]) -> bool:
    """Whether one or two short words stand for "no value" among measurements: s and c (secret), EX, abs."""
    texts = [cells.values[index] for index in failed]
    measured = {value for index, value in enumerate(cells.values) if index not in failed}
    if len(texts) > REMARKS or len(measured) < FEWEST_MEASURED:
        return False
    decimals = sum(any(sign in value for sign in ".,") for value in measured)
    return (
        all(text.isalpha() and len(text) <= LONGEST_MARK for text in texts)
        and decimals >= len(measured) * MEASURED_SHARE
    )


def _is_one_remark(cells: Cells, failed: tuple[int, ...], good: int) -> bool:
    """Whether one or two words without digits stand for "no measurement" among many different numbers: absent."""
    words = all(not any(sign.isdigit() for sign in cells.values[index]) for index in failed)
    different = len(cells.values) - len(failed)
    return words and len(failed) <= REMARKS and different >= MEASURED_VALUES and good >= cells.filled * REMARKED_SHARE


def _made_missing(name: str, cells: Cells, failed: tuple[int, ...]) -> ReceiptEntry:
    bad = cells.count_of(failed)
    shown = quoted(cells.values[index] for index in failed)
    if all(is_bound(cells.values[index]) for index in failed):
        sentence = f"{counted(bad, 'cell')} of “{name}” only bound what was measured ({shown}); they count as missing."
        return ReceiptEntry("unsure", sentence, name, bad, cells.lines_of(failed), ("kinds", (name, "text")))
    be = "is" if bad == 1 else "are"
    if _are_marks(cells, failed):
        sentence = f"{counted(bad, 'cell')} of “{name}” {be} no number but a mark ({shown}); counted as missing."
        return ReceiptEntry("unsure", sentence, name, bad, cells.lines_of(failed), ("kinds", (name, "text")))
    sentence = f"{counted(bad, 'cell')} of “{name}” {be} no numbers and count as missing: {shown}."
    return ReceiptEntry("warning", sentence, name, bad, cells.lines_of(failed))
