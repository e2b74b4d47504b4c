"""Choices about reading in a few words: on the button that makes one, and in the list of those made."""

from collections.abc import Callable, Mapping, Sequence
from typing import cast

from pages.components.catalogue import amount, say, say_count, say_if_known
from pages.components.escape import escape
from registry.choosing import SHAPES, Choice
from registry.dataset import FIXED_WIDTH
from registry.receipt import ChoiceValue
from registry.text.mojibake import TWICE

_DELIMITERS: Mapping[str, str] = {
    ",": "comma", ";": "semicolon", "\t": "tab", "|": "bar", " ": "blank", "^": "caret", "~": "tilde", ":": "colon",
    FIXED_WIDTH: "fixed",
}  # fmt: skip
_QUOTES: Mapping[str, str] = {'"': "double", "'": "single", "": "none"}
_ENCODINGS = (
    "utf-8", "utf-16", "cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "cp1255", "cp1256", "cp1257", "cp874", "cp437",
    "cp850", "cp866", "koi8_r", "iso8859_15", "mac_roman", "cp932", "euc_jp", "gb18030", "big5", "euc_kr", TWICE,
)  # fmt: skip
"""Python's names of encodings that people meet."""
_KINDS = ("number", "text", "date", "datetime", "time", "boolean", "identifier")
LINES_NAMED = 5


def delimiters() -> Mapping[str, str]:
    """What may stand between columns, in words."""
    return {sign: say(f"delimiter.{name}") for sign, name in _DELIMITERS.items()}


def quotes() -> Mapping[str, str]:
    """What may stand around cells, in words."""
    return {sign: say(f"quote.{name}") for sign, name in _QUOTES.items()}


def encodings() -> Mapping[str, str]:
    """What characters may be read as, in words."""
    return {name: say(f"encoding.{name.replace(' ', '_')}") for name in _ENCODINGS}


def kinds() -> Mapping[str, str]:
    """What a column may be said to hold, in words."""
    return {name: say(f"kind.{name}") for name in _KINDS}


def in_words(choice: Choice) -> str:
    """What a choice does, as Markdown that is safe to show: "Separate columns by semicolon"."""
    name, value = choice
    return _SAYS[name](value) if name in _SAYS else _about(name, value)


def asked(choice: Choice) -> str:
    """Whether a choice is what is meant, as a question: "Is “NA” in “region” a value, or is the value missing?"."""
    name, value = choice
    if SHAPES[name] == "line":
        lines = cast(tuple[int, ...], value if isinstance(value, tuple) else (value,))
        return say_count(f"ask.{name}", len(lines), lines=lines_in_words(lines, len(lines), LINES_NAMED))
    if name == "kinds":
        column, kind = cast(tuple[str, str], value)
        return say("ask.kinds", column=_quoted(column), value=say_if_known(f"kind.{kind}", kind))
    column, other = cast(tuple[str, object], value) if isinstance(value, tuple) else (str(value), "")
    return say(f"ask.{name}", column=_column(column), value=_quoted(str(other)))


def lines_in_words(lines: Sequence[int], count: int, most: int) -> str:
    """Numbers of lines, `most` of them: "3", "3, 4, 5 and 12 more". `count`: of all lines that are meant."""
    shown = say("choice.between").join(amount(line) for line in lines[:most])
    more = count - min(len(lines), most)
    return say("choice.and_more", shown=shown, more=more) if more > 0 else shown


def _quoted(text: str) -> str:
    return say("judged.quoted", value=escape(text))


def _column(name: str) -> str:
    return _quoted(name) if name else say("choice.all_columns")


def _about(name: str, value: ChoiceValue) -> str:
    """A sentence with the column, or the whole value, and what is said of it."""
    column, other = cast(tuple[str, object], value) if isinstance(value, tuple) else (str(value), "")
    return say(f"choice.{name}", column=_column(column), value=escape(str(other)))


def _named(words: Callable[[], Mapping[str, str]], key: str) -> Callable[[ChoiceValue], str]:
    """A sentence with what a value is called among others."""
    return lambda value: say(key, value=escape(words().get(str(value), str(value))))


def _lines(name: str) -> Callable[[ChoiceValue], str]:
    def told(value: ChoiceValue) -> str:
        lines = cast(tuple[int, ...], value if isinstance(value, tuple) else (value,))
        return say_count(f"choice.{name}", len(lines), lines=lines_in_words(lines, len(lines), LINES_NAMED))

    return told


def _either(name: str) -> Callable[[ChoiceValue], str]:
    """One of two sentences about a column, by what was chosen of it."""

    def told(value: ChoiceValue) -> str:
        column, other = cast(tuple[str, object], value)
        return say(f"choice.{name}.{'yes' if other else 'no'}", column=_column(column), value=escape(str(other)))

    return told


def _kind(value: ChoiceValue) -> str:
    column, kind = cast(tuple[str, str], value)
    return say("choice.kinds", column=_quoted(column), value=say_if_known(f"kind.{kind}", kind))


def _missing_word(name: str) -> Callable[[ChoiceValue], str]:
    def told(value: ChoiceValue) -> str:
        column, word = cast(tuple[str, str], value)
        return say(f"choice.{name}", column=_column(column), value=_quoted(word))

    return told


def _names_line(value: ChoiceValue) -> str:
    return say("choice.header_line.yes", value=str(value)) if value else say("choice.header_line.no")


_SAYS: Mapping[str, Callable[[ChoiceValue], str]] = {
    "encoding": _named(encodings, "choice.encoding"),
    "delimiter": lambda value: say("choice.delimiter", value=delimiters().get(str(value), _quoted(str(value)))),
    "quote": _named(quotes, "choice.quote"),
    "decimal": lambda value: say("choice.decimal", value=say("decimal.comma" if value == "," else "decimal.point")),
    "totals": lambda value: say("choice.totals.in" if value == "in" else "choice.totals.out"),
    "table": lambda value: say("choice.table", value=escape(str(value))),
    "header_line": _names_line,
    "header_lines": lambda value: say_count("choice.header_lines", cast(int, value)),
    "skip_lines": _lines("skip_lines"),
    "kept_lines": _lines("kept_lines"),
    "day_first": _either("day_first"),
    "kinds": _kind,
    "units": _either("units"),
    "spellings": _either("spellings"),
    "missing_words": _missing_word("missing_words"),
    "kept_words": _missing_word("kept_words"),
    "renamed": lambda value: say(
        "choice.renamed",
        column=_column(cast(tuple[str, str], value)[0]),
        value=_quoted(cast(tuple[str, str], value)[1]),
    ),
}
"""What is told otherwise than by the column and the value alone."""
