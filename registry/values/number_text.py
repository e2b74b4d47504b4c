"""One cell as a number: sign, currency, digits, unit. What the separators mean is decided by the column."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from registry.values.units import currency

Decimal = Literal[".", ","]
Evidence = Literal[".", ",", "either", "none"]
Written = Literal["plain", "behind", "brackets", "scale", "side", "D/C", "D/H", "S/H", "DB/CR", "mark"]
"""What stands around the digits: a minus behind, brackets, a power of ten, debit or credit, or a mark put aside."""
Ends = Literal["units", "large", "D/C", "D/H", "S/H", "DB/CR", "marks", "ranges"]
"""What stands behind the digits of a column: units; M and B for millions and billions; letters for debit and credit;
marks of notes, or those and a plus or minus, or an H or L, of laboratories for what is too high or low."""

FORM = re.compile(
    r"""^(?P<open>\()?\s*
    (?P<sign1>[+-])?\s*(?P<prefix>[^\d\s.,'()+-][^\d\s,'()+-]{0,3})?\s*(?P<sign2>[+-])?\s*
    (?P<digits>\d[\d.,'_\ ]*|[.,]\d+)(?P<exponent>[eE][+-]?\d{1,3})?
    \s*(?P<suffix>%|[^\d\s.,'()+-][^,'()+]{0,11}?)?\s*(?P<close>\))?\s*(?P<sign3>-)?$""",
    re.X,
)
GROUPED = {
    ".": re.compile(r"^\d{1,3}(\.\d{3})+$"),
    ",": re.compile(r"^(\d{1,3}(,\d{3})+|\d{1,2}(,\d{2})+,\d{3})$"),  # 1,234,567 and Indian 12,34,567
    " ": re.compile(r"^\d{1,3}( \d{3})+$"),
    "'": re.compile(r"^\d{1,3}('\d{3})+$"),
}
SCALES: dict[str, int] = {
    "k": 3, "K": 3, "tsd": 3, "Tsd": 3, "Tsd.": 3, "千": 3, "万": 4, "mn": 6, "Mn": 6, "mio": 6, "Mio": 6, "Mio.": 6,
    "億": 8, "bn": 9, "Bn": 9, "Mrd": 9, "Mrd.": 9,
}  # fmt: skip
"""Suffixes that multiply by a power of ten: "1.5k" is 1500. `M` and `B` alone are units as often, and stay text."""
LARGE_SCALES: dict[str, int] = {"M": 6, "m": 6, "MM": 6, "B": 9, "b": 9}
"""What multiplies too behind an amount of money ("$1.2M"), or in a column that has thousands beside ("850K")."""
THOUSANDS = re.compile(r"\d\s?[kK]$")
LARGE = re.compile(r"\d\s?[MB]$")
NO_SUFFIXES = frozenset({"M", "B", "e", "E"})
SIDES: dict[str, bool] = {"dr": False, "dr.": False, "cr": True, "cr.": True, "soll": False, "haben": True}
"""Debit and credit behind an amount, and whether it counts as negative: debits are positive, as ledgers add them up."""
LETTER_SIDES: dict[Ends, dict[str, bool]] = {
    "D/C": {"D": True, "C": False},
    "D/H": {"D": False, "H": True},
    "S/H": {"S": False, "H": True},
    "DB/CR": {"DB": False, "CR": True},
}
"""Letters for debit and credit behind amounts, and which is negative: on bank statements what was paid (D), in ledgers
of debit and credit (Soll or Debe, Haben or Haber) the credit."""
AMOUNT_AND_LETTER = re.compile(r"\d[.,]\d\d\s?([A-Z]{0,2})$")
NOTE_MARKS = r"\s?\*{1,3}|\s?[†‡↑↓]|\s?\[(?:\d{1,2}|[a-z])\]|\s?\([a-z]{1,9}\.?\)|[⁰¹²³⁴-⁹]{1,2}"
MARKS: dict[Ends, re.Pattern[str]] = {
    "marks": re.compile(rf"(?<=[\d%])({NOTE_MARKS})$"),
    "ranges": re.compile(rf"(?<=[\d%])({NOTE_MARKS}|\s[+-]|\s?(?:HH?|LL?))$"),
}
FIGURES = "⁰¹²³⁴⁵⁶⁷⁸⁹"
FIGURE_BEHIND = re.compile(r"\d\s?[⁰¹²³⁴-⁹₀-₉¼-¾⅐-⅞⁄]")
"""A digit with an exponent, an index, the mark of a note or a fraction behind it: no further digit of the number."""
NO_CENTS = re.compile(r"(?<=\d)[.,](-{1,2}|–|—)(?=\D*$)")
"""A price without cents: "12,-"."""
PLAIN = str.maketrans(
    {
        "−": "-",
        "–": "-",
        "‐": "-",
        "‑": "-",
        "－": "-",
        "▲": "-",
        "△": "-",
        "▼": "-",
        "\u00a0": " ",
        "\u202f": " ",
        "\u2009": " ",
        "’": "'",
        "`": "'",
    }
)
SIGN_BEFORE_BRACKET = re.compile(r"^([^\d\s()]{1,4})\((.+)\)$")
"""An accountant's "$(5.00)"."""
LONGEST = 40
"""Characters of the longest cell that is looked at as a number."""
PLAIN_DECIMAL = re.compile(r"([+-]?)([0-9]+(?:\.[0-9]+)?)")
"""The usual number of a file, whose parts are plain to see."""
DIGIT = re.compile("[0-9]")
READS_BOTH_WAYS = re.compile(r"[+-]?\d{1,3}\.\d{3}")
"""A number with three decimals; as text alone it could be one with a sign for thousands."""
LEADING_ZERO = re.compile(r"^[+-]?0\d+$")


@dataclass(frozen=True)
class NumberForm:
    """A cell that has the shape of a number: its digits are not read yet."""

    digits: str  # with separators, without sign
    exponent: str
    negative: bool
    unit: str | None  # a currency as its code, any other unit as written: "USD", "kg", "%"
    is_currency: bool
    evidence: Evidence  # which decimal sign the digits prove; "either" for "1,234", "none" without separators
    written: Written = "plain"


def number_form(text: str, ends: Ends = "units") -> NumberForm | None:
    """The parts of a number as written in a cell, or None when it is no number. `ends`: what stands behind the digits,
    as the column shows."""
    return _form_of(text, ends) if len(text) <= LONGEST else None


def ends_of(values: Sequence[str]) -> Ends:
    """What stands behind the digits of the cells of a column: what only all of them together show."""
    if shortens_large(values):
        return "large"
    letters = {match[1] if (match := AMOUNT_AND_LETTER.search(value)) else "?" for value in values} - {""}
    sides = next((ends for ends, known in LETTER_SIDES.items() if letters == known.keys()), None)
    if sides is not None:
        return sides
    return _marks_of(values)


def _marks_of(values: Sequence[str]) -> Ends:
    """The marks that some of the cells have behind their digits; a minus alone is a sign, and what all have a unit."""
    found = [match[1].strip() if (match := MARKS["ranges"].search(value)) else "" for value in values]
    marks = set(found)
    if len(marks) < 2 or all(each and each in FIGURES for each in marks):
        return "units"  # powers, where every number has a figure above the line
    ranges = marks >= {"+", "-"} or marks >= {"", "H", "L"}
    return "ranges" if ranges else "marks" if marks - {"", "+", "-", "H", "HH", "L", "LL"} else "units"


def shortens_large(values: Sequence[str]) -> bool:
    """Whether a column writes thousands with K beside numbers with M or B, which are millions and billions then."""
    return any(map(LARGE.search, values)) and any(map(THOUSANDS.search, values))


@lru_cache(maxsize=50_000)
def _form_of(text: str, ends: Ends) -> NumberForm | None:
    if ends in MARKS and (unmarked := MARKS[ends].sub("", text)) != text:
        form = _form_of(unmarked, "units")
        return None if form is None else replace(form, written="mark")
    if usual := PLAIN_DECIMAL.fullmatch(text):
        return NumberForm(usual[2], "", usual[1] == "-", None, False, separator_evidence(usual[2]))
    if text.isascii() and DIGIT.search(text) is None:
        return None
    if not text.isascii() and FIGURE_BEHIND.search(text):
        return None
    plain = text if text.isascii() else unicodedata.normalize("NFKC", text.translate(PLAIN)).translate(PLAIN).strip()
    plain = NO_CENTS.sub("", plain) if plain[-1:] in "-–—€$" or "," in plain else plain
    match = FORM.match(SIGN_BEFORE_BRACKET.sub(r"(\1\2)", plain))
    if match is None or bool(match["open"]) != bool(match["close"]):
        return None
    signs = [sign for sign in (match["sign1"], match["sign2"], match["sign3"]) if sign]
    prefix, suffix = match["prefix"], (match["suffix"] or "").strip()
    side, scale = LETTER_SIDES.get(ends, {}).get(suffix, SIDES.get(suffix.casefold())), SCALES.get(suffix, 0)
    if ends == "large" or (prefix and currency(prefix) is not None):
        scale = scale or LARGE_SCALES.get(suffix, 0)
    if side is not None or scale:
        suffix = ""
    money = currency(prefix) if prefix else None
    if len(signs) > 1 or (prefix and money is None) or (prefix and suffix and currency(suffix) != money):
        return None
    digits = match["digits"].strip()
    marked = suffix == "e" and match["digits"].endswith(" ")  # a flag behind a number, "3.7 e"
    if (
        not (marked or _may_follow(suffix))
        or (scale and match["exponent"])
        or "_" in digits
        or (match["open"] and signs)
    ):
        return None
    suffix_money = currency(suffix) if suffix else None
    negative = ("-" in signs or bool(match["open"])) != bool(side)
    written: Written = "brackets" if match["open"] else "behind" if match["sign3"] else "plain"
    if side is not None or scale:
        written = "scale" if scale else _side(ends)
    return NumberForm(
        digits,
        f"e{scale}" if scale else match["exponent"] or "",
        negative,
        money or suffix_money or suffix or None,
        bool(money or suffix_money),
        separator_evidence(digits),
        written,
    )


def _side(ends: Ends) -> Written:
    """The letters of a column that mark its sides; else each cell says Dr or Cr."""
    return ends if ends == "D/C" or ends == "D/H" or ends == "S/H" or ends == "DB/CR" else "side"


def _may_follow(suffix: str) -> bool:
    """Whether a text behind digits can be their unit."""
    if suffix in NO_SUFFIXES:
        return False
    return suffix in ("", "%") or not any(sign in suffix for sign in "-/:") or _ratio(suffix)


def _ratio(unit: str) -> bool:
    """ "km/h", "mg/l": a unit with one stroke and letters on both sides."""
    return re.fullmatch(r"[^\W\d_]{1,5}\d?/[^\W\d_]{1,5}[\d²³]?", unit) is not None


def separator_evidence(digits: str) -> Evidence:
    """What a digit string says of its decimal sign, by itself."""
    points, commas = digits.count("."), digits.count(",")
    if not points and not commas:
        return "none"
    if points and commas:
        last: Decimal = "." if digits.rindex(".") > digits.rindex(",") else ","
        return last if read_digits(digits, last) is not None else "none"
    sign, count = (".", points) if points else (",", commas)
    if count > 1:
        other: Decimal = "," if sign == "." else "."
        return other if GROUPED[sign].match(digits) else "none"  # not an address, a version or a date
    if GROUPED[sign].match(digits) and not digits.startswith("0") and "'" not in digits and " " not in digits:
        return "either"
    return "." if sign == "." else ","


def proven_decimal(evidence: Evidence, decimal: Decimal) -> Decimal:
    """The decimal sign that digits prove, or else this one."""
    return evidence if evidence == "." or evidence == "," else decimal


def read_digits(digits: str, decimal: Decimal) -> str | None:
    """The digits as Python writes them ("1234.5"), or None when the separators do not fit the decimal sign."""
    whole, mark, fraction = digits.partition(decimal)
    if mark and not fraction.isdigit() and fraction:
        return None
    if not whole.isdigit() and whole:
        thousands = "." if decimal == "," else ","
        used = [sign for sign in (thousands, " ", "'") if sign in whole]
        if len(used) != 1 or not GROUPED[used[0]].match(whole):
            return None
        whole = whole.replace(used[0], "")
    return f"{whole or '0'}.{fraction}" if mark else whole


def is_bound(text: str) -> bool:
    """Whether a cell only bounds a number: "<0.05", "> 100"."""
    return text[:1] in "<>≤≥" and number_form(text.lstrip("<>=≤≥ ")) is not None


def plain_number(text: str, ends: Ends = "units", decimal: Decimal = ".") -> float | None:
    """A cell as a number for comparisons: the separators by their own evidence, or else by this decimal sign; None when
    it is none."""
    form = number_form(text, ends)
    if form is None:
        return None
    digits = read_digits(form.digits, proven_decimal(form.evidence, decimal))
    if digits is None:
        return None
    value = float(digits + form.exponent)
    return -value if form.negative else value
