"""Column names that stand for periods: years, quarters, months, weeks, weekdays, days."""

import re
from dataclasses import dataclass
from typing import Literal

from registry.values.date_text import MONTHS, WEEKDAYS

PeriodGrain = Literal["year", "half", "quarter", "month", "week", "weekday", "day"]
WORD = re.compile(r"^([^\W\d_]{2,10})\.?(?:[\s/'’_-]*((?:19|20)?\d\d))?$")
SHAPES: tuple[tuple[PeriodGrain, re.Pattern[str]], ...] = (
    ("quarter", re.compile(r"^Q([1-4])(?:[\s/'_-]*((?:19|20)?\d\d))?$", re.I)),
    ("quarter", re.compile(r"^((?:19|20)\d\d)[\s/_-]*Q([1-4])$", re.I)),
    ("quarter", re.compile(r"^([1-4])\.?\s?(?:quartal|quarter|trim(?:estre)?\.?|qtr)(?:[\s/]*(?:20)?\d\d)?$", re.I)),
    ("half", re.compile(r"^H([12])(?:[\s/'_-]*((?:19|20)?\d\d))?$", re.I)),
    ("month", re.compile(r"^((?:19|20)\d\d)(?:[-/.]|年)(0?[1-9]|1[0-2])月?$")),
    ("month", re.compile(r"^(0?[1-9]|1[0-2])[-/.]((?:19|20)\d\d)$")),
    ("month", re.compile(r"^(1[0-2]|[1-9])月$")),
    ("week", re.compile(r"^(?:KW|CW|W|week|woche|sem\.?|wk)[\s_-]*(\d{1,2})(?:[\s/_-]*((?:19|20)?\d\d))?$", re.I)),
    ("week", re.compile(r"^((?:19|20)\d\d)-?W(\d{2})$", re.I)),
    ("day", re.compile(r"^\d{1,2}\.\d{1,2}\.(?:(?:19|20)?\d\d)?$|^(?:19|20)\d\d-\d\d-\d\d$")),
    ("day", re.compile(r"^\d{1,2}/\d{1,2}(?:/(?:19|20)?\d\d)?$")),
    ("year", re.compile(r"^(?:FY|CY|GJ)?\s?((?:19|20)\d\d)(?:/\d\d|年度?)?$", re.I)),
)  # fmt: skip
LONG_WEEKDAYS = frozenset(WEEKDAYS.split())


@dataclass(frozen=True)
class NamedPeriod:
    """What a name stands for, and how it is written there."""

    grain: PeriodGrain
    text: str


def named_period(name: str) -> NamedPeriod | None:
    """The period that a column is called after; None for any other name. `Jan`, `Mrz-24`, `Q1 2024`, `KW 12`, `Mo`."""
    text = " ".join(name.split())
    for grain, shape in SHAPES:
        if shape.match(text):
            return NamedPeriod(grain, text)
    word = WORD.match(text)
    if word is None:
        return None
    plain = word[1].casefold()
    if plain in MONTHS:
        return NamedPeriod("month", text)
    return NamedPeriod("weekday", text) if plain in LONG_WEEKDAYS and word[2] is None else None
