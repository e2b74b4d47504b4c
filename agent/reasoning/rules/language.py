"""Which language is a question in? Decided by its letters and its short words, never by its column names."""

import re
import tomllib
from functools import cache, lru_cache
from pathlib import Path

from agent.phrase_files import ENGLISH
from agent.reasoning.rules.narration.phrases import FOLDER, languages

_LATIN_WORD = re.compile(r"[A-Za-zÀ-ÖØ-öø-ÿ]+")
_JAPANESE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_HIRAGANA = re.compile(r"[\u3040-\u309f]")
_GERMAN_COMPOUND = re.compile(r"(gesamt|durchschnitts|mindest|jahres|monats|tages|quartals)[a-z]{4,}$")
_GERMAN_LETTER = re.compile(r"[äöüß]")

SHORTEST_TELLING = 4
"""Letters: shorter words stand in too many languages."""
LEXICONS = Path(__file__).parent / "lexicons"


@lru_cache(maxsize=8)  # a turn asks it of its one question many times
def detect_language(question: str) -> str:
    """ "en", "de" or "ja"; "en" for all else. Japanese names in an English question do not make it Japanese."""
    words = [word.casefold() for word in _LATIN_WORD.findall(question)]
    scores = {language: sum(word in short_words(language) for word in words) for language in languages()}
    if _is_japanese(question, len(words), max(scores.values())):
        return "ja"
    if _GERMAN_LETTER.search(question.casefold()) and "de" in scores:
        scores["de"] += 1
    if "de" in scores:
        scores["de"] += sum(bool(_GERMAN_COMPOUND.match(word)) for word in words)
    for language in scores:
        scores[language] += sum(word in own_words(language) and word not in short_words(language) for word in words)
    own = {language: sum(word in own_words(language) for word in words) for language in scores}
    short = {language: sum(word in short_words(language) for word in words) for language in scores}
    best = max(scores, key=lambda language: (scores[language], short[language], own[language], language == ENGLISH))
    return best if scores[best] else ENGLISH


@cache
def reading_words(language: str) -> frozenset[str]:
    """The words of a language's lexicon that ask and compare; names of things are the same in every language."""
    path = LEXICONS / f"{language}.toml"
    table = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    asking = {
        word.casefold() for phrases in table.get("marks", {}).values() for text in phrases for word in text.split()
    }
    words = asking | set(table.get("stop", {}).get("words", ()))
    return frozenset(word for word in words if len(word) >= SHORTEST_TELLING)


@cache
def own_words(language: str) -> frozenset[str]:
    """Words that the reading knows in this language and in no other."""
    others = (reading_words(other) for other in languages() if other != language)
    return reading_words(language) - frozenset().union(*others)


def _is_japanese(question: str, words: int, short: int) -> bool:
    """Hiragana is the grammar of Japanese, short words (of, by, je) that of others; `words` may just be names."""
    letters = len(_JAPANESE.findall(question))
    if not letters or not short:
        return letters > 0 and (bool(_HIRAGANA.search(question)) or letters > words)
    return short == 1 and bool(_HIRAGANA.search(question)) and letters > 2 * words


@cache
def short_words(language: str) -> frozenset[str]:
    """The words that give a language away, from its phrase file."""
    table = tomllib.loads((FOLDER / f"{language}.toml").read_text(encoding="utf-8")).get("language", {})
    return frozenset(table.get("words", ()))
