"""Columns at fixed places: which places do all lines leave blank, or does a line of dashes mark?"""

import re
from collections.abc import Sequence
from itertools import groupby, pairwise

from registry.values.cell_shapes import shape_of

RULER = re.compile(r"\s*[-=]{2,}(\s+[-=]{2,})+\s*")
FEWEST_LINES = 3
FEWEST_SHARE = 0.6
"""At least so many of the lines are rows."""
MOST_LINES = 400
ALMOST_ALL = 0.97
"""Share of the lines that have to be blank at a place between columns: a title line may run over it."""
COMMENTS = ("#", "//", "*", ";")
WORDS_OF_A_ROW = 0.6
SAME = 0.9
Cuts = tuple[int, ...]


def fixed_cuts(lines: Sequence[str]) -> Cuts:
    """Where each column but the first begins; () when the lines have no columns at fixed places."""
    shown = [line.rstrip("\n").expandtabs() for line in lines[:MOST_LINES]]
    ruler = next((line for line in shown if RULER.fullmatch(line)), None)
    if ruler is not None:
        return tuple(match.start() for match in re.finditer(r"[-=]+", ruler))[1:]
    body = _body(shown)
    if len(body) < max(FEWEST_LINES, sum(map(bool, map(str.strip, shown))) * FEWEST_SHARE):
        return ()
    gaps = _gaps(body)
    cuts = {end for start, end in gaps if end - start > 1 or _divides_values(body, gaps, end)}
    return tuple(sorted(cuts | set(_joints(body))))


def cut_at(line: str, cuts: Cuts) -> list[str]:
    """The cells of a line; a cell that runs over the next place begins where a word begins."""
    text = line.rstrip("\n").expandtabs()
    places = [0, *(_word_start(text, cut) for cut in cuts), len(text)]
    return [text[start:end].strip() for start, end in pairwise(places)]


def _word_start(text: str, cut: int) -> int:
    """The place itself, or where the word begins that stands across it (a number wider than its column)."""
    place = min(cut, len(text))
    if place >= len(text) or place == 0 or text[place - 1] == " " or text[place] == " ":
        return place
    if text[place - 1].isdigit() and text[place].isalpha():
        return place
    return text.rfind(" ", 0, place) + 1


def _body(lines: Sequence[str]) -> list[str]:
    """The lines that may be rows: of several words, not much fewer than most have, and no comments."""
    filled = [line for line in _blocks(lines) if len(line.split()) > 1 and not line.startswith(COMMENTS)]
    counts = sorted(len(line.split()) for line in filled)
    usual = counts[len(counts) // 2] if counts else 0
    return [line for line in filled if len(line.split()) >= usual * WORDS_OF_A_ROW]


def _blocks(lines: Sequence[str]) -> list[str]:
    """The lines without those that stand apart, one or two between blank lines: titles and notes."""
    runs = [list(run) for filled, run in groupby(lines, key=lambda line: bool(line.strip())) if filled]
    large = [line for run in runs if len(run) >= FEWEST_LINES for line in run]
    return large if len(large) >= FEWEST_SHARE * sum(map(len, runs)) else [line for run in runs for line in run]


def _joints(body: Sequence[str]) -> list[int]:
    """Places where a number ends and a word begins in all lines, without a blank between them."""
    width = min(map(len, body))
    return [
        place
        for place in range(1, width)
        if all(line[place - 1].isdigit() and line[place].isalpha() for line in body)
        and all(line[:place].strip().isdigit() for line in body)
    ]


def _gaps(body: Sequence[str]) -> list[tuple[int, int]]:
    """Runs of places that almost all lines leave blank, as (start, end), between the first and the last word."""
    width = max(map(len, body))
    inked = [0] * (width + 1)
    for line in body:
        for place, sign in enumerate(line):
            inked[place] += sign != " "
    few = len(body) * (1 - ALMOST_ALL)
    gaps: list[tuple[int, int]] = []
    start = None
    for place in range(width + 1):
        blank = inked[place] <= few
        if blank and start is None:
            start = place
        if not blank and start is not None:
            if start:
                gaps.append((start, place))
            start = None
    return gaps


def _divides_values(body: Sequence[str], gaps: Sequence[tuple[int, int]], end: int) -> bool:
    """Whether a gap of one blank has numbers or dates on one of its sides, as no gap between two words has."""
    edges = [0, *(gap[1] for gap in gaps), max(map(len, body))]
    place = edges.index(end)
    sides = ((edges[place - 1], end), (end, edges[place + 1]))
    return any(_all_values([line[left:right].strip() for line in body]) for left, right in sides)


def _all_values(cells: Sequence[str]) -> bool:
    filled = [cell for cell in cells if cell]
    return bool(filled) and sum(shape_of(cell) in ("number", "date") for cell in filled) >= len(filled) * SAME
