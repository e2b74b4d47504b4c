"""What a column is by its unit, its name and its values: money that adds up, counts, what is averaged, yes and no."""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from registry.profile import ColumnProfile

_FILE = Path(__file__).parent / "column_roles.toml"
_CURRENCIES = frozenset({"USD", "EUR", "GBP", "JPY", "CHF", "CNY", "INR", "KRW"})


@cache
def _words() -> Mapping[str, list[str]]:
    return tomllib.loads((_FILE).read_text(encoding="utf-8"))


def rank_of(column: ColumnProfile) -> int:
    """Smaller is more what a table is about: sums of money in the order of their words, then counts, then others."""
    money, last = _words()["money"], len(_words()["money"])
    if column.unit == "%" or _has(column.name, "averaged"):
        return last + 3
    named = [place for place, word in enumerate(money) if _holds(column.name, word)]
    if named:
        return named[0]
    return last if column.unit in _CURRENCIES else last + 1 if _has(column.name, "counted") else last + 2


def _has(name: str, kind: str) -> bool:
    return any(_holds(name, word) for word in _words()[kind])


def _holds(name: str, word: str) -> bool:
    """Whether a name holds a word: between blanks, or anywhere for words of scripts without these."""
    plain = " ".join("".join(letter if letter.isalnum() else " " for letter in name.casefold()).split())
    return f" {word} " in f" {plain} " or (not word.isascii() and word in plain)


def yes_of(column: ColumnProfile) -> str | None:
    """The value that says yes in a column of yes and no; None for other columns."""
    if column.unique != 2 or column.kind not in ("boolean", "text"):
        return None
    values = [each.value for each in column.top_values]
    yes = [value for value in values if value.casefold() in _words()["yes"]]
    no = [value for value in values if value.casefold() in _words()["no"]]
    return yes[0] if len(yes) == len(no) == 1 else None


def adds_up(column: ColumnProfile) -> bool:
    """Whether its sum says something: money and counts; all else is averaged."""
    return rank_of(column) <= len(_words()["money"]) + 1
