"""Codes for missing values that a note in the file announces: "# -999 = sensor fault"."""

import re
from collections.abc import Sequence

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
