"""The words of a language as data: marks, stop words, numbers, calendar names, synonym sets.

Marks are read in the question's language; synonym sets of all languages are merged, because a question in one
language is asked of columns named in another.
"""

import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from agent.reasoning.rules.reading.text import Token, stem, tokens_of

_SHORTEST_PART = 3
_SHORTEST_HEAD = 5
_FOLDER = Path(__file__).parent.parent / "lexicons"
Phrase = tuple[str, ...]


@dataclass(frozen=True)
class Mark:
    """A phrase of the lexicon found in the question: its tags and the tokens [start, end) it takes."""

    tags: frozenset[str]
    start: int
    end: int
    text: str


@dataclass(frozen=True)
class Condition:
    """An adjective that names a value or an amount: rainy -> a value "rain", or precipitation > 0."""

    value: str
    column: str  # name of a synonym set
    op: str
    number: float


@dataclass(frozen=True)
class Lexicon:
    """The words of one language with the synonym sets of all."""

    language: str
    marks: dict[Phrase, frozenset[str]]
    stop: frozenset[str]
    fillers: frozenset[str]  # words that no answer depends on, though they are no stop words
    numbers: dict[str, int]
    months: dict[str, int]
    weekdays: dict[str, str]
    quarters: dict[Phrase, int]
    seasons: dict[str, list[int]]  # months of each
    times: dict[Phrase, frozenset[str]]  # phrase -> what days of the week or hours it means: weekend, morning
    synonyms: dict[Phrase, frozenset[str]]  # phrase -> names of the sets it belongs to
    deeds: frozenset[str]  # stems of nouns that a row with a date may be: payments, trips
    events: frozenset[str]  # sets of deeds that a file's rows may be: loans, orders
    attributes: frozenset[str]  # sets a question can need and a table can lack
    vague: frozenset[str]  # words of those sets that prove nothing
    values: frozenset[str]  # sets whose words are cells rather than columns: cash, rain, Munich
    conditions: dict[str, Condition]
    abbreviations: dict[str, frozenset[str]]  # shortened word of a column's name -> the words it stands for
    roles: dict[str, frozenset[str]]  # small word of a column's name (from, to, minutes) -> sets it means there
    units: dict[str, str]  # word for a unit -> the unit as columns give it
    heads: dict[str, frozenset[str]]  # what German compounds end in: betrag, preis, datum
    regression: dict[str, tuple[str, ...]]  # words that tell what of a regression a column is
    longest: int

    def find_marks(self, tokens: tuple[Token, ...]) -> tuple[Mark, ...]:
        """The longest phrases from left to right, without overlap."""
        return tuple(self._marks(tokens))

    def _marks(self, tokens: tuple[Token, ...]) -> Iterator[Mark]:
        position = 0
        while position < len(tokens):
            for length in range(min(self.longest, len(tokens) - position), 0, -1):
                span = tokens[position : position + length]
                tags = self.marks.get(tuple(token.stem for token in span)) or self.marks.get(
                    tuple(token.text for token in span)
                )
                if tags:
                    yield Mark(tags, position, position + length, " ".join(token.text for token in span))
                    position += length - 1
                    break
            position += 1

    def sets_of(self, phrase: Phrase) -> frozenset[str]:
        """Names of the synonym sets that a phrase (of stems) belongs to."""
        return self.synonyms.get(phrase, frozenset())

    def compound_sets(self, word: str) -> frozenset[str]:
        """The sets of a German compound, from its last part and, where known, its first: Nettobetrag, Stückpreis."""
        cuts = (cut for cut in range(_SHORTEST_PART, len(word) - _SHORTEST_HEAD + 1) if word[cut:] in self.heads)
        cut = next(cuts, None)
        if cut is None:
            return frozenset()
        first = word[:cut]
        return self.heads[word[cut:]] | self.sets_of((first,)) | self.sets_of((first.removesuffix("s"),))

    def noun_before(self, tokens: tuple[Token, ...], position: int) -> str | None:
        """The longest known phrase that ends right before a position: 商品 in 商品別."""
        for size in range(min(6, position), 0, -1):
            phrase = tuple(token.stem for token in tokens[position - size : position])
            if self.sets_of(phrase):
                return "".join(phrase)
        return None

    @cached_property
    def halves(self) -> tuple[tuple[Phrase, int], ...]:
        """Phrases for half years, and which half each is; the first half first."""
        return tuple((phrase, half) for half in (1, 2) for phrase, tags in self.marks.items() if f"half:{half}" in tags)

    @cached_property
    def guiding_words(self) -> frozenset[str]:
        """Words that tell what to do, and those that tell nothing: none that names a thing."""
        return self.stop.union(self.fillers, *self.marks)

    @cached_property
    def words(self) -> frozenset[str]:
        """Every word of the language that the reading knows."""
        known = {word for phrase in self.marks for word in phrase} | set(self.conditions)
        known |= {word for phrase in self.synonyms for word in phrase}
        return frozenset(known | self.stop | set(self.months) | set(self.weekdays) | set(self.numbers))


def phrase_of(text: str) -> Phrase:
    """A phrase as stems, the way questions are compared with it."""
    return tuple(token.stem for token in tokens_of(text))


@cache
def languages() -> tuple[str, ...]:
    """Languages that have a lexicon file."""
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.toml")))


@cache
def lexicon(language: str) -> Lexicon:
    """The lexicon of a language; English where there is none."""
    data = _file(language if language in languages() else "en")
    every = [_file(name) for name in languages()]
    marks = _tagged(data["marks"].items())
    return Lexicon(
        language=language,
        marks=marks,
        stop=frozenset(stem(word) for word in data["stop"]["words"]) | frozenset(data["stop"]["words"]),
        fillers=frozenset(form for word in data["stop"].get("fillers", []) for form in (word, stem(word))),
        numbers=data.get("numbers", {}),
        months={name: number for part in every for name, number in part.get("months", {}).items()},
        weekdays={name: day for part in every for name, day in part.get("weekdays", {}).items()},
        quarters={phrase_of(name): number for part in every for name, number in part.get("quarters", {}).items()},
        seasons={name: months for part in every for name, months in part.get("seasons", {}).items()},
        times=_tagged(item for part in every for item in part.get("times", {}).items()),
        synonyms=_tagged(item for part in every for item in part.get("synonyms", {}).items()),
        deeds=frozenset(stem(word) for part in every for word in part.get("attributes", {}).get("deeds", [])),
        events=frozenset(name for part in every for name in part.get("attributes", {}).get("events", [])),
        attributes=frozenset(name for part in every for name in part.get("attributes", {}).get("sets", [])),
        vague=frozenset(name for part in every for name in part.get("attributes", {}).get("vague", [])),
        values=frozenset(name for part in every for name in part.get("attributes", {}).get("values", [])),
        conditions={
            stem(word): Condition(**entry) for part in every for word, entry in part.get("conditions", {}).items()
        },
        abbreviations={
            short: frozenset(full) for part in every for short, full in part.get("abbreviations", {}).items()
        },
        roles=_by_word(part.get("roles", {}) for part in every),
        units={word: unit for part in every for unit, said in part.get("units", {}).items() for word in (*said, unit)},
        heads={
            phrase[0]: sets
            for phrase, sets in _tagged(_file("de").get("synonyms", {}).items()).items()
            if len(phrase) == 1 and len(phrase[0]) >= _SHORTEST_HEAD
        },
        regression={role: tuple(said) for role, said in data["regression"].items()},
        longest=max(len(phrase) for phrase in marks),
    )


@cache
def _file(language: str) -> dict[str, Any]:
    return tomllib.loads((_FOLDER / f"{language}.toml").read_text(encoding="utf-8"))


def _by_word(sections: Iterable[dict[str, list[str]]]) -> dict[str, frozenset[str]]:
    """Sections of set -> words, as word -> sets."""
    entries = [item for section in sections for item in section.items()]
    said = {word for _, listed in entries for word in listed}
    return {word: frozenset(name for name, listed in entries if word in listed) for word in said}


def _tagged(entries: Iterable[tuple[str, list[str]]]) -> dict[Phrase, frozenset[str]]:
    found: dict[Phrase, set[str]] = defaultdict(set)
    for tag, phrases in entries:
        for text in phrases:
            found[phrase_of(text)].add(tag)
    return {phrase: frozenset(tags) for phrase, tags in found.items() if phrase}
