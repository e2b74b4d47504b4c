"""Several values in one cell, "Python; Excel", as surveys write the choices that somebody ticked."""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence

from registry.sentences import Sentence, sentence

LIST = "[]"
"""In place of a separator: the cells are lists as programs write them, ['a', 'b']."""
SEPARATORS = (LIST, ";", "|", "\n", "、", ",", "+", "/")
"""Tried in this order."""
AS_LIST = re.compile(r"\[(.*)\]", re.S)
QUOTED = re.compile(r"""\s*(?:'([^']*)'|"([^"]*)"|([^,'"]+))\s*(?:,|$)""")
MOST_LOOKED_AT = 2_000
FIRST = 200
LONGEST_PART, MOST_WORDS = 40, 6
FEWEST_CELLS, FEWEST_SEVERAL = 4, 2
SEVERAL_SHARE = 0.2
"""Of the filled cells hold several values."""
FREE_SHARE = 0.5
"""Of the values that recur stand behind another one, and alone or first too: no town, no country behind it, no group of
goods does."""
RECURRING_SHARE = 0.5
"""Of what the cells hold are values that recur."""
FEWEST_RECURRING = 2


def separator_of(values: Sequence[str], counts: Sequence[int]) -> str:
    """What parts the several values in cells of these different texts; "" where each cell holds one."""
    head = values[:FIRST]
    for separator in SEPARATORS:
        if sum(_has(value, separator) for value in head) >= max(FEWEST_SEVERAL, len(head) * SEVERAL_SHARE / 2):
            pairs = list(zip(values[:MOST_LOOKED_AT], counts, strict=False))
            if _are_choices([(parts(value, separator), int(count)) for value, count in pairs]):
                return separator
    return ""


def parts(cell: str, separator: str) -> list[str]:
    """The values of a cell, without the blanks around them."""
    if separator != LIST:
        return [part for each in cell.split(separator) if (part := each.strip())]
    match = AS_LIST.fullmatch(cell.strip())
    found = QUOTED.findall(match[1]) if match else [(cell, "", "")]
    return [part for each in found if (part := "".join(each).strip())]


def counted_each(values: Sequence[str], counts: Sequence[int], separator: str) -> Counter[str]:
    """In how many cells each value stands."""
    found: Counter[str] = Counter()
    for value, count in zip(values, counts, strict=True):
        for part in dict.fromkeys(parts(value, separator)):
            found[part] += int(count)
    return found


def shown(separator: str) -> Sentence:
    """The separator as people read it."""
    if separator in ("\n", LIST):
        return sentence("columns.by_line_breaks" if separator == "\n" else "columns.by_lists")
    return sentence("columns.by_sign", sign=separator.strip())


def _has(value: str, separator: str) -> bool:
    return AS_LIST.fullmatch(value.strip()) is not None if separator == LIST else separator in value


def _are_choices(cells: Sequence[tuple[list[str], int]]) -> bool:
    """Whether the parts are values of their own: short, never twice in a cell, and free in where they stand."""
    filled = sum(count for _, count in cells)
    several = sum(count for found, count in cells if len(found) > 1)
    if filled < FEWEST_CELLS or several < max(FEWEST_SEVERAL, filled * SEVERAL_SHARE):
        return False
    if len({len(found) for found, _ in cells}) < FEWEST_SEVERAL or not all(
        map(_are_short, (each for each, _ in cells))
    ):
        return False
    places: dict[str, set[str]] = defaultdict(set)
    for found, _ in cells:
        for place, part in enumerate(found):
            places[part].add("alone" if len(found) == 1 else "first" if place == 0 else "later")
    times = Counter(part for found, _ in cells for part in found)
    recurring = [part for part, count in times.items() if count > 1]
    free = sum("later" in places[part] and len(places[part]) > 1 for part in recurring)
    often = sum(times[part] for part in recurring) >= sum(times.values()) * RECURRING_SHARE
    return len(recurring) >= FEWEST_RECURRING and often and free >= len(recurring) * FREE_SHARE


def _are_short(found: Sequence[str]) -> bool:
    short = all(len(part) <= LONGEST_PART and len(part.split()) <= MOST_WORDS for part in found)
    return short and len(set(found)) == len(found)
