"""Adjectives made of a column's noun: happy, happier, happiest and unhappy for a column called Happiness."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, lru_cache

from agent.reasoning.rules.reading.lexicon import Lexicon, Mark, lexicon
from agent.reasoning.rules.reading.text import Token, stem

_NOUNS = (
    ("", "ness"), ("y", "iness"), ("", "dom"), ("e", "edom"), ("ous", "osity"), ("ous", "ity"), ("", "ity"),
    ("e", "ity"), ("le", "ility"), ("", "ty"), ("e", "ety"),
)  # fmt: skip
_BARE = frozenset({"healthy", "wealthy"})  # a party is no part: elsewhere only the degrees of words in -y name a noun
_DENIALS = ("un", "in", "im", "dis")
_SHORTEST = 3
_OF_ANOTHER_SENSE = frozenset({"busy"})  # the busiest day has nothing to do with a column called Business
_COMPARING = {
    "more": "high", "higher": "high", "greater": "high", "bigger": "high", "larger": "high", "better": "high",
    "less": "low", "fewer": "low", "lower": "low", "smaller": "low", "worse": "low",
}  # fmt: skip
_TURNED = {"high": "low", "low": "high"}


@lru_cache(maxsize=4096)
def nouns_of(word: str) -> frozenset[str]:
    """The nouns that an adjective in any degree may be made of: happiest -> happiness, freer -> freedom."""
    return frozenset(noun for base, _ in _bases(word) for noun in _nouns_of_base(base, word))


@cache
def comparatives(language: str) -> dict[str, str]:
    """Words that compare, with the end they point to: more, older (of the superlative oldest), younger."""
    found = dict(_COMPARING) if language == "en" else {}
    for phrase, tags in lexicon(language).marks.items() if language == "en" else ():
        end = next((tag for tag in ("high", "low") if tag in tags), None)
        if end and len(phrase) == 1 and phrase[0].endswith("est"):
            found[phrase[0].removesuffix("est") + "er"] = end
    return found


def denies(word: str, known: frozenset[str]) -> bool:
    """Whether an adjective says the opposite of the known noun that it is made of: unhappiest."""
    return any(denied and _nouns_of_base(base, word) & known for base, denied in _bases(word))


def with_degrees(
    marks: tuple[Mark, ...], tokens: tuple[Token, ...], known: frozenset[str], words: Lexicon
) -> tuple[Mark, ...]:
    """The marks, with those of superlatives that only a column's noun explains; `most unhappy` asks for the least."""
    if words.language != "en":
        return marks
    made = {index: token for index, token in enumerate(tokens) if nouns_of(token.text) & known}
    if not made:
        return marks
    found = [_turned(mark) if _leads_denial(mark, made, known) else mark for mark in marks]
    taken = {position for mark in marks for position in range(mark.start, mark.end)}
    for index, token in made.items():
        if index not in taken and token.text.endswith("est"):
            end = "low" if denies(token.text, known) else "high"
            found.append(Mark(frozenset({end}), index, index + 1, token.text))
        elif index not in taken and token.text.endswith("er"):
            found.append(Mark(frozenset({"comparative"}), index, index + 1, token.text))
    return tuple(sorted(found, key=lambda mark: mark.start))


def _leads_denial(mark: Mark, made: dict[int, Token], known: frozenset[str]) -> bool:
    adjective = made.get(mark.end)
    return mark.text in ("most", "least", "more", "less") and adjective is not None and denies(adjective.text, known)


def _turned(mark: Mark) -> Mark:
    return replace(mark, tags=frozenset(_TURNED.get(tag, tag) for tag in mark.tags))


def _bases(word: str) -> Iterator[tuple[str, bool]]:
    """The adjective itself, without its degree and without a denial before it."""
    for base in _undegreed(word):
        yield base, False
        for denial in _DENIALS:
            if base.startswith(denial) and len(base) >= len(denial) + _SHORTEST:
                yield base.removeprefix(denial), True


def _undegreed(word: str) -> Iterator[str]:
    if word in _OF_ANOTHER_SENSE:
        return
    yield word
    for ending in ("est", "er"):
        if word.endswith(ending) and len(word) > len(ending) + _SHORTEST - 1:
            base = word.removesuffix(ending)
            if base.endswith("i"):
                if base[:-1] + "y" not in _OF_ANOTHER_SENSE:
                    yield base[:-1] + "y"
                continue
            yield base
            yield base + "e"
            if base[-1:] == base[-2:-1]:
                yield base[:-1]


def _nouns_of_base(base: str, word: str) -> frozenset[str]:
    found = {
        base.removesuffix(ending) + noun
        for ending, noun in _NOUNS
        if base.endswith(ending) and len(base) > len(ending) + 1
    }
    if base.endswith("y") and (word.endswith(("iest", "ier")) or base in _BARE):
        found.add(base[:-1])
    return frozenset(stem(noun) for noun in found)
