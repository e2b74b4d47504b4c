"""Periods of tables without dates: a column of years and a column of months hold them, as fiscal years often do."""

import re
from dataclasses import replace

from agent.reasoning.rules.reading.column_names import column_sets, name_words
from agent.reasoning.rules.reading.dates import DateMention
from agent.reasoning.rules.reading.frame import ColumnRef, ConditionSlot
from agent.reasoning.rules.reading.period_words import Period
from agent.reasoning.rules.reading.question import DATE_KINDS, Question
from registry.profile import ColumnProfile, DatasetProfile

_FIRST_YEAR, _LAST_YEAR = 1500, 2100
_NEAR = 3  # words between a year and the name of its column
_ANY_YEAR = frozenset({"year", "jahr", "in", "of", "the", "no"})
_MONTHS = 12
_FISCAL_START = 4  # of a Japanese 年度
_FISCAL = "年度"
_MONTH = re.compile(r"(\d{1,2})月")


def calendar_conditions(question: Question, table: DatasetProfile) -> list[list[ConditionSlot]]:
    """`2023年度`, `March 2023`: conditions on the columns of years and months; [] for a table that has dates."""
    if any(column.kind in DATE_KINDS for column in table.columns):
        return []
    years, months = year_column(table, question), month_column(table, question)
    found: list[list[ConditionSlot]] = []
    for mention in question.dates:
        if years is not None:
            found += _of_year(mention, years, table)
        if months is not None and not (mention.period.unit == "half" and _spelled_out(question, mention)):
            found += _of_months(mention, months, years, table)
    return found


def unplaced_periods(question: Question, table: DatasetProfile) -> list[str]:
    """The years of a question that no column of the table holds, and that its name does not tell either."""
    if any(column.kind in DATE_KINDS for other in question.datasets for column in other.columns):
        return []
    held = {slot.words for alternatives in calendar_conditions(question, table) for slot in alternatives}
    told = f"{table.name} {table.title}"
    said = [(mention, _words(mention)) for mention in question.dates]
    return [
        words
        for mention, words in said
        if words not in held and mention.period.year is not None and str(mention.period.year) not in told
    ]


def _years_named(question: Question, table: DatasetProfile) -> list[tuple[DateMention, ColumnProfile]]:
    """`built before 1980`: years that stand beside the name of a column of years, though the table has dates too."""
    if not any(column.kind in DATE_KINDS for column in table.columns):
        return []
    found = []
    for mention in question.dates:
        near = question.tokens[max(0, mention.start - _NEAR) : mention.end + 1]
        said = {token.stem for token in near}
        for column in table.columns:
            telling = set(name_words(column.name)) - _ANY_YEAR
            if mention.period.unit == "year" and _holds_years(column) and telling & said:
                found.append((mention, column))
                break
    return found


def own_years(question: Question, table: DatasetProfile) -> tuple[Question, list[list[ConditionSlot]], frozenset[int]]:
    """The question without years that columns of years hold, their conditions, and the links that only name them."""
    named = _years_named(question, table)
    taken = [mention for mention, _ in named]
    conditions = [slot for mention, column in named for slot in _of_year(mention, column, table)]
    links = frozenset(
        link.start
        for mention, column in named
        for link in question.links
        if link.first.column.name == column.name and mention.start - _NEAR <= link.start <= mention.end
    )
    left = tuple(mention for mention in question.dates if mention not in taken)
    return replace(question, dates=left), conditions, links


def _holds_years(column: ColumnProfile) -> bool:
    known = column.numeric
    whole = column.kind == "number" and known is not None and known.is_integer
    return whole and known is not None and known.minimum >= _FIRST_YEAR and known.maximum <= _LAST_YEAR


def year_column(table: DatasetProfile, question: Question) -> ColumnProfile | None:
    """The column of whole numbers that are years."""
    for column in table.columns:
        named = "year" in column_sets(column.name, question.words) or column.name.endswith(("年", _FISCAL))
        if named and _holds_years(column):
            return column
    return None


def month_column(table: DatasetProfile, question: Question) -> ColumnProfile | None:
    """The column of months, as numbers or with the sign for months behind them."""
    for column in table.columns:
        if "month" not in column_sets(column.name, question.words) and column.name != "月":
            continue
        known = column.numeric
        if column.kind == "number" and known and known.is_integer and 1 <= known.minimum <= known.maximum <= _MONTHS:
            return column
        if column.top_values and all(_MONTH.fullmatch(value.value) for value in column.top_values):
            return column
    return None


def _of_year(mention: DateMention, column: ColumnProfile, table: DatasetProfile) -> list[list[ConditionSlot]]:
    year, until = mention.period.year, mention.until.year if mention.until else None
    if year is None:
        return []
    if until is not None and until != year:
        return [[_slot(column, table, mention, "between", [year, until])]]
    op = mention.op if mention.op in ("==", ">", ">=", "<", "<=") and mention.period.unit == "year" else "=="
    return [[_slot(column, table, mention, op, year)]]


def _of_months(
    mention: DateMention, column: ColumnProfile, years: ColumnProfile | None, table: DatasetProfile
) -> list[list[ConditionSlot]]:
    fiscal = years is not None and years.name.endswith(_FISCAL)
    numbers = _months_of(mention.period, mention.until, fiscal=fiscal)
    if not numbers:
        return []
    written: list[str | int | float | bool] = [f"{n}月" if column.kind != "number" else n for n in numbers]
    if len(written) == 1:
        return [[_slot(column, table, mention, "==", written[0])]]
    return [[_slot(column, table, mention, "in", written)]]


def _months_of(period: Period, until: Period | None, *, fiscal: bool) -> list[int]:
    """The months of a period in order, over the turn of the year where it ends before it starts."""
    first = period.number
    if first is None or period.unit not in ("month", "quarter", "half"):
        return []
    if period.unit == "month":
        last = until.number if until and until.unit == "month" and until.number else first
        return _run(first, (last - first) % _MONTHS + 1)
    length = 3 if period.unit == "quarter" else 6
    start = _FISCAL_START if fiscal else 1
    return _run(start + (first - 1) * length, length)


def _run(first: int, length: int) -> list[int]:
    return [(first + step - 1) % _MONTHS + 1 for step in range(length)]


def _spelled_out(question: Question, mention: DateMention) -> bool:
    """`下期(10月~3月)`: the months stand right behind it."""
    behind = [other for other in question.dates if other.period.unit == "month" and other.start >= mention.end]
    return bool(behind) and behind[0].start - mention.end <= 1


def _slot(column: ColumnProfile, table: DatasetProfile, mention: DateMention, op: str, value: object) -> ConditionSlot:
    target = ColumnRef(dataset_id=table.dataset_id, column=column.name)
    return ConditionSlot.model_validate({"column": target, "op": op, "value": value, "words": _words(mention)})


def _words(mention: DateMention) -> str:
    period = mention.period
    said = period.text() if period.year is not None else f"{period.unit} {period.number}"
    return f"{said} {mention.until.number or mention.until.year}" if mention.until else said
