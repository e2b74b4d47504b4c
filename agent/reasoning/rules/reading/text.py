"""Tokens of a question. Words in alphabetic scripts, single characters in Chinese and Japanese, numbers whole.

A Japanese phrase is then a run of one-character tokens, so that one phrase matcher serves all languages.
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

_TOKEN = re.compile(
    r"\d{4}[-/]\d{1,2}(?:[-/]\d{1,2})?(?!\d)"  # 2015-03, 2015/03/01
    r"|\d{1,2}[./]\d{1,2}[./]\d{4}"  # 01.03.2015
    r"|\d{1,2}:\d{2}(?::\d{2})?"  # 14:30
    r"|\d+(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"  # 1,234.5
    r"|[\u3005\u3040-\u30ff\u3400-\u9fff]"  # one Japanese or Chinese character
    r"|[^\W\d_\u3005\u3040-\u30ff\u3400-\u9fff]+(?:['’][^\W\d_]+)?"  # a word
    r"|[%$€£¥=<>≤≥!&+?,;:~()\[\]\"“”.\n-]"
)
_UMLAUTS = {"ä": ("a", "ae"), "ö": ("o", "oe"), "ü": ("u", "ue")}
_SHORT_ROOT = 4
_CJK = re.compile(r"[\u3005\u3040-\u30ff\u3400-\u9fff]")
_IRREGULAR = {
    "people": "person", "men": "man", "women": "woman", "children": "child", "data": "data", "species": "species",
    "series": "series", "was": "be", "is": "be", "are": "be", "were": "be", "does": "do", "did": "do",
    "has": "have", "had": "have", "analyses": "analysis", "bonus": "bonus", "status": "status", "gas": "gas",
    "days": "day", "indices": "index", "feet": "foot", "sales": "sales", "mice": "mouse", "always": "always",
    "news": "news",
}  # fmt: skip


@dataclass(frozen=True)
class Token:
    """`text` as normalised (NFKC, lower case); `stem` singular; offsets in the normalised question."""

    text: str
    stem: str
    start: int
    end: int
    upper: bool = False  # written in capitals

    @property
    def is_number(self) -> bool:
        return self.text[0].isdigit()

    @property
    def is_word(self) -> bool:
        return self.text[0].isalpha()


def normalised(text: str) -> str:
    """One form of the same characters: NFKC, blanks collapsed, underscores as blanks, one wave and one short dash."""
    plain = text.replace("〜", "~").replace("–", "-")
    return re.sub(r"\s+", " ", unicodedata.normalize("NFKC", plain).replace("_", " ")).strip()


@lru_cache(maxsize=32_768)  # also the words of thousands of columns, which each question asks for in turn
def stem(word: str) -> str:
    """A plural's singular, English rules with a few exceptions; other words as they are."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) <= 3 or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "xes", "sses", "zzes")):
        return word[:-2]
    return word[:-1]


@lru_cache(maxsize=32_768)
def loose_stems(word: str) -> frozenset[str]:
    """Forms under which a word may stand for another of its family: hired ~ hire, remotely ~ remote."""
    if word.isdigit():
        return frozenset({word})
    found = {word, stem(word)}
    for ending, put in (
        ("ied", "y"), ("ed", ""), ("ed", "e"), ("ing", ""), ("ing", "e"), ("ly", ""), ("er", ""), ("al", ""),
        ("ation", "ate"), ("ings", ""), ("en", ""), ("e", ""), ("n", ""), ("an", ""), ("y", ""),
        ("en", "a"), ("en", "o"), ("en", "um"),
    ):  # fmt: skip
        if word.endswith(ending) and len(word) - len(ending) + len(put) >= 4:
            found.add(word[: len(word) - len(ending)] + put)
    found |= _without_umlauts(word)
    if re.search(r"(.)\1(ed|ing|y)$", word) and len(word) > 4:  # shipped, sunny
        found.add(re.sub(r"(.)\1(ed|ing|y)$", r"\1", word))
    return frozenset(found)


def _without_umlauts(word: str) -> frozenset[str]:
    """`Lastenräder` of Lastenrad, `Fälle` of Faelle: the plural's umlaut, and umlauts written as two letters."""
    if not _UMLAUTS.keys() & set(word):
        return frozenset()
    found = {"".join(_UMLAUTS.get(letter, (letter, letter))[1] for letter in word)}
    plain = "".join(_UMLAUTS.get(letter, (letter, letter))[0] for letter in word)
    endings = [ending for ending in ("", "e", "er", "en", "ern", "n") if word.endswith(ending)]
    return frozenset(found | {plain[: len(plain) - len(ending)] for ending in endings if len(word) > _SHORT_ROOT})


def tokens_of(text: str) -> tuple[Token, ...]:
    """The tokens of a text, in order; offsets refer to `normalised(text)`."""
    clean = normalised(text)
    found = []
    for match in _TOKEN.finditer(clean):
        raw = match.group()
        lower = raw.casefold().replace("’", "'").removesuffix("'s")
        found.append(Token(lower, stem(lower), match.start(), match.end(), raw.isupper()))
    return tuple(found)


def is_cjk(text: str) -> bool:
    """Whether a text has Japanese or Chinese characters."""
    return _CJK.search(text) is not None


def joined(tokens: tuple[Token, ...] | list[Token]) -> str:
    """Tokens as text again: blanks between words, none between Japanese characters."""
    text = ""
    for token in tokens:
        glue = "" if not text or (is_cjk(text[-1]) and is_cjk(token.text[0])) else " "
        text += glue + token.text
    return text


def runs_of(base: str) -> list[str]:
    """Every run of two or more characters of a name, the longest first; not the whole."""
    sizes = range(len(base) - 1, 1, -1)
    return [base[start : start + size] for size in sizes for start in range(len(base) - size + 1)]
