"""What the columns of a table are in questions: by unit, name and values."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from registry.profile import ColumnProfile, DatasetProfile

FEWEST_GROUPS, MOST_GROUPS = 2, 12
_MOST_PLACES = 31
"""So many hours, days or rounds are still seen side by side: they have an order."""
MOST_MISSING = 0.5
_FILE = Path(__file__).parent / "column_roles.toml"
_CURRENCIES = frozenset({"USD", "EUR", "GBP", "JPY", "CHF", "CNY", "INR", "KRW"})
_SPACED = "\u2e7f"
"""The last sign of the scripts that write blanks between words."""
_CAMEL = re.compile(r"(?<=[a-z\u00df-\u024f])(?=[A-Z])")
_AMOUNTS = ("money", "averaged_money", "counted", "other", "averaged")
"""What numbers are amounts of, those first that a table is more about."""
_ADDED_UP = frozenset({"money", "counted"})
_FLAGS = (0, 1)
_LONGEST_NAME, _LONGEST_VALUE = 60, 40
"""A column that is called by more is no part of a question, and one with longer values holds sentences, not groups."""
_FEWEST_ROWS_A_GROUP = 2
_MOST_WITHOUT_GROUP = 0.2
"""Of more rows without a group there would be more to say than of the groups."""
_MOST_LABELS_TWICE = 0.9
"""From this part of different ones on, values name their rows, though some may stand twice."""


@cache
def _kept() -> Mapping[str, list[Any]]:
    return tomllib.loads((_FILE).read_text(encoding="utf-8"))


def _words() -> Mapping[str, list[str]]:
    return _kept()


def _pairs() -> Sequence[Sequence[str]]:
    return _kept()["yes_and_no"]


def rank_of(column: ColumnProfile) -> tuple[int, int]:
    """Smaller is more what a table is about: sums of money in the order of their words, then money that is averaged,
    counts, other numbers, and what is averaged.
    """
    kind = _amount_of(column)
    places = [place for place, word in enumerate(_words()["money"]) if _holds(column.name, word)]
    return _AMOUNTS.index(kind), places[0] if places and kind == "money" else len(_words()["money"])


def adds_up(column: ColumnProfile) -> bool:
    """Whether its sum says something: money and counts; all else is averaged."""
    return _amount_of(column) in _ADDED_UP


def _amount_of(column: ColumnProfile) -> str:
    if _has(column.name, "averaged_money"):
        return "averaged_money"
    if column.unit == "%" or _has(column.name, "averaged"):
        return "averaged"
    if column.unit in _CURRENCIES or _has(column.name, "money"):
        return "money"
    return "counted" if _has(column.name, "counted") else "other"


def yes_of(column: ColumnProfile) -> str | None:
    """The value that says yes in a column of yes and no; None for other columns."""
    if column.unique != len(_FLAGS):
        return None
    if column.kind == "number":
        numeric = column.numeric
        return "1" if numeric is not None and (numeric.minimum, numeric.maximum) == _FLAGS else None
    if column.kind not in ("boolean", "text"):
        return None
    said = {each.value.casefold(): each.value for each in column.top_values}
    return next((said[yes] for yes, no in _pairs() if said.keys() == {yes, no}), None)


@dataclass(frozen=True)
class TableRoles:
    """The columns of a table by what a question can do with them, the main ones first.

    `measures` are added up or averaged, `groups` are few and hold several rows each, `names` are many and
    hold several rows, `labels` name single rows, `flags` say yes or no.
    """

    measures: tuple[ColumnProfile, ...] = ()
    groups: tuple[ColumnProfile, ...] = ()
    names: tuple[ColumnProfile, ...] = ()
    labels: tuple[ColumnProfile, ...] = ()
    flags: tuple[ColumnProfile, ...] = ()
    dates: tuple[ColumnProfile, ...] = ()


def roles_of(profile: DatasetProfile) -> TableRoles:
    """What the columns of a table are; a column that is mostly empty is nothing."""
    usable = [one for one in profile.columns if len(one.name) <= _LONGEST_NAME and one.missing_share <= MOST_MISSING]
    flags = [one for one in usable if yes_of(one) is not None]
    others = [one for one in usable if one not in flags]
    names = [one for one in others if one.kind in ("text", "identifier") and one.unique > MOST_GROUPS]
    return TableRoles(
        measures=tuple(sorted((one for one in others if _is_measure(one)), key=rank_of)),
        groups=tuple(one for one in others if _is_group(one)),
        names=tuple(one for one in names if one.unique <= one.count / _FEWEST_ROWS_A_GROUP and not _is_prose(one)),
        labels=tuple(one for one in others if _is_label(one)),
        flags=tuple(flags),
        dates=tuple(
            sorted(
                (one for one in usable if one.kind in ("date", "datetime") and one.unique > 1),
                key=lambda one: one.missing_share > 0.05,
            )
        ),
    )


def _is_measure(column: ColumnProfile) -> bool:
    numeric = column.numeric
    if column.kind != "number" or numeric is None or column.unique <= len(_FLAGS):
        return False
    return not (_is_coded(column) or _is_year(column) or (_amount_of(column) == "other" and _counts_rows(column)))


def _is_year(column: ColumnProfile) -> bool:
    numeric = column.numeric
    return numeric is not None and numeric.is_integer and numeric.minimum >= 1800 and numeric.maximum <= 2200


def _counts_rows(column: ColumnProfile) -> bool:
    """1, 2, 3, ...: every whole number of a range once."""
    numeric = column.numeric
    once = numeric is not None and numeric.is_integer and column.unique == column.count
    return numeric is not None and once and numeric.maximum - numeric.minimum == column.count - 1


def _is_coded(column: ColumnProfile) -> bool:
    """A number by which a thing is known, or a place in time or an order."""
    words = _plain(column.name).split()
    ends = {words[0], words[-1]} if words else set()
    if " ".join(words) in _words()["things"] or not ends.isdisjoint(_words()["coded"]):
        return not _has(column.name, "counted")
    return _amount_of(column) == "other" and not ends.isdisjoint(_words()["placed"])


def _is_group(column: ColumnProfile) -> bool:
    most = _MOST_PLACES if column.kind == "number" else MOST_GROUPS
    few = FEWEST_GROUPS <= column.unique <= min(most, column.count / _FEWEST_ROWS_A_GROUP)
    few = few and column.missing_share <= _MOST_WITHOUT_GROUP
    if column.kind == "number":
        return few and _is_coded(column)
    return few and column.kind in ("text", "boolean", "identifier") and not _is_prose(column)


def _is_label(column: ColumnProfile) -> bool:
    once = column.unique >= column.count * _MOST_LABELS_TWICE and column.unique > len(_FLAGS)
    return once and column.kind == "text" and not _is_prose(column)


def _is_prose(column: ColumnProfile) -> bool:
    return any(len(each) > _LONGEST_VALUE or "\n" in each
               for each in (*column.samples, *(top.value for top in column.top_values)))  # fmt: skip


def _has(name: str, kind: str) -> bool:
    return any(_holds(name, word) for word in _words()[kind])


def _holds(name: str, word: str) -> bool:
    """Whether a name holds a word: between blanks, or anywhere for words of scripts without these; "=word" is all of
    it."""
    plain = _plain(name)
    if word.startswith("="):
        return plain == word[1:]
    return f" {word} " in f" {plain} " or (word[0] > _SPACED and word in plain)


def _plain(name: str) -> str:
    parted = _CAMEL.sub(" ", name)
    return " ".join("".join(letter if letter.isalnum() else " " for letter in parted.casefold()).split())
