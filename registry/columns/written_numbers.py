"""What the receipt says of signs around digits that change a number: brackets, sides, powers of ten, marks."""

from collections.abc import Iterator, Sequence

from registry.receipt import Choice, ReceiptAction, ReceiptEntry
from registry.sentences import Figure, sentence
from registry.values.cells import Cells
from registry.values.number_text import Decimal, Ends, NumberForm, plain_number

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
            yield ReceiptEntry(action, told, name, count, cells.lines_of(found), choice)
