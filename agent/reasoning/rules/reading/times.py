"""Times of day and weekdays in a question: `after 8 pm`, `between 12:00 and 14:00`, `on Fridays`."""

from collections.abc import Iterator

from agent.reasoning.rules.reading.column_names import Candidate
from agent.reasoning.rules.reading.conditions import Alternatives, date_column_for, is_negated
from agent.reasoning.rules.reading.frame import ColumnRef, ConditionSlot
from agent.reasoning.rules.reading.measures import ref
from agent.reasoning.rules.reading.question import Question
from agent.reasoning.rules.reading.text import Token
from agent.specs.base import FilterOp
from registry.profile import DatasetProfile

_CLOCK_WORDS = ("am", "pm", "a.m", "p.m", "o'clock", "uhr", "時", "h")
_RANGES = ("and", "und", "to", "bis", "-", "until")
_HOURS = 24
_PAIR = 2
_NAMED = {"noon": "12:00", "midday": "12:00", "midnight": "00:00", "mittag": "12:00", "正午": "12:00"}
_OPERATORS: dict[str, FilterOp] = {
    "after": ">=", "since": ">=", "from": ">=", "before": "<", "until": "<", "later than": ">=", "earlier than": "<",
    "nach": ">=", "ab": ">=", "vor": "<", "bis": "<", "till": "<",
}  # fmt: skip


def time_conditions(question: Question, table: DatasetProfile) -> tuple[list[Alternatives], frozenset[int]]:
    """Conditions on the clock, and the tokens that they used."""
    clock = next((column for column in table.columns if column.kind in ("time", "datetime")), None)
    said = list(_clock_times(question.tokens))
    if clock is None or not said:
        return [], frozenset()
    used = frozenset(position for start, end, _ in said for position in range(start, end))
    column = ref(Candidate(table.dataset_id, clock))
    if clock.kind == "datetime":
        return _hours(said, question, column), used
    if len(said) >= 2:
        between = ConditionSlot(column=column, op="between", value=[said[0][2], said[1][2]], words="time of day")
        return [[between]], used
    start, _, value = said[0]
    before = " ".join(token.text for token in question.tokens[max(0, start - 2) : start])
    op = next((found for word, found in _OPERATORS.items() if before.endswith(word)), None)
    if op is None:
        return [], frozenset()
    return [[ConditionSlot(column=column, op=op, value=value, words="time of day")]], used


def _hours(said: list[tuple[int, int, str]], question: Question, column: ColumnRef) -> list[Alternatives]:
    """The hour of a moment: `after 18:00` is hour 18 and later, `between 9:00 and 12:00` is hours 9 to 11."""
    hours = [int(text[:2]) for _, _, text in said]
    if any(not text.endswith(":00") for _, _, text in said):
        return []  # only whole hours can be compared
    if len(said) >= _PAIR:
        slot = ConditionSlot(
            column=column, op="between", value=[hours[0], hours[1] - 1], part="hour", words="time of day"
        )
        return [[slot]]
    before = " ".join(token.text for token in question.tokens[max(0, said[0][0] - 2) : said[0][0]])
    op = next((found for word, found in _OPERATORS.items() if before.endswith(word)), None)
    if op is None:
        return []
    return [[ConditionSlot(column=column, op=op, value=hours[0], part="hour", words="time of day")]]


def _clock_times(tokens: tuple[Token, ...]) -> Iterator[tuple[int, int, str]]:
    """(start, end, HH:MM) of each time of day."""
    for index, token in enumerate(tokens):
        follows = tokens[index + 1].text if index + 1 < len(tokens) else ""
        if token.text in _NAMED:
            yield index, index + 1, _NAMED[token.text]
        elif ":" in token.text and len(token.text) > 1:
            hours, minutes = token.text.split(":")[:2]
            hour = int(hours) + (12 if follows == "pm" and int(hours) < 12 else 0)
            yield index, index + (2 if follows in _CLOCK_WORDS else 1), f"{hour:02d}:{minutes}"
        elif token.text.isdecimal() and follows in _RANGES and _ends_on_the_clock(tokens, index + 2):
            yield index, index + 1, f"{int(token.text):02d}:00"
        elif token.text.isdecimal() and follows in _CLOCK_WORDS and int(token.text) <= 24:
            hour = int(token.text) % 12 + (12 if follows == "pm" else 0) if follows in ("am", "pm") else int(token.text)
            yield index, index + 2, f"{hour:02d}:00"


def _ends_on_the_clock(tokens: tuple[Token, ...], index: int) -> bool:
    """The 12 Uhr of `zwischen 10 und 12 Uhr`: the first number is an hour too."""
    last, word = (tokens[at].text if at < len(tokens) else "" for at in (index, index + 1))
    return last.isdecimal() and int(last) <= _HOURS and word in ("uhr", "o'clock", "h")


def season_conditions(question: Question, table: DatasetProfile) -> list[Alternatives]:
    """`in winter`: the months of the northern season, of every year."""
    column = date_column_for(question, 0, table)
    said = [
        (token.text, question.words.seasons[token.stem])
        for token in question.tokens
        if token.stem in question.words.seasons
    ]
    if column is None or not said:
        return []
    name, months = said[0]
    return [[ConditionSlot(column=ref(column), op="in", value=list(months), part="month", words=f"season {name}")]]


def means_working_days(question: Question) -> bool:
    """`on weekdays`, `werktags`, `平日`: Monday to Friday, unlike "by weekday"."""
    tokens = question.tokens
    plural = any(
        token.text == "weekdays" and index and tokens[index - 1].text in ("on", "during", "for", "of", "at")
        for index, token in enumerate(tokens)
    )
    named = any(token.text in ("werktags", "werktagen", "unter der woche") for token in tokens)
    return plural or named or "平日" in question.text


_JAPANESE_DAYS = {
    "月曜": "Monday", "火曜": "Tuesday", "水曜": "Wednesday", "木曜": "Thursday", "金曜": "Friday",
    "土曜": "Saturday", "日曜": "Sunday",
}  # fmt: skip


def _days_in_japanese(question: Question) -> list[str]:
    """`土曜日`, `土日`, `週末`."""
    if "土日" in question.text or "週末" in question.text:
        return ["Saturday", "Sunday"]
    return [day for word, day in _JAPANESE_DAYS.items() if word in question.text]


def weekday_conditions(question: Question, table: DatasetProfile) -> list[Alternatives]:
    """`on Fridays`, `at the weekend`: the weekday of the date column."""
    column = date_column_for(question, 0, table)
    if column is None:
        return []
    named = [
        (index, question.words.weekdays[token.stem])
        for index, token in enumerate(question.tokens)
        if token.stem in question.words.weekdays
    ]
    days = list(dict.fromkeys(day for _, day in named))
    days = days or _days_in_japanese(question)
    if not days and any(token.stem in ("weekend", "wochenende", "wochenenden") for token in question.tokens):
        days = ["Saturday", "Sunday"]
    if not days and means_working_days(question):
        days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"]
    if not days:
        return []
    negated = bool(named) and is_negated(question, named[0][0])
    if len(days) == 1:
        slot = ConditionSlot(
            column=ref(column), op="!=" if negated else "==", value=days[0], part="weekday", words=days[0]
        )
    else:
        slot = ConditionSlot(
            column=ref(column),
            op="not_in" if negated else "in",
            value=list(days),
            part="weekday",
            words=", ".join(days),
        )
    return [[slot]]
