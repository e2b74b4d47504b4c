"""Columns that likely hold personal data, found on the profile alone: proposed to be held back, never decided."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from registry.profile import ColumnProfile, DatasetProfile

PersonalKind = Literal["email", "phone", "name", "address", "birth date", "personal id"]

_EMAIL = re.compile(r"[^@\s]+@[^@\s]+\.[A-Za-z]{2,}")
_PHONE = re.compile(r"(?=(?:\D*\d){7,15}\D*$)(?:\+|00|\(?0)[\d\s()./-]+")
_IBAN = re.compile(r"[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?")
_SSN = re.compile(r"\d{3}-\d{2}-\d{4}")
_PERSON_NAME = re.compile(r"[^\W\d_][\w.'’-]*(?:,? [^\W\d_][\w.'’-]*){1,3}")
_HEADERS: dict[PersonalKind, re.Pattern[str]] = {
    "email": re.compile(r"e-?mail|メール"),
    "phone": re.compile(r"\b(phone|mobile|telephone|tel|telefon|handy|fax)\b|電話"),
    "name": re.compile(
        r"\b(first|last|full|given|family|sur|user|customer|client|employee|patient|person|contact|student)_?name\b"
        r"|\b(surname|lastname|firstname|fullname|vorname|nachname|familienname)\b|氏名|名前"
    ),
    "address": re.compile(r"\b(street|address|adresse|strasse|straße|postcode|zip|zip code|plz|postal code)\b|住所"),
    "birth date": re.compile(r"\b(birth|birthday|birthdate|born|dob|geburtsdatum|geburtstag)\b|生年月日"),
    "personal id": re.compile(
        r"\b(ssn|social security|passport|tax id|iban|national id|driver|licence number|license number"
        r"|(customer|client|patient|employee|user|member|person|student|kunden)\s?(id|no|nr|number|nummer))\b|マイナンバー"
    ),
}
_MOST = 0.6  # share of the known values that must look so


@dataclass(frozen=True)
class PersonalColumn:
    """A column proposed to be held back, with why."""

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
            return kind, f"The values of {column.name} look like {_PLURAL[kind]}."
    if _is_bare_name(column) and values and sum(map(_is_person, values)) >= _MOST * len(values):
        return "name", f"The values of {column.name} look like names of persons."
    return None


def _by_header(column: ColumnProfile) -> tuple[PersonalKind, str] | None:
    if column.kind in ("boolean", "empty"):
        return None
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", column.name).casefold().replace("_", " ").replace("-", " ")
    joined = column.name.casefold()
    for kind, pattern in _HEADERS.items():
        if pattern.search(words) or pattern.search(joined) or pattern.search(words.replace(" ", "_")):
            return kind, f"The name of {column.name} tells of {_PLURAL[kind]}."
    return None


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
_PLURAL: dict[PersonalKind, str] = {
    "email": "email addresses",
    "phone": "phone numbers",
    "name": "names of persons",
    "address": "addresses",
    "birth date": "dates of birth",
    "personal id": "ids of persons",
}
