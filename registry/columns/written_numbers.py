"""What the receipt says of signs around digits that change a number: brackets, sides, powers of ten, marks."""

from collections.abc import Iterator, Sequence

from registry.receipt import Choice, ReceiptAction, ReceiptEntry
from registry.sentences import counted, were
from registry.values.cells import Cells
from registry.values.number_text import Decimal, Ends, NumberForm, plain_number

WRITTEN = {
    "behind": "The minus stands behind the numbers of “{name}” (trailing minus); {count} read as negative.",
    "brackets": "Numbers of “{name}” in brackets (parentheses) are negative: {count} read so.",
    "scale": "“{name}” shortens numbers: {count} multiplied, so that {text} is {value}.",
    "side": "“{name}” marks debit and credit: {count} so marked, Dr read as positive and Cr as negative.",
    "D/C": "“{name}” marks what was paid (D) and received (C): {count} so marked, D read as negative, C as positive.",
    "D/H": "“{name}” marks debit (D) and credit (H): {count} so marked, D read as positive, H as negative.",
    "S/H": "“{name}” marks debit (S) and credit (H, Haben): {count} so marked, S read as positive, H as negative.",
    "DB/CR": "“{name}” marks debit (DB) and credit (CR): {count} so marked, DB read as positive, CR as negative.",
    "mark": "Marks stand behind numbers of “{name}”: {count} read without them, so that {text} is {value}.",
}
SURE = frozenset({"behind", "brackets", "scale"})


def written_entries(
    name: str, cells: Cells, forms: Sequence[NumberForm | None], ends: Ends, decimal: Decimal
) -> Iterator[ReceiptEntry]:
    """What stands behind digits and changes the number."""
    for written, sentence in WRITTEN.items():
        read = {
            index: number
            for index, form in enumerate(forms)
            if form is not None
            and form.written == written
            and (number := plain_number(cells.values[index], ends, decimal)) is not None
        }
        if read:
            found = list(read)
            count, text = cells.count_of(found), cells.values[found[0]]
            said = sentence.format(
                name=name, text=f"“{text}”", value=f"{read[found[0]]:,.10g}",
                count=f"{counted(count, 'cell')} {were(count)}",
            )  # fmt: skip
            action: ReceiptAction = "converted" if written in SURE else "unsure"
            choice: Choice | None = ("kinds", (name, "text")) if action == "unsure" else None
            yield ReceiptEntry(action, said, name, count, cells.lines_of(found), choice)
