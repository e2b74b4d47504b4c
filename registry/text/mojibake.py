"""Text that was saved in a wrong encoding once: "MÃ¼ller". It is told, and mended if the person chooses."""

import re
from collections.abc import Iterator

from registry.receipt import ReceiptEntry
from registry.sentences import first_lines, quoted, sentence

TWICE = "utf-8 twice"
"""The choice of encoding that mends such words."""
GARBLED = re.compile(
    r"[ÂÃÄÅÐÑÎÏãâ][\x80-\xff\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]+"
)
GARBLED_BYTES = re.compile(rb"\xc3[\x82-\x85\x8e-\x91\xa2\xa3][\xc2\xc3\xc5\xc6\xcb\xe2]")
"""How UTF-8 writes the beginning of each of them, and of some others."""
WORD = re.compile(r"\S+")


def may_be_garbled(written: bytes) -> bool:
    """Whether a text in UTF-8 may hold such words: a look at its bytes, which is quick."""
    return GARBLED_BYTES.search(written) is not None


def garbled_entries(text: str) -> Iterator[ReceiptEntry]:
    """An entry when some words make sense only after their bytes are read as UTF-8 again."""
    if not GARBLED.search(text):
        return
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if repair_mojibake(line) != line]
    if not lines:
        return
    words = dict.fromkeys(word for _, line in lines for word in WORD.findall(line) if repair_mojibake(word) != word)
    shown = quoted((f"{word} → {repair_mojibake(word)}" for word in words), 3)
    told = sentence("text.garbled", count=len(lines), shown=shown)
    yield ReceiptEntry("unsure", told, None, len(lines), first_lines(n for n, _ in lines), ("encoding", TWICE))


def repair_mojibake(text: str) -> str:
    """The text with each garbled run of letters as it was before; what makes no sense stays."""
    return GARBLED.sub(lambda match: _again(match.group()), text)


def _again(run: str) -> str:
    try:
        return run.encode("cp1252").decode("utf-8")
    except (UnicodeEncodeError, UnicodeDecodeError):
        return _latin(run)


def _latin(run: str) -> str:
    """The same for bytes that Windows-1252 leaves out and Latin-1 has as control signs."""
    try:
        return run.encode("latin-1").decode("utf-8")
    except (UnicodeEncodeError, UnicodeDecodeError):
        return run
