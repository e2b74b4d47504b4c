"""What the words of a question name: columns by their headers, aggregates, counts and times, in any language."""

import re
import tomllib
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Literal

from rapidfuzz import fuzz

from registry.columns.category_rules import header_words
from registry.profile import DatasetProfile
from registry.question_words import base_forms

SAME_WORD = 88
"""Of 100: how alike two words must be to be one in another form."""
SHORTEST_TELLING = 3
"""Letters: shorter words of a header (no, of) alone name no column."""
Asked = Literal["count", "time"]
_FILE = Path(__file__).with_name("asked_words.toml")
_WORD = re.compile(r"[^\W_\u3040-\u30ff\u3400-\u9fff]+|[\u3040-\u30ff\u3400-\u9fff]+")
_NO_BLANKS = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
"""Scripts that write words without blanks between them."""


def names_column(question: str, column: str, datasets: Sequence[DatasetProfile]) -> bool:
    """Whether all words of a column's name stand in the question, and no column has more of them there."""
    wanted = header_words(column)
    if _NO_BLANKS.search(column):
        return plain(column) in plain(question)
    said = said_words(question)
    longer = (header_words(name) for table in datasets for name in table.column_names if name != column)
    return _are_said(wanted, said) and not any(set(wanted) < set(other) and _are_said(other, said) for other in longer)


def touches_column(question: str, column: str) -> bool:
    """Whether any telling word of a column's name stands in the question."""
    return _place(question, column) is not None


def columns_named(question: str, table: DatasetProfile) -> list[str]:
    """The columns of a table that a question names, in its order: by all words of their names, else by any."""
    whole = [name for name in table.column_names if names_column(question, name, (table,))]
    places = {name: place for name in whole or table.column_names if (place := _place(question, name)) is not None}
    return sorted(places, key=lambda name: places[name])


def also_meant(question: str, column: str, table: DatasetProfile) -> list[str]:
    """Other columns that the words which name this one fit as well; none where its whole name is said."""
    if names_column(question, column, (table,)):
        return []
    said = [word for word in said_words(question) if touches_column(word, column)]
    return [name for name in table.column_names if name != column and any(touches_column(word, name) for word in said)]


def aggregates_asked(question: str) -> frozenset[str]:
    """The aggregates that a question asks for by their words."""
    return frozenset(name for name, words in _asked_words("aggregates").items() if _has_any(question, words))


def asks(question: str, what: Asked) -> bool:
    """Whether a question has words of a kind: "count" for how many, "time" for periods and courses."""
    return _has_any(question, _asked_words("kinds")[what])


def said_words(text: str) -> list[str]:
    """The words of a text in lower case."""
    return _WORD.findall(plain(text))


def plain(text: str) -> str:
    """One form of the same characters, in lower case."""
    return unicodedata.normalize("NFKC", text).casefold()


def is_same_word(word: str, said: str) -> bool:
    """Whether two words are one, but for a slip, an ending or a plural."""
    return any(fuzz.ratio(word, form) >= SAME_WORD for form in base_forms(said))


def _are_said(wanted: Sequence[str], said: Sequence[str]) -> bool:
    return bool(wanted) and all(any(is_same_word(word, one) for one in said) for word in wanted)


def _place(question: str, column: str) -> int | None:
    """Where the question names a column first, as a count of its words or characters; None where it does not."""
    if _NO_BLANKS.search(column):
        at = plain(question).find(plain(column))
        return at if at >= 0 else None
    wanted = header_words(column)
    telling = [word for word in wanted if len(word) >= SHORTEST_TELLING] or wanted
    said = said_words(question)
    return next((at for at, one in enumerate(said) if any(is_same_word(word, one) for word in telling)), None)


def _has_any(question: str, words: Sequence[str]) -> bool:
    text = plain(question)
    return any(word in text if _NO_BLANKS.search(word) else re.search(rf"\b{re.escape(word)}", text) for word in words)


def _asked_words(part: str) -> Mapping[str, list[str]]:
    words: Mapping[str, list[str]] = _tables()[part]
    return words


@cache
def _tables() -> Mapping[str, Mapping[str, list[str]]]:
    return tomllib.loads(_FILE.read_text(encoding="utf-8"))
