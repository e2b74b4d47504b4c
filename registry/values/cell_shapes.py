"""What a single cell looks like, before anything is known of its column: a number, a date, plain words, or scraps."""

import re
from functools import lru_cache
from typing import Literal

from registry.values.date_text import PATTERNS, TIME, date_parts, normal
from registry.values.number_text import LONGEST as LONGEST_NUMBER
from registry.values.number_text import PLAIN_DECIMAL as PLAIN_NUMBER
from registry.values.number_text import number_form
from registry.values.word_lists import NUMBER_COLUMN_TOKENS, folded, is_missing

Shape = Literal["empty", "number", "date", "code", "words", "scraps"]

LONGEST = 60
"""Characters of a cell that is looked at as a value; a longer one is words or scraps."""
PLAIN_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
ADDRESS = re.compile(r"[\w.+%-]+@[\w-]+(\.[\w-]+)+|(https?|ftp)://\S+|www\.\S+", re.I)
CODE = re.compile(r"[\w.:/+#-]*\d[\w.:/+#-]*")
DURATION = re.compile(r"-?\d{1,5}:[0-5]\d(:[0-5]\d([.,]\d+)?)?")
BOUND = re.compile(r"^[<>≤≥~≈]=?\s*")
"""Before a number that only bounds what was measured: "<0.05"."""
STRUCTURAL = re.compile(r"[;|\t^~¦]|,(?=[^\s,])|^[,\s]*,|,$")
"""Signs that separate cells, where no sentence has them: left over inside cells they speak against a delimiter."""
WORDS = re.compile(r"[\w(\[{<«„“”‘’\"'*+#§$€£¥%@&/\\.=~…—–:-].*", re.S)


@lru_cache(maxsize=50_000)
def shape_of(cell: str) -> Shape:
    """The shape of a cell without regard to its column."""
    text = cell.strip()
    if len(text) <= LONGEST_NUMBER and PLAIN_NUMBER.fullmatch(text):
        return "number"
    if PLAIN_DAY.fullmatch(text):
        return "date"
    if not text or is_missing(text) or folded(text) in NUMBER_COLUMN_TOKENS:
        return "empty"
    if len(text) <= LONGEST:
        if text[0].isdigit() or text[-1].isdigit() or any(sign.isdigit() for sign in text):
            value = _value(text)
            if value is not None:
                return value
        if ADDRESS.fullmatch(text):
            return "code"
    if STRUCTURAL.search(text) or text.count('"') % 2 or not WORDS.match(text):
        return "scraps"
    return "words"


def _value(text: str) -> Shape | None:
    form = number_form(BOUND.sub("", text))
    if form is not None and (form.unit is None or form.is_currency or len(form.unit) <= 4):
        return "number"
    plain = normal(text)
    if TIME.match(plain) or DURATION.fullmatch(plain):
        return "date"
    if any(date_parts(pattern, text) is not None for _, pattern in PATTERNS):
        return "date"
    return "code" if CODE.fullmatch(text) else None
