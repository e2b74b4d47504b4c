"""Which names speak of dates, and which forms without signs between their parts, 20250103, may be tried below them?"""

import re

from registry.columns.category_rules import header_words, named_as_code, named_as_identifier
from registry.values.cells import Cells
from registry.values.date_text import (
    COMPACT,
    COMPACT_HOUR,
    COMPACT_MONTH,
    COMPACT_NUMERIC,
    COMPACT_TIME,
    DOTTED_MONTH,
    SHORT_COMPACT,
    Order,
    date_parts,
)

COMPACT_LENGTH = 14
UNNAMED = re.compile(r"column_\d+")
DATE_WORDS: frozenset[str] = frozenset(
    {
        "date", "dates", "day", "days", "dt", "datum", "datums", "tag", "time", "timestamp", "month", "monat",
        "mois", "mes", "mese", "period", "periode", "période", "year_month", "yearmonth", "fecha", "jour", "data",
        "dia", "when", "created", "updated", "modified", "since", "until", "born", "birthday", "dob", "birth",
        "start", "end", "begin", "from", "to", "due",
    }
)  # fmt: skip
DATE_ENDING = re.compile(r"(date|datum|dato|fecha)$")
"""The last part of a compound header such as "transactiondate". "update" ends so too: its eight digits must be days."""
MONTH_WORDS: frozenset[str] = frozenset(
    {
        "month", "months", "monat", "mois", "mes", "mese", "maand", "period", "periode", "période", "periodo",
        "yearmonth", "yyyymm", "ym", "年月", "月",
    }
)  # fmt: skip
MONTH_ENDING = re.compile(r"(month|monat|periode?|年月)$")
"""Below these six digits may be months, 202501, and so may 01.2025."""
MONTH_FORMS = (COMPACT_MONTH, DOTTED_MONTH)
COMPACT_HOUR_LENGTHS = (10, 11, 12, 13)
DATE_SIGNS = ("日", "年月", "月", "期間", "时间", "日期", "날짜")
COMPACT_DAY = (7, 8)
FEWEST_DAYS = 5
SHORT_DAY = 6
FORMAT_NAME = re.compile(r"(?:[yj]{2,4}|m{2}|[dt]{2})+")
"""A header that says how its dates are written: yymmdd, TTMMJJ."""
FEWEST_SHORT = 2
YEARS_APART = 5
"""So many years more does a wrong order of day, month and year spread some days over."""


def is_date_header(name: str) -> bool:
    """Whether a column name says that dates stand below it."""
    return bool(set(header_words(name)) & DATE_WORDS) or any(sign in name for sign in DATE_SIGNS)


def ends_as_date(name: str) -> bool:
    """Whether the last part of a compound name says that dates or months stand below it: transactiondate."""
    return any(DATE_ENDING.search(word) or MONTH_ENDING.search(word) for word in header_words(name))


def may_be_compact(name: str, cells: Cells) -> bool:
    """Whether a compound name ends as those of dates do and all its values have eight digits, 20250103, or seven
    where a zero in front is gone."""
    if any(map(DATE_ENDING.search, header_words(name))):
        return all(len(value) in COMPACT_DAY and value.isdecimal() for value in cells.values)
    return are_all_days(name, cells)


def are_all_days(name: str, cells: Cells) -> bool:
    """Whether so many different numbers of eight digits are days, 20250103, that no other numbers are: of those that
    only look alike hardly one in twenty-five would be. Not below a name of codes, nor where they count on."""
    if len(cells.values) < FEWEST_DAYS or named_as_identifier(name) or named_as_code(name):
        return False
    return len(cells.values[0]) == COMPACT_DAY[-1] and all(map(COMPACT.match, cells.values)) and not _count_on(cells)


def _count_on(cells: Cells) -> bool:
    """Whether the numbers follow one another without a gap, as those of things do, and those of one month may."""
    numbers = sorted(map(int, cells.values))
    return numbers[-1] - numbers[0] < len(numbers)


def holds_compact_hours(name: str, cells: Cells) -> bool:
    """Whether a name speaks of dates and all values are a day and an hour, 2025010113, perhaps with minutes."""
    if not (is_date_header(name) or ends_as_date(name)) or len(cells.values[0]) not in COMPACT_HOUR_LENGTHS:
        return False
    return all(map(COMPACT_HOUR.match, cells.values))


def _months(name: str, cells: Cells) -> re.Pattern[str] | None:
    """How all values are months, 202501 or 01.2025, where the name speaks of months."""
    words = header_words(name)
    if not (set(words) & MONTH_WORDS or any(map(MONTH_ENDING.search, words))):
        return None
    return next((form for form in MONTH_FORMS if all(map(form.match, cells.values))), None)


def compact_forms(name: str, cells: Cells, *, said: bool) -> tuple[tuple[Order, re.Pattern[str]], ...]:
    """The forms without signs between their parts that may be tried: days only where a name speaks of dates, months
    where it speaks of months."""
    forms: tuple[tuple[Order, re.Pattern[str]], ...] = (("ymd", COMPACT),) if said else ()
    named = UNNAMED.fullmatch(name) is None
    if said and named and all(map(COMPACT_NUMERIC.match, cells.values)) and not all(map(COMPACT.match, cells.values)):
        forms = (("numeric", COMPACT_NUMERIC),)
    if holds_compact_hours(name, cells):
        return (("ymd", COMPACT_HOUR),)
    if (short := _short_days(name, cells)) is not None:
        return (short,)
    if (months := _months(name, cells)) is not None:
        forms = (*forms, ("month", months))
    return (("ymd", COMPACT_TIME), *forms) if cells.values and len(cells.values[0]) >= COMPACT_LENGTH else forms


def _short_days(name: str, cells: Cells) -> tuple[Order, re.Pattern[str]] | None:
    """How all values of six digits are days, where the name says how they are written or ends as those of dates do:
    then in the order whose years lie much closer together. None where two orders do as well."""
    words = header_words(name)
    written = next((word for word in words if FORMAT_NAME.fullmatch(word)), "")
    if not (written or any(map(DATE_ENDING.search, words))) or len(cells.values) < FEWEST_SHORT:
        return None
    if any(len(value) != SHORT_DAY for value in cells.values):
        return None
    spans: list[tuple[int, str]] = []
    for first, (_, form) in SHORT_COMPACT.items():
        years = [part.year for value in cells.values if (part := date_parts(form, value)) is not None]
        if len(years) == len(cells.values):
            spans.append((max(years) - min(years), first))
    if written:
        return next((SHORT_COMPACT[first] for _, first in spans if written[0] in first), None)
    spans.sort()
    if not spans or (len(spans) > 1 and spans[1][0] - spans[0][0] < YEARS_APART):
        return None
    return SHORT_COMPACT[spans[0][1]]
