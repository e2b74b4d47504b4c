"""Which words of a question name which column. Several columns that fit equally well are kept: that is an ambiguity."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from agent.reasoning.rules.reading.column_index import ColumnIndex, column_index
from agent.reasoning.rules.reading.column_names import (
    BRACKETS,
    FILLERS,
    GRAMMAR,
    MOST_NAMES,
    Atom,
    Candidate,
    Known,
    NameWord,
    atoms_of,
    name_words,
    without_unit,
    words_of,
    written_code,
    written_names,
)
from agent.reasoning.rules.reading.lexicon import Lexicon
from agent.reasoning.rules.reading.text import Token, is_cjk, normalised, runs_of
from registry.profile import DatasetProfile

_LONGEST_SPAN = 5
_BY_UNIT = 0.5  # score of a column of which only the unit is said
_SHORTEST_UNIT = 2
_BY_HEAD = 1.6  # score of a column named by the last noun of its compound
_SHORTEST_HEAD, _SHORTEST_FIRST_PART = 6, 3
_EQUAL = 0.05  # scores nearer than this are equal
_LONGER_NAME = 0.4  # what one more word in a name takes off: no reason to prefer the shorter name
_NAME_ENDINGS = frozenset("名番号別者")
_WRITTEN_OUT = 7.0  # score of a name that stands in the question letter by letter


@dataclass(frozen=True)
class ColumnLink:
    """Tokens [start, end) that name a column; more than one candidate: equally good."""

    start: int
    end: int
    candidates: tuple[Candidate, ...]
    score: float
    literal: bool  # by the column's own words, not by a synonym
    exact: bool  # all words of the column's name

    @property
    def first(self) -> Candidate:
        return self.candidates[0]


def is_written_out(link: ColumnLink) -> bool:
    """Whether a name, or the code that it begins with, stands in the question letter by letter."""
    return link.score >= _WRITTEN_OUT


@dataclass(frozen=True)
class _Fit:
    score: float
    literal: bool
    exact: bool
    by_name: bool = False  # all words of the name that tell something: "reviews" for review_count
    by_head: bool = False  # only by the last word of a phrase: price for a list price


@dataclass(frozen=True)
class NamedColumn:
    """Tokens [start, end) that may name a column, and how well they do. `how`: by which likeness, if by no word."""

    start: int
    end: int
    column: Candidate
    score: float
    literal: bool
    exact: bool
    how: str = ""


def columns_named(
    tokens: tuple[Token, ...], datasets: tuple[DatasetProfile, ...], words: Lexicon
) -> tuple[tuple[NamedColumn, ...], tuple[ColumnLink, ...]]:
    """Every place that may name a column, overlaps and weak ones included; and the links among them."""
    found = _fits(tokens, datasets, words)
    named = tuple(
        NamedColumn(start, end, candidate, fit.score, fit.literal, fit.exact)
        for (start, end), fits in found.items()
        for fit, candidate in fits
    )
    return named, _links(found)


def link_columns(
    tokens: tuple[Token, ...], datasets: tuple[DatasetProfile, ...], words: Lexicon
) -> tuple[ColumnLink, ...]:
    """Non-overlapping links in text order, best fits first chosen."""
    return _links(_fits(tokens, datasets, words))


_Fits = dict[tuple[int, int], list[tuple[_Fit, Candidate]]]


def _links(found: _Fits) -> tuple[ColumnLink, ...]:
    return _without_overlap([_best(span, fits) for span, fits in found.items()])


def _fits(tokens: tuple[Token, ...], datasets: tuple[DatasetProfile, ...], words: Lexicon) -> _Fits:
    """The columns that each stretch of tokens may name."""
    index = column_index(datasets, words)
    known = Known(index.stems, index.measured, index.sets) if index.candidates else None
    found: _Fits = {}
    for start, end, atoms in _spans(atoms_of(tokens, words, known)):
        meant = _with_roles(atoms, words)
        for candidate in index.fitting(meant):
            fit = _fit(meant, words_of(candidate.name, words))
            if fit:
                found.setdefault((start, end), []).append((fit, candidate))
    whole = (
        *_whole_names(tokens, index),
        *_unit_fits(tokens, index, words),
        *_cjk_fits(tokens, index),
        *(_head_fits(tokens, index) if words.language == "de" else ()),
    )
    for start, end, fit, candidate in whole:
        found.setdefault((start, end), []).append((fit, candidate))
    return found


def _spans(atoms: tuple[Atom, ...]) -> Iterator[tuple[int, int, tuple[Atom, ...]]]:
    for first in range(len(atoms)):
        for last in range(first, min(first + _LONGEST_SPAN, len(atoms))):
            inside = tuple(atom for atom in atoms[first : last + 1] if not atom.forms & (FILLERS | GRAMMAR))
            if inside and inside[0] is atoms[first] and inside[-1] is atoms[last]:
                yield atoms[first].start, atoms[last].end, inside


def _with_roles(atoms: tuple[Atom, ...], words: Lexicon) -> tuple[Atom, ...]:
    """`start station`: beside another word of a name, a word may say which end is meant."""
    if len(atoms) == 1:
        return atoms
    lasting = {"time": frozenset({"duration"})}
    return tuple(
        replace(
            atom, sets=atom.sets.union(*(words.roles.get(form, lasting.get(form, frozenset())) for form in atom.forms))
        )
        for atom in atoms
    )


def _fit(atoms: tuple[Atom, ...], column: tuple[NameWord, ...]) -> _Fit | None:
    """How well all these words stand for a column: every atom must match some word of its name."""
    covered: set[int] = set()
    literal_words: set[int] = set()
    for atom in atoms:
        literal = {index for index, word in enumerate(column) if word.forms & atom.forms}
        if literal and len(column) > 1 and all(len(form) == 1 and is_cjk(form) for form in atom.forms):
            rest = frozenset().union(*(word.forms for index, word in enumerate(column) if index not in literal))
            literal = literal if 0 in literal and rest <= _NAME_ENDINGS else set()  # 館 for 館名
        by_meaning = {index for index, word in enumerate(column) if word.sets & atom.sets}
        if not literal and not by_meaning:
            return None
        fresh = (literal or by_meaning) - covered
        if not fresh and (len(column) > 1 or atoms[-1].start - atoms[0].start > 1):
            return None
        covered |= literal | (by_meaning if not literal else set())
        literal_words |= literal
    if not covered:
        return None
    exact = len(covered) == len(column)
    if not exact and all(_says_little(column[index]) for index in covered):
        return None  # the 3 of NO3, or the "no" of "no fine"
    only_generic = not exact and all(column[index].generic for index in covered)
    score = 2.0 * len(covered) / len(column) + 0.5 * len(literal_words) + 0.1 * len(atoms)
    score += (3.0 if literal_words else 1.0) if exact else 0.0
    score -= 1.5 if only_generic else 0.0
    telling = {index for index, word in enumerate(column) if not word.generic}
    by_name = bool(telling) and telling <= literal_words
    phrased = any(" " in form for atom in atoms for form in atom.forms)
    by_head = exact and not phrased and any(" " in form for index in literal_words for form in column[index].forms)
    return _Fit(score, bool(literal_words), exact and len(literal_words) == len(column), by_name, by_head)


def _says_little(word: NameWord) -> bool:
    return all(form.isdecimal() or form == "no" for form in word.forms)


def _whole_names(tokens: tuple[Token, ...], index: ColumnIndex) -> Iterator[tuple[int, int, _Fit, Candidate]]:
    """Names written out in full, units and numbers included, or as one word: `Satisfaction (1-10)`, `studyname`."""
    texts = [token.text for token in tokens]
    for candidate in index.written_with(texts):
        for name in map(list, written_names(candidate.name)):
            for start in range(len(texts) - len(name) + 1) if len(name) > 1 else ():
                if texts[start : start + len(name)] == name:
                    yield start, start + len(name), _Fit(_WRITTEN_OUT + len(name), literal=True, exact=True), candidate
        code = written_code(candidate.name)
        for start in range(len(texts) - 1) if code else ():
            if texts[start : start + len(code)] == code and tokens[start].end == tokens[start + 1].start:
                yield start, start + len(code), _Fit(_WRITTEN_OUT, literal=True, exact=True), candidate
        joint = "".join(name_words(candidate.name))
        for start, text in enumerate(texts):
            if len(name_words(candidate.name)) > 1 and text == joint:
                yield start, start + 1, _Fit(_WRITTEN_OUT, literal=True, exact=True), candidate


def _unit_fits(
    tokens: tuple[Token, ...], index: ColumnIndex, words: Lexicon
) -> Iterator[tuple[int, int, _Fit, Candidate]]:
    """`kWh by month`, `total miles`: a unit that no number stands before means the columns measured in it."""
    for start, token in enumerate(tokens):
        if len(token.text) < _SHORTEST_UNIT or (start and tokens[start - 1].is_number):
            continue
        said = {token.text, words.units.get(token.text, token.text), words.units.get(token.stem, token.text)}
        for candidate in index.measured_in(said):
            yield start, start + 1, _Fit(_BY_UNIT, literal=False, exact=False), candidate


def _head_fits(tokens: tuple[Token, ...], index: ColumnIndex) -> Iterator[tuple[int, int, _Fit, Candidate]]:
    """The `Stunden` of Arbeitsstunden: the noun that a German compound ends in names its column, if only one does."""
    for start, token in enumerate(tokens):
        if len(token.text) < _SHORTEST_HEAD or not token.is_word:
            continue
        ending = [
            candidate
            for name, candidate in index.endings
            if name.endswith(token.text)
            and len(without_unit(candidate.name).strip()) >= len(token.text) + _SHORTEST_FIRST_PART
        ]
        if len(ending) == 1:
            yield start, start + 1, _Fit(_BY_HEAD, literal=True, exact=False), ending[0]


@lru_cache(maxsize=MOST_NAMES)
def _cjk_name(name: str) -> tuple[str, str]:
    """The name without blanks and capitals, and that without what stands in brackets."""
    plain = normalised(name).casefold().replace(" ", "")
    return plain, BRACKETS.sub("", plain)


def _cjk_fits(tokens: tuple[Token, ...], index: ColumnIndex) -> Iterator[tuple[int, int, _Fit, Candidate]]:
    """Japanese and Chinese names: the longest run of the name's characters that stands in the question."""
    text = "".join(token.text for token in tokens)
    starts = {sum(len(token.text) for token in tokens[:index]): index for index in range(len(tokens) + 1)}
    letters = frozenset(text)
    for candidate in index.japanese:
        name, base = _cjk_name(candidate.name)
        if letters.isdisjoint(name):
            continue
        for run, whole in ((name, True), (base, True), *((part, False) for part in runs_of(base))):
            offset = text.find(run)
            if offset < 0 or offset not in starts or offset + len(run) not in starts:
                continue
            qualifier = [part for part in BRACKETS.findall(name) if part in text]
            score = 2.0 * len(run) / len(base) + (3.5 if whole else 0.0) + 2.0 * len(qualifier)
            yield starts[offset], starts[offset + len(run)], _Fit(score, literal=True, exact=whole), candidate
            break


def _best(span: tuple[int, int], fits: list[tuple[_Fit, Candidate]]) -> ColumnLink:
    if any(fit.by_name for fit, _ in fits):  # a synonym such as star_rating stands back
        fits = [(fit, candidate) for fit, candidate in fits if fit.literal]
    top = max(fit.score for fit, _ in fits)
    best = next(fit for fit, _ in fits if fit.score == top)
    near = _LONGER_NAME if best.literal and not best.exact else _EQUAL
    kept = [
        (fit, candidate)
        for fit, candidate in fits
        if fit.score > top - _EQUAL
        or (fit.score > top - near and fit.literal and not fit.exact and candidate.column.kind == "number")
        or (best.by_head and fit.literal and candidate.column.kind == "number")
    ]
    return ColumnLink(
        start=span[0],
        end=span[1],
        candidates=tuple(candidate for _, candidate in kept),
        score=top,
        literal=any(fit.literal for fit, _ in kept),
        exact=any(fit.exact for fit, _ in kept),
    )


def _without_overlap(links: list[ColumnLink]) -> tuple[ColumnLink, ...]:
    taken: set[int] = set()
    chosen = []
    for link in sorted(links, key=lambda link: (-link.score, link.start - link.end, link.start)):
        if taken.isdisjoint(range(link.start, link.end)):
            taken.update(range(link.start, link.end))
            chosen.append(link)
    return tuple(sorted(chosen, key=lambda link: link.start))
