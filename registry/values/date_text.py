"""One cell as a date or a time: its parts. Which number is the day is decided by the column."""

import re
import unicodedata
from typing import Literal, NamedTuple

Order = Literal["ymd", "dmy", "numeric", "named", "month"]

MONTHS: dict[str, int] = {
    name: number
    for number, names in enumerate(
        (
            "january jan januar jän jänner janvier janv enero ene gennaio gen janeiro januari",
            "february feb februar februari février févr fév fevrier febrero febbraio fevereiro",
            "march mar märz mär mrz maerz mars marzo maart março",
            "april apr avril avr abril abr aprile",
            "may mai mayo maggio mei maio mag",
            "june jun juni juin junio giugno junho giu",
            "july jul juli juillet juil julio luglio julho lug",
            "august aug août aout agosto ago augustus",
            "september sep sept septembre septiembre settembre setembro set",
            "october oct oktober okt octobre octubre ottobre outubro ott out",
            "november nov novembre noviembre novembro",
            "december dec dezember dez décembre déc decembre diciembre dic dicembre dezembro",
        ),
        1,
    )
    for name in names.split()
}
"""Names of months in English, German, French, Spanish, Italian, Dutch and Portuguese, in lower case."""

CLOCK = (
    r"(?P<h>\d{1,2})[:：hH](?P<mi>\d{2})(?:[:：](?P<s>\d{2})(?:[.,](?P<f>\d{1,9}))?)?"
    r"\s*(?P<half>[AaPp](?:\.?[Mm]\.?)?)?"
)
ZONE = (
    r"\s*_?(?:(?P<zone>(?:UTC|GMT)?[+-]\d{1,2}(?::?\d{2})?|Z|UTC|GMT)|"
    r"(?P<label>TAI|TDB|CES?T|MES?Z|E[SD]T|C[SD]T|M[SD]T|P[SD]T|JST|BST|IST))?"
)
REST = rf"(?:(?:\s*[T_,]\s*|\s+(?:at\s+|um\s+|à\s+)?){CLOCK}{ZONE}(?:\s*(?:Uhr|hs?\.?|hrs\.?))?)?$"
NAME = r"(?P<n>[^\W\d_]{3,10})\.?"
DAY = r"(?P<d>\d{1,2})(?:st|nd|rd|th|er|º)?"
OF = r"(?:of\s|del?\s)?"
ERA = r"(?P<era>令和|平成|昭和|大正|[RHST])(?P<y>\d{1,2}|元)"
WEEKDAY = r"^(?:[^\W\d_]{2,10}\.?,?\s+)?(?:A\.D\.\s+)?"
PATTERNS: tuple[tuple[Order, re.Pattern[str]], ...] = (
    ("ymd", re.compile(rf"^(?P<y>\d{{4}})[-/.](?P<m>\d{{1,2}})[-/.]\s?(?P<d>\d{{1,2}})\.?{REST}")),
    ("ymd", re.compile(rf"^(?P<y>\d{{4}})年\s?(?P<m>\d{{1,2}})月\s?(?P<d>\d{{1,2}})日?(?:\s?[((][^))]*[))])?{REST}")),
    ("ymd", re.compile(rf"^{ERA}[./年-]\s?(?P<m>\d{{1,2}})[./月-]\s?(?P<d>\d{{1,2}})日?{REST}")),
    ("dmy", re.compile(rf"^(?P<d>\d{{1,2}})\.\s?(?P<m>\d{{1,2}})\.\s?(?P<y>\d{{4}}|\d{{2}}){REST}")),
    ("numeric", re.compile(rf"^(?P<a>\d{{1,2}})(?P<sep>[-/])(?P<b>\d{{1,2}})(?P=sep)(?P<y>\d{{4}}|\d{{2}}){REST}")),
    ("named", re.compile(rf"{WEEKDAY}{DAY}\.?[-/\s]\s?{OF}{NAME}[-/,\s]\s?{OF}(?P<y>\d{{4}}|'?\d{{2}}){REST}")),
    ("named", re.compile(rf"{WEEKDAY}{NAME}[-/\s]\s?{DAY},?[-/\s]\s?(?P<y>\d{{4}}){REST}")),
    ("named", re.compile(rf"{WEEKDAY}(?P<y>\d{{4}})[-/\s]{NAME}[-/\s]{DAY}{REST}")),
    ("month", re.compile(r"^(?P<y>\d{4})[-/](?P<m>\d{1,2})$")),
    ("month", re.compile(r"^(?P<y>\d{4})年\s?(?P<m>\d{1,2})月$")),
    ("month", re.compile(r"^(?P<y>(?:19|20)\d{2})[- ]?M(?P<m>\d{1,2})$")),
    ("month", re.compile(rf"^{NAME}[-/,\s]\s?(?P<y>\d{{4}}|'?\d{{2}})$")),
    ("month", re.compile(r"^(?P<m>\d{1,2})[-/](?P<y>\d{4})$")),
)  # fmt: skip
"""Tried in order; the first that most values of a column match is its form."""
WEEKDAYS = (
    "mon tue tues wed thu thur thurs fri sat sun mo di mi do fr sa so montag dienstag mittwoch donnerstag freitag "
    "samstag sonnabend sonntag monday tuesday wednesday thursday friday saturday sunday lun mar mer jeu ven sam dim "
    "lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miércoles jueves viernes sábado domingo mié jue "
    "vie sáb dom ma wo vr za zo maandag dinsdag woensdag donderdag vrijdag zaterdag zondag pn wt śr cz czw pt sb nd "
    "пн вт ср чт пт сб вс 月 火 水 木 金 土 日 月曜日 火曜日 水曜日 木曜日 金曜日 土曜日 日曜日"
)
"""Weekdays as they stand before dates, in lower case."""
_WEEKDAY = "|".join(sorted(map(re.escape, WEEKDAYS.split()), key=len, reverse=True))
WITH_WEEKDAY = re.compile(
    rf"^(?:(?:{_WEEKDAY})\.?,?\s+(?=\d{{1,4}}[-./年]))?(?P<rest>\d.*?)(?:\s*[((](?:{_WEEKDAY})\.?[))])?$", re.I | re.S
)
COMPACT_TIME = re.compile(
    r"^(?P<y>(?:19|20)\d{2})(?P<m>0[1-9]|1[0-2])(?P<d>0[1-9]|[12]\d|3[01])[T_ -]?"
    r"(?P<h>[01]\d|2[0-3])(?P<mi>[0-5]\d)(?P<s>[0-5]\d)(?P<zone>Z|[+-]\d{4})?$"
)
"""20240611010203, 20240611T010203Z: no number is like it in every place."""
COMPACT = re.compile(r"^(?P<y>(?:19|20)\d{2}|9999)(?P<m>0[1-9]|1[0-2])(?P<d>0[1-9]|[12]\d|3[01])$")
SHORT_COMPACT: dict[str, tuple[Order, re.Pattern[str]]] = {
    "yj": ("ymd", re.compile(r"^(?P<y>\d{2})(?P<m>0[1-9]|1[0-2])(?P<d>0[1-9]|[12]\d|3[01])$")),
    "dt": ("dmy", re.compile(r"^(?P<d>0[1-9]|[12]\d|3[01])(?P<m>0[1-9]|1[0-2])(?P<y>\d{2})$")),
    "m": ("dmy", re.compile(r"^(?P<m>0[1-9]|1[0-2])(?P<d>0[1-9]|[12]\d|3[01])(?P<y>\d{2})$")),
}
"""240115, 150124 and 011524: days of six digits, by the letters that their form begins with (yymmdd, TTMMJJ)."""
COMPACT_HOUR = re.compile(
    r"^(?P<y>(?:19|20)\d{2})(?P<m>0[1-9]|1[0-2])(?P<d>0[1-9]|[12]\d|3[01])[T_ -]?(?P<h>[01]\d|2[0-4])(?P<mi>[0-5]\d)?$"
)
"""2025010113 and 202501011330, as weather services write hours and minutes."""
COMPACT_NUMERIC = re.compile(r"^(?P<a>0?[1-9]|[12]\d|3[01])(?P<b>0[1-9]|[12]\d|3[01])(?P<y>(?:19|20)\d{2})$")
"""31012025 or 01312025, perhaps without the zero in front: which of the first two is the day is to be decided."""
DOTTED_MONTH = re.compile(r"^(?P<m>0?[1-9]|1[0-2])\.(?P<y>(?:19|20)\d{2})$")
"""03.2025: a month where a name says so, else a number."""
COMPACT_MONTH = re.compile(r"^(?P<y>(?:19|20)\d{2})(?P<m>0[1-9]|1[0-2])$")
TIME = re.compile(rf"^{CLOCK}$")
OFFSET = re.compile(r"(?P<sign>[+-])(?P<hours>\d{1,2}):?(?P<minutes>\d{2})?$")
TWO_DIGITS = re.compile("[0-9].*?[0-9]", re.S)
LONGEST = 60
"""Characters of the longest cell that is looked at as a date."""
ERAS = {"令和": 2018, "平成": 1988, "昭和": 1925, "大正": 1911, "R": 2018, "H": 1988, "S": 1925, "T": 1911}
"""Eras of the Japanese calendar: the year before their first."""
END_OF_DAY = 24
"""The hour 24:00 of a day is the first of the next one."""
PIVOT = 69
"""Two-digit years: 00 to 68 are 2000 to 2068, 69 to 99 are 1969 to 1999."""


class DateParts(NamedTuple):
    """The parts as written. For the order "numeric", which of `first` and `second` is the day is to be decided."""

    year: int
    first: int  # month, or the first number
    second: int  # day, or the second number
    seconds: float  # since midnight
    offset: int | None  # minutes east of UTC
    short_year: bool
    label: str | None  # the name of a time zone that is not converted: "CET", "TAI"
    era: str | None = None  # of the Japanese calendar, as written


def normal(text: str) -> str:
    """Full-width digits and signs as plain ones, without a weekday before or after."""
    plain = text if text.isascii() else unicodedata.normalize("NFKC", text).strip()
    return plain if plain[:1] in "+-0123456789" and plain[-1:].isdigit() else WITH_WEEKDAY.sub(r"\g<rest>", plain)


def may_be_date(text: str) -> bool:
    """A quick look: whether a text is short enough and has the two digits that every form of a date has."""
    return len(text) <= LONGEST and (TWO_DIGITS.search(text) is not None or not text.isascii())


def date_parts(pattern: re.Pattern[str], text: str) -> DateParts | None:
    """The parts of a text that has this form, or None."""
    return parts_of(pattern, normal(text)) if len(text) <= LONGEST else None


def parts_of(pattern: re.Pattern[str], plain: str) -> DateParts | None:
    """The same for a text that is `normal` already."""
    match = pattern.match(plain)
    if match is None:
        return None
    parts = match.groupdict()
    first = _month(parts)
    if first is None:
        return None
    written = parts["y"].lstrip("'")
    era = parts.get("era")
    year = ERAS[era] + (1 if written == "元" else int(written)) if era else int(written)
    if len(written) == 2 and not era:
        year += 1900 if year >= PIVOT else 2000
    seconds = clock_seconds(parts)
    if seconds is None:
        return None
    second = int(parts.get("d") or parts.get("b") or 1)
    short = len(written) == 2 and not era
    return DateParts(year, first, second, seconds, _offset(parts.get("zone")), short, parts.get("label"), era)


def _month(parts: dict[str, str | None]) -> int | None:
    name = parts.get("n")
    if name:
        return MONTHS.get(name.casefold().rstrip("."))
    return int(parts.get("a") or parts.get("m") or 0)


def clock_seconds(parts: dict[str, str | None]) -> float | None:
    """Seconds since midnight, 0 without a clock time; None when there is no such time of day."""
    if not parts.get("h"):
        return 0.0
    hours, minutes, seconds = (int(parts.get(name) or 0) for name in ("h", "mi", "s"))
    half = (parts.get("half") or "").casefold()
    if half:
        if not 1 <= hours <= 12:
            return None
        hours = hours % 12 + (12 if half.startswith("p") else 0)
    if hours == END_OF_DAY and not (minutes or seconds or int(parts.get("f") or 0)):
        return END_OF_DAY * 3600.0
    if hours > 23 or minutes > 59 or seconds > 59:
        return None
    return hours * 3600 + minutes * 60 + seconds + float(f"0.{parts.get('f') or 0}")


def _offset(zone: str | None) -> int | None:
    if not zone:
        return None
    match = OFFSET.search(zone)
    if match is None:
        return 0
    minutes = int(match["hours"]) * 60 + int(match["minutes"] or 0)
    return -minutes if match["sign"] == "-" else minutes


def time_of_day(text: str) -> str | None:
    """A time as HH:MM:SS (fractions of a second kept), 24:00:00 for the end of a day; None when the text is none."""
    match = TIME.match(normal(text))
    seconds = clock_seconds(match.groupdict()) if match else None
    if match is None or seconds is None:
        return None
    whole = int(seconds)
    fraction = match["f"].rstrip("0") if match["f"] else ""
    return f"{whole // 3600:02d}:{whole // 60 % 60:02d}:{whole % 60:02d}{'.' + fraction if fraction else ''}"
