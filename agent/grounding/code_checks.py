"""What the result of generated code cannot be, or should not be without a word: told from names and cells alone."""

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from agent.grounding.cells import table_of
from agent.grounding.unit_checks import unit_conflicts
from agent.state import Artifact
from registry.profile import DatasetProfile, NumericSummary

TOLERANCE = 1e-9
LEAST_ROWS_FOR_CONSTANT = 3
LOST_SHARE = 0.5
Severity = Literal["impossible", "doubtful"]


@dataclass(frozen=True)
class Finding:
    """Something against a result. Impossible: it cannot be right. Doubtful: it may be, and has to be told."""

    check: str
    severity: Severity
    sentence: str


@dataclass(frozen=True)
class NumberColumn:
    """The numbers of one column of a result, with what its name says."""

    title: str
    name: str
    numbers: tuple[float, ...]
    rows: int  # of the data that could have been counted
    sources: tuple[tuple[str, NumericSummary], ...]  # the data's numeric columns


@dataclass(frozen=True)
class Law:
    """What the numbers of a column with such a name obey; `broken` tells how one breaks it, or gives ""."""

    name: str
    words: re.Pattern[str]
    broken: Callable[[float, NumberColumn], str]


def findings(artifacts: Sequence[Artifact], profiles: Sequence[DatasetProfile]) -> tuple[Finding, ...]:
    """Everything against the results of one program; () when nothing is known against them."""
    found = [*_emptiness(artifacts), *_lost_rows(artifacts)]
    for wrong, sentence in unit_conflicts(artifacts, profiles):
        found.append(Finding("units", "impossible" if wrong else "doubtful", sentence))
    for artifact in artifacts:
        if artifact["kind"] == "table":
            for column in _columns(artifact, profiles):
                found += [*_broken_laws(column), *_constant(column)]
    return tuple(dict.fromkeys(found))


def _columns(artifact: Artifact, profiles: Sequence[DatasetProfile]) -> Iterator[NumberColumn]:
    table = table_of(artifact)
    rows = max((profile.rows for profile in profiles), default=0)
    sources = tuple(
        (column.name, column.numeric) for profile in profiles for column in profile.columns if column.numeric
    )
    for place, name in enumerate(table["columns"]):
        cells = [row[place] for row in table["rows"]]
        numbers = tuple(float(c) for c in cells if isinstance(c, int | float) and not isinstance(c, bool))
        if numbers and name not in table["key_columns"]:
            yield NumberColumn(artifact["title"], name, numbers, rows, sources)


def _broken_laws(column: NumberColumn) -> Iterator[Finding]:
    for law in LAWS:
        if law.words.search(column.name):
            broken = next((said for number in column.numbers if (said := law.broken(number, column))), "")
            if broken:
                yield Finding(law.name, "impossible", f"{column.title}: the column {column.name} {broken}.")


def _outside(low: float, high: float) -> Callable[[float, NumberColumn], str]:
    def broken(number: float, _: NumberColumn) -> str:
        inside = low - TOLERANCE <= number <= high + TOLERANCE
        return "" if inside or math.isnan(number) else f"holds {number:g}, which is outside {low:g} to {high:g}"

    return broken


def _bad_count(number: float, column: NumberColumn) -> str:
    if number < 0:
        return f"holds a count of {number:g}"
    return f"counts {number:g} of {column.rows:,} rows" if number > column.rows else ""


def _negative(number: float, _: NumberColumn) -> str:
    return f"holds {number:g}, which cannot be negative" if number < -TOLERANCE else ""


def _not_finite(number: float, _: NumberColumn) -> str:
    return "" if math.isfinite(number) else f"holds {number}, which is no finite number"


def _out_of_range(number: float, column: NumberColumn) -> str:
    """A mean, median, smallest or largest of a column lies between that column's smallest and largest value."""
    folded = column.name.casefold()
    named = [(name, summary) for name, summary in column.sources if folded.startswith(name.casefold())]
    if not named:
        return ""
    name, summary = max(named, key=lambda pair: len(pair[0]))
    reach = TOLERANCE * max(1.0, abs(summary.minimum), abs(summary.maximum))
    if summary.minimum - reach <= number <= summary.maximum + reach:
        return ""
    return f"holds {number:g}, but {name} lies between {summary.minimum:g} and {summary.maximum:g}"


def _ends(pattern: str) -> re.Pattern[str]:
    """A name that ends in one of the words: what comes after them (`_change`, `_p_value`) makes it another thing."""
    return re.compile(rf"(?:^|[^a-z0-9])(?:{pattern})$", re.IGNORECASE)


def _is(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"^(?:{pattern})$", re.IGNORECASE)


LAWS: tuple[Law, ...] = (
    Law("correlation", _ends("corr|correlation|pearson|spearman|kendall"), _outside(-1, 1)),
    Law("correlation", _is("r|rho|tau|r_value|pearson_r|spearman_r|correlation_coefficient"), _outside(-1, 1)),
    Law("determination", _ends("r2|r²|r_squared|r-squared|rsquared"), _outside(-math.inf, 1)),
    Law("probability", _ends("p[_ -]?val(?:ue)?|prob|probability"), _outside(0, 1)),
    Law("probability", _is("p"), _outside(0, 1)),
    Law("share", _ends("share_pct|share|proportion"), _outside(0, 100)),
    Law("count", _is("n|rows|n_rows|row_count|rows_used"), _bad_count),
    Law("variance", _ends("var|variance|std|sd|stdev|standard deviation"), _negative),
    Law("range", _ends("mean|median|average|avg|min|max"), _out_of_range),
    Law("finite", re.compile(""), _not_finite),
)
"""By the names that results usually have. A name that says nothing is under no law but the last."""


def _emptiness(artifacts: Sequence[Artifact]) -> Iterator[Finding]:
    results = [artifact for artifact in artifacts if artifact["kind"] != "text" or artifact["payload"]]
    if not results:
        yield Finding("empty", "impossible", "The code left no result: nothing in `result`, `fig` or printed.")
    for artifact in results:
        if artifact["kind"] != "table" or artifact["role"] == "detail":
            continue
        cells = [cell for row in table_of(artifact)["rows"] for cell in row]
        if not cells:
            yield Finding("empty", "impossible", f"{artifact['title']} has no rows.")
        elif all(cell is None for cell in cells):
            yield Finding("empty", "impossible", f"{artifact['title']} holds no value at all.")


def _constant(column: NumberColumn) -> Iterator[Finding]:
    """Measured values that are all the same to the last digit are rarely true."""
    fractional = any(not number.is_integer() for number in column.numbers if math.isfinite(number))
    if fractional and len(column.numbers) >= LEAST_ROWS_FOR_CONSTANT and len(set(column.numbers)) == 1:
        yield Finding("constant", "doubtful", f"{column.title}: every row has the same {column.name}.")


def _lost_rows(artifacts: Sequence[Artifact]) -> Iterator[Finding]:
    ledger = next((artifact["ledger"] for artifact in artifacts if artifact["ledger"]), None)
    if ledger is None:
        return
    if ledger["rows_used"] > ledger["rows_total"]:
        more = f"The code says it used {ledger['rows_used']:,} rows of {ledger['dataset']}"
        yield Finding("rows", "impossible", f"{more}, which has {ledger['rows_total']:,}.")
    elif not ledger["rows_used"] and ledger["rows_total"]:
        yield Finding("rows", "impossible", f"The code used no row of {ledger['dataset']}.")
    elif ledger["rows_used"] < LOST_SHARE * ledger["rows_total"]:
        less = f"The code used {ledger['rows_used']:,} of the {ledger['rows_total']:,} rows of {ledger['dataset']}"
        yield Finding("rows", "doubtful", f"{less}; the others were left out.")
