"""What is the decimal sign of a column and of a file? By what their cells prove, and told where it is open."""

from collections import Counter
from collections.abc import Sequence

from registry.receipt import Judgement, ReceiptEntry
from registry.sentences import SHOWN, quoted, sentence
from registry.values.arrow_texts import decimal_points
from registry.values.cells import Cells
from registry.values.number_text import GROUPED, Decimal, NumberForm, number_form, read_digits
from registry.values.units import PIECES

GROUPED_CELLS = 3
FEW_PROOFS = 5
"""So many times as many cells that read both ways leave it open that those that do not are slips."""
GROUP = 3
"""Digits between two signs for thousands."""


def decimal_evidence(cells: Cells) -> Counter[Decimal]:
    """How many of the first distinct values prove each decimal sign."""
    found: Counter[Decimal] = Counter()
    if cells.native is not None or cells.plain_kind == "moment":
        return found
    if cells.plain_kind == "number":
        points = decimal_points(cells.values[:500])
        return Counter({".": points}) if points else found
    forms = [None if value.isdecimal() else number_form(value) for value in cells.values[:500]]
    for form in without_odd(forms):
        if form is not None and form.evidence in (".", ","):
            found["." if form.evidence == "." else ","] += 1
    return found


def without_odd(forms: Sequence[NumberForm | None]) -> list[NumberForm | None]:
    """The forms without those that prove a decimal comma by a slip: "1,1024" among "2,148", "19,929" and others, all of
    three digits behind it. Of decimals some would have fewer."""
    grouped = sum(form is not None and form.evidence == "either" and "," in form.digits for form in forms)
    proofs = [form for form in forms if form is not None and form.evidence == "," and "." not in form.digits]
    slips = all(len(form.digits.rpartition(",")[2]) > GROUP for form in proofs)
    if not proofs or not slips or grouped < max(GROUPED_CELLS, len(proofs) * GROUPED_CELLS):
        return list(forms)
    return [None if form in proofs else form for form in forms]


def decimal_of_column(
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
        told = sentence("numbers.both_signs", column=name, decimal=decimal)
        judged = Judgement("decimal_sign", tuple(cells.values[index] for index in open_cells[:SHOWN]))
        entries.append(ReceiptEntry("warning", told, name, len(open_cells), cells.lines_of(open_cells), None, judged))
    elif open_cells and not proven and not decimal_chosen:
        decimal, entry = _open_decimal(name, cells, forms, open_cells, file_decimal)
        entries.extend(entry)
    elif 0 < proven * FEW_PROOFS <= len(open_cells) and not decimal_chosen and _may_be_slips(forms):
        entries.append(_either(name, cells, forms, open_cells, decimal))
    thousands = sorted(separators - {decimal})
    if thousands and (proven or len(open_cells) >= GROUPED_CELLS):
        told = sentence("numbers.thousands", column=name, shown=quoted(thousands))
        entries.append(ReceiptEntry("converted", told, name))
    return decimal, tuple(entries)


def _open_decimal(
    name: str, cells: Cells, forms: Sequence[NumberForm | None], open_cells: Sequence[int], file_decimal: Decimal
) -> tuple[Decimal, list[ReceiptEntry]]:
    """The decimal sign when every cell of the column reads both ways, such as "1,234".

    A comma groups thousands unless the file writes decimal commas; a point is a decimal point unless it does. In a
    file of decimal commas, numbers without any sign that all stay below 1,000 show that the comma groups here. Pieces
    are whole, and money has two decimals or none: a point before three digits groups the one, and the other where whole
    amounts below 1,000 stand beside.
    """
    digits = [form.digits for index in open_cells if (form := forms[index]) is not None]
    signs = {sign for sign in ",." if any(sign in each for each in digits)}
    bare = [form.digits for form in forms if form is not None and form.digits.isdigit()]
    decimal = file_decimal
    if signs == {","} and file_decimal == "," and looks_grouped(cells, ","):
        decimal = "."
    is_money = all(form.is_currency for form in forms if form is not None)
    if signs == {"."} and (_are_pieces(forms) or (is_money and bare and all(len(each) <= GROUP for each in bare))):
        decimal = ","
    certain = signs == {","} and decimal == "." and len(open_cells) >= GROUPED_CELLS
    grouped = looks_grouped(cells, ".") or points_may_group(digits + bare) or is_money
    usual = signs == {"."} and decimal == "." and not grouped
    if certain or usual:
        return decimal, []
    return decimal, [_either(name, cells, forms, open_cells, decimal)]


def _are_pieces(forms: Sequence[NumberForm | None]) -> bool:
    """Whether all numbers count pieces."""
    return all(form.unit is not None and form.unit.lower() in PIECES for form in forms if form is not None)


def points_may_group(digits: Sequence[str]) -> bool:
    """Whether points before three digits may group thousands: some numbers have zeros at their end where others, below
    1,000, stand without decimals; or all end in two zeros."""
    signed = [each for each in digits if "." in each]
    if not signed or not all(GROUPED["."].match(each) for each in signed):
        return False
    bare = [each for each in digits if each.isdigit()]
    if not bare:
        return len(signed) >= GROUPED_CELLS and all(each.endswith("00") for each in signed)
    return any(each.endswith("0") for each in signed) and all(len(each) <= GROUP for each in bare)


def _may_be_slips(forms: Sequence[NumberForm | None]) -> bool:
    """Whether the numbers that prove a decimal sign could be slips among thousands: none of them, and none of the
    others, is below one."""
    signed = [form.digits for form in forms if form is not None and form.evidence != "none"]
    return not any(each[:1] in "0,." for each in signed) and not any("." in each and "," in each for each in signed)


def _either(
    name: str, cells: Cells, forms: Sequence[NumberForm | None], open_cells: Sequence[int], decimal: Decimal
) -> ReceiptEntry:
    """What the receipt says of cells that read both ways."""
    digits = next(form.digits for index in open_cells if (form := forms[index]) is not None)
    read = str(read_digits(digits, decimal))
    told = sentence("numbers.either", example=cells.values[open_cells[0]], column=name, read=read)
    judged = Judgement("decimal_sign", (f"{cells.values[open_cells[0]]} → {read}",))
    count, lines = cells.count_of(open_cells), cells.lines_of(open_cells)
    other = "." if decimal == "," else ","
    return ReceiptEntry("unsure", told, name, count, lines, ("decimal", other), judged)


def looks_grouped(cells: Cells, sign: Decimal) -> bool:
    """Whether a sign stands only before three digits, and whole numbers without it all stay below 1,000."""
    digits = [form.digits for value in cells.values[:500] if (form := number_form(value)) is not None]
    signed = [each for each in digits if sign in each]
    bare = [each for each in digits if each.isdigit()]
    grouped = all(GROUPED[sign].match(each) for each in signed)
    return len(signed) >= GROUPED_CELLS and grouped and bool(bare) and all(len(each) <= 3 for each in bare)
