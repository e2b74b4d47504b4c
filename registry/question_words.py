"""The words of a question, as the value index looks them up."""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from registry.values.word_lists import folded

WORD = re.compile(r"[^\W_]+(?:[-_.'’/&+][^\W_]+)*")
QUOTES = "\"'“”„‘’«»「」『』`"
CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uff66-\uff9f々〆]")
STOP_WORDS: frozenset[str] = frozenset(
    {
        "a", "an", "and", "any", "are", "as", "at", "be", "been", "between", "but", "by", "can", "could", "did",
        "do", "does", "doing", "for", "from", "get", "give", "had", "has", "have", "having", "how", "i", "if",
        "in", "into", "is", "it", "its", "just", "list", "made", "make", "many", "may", "me", "mean", "more",
        "most", "much", "my", "no", "not", "of", "off", "on", "one", "only", "or", "other", "our", "out", "over",
        "per", "please", "put", "same", "share", "show", "so", "some", "such", "than", "that", "the", "their",
        "them", "then", "there", "these", "they", "this", "those", "to", "too", "total", "under", "up", "us",
        "use", "was", "we", "were", "what", "when", "where", "which", "while", "who", "whose", "why", "will",
        "with", "would", "yes", "you", "your", "vs", "versus", "average", "sum", "count", "number", "all", "each",
        "every", "both", "first", "last", "high", "low", "top", "der", "die", "das", "und", "oder", "von", "im",
        "mit", "für", "pro", "je", "wie", "viel", "viele", "ist", "sind", "welche",
    }
)  # fmt: skip
"""Words that hold a question together; they name a value only when written as it stands, in capitals or in quotes."""


class Word(NamedTuple):
    """A word of a text, where it stands, and whether it is in quotes."""

    folded: str
    start: int
    end: int
    quoted: bool


def words_of(text: str) -> list[Word]:
    """The words in order; a hyphen, point, stroke or apostrophe inside a word belongs to it."""
    found = []
    for match in WORD.finditer(text):
        before = text[match.start() - 1] if match.start() else " "
        after = text[match.end()] if match.end() < len(text) else " "
        quoted = before in QUOTES and after in QUOTES
        found.append(Word(folded(match.group()), match.start(), match.end(), quoted))
    return found


def loose(text: str) -> str:
    """Folded text in which underscores and hyphens between words count as blanks: "four_cheese", "part-time"."""
    return " ".join(text.replace("_", " ").replace("-", " ").split()) or text


def base_forms(words: str) -> Iterator[str]:
    """The words as they stand, then without possessive, then in the singular, then in the plural (English)."""
    yield words
    if words.endswith(("'s", "’s")):
        yield words[:-2]
        return
    if len(words) < 4 or not words.isascii():
        return
    if words.endswith("ies"):
        yield f"{words[:-3]}y"
    if words.endswith("es"):
        yield words[:-2]
    if words.endswith("s"):
        yield words[:-1]
    else:
        yield f"{words}s"
        if words.endswith("y"):
            yield f"{words[:-1]}ies"


def cjk_spans(text: str, starts: Mapping[str, int]) -> Iterator[tuple[int, int]]:
    """Where a value could begin in text without blanks: the offset, and the length of the longest such value."""
    for start, character in enumerate(text):
        longest = starts.get(folded(character), 0)
        if longest >= 2 and CJK.match(text, start):
            yield start, longest
