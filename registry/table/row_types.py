"""What rows of a table have in common: which columns hold numbers or dates, which are always filled."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from registry.values.cell_shapes import shape_of

TYPED = 0.8
"""Share of the filled cells of a column that are numbers or dates."""
OFTEN = 0.5
ALWAYS = 0.95
SEVERAL_ROWS = 12
FEW_GAPS = 2
"""So many blanks leave even a short column one that is always filled: they may be those of a line that is no row."""
MOST_ROWS = 60
MOST_PLACES = 200
"""Columns that are looked at: more say nothing more of what a row is."""
VALUES = ("number", "date")


@dataclass(frozen=True)
class RowTypes:
    """`values` are the places of columns of numbers and dates, `always` those that nearly every row fills, `seldom`
    those that hardly one does, `filled` how many cells a row has filled as a rule."""

    width: int
    values: tuple[int, ...]
    always: tuple[int, ...]
    filled: int
    seldom: tuple[int, ...] = ()

    def fit(self, fields: Sequence[str]) -> bool:
        """Whether a row could be one of these: values stand where values stand, or it is as full where none do."""
        if not self.values:
            return filled_cells(fields) >= max(2, self.filled * OFTEN) and len(fields) <= self.width + 1
        good = sum(is_value(cell_at(fields, place)) for place in self.values)
        return good > self.against(fields) and good >= len(self.values) * OFTEN

    def against(self, fields: Sequence[str]) -> int:
        """In how many columns of values the row holds something that is none."""
        return sum(shape_of(cell_at(fields, place)) not in (*VALUES, "empty") for place in self.values)

    def may_speak_against(self, sure: Collection[int]) -> bool:
        """Whether any row of the columns could be none of these, where the places of `sure` hold a value in every
        row."""
        doubtful = sum(place not in sure for places in (self.values, self.always) for place in places)
        return doubtful >= max(2, len({*self.values, *self.always}) * OFTEN)

    def speaks_against(self, fields: Sequence[str]) -> bool:
        """Whether a row is none of these: words in most columns of values, or blanks in most that are always filled."""
        gaps = sum(not cell_at(fields, place).strip() for place in self.always)
        held = {*self.values, *self.always}
        wrong = self.against(fields) + gaps
        return len(held) > 1 and wrong >= max(2, len(held) * OFTEN) and not self.fit(fields)


def row_types(rows: Sequence[Sequence[str]]) -> RowTypes:
    """The types of some rows, the first sixty of them."""
    some = [row for row in rows[:MOST_ROWS] if filled_cells(row) > 1]
    width = max((len(row) for row in some), default=0)
    values: list[int] = []
    always: list[int] = []
    seldom: list[int] = []
    for place in range(min(width, MOST_PLACES)):
        cells = [cell for row in some if (cell := cell_at(row, place)).strip()]
        known = [shape for cell in cells if (shape := shape_of(cell)) != "empty"]
        if known and sum(shape in VALUES for shape in known) >= len(known) * TYPED and len(cells) >= len(some) * OFTEN:
            values.append(place)
        if len(cells) >= len(some) - max(len(some) * (1 - ALWAYS), FEW_GAPS if len(some) >= SEVERAL_ROWS else 0):
            always.append(place)
        if len(cells) <= len(some) * (1 - ALWAYS):
            seldom.append(place)
    counts = sorted(filled_cells(row) for row in some)
    return RowTypes(width, tuple(values), tuple(always), counts[len(counts) // 2] if counts else 0, tuple(seldom))


def cell_at(fields: Sequence[str], place: int) -> str:
    """The cell at a place; "" beyond the end of a short row."""
    return fields[place] if place < len(fields) else ""


def is_value(cell: str) -> bool:
    """Whether a cell is a number or a date."""
    return shape_of(cell) in VALUES


def filled_cells(fields: Sequence[str]) -> int:
    """How many cells hold something."""
    return sum(map(bool, map(str.strip, fields)))
