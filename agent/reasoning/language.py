"""Which language is a question in? Decided by its letters and its short words, never by its column names."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Literal

from languages.phrase_files import ENGLISH, languages_in

_LATIN_WORD = re.compile(r"[A-Za-zÀ-ÖØ-öø-ÿ]+")
_JAPANESE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_HIRAGANA = re.compile(r"[\u3040-\u309f]")
_GERMAN_COMPOUND = re.compile(r"(gesamt|durchschnitts|mindest|jahres|monats|tages|quartals)[a-z]{4,}$")
_GERMAN_LETTER = re.compile(r"[äöüß]")


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
    short = dict(scores)
    for language in scores:
        scores[language] += sum(word in asking_words(language) for word in words)
    best = max(scores, key=lambda language: (scores[language], short[language], language == ENGLISH))
    return best if scores[best] else ENGLISH


def _is_japanese(question: str, words: int, short: int) -> bool:
    """Hiragana is the grammar of Japanese, short words (of, by, je) that of others; `words` may just be names."""
    letters = len(_JAPANESE.findall(question))
    if not letters or not short:
        return letters > 0 and (bool(_HIRAGANA.search(question)) or letters > words)
    return short == 1 and bool(_HIRAGANA.search(question)) and letters > 2 * words


def short_words(language: str) -> frozenset[str]:
    """The short words that give a language away."""
    return _words_of(language, "words")


def asking_words(language: str) -> frozenset[str]:
    """Longer words that no other language asks with."""
    return _words_of(language, "asking")


@cache
def _words_of(language: str, kind: str) -> frozenset[str]:
    table = tomllib.loads((FOLDER / f"{language}.toml").read_text(encoding="utf-8")).get("language", {})
    return frozenset(table.get(kind, ()))


# ----------------------------------------------------------------
# Whole texts that are recognised before anyone reads: orders to Tally, and questions about the answer before. Their
# patterns are data, a file a language.


FOLDER = Path(__file__).parent / "recognised"
Subject = Literal["commands", "about_answer"]


def languages() -> tuple[str, ...]:
    """The languages that have a file of patterns, in alphabetical order."""
    return languages_in(FOLDER)


@cache
def patterns_of(subject: Subject, language: str) -> Mapping[str, Sequence[re.Pattern[str]]]:
    """The patterns of whole texts by what they mean, for texts in any case."""
    table = tomllib.loads((FOLDER / f"{language}.toml").read_text(encoding="utf-8"))
    return {
        meaning: tuple(re.compile(pattern, re.IGNORECASE) for pattern in patterns)
        for meaning, patterns in table.get(subject, {}).items()
    }
