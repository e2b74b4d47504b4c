"""What is the decimal sign of a column and of a file? By what their cells prove, and told where it is open."""

from collections import Counter
from collections.abc import Sequence

from registry.receipt import Judgement, ReceiptEntry
from registry.sentences import SHOWN, quoted, sentence
from registry.values.arrow_texts import decimal_points
from registry.values.cells import Cells
from registry.values.number_text import GROUPED, Decimal, NumberForm, number_form, read_digits

GROUPED_CELLS = 3
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
    read = str(read_digits(digits[0], decimal))
    told = sentence("numbers.either", example=cells.values[open_cells[0]], column=name, read=read)
    judged = Judgement("decimal_sign", (f"{cells.values[open_cells[0]]} → {read}",))
    count, lines = cells.count_of(open_cells), cells.lines_of(open_cells)
    other = "." if decimal == "," else ","
    return decimal, [ReceiptEntry("unsure", told, name, count, lines, ("decimal", other), judged)]


def looks_grouped(cells: Cells, sign: Decimal) -> bool:
    """Whether a sign stands only before three digits, and whole numbers without it all stay below 1,000."""
    digits = [form.digits for value in cells.values[:500] if (form := number_form(value)) is not None]
    signed = [each for each in digits if sign in each]
    bare = [each for each in digits if each.isdigit()]
    grouped = all(GROUPED[sign].match(each) for each in signed)
    return len(signed) >= GROUPED_CELLS and grouped and bool(bare) and all(len(each) <= 3 for each in bare)
