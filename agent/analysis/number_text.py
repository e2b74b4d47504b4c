"""Numbers written as text: "1,200", "$3.50", "(12)", "45 %", "1.234,5"."""

import re

_CURRENCY = re.compile(r"[$€£¥₹]|\b(?:USD|EUR|GBP|JPY|CHF)\b", re.IGNORECASE)
_COMMA_GROUPS = re.compile(r"[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_POINT_GROUPS = re.compile(r"[+-]?\d{1,3}(?:\.\d{3})+,\d+|[+-]?\d{1,3}(?:\.\d{3}){2,}")
_BLANK_GROUPS = re.compile(r"[+-]?\d{1,3}(?:[ \u00a0\u202f']\d{3})+(?:[.,]\d+)?")
_DECIMAL_COMMA = re.compile(r"[+-]?\d*,\d+")
_PLAIN = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")


def parse_number(text: str) -> float | None:
    """The number that a text stands for, or None.

    Understands thousands separators (comma, point, blank, apostrophe), decimal comma, currency signs, a percent
    sign ("45 %" is 45) and accounting parentheses ("(12)" is -12). "1,200" is read as 1200.
    """
    bare = _CURRENCY.sub("", text.replace("\u2212", "-")).strip().removesuffix("%").strip()
    negative = bare.startswith("(") and bare.endswith(")")
    if negative:
        bare = bare[1:-1].strip()
    plain = _as_plain(bare)
    if plain is None:
        return None
    return -float(plain) if negative else float(plain)


def _as_plain(text: str) -> str | None:
    if _PLAIN.fullmatch(text):
        return text
    if _COMMA_GROUPS.fullmatch(text):
        return text.replace(",", "")
    if _POINT_GROUPS.fullmatch(text):
        return text.replace(".", "").replace(",", ".")
    if _BLANK_GROUPS.fullmatch(text):
        return re.sub(r"[ \u00a0\u202f']", "", text).replace(",", ".")
    if _DECIMAL_COMMA.fullmatch(text):
        return text.replace(",", ".")
    return None
