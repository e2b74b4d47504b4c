"""Choices about reading in a few words: on the button that makes one, and in the list of those made."""

from collections.abc import Callable, Mapping
from typing import cast

from pages.components.escape import escape
from registry.choosing import Choice
from registry.dataset import FIXED_WIDTH
from registry.mojibake import TWICE
from registry.receipt import ChoiceValue

DELIMITERS: Mapping[str, str] = {
    ",": "comma", ";": "semicolon", "\t": "tab", "|": "bar", " ": "blank", "^": "caret", "~": "tilde", ":": "colon",
    FIXED_WIDTH: "fixed places",
}  # fmt: skip
QUOTES: Mapping[str, str] = {'"': 'double "', "'": "single '", "": "none"}
ENCODINGS: Mapping[str, str] = {
    "utf-8": "UTF-8", "utf-16": "UTF-16", "cp1252": "Western European (Windows-1252)",
    "cp1250": "Central European (Windows-1250)", "cp1251": "Cyrillic (Windows-1251)", "cp1253": "Greek (Windows-1253)",
    "cp1254": "Turkish (Windows-1254)", "cp1255": "Hebrew (Windows-1255)", "cp1256": "Arabic (Windows-1256)",
    "cp1257": "Baltic (Windows-1257)", "cp874": "Thai (Windows-874)", "cp437": "DOS, United States (437)",
    "cp850": "DOS, Western Europe (850)", "cp866": "DOS, Cyrillic (866)", "koi8_r": "Cyrillic (KOI8-R)",
    "iso8859_15": "Western European (ISO 8859-15)", "mac_roman": "Western European (Mac)",
    "cp932": "Japanese (Shift-JIS)", "euc_jp": "Japanese (EUC-JP)", "gb18030": "Chinese (GB 18030)",
    "big5": "Chinese (Big5)", "euc_kr": "Korean (EUC-KR)", TWICE: "UTF-8, garbled on its way",
}  # fmt: skip
"""Python's names of encodings that people meet, and what they are called here."""
KINDS: Mapping[str, str] = {
    "number": "number", "text": "text", "date": "date", "datetime": "date and time", "time": "time of day",
    "boolean": "yes or no", "identifier": "identifier",
}  # fmt: skip
LINES_NAMED = 5


def in_words(choice: Choice) -> str:
    """What a choice does, as Markdown that is safe to show: "Separate columns by semicolon"."""
    name, value = choice
    return _SAYS[name](value)


def lines_in_words(lines: tuple[int, ...]) -> str:
    """ "line 3", "lines 3, 4, 5 and 12 more"."""
    shown = ", ".join(f"{line:,}" for line in lines[:LINES_NAMED])
    more = f" and {len(lines) - LINES_NAMED:,} more" if len(lines) > LINES_NAMED else ""
    return f"{'line' if len(lines) == 1 else 'lines'} {shown}{more}"


def _pair(value: ChoiceValue) -> tuple[str, str]:
    column, other = cast(tuple[str, object], value)
    return f"“{escape(column)}”" if column else "all columns", escape(str(other))


def _lines(value: ChoiceValue) -> str:
    return lines_in_words(value if isinstance(value, tuple) else (value,))  # type: ignore[arg-type]  # line numbers


def _is_on(value: ChoiceValue) -> bool:
    return bool(cast(tuple[str, bool], value)[1])


def _kind(value: ChoiceValue) -> str:
    column, kind = cast(tuple[str, str], value)
    return f"Read “{escape(column)}” as {KINDS[kind]}"


def _about(words: str) -> Callable[[ChoiceValue], str]:
    """A sentence with the column, or the whole value, and what is said of it."""

    def said(value: ChoiceValue) -> str:
        column, other = _pair(value) if isinstance(value, tuple) else (f"“{escape(str(value))}”", "")
        return words.format(column=column, value=other)

    return said


_SAYS: Mapping[str, Callable[[ChoiceValue], str]] = {
    "encoding": lambda value: f"Read the characters as {escape(ENCODINGS.get(str(value), str(value)))}",
    "delimiter": lambda value: f"Separate columns by {escape(DELIMITERS.get(str(value), f'“{value}”'))}",
    "quote": lambda value: f"Quotes: {escape(QUOTES.get(str(value), str(value)))}",
    "decimal": lambda value: f"Decimal {'comma' if value == ',' else 'point'}",
    "totals": lambda value: "Totals are rows like others" if value == "in" else "Set totals apart",
    "table": lambda value: f"Read the table {escape(str(value))}",
    "header_line": lambda value: f"Column names are in line {value}" if value else "There are no column names",
    "header_lines": lambda value: "One line of names" if value == 1 else f"Names take {value} lines",
    "skip_lines": lambda value: f"Leave out {_lines(value)}",
    "kept_lines": lambda value: f"{_lines(value).capitalize()} hold{'s' if _one(value) else ''} data",
    "keep_text": _about("Keep {column} exactly as written"),
    "fill_down": _about("Fill blank cells of {column} from above"),
    "day_first": lambda value: f"{_pair(value)[0]}: {'day' if _is_on(value) else 'month'} first",
    "renamed": _about("Show {column} as “{value}”"),
    "kinds": _kind,
    "described": _about("{column} means: {value}"),
    "units": lambda value: (
        f"{_pair(value)[0]} is in {_pair(value)[1]}" if _is_on(value) else f"{_pair(value)[0]} has no unit"
    ),
    "spellings": lambda value: (
        f"{'Bring together' if _is_on(value) else 'Keep apart'} the spellings of {_pair(value)[0]}"
    ),
    "missing_words": _about("“{value}” of {column} counts as missing"),
    "kept_words": _about("“{value}” of {column} is a value"),
}


def _one(value: ChoiceValue) -> bool:
    return not isinstance(value, tuple) or len(value) == 1
