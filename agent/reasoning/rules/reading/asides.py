"""What a question says beside its point, and other ways to say what the reading has words for: reworded or left out.

Nothing here may change what is asked: a source ("according to this list"), a reason ("some are in there double"),
an introduction of oneself, a loose end ("or similar").
"""

import re

_FILE = r"(?:list|file|data(?:set| set)?|table|sheet|spreadsheet|records?|register|export|csv|log)"
_DATEI = r"(?:liste|datei|tabelle|daten|datensatz|aufstellung|export)"
_REWORDED: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.I), put)
    for pattern, put in (
        (rf",?\s*\b(?:ac+ording to|going by|based on|judging by) (?:this|the|our|these|my) {_FILE}\b", ""),
        (rf",?\s*\b(?:laut|gemäß|nach) (?:der|dieser|unserer|dieses|den) {_DATEI}\b", ""),
        (r"この(?:データ|ファイル|表|リスト)(?:によると|では|上で)、?", ""),
        (
            r"\b(?:each|every) (?!of\b)([^\W\d_]+) (?:is |was |to be |should be )?(?:only |just )?(?:counted )?"
            r"(?:only |just )?once\b(?: only)?",
            r"\1 counted once",
        ),
        (
            r"\b(?:count|counting|take|taking) (?:each|every) (?!of\b)([^\W\d_]+) (?:only |just )?once\b(?: only)?",
            r"\1 counted once",
        ),
        (r"\bevery(?:one|body) (?:is |to be )?(?:only |just )?once\b", "counted once"),
        (
            r"\bjede[rsn]? ([^\W\d_]+) (?:nur |jeweils )?(?:ein ?mal|1 ?x)\b(?: gezählt| zählen)?",
            r"\1 nur einmal gezählt",
        ),
        (
            r"(?<=once),\s*(?:some|a few|several|there)\b[^().?!]{0,40}\b(?:double|twice|doubled|"
            r"duplicated?|duplicates|more than once|several times)\b",
            "",
        ),
        (
            r"(?<=gezählt),\s*(?:manche|einige)\b[^().?!]{0,40}\b(?:doppelt|mehrfach|zweimal)\b[^().?!]{0,15}",
            "",
        ),
        (
            r"(?<=[,(])\s*(?!.{0,20}\b(?:tax|vat|freight|shipping|duty)\b)(?:[^\W\d_]+ ){1,3}included(?=\s*[),?.!]|$)",
            "",
        ),
        (
            r"\s*,?\s*\bor (?:something )?(?:similar|the like|such like|something like (?:that|it)|so)"
            r"\b(?=\s*[?.!)]|$)",
            "",
        ),
        (r"\s*,?\s*\boder (?:so )?(?:ähnlich(?:es|em)?|dergleichen|so(?: was)?)\b(?=\s*[?.!)]|$)", ""),
        (
            r"^\W*(?:hi|hello|hey|sorry|ok|okay)?,?\s*(?:i am|i'm|we are|we're)\b[^:?\d]{3,80}:\s+"
            r"(?=(?:what|how|why|which|who|when|where|can|could|is|are|do|does)\b)",
            "",
        ),
        (r"\(\s*\)", ""),
    )
)


def without_asides(text: str) -> str:
    """The question with its asides left out; as it is where nothing else would be left."""
    plain = text
    for pattern, put in _REWORDED:
        plain = pattern.sub(put, plain)
    return plain if re.search(r"\w", plain) else text
