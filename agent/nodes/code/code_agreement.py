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
    """Whether the smaller of two results is found in the larger. See `numbers_verdict`."""
    return numbers_verdict(one, other) == "same"


def numbers_verdict(
    one: Mapping[str, Artifact], other: Mapping[str, Artifact], decimals: Sequence[int] = ()
) -> Verdict:
    """Compares like with like: each number of the smaller result (as it is, rounded, at the decimals asked for, or as a
    share in percent) with those of the larger that stand beside the same words and are no other quantity, so that
    values of swapped groups do not agree and a statistic is not set against a p-value. Code may give a bare number
    where the vocabulary gives a table, and a wide table where it gives a long one. "same" when each has its like,
    "different" when one's like is another number.
    """
    mine, theirs = _of_tables(one.values()), _of_tables(other.values())
    small, large = sorted((mine, theirs), key=len)
    if not small:
        return _words_verdict(_only_words(one.values()), _only_words(other.values()), numbers=bool(large))
    keyed = _key(large, small)
    found = {_fact_verdict(fact, keyed, decimals) for fact in _key(small, large)}
    return next(iter(found)) if len(found) == 1 else "different" if "different" in found else "not_comparable"


def _words_verdict(one: frozenset[str], other: frozenset[str], *, numbers: bool) -> Verdict:
    """Results of which one holds words alone. A name beside the other's numbers says less than those."""
    if numbers or not (one or other):
        return "not_comparable"
    return "same" if one == other else "different"


def _fact_verdict(fact: Fact, among: Sequence[Fact], decimals: Sequence[int]) -> Verdict:
    """Which of them is the same quantity is sure where the words or the column's name say so, or there is one alone."""
    likely = [other for other in among if _same_words(fact, other) and _may_be_same_quantity(fact.column, other.column)]
    if any(_same(fact.value, other.value, decimals) for other in likely):
        return "same"
    named = bool(fact.words) or len(likely) == 1 or any(other.column == fact.column for other in likely)
    return "different" if likely and named else "not_comparable"


def figures_agree(one: Mapping[str, Artifact], other: Mapping[str, Artifact]) -> Verdict:
    """Whether two pictures show the same numbers. Not comparable when one of them holds none that can be read (bins
    that are counted in the browser, a picture), or when they are drawn over other places on the axis.
    """
    mine, theirs = _of_figures(one.values()), _of_figures(other.values())
    small, large = sorted((mine, theirs), key=len)
    places = {word for fact in large for word in fact.words}
    if not small or any(not fact.words & places for fact in small):
        return "not_comparable"
    return "same" if all(_find(fact, large) for fact in small) else "different"


QUANTITIES: Mapping[str, re.Pattern[str]] = {
    "p-value": re.compile(r"p|(?:.*[_ -])?p[_ -]?val(?:ue)?s?|significance"),
    "statistic": re.compile(r"(?:.*[_ -])?stat(?:istic)?s?|[tfzuhwd]|(?:.*[_ -])?[tfz][_ -](?:value|score)|chi.*2?"),
    "coefficient": re.compile(r"r|rho|tau|(?:.*[_ -])?(?:corr\w*|coefficients?|pearson\w*|spearman\w*|kendall\w*)"),
    "df": re.compile(r"df|dof|degrees.*"),
    "count": re.compile(r"n|rows|counts?|(?:.*[_ -])(?:count|rows)|n[_ -].*"),
}
"""What names of result columns say their numbers are. Names that fit none may be anything."""


def _may_be_same_quantity(one: str, other: str) -> bool:
    kinds = [next((kind for kind, names in QUANTITIES.items() if names.fullmatch(name)), "") for name in (one, other)]
    return not all(kinds) or kinds[0] == kinds[1]


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


def _key(facts: Sequence[Fact], others: Sequence[Fact]) -> list[Fact]:
    """The facts; one without words whose column is a word on the other side (a wide row: a column a group) has that
    word.
    """
    words = {word for other in others for word in other.words}
    return [
        replace(fact, words=frozenset({fact.column})) if not fact.words and fact.column in words else fact
        for fact in facts
    ]


def _find(fact: Fact, among: Sequence[Fact]) -> bool:
    return any(_same_words(fact, other) and _same(fact.value, other.value) for other in among)


def _same_words(one: Fact, other: Fact) -> bool:
    """The words of one stand beside the other too, be it as the name of its column (wide tables); a bare number has
    none, and fits everywhere."""
    return one.words <= other.words | {other.column} or other.words <= one.words | {one.column}


def _same(one: float, other: float, decimals: Sequence[int] = ()) -> bool:
    """Equal, rounded, or one of them a share of 1 and the other the same in percent."""
    share, percent = sorted((one, other), key=abs)
    in_percent = abs(share) <= 1 and _close(share * 100, percent, decimals)
    return in_percent or _close(one, other, decimals)


def _close(one: float, other: float, decimals: Sequence[int]) -> bool:
    if math.isclose(one, other, rel_tol=CLOSE, abs_tol=1e-12) or _round(one, other) or _round(other, one):
        return True
    if not math.isfinite(one) or not math.isfinite(other):
        return False
    return any(one == round(other, places) or other == round(one, places) for places in decimals)


def _round(short: float, long: float) -> bool:
    """Whether `short` is `long` rounded to the decimals that it shows."""
    if not math.isfinite(short) or not math.isfinite(long):
        return False
    text = f"{short:.10f}".rstrip("0")
    decimals = len(text.partition(".")[2])
    digits = len(text.replace(".", "").replace("-", "").lstrip("0"))
    return 0 < decimals < 10 and digits >= LEAST_DIGITS and round(long, decimals) == round(short, decimals)
