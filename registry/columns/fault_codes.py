"""Codes for missing values: those that a note in the file announces ("# -999 = sensor fault"), and those that several
columns share."""

import re
from collections import Counter
from collections.abc import Sequence

import numpy as np
import pyarrow.compute as pc  # type: ignore[import-untyped]

from registry.values.cells import Cells
from registry.values.number_text import plain_number

FAULT = (
    r"(?:missing|fault\w*|invalid|no[ -](?:data|value|reading|measurement)|null|"
    r"not (?:measured|available|recorded|applicable|determined|assessed|tested|taken|known|reported|given|sampled|"
    r"observed|detected|specified|stated|collected|answered|done|provided)|below (?:the )?(?:detection|limit)|"
    r"nicht (?:bestimmt|gemessen|verfügbar|ermittelt|erhoben|erfasst|bekannt|angegeben|vorhanden|untersucht|getestet)|"
    r"unbekannt|unbestimmt|未測定|測定なし|データなし|不明|未回答|無回答|未記入|該当なし|非(?:測定|該当)|"
    r"error|failure|failed|broken|offline|unknown|n/?a\b|fehl\w*|ungültig|defekt|ausfall|kein\w*|störung|manquant\w*|"
    r"absent\w*|panne|défaut|erreur|sin datos?|falta\w*|欠測|欠損|故障|異常|無効|エラー|測定不能|缺失)"
)
CODE = (
    r"[-−]?\d+(?:\.\d+)?|[A-Za-z](?:\.\s?[A-Za-z]){1,3}\b\.?|(?-i:[a-z]{2,3})(?=\s*=)|"
    r"(?-i:[A-Z]{1,5})\b|\*+|[xX]{1,4}\b|[?]+"
)
CODES = rf"[\"'“]?(?:{CODE})[\"'”]?(?:\s*(?:,|/|and|or|und|oder|&|、)\s*[\"'“]?(?:{CODE})[\"'”]?)*"
SAYS = (
    r"\s*(?:=+|:|->|→|＝|：|\bmeans?\b|\bdenotes?\b|\bindicates?\b|\bstands? for\b|\bis\b|\bare\b|"
    r"\bbedeutet\b|\bsteht für\b|\bsignifie\b|\bsignifica\b|は)\s*"
)
FORWARD = re.compile(rf"(?<![\w.])({CODES}){SAYS}[^;.\d=]{{0,40}}?{FAULT}", re.I)
BACKWARD = re.compile(
    rf"{FAULT}[^;.\d=]{{0,40}}?(?:=|:|->|\bas\b|\bby\b|\bwith\b|\bare\b|\bis\b|\bals\b|\bmit\b|\bpar\b|\bcomo\b|は|：)\s*({CODES})(?![\w.])",
    re.I,
)
SINGLE = re.compile(CODE.replace(r"(?=\s*=)", ""))
SHORT = 3  # letters; a longer word of small letters is no code


def announced_codes(notes: Sequence[str]) -> tuple[str, ...]:
    """The codes that the notes announce, as written in cells ("-999", "ERR"), in order, each once."""
    found: dict[str, None] = {}
    for note in notes:
        for pattern in (FORWARD, BACKWARD):
            for match in pattern.finditer(note):
                for code in SINGLE.findall(match.group(1)):
                    if _is_code(code):
                        found[code.replace("−", "-")] = None
    return tuple(found)


def _is_code(code: str) -> bool:
    """Capitals, digits and signs, crosses, abbreviations with points, or a short word set equal to its meaning."""
    if len(code) == 1 and code.isdigit():
        return False  # "9 = missing" of one column is a value of another
    return code.upper() == code or code.lower() == "x" * len(code) or "." in code or len(code) <= SHORT


# ----------------------------------------------------------------
# Codes that nobody announces: -999 in several columns of numbers, far from all that they measure.


FAR_CODE = re.compile(r"\s*-9{2,}(?:[.,][09]+)?\s*")
FAR = 2.0
FEWEST_COLUMNS = 2
FEWEST_MEASURED = 3
MOST_CODED = 0.5
MOSTLY_NUMBERS = 0.9
SAMPLE = 2_000
"""Different values of a column that are looked at."""


def far_codes(columns: Sequence[Cells]) -> tuple[tuple[str, ...], ...]:
    """For each column the codes that stand in it and in another one, each time far below all other numbers."""
    found = [_far_codes(cells) for cells in columns]
    counts = Counter(code for codes in found for code in codes)
    return tuple(tuple(code for code in codes if counts[code] >= FEWEST_COLUMNS) for codes in found)


def _far_codes(cells: Cells) -> tuple[str, ...]:
    if cells.native is not None or cells.plain_kind == "moment":
        return ()
    texts = cells.texts
    if cells.plain_kind == "number" and texts is not None and not pc.any(pc.starts_with(texts, "-99")).as_py():
        return ()
    rows = cells.where(lambda value: FAR_CODE.fullmatch(value) is not None, FAR_CODE.pattern)
    if not rows.any():
        return ()
    coded = sorted({cells.values[code] for code in np.unique(cells.codes[rows]).tolist()})
    others = [value for value in cells.values[:SAMPLE] if value not in coded and value.strip()]
    numbers = [number for value in others if (number := plain_number(value.strip())) is not None]
    if len(numbers) < max(FEWEST_MEASURED, len(others) * MOSTLY_NUMBERS) or rows.sum() > rows.size * MOST_CODED:
        return ()
    low, high = min(numbers), max(numbers)
    kept = []
    for value in coded:
        code = plain_number(value.strip())
        if code is not None and low - code > FAR * (high - low) and low > code / FAR:
            kept.append(value.strip())
    return tuple(kept)
