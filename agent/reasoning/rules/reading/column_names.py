"""The words of column names: split, spelled out, with the synonym sets they belong to."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from agent.reasoning.rules.reading.degrees import comparatives, nouns_of
from agent.reasoning.rules.reading.lexicon import Lexicon, lexicon
from agent.reasoning.rules.reading.text import Token, is_cjk, loose_stems, tokens_of
from registry.profile import ColumnProfile, DatasetProfile

BRACKETS = re.compile(r"[(（\[【]([^)）\]】]*)[)）\]】]")
_LONGEST_UNIT = 6
GRAMMAR = frozenset(
    {"is", "be", "it", "i", "my", "would", "was", "are", "do", "you", "your", "we", "our", "with", "how", "what", "and",
     "or", "have", "has", "this", "that", "not", "ist", "und", "ich", "es", "wie", "mit"}
)  # fmt: skip
MOST_NAMES = 32_768
"""Names of columns whose words are kept: several data sets as wide as can be read at once."""
_GENERIC = frozenset({"id", "name", "date", "type", "value", "number", "total", "count", "rate", "code", "no", "key"})
FILLERS = frozenset(
    {"of", "the", "in", "a", "for", "on", "to", "at", "by", "is", "der", "die", "das", "des", "の", "(", ")"}
)


@dataclass(frozen=True)
class Candidate:
    """A column of a data set."""

    dataset_id: str
    column: ColumnProfile

    @property
    def name(self) -> str:
        return self.column.name


@dataclass(frozen=True)
class Atom:
    start: int
    end: int
    forms: frozenset[str]
    sets: frozenset[str]
    generic: bool


@dataclass(frozen=True)
class NameWord:
    forms: frozenset[str]
    sets: frozenset[str]
    generic: bool


def file_words(table: DatasetProfile) -> frozenset[str]:
    """The stems of the words of the file's name: they name what a row is."""
    return frozenset(token.stem for token in tokens_of(table.name.rsplit(".", 1)[0]))


def column_sets(name: str, words: Lexicon) -> frozenset[str]:
    """The synonym sets that the words of a column's name belong to."""
    return _sets_in_language(name, words.language)


@lru_cache(maxsize=MOST_NAMES)
def _sets_in_language(name: str, language: str) -> frozenset[str]:
    return frozenset().union(*(word.sets for word in _words_in_language(name, language)))


@lru_cache(maxsize=MOST_NAMES)
def _tokens_without_unit(name: str) -> tuple[Token, ...]:
    return tokens_of(without_unit(name))


@lru_cache(maxsize=MOST_NAMES)
def name_words(name: str) -> tuple[str, ...]:
    """The words of a column's name, units in brackets left out."""
    return tuple(token.stem for token in _tokens_without_unit(name) if token.is_word)


def number_words(columns: Iterable[ColumnProfile]) -> frozenset[str]:
    """The words that columns of numbers are called by."""
    return frozenset(word for column in columns if column.kind == "number" for word in name_words(column.name))


def without_unit(name: str) -> str:
    """The name, without a bracket that only holds a unit; a qualifier such as (base) stays."""

    def keep(match: re.Match[str]) -> str:
        inside = match.group(1)
        is_unit = any(sign in inside for sign in "/°²³%") and len(inside) <= _LONGEST_UNIT
        is_name = len(re.findall(r"[^\W\d_]", inside)) >= 3 or is_cjk(inside)
        return f" {inside} " if is_name and not is_unit else " "

    return BRACKETS.sub(keep, re.sub(r"([a-z])([A-Z])", r"\1 \2", name.replace("_", " ")))


def words_of(name: str, words: Lexicon) -> tuple[NameWord, ...]:
    return _words_in_language(name, words.language)


_CODE = re.compile(r"([A-Za-z]{1,2})(\d{1,2})[ _:.)-]+\w")


def written_code(name: str) -> list[str]:
    """The code that a longer name begins with: q1 of `Q1 How do you feel?`; [] where there is none."""
    match = _CODE.match(name)
    return [match.group(1).casefold(), match.group(2)] if match else []


@lru_cache(maxsize=MOST_NAMES)
def written_names(name: str) -> tuple[tuple[str, ...], ...]:
    """The tokens of a name as it stands and, of names with digits such as `OD600 (nm)`, without its unit."""
    whole = tuple(token.text for token in tokens_of(name))
    plain = tuple(token.text for token in _tokens_without_unit(name))
    return (whole, plain) if plain != whole and any(text.isdecimal() for text in plain) else (whole,)


@lru_cache(maxsize=MOST_NAMES)
def _words_in_language(name: str, language: str) -> tuple[NameWord, ...]:
    words = lexicon(language)
    found = [
        (atom, _spelled_out(atom.forms, atom.sets, atom.generic, language))
        for atom in atoms_of(_tokens_without_unit(name), words)
    ]
    telling = [word for atom, word in found if word.sets or not atom.forms & (GRAMMAR | FILLERS)]
    return tuple(telling or [word for _, word in found])


@lru_cache(maxsize=MOST_NAMES)  # the names of a wide table are made of the same few words
def _spelled_out(said: frozenset[str], sets: frozenset[str], generic: bool, language: str) -> NameWord:
    """A word of a column's name with what it is short for, and with what small words mean there: DepDelay, To."""
    words = lexicon(language)
    full = frozenset().union(*(words.abbreviations.get(form, frozenset()) for form in said))
    meant = frozenset().union(*(words.sets_of((word,)) for word in full))
    meant = meant.union(*(words.roles.get(form, frozenset()) for form in said))
    heads = [form.split()[-1] for form in said if " " in form and not is_cjk(form)]  # "area" names floor area
    forms = said.union(*(loose_stems(word) for word in [*full, *heads]))
    return NameWord(forms, sets | meant, generic)


def _sets_of_superlative(comparative: str, words: Lexicon) -> frozenset[str]:
    """older, like oldest, is of age."""
    base = comparative.removesuffix("er")
    return words.sets_of((base + "est",)) | words.sets_of((base,)) | words.sets_of((base + "e",))


@dataclass(frozen=True)
class Known:
    """What the columns of a question's data are called by: words of names, of names of numbers, synonym sets."""

    stems: frozenset[str] = frozenset()
    measured: frozenset[str] = frozenset()
    sets: frozenset[str] = frozenset()


def atoms_of(tokens: tuple[Token, ...], words: Lexicon, among: Known | None = None) -> tuple[Atom, ...]:
    """Words, with phrases that have a synonym set taken whole; in a question only sets that a column can have."""
    known, measured, own_sets = (among.stems, among.measured, among.sets) if among else (frozenset(),) * 3
    sought = words.attributes | own_sets
    atoms = []
    position = 0
    while position < len(tokens):
        length = next(
            (
                size
                for size in range(min(4, len(tokens) - position), 1, -1)
                if (found := words.sets_of(tuple(token.stem for token in tokens[position : position + size])))
                and (not among or found & sought)
            ),
            1,
        )
        last = tokens[position + length - 1]
        said = words.sets_of(tuple(token.stem for token in tokens[position : position + length]))
        own = bool((said - words.sets_of((last.stem,))) & own_sets)
        if (
            length > 1
            and not own
            and last.stem in known
            and not any(token.stem in known for token in tokens[position : position + length - 1])
        ):
            length = 1  # "total price" with a column called price
        joint = tokens[position].text + tokens[position + 1].stem if position + 1 < len(tokens) else ""
        if length == 1 and joint in known and tokens[position].is_word:  # "model year" names modelyear
            atoms.append(Atom(position, position + 2, frozenset({joint}), frozenset(), generic=False))
            position += 2
            continue
        span = tokens[position : position + length]
        sets = words.sets_of(tuple(token.stem for token in span)) | words.sets_of(tuple(token.text for token in span))
        sets = sets or (words.compound_sets(span[0].text) if length == 1 else sets)
        if length == 1 and not sets and among and span[0].text in comparatives(words.language):
            sets = _sets_of_superlative(span[0].text, words)
        if span[0].is_word or span[0].is_number or sets:
            forms = loose_stems(span[0].text) if length == 1 else frozenset({" ".join(token.stem for token in span)})
            forms |= nouns_of(span[0].text) & measured if length == 1 and measured else frozenset()
            atoms.append(Atom(position, position + length, forms, sets, span[0].stem in _GENERIC))
        position += length
    return tuple(atoms)
