"""Columns that likely hold personal data, found on the profile alone: proposed to be held back, never decided."""

import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal, get_args

from agent.reasoning.words import say
from registry.profile import ColumnProfile, DatasetProfile

PersonalKind = Literal["email", "phone", "name", "address", "birth date", "personal id"]

_EMAIL = re.compile(r"[^@\s]+@[^@\s]+\.[A-Za-z]{2,}")
_PHONE = re.compile(r"(?=(?:\D*\d){7,15}\D*$)(?:\+|00|\(?0)[\d\s()./-]+")
_IBAN = re.compile(r"[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?")
_SSN = re.compile(r"\d{3}-\d{2}-\d{4}")
_PERSON_NAME = re.compile(r"[^\W\d_][\w.'’-]*(?:,? [^\W\d_][\w.'’-]*){1,3}")
_HEADERS = Path(__file__).with_suffix(".toml")
_MOST = 0.6  # share of the known values that must look so


@dataclass(frozen=True)
class PersonalColumn:
    """A column proposed to be held back, with why, in the language that was told."""

    dataset_id: str
    column: str
    kind: PersonalKind
    reason: str


def likely_personal(profile: DatasetProfile) -> tuple[PersonalColumn, ...]:
    """The columns that look like personal data, in file order. Deterministic; may be wrong both ways."""
    found = []
    for column in profile.columns:
        kind, reason = _by_values(column) or _by_header(column) or (None, "")
        if kind:
            found.append(PersonalColumn(profile.dataset_id, column.name, kind, reason))
    return tuple(found)


def _by_values(column: ColumnProfile) -> tuple[PersonalKind, str] | None:
    values = _known_values(column)
    for kind, fits in _LOOKS.items():
        if values and sum(map(fits, values)) >= _MOST * len(values):
            return kind, _reason("values", kind, column)
    if _is_bare_name(column) and values and sum(map(_is_person, values)) >= _MOST * len(values):
        return "name", _reason("values", "name", column)
    return None


def _by_header(column: ColumnProfile) -> tuple[PersonalKind, str] | None:
    if column.kind in ("boolean", "empty"):
        return None
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", column.name).casefold().replace("_", " ").replace("-", " ")
    joined = column.name.casefold()
    for kind, pattern in _headers().items():
        if pattern.search(words) or pattern.search(joined) or pattern.search(words.replace(" ", "_")):
            return kind, _reason("header", kind, column)
    return None


def _reason(by: Literal["values", "header"], kind: PersonalKind, column: ColumnProfile) -> str:
    return say(f"personal.{by}.{kind.replace(' ', '_')}", column=column.name)


@cache
def _headers() -> dict[PersonalKind, re.Pattern[str]]:
    """The headers that tell of each kind, in every language at once."""
    kept = tomllib.loads(_HEADERS.read_text(encoding="utf-8"))["headers"]
    return {kind: re.compile("|".join(kept[kind])) for kind in get_args(PersonalKind)}


def _known_values(column: ColumnProfile) -> list[str]:
    return [*dict.fromkeys([*column.samples, *(value.value for value in column.top_values)])]


def _is_bare_name(column: ColumnProfile) -> bool:
    many = column.count > 0 and column.unique >= 0.5 * column.count
    return column.kind in ("text", "identifier") and many and bool(re.search(r"\bname\b", column.name.casefold()))


def _is_person(value: str) -> bool:
    return bool(_PERSON_NAME.fullmatch(value.strip()))


def _full(pattern: re.Pattern[str]) -> Callable[[str], bool]:
    return lambda value: bool(pattern.fullmatch(value.strip()))


_LOOKS: dict[PersonalKind, Callable[[str], bool]] = {
    "email": _full(_EMAIL),
    "phone": _full(_PHONE),
    "personal id": lambda value: bool(_IBAN.fullmatch(value.strip()) or _SSN.fullmatch(value.strip())),
}
