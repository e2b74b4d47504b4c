"""Values of one column that may mean alike, the short one written out in the longer: F beside Female."""

from collections.abc import Mapping

from registry.receipt import ReceiptEntry
from registry.sentences import quoted, sentence
from registry.values.cells import Cells
from registry.values.word_lists import folded

MOST_CATEGORIES = 12
LONGEST_SHORT = 2


def written_out(cells: Cells) -> Mapping[str, str]:
    """Each short value with the longer one that it begins; none where one could stand for several, or many values are
    different."""
    used = [value for value, count in zip(cells.values, cells.counts(), strict=True) if count]
    if not 1 < len(used) <= MOST_CATEGORIES:
        return {}
    short = [value for value in used if len(value) <= LONGEST_SHORT and value.isalpha()]
    pairs = [
        (one, longer)
        for one in short
        for longer in used
        if len(longer) > LONGEST_SHORT and folded(longer).startswith(folded(one)) and longer.isalpha()
    ]
    apart = len({folded(one) for one, _ in pairs}) == len({folded(longer) for _, longer in pairs})
    return dict(pairs) if apart else {}


def abbreviation_offers(name: str, cells: Cells) -> list[ReceiptEntry]:
    """A word for short values that may mean the same as longer ones; they are kept apart unless the person says so."""
    pairs = written_out(cells)
    if not pairs:
        return []
    shown = quoted(f"{one} / {longer}" for one, longer in pairs.items())
    told = sentence("spellings.alike", column=name, shown=shown)
    return [ReceiptEntry("unsure", told, name, len(pairs), (), ("spellings", (name, True)))]


def brought_together(name: str, cells: Cells) -> tuple[Cells, tuple[ReceiptEntry, ...]]:
    """The cells with short values written out, as the person chose."""
    pairs = written_out(cells)
    if not pairs:
        return cells, ()
    found = [index for index, value in enumerate(cells.values) if value in pairs]
    count = cells.count_of(found)
    shown = quoted(f"{one} → {longer}" for one, longer in pairs.items())
    told = sentence("spellings.written_out", count=count, column=name, shown=shown)
    entry = ReceiptEntry("converted", told, name, count, cells.lines_of(found), ("spellings", (name, False)))
    return cells.replaced([pairs.get(value, value) for value in cells.values]), (entry,)
