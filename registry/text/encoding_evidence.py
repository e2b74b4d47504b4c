"""How plausible is a text in an encoding? Judged by how common its characters are and where they stand."""

import unicodedata
from collections.abc import Callable

COMMON_SYMBOLS = frozenset("€£¥¢§°²³µ·½¼¾×±–—‘’“”„…•«»¡¿ºª©®™ßœŒ\xa0")
BEFORE_DIGITS = frozenset("£¥¢¼½¾±×²³")
"""Symbols that no letter follows: "£u" is a Polish name in the wrong encoding."""
CJK_PUNCTUATION = range(0x3000, 0x3040)
KANA = range(0x3040, 0x3100)
FULL_WIDTH = range(0xFF01, 0xFF61)
HANGUL = range(0xAC00, 0xD7A4)
SAMPLE = 20_000
NO_KANA = 0.1
"""Taken off when a text would be Japanese without any kana: Korean read as EUC-JP looks like that."""


def _lead(character: str, codec: str) -> int:
    """The first byte of a character in a codec: its row in the character table, common rows first; 0 if none."""
    encoded = character.encode(codec, errors="ignore")
    return encoded[0] if len(encoded) == 2 else 0


def _common_japanese(character: str) -> bool:
    code = ord(character)
    if code in KANA or code in CJK_PUNCTUATION or code in FULL_WIDTH:
        return True
    lead = _lead(character, "euc_jp")
    return 0xB0 <= lead <= 0xCF or 0xA1 <= lead <= 0xA3


def _common_chinese(character: str) -> bool:
    code = ord(character)
    return code in CJK_PUNCTUATION or code in FULL_WIDTH or 0xB0 <= _lead(character, "gb2312") <= 0xD7


def _common_taiwanese(character: str) -> bool:
    code = ord(character)
    return code in CJK_PUNCTUATION or code in FULL_WIDTH or 0xA4 <= _lead(character, "big5") <= 0xC6


def _common_korean(character: str) -> bool:
    return ord(character) in HANGUL or ord(character) in CJK_PUNCTUATION


COMMON: dict[str, Callable[[str], bool]] = {
    "cp932": _common_japanese,
    "euc_jp": _common_japanese,
    "euc_kr": _common_korean,
    "gb18030": _common_chinese,
    "big5": _common_taiwanese,
}
JUDGED: tuple[str, ...] = (*COMMON, "cp1252")
"""Encodings that can be judged here, in order of preference when they score the same."""


def plausibility(sample: bytes, encoding: str) -> float:
    """0 (impossible) to 1 (every non-ASCII character is a common one, where one would stand)."""
    try:
        text = sample.decode(encoding)
    except UnicodeDecodeError:
        return 0.0
    return _western(text) if encoding == "cp1252" else _eastern(text, COMMON[encoding])


def _eastern(text: str, common: Callable[[str], bool]) -> float:
    characters = [character for character in text if character > "\x7f"][:SAMPLE]
    if not characters:
        return 0.0
    inside_latin = sum(
        1
        for before, character, after in zip(text, text[1:], text[2:], strict=False)
        if character > "\x7f" and _ascii_letter(before) and _ascii_letter(after)
    )
    verdicts = {character: common(character) for character in set(characters)}
    score = sum(verdicts[character] for character in characters) / len(characters) - inside_latin / len(characters)
    without_kana = common is _common_japanese and not any(ord(character) in KANA for character in verdicts)
    return score - (NO_KANA if without_kana else 0.0)


def _western(text: str) -> float:
    """Accented letters belong beside plain ones, in runs of two at most; a few symbols stand anywhere."""
    total = good = 0
    run = 0
    padded = f" {text[:200_000]} "
    for before, character, after in zip(padded, padded[1:], padded[2:], strict=False):
        if character <= "\x7f":
            run = 0
            continue
        total += 1
        run += 1
        if character in COMMON_SYMBOLS:
            good += run <= 2 and not (character in BEFORE_DIGITS and _letter(after))
        elif unicodedata.category(character).startswith("L"):
            beside = _ascii_letter(before) or _ascii_letter(after)
            shouting = character.isupper() and before.islower()
            good += run <= 2 and beside and not shouting
    return good / total if total else 0.0


def _letter(character: str) -> bool:
    return character.isalpha()


def _ascii_letter(character: str) -> bool:
    return character.isascii() and character.isalpha()
