"""One cell as a number: sign, currency, digits, unit. What the separators mean is decided by the column."""

import re
import unicodedata
from dataclasses import dataclass
from typing import Literal

from registry.units import currency

Decimal = Literal[".", ","]
Evidence = Literal[".", ",", "either", "none"]

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
SHORT_SCALES = frozenset(
    {"k", "K", "M", "B", "bn", "Bn", "Mio", "mio", "Mrd", "mn", "Mn", "tsd", "Tsd", "万", "億", "千", "e", "E"}
)
"""Suffixes that multiply: "1.2k" stays text, since the reading would be a guess."""
PLAIN = str.maketrans(
    {"−": "-", "–": "-", "‐": "-", "‑": "-", "－": "-", "\u00a0": " ", "\u202f": " ", "\u2009": " ", "’": "'", "`": "'"}
)
SIGN_BEFORE_BRACKET = re.compile(r"^([^\d\s()]{1,4})\((.+)\)$")
"""An accountant's "$(5.00)"."""
LONGEST = 40
"""Characters of the longest cell that is looked at as a number."""
PLAIN_DECIMAL = re.compile(r"([+-]?)([0-9]+(?:\.[0-9]+)?)")
"""The usual number of a file, whose parts are plain to see."""
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


def number_form(text: str) -> NumberForm | None:
    """The parts of a number as written in a cell, or None when it is no number."""
    if len(text) > LONGEST:
        return None
    if usual := PLAIN_DECIMAL.fullmatch(text):
        return NumberForm(usual[2], "", usual[1] == "-", None, False, separator_evidence(usual[2]))
    plain = text if text.isascii() else unicodedata.normalize("NFKC", text.translate(PLAIN)).translate(PLAIN).strip()
    match = FORM.match(SIGN_BEFORE_BRACKET.sub(r"(\1\2)", plain))
    if match is None or bool(match["open"]) != bool(match["close"]):
        return None
    signs = [sign for sign in (match["sign1"], match["sign2"], match["sign3"]) if sign]
    prefix, suffix = match["prefix"], (match["suffix"] or "").strip()
    money = currency(prefix) if prefix else None
    if len(signs) > 1 or (prefix and money is None) or (prefix and suffix and currency(suffix) != money):
        return None
    if suffix in SHORT_SCALES or (
        suffix and suffix != "%" and any(sign in suffix for sign in "-/:") and not _ratio(suffix)
    ):
        return None
    digits = match["digits"].strip()
    if "_" in digits or (match["open"] and signs):
        return None
    suffix_money = currency(suffix) if suffix else None
    unit = money or suffix_money or suffix or None
    negative = "-" in signs or bool(match["open"])
    is_money = bool(money or suffix_money)
    return NumberForm(digits, match["exponent"] or "", negative, unit, is_money, separator_evidence(digits))


def _ratio(unit: str) -> bool:
    """ "km/h", "mg/l": a unit with one stroke and letters on both sides."""
    return re.fullmatch(r"[^\W\d_]{1,5}\d?/[^\W\d_]{1,5}[\d²³]?", unit) is not None


def separator_evidence(digits: str) -> Evidence:
    """What a digit string says of its decimal sign, by itself."""
    points, commas = digits.count("."), digits.count(",")
    if not points and not commas:
        return "none"
    if points and commas:
        return "." if digits.rindex(".") > digits.rindex(",") else ","
    sign, count = (".", points) if points else (",", commas)
    if count > 1:
        return "," if sign == "." else "."
    if GROUPED[sign].match(digits) and not digits.startswith("0") and "'" not in digits and " " not in digits:
        return "either"
    return "." if sign == "." else ","


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


def plain_number(text: str) -> float | None:
    """A cell as a number for comparisons: the separators by their own evidence; None when it is none."""
    form = number_form(text)
    if form is None:
        return None
    evidence = form.evidence
    digits = read_digits(form.digits, "," if evidence == "," else ".")
    if digits is None:
        return None
    value = float(digits + form.exponent)
    return -value if form.negative else value
