"""People are called Null and Na, and NA is North America: where a column holds names or codes of regions, such a word
written as the others are is one."""

import re
from collections import Counter
from collections.abc import Collection, Sequence
from typing import Literal

import numpy as np

from registry.columns.category_rules import header_words
from registry.values.cells import Cells
from registry.values.word_lists import folded

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
REGION_WORDS: frozenset[str] = frozenset(
    {
        "region", "regions", "country", "continent", "market", "territory", "geo", "area", "zone", "land", "gebiet",
        "markt", "pays", "región", "país", "mercado", "regione", "paese", "地域", "国", "市場", "エリア",
    }
)  # fmt: skip
REGION_CODES: frozenset[str] = frozenset(
    {"EMEA", "APAC", "LATAM", "AMER", "AMERICAS", "ANZ", "MENA", "DACH", "ASEAN", "EU", "LAC", "SSA", "NAM", "NORAM"}
)
ELEMENTS: frozenset[str] = frozenset(
    {
        "H", "He", "Li", "Be", "B", "C", "N", "O", "F", "Ne", "Na", "Mg", "Al", "Si", "P", "S", "Cl", "Ar", "K",
        "Ca", "Sc", "Ti", "V", "Cr", "Mn", "Fe", "Co", "Ni", "Cu", "Zn", "Ga", "Ge", "As", "Se", "Br", "Kr",
        "Rb", "Sr", "Y", "Zr", "Nb", "Mo", "Tc", "Ru", "Rh", "Pd", "Ag", "Cd", "In", "Sn", "Sb", "Te", "I",
        "Xe", "Cs", "Ba", "La", "Ce", "Pr", "Nd", "Sm", "Eu", "Gd", "Tb", "Dy", "Ho", "Er", "Tm", "Yb", "Lu",
        "Hf", "Ta", "W", "Re", "Os", "Ir", "Pt", "Au", "Hg", "Tl", "Pb", "Bi", "Th", "U",
    }
)  # fmt: skip
SODIUM = "Na"
ANSWER = "none"
CHARGE = re.compile(r"\s?\d?[+-]$")
CODE = re.compile(r"[A-Z][A-Z0-9]{1,7}")
FEWEST_CODES = 2
MOSTLY = 0.6
Style = Literal["upper", "lower", "mixed"]


def holds_names(header: str) -> bool:
    """Whether a column is called as one of names of people."""
    words = header_words(header)
    return any(word in NAME_WORDS or NAME_ENDING.search(word) for word in words)


def names_to_spare(header: str, tokens: Collection[str], others: Sequence[str]) -> set[str]:
    """The tokens for "missing" that are values here: the column holds names, and most are written in the same case; or
    codes of regions, among which NA is one; or chemical elements, of which Na is one; or words, among which "none" is
    an answer."""
    if answers := {token for token in tokens if folded(token) == ANSWER and _are_words(others)}:
        return answers
    if "NA" in tokens and _are_regions(header, others):
        return {"NA"}
    if SODIUM in tokens and _are_elements(others):
        return {SODIUM}
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


def _are_regions(header: str, others: Sequence[str]) -> bool:
    """Whether all other values are codes in capitals, and the header or one of them is of a region of the world."""
    codes = len(set(others)) >= FEWEST_CODES and all(map(CODE.fullmatch, others))
    return codes and bool(set(header_words(header)) & REGION_WORDS or REGION_CODES & set(others))


def _are_words(others: Sequence[str]) -> bool:
    """Whether the other values are several words, none of them with a digit."""
    return len(set(others)) >= FEWEST_CODES and not any(map(str.isdigit, "".join(others)))


def _are_elements(others: Sequence[str]) -> bool:
    """Whether all other values are symbols of chemical elements, some of which only an element has: Cl, Mg, Ca2+."""
    symbols = {CHARGE.sub("", value) for value in others}
    sure = any(len(symbol) > 1 for symbol in symbols) or any(map(CHARGE.search, others))
    return len(symbols) >= FEWEST_CODES and symbols <= ELEMENTS and sure


def _style(text: str) -> Style:
    return "upper" if text.isupper() else "lower" if text.islower() else "mixed"


# ----------------------------------------------------------------
# Codes that abbreviate what stands in another column: NA beside Namibia.


ABBREVIATED = re.compile(r"[A-Z]{2,3}")
FEWEST_ABBREVIATED = 3
FIRST_ROWS = 300
MOSTLY_ABBREVIATED = 0.8


def abbreviations(columns: Sequence[Cells]) -> tuple[tuple[str, ...], ...]:
    """("NA",) for each column whose cells are codes that abbreviate those of another column, NA like the others."""
    return tuple(("NA",) if _abbreviates(cells, columns) else () for cells in columns)


def _abbreviates(cells: Cells, columns: Sequence[Cells]) -> bool:
    if cells.native is not None or cells.plain_kind is not None:
        return False
    marked = cells.where(lambda value: value.strip() == "NA", r"^\s*NA\s*$")
    if not marked.any():
        return False
    rows = [*np.flatnonzero(marked)[:FIRST_ROWS].tolist(), *np.flatnonzero(~marked)[:FIRST_ROWS].tolist()]
    codes = _texts(cells, rows)
    filled = {code for code in codes if code}
    if len(filled) < FEWEST_ABBREVIATED or not all(map(ABBREVIATED.fullmatch, filled)):
        return False
    others = (each for each in columns if each is not cells and each.native is None and each.plain_kind is None)
    return any(_are_abbreviated(codes, _texts(each, rows)) for each in others)


def _texts(cells: Cells, rows: Sequence[int]) -> list[str]:
    return [cells.values[code].strip() if (code := cells.codes[row]) >= 0 else "" for row in rows]


def _are_abbreviated(codes: Sequence[str], names: Sequence[str]) -> bool:
    """Whether nearly all codes, and each NA, begin as the name beside them and have their letters in its order."""
    fitting = [_begins_so(code, name) for code, name in zip(codes, names, strict=True) if code]
    marked = all(_begins_so(code, name) for code, name in zip(codes, names, strict=True) if code == "NA")
    return marked and sum(fitting) >= len(fitting) * MOSTLY_ABBREVIATED


def _begins_so(code: str, name: str) -> bool:
    letters = iter(name.upper())
    return name[:1].upper() == code[0] and len(name) > len(code) and all(sign in letters for sign in code)
