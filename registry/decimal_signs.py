"""What is the decimal sign of a column and of a file? By what their cells prove, and told where it is open."""

from collections import Counter
from collections.abc import Sequence

from registry.cells import Cells
from registry.number_text import GROUPED, Decimal, NumberForm, number_form, read_digits
from registry.plain_texts import decimal_points
from registry.receipt import ReceiptEntry
from registry.sentences import quoted

GROUPED_CELLS = 3
ODD_OF = 4
"""So many cells with grouped thousands speak against one that has a comma elsewhere."""


def decimal_evidence(cells: Cells) -> Counter[Decimal]:
    """How many of the first distinct values prove each decimal sign."""
    found: Counter[Decimal] = Counter()
    if cells.native is not None or cells.plain_kind == "moment":
        return found
    if cells.plain_kind == "number":
        points = decimal_points(cells.values[:500])
        return Counter({".": points}) if points else found
    for value in cells.values[:500]:
        form = None if value.isdecimal() else number_form(value)
        if form is not None and form.evidence in (".", ","):
            found["." if form.evidence == "." else ","] += 1
    return found


def without_odd(forms: list[NumberForm | None], file_decimal: Decimal) -> list[NumberForm | None]:
    """None in place of the few numbers whose comma can group no thousands, such as "1,1024", in a file of decimal
    points and among many whose comma groups them: nobody knows what was meant."""
    commas = [form for form in forms if form is not None and form.evidence in (",", "either") and "," in form.digits]
    if file_decimal == "," or not is_odd_comma([form.evidence for form in commas]):
        return forms
    return [None if form is not None and form.evidence == "," else form for form in forms]


def is_odd_comma(evidence: Sequence[str]) -> bool:
    """Whether among cells with a comma those are few that it divides elsewhere than before three digits."""
    odd = sum(each == "," for each in evidence)
    return odd > 0 and len(evidence) - odd >= max(GROUPED_CELLS, ODD_OF * odd)


def has_odd_comma(cells: Cells) -> bool:
    """Whether the decimal comma of a column is only that of a few odd cells among grouped thousands."""
    if cells.native is not None or cells.plain_kind is not None:
        return False
    forms = [number_form(value) for value in cells.values[:500] if "," in value]
    return is_odd_comma([form.evidence for form in forms if form is not None and form.evidence in (",", "either")])


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
