"""Do a program and the analysis vocabulary say the same? Compared number by number, each with what it belongs to."""

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, cast

from agent.grounding.cells import table_of
from agent.state import Artifact, Cell

CLOSE = 1e-6  # relative: sums in another order, another quantile routine
MEMORY = "memory_mb"  # what a copy of the data takes is no fact about them
LEAST_DIGITS = 3  # a rounded number has at least so many to be taken for the other
Verdict = Literal["same", "different", "not_comparable"]
_TIME_OF_DAY = re.compile(r"[T ]00:00(?::00(?:\.0+)?)?$")


@dataclass(frozen=True)
class Fact:
    """A number with the words it stands with: those of its row, and the name of its column or series."""

    value: float
    words: frozenset[str]
    column: str


def numbers_agree(one: Mapping[str, Artifact], other: Mapping[str, Artifact]) -> bool:
    """Whether the smaller of two results is found in the larger: each number (as it is, rounded, or as a share in
    percent) with the same words beside it, so that values of swapped groups do not agree. Code may give a bare number
    where the vocabulary gives a table, and a wide table where it gives a long one.
    """
    mine, theirs = _of_tables(one.values()), _of_tables(other.values())
    small, large = sorted((mine, theirs), key=len)
    if not small:
        return not large and bool(words := _only_words(one.values())) and words == _only_words(other.values())
    return all(_found(fact, _keyed(large, small)) for fact in _keyed(small, large))


def figures_agree(one: Mapping[str, Artifact], other: Mapping[str, Artifact]) -> Verdict:
    """Whether two pictures show the same numbers. Not comparable when one of them holds none that can be read (bins
    that are counted in the browser, a picture), or when they are drawn over other places on the axis.
    """
    mine, theirs = _of_figures(one.values()), _of_figures(other.values())
    small, large = sorted((mine, theirs), key=len)
    places = {word for fact in large for word in fact.words}
    if not small or any(not fact.words & places for fact in small):
        return "not_comparable"
    return "same" if all(_found(fact, large) for fact in small) else "different"


# ---------------------------------------------------------------- facts


def _of_tables(artifacts: Iterable[Artifact]) -> list[Fact]:
    """Of the tables that answer; those that only support it may be computed on one side alone."""
    tables = [table_of(one) for one in artifacts if one["kind"] == "table" and one["role"] == "main"]
    rows = ((table, row) for table in tables for row in table["rows"])
    return [fact for table, row in rows for fact in _of_row(table["columns"], row, table["key_columns"])]


def _of_row(columns: Sequence[str], row: Sequence[Cell], keys: Sequence[str]) -> Iterator[Fact]:
    cells = list(zip(columns, row, strict=True))
    words = frozenset(_word(cell) for name, cell in cells if cell is not None and (name in keys or _is_word(cell)))
    for name, cell in cells:
        if name not in (*keys, MEMORY) and not _is_word(cell) and cell is not None:
            yield Fact(float(cell), words, _word(name))


def _only_words(artifacts: Iterable[Artifact]) -> frozenset[str]:
    tables = [table_of(one) for one in artifacts if one["kind"] == "table" and one["role"] == "main"]
    return frozenset(_word(cell) for table in tables for row in table["rows"] for cell in row if cell is not None)


def _of_figures(artifacts: Iterable[Artifact]) -> list[Fact]:
    found: list[Fact] = []
    for artifact in artifacts:
        payload = artifact["payload"]
        traces = payload.get("data") if artifact["kind"] == "figure" and isinstance(payload, dict) else None
        for trace in traces if isinstance(traces, list) else []:
            if isinstance(trace, dict):
                found += _of_trace(cast(Mapping[str, object], trace))
    return found


_MEASURED = ("y", "values", "median", "q1", "q3")
"""What a trace shows at each place of its axis."""


def _of_trace(trace: Mapping[str, object]) -> Iterator[Fact]:
    places = next((found for key in ("x", "labels", "name") if (found := trace.get(key)) is not None), None)
    upright = trace.get("orientation") != "h"
    if not upright:
        places = trace.get("y")
    series = str(trace.get("name") or "")
    for key in _MEASURED:
        values = trace.get("x" if key == "y" and not upright else key)
        if not isinstance(values, list) or trace.get("type") in ("histogram", "violin"):
            continue
        beside = places if isinstance(places, list) else [places] * len(values)
        for place, value in zip(beside, values, strict=False):
            if isinstance(value, int | float) and not isinstance(value, bool) and isinstance(place, str | int | float):
                yield Fact(float(value), frozenset({_word(place)}), _word(series))


def _is_word(cell: Cell) -> bool:
    return isinstance(cell, str | bool)


def _word(cell: object) -> str:
    """What a key says, in whatever type and spelling: a date with its midnight or without, 1 and 1.0, True and true."""
    text = str(int(cell)) if isinstance(cell, float) and cell.is_integer() else str(cell)
    return _TIME_OF_DAY.sub("", text.strip()).casefold()


# ---------------------------------------------------------------- comparing


def _keyed(facts: Sequence[Fact], others: Sequence[Fact]) -> list[Fact]:
    """The facts; one without words whose column is a word on the other side (a wide row: a column a group) has that
    word.
    """
    words = {word for other in others for word in other.words}
    return [
        replace(fact, words=frozenset({fact.column})) if not fact.words and fact.column in words else fact
        for fact in facts
    ]


def _found(fact: Fact, among: Sequence[Fact]) -> bool:
    return any(_same_words(fact, other) and _same(fact.value, other.value) for other in among)


def _same_words(one: Fact, other: Fact) -> bool:
    """The words of one stand beside the other too, be it as the name of its column (wide tables); a bare number has
    none, and fits everywhere."""
    return one.words <= other.words | {other.column} or other.words <= one.words | {one.column}


def _same(one: float, other: float) -> bool:
    """Equal, rounded, or one of them a share of 1 and the other the same in percent."""
    share, percent = sorted((one, other), key=abs)
    in_percent = abs(share) <= 1 and _close(share * 100, percent)
    return in_percent or _close(one, other)


def _close(one: float, other: float) -> bool:
    return math.isclose(one, other, rel_tol=CLOSE, abs_tol=1e-12) or _rounded(one, other) or _rounded(other, one)


def _rounded(short: float, long: float) -> bool:
    """Whether `short` is `long` rounded to the decimals that it shows."""
    if not math.isfinite(short) or not math.isfinite(long):
        return False
    text = f"{short:.10f}".rstrip("0")
    decimals = len(text.partition(".")[2])
    digits = len(text.replace(".", "").replace("-", "").lstrip("0"))
    return 0 < decimals < 10 and digits >= LEAST_DIGITS and round(long, decimals) == round(short, decimals)
