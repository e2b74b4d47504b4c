"""How numbers are shown: one place for separators, decimals, percent, p-values, units and currencies."""

import math
from dataclasses import dataclass

from agent.specs.locales import clock_words, date_words, is_whole_with, year_words
from agent.specs.words import words_in
from agent.state import CLOCK_FORMATS, Cell, ColumnFormat
from languages.catalogue import in_language
from languages.phrase_files import ENGLISH

NO_VALUE = "no value"
CURRENCY_SIGNS = {"USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "CNY": "CN¥", "INR": "₹", "KRW": "₩"}
WHOLE_CURRENCIES = ("JPY", "KRW")
"""Currencies without a hundredth part."""
SMALL = 1e-4  # below this and from LARGE on, powers of ten are easier to read
LARGE = 1e15
SMALLEST_P = 0.001


@dataclass(frozen=True)
class Figure:
    """A value with how its column is shown. `percent` means that 48.8 stands for 48.8 %."""

    value: Cell
    format: ColumnFormat = "number"
    unit: str = ""

    @property
    def is_percent(self) -> bool:
        return self.format == "percent" or self.unit == "%"


def show(figure: Figure, form: str = "", language: str = ENGLISH, *, as_date: bool = False) -> str:
    """The text of a figure. `form`: "", integer, number, percent, signed_percent, plain, p_value, `.2` or `plain.2`.

    Numbers, but for plain ones, and dates are written as the language does; so is a text that may be one (`as_date`).
    """
    value = figure.value
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return NO_VALUE
    if isinstance(value, bool):
        return words_in(language).say("value.true" if value else "value.false")
    if isinstance(value, str):
        if figure.format == "date":
            return date_words(year_words(value, language), language)
        return date_words(value, language) if as_date else value
    if isinstance(value, float) and math.isinf(value):
        return "infinity" if value > 0 else "-infinity"
    if form in ("", "number") and figure.format in CLOCK_FORMATS:
        return clock_words(value, figure.format, language)
    shown = _shown_number(value, figure, form, language)
    return shown if form.startswith("plain") or figure.format in ("text", "date") else in_language(shown, language)


def _shown_number(value: float, figure: Figure, form: str, language: str) -> str:
    if form.startswith("plain."):
        return decimals(value, int(form.removeprefix("plain.")), fixed=True).replace(",", "")
    if form == "plain" or (not form and figure.format in ("text", "date")):
        return plain(value)
    if form == "p_value" or (not form and figure.format == "p_value"):
        return f"< {SMALLEST_P}" if 0 <= value < SMALLEST_P else decimals(value, 3, fixed=False)
    if form in ("percent", "signed_percent") or (figure.is_percent and form in ("", "number")):
        return _percent(value if figure.is_percent else value * 100, signed=form == "signed_percent")
    if form.startswith("."):
        return _with_unit(
            decimals(value, int(form[1:]), fixed=True), "%" if figure.is_percent else figure.unit, language
        )
    if form == "integer" or (not form and figure.format == "integer" and float(value).is_integer()):
        return _with_unit(decimals(value, 0, fixed=True), figure.unit, language)
    return _with_unit(_amount(value, figure.unit), figure.unit, language)


_TWO_DIGITS = 10  # percent; below it one decimal would hide too much


def _percent(percent: float, signed: bool) -> str:
    text = decimals(percent, 1 if abs(percent) >= _TWO_DIGITS else 2, fixed=False)
    if text == "0" and percent:
        text = short(percent)
    return f"{'+' if signed and percent > 0 else ''}{text} %"


def _amount(value: float, unit: str) -> str:
    in_hundredths = unit in CURRENCY_SIGNS and unit not in WHOLE_CURRENCIES and not float(value).is_integer()
    if in_hundredths and 0.01 <= abs(value) < LARGE:
        return decimals(value, 2, fixed=True)
    return short(value)


def _with_unit(text: str, unit: str, language: str) -> str:
    """A currency's sign stands where the language writes it: "-€5.00", "-5,00 €"; another unit after the number."""
    if not unit:
        return text
    if unit in CURRENCY_SIGNS:
        minus, digits = ("-", text[1:]) if text.startswith("-") else ("", text)
        return words_in(language).say("number.money", minus=minus, sign=CURRENCY_SIGNS[unit], amount=digits)
    return f"{text} {unit}"


def short(value: float) -> str:
    """2 decimals from 1 on, 3 where they are all there are (a weight of 79.998 is not 80), 4 significant digits below;
    thousands with commas; 0.0000123 as 1.23e-5.
    """
    size = abs(value)
    if size and (size < SMALL or size >= LARGE):
        mantissa, power = f"{value:.3e}".split("e")
        return f"{mantissa.rstrip('0').rstrip('.')}e{int(power)}"
    if size >= 1 or not size:
        return decimals(value, 3 if is_whole_with(value, 3) else 2, fixed=False)
    return decimals(value, 3 - math.floor(math.log10(size)), fixed=False)


def decimals(value: float, count: int, *, fixed: bool) -> str:
    """With thousands commas and `count` decimals; not `fixed` leaves trailing zeros off. Never "-0"."""
    text = f"{value:,.{count}f}"
    if not fixed and "." in text:
        text = text.rstrip("0").rstrip(".")
    return text[1:] if text.startswith("-") and not text.strip("-0.,") else text


def plain(value: float) -> str:
    """All digits, no separators: 2015, 0.871201767."""
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < LARGE else repr(value)
    return str(value)
