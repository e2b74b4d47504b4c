"""Units and currencies, as headers and cells write them."""

import re
import unicodedata

CURRENCIES: dict[str, str] = {
    "$": "USD", "us$": "USD", "usd": "USD", "dollar": "USD", "dollars": "USD", "€": "EUR", "eur": "EUR",
    "euro": "EUR", "euros": "EUR", "£": "GBP", "gbp": "GBP", "¥": "JPY", "￥": "JPY", "円": "JPY", "jpy": "JPY",
    "yen": "JPY", "元": "CNY", "cny": "CNY", "rmb": "CNY", "chf": "CHF", "fr.": "CHF", "sfr": "CHF", "kr": "kr",
    "sek": "SEK", "nok": "NOK", "dkk": "DKK", "₹": "INR", "inr": "INR", "rs": "INR", "rs.": "INR", "₩": "KRW",
    "krw": "KRW", "zł": "PLN", "pln": "PLN", "r$": "BRL", "brl": "BRL", "a$": "AUD", "aud": "AUD", "c$": "CAD",
    "cad": "CAD", "₽": "RUB", "rub": "RUB", "₺": "TRY", "try": "TRY", "czk": "CZK", "kč": "CZK", "huf": "HUF",
    "Ft": "HUF", "tl": "TRY", "руб": "RUB", "руб.": "RUB", "₴": "UAH", "грн": "UAH", "lei": "RON",
    "ron": "RON", "лв": "BGN", "лв.": "BGN", "₪": "ILS", "ils": "ILS", "฿": "THB", "thb": "THB",
    "mxn": "MXN", "sgd": "SGD", "hkd": "HKD", "nzd": "NZD", "zar": "ZAR",
}  # fmt: skip
"""How a currency is written, in lower case but for forints (Ft), as ft are feet: its code."""

UNITS: frozenset[str] = frozenset(
    {
        "%", "‰", "o/oo", "mm", "cm", "m", "km", "in", "inch", "inches", "ft", "feet", "mi", "miles", "yd", "µm",
        "um", "nm", "mg", "g", "kg", "t", "lb", "lbs", "oz", "tonnes", "µg", "ug", "ml", "l", "cl", "dl", "hl",
        "gal", "litre", "liter", "litres", "liters", "s", "sec", "secs", "seconds", "ms", "min", "mins", "minutes",
        "h", "hr", "hrs", "hours", "d", "days", "weeks", "months", "years", "yrs", "°c", "°f", "c", "f", "k", "°",
        "deg", "degc", "degf", "degrees", "celsius", "fahrenheit", "m/s", "km/h", "kmh", "kph", "mph", "kn",
        "knots", "hpa", "mbar", "bar", "pa", "kpa", "mpa", "psi", "mmhg", "w", "kw", "mw", "gw", "wh", "kwh",
        "mwh", "gwh", "j", "kj", "mj", "kcal", "cal", "v", "mv", "kv", "a", "ma", "ah", "mah", "ohm", "ω", "hz",
        "khz", "mhz", "ghz", "n", "db", "dba", "lux", "lx", "lm", "cd", "mol", "mmol", "mmol/l", "mg/l", "g/l",
        "µs/cm", "us/cm", "ms/cm", "µg/l", "ug/l", "ng/l", "mg/kg", "µg/kg", "µmol/l", "umol/l",
        "nmol/l", "pmol/l", "u/l", "iu/l", "g/dl", "ng/ml", "µg/ml", "ntu", "fnu", "°dh", "mval/l", "au",
        "mg/dl", "µg/m³", "ug/m3", "µg/m3", "ppm", "ppb", "ph", "m²", "m2", "km²", "km2", "ha", "sqft", "sqm",
        "m³", "m3", "ft²", "ft3", "l/min", "l/h", "m3/h", "w/m²", "w/m2", "b", "kb", "mb", "gb", "tb", "rpm",
        "bpm", "pcs", "pc", "units", "st", "stk", "stück", "個", "本", "枚", "件", "人", "名", "台", "冊", "箱",
        "回", "点",
        "時間", "分", "秒", "日", "年", "歳", "才", "千円", "万円", "百万円", "億円", "g/cm3", "g/cm³", "kg/m3",
        "kg/m²", "m/s2",
        "uv", "tage", "stunden", "jahre", "minuten", "sekunden", "jours", "heures", "ans", "días", "horas", "años",
        "persons", "people", "score", "points", "pts", "index", "usd", "t eur", "teur", "keur", "k€", "k$", "m€",
        "mio", "mio eur",
    }
)  # fmt: skip
"""Units in lower case."""

PIECES: frozenset[str] = frozenset(
    {
        "pcs", "pcs.", "pc", "units", "st", "st.", "stk", "stk.", "stück", "persons", "people", "個", "本", "枚", "件",
        "人", "名", "台", "冊", "箱", "回", "点",
    }
)  # fmt: skip
"""What is counted in whole numbers, in lower case."""

PLAIN_UNITS = frozenset(
    {"kg", "mg", "cm", "mm", "km", "ml", "kwh", "mwh", "hpa", "mph", "km/h", "m/s", "°c", "°f"}
) | frozenset(code for code, known in CURRENCIES.items() if code == known.lower() and len(code) == 3 and code != "try")
"""Units that are no other word, so that the last word of a column name may be one: weight_kg, price_usd."""

BRACKETS = re.compile(r"[(\[（［【{]\s*([^()\[\]（）［］【】{}]{1,24}?)\s*[)\]）］】}]\s*$")
"""The last bracket of a header."""
LONE_BRACKET = re.compile(r"^\s*[(\[（［]\s*([^()\[\]（）［］]{0,24}?)\s*[)\]）］]\s*$")


def currency(text: str) -> str | None:
    """The currency code of a sign or code as written, or None."""
    known = CURRENCIES.get(text)
    if known is None:
        plain = text.strip()
        known = CURRENCIES.get(unicodedata.normalize("NFKC", plain).lower()) or CURRENCIES.get(plain)
    return known


def is_unit(text: str) -> bool:
    """Whether a text is the sign of a unit or a currency."""
    plain = unicodedata.normalize("NFKC", text).strip().lower()
    return plain in UNITS or plain in CURRENCIES or text.strip().lower() in UNITS


def unit_in_brackets(text: str) -> str | None:
    """The text between the brackets when nothing else stands there: "(mm)" gives "mm"."""
    match = LONE_BRACKET.match(text)
    return match.group(1) if match else None


def normal_unit(text: str) -> str:
    """A currency as its code, any other unit as written."""
    return currency(text) or text.strip()


def unit_of_header(header: str) -> str | None:
    """The unit that a column name gives in its last brackets, or as "%" at its edge; None if it gives none."""
    match = BRACKETS.search(header)
    if match and is_unit(match.group(1)):
        return normal_unit(match.group(1))
    if re.search(r"(^|\s)[%％]|[%％]\s*$", header):
        return "%"
    last = re.split(r"[\s_]+", header.strip())[-1]
    return normal_unit(last) if last.lower() in PLAIN_UNITS and last != header.strip() else None
