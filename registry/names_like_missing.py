"""People are called Null and Na: where a column holds names, such a word written as the others are is one."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal

from registry.category_rules import header_words
from registry.word_lists import folded

NAME_WORDS: frozenset[str] = frozenset(
    {
        "name", "names", "surname", "lastname", "firstname", "familyname", "nachname", "vorname", "familienname",
        "nutzername", "benutzername", "username", "user", "login", "nom", "prénom", "apellido", "apellidos", "nombre",
        "cognome", "nome", "naam", "achternaam", "voornaam", "nazwisko", "imię", "ename", "player", "author",
        "spieler", "customer", "client", "kunde", "käufer", "employee", "person", "姓", "名", "氏名", "名前", "姓名",
    }
)  # fmt: skip
SURNAME_WORDS = frozenset(
    {"surname", "last", "lastname", "family", "familyname", "nachname", "familienname", "achternaam"}
)
"""Below these `NA` is a name whatever the case of the others."""
NAME_ENDING = re.compile(r"(name|naam|名)$", re.I)
NAMES: frozenset[str] = frozenset({"null", "na", "nil"})
MOSTLY = 0.6
Style = Literal["upper", "lower", "mixed"]


def holds_names(header: str) -> bool:
    """Whether a column is called as one of names of people."""
    words = header_words(header)
    return any(word in NAME_WORDS or NAME_ENDING.search(word) for word in words)


def names_to_spare(header: str, tokens: Iterable[str], others: Sequence[str]) -> set[str]:
    """The tokens for "missing" that are names here: the column holds names, and most are written in the same case."""
    if not others or not holds_names(header):
        return set()
    styles = Counter(map(_style, others))
    style, count = styles.most_common(1)[0]
    if count < len(others) * MOSTLY:
        return set()
    surnames = bool(set(header_words(header)) & SURNAME_WORDS)
    return {
        token
        for token in tokens
        if folded(token) in NAMES and (_style(token) == style or (surnames and folded(token) == "na"))
    }


def _style(text: str) -> Style:
    return "upper" if text.isupper() else "lower" if text.islower() else "mixed"
