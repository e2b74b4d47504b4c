"""Numbers written as text: "1,200", "$3.50", "(12)", "45 %", "1.234,5"."""

import re

CURRENCY = re.compile(r"[$€£¥₹]|\b(?:USD|EUR|GBP|JPY|CHF)\b", re.IGNORECASE)
_COMMA_GROUPS = re.compile(r"[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_POINT_GROUPS = re.compile(r"[+-]?\d{1,3}(?:\.\d{3})+,\d+|[+-]?\d{1,3}(?:\.\d{3}){2,}")
_BLANK_GROUPS = re.compile(r"[+-]?\d{1,3}(?:[ \u00a0\u202f']\d{3})+(?:[.,]\d+)?")
_DECIMAL_COMMA = re.compile(r"[+-]?\d*,\d+")
PLAIN = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")

GROUPINGS = (
    (_COMMA_GROUPS, ",", "."),
    (_POINT_GROUPS, "[.]", ","),
    (_BLANK_GROUPS, r"[ \u00a0\u202f']", ","),
    (_DECIMAL_COMMA, " ", ","),
)
"""How numbers are grouped, tried in this order: the whole text, what separates the thousands, the decimal point."""


def parse_number(text: str) -> float | None:
    """The number that a text stands for, or None.

    Understands thousands separators (comma, point, blank, apostrophe), decimal comma, currency signs, a percent
    sign ("45 %" is 45) and accounting parentheses ("(12)" is -12). "1,200" is read as 1200.
    """
    bare = CURRENCY.sub("", text.replace("\u2212", "-")).strip().removesuffix("%").strip()
    negative = bare.startswith("(") and bare.endswith(")")
    if negative:
        bare = bare[1:-1].strip()
    plain = _as_plain(bare)
    if plain is None:
        return None
    return -float(plain) if negative else float(plain)


def _as_plain(text: str) -> str | None:
    if PLAIN.fullmatch(text):
        return text
    for pattern, separators, point in GROUPINGS:
        if pattern.fullmatch(text):
            return re.sub(separators, "", text).replace(point, ".")
    return None
